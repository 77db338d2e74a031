// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which training steps of two runs are compared, and which of them correspond.
//
//   unbroken  the longest stretch of steps whose numbers follow each other, the last of equals. Where marks are missing
//             in between, the GPU time of the steps without a mark would be counted for their neighbours
//   compared  all steps of the unbroken stretches but the first, of both runs, where both have others and
//             - the first of either is a warm-up step (steps.h), or
//             - the time of the GPUs is compared: the GPU interval of a first step begins with its own work, so that
//             what
//               the GPU waited for before it is not known
//   pairs     by number where at least half of the shorter run's compared steps have their number in the other run,
//             else by order, the first with the first
// Steps without a partner are compared all the same, as part of the averages. O(steps log steps).

#include "core/analysis/steps.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::compare {

struct StepPair // indices into StepList::steps
{
    std::uint32_t before = 0;
    std::uint32_t after = 0;
    friend bool operator==(const StepPair&, const StepPair&) = default;
};

struct StepAlignment
{
    std::array<std::vector<std::uint32_t>, 2> compared; // before, after: indices, ascending
    std::vector<StepPair> pairs;                        // of compared ones, ascending
    bool byNumber = false;
    std::optional<StepPair> leftOut; // the first steps of the unbroken stretches, where they are left out
    bool warmUp = false;             // … and one of them is a warm-up step
};

// Whether there are steps without a mark between two marks that follow each other in time.
[[nodiscard]] inline bool marksMissing(const analysis::StepSpan& first, const analysis::StepSpan& next)
{
    return next.number - first.number > 1;
}

[[nodiscard]] StepAlignment alignSteps(const analysis::StepList& before, const analysis::StepList& after, bool gpu);

} // namespace stepscope::compare
