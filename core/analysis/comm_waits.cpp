// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/comm_waits.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

std::vector<SliceId> communicationOf(const model::Trace& trace, std::span<const TrackId> streams, WorkClasses& classes)
{
    std::vector<SliceId> found;
    for (const TrackId stream : streams) {
        const model::Track& track = trace.tracks[stream.index()];
        for (std::uint32_t l = track.firstLane.value; l < track.lastLane.value; ++l) {
            const model::Lane& lane = trace.lanes[l];
            for (SliceId id = lane.first; lane.section == model::LaneSection::Main && id < lane.last; ++id.value) {
                if (model::isGpuWork(trace.kindOf(id)) && classes.of(id) == WorkClass::Communication)
                    found.push_back(id);
            }
        }
    }
    std::stable_sort(found.begin(), found.end(),
        [&trace](SliceId a, SliceId b) { return trace.slices.start[a.index()] < trace.slices.start[b.index()]; });
    return found;
}

} // namespace

std::vector<CommWait> communicationWaits(
    const model::Trace& trace, const DeviceUse& use, std::span<const TrackId> streams, WorkClasses& classes)
{
    std::vector<CommWait> waits;
    const auto add = [&waits](Interval span, SliceId slice) {
        if (span.start < span.end)
            waits.push_back({span, slice});
    };
    std::int64_t reached = use.window.start;
    auto hides = use.compute.begin();
    for (const SliceId slice : communicationOf(trace, streams, classes)) {
        const std::int64_t end = std::min(trace.slices.end(slice), use.window.end);
        reached = std::max(reached, trace.slices.start[slice.index()]);
        while (hides != use.compute.end() && hides->end <= reached)
            ++hides;
        for (auto at = hides; at != use.compute.end() && at->start < end; ++at) {
            add({reached, at->start}, slice);
            reached = std::max(reached, at->end);
        }
        add({reached, end}, slice);
        reached = std::max(reached, end);
    }
    return waits;
}

std::vector<TrackId> waitingStreams(const DeviceUse& use, std::span<const TrackId> streams, const CommWait& wait)
{
    std::vector<TrackId> waiting;
    for (const StreamUse& stream : use.streams) {
        const bool isAtWork = wait.span.start >= stream.window.start && wait.span.start < stream.window.end;
        if (isAtWork && std::find(streams.begin(), streams.end(), stream.track) == streams.end())
            waiting.push_back(stream.track);
    }
    return waiting;
}

} // namespace stepscope::analysis
