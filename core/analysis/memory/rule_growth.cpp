// SPDX-License-Identifier: GPL-3.0-or-later
// memory.growth: the baseline of the steps does not come back. Four ways to see it, the first that holds:
//
//   steps    growth = slope × steps (memory_growth.h) where the baseline rises in kLeastRising of the steps and never
//            falls by kLargestFall of the growth: from max(kLeastGrowth, kLeastGrowthOfPeak × peak), and from
//            kLeastNamed where stacks that keep blocks in most steps account for kNamedShare of it: that is certain,
//            however little. High from kHighGrowth of the peak, or where the memory is used up within kSoonUsedUp times
//            the steps seen; else medium
//   steady   without steps: equal blocks that one stack makes again and again and nobody frees (steady_leaks.h),
//            medium
//   bursts   blocks of several steps that one stack made and that die together (freed_bursts.h): a reference cycle that
//            waits for the garbage collector, low
//   raised   a growth as large as that of steps, but not steady: what the last step has more than the first one, and
//            the stacks that keep what came in between (raised_baseline.h), low.
//            Told as memory.flat_block: it came and stays, it does not grow
#include "core/analysis/memory/freed_bursts.h"
#include "core/analysis/memory/memory_rules.h"
#include "core/analysis/memory/raised_baseline.h"
#include "core/analysis/memory/steady_leaks.h"
#include "core/util/time.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <set>
#include <span>

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

// "156 MiB in 26 blocks by the end": what the leaking stacks hold in all, from the steps left out of the slope too.
std::string heldAtEnd(const MemoryGrowth& growth, const std::string& grown)
{
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
    for (const Leaker& leaker : growth.leakers) {
        if (!leaker.stack.valid())
            return grown;
        bytes += leaker.heldAtEnd;
        blocks += leaker.blocksAtEnd;
    }
    return blocks > 0 ? fmt::format("{} in {} by the end", formatBytes(bytes), countOf(blocks, "block", "blocks"))
                      : grown;
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

// All that there is room for, and of each stack some.
void addLeaks(const MemoryStudy& study, const std::vector<Leaker>& leakers, Finding& finding)
{
    const auto all = std::accumulate(leakers.begin(), leakers.end(), std::size_t {0},
        [](std::size_t sum, const Leaker& leaker) { return sum + leaker.blocks.size(); });
    const std::size_t each
        = all <= Finding::kMaxEvidence ? all : std::max<std::size_t>(1, Finding::kMaxEvidence / leakers.size());
    for (const Leaker& leaker : leakers)
        study.addBlocks(finding, std::span(leaker.blocks).first(std::min(each, leaker.blocks.size())));
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
    const std::string grown = fmt::format("{} in {}", formatBytes(*finding.bytes), countOf(steps, "step", "steps"));
    finding.headline = study.headline(
        fmt::format("{} stay per step ({}): {}{}{}", formatBytes(static_cast<std::uint64_t>(growth.slope)),
            whoKeeps(study, growth), heldAtEnd(growth, grown), outlook.text.empty() ? "" : "; ", outlook.text));
    finding.metrics
        = {{"bytes_per_step", static_cast<std::int64_t>(growth.slope)}, {"rising_share", growth.risingShare},
            {"covered_share", growth.covered}, {"steps_by", std::string(sourceName(study.figures.stepSource))}};
    addLeaks(study, growth.leakers, finding);
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

// "loss.py:12 forward 8 MiB, cache.py:3 put 2 MiB and 4 other stacks"
std::string keptBy(const MemoryStudy& study, const std::vector<KeptStack>& kept)
{
    constexpr std::size_t kNamed = 2;
    std::string text;
    for (std::size_t i = 0; i < std::min(kept.size(), kNamed); ++i) {
        const std::string label
            = kept[i].stack.valid() ? study.reader.label(kept[i].stack) : std::string("blocks without a stack");
        text += fmt::format("{}{} {}", i > 0 ? ", " : "", label, formatBytes(kept[i].bytes));
    }
    if (kept.size() > kNamed)
        text += fmt::format(" and {}", countOf(kept.size() - kNamed, "other stack", "other stacks"));
    return text;
}

Finding raisedGrowth(const MemoryStudy& study, const MemoryGrowth& growth, const RaisedBaseline& raised)
{
    Finding finding = study.finding("memory.flat_block", Severity::Low, static_cast<double>(raised.bytes));
    const bool byCurve = study.figures.stepSource == StepSource::Curve;
    finding.count = growth.steps();
    finding.headline = study.headline(fmt::format("{} more at the end than {} before, but not steadily{}{}",
        formatBytes(raised.bytes), countOf(growth.steps() - 1, byCurve ? "rise" : "step", byCurve ? "rises" : "steps"),
        raised.kept.empty() ? "" : ": what came and stays is from ", keptBy(study, raised.kept)));
    finding.metrics = {{"baseline_rise", static_cast<std::int64_t>(raised.bytes)}, {"rising_share", growth.risingShare},
        {"steps_by", std::string(sourceName(study.figures.stepSource))}};
    for (const KeptStack& kept : raised.kept)
        study.addBlocks(finding, kept.blocks);
    if (raised.kept.empty())
        return finding;
    finding.metrics.emplace_back("line", study.reader.label(raised.kept.front().stack));
    finding.advice.emplace_back("record more steps: what fills once, a cache or a workspace, stops growing");
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
    const std::optional<MemoryGrowth>& growth = study.growth;
    if (growth && growth->proven(study.peak())) {
        findings.push_back(stepGrowth(study, *growth));
        return;
    }
    if (study.figures.steps.empty()) {
        const std::vector<SteadyLeak> leaks = steadyLeaks(study.view(), study.peak());
        if (!leaks.empty()) {
            findings.push_back(steadyLeak(study, leaks.front()));
            return;
        }
    }
    if (const auto freed = freedBurst(study.device, study.figures.steps, study.peak())) {
        findings.push_back(burst(study, *freed));
        return;
    }
    const auto raised = growth ? raisedBaseline(study.device, study.figures.steps, *growth) : std::nullopt;
    if (raised && isLargeGrowth(static_cast<double>(raised->bytes), study.peak()))
        findings.push_back(raisedGrowth(study, *growth, *raised));
}

} // namespace stepscope::analysis
