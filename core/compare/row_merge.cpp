// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/row_merge.h"

#include "core/analysis/sums.h"
#include "core/compare/stable_name.h"
#include "core/model/api_names.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

namespace stepscope::compare {
namespace {

bool hasName(const std::vector<std::pair<std::string, Quantity>>& rows, std::size_t at, const std::string& name)
{
    return at < rows.size() && rows[at].first == name;
}

// Adds what only one run has to a row that stands for all calls of its meaning; the larger one comes first.
void addCall(Row& sum, std::size_t side, const Row& call)
{
    std::string& names = side == kBefore ? sum.nameBefore : sum.name;
    names += (names.empty() ? "" : ", ") + call.name;
    std::optional<Quantity>& quantity = sum.sides[side];
    if (!quantity) {
        quantity = call.sides[side];
        return;
    }
    analysis::addTo(quantity->total, call.sides[side]->total);
    analysis::addTo(quantity->calls, call.sides[side]->calls);
    quantity->perStep += call.sides[side]->perStep;
}

struct LonelyCalls // of one meaning, by the run that has them
{
    std::array<std::vector<std::size_t>, 2> rows;
    std::array<std::set<std::string_view>, 2> vendors;

    [[nodiscard]] bool areCounterparts() const
    {
        return !rows[kBefore].empty() && !rows[kAfter].empty() && vendors[kBefore] != vendors[kAfter];
    }
};

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

void joinCallsOfOneMeaning(std::vector<Row>& rows)
{
    sortRows(rows);
    std::map<std::string, LonelyCalls> byMeaning;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::string meaning = callMeaning(rows[i].name);
        if (meaning.empty() || rows[i].match == Match::Name)
            continue;
        const std::size_t side = rows[i].match == Match::OnlyBefore ? kBefore : kAfter;
        LonelyCalls& calls = byMeaning[std::move(meaning)];
        calls.rows[side].push_back(i);
        calls.vendors[side].insert(model::apiName(rows[i].name).vendor);
    }
    std::vector<bool> taken(rows.size(), false);
    std::vector<Row> joined;
    for (const auto& [meaning, calls] : byMeaning) {
        if (!calls.areCounterparts())
            continue;
        Row row;
        row.match = Match::Meaning;
        for (const std::size_t side : {kBefore, kAfter}) {
            for (const std::size_t i : calls.rows[side]) {
                addCall(row, side, rows[i]);
                taken[i] = true;
            }
        }
        row.change = changeOf(row);
        joined.push_back(std::move(row));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!taken[i])
            joined.push_back(std::move(rows[i]));
    }
    rows = std::move(joined);
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
