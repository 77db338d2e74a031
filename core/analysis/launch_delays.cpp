// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch_delays.h"

#include "core/analysis/percentile.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

struct Delay
{
    std::int64_t at;
    std::int64_t ns;
    SliceId work;
};

// Of the launches that start in the window; those below zero are only counted.
std::vector<Delay> delaysIn(const model::Trace& trace, const Window& window, std::uint64_t& negative)
{
    std::vector<Delay> delays;
    const model::LaunchIndex& index = trace.launches;
    for (std::size_t i = 0; i < index.launches.size(); ++i) {
        const SliceId launch = index.launches[i];
        if (!trace.slices.placed(launch) || !contains(window.cpu, trace.slices.start[launch.index()]))
            continue;
        const std::int64_t at = trace.slices.start[launch.index()];
        for (std::size_t t = index.offsets[i]; t < index.offsets[i + 1]; ++t) {
            const SliceId work = trace.gpuWork.slice[index.targets[t].index()];
            if (!trace.slices.placed(work))
                continue;
            const std::int64_t start = trace.slices.start[work.index()];
            if (start < at)
                ++negative;
            else
                delays.push_back({at, Interval {at, start}.length(), work});
        }
    }
    return delays;
}

void summarise(std::vector<Delay>::const_iterator first, std::vector<Delay>::const_iterator last, DelayBucket& bucket)
{
    std::vector<std::int64_t> values;
    for (auto delay = first; delay != last; ++delay) {
        values.push_back(delay->ns);
        if (delay->ns > bucket.maxNs) {
            bucket.maxNs = delay->ns;
            bucket.slowest = delay->work;
        }
    }
    bucket.count = values.size();
    bucket.medianNs = upperMedian(values);
    bucket.p99Ns = nearestRank(values, 99);
}

} // namespace

LaunchDelays launchDelays(const model::Trace& trace, const Window& window, std::size_t buckets)
{
    LaunchDelays result;
    std::vector<Delay> delays = delaysIn(trace, window, result.negative);
    result.delays = delays.size();
    if (delays.empty() || buckets == 0)
        return result;
    std::stable_sort(delays.begin(), delays.end(), [](const Delay& a, const Delay& b) { return a.at < b.at; });
    Interval extent {delays.front().at, delays.back().at + 1};
    if (!window.whole)
        extent = cut(window.cpu, trace.rangeStart, std::max(trace.rangeEnd, extent.end));
    const std::int64_t each = std::max<std::int64_t>(1, extent.length() / static_cast<std::int64_t>(buckets) + 1);
    auto first = delays.cbegin();
    for (std::int64_t at = extent.start; at < extent.end;) {
        DelayBucket& bucket = result.buckets.emplace_back();
        const std::int64_t left = Interval {at, extent.end}.length();
        bucket.span = {at, left <= each ? extent.end : at + each};
        const auto last = std::find_if(first, delays.cend(), [&](const Delay& d) { return d.at >= bucket.span.end; });
        summarise(first, last, bucket);
        first = last;
        at = bucket.span.end;
    }
    return result;
}

} // namespace stepscope::analysis
