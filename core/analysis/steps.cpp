// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps.h"

#include "core/analysis/percentile.h"
#include "core/analysis/step_phases.h"
#include "core/analysis/sums.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace stepscope::analysis {
namespace {

// A device whose work starts later or ends earlier than the step is idle there without a gap: nobody knows why.
CauseTotals idleByCause(const GapCauses& causes, Interval interval, std::int64_t idle)
{
    CauseTotals totals = causesWithin(causes, interval);
    std::int64_t known = 0;
    for (const std::int64_t ns : totals)
        addTo(known, ns);
    if (idle > known)
        addTo(totals[static_cast<std::size_t>(IdleCause::Unexplained)], idle - known);
    return totals;
}

void addGpuFigures(const model::Trace& trace, const StepIndex& index, const GpuUse& use, const GapCauses& causes,
    std::vector<StepFigures>& steps)
{
    for (StepFigures& step : steps) {
        if (!step.span.gpu)
            continue;
        std::int64_t busy = 0;
        std::int64_t idle = 0;
        for (const DeviceUse& device : use.devices) {
            const std::int64_t within = busyWithin(device, *step.span.gpu);
            addTo(busy, within);
            addTo(idle, step.span.gpu->length() - within);
        }
        step.gpuBusyNs = busy;
        step.gpuIdleNs = idle;
        step.idleByCause = idleByCause(causes, *step.span.gpu, idle);
    }
    for (std::size_t i = 0; i < index.stepOfWork.size(); ++i) {
        const model::EventKind kind = trace.kindOf(trace.gpuWork.slice[i]);
        const bool kernel = kind == model::EventKind::Kernel || kind == model::EventKind::DeviceOp;
        if (kernel && index.stepOfWork[i] != StepIndex::kNone)
            ++steps[index.stepOfWork[i]].kernels;
    }
}

// Names that say that something was loaded or compiled for its first use.
bool marksFirstUse(std::string_view name)
{
    constexpr std::array parts {"Lazy Function Loading", "Module Loading", "Driver Compiler", "compile_inner",
        "backend_compile", "compile_fx", "compile_to_module"};
    return std::any_of(
        parts.begin(), parts.end(), [name](const char* p) { return name.find(p) != std::string_view::npos; });
}

bool hasFirstUse(const model::Trace& trace, Interval span)
{
    std::vector<std::uint8_t> known(trace.names.size(), 0); // 0 not asked yet, 1 no, 2 yes
    for (const model::Lane& lane : trace.lanes) {
        const model::TrackKind kind = trace.tracks[lane.track.index()].kind;
        const bool onHost = kind == model::TrackKind::CpuThread || kind == model::TrackKind::Overhead;
        if (!onHost || lane.section == model::LaneSection::Unplaced)
            continue;
        for (SliceId id = trace.firstEndingAfter(lane, span.start); id < lane.last; id = SliceId(id.index() + 1)) {
            if (trace.slices.start[id.index()] >= span.end)
                break;
            std::uint8_t& answer = known[trace.slices.name[id.index()].index()];
            if (answer == 0)
                answer = marksFirstUse(trace.nameOf(id)) ? 2 : 1;
            if (answer == 2)
                return true;
        }
    }
    return false;
}

using LengthOf = std::optional<std::int64_t> (*)(const StepSpan& span);

std::optional<std::int64_t> cpuLength(const StepSpan& span)
{
    return span.cpu.length();
}

std::optional<std::int64_t> gpuLength(const StepSpan& span)
{
    return span.gpu ? std::optional(span.gpu->length()) : std::nullopt;
}

std::vector<std::int64_t> lengthsFrom(const std::vector<StepFigures>& steps, std::size_t first, LengthOf lengthOf)
{
    std::vector<std::int64_t> lengths;
    for (std::size_t i = first; i < steps.size(); ++i) {
        if (const std::optional<std::int64_t> length = lengthOf(steps[i].span))
            lengths.push_back(*length);
    }
    return lengths;
}

// Of two steps nobody knows which one is unusual.
void markOutliers(std::vector<StepFigures>& steps, std::size_t first, LengthOf lengthOf)
{
    constexpr std::size_t kLeastSteps = 3;
    constexpr double kLongerThanMedian = 1.3;
    std::vector<std::int64_t> lengths = lengthsFrom(steps, first, lengthOf);
    if (lengths.size() < kLeastSteps)
        return;
    const double limit = kLongerThanMedian * static_cast<double>(*nearestRank(lengths, 50));
    for (std::size_t i = first; i < steps.size(); ++i)
        steps[i].outlier = steps[i].outlier || static_cast<double>(lengthOf(steps[i].span).value_or(0)) > limit;
}

void judge(const model::Trace& trace, StepList& list)
{
    if (list.steps.empty())
        return;
    StepFigures& first = list.steps.front();
    std::vector<std::int64_t> lengths = lengthsFrom(list.steps, 1, cpuLength);
    const std::optional<std::int64_t> others = nearestRank(lengths, 50);
    const bool slow = !trace.cut && others && first.span.cpu.length() - *others > *others;
    first.warmUp = slow || hasFirstUse(trace, first.span.cpu);
    const std::size_t regular = first.warmUp ? 1 : 0;
    lengths = lengthsFrom(list.steps, regular, cpuLength);
    list.medianNs = nearestRank(lengths, 50);
    markOutliers(list.steps, regular, cpuLength);
    markOutliers(list.steps, regular, gpuLength);
}

} // namespace

StepList stepFigures(const model::Trace& trace, const StepIndex& index, const GpuUse& use, const GapCauses& causes,
    const std::vector<SyncMarker>& syncs)
{
    StepList list;
    for (const StepSpan& span : index.steps)
        list.steps.emplace_back().span = span;
    if (list.steps.empty())
        return list;
    addGpuFigures(trace, index, use, causes, list.steps);
    for (const SyncMarker& marker : syncs) {
        if (marker.step != StepIndex::kNone)
            ++list.steps[marker.step].syncs;
    }
    addPhases(trace, index, list.steps);
    judge(trace, list);
    return list;
}

} // namespace stepscope::analysis
