// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewmodel/run_judgement.h"

namespace stepscope::widgets {

namespace {

using analysis::Bucket;
using analysis::Judgement;

bool isQuiet(Bucket bucket)
{
    return bucket == Bucket::Healthy || bucket == Bucket::CannotTell || bucket == Bucket::NoGpuWork;
}

void addVerdict(analysis::Verdict& verdict, const Judgement& memory, std::size_t own)
{
    const analysis::Verdict& added = memory.verdict;
    if (added.bucket != Bucket::Memory || !added.finding || *added.finding >= memory.findings.size())
        return;
    const std::string told = memory.findings[*added.finding].headline + ".";
    if (!isQuiet(verdict.bucket)) {
        verdict.sentence += " Memory: " + told;
        return;
    }
    verdict.sentence = told + " " + verdict.sentence;
    verdict.bucket = Bucket::Memory;
    verdict.share = added.share;
    verdict.finding = own + *added.finding;
}

} // namespace

bool isOfMemory(const std::optional<share::FindingRef>& finding)
{
    return finding && finding->rule.starts_with("memory.");
}

RunJudgement::RunJudgement(const JudgementSource* trace, QObject* parent)
    : JudgementSource(parent)
    , m_trace(trace)
{
    connect(trace, &JudgementSource::judgementChanged, this, &RunJudgement::combine);
    connect(trace, &JudgementSource::busyChanged, this, [this]() { Q_EMIT busyChanged(isBusy()); });
}

void RunJudgement::takeMemory(const JudgementSource* memory)
{
    if (m_memory != memory) {
        if (m_memory)
            disconnect(m_memory, nullptr, this, nullptr);
        m_memory = memory;
        if (memory != nullptr)
            connect(memory, &JudgementSource::busyChanged, this, [this]() { Q_EMIT busyChanged(isBusy()); });
    }
    m_ofMemory = memory != nullptr ? memory->judgement() : nullptr;
    combine();
}

bool RunJudgement::isBusy() const
{
    return m_trace->isBusy() || (m_memory && m_memory->isBusy());
}

void RunJudgement::combine()
{
    const JudgementPtr own = m_trace->judgement();
    m_both.reset();
    m_own = own ? own->findings.size() : 0;
    if (own && m_ofMemory) {
        auto both = std::make_shared<Judgement>(*own);
        addVerdict(both->verdict, *m_ofMemory, m_own);
        both->findings.insert(both->findings.end(), m_ofMemory->findings.begin(), m_ofMemory->findings.end());
        m_both = std::move(both);
    }
    Q_EMIT judgementChanged();
}

std::optional<std::size_t> RunJudgement::memoryFinding() const
{
    if (!m_both || !m_ofMemory->verdict.finding)
        return std::nullopt;
    return m_own + *m_ofMemory->verdict.finding;
}

QString RunJudgement::placeText(const analysis::Finding& finding, std::size_t place) const
{
    return finding.memory.empty() || !m_memory ? m_trace->placeText(finding, place)
                                               : m_memory->placeText(finding, place);
}

QString RunJudgement::shareText(const analysis::Finding& finding) const
{
    return finding.memory.empty() || !m_memory ? m_trace->shareText(finding) : m_memory->shareText(finding);
}

std::size_t RunJudgement::scopedFindings() const
{
    return m_both ? m_own : m_trace->scopedFindings();
}

} // namespace stepscope::widgets
