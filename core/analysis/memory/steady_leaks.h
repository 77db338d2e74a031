// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Blocks that one stack makes again and again and nobody frees, seen without steps (section 7.3 of the snapshot format
// page). For each stack the blocks that are born in the history and live at its end:
//
//   at least kLeastLeaked, of which kEqualSizes have the same size
//   at least kLeastOld of them older than half of the history, and at least one born in the last quarter: still going
//   on made all along: no gap between births, nor after the last, above kLargestGap × the median gap together at least
//   kLeastOfPeak of the peak; no parameters or optimizer state, which are made once and
//   stay, and no activations or gradients, which the step that is not over may still need
// O(allocations).

#include "core/analysis/memory/holdings.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

inline constexpr std::size_t kLeastLeaked = 8;
inline constexpr std::size_t kLeastOld = 4;
inline constexpr double kEqualSizes = 0.8;
inline constexpr std::int64_t kLargestGap = 3;
inline constexpr double kLeastOfPeak = 0.01;

struct SteadyLeak
{
    StackId stack;
    std::uint64_t size = 0;  // of most blocks
    std::uint64_t every = 0; // entries, the median gap
    std::uint64_t bytes = 0;
    std::vector<AllocId> blocks;
};

// Most bytes first.
[[nodiscard]] std::vector<SteadyLeak> steadyLeaks(const HoldingView& view, std::uint64_t peak);

} // namespace stepscope::analysis
