// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fills a table row by row, cell by cell from the left, straight into its columns: for tables of a million rows that
// are no export of core's. Texts that occur again and again are interned once. Used by one thread, then finished.

#include "widgets/tables/table_data.h"

#include <span>
#include <string_view>

namespace stepscope::widgets {

struct WrittenColumn
{
    const char* key; // in CSV
    const char* title;
    const char* toolTip;
    exporting::CellType type = exporting::CellType::Text;
    ColumnLook look = ColumnLook::Plain;
    const char* fullText = nullptr; // key of a column that is exported and searched but not shown: the whole text
    bool mayElide = false;          // gives way where the table is too wide
    int least = 0;                  // px that it keeps then; 0: as all names do
    const char* bound = nullptr; // key of a column that is exported but not shown: "≥" before numbers that are bounds
};

class RowWriter
{
public:
    explicit RowWriter(std::span<const WrittenColumn> columns);

    [[nodiscard]] std::uint32_t intern(std::string_view text) { return m_data->grid.intern(text); }
    void text(std::uint32_t interned);                                                            // view::kNoText: none
    void text(std::string_view text) { this->text(text.empty() ? view::kNoText : intern(text)); } // empty: none
    void number(std::int64_t value); // view::kNoNumber: none
    void bytes(std::uint64_t value); // beyond int64: the largest
    void real(double value);         // of columns of shares and other numbers with fractions; NaN: none
    void quiet();                    // the change in the row before says nothing
    [[nodiscard]] std::size_t rows() const { return m_rows; }

    // Columns without any value are left out of what is shown. `sortedBy` is a key; null: in the order of writing.
    [[nodiscard]] TablePtr finish(const char* sortedBy, bool descending, const QString& empty);

private:
    std::size_t next();
    void addSizes(ColumnInfo& info, std::size_t column);
    [[nodiscard]] int columnOf(const char* key) const; // -1: there is none
    [[nodiscard]] bool isShown(std::size_t column) const;

    std::shared_ptr<TableData> m_data = std::make_shared<TableData>();
    std::size_t m_column = 0;
    std::size_t m_rows = 0;
};

} // namespace stepscope::widgets
