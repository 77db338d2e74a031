// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Order of the slices of one group: start ascending, then end descending (the longer one encloses), then file order.
// Writers emit long sorted runs, so this is a natural merge sort: O(n) when sorted, O(n log runs) otherwise.

#include "core/model/slice_grouping.h"

#include <span>
#include <vector>

namespace stepscope::model {

// End of a slice; an unfinished one ends after all others. Never overflows: times are bounded when they are read.
[[nodiscard]] inline std::int64_t endOf(const SliceTable& slices, std::uint32_t row)
{
    return slices.start[row] + slices.dur[row];
}

// Fills `order` (group.last - group.first entries) with the group's rows in that order.
void sortGroup(
    const SliceTable& slices, const SliceGroup& group, std::span<std::uint32_t> order, const StopCheck& stop = {});

struct ImpossibleDuration
{
    std::uint32_t row = 0;
    std::int64_t raw = 0;
};

// GPU work of one stream, in sorted order: a piece that swallows two or more later pieces (start later, inside, end no
// later) cannot have lasted that long, since a stream runs its work in order; it is cut where the next piece starts.
// Work launched by graphs is never judged, since its branches may overlap, nor work that has no end. Returns what was
// cut, in order. O(n).
std::vector<ImpossibleDuration> repairDurations(
    SliceTable& slices, std::span<const std::uint32_t> order, std::span<const std::uint8_t> fromGraph);

} // namespace stepscope::model
