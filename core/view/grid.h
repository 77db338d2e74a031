// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Plain columns of a table with many rows, and the two questions a table view asks of them: in which order, and which
// rows. Texts are kept once each; a text column holds their numbers. Orders come from integer keys by radix sort, the
// filter looks at each distinct text once, so a million rows take some ten milliseconds. Filled by one thread, then
// seal()ed; from then on immutable and safe to read from any thread.
//   order   ascending or descending; rows without a value last in both; equals stay as they were
//   filter  words parted by blanks; each must be found in one of the row's texts; ASCII letters match in either case

#include "core/util/string_pool.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stepscope::view {

inline constexpr std::int64_t kNoNumber = std::numeric_limits<std::int64_t>::min(); // no value
inline constexpr std::uint32_t kNoText = NameId::kInvalid;

struct TextColumn
{
    std::vector<std::uint32_t> values; // NameId in the grid's texts, or kNoText
};
struct NumberColumn
{
    std::vector<std::int64_t> values; // or kNoNumber
};
struct RealColumn
{
    std::vector<double> values; // NaN: no value
};
using GridColumn = std::variant<TextColumn, NumberColumn, RealColumn>;

class Grid
{
public:
    using Rows = std::vector<std::uint32_t>;

    std::size_t addColumn(GridColumn column); // empty; its index
    [[nodiscard]] std::uint32_t intern(std::string_view text) { return m_texts.intern(text).value; }
    template <class Kind> [[nodiscard]] auto& valuesOf(std::size_t column)
    {
        return std::get<Kind>(m_columns[column]).values;
    }
    void setRows(std::size_t rows) { m_rows = rows; } // all columns have that many values by then
    void seal();

    [[nodiscard]] std::size_t rows() const { return m_rows; }
    [[nodiscard]] std::size_t columns() const { return m_columns.size(); }
    [[nodiscard]] const GridColumn& column(std::size_t column) const { return m_columns[column]; }
    [[nodiscard]] bool hasValue(std::size_t column, std::size_t row) const;
    [[nodiscard]] std::string_view text(std::size_t column, std::size_t row) const; // empty where there is none
    [[nodiscard]] std::int64_t number(std::size_t column, std::size_t row) const;   // kNoNumber
    [[nodiscard]] double real(std::size_t column, std::size_t row) const;           // NaN
    [[nodiscard]] std::int64_t largest(std::size_t column) const { return m_largest[column]; } // number; at least 0

    [[nodiscard]] Rows allRows() const;
    [[nodiscard]] Rows sorted(const Rows& rows, std::size_t column, bool descending) const;
    // Those of `rows` that match, in the same order.
    [[nodiscard]] Rows matching(const Rows& rows, std::string_view filter) const;

private:
    [[nodiscard]] std::uint64_t sortKey(std::size_t column, std::size_t row) const;
    [[nodiscard]] std::vector<std::uint8_t> textsWith(std::string_view word) const; // by NameId

    StringPool m_texts;
    std::vector<GridColumn> m_columns;
    std::size_t m_rows = 0;
    std::vector<std::uint32_t> m_ranks; // of the texts in alphabetical order, by NameId
    std::string m_folded;               // all texts in lower case, a zero byte after each
    std::vector<std::size_t> m_begins;  // of each text in m_folded
    std::vector<std::int64_t> m_largest;
};

} // namespace stepscope::view
