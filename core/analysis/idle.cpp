// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/idle.h"

#include "core/analysis/sums.h"

#include <algorithm>
#include <utility>

namespace stepscope::analysis {
namespace {

bool larger(const DeviceGap& a, const DeviceGap& b)
{
    if (a.span.length() != b.span.length())
        return a.span.length() > b.span.length();
    return a.span.start != b.span.start ? a.span.start < b.span.start : a.device < b.device;
}

std::int64_t lengthOf(std::int64_t start, std::int64_t end)
{
    return start < end ? Interval {start, end}.length() : 0;
}

} // namespace

Interval recordingOf(const model::Trace& trace)
{
    Interval recording {trace.rangeStart, trace.rangeEnd};
    bool found = false;
    for (const model::Lane& lane : trace.lanes) {
        if (trace.tracks[lane.track.index()].kind != model::TrackKind::Profiler
            || lane.section == model::LaneSection::Unplaced)
            continue;
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
            if (trace.kindOf(SliceId(i)) != model::EventKind::ProfilerSpan)
                continue;
            const std::int64_t start = trace.slices.start[i];
            recording.start = found ? std::min(recording.start, start) : start;
            found = true;
        }
    }
    const NameId end = trace.names.find("Record Window End");
    for (std::size_t i = 0; end.valid() && i < trace.instants.size(); ++i) {
        if (trace.instants.name[i] == end && (trace.instants.flags[i] & model::kOutlier) == 0)
            recording.end = trace.instants.time[i];
    }
    return recording;
}

std::vector<std::uint32_t> largestGaps(const GapCauses& causes, std::size_t limit, std::int64_t minNs)
{
    std::vector<std::uint32_t> order;
    for (std::size_t i = 0; i < causes.gaps.size(); ++i) {
        if (causes.gaps[i].span.length() >= minNs)
            order.push_back(static_cast<std::uint32_t>(i));
    }
    const auto before = [&causes](std::uint32_t a, std::uint32_t b) { return larger(causes.gaps[a], causes.gaps[b]); };
    if (order.size() > limit) {
        std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(limit), order.end(), before);
        order.resize(limit);
    }
    std::sort(order.begin(), order.end(), before);
    return order;
}

IdleSummary idleSummary(
    const model::Trace& trace, const GpuUse& use, GapCauses causes, const Window& window, std::int64_t minGapNs)
{
    IdleSummary summary;
    const Interval all = recordingOf(trace);
    const Interval recording = cut(window.gpu, all.start, all.end);
    for (const DeviceUse& device : use.devices) {
        addTo(summary.windowNs, device.window.length());
        addTo(summary.totalNs, device.idleNs);
        if (device.window.length() > 0) {
            addTo(summary.edgeNs, lengthOf(recording.start, device.window.start));
            addTo(summary.edgeNs, lengthOf(device.window.end, recording.end));
        }
    }
    summary.gapCount = causes.gaps.size();
    summary.largest = largestGaps(causes, IdleSummary::kReportedGaps, minGapNs);
    summary.causes = std::move(causes);
    return summary;
}

} // namespace stepscope::analysis
