// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/stream_idle.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

template <class Visit> void eachMainLane(const model::Trace& trace, TrackId stream, const Visit& visit)
{
    const model::Track& track = trace.tracks[stream.index()];
    for (std::uint32_t l = track.firstLane.value; l < track.lastLane.value; ++l) {
        if (trace.lanes[l].section == model::LaneSection::Main)
            visit(trace.lanes[l]);
    }
}

SliceId startingAt(const model::Trace& trace, TrackId stream, std::int64_t time)
{
    SliceId found;
    eachMainLane(trace, stream, [&](const model::Lane& lane) {
        const SliceId after = trace.firstEndingAfter(lane, time);
        if (!found.valid() && after != lane.last && trace.slices.start[after.index()] == time)
            found = after;
    });
    return found;
}

std::vector<analysis::GapPart> waitsWithin(const TimelineMarks::Device& device, Interval span)
{
    const auto [first, last] = device.waitSpans.within(span.start, span.end);
    std::vector<analysis::GapPart> waits(device.waits.begin() + static_cast<std::ptrdiff_t>(first),
        device.waits.begin() + static_cast<std::ptrdiff_t>(last));
    for (analysis::GapPart& wait : waits)
        wait.span = {std::max(wait.span.start, span.start), std::min(wait.span.end, span.end)};
    return waits;
}

bool isInside(const TimelineMarks::Stream& stream, std::int64_t time)
{
    return time >= stream.window.start && time < stream.window.end;
}

} // namespace

const analysis::GapPart* StreamIdle::longestWait() const
{
    const auto longest = std::max_element(
        waits.begin(), waits.end(), [](const auto& a, const auto& b) { return a.span.length() < b.span.length(); });
    return longest == waits.end() ? nullptr : &*longest;
}

std::optional<Interval> idleAt(const TimelineMarks& marks, TrackId track, std::int64_t time)
{
    const TimelineMarks::Stream* stream = marks.streamOf(track);
    if (stream == nullptr || !isInside(*stream, time))
        return {};
    const model::Trace& trace = marks.trace();
    Interval idle = stream->window;
    eachMainLane(trace, track, [&](const model::Lane& lane) {
        const SliceId after = trace.firstEndingAfter(lane, time);
        if (after != lane.last)
            idle.end = std::min(idle.end, trace.slices.start[after.index()]);
        if (after != lane.first)
            idle.start = std::max(idle.start, trace.slices.end(SliceId(after.value - 1)));
    });
    if (idle.end <= idle.start || idle.end <= time)
        return {}; // another lane works
    return idle;
}

std::optional<StreamIdle> idleOver(const TimelineMarks& marks, const TimeRange& range)
{
    const Interval span {range.start, range.end};
    const bool isWait = marks.waitOver(range) != nullptr;
    std::optional<StreamIdle> found;
    for (std::size_t d = 0; d < marks.devices().size(); ++d) {
        for (const analysis::StreamUse& use : marks.figures().gpu.devices[d].streams) {
            const TimelineMarks::Stream& stream = *marks.streamOf(use.track);
            const bool waits = isWait && !stream.communicates && isInside(stream, span.start);
            if (!waits && idleAt(marks, use.track, span.start) != span)
                continue;
            StreamIdle idle {use.track, span, {}, startingAt(marks.trace(), use.track, span.end)};
            if (!stream.communicates)
                idle.waits = waitsWithin(marks.devices()[d], span);
            if (!idle.waits.empty())
                return idle;
            if (!found)
                found = std::move(idle);
        }
    }
    return found;
}

} // namespace stepscope::widgets
