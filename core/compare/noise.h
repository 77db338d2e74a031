// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How much steps differ among themselves, and which changes say nothing for that.
//
//   spread        1.4826 × median of |x − median of x| (for a normal distribution its standard deviation; one odd step
//                 in ten does not move it), over at least kLeastSteps steps
//   within noise  |change of the mean| is at most the larger of the two runs' spreads. With an unknown spread nothing
//   is
//                 within noise
//   negligible    |change| below kNegligible of the step before: never worth a difference of its own weight
// O(n) expected.

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::compare {

inline constexpr std::size_t kLeastSteps = 3;
inline constexpr double kNegligible = 0.005;

[[nodiscard]] double medianOf(
    std::vector<double> values); // of an even number the mean of the two in the middle; 0: none
[[nodiscard]] std::optional<double> spreadOf(const std::vector<double>& values);
[[nodiscard]] bool withinSpread(double change, std::optional<double> before, std::optional<double> after);

} // namespace stepscope::compare
