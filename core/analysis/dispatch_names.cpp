// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/dispatch_names.h"

#include "core/analysis/step_names.h"

#include <algorithm>
#include <numeric>

namespace stepscope::analysis {
namespace {

// Lengths as unsigned numbers: no interval of int64 is too long.
std::uint64_t lengthOf(std::int64_t start, std::int64_t end)
{
    return static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(start);
}

bool coversMost(const model::SliceTable& slices, SliceId id, Interval stretch)
{
    const std::int64_t from = std::max(slices.start[id.index()], stretch.start);
    const std::int64_t to = std::min(slices.end(id), stretch.end);
    return from < to && lengthOf(from, to) > lengthOf(stretch.start, stretch.end) / 2;
}

bool isFurtherInside(const model::SliceTable& slices, SliceId a, SliceId b)
{
    if (slices.start[a.index()] != slices.start[b.index()])
        return slices.start[a.index()] > slices.start[b.index()];
    if (slices.dur[a.index()] != slices.dur[b.index()])
        return slices.dur[a.index()] < slices.dur[b.index()];
    return a > b;
}

// First slice from `from` on that ends after the time, found near `from` where it is near.
std::size_t firstEndingAfter(const model::SliceTable& slices, std::size_t from, std::size_t last, std::int64_t time)
{
    std::size_t step = 1;
    std::size_t low = from;
    while (low < last && slices.end(SliceId(low)) <= time) {
        from = low + 1;
        low = std::min(last, low + step);
        step *= 2;
    }
    std::size_t high = low;
    while (from < high) {
        const std::size_t middle = from + (high - from) / 2;
        if (slices.end(SliceId(middle)) <= time)
            from = middle + 1;
        else
            high = middle;
    }
    return from;
}

} // namespace

std::vector<SliceId> mainActivities(
    const model::Trace& trace, TrackId thread, const std::vector<Interval>& stretches, ActivityKind kind)
{
    std::vector<SliceId> best(stretches.size());
    const model::SliceTable& slices = trace.slices;
    const model::Track& track = trace.tracks[thread.index()];
    for (std::size_t l = track.firstLane.index(); l < track.lastLane.index(); ++l) {
        const model::Lane& lane = trace.lanes[l];
        if ((lane.section != model::LaneSection::Main && lane.section != model::LaneSection::Python)
            || lane.depth >= kMostLanes)
            continue;
        std::size_t at = lane.first.index();
        for (std::size_t i = 0; i < stretches.size(); ++i) {
            const std::int64_t middle = std::midpoint(stretches[i].start, stretches[i].end);
            at = firstEndingAfter(slices, at, lane.last.index(), middle);
            if (at == lane.last.index())
                break;
            const SliceId id(at);
            const bool isAsked = model::isApiCall(trace.kindOf(id)) == (kind == ActivityKind::ApiCall);
            if (slices.start[at] > middle || !isAsked || !coversMost(slices, id, stretches[i])
                || (best[i].valid() && !isFurtherInside(slices, id, best[i])))
                continue;
            if (!stepNumber(trace.nameOf(id)))
                best[i] = id;
        }
    }
    return best;
}

} // namespace stepscope::analysis
