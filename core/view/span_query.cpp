// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/span_query.h"

#include <algorithm>
#include <limits>

namespace stepscope::view {

namespace {

constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();

std::int64_t bucketStart(std::int64_t time, std::int64_t resolution)
{
    return time & ~(resolution - 1);
}

std::int64_t bucketEnd(std::int64_t time, std::int64_t resolution)
{
    const std::int64_t start = bucketStart(time, resolution);
    return start > kHighest - resolution ? kHighest : start + resolution;
}

std::int64_t endOf(const model::SliceTable& slices, std::uint32_t i)
{
    std::int64_t end = 0;
    return __builtin_add_overflow(slices.start[i], slices.dur[i], &end) ? kHighest : end;
}

} // namespace

std::uint32_t firstStartingAt(
    const model::SliceTable& slices, std::uint32_t first, std::uint32_t last, std::int64_t time)
{
    std::uint32_t low = first; // all before it start earlier
    std::uint32_t step = 1;
    while (low < last && slices.start[low] < time) {
        const std::uint32_t next = last - low > step ? low + step : last;
        if (next == last || slices.start[next] >= time) {
            const auto* begin = slices.start.data();
            return static_cast<std::uint32_t>(std::lower_bound(begin + low + 1, begin + next, time) - begin);
        }
        low = next;
        step *= 2;
    }
    return low;
}

void querySpans(const model::Trace& trace, SliceId first, SliceId last, std::int64_t t0, std::int64_t t1,
    std::int64_t resolution, std::vector<Span>& out, QueryStats* stats)
{
    const model::SliceTable& slices = trace.slices;
    const std::uint32_t stop = std::min(last.value, static_cast<std::uint32_t>(slices.size()));
    if (first.value >= stop || t0 >= t1)
        return;
    const std::int64_t from = bucketStart(t0, resolution);
    const std::int64_t to = bucketEnd(t1 - 1, resolution);

    const auto* starts = slices.start.data();
    auto i = static_cast<std::uint32_t>(std::lower_bound(starts + first.value, starts + stop, from) - starts);
    if (i > first.value && endOf(slices, i - 1) > from)
        --i;
    std::int64_t reached = std::numeric_limits<std::int64_t>::min(); // end of the last span
    std::uint64_t steps = 0;
    while (i < stop && slices.start[i] < to) {
        ++steps;
        if (slices.dur[i] >= resolution) {
            out.push_back({slices.start[i], endOf(slices, i), SliceId(i), 1, slices.dur[i]});
            reached = out.back().end;
            ++i;
            continue;
        }
        const std::int64_t edge = bucketEnd(slices.start[i], resolution);
        std::uint32_t next = firstStartingAt(slices, i + 1, stop, edge);
        // A long slice can only be the last one that starts in a bucket: it is shown as it is.
        std::int64_t end = edge;
        if (next - i > 1 && slices.dur[next - 1] >= resolution) {
            --next;
            end = slices.start[next];
        }
        if (next - i == 1) {
            out.push_back({slices.start[i], endOf(slices, i), SliceId(i), 1, slices.dur[i]});
        } else {
            const std::size_t longest = trace.longest.query(slices.dur.span(), i, next);
            // A slice that began in this bucket may end in the next one, but never beyond the next start.
            end = std::max(end, endOf(slices, next - 1));
            const std::int64_t begin = std::max(bucketStart(slices.start[i], resolution), reached);
            out.push_back({begin, end, SliceId(longest), next - i, slices.dur[longest]});
        }
        reached = out.back().end;
        i = next;
    }
    if (stats) {
        ++stats->queries;
        stats->steps += steps;
    }
}

void toColumns(std::span<const Span> spans, const TimeScale& scale, std::int32_t width, std::vector<ColumnSpan>& out)
{
    const auto clip
        = [width](std::int64_t edge) { return static_cast<std::int32_t>(std::clamp<std::int64_t>(edge, 0, width)); };
    const std::size_t firstOut = out.size();
    std::int64_t previousDur = 0; // of what the last column shows
    for (const Span& span : spans) {
        // What ends exactly at the right border of the view belongs to its last column.
        const bool atBorder = scale.edgeOf(span.begin) == width && scale.toPx(span.end) <= width;
        const std::int64_t left = scale.edgeOf(span.begin) - (atBorder ? 1 : 0);
        const std::int64_t right = std::max(scale.edgeOf(span.end), left + 1);
        ColumnSpan next {clip(left), clip(right), span.slice, span.count};
        if (next.x0 >= next.x1)
            continue;
        // Spans are disjoint in time, so only one that is a single column wide can meet its successor.
        if (out.size() > firstOut && next.x0 < out.back().x1) {
            ColumnSpan& previous = out.back();
            if (span.dur > previousDur) {
                next.count += previous.count;
                previous = next;
                previousDur = span.dur;
            } else {
                previous.count += next.count;
            }
            continue;
        }
        out.push_back(next);
        previousDur = span.dur;
    }
}

std::vector<ColumnSpan> columnSpans(const model::Trace& trace, const model::Lane& lane, const TimeScale& scale,
    std::int32_t width, std::int64_t coarseness, QueryStats* stats)
{
    std::vector<Span> spans;
    std::int64_t right = scale.toNs(width);
    right = right < kHighest ? right + 1 : right;
    const std::int64_t resolution = resolutionFor(scale.nsPerPx * static_cast<double>(coarseness));
    querySpans(trace, lane.first, lane.last, scale.toNs(0), right, resolution, spans, stats);
    std::vector<ColumnSpan> columns;
    columns.reserve(spans.size());
    toColumns(spans, scale, width, columns);
    return columns;
}

const ColumnSpan* spanAt(std::span<const ColumnSpan> spans, std::int32_t x, std::int32_t tolerance)
{
    const auto after = std::upper_bound(
        spans.begin(), spans.end(), x, [](std::int32_t column, const ColumnSpan& s) { return column < s.x0; });
    const ColumnSpan* left = after != spans.begin() ? &*(after - 1) : nullptr;
    const ColumnSpan* right = after != spans.end() ? &*after : nullptr;
    const std::int32_t toLeft = left ? std::max(0, x - (left->x1 - 1)) : tolerance + 1;
    const std::int32_t toRight = right ? right->x0 - x : tolerance + 1;
    if (toLeft <= toRight)
        return toLeft <= tolerance ? left : nullptr;
    return toRight <= tolerance ? right : nullptr;
}

} // namespace stepscope::view
