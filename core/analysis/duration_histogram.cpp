// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/duration_histogram.h"

#include "core/analysis/percentile.h"
#include "core/analysis/range_sums.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

std::vector<std::int64_t> edgesFor(std::int64_t min, std::int64_t max)
{
    const auto bars = static_cast<double>(DurationHistogram::kMostBars);
    const bool logarithmic = min > 0 && max / min >= DurationHistogram::kRatioForLogarithmic;
    const auto low = static_cast<double>(min);
    const auto high = static_cast<double>(max);
    std::vector<std::int64_t> edges {min};
    for (std::size_t i = 1; i < DurationHistogram::kMostBars; ++i) {
        const double share = static_cast<double>(i) / bars;
        const double edge = logarithmic ? low * std::pow(high / low, share) : low + (high - low) * share;
        const auto at = static_cast<std::int64_t>(std::llround(edge));
        if (at > edges.back() && at < max) // short spreads have fewer bars than that
            edges.push_back(at);
    }
    edges.push_back(std::max(max, min + 1));
    return edges;
}

} // namespace

std::optional<std::size_t> DurationHistogram::barOf(std::int64_t ns) const
{
    if (edges.empty() || ns < edges.front() || ns > edges.back())
        return std::nullopt;
    const auto above = std::upper_bound(edges.begin(), edges.end(), ns);
    return std::min(static_cast<std::size_t>(above - edges.begin()), counts.size()) - 1;
}

DurationHistogram histogramOf(std::vector<std::int64_t> durations)
{
    DurationHistogram result;
    if (durations.empty())
        return result;
    const auto [min, max] = std::minmax_element(durations.begin(), durations.end());
    result.minNs = *min;
    result.maxNs = *max;
    result.counted = durations.size();
    result.edges = edgesFor(result.minNs, result.maxNs);
    result.counts.resize(result.edges.size() - 1);
    for (const std::int64_t ns : durations) {
        if (const std::optional<std::size_t> bar = result.barOf(ns))
            ++result.counts[*bar];
    }
    result.medianNs = nearestRank(durations, 50).value_or(result.minNs);
    return result;
}

DurationHistogram durationHistogram(
    const model::Trace& trace, SliceId like, Interval range, const std::stop_token& stop)
{
    std::vector<std::int64_t> durations;
    std::uint64_t untimed = 0;
    const NameId name = trace.slices.name[like.index()];
    const std::uint16_t category = trace.slices.category[like.index()];
    for (const LaneId lane : placedLanes(trace)) {
        if (stop.stop_requested())
            return {};
        const SliceRun run = slicesWithin(trace, trace.lanes[lane.index()], range);
        for (std::size_t i = run.first; i < run.last; ++i) {
            if (trace.slices.name[i] != name || trace.slices.category[i] != category)
                continue;
            if (trace.slices.timed(SliceId(i)))
                durations.push_back(trace.slices.dur[i]);
            else
                ++untimed;
        }
    }
    DurationHistogram result = histogramOf(std::move(durations));
    result.untimed = untimed;
    return result;
}

} // namespace stepscope::analysis
