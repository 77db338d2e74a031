// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/memory_judgement.h"

#include "core/analysis/memory/memory_rules.h"
#include "core/analysis/missing.h"
#include "core/util/time.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace stepscope::analysis {
namespace {

constexpr std::array<std::string_view, 6> kRanking {
    "memory.oom", "memory.growth", "memory.fragmentation", "memory.activations", "memory.flat_block", "memory.peak"};

std::size_t rankOf(const Finding& finding)
{
    return static_cast<std::size_t>(std::find(kRanking.begin(), kRanking.end(), finding.rule) - kRanking.begin());
}

bool comesFirst(const Finding& a, const Finding& b)
{
    // A burst of frees, or a thrash, is no reason to look past what matters more.
    const bool lowA = a.severity == Severity::Low;
    const bool lowB = b.severity == Severity::Low;
    if (lowA != lowB)
        return lowB;
    if (rankOf(a) != rankOf(b))
        return rankOf(a) < rankOf(b);
    return a.severity != b.severity ? a.severity < b.severity : a.bytes.value_or(0) > b.bytes.value_or(0);
}

bool actedOn(const Finding& finding)
{
    constexpr std::size_t kSerious = 3; // of kRanking
    return rankOf(finding) < kSerious && finding.severity != Severity::Low;
}

// The study whose peak is highest, those with steps first.
const MemoryStudy* mainStudy(const std::vector<MemoryStudy>& studies)
{
    const auto most = std::max_element(studies.begin(), studies.end(), [](const MemoryStudy& a, const MemoryStudy& b) {
        if (a.growth.has_value() != b.growth.has_value())
            return b.growth.has_value();
        return a.peak() < b.peak();
    });
    return most == studies.end() ? nullptr : &*most;
}

std::string steadySentence(const MemoryStudy& study)
{
    const std::vector<MemoryStep>& steps = study.figures.steps;
    const std::uint64_t first = steps[study.growth->firstStep].baseline;
    const std::uint64_t last = steps[study.growth->lastStep].baseline;
    const std::string where = last > first ? fmt::format("within {} of its baseline", formatBytes(last - first))
                                           : std::string("its baseline");
    const std::size_t whole = steps.size() - (steps.back().complete ? 0 : 1);
    return study.figures.stepSource == StepSource::Curve
        ? fmt::format("Memory comes back to {} after each of {} rises.", where, formatCount(whole))
        : fmt::format("Memory comes back to {} in {}.", where, countOf(whole, "step", "steps"));
}

// The finding about baselines of this device that do not come back, of however little; the end where there is none.
std::size_t growthOf(const std::vector<Finding>& findings, std::size_t device)
{
    const auto at = std::find_if(findings.begin(), findings.end(), [device](const Finding& finding) {
        const bool tellsBytes = std::any_of(finding.metrics.begin(), finding.metrics.end(),
            [](const auto& metric) { return metric.first == "bytes_per_step" || metric.first == "baseline_rise"; });
        return tellsBytes && !finding.memory.empty() && finding.memory.front().device == device;
    });
    return static_cast<std::size_t>(at - findings.begin());
}

// The device that a finding is about.
const MemoryStudy& studyOf(const std::vector<MemoryStudy>& studies, const Finding& finding)
{
    const auto at = std::find_if(studies.begin(), studies.end(),
        [&](const MemoryStudy& study) { return study.figures.device == finding.memory.front().device; });
    return at == studies.end() ? studies.front() : *at;
}

std::string whyUnknown(const MemoryStudy& study)
{
    if (study.device.entryCount() == 0)
        return "No history was recorded, only the end.";
    if (!study.hasHistory())
        return fmt::format("The history holds only {}.",
            countOf(static_cast<std::uint64_t>(study.device.entryCount()), "entry", "entries"));
    if (study.figures.steps.empty())
        return "The history shows no steps, so whether memory grows cannot be told.";
    return fmt::format("The history holds only {}, too few to see whether memory grows.",
        countOf(study.figures.steps.size(), "step", "steps"));
}

std::size_t peakOf(const std::vector<Finding>& findings, std::size_t device)
{
    const auto at = std::find_if(findings.begin(), findings.end(), [device](const Finding& finding) {
        return finding.rule == "memory.peak" && !finding.memory.empty() && finding.memory.front().device == device;
    });
    return static_cast<std::size_t>(at - findings.begin());
}

Verdict verdictOfMemory(const std::vector<MemoryStudy>& studies, const std::vector<Finding>& findings)
{
    Verdict verdict;
    verdict.bucket = Bucket::CannotTell;
    const MemoryStudy* study = mainStudy(studies);
    if (study == nullptr) {
        verdict.sentence = "The snapshot holds neither blocks nor a history.";
        return verdict;
    }
    if (!findings.empty() && actedOn(findings.front())) {
        verdict.bucket = Bucket::Memory;
        verdict.finding = 0;
        verdict.share = findings.front().share;
        if (findings.front().rule == "memory.oom") {
            verdict.sentence = oomVerdict(studyOf(studies, findings.front()));
            return verdict;
        }
        verdict.sentence = findings.front().headline + ".";
        const auto next = std::find_if(findings.begin() + 1, findings.end(),
            [&](const Finding& finding) { return actedOn(finding) && finding.rule != findings.front().rule; });
        if (next != findings.end())
            verdict.sentence += fmt::format(" {}.", next->headline);
        return verdict;
    }
    const std::size_t peak = peakOf(findings, study->figures.device);
    if (peak < findings.size()) {
        verdict.finding = peak;
        verdict.sentence = findings[peak].headline + ".";
    }
    const std::size_t growth = growthOf(findings, study->figures.device);
    if (study->growth && growth < findings.size()) {
        verdict.finding = growth;
        verdict.sentence = fmt::format("{}. {}", findings[growth].headline, verdict.sentence);
    } else if (study->growth && study->growth->large(study->peak())) {
        verdict.sentence = fmt::format("Memory is {} higher after {}, but does not rise steadily: no clear trend. {}",
            formatBytes(static_cast<std::uint64_t>(study->growth->bytes())),
            study->figures.stepSource == StepSource::Curve ? countOf(study->growth->steps(), "rise", "rises")
                                                           : countOf(study->growth->steps(), "step", "steps"),
            verdict.sentence);
    } else if (study->growth) {
        verdict.bucket = Bucket::Healthy;
        verdict.sentence = fmt::format("{} {}", steadySentence(*study), verdict.sentence);
    } else if (!findings.empty() && findings.front().severity != Severity::Low) {
        verdict.bucket = Bucket::Memory; // what holds most is known, only growth is not
        verdict.finding = 0;
        verdict.share = findings.front().share;
        verdict.sentence = fmt::format("{}. {}", findings.front().headline, whyUnknown(*study));
    } else {
        verdict.sentence += fmt::format("{}{}", verdict.sentence.empty() ? "" : " ", whyUnknown(*study));
    }
    return verdict;
}

} // namespace

Judgement judgeMemory(const std::vector<MemoryStudy>& studies)
{
    Judgement judgement;
    for (const MemoryStudy& study : studies) {
        judgeOom(study, judgement.findings);
        judgeGrowth(study, judgement.findings);
        judgeFragmentation(study, judgement.findings);
        judgeActivations(study, judgement.findings);
        judgeFlatBlocks(study, judgement.findings);
        judgePeak(study, judgement.findings);
    }
    std::stable_sort(judgement.findings.begin(), judgement.findings.end(), comesFirst);
    judgement.verdict = verdictOfMemory(studies, judgement.findings);
    if (!studies.empty() && endsEarly(studies.front().snapshot.record.diagnostics))
        judgement.verdict.sentence = "The file ends early, so this is of a part: " + judgement.verdict.sentence;
    judgement.checklist = memoryChecklist(studies);
    return judgement;
}

} // namespace stepscope::analysis
