// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sums that stay at the limits of int64 and uint64 instead of overflowing: a hostile file can hold durations that add
// up to more than 292 years.

#include <cstdint>
#include <limits>

namespace stepscope::analysis {

inline void addTo(std::int64_t& sum, std::int64_t value)
{
    if (__builtin_add_overflow(sum, value, &sum))
        sum = value < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

inline void addTo(std::uint64_t& sum, std::uint64_t value)
{
    if (__builtin_add_overflow(sum, value, &sum))
        sum = std::numeric_limits<std::uint64_t>::max();
}

} // namespace stepscope::analysis
