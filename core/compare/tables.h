// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tables of a comparison of two traces: every figure of both runs side by side.
//
//   step time        mean and median length of the compared steps, and the parts it is made of but idle time
//                    (step_parts.h)
//   idle             parts by cause; each leads to the longest wait, or the gap that it is in
//   communication    kernels of the family by name; the part that nothing hides
//   launches         launch calls by name (number); those of CUDA and HIP that mean the same are one row
//   syncs            blocking calls by operator, else by call, likewise: time blocked; those at the end of a step apart
//   copies           by direction and memory
//   kernels          by name; kernels whose names changed are matched through the operator (kernel_match.h)
//   kernel families  by family
//   operators        CPU time of their own, by name
// Rows in time whose calls per step changed by more than kLeastCountChange say so. The others are within noise when
// their change is at most the spread of the step time; parts: their own spread.
// O(rows log rows), and one pass over the launches.

#include "core/compare/compared_run.h"
#include "core/compare/comparison.h"

#include <array>
#include <vector>

namespace stepscope::compare {

inline constexpr double kLeastCountChange = 0.01; // of the count before

using ComparedRuns = std::array<ComparedRun, 2>;

[[nodiscard]] std::vector<Table> traceTables(const ComparedRuns& runs, const StepNoise& noise);

} // namespace stepscope::compare
