// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One clock for the ranks of a job: that of the first rank.
//
//   by base     base of the rank − base of the first: Unix time as each machine had it
//   refined     ranks leave a collective together, so its end is one moment. The correction of a rank against one that
//               is placed already is the median, over the collectives they share and that end together, of the
//               difference of their ends; a median, since a kernel's end may be recorded late. Ranks are placed in the
//               order of how many collectives they share with those placed before them.
//   spread      median distance of these differences from their median: how well they agree
// A rank that shares none keeps its base time. O(matches × participants + ranks² ).

#include "core/ranks/matching.h"
#include "core/ranks/rank_summary.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::ranks {

struct RankClock
{
    std::int64_t shiftNs = 0;      // added to the rank's file times gives the first rank's
    bool comparable = true;        // false: neither base times nor collectives tell; shift is 0
    std::size_t collectives = 0;   // that it was refined by; 0: by base time alone
    std::int64_t correctionNs = 0; // part of the shift that the base times do not explain
    std::int64_t spreadNs = 0;
};

[[nodiscard]] std::vector<RankClock> alignClocks(std::span<const RankSummary> ranks, const CollectiveMatches& matches);

} // namespace stepscope::ranks
