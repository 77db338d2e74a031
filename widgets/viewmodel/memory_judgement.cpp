// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewmodel/memory_judgement.h"

#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_words.h"

namespace stepscope::widgets {

MemoryJudgement::MemoryJudgement(SnapshotPtr snapshot, StacksPtr stacks, QObject* parent)
    : JudgementSource(parent)
    , m_snapshot(std::move(snapshot))
    , m_stacks(std::move(stacks))
{
    connect(&m_job, &JobRunner::runningChanged, this, &MemoryJudgement::busyChanged);
}

void MemoryJudgement::start()
{
    m_job.start<MemoryFiguresPtr>(
        [snapshot = m_snapshot](Progress&, const std::stop_token& stop) -> Expected<MemoryFiguresPtr> {
            auto figures
                = std::make_shared<const analysis::MemoryFigures>(analysis::computeMemoryFigures(*snapshot, stop));
            if (stop.stop_requested())
                return fail(ErrorClass::Cancelled, "");
            return figures;
        },
        [this](Expected<MemoryFiguresPtr> result) {
            if (result)
                m_figures = std::move(*result);
            else
                m_problem = toQString(result.error().message);
            Q_EMIT judgementChanged();
        });
}

JudgementPtr MemoryJudgement::judgement() const
{
    return m_figures ? JudgementPtr(m_figures, &m_figures->judgement) : nullptr;
}

QString MemoryJudgement::placeText(const analysis::Finding& finding, std::size_t place) const
{
    if (place >= finding.memory.size() || finding.memory[place].device >= m_snapshot->devices.size())
        return {};
    const analysis::MemoryEvidence& evidence = finding.memory[place];
    QStringList parts {memoryDeviceText(m_snapshot->devices[evidence.device])};
    if (evidence.address)
        parts << addressText(*evidence.address);
    if (evidence.stack.valid())
        parts << toQString(m_stacks->label(evidence.stack));
    if (evidence.entryFrom == evidence.entryTo)
        parts << entryText(evidence.entryFrom);
    else
        parts << QStringLiteral("%1 to %2").arg(entryText(evidence.entryFrom), entryText(evidence.entryTo));
    return parts.join(QStringLiteral(" · "));
}

} // namespace stepscope::widgets
