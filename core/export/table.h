// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A table of figures that can be shown as aligned text, Markdown, CSV or JSON. Cells hold exact values (ns, bytes,
// shares); only text and Markdown give them units. A cell without a value is empty in text and CSV and null in JSON.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stepscope::exporting {

enum class CellType : std::uint8_t
{
    Text,
    Count,
    Duration,
    Bytes,
    Share,
    Bandwidth,
    Real, // a number that may have a fraction, such as calls per step
    Flag
};

struct TableColumn
{
    std::string key;   // the field's name in the report contract
    std::string title; // for people; empty: not shown as text
    CellType type = CellType::Text;
    bool data = true;      // part of CSV and JSON
    bool mayElide = false; // gives way when the table is too wide
};

using Cell = std::variant<std::monostate, std::string, std::int64_t, double, bool>;

struct Table
{
    std::string name; // "kernels"
    std::vector<TableColumn> columns;
    std::vector<std::vector<Cell>> rows;
    std::uint64_t total = 0; // rows before any limit
};

// Position of a column by its key, or its title where it has no key; the number of columns where there is none.
[[nodiscard]] std::size_t columnIndex(const Table& table, std::string_view name);

// Sorts by a column: numbers largest first, texts from A to Z; rows without a value last; equals keep their order.
// False when there is no such column.
[[nodiscard]] bool sortTable(Table& table, std::string_view key);
void limitTable(Table& table, std::size_t rows);

// What people see of a table: columns that have a title and any value, and each cell as text; units are padded with
// blanks, so that numbers line up where columns do.
struct ShownTable
{
    std::vector<std::size_t> columns; // of the table
    std::vector<std::vector<std::string>> cells;
};
[[nodiscard]] ShownTable shownTable(const Table& table);
[[nodiscard]] bool alignsRight(CellType type);

[[nodiscard]] std::string tableText(const Table& table, std::size_t width, std::string_view indent = {});
[[nodiscard]] std::string tableMarkdown(const Table& table);
// Its parts, for tables that are not held in memory as such.
void appendCsvHeader(const std::vector<TableColumn>& columns, std::string& out);
void appendCsvRow(const std::vector<TableColumn>& columns, const std::vector<Cell>& row, std::string& out);
[[nodiscard]] std::string tableCsv(const Table& table);                           // RFC 4180, one line of keys first
[[nodiscard]] std::string tableJson(const Table& table, const std::string& path); // a document of its own

// At most `width` columns: the middle gives way to an ellipsis, more of the end being kept than of the start, for the
// end of a kernel's name tells most. UTF-8 in and out.
[[nodiscard]] std::string elideMiddle(std::string_view text, std::size_t width);
[[nodiscard]] std::size_t displayWidth(std::string_view utf8); // code points
// Names come from files: what would move a terminal's cursor, end a line or start an escape sequence becomes a sign for
// it ("␛", "␊").
[[nodiscard]] std::string onOneLine(std::string_view utf8);

} // namespace stepscope::exporting
