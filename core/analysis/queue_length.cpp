// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/queue_length.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace stepscope::analysis {

namespace {

using Change = std::pair<std::int64_t, std::int32_t>; // time, by how much

std::vector<Change> changesOf(const model::Trace& trace, const model::Track& track, QueueEnd end)
{
    std::vector<Change> changes;
    changes.reserve(std::size_t {2} * track.gpuWork);
    for (std::size_t i = track.firstLane.index(); i < track.lastLane.index(); ++i) {
        const model::Lane& lane = trace.lanes[i];
        if (lane.section != model::LaneSection::Main || !lane.firstGpuWork.valid())
            continue;
        for (std::size_t slice = lane.first.index(); slice < lane.last.index(); ++slice) {
            const SliceId launch = trace.gpuWork.launch[lane.firstGpuWork.index() + slice - lane.first.index()];
            const std::int64_t start = trace.slices.start[slice];
            const bool isKnown = launch.valid() && trace.slices.placed(launch);
            changes.emplace_back(isKnown ? std::min(start, trace.slices.start[launch.index()]) : start, 1);
            changes.emplace_back(end == QueueEnd::Finished ? trace.slices.end(SliceId(slice)) : start, -1);
        }
    }
    std::sort(changes.begin(), changes.end());
    return changes;
}

} // namespace

model::CounterSeries queueLength(const model::Trace& trace, TrackId stream, QueueEnd end)
{
    const model::Track& track = trace.tracks[stream.index()];
    model::CounterSeries series;
    series.process = track.process;
    series.counter = "queue length";
    series.series = track.name;
    const std::vector<Change> changes = changesOf(trace, track, end);
    std::int64_t length = 0;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        length += changes[i].second;
        const bool isLastOfMoment = i + 1 == changes.size() || changes[i + 1].first != changes[i].first;
        const bool isChanged = series.value.empty() || series.value.back() != static_cast<double>(length);
        if (!isLastOfMoment || !isChanged)
            continue;
        series.time.push_back(changes[i].first);
        series.value.push_back(static_cast<double>(length));
    }
    return series;
}

} // namespace stepscope::analysis
