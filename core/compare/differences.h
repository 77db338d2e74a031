// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What differs between two traces, each cause once (comparison.h).
//
//   of all steps   one difference for each part of the step time (step_parts.h) whose mean over the steps that are not
//                  special changed by more than kNegligible of the step; within noise by the part's own spread
//   special steps  one for each cause (special_steps.h): the rule of the finding of the longer step that tells most of
//                  the change, at least kToldBySpecial of it and not found in the other run's step; else the part that
//                  changed most
//   counts         launches and blocking calls inside the step, per step. Where a change of time is outside of the
//   noise
//                  that they explain, they are said there and not listed
//   warm-up        the length of the first steps where they are left out of all else (CPU spans), changed by more than
//                  kLeastWarmUp of the mean step
// In this order: time by |change|, counts, warm-up; what is within noise after all others.

#include "core/compare/tables.h"

#include <vector>

namespace stepscope::compare {

inline constexpr double kToldBySpecial = 0.3;
inline constexpr double kLeastWarmUp = 0.05;

[[nodiscard]] std::vector<Difference> traceDifferences(
    const ComparedRuns& runs, const StepAlignment& alignment, const StepNoise& noise, const std::vector<Table>& tables);

// Those of memory come between those of time and those of counts: failed allocations, growth, the others.
void sortDifferences(std::vector<Difference>& differences);

} // namespace stepscope::compare
