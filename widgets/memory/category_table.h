// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The categories of a memory timeline as a table: what each holds at a point, at the peak, at most and at the end.
// Pure.

#include "core/analysis/memory/category_figures.h"
#include "widgets/tables/table_data.h"

namespace stepscope::widgets {

// Those that hold anything at any time, most at the point first.
[[nodiscard]] TablePtr buildCategoryTable(
    const model::CategoryTimeline& timeline, const analysis::CategoryFigures& figures, std::int32_t point);

} // namespace stepscope::widgets
