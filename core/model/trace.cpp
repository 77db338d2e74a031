// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace.h"

#include <algorithm>

namespace stepscope::model {

std::span<const GpuWorkId> LaunchIndex::workOf(SliceId launch) const
{
    const auto found = std::lower_bound(launches.begin(), launches.end(), launch);
    if (found == launches.end() || *found != launch)
        return {};
    const auto i = static_cast<std::size_t>(found - launches.begin());
    return {targets.data() + offsets[i], offsets[i + 1] - offsets[i]};
}

std::optional<std::int64_t> Trace::unixBase() const
{
    constexpr std::int64_t kEarliest = 1'420'070'400'000'000'000; // 2015, before there was a profiler to write them
    constexpr std::int64_t kLatest = 4'102'444'800'000'000'000;   // 2100
    if (baseTimeNs)
        return baseTimeNs;
    return rangeStart >= kEarliest && rangeEnd <= kLatest ? std::optional<std::int64_t>(0) : std::nullopt;
}

LaneId Trace::laneOf(SliceId id) const
{
    const auto after
        = std::upper_bound(lanes.begin(), lanes.end(), id, [](SliceId s, const Lane& lane) { return s < lane.first; });
    return LaneId(static_cast<std::size_t>(after - lanes.begin()) - 1);
}

std::uint32_t Trace::depthOf(SliceId id) const
{
    std::uint32_t depth = 0;
    for (SliceId at = slices.parent[id.index()]; at.valid(); at = slices.parent[at.index()])
        ++depth;
    return depth;
}

GpuWorkId Trace::gpuWorkOf(SliceId id) const
{
    const auto found = std::lower_bound(gpuWork.slice.begin(), gpuWork.slice.end(), id);
    if (found == gpuWork.slice.end() || *found != id)
        return {};
    return GpuWorkId(static_cast<std::size_t>(found - gpuWork.slice.begin()));
}

std::int64_t Trace::rawDurationOf(SliceId id) const
{
    const auto found = std::lower_bound(
        rawDurations.begin(), rawDurations.end(), id, [](const RawDuration& raw, SliceId s) { return raw.slice < s; });
    return found != rawDurations.end() && found->slice == id ? found->dur : slices.dur[id.index()];
}

std::vector<SliceId> Trace::childrenOf(SliceId id) const
{
    std::vector<SliceId> children;
    const Lane& mine = lanes[laneOf(id).index()];
    const Track& track = tracks[mine.track.index()];
    const std::int64_t start = slices.start[id.index()];
    const std::int64_t end = slices.end(id);
    for (std::uint32_t l = track.firstLane.value; l < track.lastLane.value; ++l) {
        const Lane& lane = lanes[l];
        if (lane.section == LaneSection::Unplaced)
            continue;
        const auto* first = slices.start.data() + lane.first.value;
        const auto* last = slices.start.data() + lane.last.value;
        for (const auto* at = std::lower_bound(first, last, start); at != last && *at <= end; ++at) {
            const SliceId child(static_cast<std::size_t>(at - slices.start.data()));
            if (slices.parent[child.index()] == id)
                children.push_back(child);
        }
    }
    std::sort(children.begin(), children.end(),
        [this](SliceId a, SliceId b) { return slices.start[a.index()] < slices.start[b.index()]; });
    return children;
}

std::int64_t Trace::selfTimeOf(SliceId id) const
{
    const std::int64_t end = slices.end(id);
    std::int64_t self = slices.dur[id.index()];
    std::int64_t covered = slices.start[id.index()]; // children that cross are not counted twice
    for (const SliceId child : childrenOf(id)) {
        const std::int64_t from = std::max(covered, slices.start[child.index()]);
        const std::int64_t to = std::min(end, slices.end(child));
        if (to > from) {
            self -= to - from;
            covered = to;
        }
    }
    return self;
}

SliceId Trace::operatorOf(SliceId launchCall) const
{
    for (SliceId at = slices.parent[launchCall.index()]; at.valid(); at = slices.parent[at.index()]) {
        const EventKind kind = kindOf(at);
        if (kind == EventKind::CpuOp || kind == EventKind::UserAnnotation)
            return at;
    }
    return {};
}

SliceId Trace::firstEndingAfter(const Lane& lane, std::int64_t time) const
{
    // Slices of a lane do not overlap: ends ascend with starts.
    const auto* first = slices.start.data() + lane.first.value;
    const auto* last = slices.start.data() + lane.last.value;
    const auto* at = std::upper_bound(first, last, time);
    SliceId id(static_cast<std::size_t>(at - slices.start.data()));
    if (id > lane.first && slices.end(SliceId(id.value - 1)) > time)
        --id.value;
    return id;
}

} // namespace stepscope::model
