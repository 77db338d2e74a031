// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How much a trace holds: slices, instants, counter samples, flows and launch arrows inside a window, rows of the whole
// file, and slices and instants by category.
// A flow or arrow belongs to a window when one of its ends does. O(n) with a window, O(tracks + counters) without.

#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

struct TraceCounts
{
    std::uint64_t slices = 0; // X events, begin/end pairs and unfinished begins; asynchronous spans left out
    std::uint64_t instants = 0;
    std::uint64_t counterSamples = 0; // finite values of series
    std::uint64_t flows = 0;          // both ends bound to slices
    std::uint64_t arrows = 0;         // pairs of a launch and a piece of GPU work
    std::uint64_t cpuRows = 0;        // threads with slices
    std::uint64_t gpuStreams = 0;     // streams with GPU work
};

[[nodiscard]] TraceCounts countTrace(const model::Trace& trace, const Window& window);

// Slices and instants of each category, as Trace::categories is numbered.
[[nodiscard]] std::vector<std::uint64_t> countCategories(const model::Trace& trace);

} // namespace stepscope::analysis
