// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/table_builder.h"

#include "core/analysis/kernel_labels.h"
#include "core/analysis/python_stats.h"
#include "core/export/trace_tables.h"
#include "widgets/tables/gap_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace stepscope::widgets {

using analysis::TraceFigures;
using exporting::Cell;
using exporting::CellType;
using exporting::Table;

namespace {

constexpr double kNoReal = std::numeric_limits<double>::quiet_NaN();

std::int64_t numberOf(const Cell& cell)
{
    if (const auto* number = std::get_if<std::int64_t>(&cell))
        return *number;
    if (const auto* flag = std::get_if<bool>(&cell))
        return *flag ? 1 : 0;
    return view::kNoNumber;
}

} // namespace

void TableBuilder::setColumns(const Table& table)
{
    for (const exporting::TableColumn& column : table.columns) {
        m_data->grid.addColumn(emptyGridColumn(column.type));
        m_data->columns.emplace_back().column = column;
    }
}

void TableBuilder::setCell(std::size_t column, const Cell& cell)
{
    view::Grid& grid = m_data->grid;
    switch (m_data->columns[column].column.type) {
    case CellType::Text: {
        const auto* text = std::get_if<std::string>(&cell);
        grid.valuesOf<view::TextColumn>(column).push_back(text != nullptr ? grid.intern(*text) : view::kNoText);
        break;
    }
    case CellType::Share:
    case CellType::Bandwidth:
    case CellType::Real: {
        const auto* real = std::get_if<double>(&cell);
        grid.valuesOf<view::RealColumn>(column).push_back(real != nullptr ? *real : kNoReal);
        break;
    }
    default:
        grid.valuesOf<view::NumberColumn>(column).push_back(numberOf(cell));
    }
}

void TableBuilder::append(const Table& table)
{
    if (m_data->columns.empty())
        setColumns(table);
    for (const std::vector<Cell>& row : table.rows) {
        for (std::size_t c = 0; c < m_data->columns.size(); ++c)
            setCell(c, row[c]);
    }
    m_rows += table.rows.size();
}

int TableBuilder::columnOf(const char* source) const
{
    const auto found = std::find_if(m_data->columns.begin(), m_data->columns.end(), [source](const ColumnInfo& info) {
        return info.column.key.empty() ? info.column.title == source : info.column.key == source;
    });
    return found == m_data->columns.end() ? -1 : static_cast<int>(found - m_data->columns.begin());
}

bool TableBuilder::hasAny(std::size_t column) const
{
    for (std::size_t row = 0; row < m_rows; ++row) {
        if (m_data->grid.hasValue(column, row))
            return true;
    }
    return m_rows == 0;
}

TablePtr TableBuilder::finish(const TableSpec& spec, const QString& empty, bool hasGpu)
{
    TableData& data = *m_data;
    data.empty = empty;
    data.grid.setRows(m_rows);
    data.targets.resize(m_rows);
    for (const ShownColumn& shown : spec.columns) {
        const int at = columnOf(shown.source);
        if (at < 0 || (shown.ofGpu && !hasGpu))
            continue;
        const auto column = static_cast<std::size_t>(at);
        ColumnInfo& info = data.columns[column];
        if (info.column.title.empty() || !hasAny(column))
            continue; // nothing to say in this trace
        info.title = QString::fromUtf8(shown.title);
        info.toolTip = QString::fromUtf8(shown.toolTip);
        info.look = shown.look;
        info.fullText = shown.fullText != nullptr ? columnOf(shown.fullText) : -1;
        if (shown.look == ColumnLook::Tree) {
            info.sortBy = static_cast<int>(data.grid.addColumn(view::NumberColumn {}));
            auto& order = data.grid.valuesOf<view::NumberColumn>(static_cast<std::size_t>(info.sortBy));
            order.resize(m_rows);
            std::iota(order.begin(), order.end(), 0);
        }
        data.shown.push_back(column);
    }
    data.sortColumn = spec.sortedBy != nullptr ? columnOf(spec.sortedBy) : static_cast<int>(data.shown.front());
    data.descending = spec.descending;
    data.grid.seal();
    return m_data;
}

