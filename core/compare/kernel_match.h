// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Kernels of two runs: by name, and where names changed (another GPU, another version of a library) through the
// operator that launched most of their time.
//
//   by operator   kernels that only one run has, of one operator (whatever library its name tells) and family: those of
//   one function name are matched
//                 first, then the longest in total with the longest, as far as both runs have some
// O(kernels log kernels).

#include "core/compare/compared_run.h"
#include "core/compare/comparison.h"

#include <array>
#include <vector>

namespace stepscope::compare {

[[nodiscard]] std::vector<Row> matchKernels(const std::array<ComparedRun, 2>& runs); // not sorted

} // namespace stepscope::compare
