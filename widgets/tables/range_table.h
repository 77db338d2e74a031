// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sums of a selected range as a table, and the distances between two slices in words. Pure.

#include "core/analysis/range_sums.h"
#include "core/model/trace.h"
#include "widgets/tables/table_data.h"

#include <QString>

namespace stepscope::widgets {

[[nodiscard]] TablePtr buildRangeTable(
    const model::Trace& trace, const analysis::RangeSums& sums, analysis::RangeGrouping grouping);

// Between two slices, the earlier one first.
struct Distance
{
    SliceId first;
    SliceId second;
    std::int64_t startToStart = 0;
    std::int64_t endToStart = 0; // below zero where they overlap
    std::int64_t startToEnd = 0; // from the first start to the last end
};
[[nodiscard]] Distance distanceBetween(const model::Trace& trace, SliceId a, SliceId b);
[[nodiscard]] QString distanceText(const model::Trace& trace, const Distance& distance);

} // namespace stepscope::widgets
