// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/syncs.h"

#include "core/analysis/launch_order.h"
#include "core/analysis/step_names.h"
#include "core/analysis/sync_calls.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

const DeviceUse* deviceOf(const model::Trace& trace, const GpuUse& use, SliceId work)
{
    const model::Track& track = trace.tracks[trace.trackOf(work).index()];
    const auto at = std::find_if(use.devices.begin(), use.devices.end(),
        [&](const DeviceUse& device) { return device.device == track.device && device.process == track.process; });
    return at == use.devices.end() ? nullptr : &*at;
}

std::optional<std::int64_t> idleUntil(const model::Trace& trace, const GpuUse& use, SliceId work, std::int64_t time)
{
    const DeviceUse* device = work.valid() ? deviceOf(trace, use, work) : nullptr;
    if (device == nullptr)
        return std::nullopt;
    const std::int64_t start = trace.slices.start[work.index()];
    return start <= time ? 0 : overlapLength(device->gaps, {time, start});
}

void addFacts(const model::Trace& trace, const StepIndex& steps, const GpuUse& use, const LaunchOrder& order,
    const OperatorNames& operators, SyncMarker& marker)
{
    marker.step = steps.at(marker.start());
    if (marker.step != StepIndex::kNone)
        marker.atStepEnd = !order.anyIn({marker.end(), steps.steps[marker.step].cpu.end});
    marker.workAfter = order.firstWorkAfter(marker.end());
    marker.idleAfterNs = idleUntil(trace, use, marker.workAfter, marker.end());
    if (marker.recordOnly)
        return;
    marker.op = operators.around(marker.slice);
}

} // namespace

const char* syncKindName(SyncKind kind)
{
    constexpr std::array names {"stream", "device", "event", "copy", "other"};
    return names[static_cast<std::size_t>(kind)];
}

std::vector<SyncMarker> findSyncs(const model::Trace& trace, const StepIndex& steps, const GpuUse& use)
{
    BlockingCalls calls = findBlockingCalls(trace);
    const std::vector<SyncMarker> lone = findLoneRecords(trace, calls);
    std::vector<SyncMarker> markers = std::move(calls.markers);
    markers.insert(markers.end(), lone.begin(), lone.end());
    if (markers.empty())
        return markers;
    const LaunchOrder order(trace);
    const OperatorNames operators(trace);
    for (SyncMarker& marker : markers)
        addFacts(trace, steps, use, order, operators, marker);
    std::stable_sort(
        markers.begin(), markers.end(), [](const SyncMarker& a, const SyncMarker& b) { return a.start() < b.start(); });
    return markers;
}

std::vector<SyncMarker> cutSyncs(std::vector<SyncMarker> markers, const Window& window)
{
    if (window.whole)
        return markers;
    std::erase_if(markers, [&](const SyncMarker& m) { return !overlaps(window.cpu, m.start(), m.end()); });
    for (SyncMarker& marker : markers) {
        for (Interval& part : marker.parts) {
            const Interval inside = cut(window.cpu, part.start, part.end);
            part = {inside.start, std::max(inside.start, inside.end)};
        }
    }
    return markers;
}

} // namespace stepscope::analysis
