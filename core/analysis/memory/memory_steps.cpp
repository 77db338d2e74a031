// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/memory_steps.h"

#include "core/analysis/memory/annotation_spans.h"
#include "core/analysis/memory/frame_classes.h"
#include "core/analysis/percentile.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>

namespace stepscope::analysis {
namespace {

using model::MemoryDevice;
using model::MemorySnapshot;
using Boundaries = std::vector<std::int32_t>; // the last entry of each step

void addStep(std::vector<MemoryStep>& steps, std::string marker, std::int32_t first, std::int32_t last)
{
    if (first <= last)
        steps.push_back({std::move(marker), first, last});
}

std::vector<MemoryStep> profilerSteps(const MemorySnapshot& snapshot, const MemoryDevice& device)
{
    std::vector<MemoryStep> steps;
    for (const AnnotationSpan& span : annotationSpans(snapshot, device, "ProfilerStep#")) {
        const std::int32_t first
            = steps.empty() ? span.firstEntry : std::max(span.firstEntry, steps.back().lastEntry + 1);
        const std::size_t before = steps.size();
        addStep(steps, std::string(snapshot.record.names.view(span.name)), first, span.lastEntry);
        if (steps.size() == before)
            continue;
        steps.back().complete = !span.unfinished;
        steps.back().startUs = span.startUs;
        steps.back().endUs = span.endUs;
    }
    return steps;
}

std::vector<MemoryStep> stepsEndingAt(const Boundaries& boundaries, std::int32_t first, std::string_view how)
{
    std::vector<MemoryStep> steps;
    for (const std::int32_t last : boundaries) {
        addStep(steps, fmt::format("{} {}", how, steps.size()), first, last);
        first = std::max(first, last + 1);
    }
    return steps;
}

std::vector<MemoryStep> optimizerAnnotations(const MemorySnapshot& snapshot, const MemoryDevice& device)
{
    Boundaries ends;
    for (const AnnotationSpan& span : annotationSpans(snapshot, device, "Optimizer.step#")) {
        if (!span.unfinished)
            ends.push_back(span.lastEntry);
    }
    return stepsEndingAt(ends, 0, "Optimizer.step");
}

struct Clusters
{
    Boundaries starts, ends;
};

Clusters clustersOf(const Boundaries& entries, std::int32_t gap)
{
    Clusters clusters;
    for (const std::int32_t entry : entries) {
        if (clusters.ends.empty() || entry - clusters.ends.back() > gap) {
            clusters.starts.push_back(entry);
            clusters.ends.push_back(entry);
        }
        clusters.ends.back() = entry;
    }
    return clusters;
}

std::vector<std::int64_t> distances(const Boundaries& places)
{
    std::vector<std::int64_t> out;
    for (std::size_t i = 1; i < places.size(); ++i)
        out.push_back(places[i] - places[i - 1]);
    return out;
}

// Of entries whose stack is inside an optimizer's step.
Clusters optimizerClusters(const MemorySnapshot& snapshot, const MemoryDevice& device, const StackReader& reader)
{
    Boundaries inside;
    const Column<StackId>& stacks = snapshot.entries(device).stack;
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        if ((reader.classesOf(stacks[i]) & kOptimizerFrame) != 0)
            inside.push_back(static_cast<std::int32_t>(i));
    }
    Clusters clusters = clustersOf(inside, kLeastClusterGap);
    std::vector<std::int64_t> apart = distances(clusters.starts);
    const double median = static_cast<double>(upperMedian(apart).value_or(0));
    return clustersOf(inside, std::max(kLeastClusterGap, static_cast<std::int32_t>(kClusterGap * median)));
}

std::vector<MemoryStep> optimizerSteps(
    const MemorySnapshot& snapshot, const MemoryDevice& device, const StackReader& reader)
{
    const Clusters clusters = optimizerClusters(snapshot, device, reader);
    return clusters.ends.size() < kLeastClusters ? std::vector<MemoryStep>()
                                                 : stepsEndingAt(clusters.ends, 0, "optimizer");
}

// An annotation without an end reaches to that of the history. Where the optimizer ran more than once since, the marks
// of the steps after it are lost (a file that ends early), and the step has ended with the first of them.
void endUnfinished(const MemorySnapshot& snapshot, const MemoryDevice& device, const StackReader& reader,
    std::vector<MemoryStep>& steps)
{
    if (steps.empty() || steps.back().complete)
        return;
    MemoryStep& last = steps.back();
    const Boundaries ends = optimizerClusters(snapshot, device, reader).ends;
    const auto first = std::lower_bound(ends.begin(), ends.end(), last.firstEntry);
    if (ends.end() - first < 2)
        return;
    last.lastEntry = *first;
    const std::int64_t end = snapshot.entries(device).timeUs[static_cast<std::size_t>(*first)];
    last.endUs = std::max(last.startUs, end);
}

Boundaries troughsOf(const Column<std::uint64_t>& active)
{
    Boundaries troughs;
    const std::uint64_t most = *std::max_element(active.begin(), active.end());
    const auto* const start
        = std::find_if(active.begin(), active.end(), [most](std::uint64_t v) { return v >= most / 2; });
    const std::uint64_t least = *std::min_element(start, active.end());
    const double swing = kHysteresis * static_cast<double>(most - least);
    bool falling = false;
    const auto* extreme = start; // the highest since the last trough, or the lowest since the last peak
    for (const auto* at = start; at != active.end() && swing > 0; ++at) {
        const double back = static_cast<double>(*at) - static_cast<double>(*extreme);
        if (falling ? back < 0 : back > 0) {
            extreme = at;
        } else if (std::abs(back) >= swing) {
            if (falling)
                troughs.push_back(static_cast<std::int32_t>(extreme - active.begin()));
            falling = !falling;
            extreme = at;
        }
    }
    return troughs;
}

bool regular(const Boundaries& places)
{
    std::vector<std::int64_t> apart = distances(places);
    const std::int64_t median = upperMedian(apart).value_or(0);
    for (std::int64_t& distance : apart)
        distance = std::abs(distance - median);
    const std::int64_t deviation = upperMedian(apart).value_or(0);
    constexpr double kOfNormal = 1.4826; // MAD to standard deviation
    return median > 0 && kOfNormal * static_cast<double>(deviation) <= kLargestSpread * static_cast<double>(median);
}

// After how many distances they come again; 0: they do not.
std::size_t cycleOf(const std::vector<std::int64_t>& apart)
{
    std::vector<std::int64_t> sorted = apart;
    const double alike = kSameDistance * static_cast<double>(upperMedian(sorted).value_or(0));
    const std::size_t most = std::min(kMostTeeth, apart.size() / kLeastTroughs);
    for (std::size_t cycle = 2; cycle <= most; ++cycle) {
        const std::size_t pairs = apart.size() - cycle;
        std::size_t same = 0;
        for (std::size_t i = 0; i < pairs; ++i)
            same += static_cast<double>(std::abs(apart[i + cycle] - apart[i])) <= alike ? 1U : 0U;
        if (static_cast<double>(same) >= kSameShare * static_cast<double>(pairs))
            return cycle;
    }
    return 0;
}

// One trough of each cycle: those that lie lowest, the first of equals.
Boundaries lowestOf(const Boundaries& troughs, std::size_t cycle, const Column<std::uint64_t>& active)
{
    std::optional<std::int64_t> lowest;
    Boundaries chosen;
    for (std::size_t first = 0; first < cycle; ++first) {
        Boundaries ends;
        std::vector<std::int64_t> levels;
        for (std::size_t i = first; i < troughs.size(); i += cycle) {
            ends.push_back(troughs[i]);
            levels.push_back(static_cast<std::int64_t>(active[static_cast<std::size_t>(troughs[i])]));
        }
        const std::int64_t level = upperMedian(levels).value_or(0);
        if (lowest && level >= *lowest)
            continue;
        lowest = level;
        chosen = std::move(ends);
    }
    return chosen;
}

std::vector<MemoryStep> curveSteps(const MemoryDevice& device)
{
    const Column<std::uint64_t>& active = device.active.value;
    if (active.empty() || device.active.peak == 0)
        return {};
    Boundaries troughs = troughsOf(active);
    if (!regular(troughs)) {
        if (const std::size_t cycle = cycleOf(distances(troughs)))
            troughs = lowestOf(troughs, cycle, active);
    }
    if (troughs.size() < kLeastTroughs || !regular(troughs))
        return {};
    const Boundaries rest(troughs.begin() + 1, troughs.end());
    return stepsEndingAt(rest, troughs.front() + 1, "trough");
}

void addLevels(const MemoryDevice& device, std::vector<MemoryStep>& steps)
{
    for (MemoryStep& step : steps) {
        const auto* const first = device.active.value.begin() + step.firstEntry;
        const auto* const last = device.active.value.begin() + step.lastEntry + 1;
        const auto [least, most] = std::minmax_element(first, last);
        step.baseline = *least;
        step.peak = *most;
    }
}

} // namespace

MemorySteps findMemorySteps(const MemorySnapshot& snapshot, const MemoryDevice& device, const StackReader& reader)
{
    MemorySteps found {StepSource::Annotations, profilerSteps(snapshot, device)};
    endUnfinished(snapshot, device, reader, found.steps);
    if (found.steps.empty())
        found.steps = optimizerAnnotations(snapshot, device);
    if (found.steps.empty())
        found = {StepSource::OptimizerFrames, optimizerSteps(snapshot, device, reader)};
    if (found.steps.empty())
        found = {StepSource::Curve, curveSteps(device)};
    if (found.steps.empty())
        found.source = StepSource::None;
    addLevels(device, found.steps);
    return found;
}

} // namespace stepscope::analysis
