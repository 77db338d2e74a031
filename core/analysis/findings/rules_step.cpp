// SPDX-License-Identifier: GPL-3.0-or-later
// step.warm_up: the first step of the window is not like the others (definition in steps.h): leave it out of averages.
// step.outlier: a step took much longer than the others, and no other finding explains at least half of the excess.
// Cost of these two: the step's length minus the median of the steps that are no warm-up; share: of the step. A warm-up
// step is measured by its CPU span, an outlier by its GPU interval where the steps have one: a CPU that runs ahead of
// the GPU may take its time. step.throttled: all its kernels run slower than in the other steps (throttling.h). Cost:
// the kernels' interval × (1 - 1 ÷ factor); share: of the step's GPU interval.
#include "core/analysis/findings/rules.h"

#include "core/analysis/percentile.h"
#include "core/analysis/sums.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

constexpr double kExplained = 0.5;     // of the excess
constexpr double kLeastOutlier = 0.15; // of the step

Finding stepFinding(const Study& study, std::uint32_t index, const char* rule, std::int64_t length, std::int64_t median)
{
    const StepFigures& step = study.figures.steps.steps[index];
    Finding finding;
    finding.rule = rule;
    finding.totalNs = std::max<std::int64_t>(0, length - median);
    finding.share = length > 0 ? static_cast<double>(finding.totalNs) / static_cast<double>(length) : 0;
    finding.count = 1;
    finding.steps = {index};
    finding.evidence.push_back({std::nullopt, study.trace.trackOf(step.span.slice), step.span.cpu,
        std::string(study.trace.nameOf(step.span.slice)), step.span.slice});
    return finding;
}

void addWarmUp(Study& study, std::uint32_t index)
{
    const StepFigures& step = study.figures.steps.steps[index];
    const std::int64_t length = step.span.cpu.length();
    const std::optional<std::int64_t> median = study.figures.steps.medianNs;
    Finding finding = stepFinding(study, index, "step.warm_up", length, median.value_or(length));
    finding.headline = fmt::format("{} is a warm-up step", study.trace.nameOf(step.span.slice));
    if (median && finding.totalNs > 0)
        finding.headline
            += fmt::format(": it takes {}, the others {}", formatDuration(length), formatDuration(*median));
    else
        finding.headline += ": something was loaded or compiled for the first time";
    finding.advice = {"leave it out of averages; record later steps: schedule(wait=1, warmup=2, active=…)"};
    study.findings.push_back(std::move(finding));
}

// What findings about this step say it lost; those about most steps tell nothing about what is special here.
std::int64_t explained(const Study& study, std::uint32_t index)
{
    std::int64_t sum = 0;
    for (const Finding& finding : study.findings) {
        const std::size_t steps = finding.steps.size();
        if (steps * 2 <= study.figures.shownSteps.size()
            && std::binary_search(finding.steps.begin(), finding.steps.end(), index))
            addTo(sum, finding.totalNs / static_cast<std::int64_t>(steps));
    }
    return sum;
}

std::int64_t lengthOf(const StepFigures& step)
{
    return (step.span.gpu ? *step.span.gpu : step.span.cpu).length();
}

std::int64_t medianLength(const StepList& list)
{
    std::vector<std::int64_t> lengths;
    for (const StepFigures& step : list.steps) {
        if (!step.warmUp)
            lengths.push_back(lengthOf(step));
    }
    return nearestRank(lengths, 50).value_or(0);
}

void addOutlier(Study& study, std::uint32_t index, std::int64_t median)
{
    const StepFigures& step = study.figures.steps.steps[index];
    const std::int64_t length = lengthOf(step);
    Finding finding = stepFinding(study, index, "step.outlier", length, median);
    if (finding.share < kLeastOutlier
        || static_cast<double>(explained(study, index)) >= kExplained * static_cast<double>(finding.totalNs))
        return;
    finding.headline
        = fmt::format("{} takes {}, {:.1f} times as long as the median step", study.trace.nameOf(step.span.slice),
            formatDuration(length), static_cast<double>(length) / static_cast<double>(median));
    finding.advice
        = {"compare it with a normal step: logging, evaluation, checkpoints, memory clean-up or a busy machine"};
    study.findings.push_back(std::move(finding));
}

const Unit* unitOf(const Study& study, std::uint32_t step)
{
    const auto at
        = std::find_if(study.units.begin(), study.units.end(), [step](const Unit& unit) { return unit.step == step; });
    return at == study.units.end() ? nullptr : &*at;
}

void addThrottled(Study& study, const SlowStep& slow)
{
    const Unit* unit = unitOf(study, slow.step);
    if (unit == nullptr || !unit->representative)
        return;
    Finding finding;
    finding.rule = "step.throttled";
    const auto length = static_cast<double>(slow.span.length());
    finding.totalNs = static_cast<std::int64_t>(length * (1 - 1 / slow.factor));
    finding.share = std::min(1.0, static_cast<double>(finding.totalNs) / static_cast<double>(unit->span.length()));
    finding.severity = severityOf(finding.share);
    finding.count = slow.kernels;
    finding.steps = {slow.step};
    finding.evidence.push_back(
        {std::nullopt, TrackId(), slow.span, fmt::format("{} kernels", slow.kernels), SliceId()});
    finding.headline = fmt::format(
        "The same kernels all run {:.1f} times as long in {} as in the other steps", slow.factor, unit->name);
    finding.advice = {"check the GPU's clocks, power and temperature: nvidia-smi -q -d PERFORMANCE",
        "check whether another process uses the same GPU"};
    finding.metrics = {{"factor", slow.factor}};
    addTo(study.costs["step.throttled"], finding.totalNs);
    study.findings.push_back(std::move(finding));
}

} // namespace

void judgeSteps(Study& study)
{
    for (const SlowStep& slow : study.figures.slowSteps)
        addThrottled(study, slow);
    const std::int64_t median = medianLength(study.figures.steps);
    for (const std::uint32_t index : study.figures.shownSteps) {
        const StepFigures& step = study.figures.steps.steps[index];
        if (step.warmUp)
            addWarmUp(study, index);
        else if (step.outlier && median > 0)
            addOutlier(study, index, median);
    }
}

} // namespace stepscope::analysis
