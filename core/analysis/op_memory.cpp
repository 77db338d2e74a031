// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/op_memory.h"

#include <algorithm>
#include <span>

namespace stepscope::analysis {
namespace {

std::int64_t timeOf(const model::Trace& trace, const PlacedMemory& placed)
{
    return trace.instants.time[trace.memory.instant[placed.mark]];
}

TrackId trackOf(const model::Trace& trace, const PlacedMemory& placed)
{
    return trace.instants.track[trace.memory.instant[placed.mark]];
}

// Marks of one thread, by time, against one of its lanes: both ascend. Of two calls that touch at a mark the later one
// has it; deeper lanes come later and win.
void placeOnLane(const model::Trace& trace, const model::Lane& lane, std::span<PlacedMemory> marks)
{
    std::uint32_t slice = lane.first.value;
    for (PlacedMemory& mark : marks) {
        const std::int64_t time = timeOf(trace, mark);
        while (slice + 1 < lane.last.value && trace.slices.start[slice + 1] <= time)
            ++slice;
        const SliceId id(slice);
        if (trace.slices.start[slice] <= time && time <= trace.slices.end(id))
            mark.innermost = id;
    }
}

} // namespace

std::vector<PlacedMemory> placedMemory(const model::Trace& trace, const Window& window)
{
    const model::MemoryMarks& memory = trace.memory;
    const bool ofHost = std::all_of(memory.deviceType.begin(), memory.deviceType.end(),
        [](std::int32_t type) { return type == model::MemoryMarks::kHost; });
    std::vector<PlacedMemory> marks;
    for (std::uint32_t i = 0; i < memory.size(); ++i) {
        const std::int64_t time = trace.instants.time[memory.instant[i]];
        if ((memory.deviceType[i] == model::MemoryMarks::kHost) == ofHost && contains(window.cpu, time))
            marks.push_back({i, memory.bytes[i], {}});
    }
    for (std::size_t first = 0; first < marks.size();) {
        const TrackId id = trackOf(trace, marks[first]);
        std::size_t last = first;
        while (last < marks.size() && trackOf(trace, marks[last]) == id)
            ++last;
        const model::Track& track = trace.tracks[id.index()];
        for (std::uint32_t lane = track.slices > 0 ? track.firstLane.value : 0;
             track.slices > 0 && lane < track.lastLane.value; ++lane) {
            if (trace.lanes[lane].section == model::LaneSection::Main)
                placeOnLane(trace, trace.lanes[lane], std::span(marks).subspan(first, last - first));
        }
        first = last;
    }
    return marks;
}

} // namespace stepscope::analysis
