// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/range_table.h"

#include "core/export/labels.h"
#include "widgets/tables/table_builder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::widgets {

using analysis::RangeGrouping;
using exporting::Cell;
using exporting::CellType;

namespace {

constexpr const char* kGpuTip = "Time in which GPU work of the row ran; rows of GPU work stand first";

constexpr ShownColumn kNames[] = {
    {"name", "Name", "Slices of one name and category", ColumnLook::Mono},
    {"category", "Category", "As in the file"},
    {"calls", "Calls", "That overlap the range"},
    {"gpu_ns", "GPU", kGpuTip, ColumnLook::Bar},
    {"self_ns", "Self", "Parts inside the range without the direct children", ColumnLook::Bar},
    {"total_ns", "Total", "Time in which any of them ran: a call inside a call of its name counts once; rows add up"},
    {"avg_ns", "Average", "Of the parts inside the range"},
    {"longest_ns", "Longest", "Part inside the range; double click leads to it"},
};
constexpr ShownColumn kRowColumns[] = {
    {"row", "Row", "Thread or stream"},
    {"calls", "Slices", "That overlap the range"},
    {"gpu_ns", "GPU", kGpuTip, ColumnLook::Bar},
    {"total_ns", "Occupied", "Time in which the row holds anything", ColumnLook::Bar},
    {"longest_ns", "Longest", "Part inside the range; double click leads to it"},
};
constexpr ShownColumn kCategories[] = {
    {"category", "Category", "As in the file"},
    {"calls", "Slices", "That overlap the range"},
    {"gpu_ns", "GPU", kGpuTip, ColumnLook::Bar},
    {"self_ns", "Self", "Parts inside the range without the direct children", ColumnLook::Bar},
    {"total_ns", "Total", "Time in which any of them ran: what lies inside another one counts once; rows add up"},
    {"longest_ns", "Longest", "Part inside the range; double click leads to it"},
};

std::span<const ShownColumn> columnsOf(RangeGrouping grouping)
{
    static constexpr std::array<std::span<const ShownColumn>, 3> kColumns {{kNames, kRowColumns, kCategories}};
    return kColumns[static_cast<std::size_t>(grouping)];
}

// Time in which GPU work of the row ran; nothing for a row that has none. Of a stream, that of its categories: what
// else is on it, such as annotations, is no work.
std::optional<std::int64_t> gpuTime(
    const model::Trace& trace, const analysis::RangeSums& sums, const analysis::RangeRow& row)
{
    const auto isWork = [&trace](const analysis::RangeRow& of) {
        return of.category && model::isGpuWork(trace.categories[*of.category].kind);
    };
    if (!row.track.valid())
        return isWork(row) ? std::optional(row.totalNs) : std::nullopt;
    std::optional<std::int64_t> sum;
    for (const analysis::RangeRow& part : sums.categories) {
        if (part.track == row.track && isWork(part))
            sum = sum.value_or(0) + part.totalNs;
    }
    return sum;
}

struct TimedRow
{
    analysis::RangeRow row;
    std::optional<std::int64_t> gpuNs;
};

// GPU work by its time, then the rest in the order of the sums.
std::vector<TimedRow> rowsOf(const model::Trace& trace, const analysis::RangeSums& sums, RangeGrouping grouping)
{
    std::vector<TimedRow> rows;
    for (const analysis::RangeRow& row : analysis::groupRange(sums, grouping))
        rows.push_back({row, gpuTime(trace, sums, row)});
    std::stable_sort(rows.begin(), rows.end(), [](const TimedRow& a, const TimedRow& b) { return a.gpuNs > b.gpuNs; });
    return rows;
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
        {"longest_ns", "longest", CellType::Duration, true, false}, {"gpu_ns", "GPU", CellType::Duration, true, false}};
    TableBuilder builder;
    const std::vector<TimedRow> rows = rowsOf(trace, sums, grouping);
    for (const auto& [row, gpuNs] : rows) {
        const Cell name = row.name.valid() ? Cell(std::string(trace.names.view(row.name))) : Cell();
        const Cell category
            = row.category ? Cell(std::string(trace.names.view(trace.categories[*row.category].name))) : Cell();
        const Cell track = row.track.valid() ? Cell(exporting::rowLabel(trace, row.track)) : Cell();
        table.rows.push_back({name, category, track, static_cast<std::int64_t>(row.calls), row.totalNs, row.selfNs,
            row.partsNs / static_cast<std::int64_t>(std::max<std::uint64_t>(row.calls, 1)), row.longestNs,
            gpuNs ? Cell(*gpuNs) : Cell()});
        builder.addTarget({row.longest, {trace.slices.start[row.longest.index()], trace.slices.end(row.longest)}, -1});
    }
    builder.append(table);
    const bool hasGpu = !rows.empty() && rows.front().gpuNs;
    const char* ofCpu = byRow ? "total_ns" : "self_ns";
    return builder.finish(
        {columnsOf(grouping), hasGpu ? "gpu_ns" : ofCpu, true}, QStringLiteral("No slice lies in the selected range."));
}

} // namespace stepscope::widgets
