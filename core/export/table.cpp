// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/table.h"

#include "core/util/json_text.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::exporting {
namespace {

bool isContinuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::int64_t asInteger(const Cell& cell)
{
    const auto* value = std::get_if<std::int64_t>(&cell);
    return value != nullptr ? *value : 0;
}

// "85.2 ms" with the unit padded, so that numbers and units both line up.
std::string withUnit(const FormattedQuantity& quantity, std::size_t unitWidth)
{
    std::string out = quantity.number + " " + quantity.unit;
    out.append(unitWidth - std::min(unitWidth, displayWidth(quantity.unit)), ' ');
    return out;
}

std::string bytesText(std::int64_t bytes) // more freed than allocated: below 0
{
    const std::uint64_t size = bytes < 0 ? ~static_cast<std::uint64_t>(bytes) + 1 : static_cast<std::uint64_t>(bytes);
    return fmt::format("{}{}", bytes < 0 ? "-" : "", withUnit(splitBytes(size), 3));
}

std::string cellText(const Cell& cell, CellType type)
{
    if (std::holds_alternative<std::monostate>(cell))
        return {};
    if (const auto* text = std::get_if<std::string>(&cell))
        return onOneLine(*text);
    if (const auto* flag = std::get_if<bool>(&cell))
        return *flag ? "yes" : "";
    if (type == CellType::Duration)
        return withUnit(splitDuration(asInteger(cell)), 2);
    if (type == CellType::Bytes)
        return bytesText(asInteger(cell));
    if (type == CellType::Count)
        return asInteger(cell) < 0 ? fmt::format("{}", asInteger(cell))
                                   : formatCount(static_cast<std::uint64_t>(asInteger(cell)));
    const auto* number = std::get_if<double>(&cell);
    if (number == nullptr)
        return {};
    return type == CellType::Share ? formatPercent(*number) : fmt::format("{:.1f}", *number);
}

std::string padded(const std::string& text, std::size_t width, bool right)
{
    const std::string blanks(width - std::min(width, displayWidth(text)), ' ');
    return right ? blanks + text : text + blanks;
}

struct Layout
{
    ShownTable table;
    std::vector<std::size_t> widths; // of its columns
};

// Columns without any value are not shown to people.
bool hasContent(const Table& table, std::size_t column)
{
    return std::any_of(table.rows.begin(), table.rows.end(), [column](const std::vector<Cell>& row) {
        const auto* text = std::get_if<std::string>(&row[column]);
        const auto* flag = std::get_if<bool>(&row[column]);
        return !std::holds_alternative<std::monostate>(row[column]) && (text == nullptr || !text->empty())
            && (flag == nullptr || *flag);
    });
}

Layout layOut(const Table& table)
{
    Layout layout {shownTable(table), {}};
    for (const std::size_t c : layout.table.columns)
        layout.widths.push_back(displayWidth(table.columns[c].title));
    for (const std::vector<std::string>& row : layout.table.cells) {
        for (std::size_t i = 0; i < row.size(); ++i)
            layout.widths[i] = std::max(layout.widths[i], displayWidth(row[i]));
    }
    return layout;
}

constexpr std::size_t kColumnGap = 2;
constexpr std::size_t kNarrowest = 12; // a column that may elide keeps this much

// Takes what is too wide from the widest columns that may elide.
void shrink(const Table& table, Layout& layout, std::size_t width)
{
    std::size_t total = 0;
    for (const std::size_t w : layout.widths)
        total += w + kColumnGap;
    while (total > width + kColumnGap) {
        std::size_t widest = layout.table.columns.size();
        for (std::size_t i = 0; i < layout.table.columns.size(); ++i) {
            const bool may = table.columns[layout.table.columns[i]].mayElide && layout.widths[i] > kNarrowest;
            if (may && (widest == layout.table.columns.size() || layout.widths[i] > layout.widths[widest]))
                widest = i;
        }
        if (widest == layout.table.columns.size())
            return;
        --layout.widths[widest];
        --total;
    }
}

void trimEnd(std::string& line)
{
    while (!line.empty() && line.back() == ' ')
        line.pop_back();
}

std::string csvField(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string out = "\"";
    for (const char c : text) {
        out += c;
        if (c == '"')
            out += c;
    }
    return out + "\"";
}

std::string csvCell(const Cell& cell)
{
    if (const auto* text = std::get_if<std::string>(&cell))
        return csvField(*text);
    if (const auto* flag = std::get_if<bool>(&cell))
        return *flag ? "true" : "false";
    if (const auto* number = std::get_if<double>(&cell))
        return fmt::format("{}", *number);
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
        return fmt::format("{}", *integer);
    return {};
}

template <class TextOf> void appendCsvLine(const std::vector<TableColumn>& columns, TextOf textOf, std::string& out)
{
    bool first = true;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (!columns[c].data)
            continue;
        out += first ? "" : ",";
        out += textOf(c);
        first = false;
    }
    out += "\r\n";
}

// Whether a stands before b.
bool sortsBefore(const Cell& a, const Cell& b)
{
    const bool hasA = !std::holds_alternative<std::monostate>(a);
    const bool hasB = !std::holds_alternative<std::monostate>(b);
    if (hasA != hasB)
        return hasA;
    if (a.index() != b.index())
        return a.index() < b.index();
    return std::holds_alternative<std::string>(a) ? a < b : b < a;
}

} // namespace

