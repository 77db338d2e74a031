// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Finds slices of one track by time, over all its lanes: a track may have as many lanes as slices. Refers to the trace,
// whose slices must stay as they are. O(n log n) to make, O(log n) a question.

#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope::model {

class SliceSearch
{
public:
    SliceSearch(const Trace& trace, TrackId track);

    // The longest of those that start at `time`.
    [[nodiscard]] SliceId startingAt(std::int64_t time) const;
    // The innermost of those that start before `time` and end at it or later.
    [[nodiscard]] SliceId around(std::int64_t time) const;
    // The first that starts later.
    [[nodiscard]] SliceId after(std::int64_t time) const;

private:
    [[nodiscard]] std::size_t firstStartingAt(std::int64_t time) const;
    [[nodiscard]] std::int64_t endAt(std::size_t position) const
    {
        return m_trace->slices.end(SliceId(m_order[position]));
    }

    static constexpr std::size_t kBlock = 64;
    const Trace* m_trace;
    std::vector<std::uint32_t> m_order;     // slices by start, longer ones first
    std::vector<std::int64_t> m_latestEnds; // of the blocks of m_order, as the leaves of a binary tree
    std::size_t m_leaves = 1;
};

} // namespace stepscope::model
