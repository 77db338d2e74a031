// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sets of half-open intervals [start, end) in int64 ns, as sorted vectors of disjoint, non-touching intervals.
// Zero-length intervals vanish in a set. All functions are O(n) on sets; makeSet is O(n log n) on unsorted input.
// Lengths stay at the largest int64 where they would leave it: hostile files have times at both ends of the range.

#include <cstdint>
#include <limits>
#include <vector>

namespace stepscope {

struct Interval
{
    std::int64_t start = 0;
    std::int64_t end = 0;
    [[nodiscard]] std::int64_t length() const
    {
        std::int64_t length = 0;
        return __builtin_sub_overflow(end, start, &length) ? std::numeric_limits<std::int64_t>::max() : length;
    }
    friend bool operator==(const Interval&, const Interval&) = default;
};
using IntervalSet = std::vector<Interval>;

[[nodiscard]] IntervalSet makeSet(std::vector<Interval> intervals);
[[nodiscard]] std::int64_t totalLength(const IntervalSet& set);
[[nodiscard]] IntervalSet unite(const IntervalSet& a, const IntervalSet& b);
[[nodiscard]] IntervalSet intersect(const IntervalSet& a, const IntervalSet& b);
[[nodiscard]] IntervalSet subtract(const IntervalSet& a, const IntervalSet& b);
[[nodiscard]] IntervalSet complement(const IntervalSet& set, Interval within);     // gaps of `set` inside `within`
[[nodiscard]] std::int64_t overlapLength(const IntervalSet& set, Interval window); // O(log n + intervals inside)

} // namespace stepscope