namespace {

RowTarget targetOf(const model::Trace& trace, SliceId slice)
{
    if (!slice.valid() || !trace.slices.placed(slice))
        return {slice, {}, -1};
    return {slice, {trace.slices.start[slice.index()], trace.slices.end(slice)}, -1};
}

template <class Rows> void addLongest(const model::Trace& trace, const Rows& rows, TableBuilder& builder)
{
    for (const auto& row : rows)
        builder.addTarget(targetOf(trace, row.longest));
}

void addSteps(const model::Trace& trace, const TraceFigures& figures, TableBuilder& builder)
{
    builder.append(exporting::stepTable(trace, figures));
    for (const std::uint32_t shown : figures.shownSteps) {
        const analysis::StepSpan& step = figures.steps.steps[shown].span;
        Interval span = step.cpu;
        if (step.gpu)
            span = {std::min(span.start, step.gpu->start), std::max(span.end, step.gpu->end)};
        builder.addTarget({step.slice, span, -1});
    }
}

// Calls `add` with one piece of [0, count) after the other; at least once. False: stopped.
template <class Add> bool inPieces(std::size_t count, const std::stop_token& stop, const Add& add)
{
    constexpr std::size_t kPiece = 4096;
    std::size_t first = 0;
    do {
        const std::size_t last = std::min(count, first + kPiece);
        add(static_cast<std::ptrdiff_t>(first), static_cast<std::ptrdiff_t>(last));
        first = last;
    } while (first < count && !stop.stop_requested());
    return first == count;
}

bool addGaps(const model::Trace& trace, const TraceFigures& figures, const std::stop_token& stop, TableBuilder& builder)
{
    const analysis::GapCauses& causes = figures.idle.causes;
    const std::vector<std::uint32_t> all = analysis::largestGaps(causes, causes.gaps.size());
    const std::vector<WaitRow> waits = communicationWaits(trace, figures);
    const analysis::KernelLabels labels(trace);
    const bool added = inPieces(all.size(), stop, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
        const std::vector<std::uint32_t> piece(all.begin() + first, all.begin() + last);
        builder.append(gapRows(trace, figures, piece, labels, !waits.empty()));
        for (const std::uint32_t index : piece) {
            const analysis::DeviceGap& gap = causes.gaps[index];
            builder.addTarget({SliceId(), gap.span, figures.gpu.devices[gap.device].device}); // the gap itself
        }
    });
    if (!added)
        return false;
    return inPieces(waits.size(), stop, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
        const std::vector<WaitRow> piece(waits.begin() + first, waits.begin() + last);
        builder.append(waitRows(trace, figures, piece, labels));
        for (const WaitRow& row : piece)
            builder.addTarget({SliceId(), row.wait.span, -1, row.streams.front()});
    });
}

void addKernels(const model::Trace& trace, const TraceFigures& figures, TableBuilder& builder)
{
    Table table = exporting::kernelTable(trace, figures);
    const analysis::KernelLabels labels(trace);
    const std::size_t shown = columnIndex(table, "short_name");
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        table.rows[i][shown] = labels.of(figures.kernels.rows[i].name);
    builder.append(table);
    addLongest(trace, figures.kernels.rows, builder);
}

void addSyncs(const model::Trace& trace, const TraceFigures& figures, TableBuilder& builder)
{
    builder.append(exporting::syncTable(trace, figures));
    for (const analysis::SyncMarker& marker : exporting::syncsByBlocked(figures))
        builder.addTarget({marker.slice, {marker.start(), marker.end()}, -1});
}

void addModules(const model::Trace& trace, const TraceFigures& figures, TableBuilder& builder)
{
    builder.append(exporting::moduleTable(figures));
    addLongest(trace, figures.modules, builder);
    for (const analysis::ModuleRow& row : figures.modules)
        builder.addDepth(row.depth);
}

void addPython(const model::Trace& trace, const TraceFigures& figures, TableBuilder& builder)
{
    const std::vector<analysis::PythonRow> rows = analysis::pythonStats(trace, figures.window);
    builder.append(exporting::pythonTable(trace, rows));
    addLongest(trace, rows, builder);
}

} // namespace

Expected<TablePtr> buildTable(
    TableKind kind, const model::Trace& trace, const TraceFigures& figures, const std::stop_token& stop)
{
    TableBuilder builder;
    switch (kind) {
    case TableKind::Steps:
        addSteps(trace, figures, builder);
        break;
    case TableKind::Operators:
        builder.append(exporting::operatorTable(trace, figures.operators));
        addLongest(trace, figures.operators, builder);
        break;
    case TableKind::Modules:
        addModules(trace, figures, builder);
        break;
    case TableKind::Kernels:
        addKernels(trace, figures, builder);
        break;
    case TableKind::Gaps:
        if (!addGaps(trace, figures, stop, builder))
            return fail(ErrorClass::Cancelled, "");
        break;
    case TableKind::Syncs:
        addSyncs(trace, figures, builder);
        break;
    case TableKind::Copies:
        builder.append(exporting::copyTable(figures));
        addLongest(trace, figures.copies, builder);
        break;
    case TableKind::Python:
        addPython(trace, figures, builder);
        break;
    }
    return builder.finish(tableSpec(kind), emptyTableText(kind, figures), trace.gpuWork.size() > 0);
}

} // namespace stepscope::widgets
