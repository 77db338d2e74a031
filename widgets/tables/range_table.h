// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sums of a selected range as a table. Pure.

#include "core/analysis/range_sums.h"
#include "core/model/trace.h"
#include "widgets/tables/table_data.h"

namespace stepscope::widgets {

[[nodiscard]] TablePtr buildRangeTable(
    const model::Trace& trace, const analysis::RangeSums& sums, analysis::RangeGrouping grouping);

} // namespace stepscope::widgets
