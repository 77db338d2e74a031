// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/table_data.h"

#include "core/util/bandwidth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace stepscope::widgets {

using exporting::CellType;

namespace {

FormattedQuantity countText(std::int64_t value)
{
    const auto bits = static_cast<std::uint64_t>(value);
    std::string text = value < 0 ? "-" : "";
    text += formatCount(value < 0 ? 0U - bits : bits);
    return {text, {}};
}

FormattedQuantity realText(double value)
{
    constexpr double kExactFrom = 100; // tenths tell nothing any more
    if (std::abs(value) >= kExactFrom || value == std::round(value))
        return countText(std::abs(value) < 9e18 ? std::llround(value) : 0);
    return {fmt::format("{:.1f}", value), {}};
}

FormattedQuantity numberText(CellType type, std::int64_t value)
{
    switch (type) {
    case CellType::Duration:
        return splitDuration(value);
    case CellType::Bytes:
        return splitBytes(static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0)));
    case CellType::Flag:
        return {value != 0 ? "yes" : "no", {}};
    default:
        return countText(value);
    }
}

bool isReal(CellType type)
{
    return type == CellType::Share || type == CellType::Bandwidth || type == CellType::Real;
}

constexpr double kFactorFrom = 9; // "+5812.6 %" says less than "× 59"

// The cell's value is in one of the two, as its column says.
FormattedQuantity quantityText(CellType type, std::int64_t number, double real)
{
    switch (type) {
    case CellType::Share:
        return {fmt::format("{:.1f}", real * 100), "%"};
    case CellType::Bandwidth:
        return splitBandwidth(real);
    case CellType::Real:
        return realText(real);
    default:
        return numberText(type, number);
    }
}

} // namespace

QString tableTitle(TableKind kind)
{
    static const std::array<QString, kTableKinds> kTitles {QStringLiteral("Steps"), QStringLiteral("Operators"),
        QStringLiteral("Modules"), QStringLiteral("Kernels"), QStringLiteral("Gaps"), QStringLiteral("Syncs"),
        QStringLiteral("Copies"), QStringLiteral("Python")};
    return kTitles[static_cast<std::size_t>(kind)];
}

bool isNumeric(CellType type)
{
    return type != CellType::Text && type != CellType::Flag;
}

view::GridColumn emptyGridColumn(CellType type)
{
    if (type == CellType::Text)
        return view::TextColumn {};
    if (isReal(type))
        return view::RealColumn {};
    return view::NumberColumn {};
}

namespace {

// A bound stands before its number: "≥ 1 204".
FormattedQuantity withBound(FormattedQuantity text, const TableData& table, std::size_t column, std::size_t row)
{
    const int bound = table.columns[column].bound;
    if (bound >= 0 && table.grid.hasValue(static_cast<std::size_t>(bound), row))
        text.number.insert(0, std::string(table.grid.text(static_cast<std::size_t>(bound), row)) + " ");
    return text;
}

} // namespace

FormattedQuantity cellText(const TableData& table, std::size_t column, std::size_t row)
{
    if (!table.grid.hasValue(column, row))
        return {};
    const CellType type = table.columns[column].column.type;
    if (type == CellType::Text) {
        std::string text(table.grid.text(column, row));
        if (table.columns[column].look == ColumnLook::Cause)
            std::replace(text.begin(), text.end(), '_', ' ');
        return {text, {}};
    }
    const std::int64_t number = isReal(type) ? 0 : table.grid.number(column, row);
    const double real = isReal(type) ? table.grid.real(column, row) : 0;
    const ColumnLook look = table.columns[column].look;
    if (look != ColumnLook::Change && look != ColumnLook::Signed)
        return withBound(quantityText(type, number, real), table, column, row);
    if (look == ColumnLook::Signed && type == CellType::Share && real >= kFactorFrom)
        return {fmt::format("× {:.0f}", 1 + real), {}};
    FormattedQuantity text = quantityText(type, std::abs(number), std::abs(real));
    if (number != 0 || real != 0)
        text.number.insert(0, number < 0 || real < 0 ? "−" : "+");
    return text;
}

exporting::Cell cellValue(const TableData& table, std::size_t column, std::size_t row)
{
    if (!table.grid.hasValue(column, row))
        return {};
    switch (table.columns[column].column.type) {
    case CellType::Text:
        return std::string(table.grid.text(column, row));
    case CellType::Share:
    case CellType::Bandwidth:
    case CellType::Real:
        return table.grid.real(column, row);
    case CellType::Flag:
        return table.grid.number(column, row) != 0;
    default:
        return table.grid.number(column, row);
    }
}

double barShare(const TableData& table, std::size_t column, std::size_t row)
{
    if (!table.grid.hasValue(column, row))
        return 0;
    if (table.columns[column].column.type == CellType::Share)
        return std::clamp(table.grid.real(column, row), 0.0, 1.0);
    if (table.columns[column].look == ColumnLook::Change) {
        const double amount = isReal(table.columns[column].column.type)
            ? table.grid.real(column, row)
            : static_cast<double>(table.grid.number(column, row));
        return table.columns[column].full > 0 ? amount / table.columns[column].full : 0;
    }
    const auto largest = static_cast<double>(std::max<std::int64_t>(table.grid.largest(column), 1));
    return std::clamp(static_cast<double>(table.grid.number(column, row)) / largest, 0.0, 1.0);
}

} // namespace stepscope::widgets
