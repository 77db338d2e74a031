// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which collectives of the ranks of one job are the same one.
//
//   with numbers     same process group, name and sequence number
//   without numbers  same group and name, the n-th of its step (without steps: of the file), provided that all ranks
//                    that were in the step had the same number of them: otherwise nothing says which belong together
// O(n log n) in all collectives.

#include "core/ranks/rank_summary.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::ranks {

struct Participant
{
    std::uint32_t rank = 0;       // index into the summaries
    std::uint32_t collective = 0; // index into RankSummary::collectives
};

struct CollectiveMatch
{
    std::vector<Participant> participants; // at least two, by rank
    std::int64_t sequence = 0;             // as written, else the order from 0
};

struct CollectiveMatches
{
    std::vector<CollectiveMatch> matches; // in the launch order of their first participant, rank by rank
    std::uint64_t alone = 0;              // collectives that no other rank has
    std::uint64_t ambiguous = 0;          // … whose number differs between the ranks
};

[[nodiscard]] CollectiveMatches matchCollectives(std::span<const RankSummary> ranks);

} // namespace stepscope::ranks
