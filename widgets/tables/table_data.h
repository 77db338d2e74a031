// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One table as its panel shows it: plain columns (core/view/grid.h), how each is called and shown, and where each row
// leads. Made by a job, immutable afterwards, shared between threads. Texts of cells are made when asked for.

#include "core/export/table.h"
#include "core/util/ids.h"
#include "core/util/interval_ops.h"
#include "core/util/time.h"
#include "core/view/grid.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <vector>

namespace stepscope::widgets {

enum class TableKind : std::uint8_t
{
    Steps,
    Operators,
    Modules,
    Kernels,
    Gaps,
    Syncs,
    Copies,
    Python
};
inline constexpr std::size_t kTableKinds = 8;

enum class ColumnLook : std::uint8_t
{
    Plain,
    Mono,
    Kernel, // name of a kernel, with the colour it has in the timeline
    Bar,    // number with its share of the whole, or of the column's largest value
    Change, // signed amount with a bar to the left or right of the middle; sorted by its size
    Signed, // number with its sign; a share that makes it many times as much is written as a factor
    Cause,  // cause of idle time, with its colour and pattern
    Tree    // a path: only its last part, indented, while the rows stand as a tree
};

struct ColumnInfo
{
    exporting::TableColumn column; // key and type as in exports
    QString title;
    QString toolTip;
    ColumnLook look = ColumnLook::Plain;
    int sortBy = -1;   // sorts by another column; -1: by itself
    int fullText = -1; // column with the whole text of what is shown shortened; -1: none
    int bound = -1;    // column with what stands before the number where it is a bound: "≥"; -1: none
    double full = 0;   // Change: the amount that fills the bar
    int least = 0;     // px of a column that gives way; 0: as all of them
};

struct RowTarget // what a row leads to
{
    SliceId slice;            // selected; may be invalid
    Interval span;            // comes into view
    std::int32_t device = -1; // whose row comes into view; -1: the slice's
    TrackId stream {};        // likewise, where it is idle time of one
    [[nodiscard]] bool valid() const { return slice.valid() || span.length() > 0; }
};

struct TableData
{
    QString empty; // says why there are no rows and what would bring some
    view::Grid grid;
    std::vector<ColumnInfo> columns;   // as in the grid
    std::vector<std::size_t> shown;    // those that are shown, in this order
    std::vector<RowTarget> targets;    // by row; none at all: the owner knows what rows lead to
    std::vector<std::uint32_t> depths; // of the rows of a tree, else empty
    std::vector<bool> quiet;           // rows whose change says nothing; may be empty
    int sortColumn = -1;               // rows come sorted by this one
    bool descending = true;
};
using TablePtr = std::shared_ptr<const TableData>;

[[nodiscard]] QString tableTitle(TableKind kind); // "Python hot spots"
[[nodiscard]] bool isNumeric(exporting::CellType type);
[[nodiscard]] view::GridColumn emptyGridColumn(exporting::CellType type); // that holds cells of this type

// Number and unit of a cell, the number being the whole text of columns that are not numeric. Empty without a value.
[[nodiscard]] FormattedQuantity cellText(const TableData& table, std::size_t column, std::size_t row);
[[nodiscard]] exporting::Cell cellValue(const TableData& table, std::size_t column, std::size_t row); // exact
// 0 to 1, or −1 to 1 of a change: how long a bar is drawn, and where to.
[[nodiscard]] double barShare(const TableData& table, std::size_t column, std::size_t row);

} // namespace stepscope::widgets
