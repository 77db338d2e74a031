// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which columns of the exported tables the panels show, in which order and under which words. Constant data.

#include "core/analysis/trace_figures.h"
#include "widgets/tables/table_data.h"

#include <span>

namespace stepscope::widgets {

struct ShownColumn
{
    const char* source; // key in the exported table; where it has none, its title there
    const char* title;
    const char* toolTip;
    ColumnLook look = ColumnLook::Plain;
    const char* fullText = nullptr; // key of the column with the whole text
    bool ofGpu = false;             // left out where the trace has no GPU work
};

struct TableSpec
{
    std::span<const ShownColumn> columns;
    const char* sortedBy; // source; null: in the order of the rows
    bool descending;
};

[[nodiscard]] const TableSpec& tableSpec(TableKind kind);
// For a table without rows: why, and what would bring some.
[[nodiscard]] QString emptyTableText(TableKind kind, const analysis::TraceFigures& figures);

} // namespace stepscope::widgets
