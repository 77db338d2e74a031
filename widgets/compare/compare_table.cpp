// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/compare_table.h"

#include "widgets/compare/change_words.h"
#include "widgets/tables/row_writer.h"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace stepscope::widgets {

using compare::kAfter;
using compare::kBefore;
using compare::Match;
using compare::Quantity;
using compare::Unit;
using exporting::CellType;

namespace {

constexpr int kLeastName = 260; // px: what the numbers beside it are about; the table scrolls to the last of them
constexpr double kNoReal = std::numeric_limits<double>::quiet_NaN();

CellType cellTypeOf(Unit unit)
{
    switch (unit) {
    case Unit::Nanoseconds:
        return CellType::Duration;
    case Unit::Bytes:
        return CellType::Bytes;
    case Unit::Count:
        break;
    }
    return CellType::Real;
}

ColumnLook nameLook(compare::Topic topic)
{
    switch (topic) {
    case compare::Topic::Kernels:
        return ColumnLook::Kernel;
    case compare::Topic::Operators:
    case compare::Topic::MemoryByStack:
    case compare::Topic::GrowthByStack:
        return ColumnLook::Mono;
    default:
        return ColumnLook::Plain;
    }
}

std::vector<WrittenColumn> columnsOf(const compare::Table& table)
{
    const CellType type = cellTypeOf(table.unit);
    const bool steps = table.perStep;
    return {
        {"name", "Name", "As the later run calls it", CellType::Text, nameLook(table.topic), nullptr, true, kLeastName},
        {"before", steps ? "Before / step" : "Before", steps ? "Per step, warm-up left out" : "In all", type},
        {"after", steps ? "After / step" : "After", steps ? "Per step, warm-up left out" : "In all", type},
        {"change", steps ? "Change / step" : "Change",
            "After less before: a bar to the right is more, to the left less", type, ColumnLook::Change},
        {"relative", "Relative", "Change in shares of what it was before", CellType::Share, ColumnLook::Signed},
        {"note", "Remark",
            "What is in one run only, was called otherwise, happens more or less often in a step, or is within noise",
            CellType::Text, ColumnLook::Plain, nullptr, true},
        {"calls_before", "Calls before", "In the whole run", CellType::Count},
        {"calls_after", "Calls after", "In the whole run", CellType::Count},
        {"average_before", "Average before", "Total by calls", type},
        {"average_after", "Average after", "Total by calls", type},
        {"total_before", "Total before", "In the whole run", type},
        {"total_after", "Total after", "In the whole run", type},
    };
}

class Cells
{
public:
    Cells(RowWriter& writer, Unit unit)
        : m_writer(writer)
        , m_unit(unit)
    {
    }
    void amount(std::optional<double> value)
    {
        if (m_unit == Unit::Count)
            m_writer.real(value.value_or(kNoReal));
        else
            m_writer.number(value && std::abs(*value) < kLargest ? std::llround(*value) : view::kNoNumber);
    }

private:
    static constexpr double kLargest = 9e18;
    RowWriter& m_writer;
    Unit m_unit;
};

std::optional<double> average(const std::optional<Quantity>& side)
{
    if (!side || side->calls == 0)
        return std::nullopt;
    return static_cast<double>(side->total) / static_cast<double>(side->calls);
}

std::string remark(const compare::Row& row)
{
    std::string text;
    switch (row.match) {
    case Match::Name:
        break;
    case Match::Operator:
    case Match::Meaning:
        text = "was " + row.nameBefore;
        break;
    case Match::OnlyBefore:
        text = "only before";
        break;
    case Match::OnlyAfter:
        text = "only after";
        break;
    }
    if (row.withinNoise && row.change != 0)
        text += text.empty() ? "within noise" : ", within noise";
    if (row.callsChanged)
        text += text.empty() ? "calls changed" : ", calls changed";
    return text;
}

void write(RowWriter& writer, const compare::Table& table, const compare::Row& row)
{
    Cells cells(writer, table.unit);
    const std::optional<Quantity>& before = row.sides[kBefore];
    const std::optional<Quantity>& after = row.sides[kAfter];
    writer.text(row.name);
    cells.amount(before ? std::optional(before->perStep) : std::nullopt);
    cells.amount(after ? std::optional(after->perStep) : std::nullopt);
    cells.amount(row.change);
    writer.real(before && before->perStep != 0 ? row.change / before->perStep : kNoReal);
    writer.text(remark(row));
    for (const auto* side : {&before, &after})
        writer.number(*side && (*side)->calls > 0 ? static_cast<std::int64_t>((*side)->calls) : view::kNoNumber);
    for (const auto* side : {&before, &after})
        cells.amount(table.unit == Unit::Count ? std::nullopt : average(*side));
    for (const auto* side : {&before, &after})
        cells.amount(*side && table.perStep ? std::optional(static_cast<double>((*side)->total)) : std::nullopt);
    if (row.withinNoise || row.change == 0)
        writer.quiet();
}

} // namespace

TablePtr compareTable(const compare::Table& table)
{
    const std::vector<WrittenColumn> columns = columnsOf(table);
    RowWriter writer(columns);
    for (const compare::Row& row : table.rows)
        write(writer, table, row);
    return writer.finish("change", true, QStringLiteral("Neither run has any."));
}

} // namespace stepscope::widgets
