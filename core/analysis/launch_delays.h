// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Launch delays over time: how long GPU work waited from the start of its launch call, by when it was launched. What
// counts as a delay is as in launch_stats.h. Every bucket covers the same length of the window (of the launches' own
// extent where the window is the whole trace). O(launches).

#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::analysis {

struct DelayBucket
{
    Interval span; // of the launch calls' starts
    std::uint64_t count = 0;
    std::optional<std::int64_t> medianNs; // as in launch_stats.h; nothing where nothing was launched
    std::optional<std::int64_t> p99Ns;
    std::int64_t maxNs = -1;
    SliceId slowest; // the work that waited maxNs
};

struct LaunchDelays
{
    std::vector<DelayBucket> buckets; // by time; empty when there is no delay at all
    std::uint64_t delays = 0;
    std::uint64_t negative = 0; // left out
};

[[nodiscard]] LaunchDelays launchDelays(const model::Trace& trace, const Window& window, std::size_t buckets);

} // namespace stepscope::analysis
