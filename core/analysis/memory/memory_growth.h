// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Memory that stays from step to step (section 7.2 of the snapshot format page).
//
//   steps used     without the first (lazy state, workspaces) and a last one that is not complete; at least
//                  kLeastGrowthSteps of the record in all
//   slope          Theil–Sen of their baselines, in bytes per step: the median of the slopes of all pairs (of every
//                  ⌈m/400⌉-th step where there are more than 400)
//   rising share   part of the differences between neighbours that are above 0
//   largest fall   between neighbours: what a garbage collector or a cleared list gives back
//   leaking stack  made blocks that live at the end of the last used step in at least kLeakerShare of the steps that
//                  lie a full step before it; bytes per step: the median of what it made so over those steps
//   covered        what the leaking stacks keep per step ÷ slope
// O(steps² up to 400² + allocations).

#include "core/analysis/memory/memory_figures.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::analysis {

inline constexpr std::size_t kLeastGrowthSteps = 4;
inline constexpr std::size_t kMostGrowthSteps = 400;
inline constexpr double kLeakerShare = 0.6;
inline constexpr double kLeastGrowth = 16.0 * (1U << 20U); // bytes in all; less is noise
inline constexpr double kLeastGrowthOfPeak = 0.0025;
inline constexpr double kLeastNamed = 1.0 * (1U << 20U); // bytes in all, where it is known who keeps them
inline constexpr double kNamedShare = 0.9;               // of the slope, by stacks that keep blocks in most steps
inline constexpr double kLeastRising = 0.8;
inline constexpr double kLargestFall = 0.5; // of the growth

// Of the baseline, worth a word.
[[nodiscard]] inline bool isLargeGrowth(double bytes, std::uint64_t peak)
{
    return bytes >= kLeastGrowth && bytes >= kLeastGrowthOfPeak * static_cast<double>(peak);
}

struct Leaker
{
    StackId stack; // may be invalid: blocks without a stack
    std::uint64_t bytesPerStep = 0;
    std::uint64_t bytes = 0; // of its blocks that are kept
    std::vector<AllocId> blocks;
    // At the end of the history, from the steps left out too. Without a stack those of `bytes` and `blocks`.
    std::uint64_t heldAtEnd = 0, blocksAtEnd = 0;
};

struct MemoryGrowth
{
    double slope = 0; // bytes per step
    double risingShare = 0;
    double largestFall = 0;                  // bytes
    std::size_t firstStep = 0, lastStep = 0; // used, indices into the steps
    std::vector<Leaker> leakers;             // most bytes per step first
    double covered = 0;

    [[nodiscard]] std::size_t steps() const { return lastStep - firstStep + 1; }
    [[nodiscard]] double bytes() const { return slope * static_cast<double>(lastStep - firstStep); }
    [[nodiscard]] bool large(std::uint64_t peak) const { return isLargeGrowth(bytes(), peak); } // of the active bytes
    // Growth that is told: steady, and either large or kept by stacks that account for it, however little that is.
    [[nodiscard]] bool proven(std::uint64_t peak) const
    {
        return steady() && (large(peak) || (bytes() >= kLeastNamed && covered >= kNamedShare));
    }
    [[nodiscard]] bool steady() const { return risingShare >= kLeastRising && largestFall <= kLargestFall * bytes(); }
};

// Nothing with too few steps.
[[nodiscard]] std::optional<MemoryGrowth> memoryGrowth(
    const model::MemoryDevice& device, const std::vector<MemoryStep>& steps);

[[nodiscard]] double theilSen(std::span<const double> values); // slope per place; 0 for fewer than two

} // namespace stepscope::analysis
