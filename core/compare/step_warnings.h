// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the step marks of two traces do to a comparison: one run without any, marks that are missing in between
// (step_alignment.h), one step alone against several, another number of steps. Pure. O(steps).

#include "core/compare/comparison.h"

#include <vector>

namespace stepscope::compare {

[[nodiscard]] std::vector<Warning> stepWarnings(const Runs& runs, const StepAlignment& alignment);

} // namespace stepscope::compare
