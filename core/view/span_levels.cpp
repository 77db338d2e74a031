// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/span_levels.h"

#include <algorithm>
#include <bit>

namespace stepscope::view {

namespace {

constexpr std::uint32_t kFewSlices = 1U << 13U; // of a lane that is asked directly
constexpr double kPerBucket = 32;               // slices on average, at the finest level
constexpr std::size_t kFewSpans = 256;          // of the coarsest level: fewer than a view has columns
constexpr std::int64_t kCoarsest = std::int64_t {1} << 58U;

bool isLong(const Span& span, std::int64_t resolution)
{
    return span.count == 1 && span.dur >= resolution;
}

// The spans of `resolution` from those of half of it: querySpans() over spans instead of slices.
std::vector<Span> halved(const std::vector<Span>& fine, std::int64_t resolution)
{
    std::vector<Span> coarse;
    coarse.reserve(fine.size() / 2 + 1);
    for (std::size_t i = 0; i < fine.size();) {
        Span gathered = fine[i];
        const std::int64_t bucket = bucketStart(gathered.begin, resolution);
        const auto isInBucket
            = [&](std::size_t at) { return at < fine.size() && bucketStart(fine[at].begin, resolution) == bucket; };
        std::size_t next = i + 1;
        for (; !isLong(gathered, resolution) && isInBucket(next) && !isLong(fine[next], resolution); ++next) {
            gathered.count += fine[next].count;
            if (fine[next].dur > gathered.dur) {
                gathered.dur = fine[next].dur;
                gathered.slice = fine[next].slice;
            }
        }
        if (gathered.count > 1) {
            const std::int64_t edge = isInBucket(next) ? fine[next].begin : bucketEnd(bucket, resolution);
            gathered.begin = coarse.empty() ? bucket : std::max(bucket, coarse.back().end);
            gathered.end = std::max(edge, fine[next - 1].end);
        }
        coarse.push_back(gathered);
        i = next;
    }
    return coarse;
}

} // namespace

SpanLevels::SpanLevels(const SliceRun& run)
{
    if (run.size() < kFewSlices)
        return;
    const std::int64_t start = run.starts[run.first];
    const std::int64_t last = run.starts[run.last - 1];
    const double wanted = timeDifference(last, start) / run.size() * kPerBucket;
    if (last == kHighestTime || wanted >= static_cast<double>(kCoarsest))
        return;
    m_finest = resolutionFor(wanted);
    std::vector<Span> spans;
    querySpans(run, start, last + 1, m_finest, spans);
    spans.shrink_to_fit();
    m_levels.push_back(std::move(spans));
    for (std::int64_t resolution = 2 * m_finest; resolution <= kCoarsest && m_levels.back().size() > kFewSpans;
         resolution *= 2)
        m_levels.push_back(halved(m_levels.back(), resolution));
}

bool SpanLevels::holds(std::int64_t resolution) const
{
    return !m_levels.empty() && resolution >= m_finest && levelOf(resolution) < m_levels.size();
}

std::size_t SpanLevels::levelOf(std::int64_t resolution) const
{
    return static_cast<std::size_t>(std::countr_zero(static_cast<std::uint64_t>(resolution))
        - std::countr_zero(static_cast<std::uint64_t>(m_finest)));
}

SpanLevels::Spans SpanLevels::query(
    const SliceRun& run, std::int64_t t0, std::int64_t t1, std::int64_t resolution) const
{
    if (t0 >= t1)
        return {};
    const std::int64_t from = bucketStart(t0, resolution);
    const std::int64_t to = bucketEnd(t1 - 1, resolution);
    const std::vector<Span>& spans = m_levels[levelOf(resolution)];
    auto first = std::partition_point(
        spans.begin(), spans.end(), [from](const Span& span) { return span.begin < from && span.end <= from; });
    const auto last = std::partition_point(first, spans.end(), [to](const Span& span) { return span.begin < to; });
    Spans found;
    // Of a bucket before the window only its last slice reaches into it.
    if (first != last && first->begin < from && first->count > 1) {
        const auto* starts = run.starts.data();
        const auto slice
            = static_cast<std::uint32_t>(std::lower_bound(starts + run.first, starts + run.last, from) - starts) - 1;
        found.first = {starts[slice], run.end(slice), run.id(slice), 1, run.durs[slice]};
        ++first;
    }
    found.rest = std::span<const Span>(first, last);
    return found;
}

} // namespace stepscope::view
