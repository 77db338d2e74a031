// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/row_writer.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope::widgets {

RowWriter::RowWriter(std::span<const WrittenColumn> columns)
{
    m_data->columns.reserve(columns.size());
    for (const WrittenColumn& column : columns) {
        m_data->grid.addColumn(emptyGridColumn(column.type));
        ColumnInfo& info = m_data->columns.emplace_back();
        info.column = {column.key, column.title, column.type, true, column.mayElide};
        info.title = QString::fromUtf8(column.title);
        info.toolTip = QString::fromUtf8(column.toolTip);
        info.look = column.look;
        info.least = column.least;
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (columns[c].fullText != nullptr)
            m_data->columns[c].fullText = columnOf(columns[c].fullText);
        if (columns[c].bound != nullptr)
            m_data->columns[c].bound = columnOf(columns[c].bound);
    }
}

int RowWriter::columnOf(const char* key) const
{
    for (std::size_t c = 0; c < m_data->columns.size(); ++c) {
        if (m_data->columns[c].column.key == key)
            return static_cast<int>(c);
    }
    return -1;
}

bool RowWriter::isShown(std::size_t column) const
{
    for (const ColumnInfo& info : m_data->columns) {
        if (info.fullText == static_cast<int>(column) || info.bound == static_cast<int>(column))
            return false;
    }
    return true;
}

std::size_t RowWriter::next()
{
    const std::size_t column = m_column++;
    if (m_column == m_data->columns.size()) {
        m_column = 0;
        ++m_rows;
    }
    return column;
}

void RowWriter::text(std::uint32_t interned)
{
    m_data->grid.valuesOf<view::TextColumn>(next()).push_back(interned);
}

void RowWriter::number(std::int64_t value)
{
    m_data->grid.valuesOf<view::NumberColumn>(next()).push_back(value);
}

void RowWriter::bytes(std::uint64_t value)
{
    constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    number(static_cast<std::int64_t>(std::min(value, kLargest)));
}

void RowWriter::real(double value)
{
    m_data->grid.valuesOf<view::RealColumn>(next()).push_back(value);
}

void RowWriter::quiet()
{
    m_data->quiet.resize(m_rows);
    m_data->quiet.back() = true;
}

// Changes are sorted by their size, and the largest fills the bar.
void RowWriter::addSizes(ColumnInfo& info, std::size_t column)
{
    view::Grid& grid = m_data->grid;
    info.sortBy = static_cast<int>(grid.addColumn(view::RealColumn {}));
    auto& sizes = grid.valuesOf<view::RealColumn>(static_cast<std::size_t>(info.sortBy));
    sizes.reserve(m_rows);
    for (std::size_t row = 0; row < m_rows; ++row) {
        const auto* reals = std::get_if<view::RealColumn>(&grid.column(column));
        const double size = !grid.hasValue(column, row) ? std::numeric_limits<double>::quiet_NaN()
            : reals != nullptr                          ? std::abs(reals->values[row])
                                                        : std::abs(static_cast<double>(grid.number(column, row)));
        sizes.push_back(size);
        if (size > info.full)
            info.full = size;
    }
}

TablePtr RowWriter::finish(const char* sortedBy, bool descending, const QString& empty)
{
    TableData& data = *m_data;
    data.empty = empty;
    data.descending = descending;
    if (!data.quiet.empty())
        data.quiet.resize(m_rows);
    data.grid.setRows(m_rows);
    for (std::size_t c = 0; c < data.columns.size(); ++c) {
        bool hasAny = m_rows == 0;
        for (std::size_t row = 0; row < m_rows && !hasAny; ++row)
            hasAny = data.grid.hasValue(c, row);
        if (hasAny && isShown(c))
            data.shown.push_back(c);
        if (data.columns[c].look == ColumnLook::Change)
            addSizes(data.columns[c], c);
    }
    data.sortColumn = sortedBy != nullptr ? columnOf(sortedBy) : -1;
    if (data.sortColumn < 0)
        data.sortColumn = data.shown.empty() ? 0 : static_cast<int>(data.shown.front());
    data.grid.seal();
    return m_data;
}

} // namespace stepscope::widgets
