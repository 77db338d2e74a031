// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A table of a comparison as a panel shows it: before, after, change with its bar, calls, totals, averages. Pure.
// O(rows).

#include "core/compare/comparison.h"
#include "widgets/tables/table_data.h"

namespace stepscope::widgets {

[[nodiscard]] TablePtr compareTable(const compare::Table& table);

} // namespace stepscope::widgets
