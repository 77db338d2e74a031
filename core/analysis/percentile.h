// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Percentiles by nearest rank: the smallest value such that at least `percent` % of all values are not larger.
// O(n) expected; reorders the values.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

namespace stepscope::analysis {

[[nodiscard]] inline std::optional<std::int64_t> nearestRank(std::span<std::int64_t> values, unsigned percent)
{
    if (values.empty())
        return std::nullopt;
    const std::size_t rank = std::max<std::size_t>(1, (values.size() * percent + 99) / 100); // from 1
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank - 1);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

// The middle value; of an even number of values the upper one of the two in the middle.
[[nodiscard]] inline std::optional<std::int64_t> upperMedian(std::span<std::int64_t> values)
{
    if (values.empty())
        return std::nullopt;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

// The middle value; of an even number of values the mean of the two in the middle. 0 where there are none.
[[nodiscard]] inline double medianOf(std::span<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

} // namespace stepscope::analysis
