// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lays the slices of one group out on lanes and finds each one's parent.
// Parent: the innermost slice that contains it (rounded times: that ends at most `tolerance` earlier). Lane: the first
// one below its ancestors' in its own section (Python frames apart from everything else) that is free at its start;
// where slices cross, that is a further lane, so nothing overlaps and nothing is dropped. Two slices cross when start1
// < start2 < end1 < end2; counted by pair in O(n log n), whatever the tolerance. Unfinished slices cross nothing:
// nobody knows when they ended.

#include "core/model/slice_sorting.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::model {

struct NestedGroup
{
    static constexpr std::uint32_t kNone = 0xffffffffU;
    // By position in the sorted order:
    Column<std::uint32_t> parent; // position of the parent, kNone
    Column<std::uint32_t> lane;   // index into lanes
    struct NestedLane
    {
        bool python = false;
        std::uint32_t depth = 0;
        std::uint32_t slices = 0;
    };
    std::vector<NestedLane> lanes; // in order of first use
    std::uint64_t crossings = 0;
    std::uint32_t firstCrossing = kNone;         // position of the later slice of the first pair
    std::vector<std::uint32_t> furtherCrossings; // … and of others that follow, as many as are worth a look
};

// `pythonCategory[category]` tells the section of a slice.
[[nodiscard]] NestedGroup nest(const SliceTable& slices, std::span<const std::uint32_t> order,
    const std::vector<bool>& pythonCategory, std::int64_t tolerance, const StopCheck& stop = {});

} // namespace stepscope::model
