// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/interval_ops.h"

#include <algorithm>

namespace stepscope {
namespace {

bool startsBefore(const Interval& a, const Interval& b)
{
    return a.start < b.start;
}

// Adds an interval that starts no earlier than all of `set`.
void append(IntervalSet& set, Interval next)
{
    if (next.start >= next.end)
        return;
    if (!set.empty() && next.start <= set.back().end)
        set.back().end = std::max(set.back().end, next.end);
    else
        set.push_back(next);
}

} // namespace

IntervalSet makeSet(std::vector<Interval> intervals)
{
    if (!std::is_sorted(intervals.begin(), intervals.end(), startsBefore))
        std::sort(intervals.begin(), intervals.end(), startsBefore);
    IntervalSet set;
    for (const Interval& interval : intervals)
        append(set, interval);
    return set;
}

std::int64_t totalLength(const IntervalSet& set)
{
    std::int64_t sum = 0;
    for (const Interval& interval : set) {
        if (__builtin_add_overflow(sum, interval.length(), &sum))
            return std::numeric_limits<std::int64_t>::max();
    }
    return sum;
}

IntervalSet unite(const IntervalSet& a, const IntervalSet& b)
{
    IntervalSet set;
    auto left = a.begin();
    auto right = b.begin();
    while (left != a.end() || right != b.end()) {
        const bool takeLeft = right == b.end() || (left != a.end() && left->start <= right->start);
        append(set, takeLeft ? *left++ : *right++);
    }
    return set;
}

IntervalSet intersect(const IntervalSet& a, const IntervalSet& b)
{
    IntervalSet set;
    auto left = a.begin();
    auto right = b.begin();
    while (left != a.end() && right != b.end()) {
        append(set, {std::max(left->start, right->start), std::min(left->end, right->end)});
        ++(left->end < right->end ? left : right);
    }
    return set;
}

IntervalSet subtract(const IntervalSet& a, const IntervalSet& b)
{
    IntervalSet set;
    auto hole = b.begin();
    for (Interval rest : a) {
        while (hole != b.end() && hole->end <= rest.start)
            ++hole;
        for (; hole != b.end() && hole->start < rest.end; ++hole) {
            append(set, {rest.start, hole->start});
            rest.start = hole->end;
            if (hole->end >= rest.end)
                break; // the hole may reach into the next interval of `a`
        }
        append(set, rest);
    }
    return set;
}

IntervalSet complement(const IntervalSet& set, Interval within)
{
    if (within.start >= within.end)
        return {};
    return subtract({within}, set);
}

std::int64_t overlapLength(const IntervalSet& set, Interval window)
{
    if (window.start >= window.end)
        return 0;
    auto at = std::partition_point(set.begin(), set.end(), [&](const Interval& i) { return i.end <= window.start; });
    std::int64_t sum = 0;
    for (; at != set.end() && at->start < window.end; ++at) {
        const Interval part {std::max(at->start, window.start), std::min(at->end, window.end)};
        if (__builtin_add_overflow(sum, part.length(), &sum))
            return std::numeric_limits<std::int64_t>::max();
    }
    return sum;
}

} // namespace stepscope
