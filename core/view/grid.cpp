// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/grid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace stepscope::view {
namespace {

struct Keyed
{
    std::uint64_t key;
    std::uint32_t row;
};

constexpr unsigned kDigitBits = 11;
constexpr std::size_t kDigits = std::size_t {1} << kDigitBits;

std::size_t digitOf(std::uint64_t key, unsigned shift)
{
    return static_cast<std::size_t>(key >> shift) & (kDigits - 1);
}

// Least digit first: stable. Keys that all share their upper digits, as durations do, need few passes.
void radixSort(std::vector<Keyed>& items)
{
    std::uint64_t all = 0;
    std::uint64_t common = ~std::uint64_t {0};
    for (const Keyed& item : items) {
        all |= item.key;
        common &= item.key;
    }
    const std::uint64_t differing = all & ~common;
    std::vector<Keyed> other(items.size());
    for (unsigned shift = 0; shift < 64 && (differing >> shift) != 0; shift += kDigitBits) {
        if (digitOf(differing, shift) == 0)
            continue;
        std::array<std::size_t, kDigits + 1> begins {};
        for (const Keyed& item : items)
            ++begins[digitOf(item.key, shift) + 1];
        std::partial_sum(begins.begin(), begins.end(), begins.begin());
        for (const Keyed& item : items)
            other[begins[digitOf(item.key, shift)]++] = item;
        items.swap(other);
    }
}

constexpr std::uint64_t kSignBit = std::uint64_t {1} << 63U;

std::uint64_t orderedBits(double value)
{
    const auto bits = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value); // one zero
    return (bits & kSignBit) != 0 ? ~bits : bits | kSignBit;
}

char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::vector<std::string> wordsOf(std::string_view filter)
{
    std::vector<std::string> words(1);
    for (const char c : filter) {
        if (c == ' ' || c == '\t')
            words.emplace_back();
        else if (c != '\0') // parts the texts
            words.back() += folded(c);
    }
    std::erase_if(words, [](const std::string& word) { return word.empty(); });
    return words;
}

} // namespace

std::size_t Grid::addColumn(GridColumn column)
{
    m_columns.push_back(std::move(column));
    m_largest.push_back(0);
    return m_columns.size() - 1;
}

void Grid::seal()
{
    const std::size_t texts = m_texts.size();
    m_begins.reserve(texts);
    for (std::size_t i = 0; i < texts; ++i) {
        m_begins.push_back(m_folded.size());
        for (const char c : m_texts.view(NameId(i)))
            m_folded += c == '\0' ? ' ' : folded(c);
        m_folded += '\0';
    }
    const auto foldedText = [this](std::uint32_t id) { return std::string_view(m_folded.c_str() + m_begins[id]); };
    Rows order(texts);
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const int folds = foldedText(a).compare(foldedText(b));
        return folds != 0 ? folds < 0 : m_texts.view(NameId(a)) < m_texts.view(NameId(b));
    });
    m_ranks.resize(texts);
    for (std::size_t i = 0; i < texts; ++i)
        m_ranks[order[i]] = static_cast<std::uint32_t>(i);
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
        if (const auto* numbers = std::get_if<NumberColumn>(&m_columns[c])) {
            for (const std::int64_t value : numbers->values)
                m_largest[c] = std::max(m_largest[c], value);
        }
    }
}

bool Grid::hasValue(std::size_t column, std::size_t row) const
{
    const GridColumn& values = m_columns[column];
    if (const auto* texts = std::get_if<TextColumn>(&values))
        return texts->values[row] != kNoText;
    if (const auto* numbers = std::get_if<NumberColumn>(&values))
        return numbers->values[row] != kNoNumber;
    return !std::isnan(std::get<RealColumn>(values).values[row]);
}

std::string_view Grid::text(std::size_t column, std::size_t row) const
{
    const auto* texts = std::get_if<TextColumn>(&m_columns[column]);
    return texts != nullptr ? m_texts.view(NameId(texts->values[row])) : std::string_view();
}

std::int64_t Grid::number(std::size_t column, std::size_t row) const
{
    const auto* numbers = std::get_if<NumberColumn>(&m_columns[column]);
    return numbers != nullptr ? numbers->values[row] : kNoNumber;
}

double Grid::real(std::size_t column, std::size_t row) const
{
    const auto* reals = std::get_if<RealColumn>(&m_columns[column]);
    return reals != nullptr ? reals->values[row] : std::numeric_limits<double>::quiet_NaN();
}

Grid::Rows Grid::allRows() const
{
    Rows rows(m_rows);
    std::iota(rows.begin(), rows.end(), 0U);
    return rows;
}

std::uint64_t Grid::sortKey(std::size_t column, std::size_t row) const
{
    const GridColumn& values = m_columns[column];
    if (const auto* texts = std::get_if<TextColumn>(&values))
        return m_ranks[texts->values[row]];
    if (const auto* numbers = std::get_if<NumberColumn>(&values))
        return static_cast<std::uint64_t>(numbers->values[row]) ^ kSignBit;
    return orderedBits(std::get<RealColumn>(values).values[row]);
}

Grid::Rows Grid::sorted(const Rows& rows, std::size_t column, bool descending) const
{
    std::vector<Keyed> items;
    items.reserve(rows.size());
    Rows without;
    for (const std::uint32_t row : rows) {
        if (!hasValue(column, row)) {
            without.push_back(row);
            continue;
        }
        const std::uint64_t key = sortKey(column, row);
        items.push_back({descending ? ~key : key, row});
    }
    radixSort(items);
    Rows result;
    result.reserve(rows.size());
    for (const Keyed& item : items)
        result.push_back(item.row);
    result.insert(result.end(), without.begin(), without.end());
    return result;
}

std::vector<std::uint8_t> Grid::textsWith(std::string_view word) const
{
    std::vector<std::uint8_t> found(m_begins.size(), 0);
    const std::string_view all = m_folded;
    for (std::size_t at = all.find(word); at != std::string_view::npos;) {
        const auto next = std::upper_bound(m_begins.begin(), m_begins.end(), at);
        found[static_cast<std::size_t>(next - m_begins.begin()) - 1] = 1;
        if (next == m_begins.end())
            break;
        at = all.find(word, *next);
    }
    return found;
}

Grid::Rows Grid::matching(const Rows& rows, std::string_view filter) const
{
    Rows left = rows;
    for (const std::string& word : wordsOf(filter)) {
        const std::vector<std::uint8_t> found = textsWith(word);
        std::vector<const std::vector<std::uint32_t>*> columns;
        for (const GridColumn& column : m_columns) {
            if (const auto* texts = std::get_if<TextColumn>(&column))
                columns.push_back(&texts->values);
        }
        std::erase_if(left, [&](std::uint32_t row) {
            return std::none_of(columns.begin(), columns.end(), [&](const auto* values) {
                const std::uint32_t text = (*values)[row];
                return text != kNoText && found[text] != 0;
            });
        });
    }
    return left;
}

} // namespace stepscope::view
