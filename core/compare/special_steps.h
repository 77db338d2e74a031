// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Steps in which something happened that the same step of the other run does not have: one long wait, a compilation, a
// throttled GPU. They are differences of their own, so that one odd step neither hides in an average nor spoils it.
//
//   special   pairs of steps whose difference in length
//             - is larger than the median difference of all pairs
//             - lies further from it than kFarSpreads × the spread of these differences (noise.h), and than
//             kLeastSpecial
//               of the median step of the first run
//             - stands apart: at least kApart × as far as that of any pair that is not special
//             At most half of the pairs; with fewer than kLeastPairs there is no telling
// O(pairs log pairs).

#include "core/compare/compared_run.h"
#include "core/compare/step_alignment.h"

#include <array>
#include <cstddef>
#include <vector>

namespace stepscope::compare {

inline constexpr std::size_t kLeastPairs = 5;
inline constexpr double kFarSpreads = 6;
inline constexpr double kApart = 3;
inline constexpr double kLeastSpecial = 0.02;

// Indices into alignment.pairs, ascending.
[[nodiscard]] std::vector<std::size_t> specialPairs(
    const std::array<ComparedRun, 2>& runs, const StepAlignment& alignment);

} // namespace stepscope::compare
