// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Recordings of one size that were made at the same time, as two jobs on one cluster: rank numbers alone say that there
// are several, not which rank is whose. What else tells:
//
//   ends    ranks of one job leave their collectives together, so the differences of their ends hardly vary
//           (RankClock::spreadNs); those of another job vary kClearly times as much
//   names   file names that are equal but for the rank: "a_rank0.json" and "a_rank1.json"
// Where neither does, a rank stays where it was put, and that is said. O(ranks × jobs × collectives).

#include "core/ranks/rank_summary.h"

#include <cstddef>
#include <span>
#include <vector>

namespace stepscope::ranks {

inline constexpr std::int64_t kClearly = 4;
inline constexpr std::size_t kLeastEnds = 4; // collectives of both that end together

using Members = std::vector<std::size_t>; // indices of ranks

struct SplitJobs
{
    std::vector<Members> jobs; // as many as there were
    bool guessed = false;      // of some ranks neither tells whose they are
};

// `jobs`: each rank number once in each.
[[nodiscard]] SplitJobs splitJobs(std::span<const RankSummary> ranks, const std::vector<Members>& jobs);

} // namespace stepscope::ranks
