// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Makes the tables from the figures of a trace: the rows and keys of the exported tables, as plain columns, each row
// with the event that it leads to. Pure; run by jobs. Long tables (gaps) go through the exported form in pieces, so
// that it never stands in memory as a whole. O(rows log texts).

#include "core/analysis/trace_figures.h"
#include "core/model/trace.h"
#include "core/util/expected.h"
#include "widgets/tables/table_specs.h"

#include <stop_token>

namespace stepscope::widgets {

class TableBuilder
{
public:
    // Adds the rows of a table; the first call brings the columns, which must be the same in all.
    void append(const exporting::Table& table);
    void addTarget(const RowTarget& target) { m_data->targets.push_back(target); } // one a row
    void addDepth(std::uint32_t depth) { m_data->depths.push_back(depth); }        // one a row of a tree
    // `empty`: said where there are no rows; `hasGpu`: whether columns of the GPU mean anything.
    [[nodiscard]] TablePtr finish(const TableSpec& spec, const QString& empty, bool hasGpu = true);

private:
    void setColumns(const exporting::Table& table);
    void setCell(std::size_t column, const exporting::Cell& cell);
    [[nodiscard]] int columnOf(const char* source) const; // -1: there is none
    [[nodiscard]] bool hasAny(std::size_t column) const;

    std::shared_ptr<TableData> m_data = std::make_shared<TableData>();
    std::size_t m_rows = 0;
};

[[nodiscard]] Expected<TablePtr> buildTable(
    TableKind kind, const model::Trace& trace, const analysis::TraceFigures& figures, const std::stop_token& stop);

} // namespace stepscope::widgets