bool alignsRight(CellType type)
{
    return type != CellType::Text && type != CellType::Flag;
}

ShownTable shownTable(const Table& table)
{
    ShownTable shown;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (!table.columns[c].title.empty() && hasContent(table, c))
            shown.columns.push_back(c);
    }
    for (const std::vector<Cell>& row : table.rows) {
        std::vector<std::string>& texts = shown.cells.emplace_back();
        for (const std::size_t c : shown.columns)
            texts.push_back(cellText(row[c], table.columns[c].type));
    }
    return shown;
}

std::size_t displayWidth(std::string_view utf8)
{
    return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) { return !isContinuation(c); }));
}

std::string onOneLine(std::string_view utf8)
{
    std::string out;
    out.reserve(utf8.size());
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto c = static_cast<unsigned char>(utf8[i]);
        const auto next = static_cast<unsigned char>(i + 1 < utf8.size() ? utf8[i + 1] : 0);
        if (c < 0x20 || c == 0x7f) {
            appendUtf8(out, c == 0x7f ? U'\u2421' : U'\u2400' + c);
        } else if (c == 0xc2 && next >= 0x80 && next < 0xa0) { // the second set of control characters
            appendUtf8(out, U'\ufffd');
            ++i;
        } else {
            out += utf8[i];
        }
    }
    return out;
}

std::string elideMiddle(std::string_view text, std::size_t width)
{
    const std::size_t length = displayWidth(text);
    if (length <= width)
        return std::string(text);
    if (width == 0)
        return {};
    const std::size_t head = (width - 1) * 2 / 5;
    const std::size_t tail = width - 1 - head;
    std::string out;
    std::size_t at = 0;
    for (const char c : text) {
        at += isContinuation(c) ? 0 : 1; // code points up to and with this one
        if (at <= head || at > length - tail)
            out += c;
        else if (at == head + 1 && !isContinuation(c))
            out += "…";
    }
    return out;
}

std::size_t columnIndex(const Table& table, std::string_view name)
{
    const auto found = std::find_if(table.columns.begin(), table.columns.end(),
        [name](const TableColumn& column) { return (column.key.empty() ? column.title : column.key) == name; });
    return static_cast<std::size_t>(found - table.columns.begin());
}

bool sortTable(Table& table, std::string_view key)
{
    const auto column = std::find_if(
        table.columns.begin(), table.columns.end(), [key](const TableColumn& c) { return c.data && c.key == key; });
    if (column == table.columns.end())
        return false;
    const auto c = static_cast<std::size_t>(column - table.columns.begin());
    std::stable_sort(
        table.rows.begin(), table.rows.end(), [c](const auto& a, const auto& b) { return sortsBefore(a[c], b[c]); });
    return true;
}

void limitTable(Table& table, std::size_t rows)
{
    if (table.rows.size() > rows)
        table.rows.resize(rows);
}

std::string tableText(const Table& table, std::size_t width, std::string_view indent)
{
    Layout layout = layOut(table);
    shrink(table, layout, width - std::min(width, indent.size()));
    std::string out;
    const auto addLine = [&](auto&& textOf) {
        std::string line(indent);
        for (std::size_t i = 0; i < layout.table.columns.size(); ++i) {
            const bool right = alignsRight(table.columns[layout.table.columns[i]].type);
            line += padded(elideMiddle(textOf(i), layout.widths[i]), layout.widths[i], right);
            line.append(kColumnGap, ' ');
        }
        trimEnd(line);
        out += line + "\n";
    };
    addLine([&](std::size_t i) { return table.columns[layout.table.columns[i]].title; });
    for (const std::vector<std::string>& row : layout.table.cells)
        addLine([&](std::size_t i) { return row[i]; });
    return out;
}

std::string tableMarkdown(const Table& table)
{
    const ShownTable shown = shownTable(table);
    std::string head = "|";
    std::string rule = "|";
    for (const std::size_t c : shown.columns) {
        head += " " + table.columns[c].title + " |";
        rule += alignsRight(table.columns[c].type) ? " ---: |" : " --- |";
    }
    std::string out = head + "\n" + rule + "\n";
    for (const std::vector<std::string>& row : shown.cells) {
        out += "|";
        for (std::string cell : row) {
            trimEnd(cell);
            std::size_t at = 0;
            while ((at = cell.find_first_of("|<", at)) != std::string::npos) {
                cell.insert(at, 1, '\\');
                at += 2;
            }
            out += " " + cell + " |";
        }
        out += "\n";
    }
    return out;
}

void appendCsvHeader(const std::vector<TableColumn>& columns, std::string& out)
{
    appendCsvLine(
        columns, [&](std::size_t c) { return csvField(columns[c].key); }, out);
}

void appendCsvRow(const std::vector<TableColumn>& columns, const std::vector<Cell>& row, std::string& out)
{
    appendCsvLine(
        columns, [&](std::size_t c) { return csvCell(row[c]); }, out);
}

std::string tableCsv(const Table& table)
{
    std::string out;
    appendCsvHeader(table.columns, out);
    for (const std::vector<Cell>& row : table.rows)
        appendCsvRow(table.columns, row, out);
    return out;
}

} // namespace stepscope::exporting
