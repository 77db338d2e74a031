// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Blocks of several steps that die together: what a reference cycle does, whose memory comes back only when the garbage
// collector runs (section 7.3 of the snapshot format page).
//
//   burst   at least kLeastBurst frees of one stack's blocks within kBurstLength entries, of blocks that are all alive
//           when it begins, born in at least kLeastBurstSteps different steps and older than the step they die in; at
//           least kLeastOfPeak of the peak. What is freed step by step, however many at once, is none
// Without steps there is no telling. O(allocations log allocations).

#include "core/analysis/memory/memory_figures.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::analysis {

inline constexpr std::size_t kLeastBurst = 8;
inline constexpr std::int32_t kBurstLength = 50;
inline constexpr std::size_t kLeastBurstSteps = 3;

struct FreedBurst
{
    StackId stack;
    std::uint64_t steps = 0; // in which they were born
    std::uint64_t bytes = 0;
    std::vector<AllocId> blocks;
};

// The one with the most bytes.
[[nodiscard]] std::optional<FreedBurst> freedBurst(
    const model::MemoryDevice& device, const std::vector<MemoryStep>& steps, std::uint64_t peak);

} // namespace stepscope::analysis
