// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings/items.h"

#include "core/analysis/percentile.h"
#include "core/analysis/sums.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

class Grouping
{
public:
    Grouping(std::vector<Item> items, const Units& units, std::size_t devices)
        : m_items(std::move(items))
        , m_units(units)
        , m_devices(static_cast<double>(std::max<std::size_t>(devices, 1)))
        , m_cost(units.size(), 0)
    {
        std::erase_if(m_items, [&](const Item& item) { return !m_units[item.unit].representative || item.cost <= 0; });
        for (const Item& item : m_items)
            addTo(m_cost[item.unit], item.cost);
        judge();
    }

    std::vector<Group> groups(double leastShare)
    {
        std::vector<Group> out;
        if (m_exceptional.size() > kSingled) {
            out.push_back(groupOf(m_exceptional, m_exceptional.size(), true));
        } else {
            for (const std::uint32_t unit : m_exceptional)
                out.push_back(groupOf({unit}, 1, true));
        }
        out.push_back(groupOf(m_regular, m_regular.size(), false));
        std::erase_if(out, [leastShare](const Group& group) { return group.cost <= 0 || group.share < leastShare; });
        return out;
    }

private:
    void judge()
    {
        std::vector<std::int64_t> costs;
        for (std::size_t i = 0; i < m_units.size(); ++i) {
            if (m_units[i].representative)
                costs.push_back(m_cost[i]);
        }
        m_representative = costs.size();
        const std::int64_t median = nearestRank(costs, 50).value_or(0);
        for (std::uint32_t i = 0; i < m_units.size(); ++i) {
            if (!m_units[i].representative)
                continue;
            const auto above = static_cast<double>(m_cost[i] - median);
            const bool exceptional = m_representative > 1 && m_cost[i] - median > median
                && above >= kExceptionalShare * static_cast<double>(m_units[i].span.length()) * m_devices;
            (exceptional ? m_exceptional : m_regular).push_back(i);
        }
    }

    Group groupOf(const std::vector<std::uint32_t>& units, std::size_t of, bool exceptional)
    {
        Group group;
        group.exceptional = exceptional;
        group.of = exceptional ? m_representative : of;
        double length = 0;
        for (const std::uint32_t unit : units) {
            length += static_cast<double>(m_units[unit].span.length()) * m_devices;
            addTo(group.cost, m_cost[unit]);
            if (m_cost[unit] > 0)
                group.units.push_back(unit);
            if (m_cost[unit] > group.worstCost) {
                group.worst = unit;
                group.worstCost = m_cost[unit];
            }
        }
        group.share = length > 0 ? std::min(1.0, static_cast<double>(group.cost) / length) : 0;
        for (const Item& item : m_items) {
            if (std::binary_search(units.begin(), units.end(), item.unit))
                group.items.push_back(item);
        }
        std::stable_sort(group.items.begin(), group.items.end(), [](const Item& a, const Item& b) {
            return a.cost != b.cost ? a.cost > b.cost : a.span.start < b.span.start;
        });
        return group;
    }

    std::vector<Item> m_items;
    const Units& m_units;
    double m_devices;
    std::vector<std::int64_t> m_cost; // by unit
    std::size_t m_representative = 0;
    std::vector<std::uint32_t> m_exceptional; // ascending
    std::vector<std::uint32_t> m_regular;
};

} // namespace

std::vector<Group> groupByUnit(std::vector<Item> items, const Units& units, std::size_t devices, double leastShare)
{
    return Grouping(std::move(items), units, devices).groups(leastShare);
}

} // namespace stepscope::analysis
