// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Training steps in the history of a device (section 7.1 of the snapshot format page). The first that finds any:
//
//   1. annotations    ProfilerStep#N; else the ends of Optimizer.step#…, each of which ends a step. A last one without
//                     an end is not complete; it reaches to the end of the history, or of the first cluster of 2. after
//                     its start where there are several
//   2. optimizer      clusters of entries whose stack is inside an optimizer's step; one that follows more than
//                     max(kLeastClusterGap, kClusterGap × median distance of the clusters) entries after the last is
//                     the next cluster, and its last entry ends a step. At least kLeastClusters
//   3. curve          the troughs of a zig-zag of the active bytes with a hysteresis of kHysteresis × (max − min), from
//                     the first entry that reaches half of the maximum. Each trough ends a step; at least
//                     kLeastTroughs, at distances whose robust spread, 1.4826 × MAD ÷ median, is at most
//                     kLargestSpread. Where they spread further, but the distances come again after every n-th (n at
//                     most kMostTeeth; in kSameShare of them the same to kSameDistance of the median), a step has n
//                     teeth: the troughs that end it are those of the n that lie lowest
//   4. none
// Baseline and peak of a step: the least and most active bytes after one of its entries.
// O(entries + steps log steps).

#include "core/analysis/memory/memory_figures.h"
#include "core/analysis/memory/stack_reader.h"

#include <vector>

namespace stepscope::analysis {

inline constexpr std::int32_t kLeastClusterGap = 50; // entries
inline constexpr double kClusterGap = 0.05;
inline constexpr std::size_t kLeastClusters = 3;
inline constexpr double kHysteresis = 0.25;
inline constexpr std::size_t kLeastTroughs = 4;
inline constexpr double kLargestSpread = 0.3;
inline constexpr std::size_t kMostTeeth = 16;
inline constexpr double kSameShare = 0.8;
inline constexpr double kSameDistance = 0.1;

struct MemorySteps
{
    StepSource source = StepSource::None;
    std::vector<MemoryStep> steps; // ascending, never overlapping
};

[[nodiscard]] MemorySteps findMemorySteps(
    const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, const StackReader& reader);

} // namespace stepscope::analysis
