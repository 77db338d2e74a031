// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/row_merge.h"

#include "core/analysis/sums.h"

#include <algorithm>
#include <cmath>

namespace stepscope::compare {
namespace {

bool hasName(const std::vector<std::pair<std::string, Quantity>>& rows, std::size_t at, const std::string& name)
{
    return at < rows.size() && rows[at].first == name;
}

} // namespace

void NamedQuantities::add(const std::string& name, std::int64_t total, std::uint64_t calls, SliceId example)
{
    Quantity quantity;
    quantity.total = total;
    quantity.calls = calls;
    quantity.example = example;
    add(name, quantity);
}

const std::vector<std::pair<std::string, Quantity>>& NamedQuantities::sorted()
{
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : a.second.total > b.second.total;
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (kept > 0 && m_rows[kept - 1].first == m_rows[i].first) {
            analysis::addTo(m_rows[kept - 1].second.total, m_rows[i].second.total);
            analysis::addTo(m_rows[kept - 1].second.calls, m_rows[i].second.calls);
        } else {
            if (kept != i)
                m_rows[kept] = std::move(m_rows[i]);
            ++kept;
        }
    }
    m_rows.resize(kept);
    return m_rows;
}

std::vector<Row> joinByName(std::array<NamedQuantities, 2> sides, const std::array<double, 2>& divisors)
{
    const auto& before = sides[kBefore].sorted();
    const auto& after = sides[kAfter].sorted();
    std::vector<Row> rows;
    for (std::size_t b = 0, a = 0; b < before.size() || a < after.size();) {
        Row row;
        row.name = a == after.size() || (b < before.size() && before[b].first < after[a].first) ? before[b].first
                                                                                                : after[a].first;
        if (hasName(before, b, row.name))
            row.sides[kBefore] = before[b++].second;
        if (hasName(after, a, row.name))
            row.sides[kAfter] = after[a++].second;
        row.match = !row.sides[kAfter] ? Match::OnlyBefore : !row.sides[kBefore] ? Match::OnlyAfter : Match::Name;
        for (std::size_t side = 0; side < 2; ++side) {
            if (row.sides[side])
                row.sides[side]->perStep = static_cast<double>(row.sides[side]->total) / divisors[side];
        }
        row.change = changeOf(row);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::int64_t rounded(double amount)
{
    constexpr double kLargest = 9e18;
    return std::llround(std::clamp(amount, -kLargest, kLargest));
}

double changeOf(const Row& row)
{
    return (row.sides[kAfter] ? row.sides[kAfter]->perStep : 0)
        - (row.sides[kBefore] ? row.sides[kBefore]->perStep : 0);
}

void sortRows(std::vector<Row>& rows)
{
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
        if (std::abs(a.change) != std::abs(b.change))
            return std::abs(a.change) > std::abs(b.change);
        return a.name < b.name;
    });
}

} // namespace stepscope::compare
