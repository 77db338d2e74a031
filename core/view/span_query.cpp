// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/span_query.h"

#include "core/view/span_levels.h"

#include <algorithm>
#include <limits>

namespace stepscope::view {

std::uint32_t firstStartingAt(
    std::span<const std::int64_t> starts, std::uint32_t first, std::uint32_t last, std::int64_t time)
{
    std::uint32_t low = first; // all before it start earlier
    std::uint32_t step = 1;
    while (low < last && starts[low] < time) {
        const std::uint32_t next = last - low > step ? low + step : last;
        if (next == last || starts[next] >= time) {
            const auto* begin = starts.data();
            return static_cast<std::uint32_t>(std::lower_bound(begin + low + 1, begin + next, time) - begin);
        }
        low = next;
        step *= 2;
    }
    return low;
}

void querySpans(const SliceRun& run, std::int64_t t0, std::int64_t t1, std::int64_t resolution, std::vector<Span>& out,
    QueryStats* stats)
{
    const std::uint32_t stop = run.last;
    if (run.first >= stop || t0 >= t1)
        return;
    const std::int64_t from = bucketStart(t0, resolution);
    const std::int64_t to = bucketEnd(t1 - 1, resolution);

    const auto* starts = run.starts.data();
    auto i = static_cast<std::uint32_t>(std::lower_bound(starts + run.first, starts + stop, from) - starts);
    if (i > run.first && run.end(i - 1) > from)
        --i;
    std::int64_t reached = std::numeric_limits<std::int64_t>::min(); // end of the last span
    std::uint64_t steps = 0;
    while (i < stop && starts[i] < to) {
        ++steps;
        if (run.durs[i] >= resolution) {
            out.push_back({starts[i], run.end(i), run.id(i), 1, run.durs[i]});
            reached = out.back().end;
            ++i;
            continue;
        }
        const std::int64_t edge = bucketEnd(starts[i], resolution);
        std::uint32_t next = firstStartingAt(run.starts, i + 1, stop, edge);
        // A long slice can only be the last one that starts in a bucket: it is shown as it is.
        std::int64_t end = edge;
        if (next - i > 1 && run.durs[next - 1] >= resolution) {
            --next;
            end = starts[next];
        }
        if (next - i == 1) {
            out.push_back({starts[i], run.end(i), run.id(i), 1, run.durs[i]});
        } else {
            const std::size_t longest = run.longest->query(run.durs, i, next);
            // A slice that began in this bucket may end in the next one, but never beyond the next start.
            end = std::max(end, run.end(next - 1));
            const std::int64_t begin = std::max(bucketStart(starts[i], resolution), reached);
            out.push_back({begin, end, run.id(longest), next - i, run.durs[longest]});
        }
        reached = out.back().end;
        i = next;
    }
    if (stats) {
        ++stats->queries;
        stats->steps += steps;
    }
}

namespace {

class ColumnWriter // lays spans, ascending and disjoint, on the columns [0, width)
{
public:
    ColumnWriter(const TimeScale& scale, std::int32_t width, std::vector<ColumnSpan>& out)
        : m_scale(scale)
        , m_width(width)
        , m_out(out)
        , m_firstOut(out.size())
    {
    }

    void add(const Span& span)
    {
        std::int64_t left = edgeOf(span.begin);
        // What ends exactly at the right border of the view belongs to its last column.
        if (left == m_width && m_scale.toPx(span.end) <= m_width)
            --left;
        const std::int64_t right = std::max(edgeOf(span.end), left + 1);
        ColumnSpan next {clip(left), clip(right), span.slice, span.count};
        if (next.x0 >= next.x1)
            return;
        // Spans are disjoint in time, so only one that is a single column wide can meet its successor.
        if (m_out.size() == m_firstOut || next.x0 >= m_out.back().x1) {
            m_out.push_back(next);
            m_previousDur = span.dur;
        } else if (span.dur > m_previousDur) {
            next.count += m_out.back().count;
            m_out.back() = next;
            m_previousDur = span.dur;
        } else {
            m_out.back().count += next.count;
        }
    }

private:
    // TimeScale::edgeOf(), inlined: it is what most of the time goes into.
    [[nodiscard]] std::int64_t edgeOf(std::int64_t time) const
    {
        constexpr double kNear = 1e9; // columns: no need to clamp
        std::int64_t since = 0;
        if (__builtin_sub_overflow(time, m_scale.start, &since))
            return m_scale.edgeOf(time);
        const double edge = (static_cast<double>(since) - m_scale.fraction) / m_scale.nsPerPx + 0.5;
        if (!(edge > -kNear && edge < kNear))
            return m_scale.edgeOf(time);
        const auto whole = static_cast<std::int64_t>(edge);
        return whole - (edge < static_cast<double>(whole) ? 1 : 0);
    }
    [[nodiscard]] std::int32_t clip(std::int64_t edge) const
    {
        return static_cast<std::int32_t>(std::clamp<std::int64_t>(edge, 0, m_width));
    }

    const TimeScale& m_scale;
    std::int32_t m_width;
    std::vector<ColumnSpan>& m_out;
    std::size_t m_firstOut;
    std::int64_t m_previousDur = 0; // of what the last column shows
};

} // namespace

void toColumns(std::span<const Span> spans, const TimeScale& scale, std::int32_t width, std::vector<ColumnSpan>& out)
{
    ColumnWriter writer(scale, width, out);
    for (const Span& span : spans)
        writer.add(span);
}

std::vector<ColumnSpan> columnSpans(const SliceRun& run, const TimeScale& scale, std::int32_t width,
    std::int64_t coarseness, QueryStats* stats, const SpanLevels* levels)
{
    std::int64_t right = scale.toNs(width);
    right = right < kHighestTime ? right + 1 : right;
    const std::int64_t left = scale.toNs(0);
    const std::int64_t resolution = resolutionFor(scale.nsPerPx * static_cast<double>(coarseness));
    std::vector<Span> asked;
    SpanLevels::Spans found;
    if (levels && levels->holds(resolution)) {
        found = levels->query(run, left, right, resolution);
        if (stats)
            *stats = {stats->queries + 1, stats->steps + found.rest.size() + found.first.count};
    } else {
        querySpans(run, left, right, resolution, asked, stats);
        found.rest = asked;
    }
    std::vector<ColumnSpan> columns;
    columns.reserve(std::min(found.rest.size() + 1, static_cast<std::size_t>(std::max(width, 0))));
    ColumnWriter writer(scale, width, columns);
    if (found.first.count > 0)
        writer.add(found.first);
    for (const Span& span : found.rest)
        writer.add(span);
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

std::vector<ColumnSpan> united(std::vector<ColumnSpan> spans)
{
    std::sort(spans.begin(), spans.end(), [](const ColumnSpan& a, const ColumnSpan& b) { return a.x0 < b.x0; });
    std::vector<ColumnSpan> runs;
    for (const ColumnSpan& span : spans) {
        if (runs.empty() || span.x0 > runs.back().x1) {
            runs.push_back(span);
            continue;
        }
        runs.back().x1 = std::max(runs.back().x1, span.x1);
        runs.back().count += span.count;
    }
    return runs;
}

} // namespace stepscope::view
