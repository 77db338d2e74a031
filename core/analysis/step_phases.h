// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Phases and data loading of the steps; definitions in steps.h, used by steps.cpp only.

#include "core/analysis/steps.h"

namespace stepscope::analysis {

void addPhases(const model::Trace& trace, const StepIndex& index, std::vector<StepFigures>& steps);

} // namespace stepscope::analysis
