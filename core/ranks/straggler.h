// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rule comm.straggler: the rank that others wait for, and what it did meanwhile.
//
//   lateness  see world.h, summed over the collectives of a step
//   singled   steps whose lateness is more than twice the median of the rank's steps and at least kExceptionalShare of
//             the step: something happened there. They are one straggler; all other steps another
//   share     lateness ÷ length of the steps it concerns (without steps: of the rank's GPU window)
//   why       of what it did before it arrived (collective.h), minus the median of the others before the same
//             collectives: the part that grew most. Nothing where nothing grew
// Whose lateness is less than kLeastShare of all its steps that are no warm-up is not called a straggler. O(collectives
// × participants).

#include "core/analysis/idle_cause.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::ranks {

struct World;

enum class LateWhy : std::uint8_t
{
    Unknown,
    Input,   // waited for training data
    Compute, // its GPU computed longer
    Host,    // its CPU came late with the launches
    Sync,    // its CPU sat in a blocking call
    Other,   // dependencies, communication in other groups, unexplained idle time
};
[[nodiscard]] const char* lateWhyName(LateWhy why); // "input", …

struct Straggler
{
    std::uint32_t rank = 0;          // index into World::ranks
    bool singled = false;            // in these steps only
    std::vector<std::int64_t> steps; // their numbers, ascending; empty: the trace has no steps
    std::uint64_t late = 0;          // collectives it came late to …
    std::uint64_t of = 0;            // … of those it was in, in these steps
    std::uint64_t last = 0;          // … and was the last at
    std::int64_t latenessNs = 0;
    double share = 0;
    LateWhy why = LateWhy::Unknown;
    std::int64_t excessNs = 0; // of that part
    std::string activity;      // what it did most in it; may be empty
    std::uint32_t worst = 0;   // index into World::collectives, the latest arrival
    std::string headline;
    std::vector<std::string> advice;
};

// Of a world whose arrivals are known.
[[nodiscard]] std::vector<Straggler> findStragglers(const World& world);

} // namespace stepscope::ranks
