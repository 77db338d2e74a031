// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The ranks of one job on one clock: who came to which collective when, who was late, and what for.
//
//   arrival     start of the collective on a rank, on the common clock
//   late        arrival − first arrival; wait = last arrival − arrival; last rank: the last to arrive (the first such
//               of equals)
//   shared      from the last arrival to the end: what all spend in it together
//   lateness    arrival − median arrival of the other participants, where positive: what a rank costs by itself, also
//               where two are late together or all differ by a little
// A match whose ranks were not in it at one moment although all must leave it together is no match: doubtful.

#include "core/ranks/clock_alignment.h"
#include "core/ranks/rank_summary.h"
#include "core/ranks/straggler.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::ranks {

struct Arrival
{
    std::uint32_t rank = 0;       // index into World::ranks
    std::uint32_t collective = 0; // index into RankSummary::collectives
    std::int64_t startNs = 0;     // common clock
    std::int64_t lateNs = 0;
    std::int64_t waitNs = 0;
    std::int64_t latenessNs = 0;
};

struct SharedCollective
{
    std::string name;
    std::string group;
    std::int64_t sequence = 0;
    std::optional<std::int64_t> step; // of its first participant
    std::vector<Arrival> arrivals;    // by rank
    std::uint32_t last = 0;           // index into arrivals
    std::int64_t waitNs = 0;          // the longest
    std::int64_t endNs = 0;           // the last end, common clock
    std::int64_t sharedNs = 0;
};

// What one rank lost and cost in one of its steps, or in all.
struct Toll
{
    std::int64_t waitNs = 0;     // it waited for others
    std::int64_t latenessNs = 0; // others waited for it
    std::uint64_t timesLast = 0;
};

struct World
{
    std::vector<RankSummary> ranks; // as they were given: the first has the common clock
    std::vector<RankClock> clocks;  // by rank
    std::vector<SharedCollective> collectives;
    std::vector<Toll> tolls;                              // by rank
    std::vector<std::vector<Toll>> stepTolls;             // by rank and index into its steps
    std::vector<Straggler> stragglers;                    // most lateness first
    std::vector<std::int64_t> missing;                    // ranks of the job without a file, the first kMaxMissing …
    std::uint64_t missingCount = 0;                       // … of so many
    bool guessed = false;                                 // of Job: which files belong together is not certain
    std::uint64_t alone = 0, ambiguous = 0, doubtful = 0; // collectives that were not compared
    static constexpr std::size_t kMaxMissing = 100;
};

// All of one job (jobs.h): each rank once.
[[nodiscard]] World mergeRanks(std::vector<RankSummary> ranks);

} // namespace stepscope::ranks
