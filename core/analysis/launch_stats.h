// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Launches: calls that put work on a stream (kernel, graph, copy and set calls), and how long their work waited.
//
//   count    launch calls that start in the window; with and without GPU work in the file
//   delay    start of a piece of GPU work - start of its launch call, where both times can be trusted; every node of a
//   graph
//            launch counts. Median: the upper one of the two middle values where their number is even (the reference
//            values of section 11 are so); 99th percentile by nearest rank
//   negative delays below zero (two clocks that differ): counted apart, in no percentile
// O(launches log lanes).

#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>

namespace stepscope::analysis {

struct LaunchStats
{
    std::uint64_t count = 0;
    std::uint64_t withGpuWork = 0;
    std::uint64_t withoutGpuWork = 0;
    std::optional<std::int64_t> delayMedianNs;
    std::optional<std::int64_t> delayP99Ns;
    std::uint64_t delays = 0; // the number of delays the percentiles are of
    std::uint64_t negative = 0;
};

[[nodiscard]] LaunchStats launchStats(const model::Trace& trace, const Window& window);

} // namespace stepscope::analysis
