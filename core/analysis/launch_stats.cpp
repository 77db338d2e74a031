// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch_stats.h"

#include "core/analysis/percentile.h"

#include <vector>

namespace stepscope::analysis {
namespace {

bool startsIn(const model::Trace& trace, SliceId id, const Window& window)
{
    if (!trace.slices.placed(id))
        return window.whole;
    return contains(window.cpu, trace.slices.start[id.index()]);
}

} // namespace

LaunchStats launchStats(const model::Trace& trace, const Window& window)
{
    LaunchStats stats;
    std::vector<std::int64_t> delays;
    const model::LaunchIndex& index = trace.launches;
    for (std::size_t i = 0; i < index.launches.size(); ++i) {
        const SliceId launch = index.launches[i];
        if (!startsIn(trace, launch, window))
            continue;
        ++stats.withGpuWork;
        for (std::size_t t = index.offsets[i]; t < index.offsets[i + 1]; ++t) {
            const SliceId slice = trace.gpuWork.slice[index.targets[t].index()];
            if (!trace.slices.placed(launch) || !trace.slices.placed(slice))
                continue;
            const std::int64_t delay = trace.slices.start[slice.index()] - trace.slices.start[launch.index()];
            if (delay < 0)
                ++stats.negative;
            else
                delays.push_back(delay);
        }
    }
    for (const SliceId launch : index.withoutWork)
        stats.withoutGpuWork += startsIn(trace, launch, window) ? 1 : 0;
    stats.count = stats.withGpuWork + stats.withoutGpuWork;
    stats.delays = delays.size();
    stats.delayMedianNs = upperMedian(delays);
    stats.delayP99Ns = nearestRank(delays, 99);
    return stats;
}

} // namespace stepscope::analysis
