// SPDX-License-Identifier: GPL-3.0-or-later
// memory.growth: the baseline of the steps does not come back. Three ways to see it, the first that holds:
//
//   steps    growth = slope × steps (memory_growth.h), reported from max(kLeastGrowth, kLeastGrowthOfPeak × peak) where
//            the baseline rises in kLeastRising of the steps and never falls by kLargestFall of the growth. High from
//            kHighGrowth of the peak, or where the memory is used up within kSoonUsedUp times the steps seen; else
//            medium
//   steady   without steps: equal blocks that one stack makes again and again and nobody frees (steady_leaks.h),
//            medium
//   bursts   blocks of several steps that one stack made and that die together (freed_bursts.h): a reference cycle that
//            waits for the garbage collector, low
#include "core/analysis/memory/freed_bursts.h"
#include "core/analysis/memory/memory_rules.h"
#include "core/analysis/memory/steady_leaks.h"
#include "core/util/time.h"

#include <cmath>
#include <fmt/format.h>
#include <set>

namespace stepscope::analysis {
namespace {

constexpr double kHighGrowth = 0.05;
constexpr double kSoonUsedUp = 10; // times the steps seen
constexpr double kGiB = 1U << 30U;

// Where the memory goes at this rate.
struct Outlook
{
    std::optional<double> stepsLeft; // until the GPU is full, where its size is known
    std::string text;
};

Outlook outlookOf(const MemoryStudy& study, double slope)
{
    Outlook outlook;
    if (const auto capacity = study.capacity()) {
        const double left = static_cast<double>(*capacity) - static_cast<double>(study.peak());
        outlook.stepsLeft = std::max(0.0, left / slope);
        outlook.text = left < slope ? std::string("the GPU is full")
                                    : fmt::format("out of memory in about {} more",
                                        formatCount(static_cast<std::uint64_t>(*outlook.stepsLeft)));
    } else if (slope < kGiB) {
        outlook.text = fmt::format(
            "1 GiB more every {} steps", formatCount(static_cast<std::uint64_t>(std::ceil(kGiB / slope))));
    }
    return outlook;
}

std::string whoKeeps(const MemoryStudy& study, const MemoryGrowth& growth)
{
    if (growth.leakers.empty())
        return "no line keeps them in most steps";
    const StackId first = growth.leakers.front().stack;
    if (!first.valid())
        return study.hasStacks() ? "made where no stack was recorded" : "no stacks were recorded";
    std::set<FrameId> lines;
    for (const Leaker& leaker : growth.leakers)
        lines.insert(study.reader.userFrame(leaker.stack));
    const std::string label = study.reader.label(first);
    return lines.size() == 1 ? label
                             : fmt::format("{} and {}", label, countOf(lines.size() - 1, "other line", "other lines"));
}

void advise(const MemoryStudy& study, StackId stack, Finding& finding)
{
    if (stack.valid())
        finding.advice.push_back(fmt::format(
            "find what still refers to the tensors of {}: a list, a cache, a closure", study.reader.label(stack)));
    else
        finding.advice.emplace_back(
            "record stacks: torch.cuda.memory._record_memory_history(context=\"all\", stacks=\"all\")");
    if (study.reader.guess(stack) == MemoryCategory::Activation)
        finding.advice.emplace_back("keep loss.item() instead of loss: a kept loss keeps its whole graph");
    else
        finding.advice.emplace_back("keep .item() or .detach().cpu() across steps, not tensors of the GPU");
}

const char* sourceName(StepSource source)
{
    switch (source) {
    case StepSource::Annotations:
        return "annotations";
    case StepSource::OptimizerFrames:
        return "optimizer frames";
    case StepSource::Curve:
        return "curve";
    case StepSource::None:
        break;
    }
    return "none";
}

Finding stepGrowth(const MemoryStudy& study, const MemoryGrowth& growth)
{
    const double bytes = growth.bytes();
    const Outlook outlook = outlookOf(study, growth.slope);
    const bool soon = outlook.stepsLeft && *outlook.stepsLeft <= kSoonUsedUp * static_cast<double>(growth.steps());
    const bool high = bytes >= kHighGrowth * static_cast<double>(study.peak()) || soon;
    Finding finding = study.finding("memory.growth", high ? Severity::High : Severity::Medium, bytes);
    const std::size_t steps = growth.lastStep - growth.firstStep;
    finding.count = steps;
    finding.headline = study.headline(fmt::format("{} stay per step ({}): {} in {}{}{}",
        formatBytes(static_cast<std::uint64_t>(growth.slope)), whoKeeps(study, growth), formatBytes(*finding.bytes),
        countOf(steps, "step", "steps"), outlook.text.empty() ? "" : "; ", outlook.text));
    finding.metrics
        = {{"bytes_per_step", static_cast<std::int64_t>(growth.slope)}, {"rising_share", growth.risingShare},
            {"covered_share", growth.covered}, {"steps_by", std::string(sourceName(study.figures.stepSource))}};
    for (const Leaker& leaker : growth.leakers)
        study.addBlocks(finding, leaker.blocks);
    if (growth.leakers.empty()) {
        finding.memory.push_back(study.entries(
            study.figures.steps[growth.firstStep].firstEntry, study.figures.steps[growth.lastStep].lastEntry));
        finding.advice.emplace_back("compare who holds the memory after an early and after a late step");
    } else {
        finding.metrics.emplace_back("line", study.reader.label(growth.leakers.front().stack));
        advise(study, growth.leakers.front().stack, finding);
    }
    return finding;
}

Finding steadyLeak(const MemoryStudy& study, const SteadyLeak& leak)
{
    Finding finding = study.finding("memory.growth", Severity::Medium, static_cast<double>(leak.bytes));
    finding.count = leak.blocks.size();
    finding.headline = study.headline(fmt::format("{} of {} from {} are never freed: one every {} entries, {} in all",
        countOf(leak.blocks.size(), "block", "blocks"), formatBytes(leak.size), study.reader.label(leak.stack),
        formatCount(leak.every), formatBytes(leak.bytes)));
    finding.metrics = {{"block_bytes", static_cast<std::int64_t>(leak.size)},
        {"entries_between", static_cast<std::int64_t>(leak.every)}, {"line", study.reader.label(leak.stack)}};
    study.addBlocks(finding, leak.blocks);
    advise(study, leak.stack, finding);
    return finding;
}

Finding burst(const MemoryStudy& study, const FreedBurst& freed)
{
    Finding finding = study.finding("memory.growth", Severity::Low, static_cast<double>(freed.bytes));
    finding.count = freed.blocks.size();
    finding.headline
        = study.headline(fmt::format("{} from {} pile up over {} and are freed at once, {}: a reference cycle that "
                                     "waits for the garbage collector, or a list that is cleared",
            countOf(freed.blocks.size(), "block", "blocks"), study.reader.label(freed.stack),
            countOf(freed.steps, "step", "steps"), formatBytes(freed.bytes)));
    finding.metrics = {{"steps", static_cast<std::int64_t>(freed.steps)}, {"line", study.reader.label(freed.stack)}};
    study.addBlocks(finding, freed.blocks);
    finding.advice.emplace_back(
        "break the cycle: an object of the step refers to itself, often through a closure or a hook");
    finding.advice.emplace_back("find it with gc.set_debug(gc.DEBUG_SAVEALL) or torch.utils.viz._cycles");
    return finding;
}

} // namespace

void judgeGrowth(const MemoryStudy& study, std::vector<Finding>& findings)
{
    if (study.growth) {
        if (study.growth->large(study.peak()) && study.growth->steady()) {
            findings.push_back(stepGrowth(study, *study.growth));
            return;
        }
    } else if (study.figures.steps.empty()) {
        const std::vector<SteadyLeak> leaks = steadyLeaks(study.view(), study.peak());
        if (!leaks.empty()) {
            findings.push_back(steadyLeak(study, leaks.front()));
            return;
        }
    }
    if (const auto freed = freedBurst(study.device, study.figures.steps, study.peak()))
        findings.push_back(burst(study, *freed));
}

} // namespace stepscope::analysis
