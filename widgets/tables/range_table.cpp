// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/range_table.h"

#include "core/export/labels.h"
#include "widgets/tables/table_builder.h"

#include <algorithm>
#include <array>

namespace stepscope::widgets {

using analysis::RangeGrouping;
using exporting::Cell;
using exporting::CellType;

namespace {

constexpr ShownColumn kNames[] = {
    {"name", "Name", "Slices of one name and category", ColumnLook::Mono},
    {"category", "Category", "As in the file"},
    {"calls", "Calls", "That overlap the range"},
    {"self_ns", "Self", "Parts inside the range without the direct children", ColumnLook::Bar},
    {"total_ns", "Total", "Time in which any of them ran: a call inside a call of its name counts once; rows add up"},
    {"avg_ns", "Average", "Of the parts inside the range"},
    {"longest_ns", "Longest", "Part inside the range; double click leads to it"},
};
constexpr ShownColumn kRows[] = {
    {"row", "Row", "Thread or stream"},
    {"calls", "Slices", "That overlap the range"},
    {"total_ns", "Occupied", "Time in which the row holds anything", ColumnLook::Bar},
    {"longest_ns", "Longest", "Part inside the range; double click leads to it"},
};
constexpr ShownColumn kCategories[] = {
    {"category", "Category", "As in the file"},
    {"calls", "Slices", "That overlap the range"},
    {"self_ns", "Self", "Parts inside the range without the direct children", ColumnLook::Bar},
    {"total_ns", "Total", "Time in which any of them ran: what lies inside another one counts once; rows add up"},
    {"longest_ns", "Longest", "Part inside the range; double click leads to it"},
};

const TableSpec& specOf(RangeGrouping grouping)
{
    static constexpr std::array<TableSpec, 3> kSpecs {
        {{kNames, "self_ns", true}, {kRows, "total_ns", true}, {kCategories, "self_ns", true}}};
    return kSpecs[static_cast<std::size_t>(grouping)];
}

} // namespace

TablePtr buildRangeTable(const model::Trace& trace, const analysis::RangeSums& sums, RangeGrouping grouping)
{
    exporting::Table table;
    table.name = "range";
    const bool hasName = grouping == RangeGrouping::Name;
    const bool byRow = grouping == RangeGrouping::Row;
    table.columns = {{"name", hasName ? "name" : "", CellType::Text, hasName, true},
        {"category", byRow ? "" : "category", CellType::Text, !byRow, false},
        {"row", byRow ? "row" : "", CellType::Text, byRow, true}, {"calls", "calls", CellType::Count, true, false},
        {"total_ns", "total", CellType::Duration, true, false}, {"self_ns", "self", CellType::Duration, true, false},
        {"avg_ns", "average", CellType::Duration, true, false},
        {"longest_ns", "longest", CellType::Duration, true, false}};
    TableBuilder builder;
    const std::vector<analysis::RangeRow> rows = analysis::groupRange(sums, grouping);
    for (const analysis::RangeRow& row : rows) {
        const Cell name = row.name.valid() ? Cell(std::string(trace.names.view(row.name))) : Cell();
        const Cell category
            = row.category ? Cell(std::string(trace.names.view(trace.categories[*row.category].name))) : Cell();
        const Cell track = row.track.valid() ? Cell(exporting::rowLabel(trace, row.track)) : Cell();
        table.rows.push_back({name, category, track, static_cast<std::int64_t>(row.calls), row.totalNs, row.selfNs,
            row.partsNs / static_cast<std::int64_t>(std::max<std::uint64_t>(row.calls, 1)), row.longestNs});
        builder.addTarget({row.longest, {trace.slices.start[row.longest.index()], trace.slices.end(row.longest)}, -1});
    }
    builder.append(table);
    return builder.finish(specOf(grouping), QStringLiteral("No slice lies in the selected range."));
}

} // namespace stepscope::widgets
