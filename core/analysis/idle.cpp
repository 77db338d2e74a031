// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/idle.h"

#include "core/analysis/sums.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

bool larger(const IdleGap& a, const IdleGap& b)
{
    if (a.span.length() != b.span.length())
        return a.span.length() > b.span.length();
    return a.span.start != b.span.start ? a.span.start < b.span.start : a.device < b.device;
}

// The piece of work of the device that starts at this time; the first in canonical order of several.
SliceId workStartingAt(const model::Trace& trace, const DeviceUse& device, std::int64_t time)
{
    for (const StreamUse& stream : device.streams) {
        const model::Track& track = trace.tracks[stream.track.index()];
        for (std::size_t l = track.firstLane.index(); l < track.lastLane.index(); ++l) {
            const model::Lane& lane = trace.lanes[l];
            if (lane.section != model::LaneSection::Main)
                continue;
            const std::int64_t* starts = trace.slices.start.data();
            const std::int64_t* at = std::lower_bound(starts + lane.first.index(), starts + lane.last.index(), time);
            if (at != starts + lane.last.index() && *at == time)
                return SliceId(static_cast<std::size_t>(at - starts));
        }
    }
    return {};
}

void addEnd(const model::Trace& trace, const GpuUse& use, IdleGap& gap)
{
    gap.workAfter = workStartingAt(trace, use.devices[gap.device], gap.span.end);
    const GpuWorkId work = gap.workAfter.valid() ? trace.gpuWorkOf(gap.workAfter) : GpuWorkId();
    if (work.valid())
        gap.launch = trace.gpuWork.launch[work.index()];
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

IdleSummary idleSummary(const model::Trace& trace, const GpuUse& use, const Window& window, std::size_t maxGaps)
{
    IdleSummary summary;
    const Interval all = recordingOf(trace);
    const Interval recording = cut(window.gpu, all.start, all.end);
    for (std::size_t d = 0; d < use.devices.size(); ++d) {
        const DeviceUse& device = use.devices[d];
        addTo(summary.windowNs, device.window.length());
        addTo(summary.totalNs, device.idleNs);
        if (device.window.length() > 0) {
            addTo(summary.edgeNs, std::max<std::int64_t>(0, device.window.start - recording.start));
            addTo(summary.edgeNs, std::max<std::int64_t>(0, recording.end - device.window.end));
        }
        summary.gapCount += device.gaps.size();
        for (const Interval& gap : device.gaps)
            summary.gaps.push_back({static_cast<std::uint32_t>(d), gap, SliceId(), SliceId()});
    }
    if (summary.gaps.size() > maxGaps) {
        const auto cutAt = summary.gaps.begin() + static_cast<std::ptrdiff_t>(maxGaps);
        std::nth_element(summary.gaps.begin(), cutAt, summary.gaps.end(), larger);
        summary.gaps.resize(maxGaps);
    }
    std::sort(summary.gaps.begin(), summary.gaps.end(), larger);
    for (IdleGap& gap : summary.gaps)
        addEnd(trace, use, gap);
    return summary;
}

void dropShortGaps(IdleSummary& summary, std::int64_t minNs)
{
    std::erase_if(summary.gaps, [minNs](const IdleGap& gap) { return gap.span.length() < minNs; });
}

} // namespace stepscope::analysis
