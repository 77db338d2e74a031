// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/nesting.h"

#include "core/util/diagnostics.h"

#include <algorithm>
#include <array>
#include <functional>

namespace stepscope::model {
namespace {

// End of the last slice on each lane of a section, with the first lane that is free at a time in O(log lanes).
class LaneEnds
{
public:
    // First lane >= from whose last slice ends at or before `time`; a new lane when none is.
    std::uint32_t firstFree(std::uint32_t from, std::int64_t time)
    {
        while (from >= m_leaves)
            grow();
        for (std::size_t node = m_leaves + from;;) {
            if (m_min[node] <= time) {
                while (node < m_leaves)
                    node = m_min[node * 2] <= time ? node * 2 : node * 2 + 1;
                return static_cast<std::uint32_t>(node - m_leaves);
            }
            // Next subtree to the right.
            while (node % 2 == 1)
                node /= 2;
            if (node == 0) {
                from = static_cast<std::uint32_t>(m_leaves);
                grow();
                node = m_leaves + from;
            } else {
                ++node;
            }
        }
    }
    void set(std::uint32_t lane, std::int64_t end)
    {
        std::size_t node = m_leaves + lane;
        for (m_min[node] = end; node > 1 && m_min[node / 2] != std::min(m_min[node], m_min[node ^ 1U]); node /= 2)
            m_min[node / 2] = std::min(m_min[node], m_min[node ^ 1U]);
    }

private:
    void grow()
    {
        const std::size_t leaves = m_leaves * 2;
        std::vector<std::int64_t> wider(leaves * 2, INT64_MIN);
        std::copy(m_min.begin() + static_cast<std::ptrdiff_t>(m_leaves), m_min.end(),
            wider.begin() + static_cast<std::ptrdiff_t>(leaves));
        for (std::size_t node = leaves - 1; node > 0; --node)
            wider[node] = std::min(wider[node * 2], wider[node * 2 + 1]);
        m_min = std::move(wider);
        m_leaves = leaves;
    }

    std::size_t m_leaves = 64;
    std::vector<std::int64_t> m_min = std::vector<std::int64_t>(128, INT64_MIN);
};

class CrossingCounter // Fenwick tree over ranks of ends
{
public:
    CrossingCounter(const SliceTable& slices, std::span<const std::uint32_t> order, const StopCheck& stop)
        : m_slices(slices)
        , m_order(order)
        , m_stop(stop)
    {
        for (const std::uint32_t row : order) {
            if (hasEnd(row))
                m_ends.push_back(endOf(slices, row));
        }
        std::uint32_t calls = 0;
        std::sort(m_ends.begin(), m_ends.end(), stop.polled(std::less<> {}, calls));
        m_ends.erase(std::unique(m_ends.begin(), m_ends.end()), m_ends.end());
        m_tree.resize(m_ends.size() + 1);
    }

    // Sets the crossings of `out`, and the position of the first slice that crosses an earlier one.
    void count(NestedGroup& out)
    {
        for (std::size_t i = 0; i < m_order.size();) {
            const std::int64_t start = m_slices.start[m_order[i]];
            std::size_t next = i;
            // Those that started earlier and end inside, neither bound included.
            for (; next < m_order.size() && m_slices.start[m_order[next]] == start; ++next) {
                m_stop.poll(next);
                const std::uint64_t pairs
                    = hasEnd(m_order[next]) ? endsInside(start, endOf(m_slices, m_order[next])) : 0;
                if (pairs > 0 && out.crossings == 0)
                    out.firstCrossing = static_cast<std::uint32_t>(next);
                else if (pairs > 0 && out.furtherCrossings.size() + 1 < Diagnostics::kMaxSamples)
                    out.furtherCrossings.push_back(static_cast<std::uint32_t>(next));
                out.crossings += pairs;
            }
            for (; i < next; ++i) {
                if (hasEnd(m_order[i]))
                    add(endOf(m_slices, m_order[i]));
            }
        }
    }

private:
    [[nodiscard]] bool hasEnd(std::uint32_t row) const { return (m_slices.flags[row] & kUnfinished) == 0; }
    void add(std::int64_t end)
    {
        for (std::size_t i = rank(end) + 1; i < m_tree.size(); i += i & (~i + 1))
            ++m_tree[i];
    }
    [[nodiscard]] std::size_t rank(std::int64_t end) const
    {
        return static_cast<std::size_t>(std::lower_bound(m_ends.begin(), m_ends.end(), end) - m_ends.begin());
    }
    [[nodiscard]] std::uint64_t sum(std::size_t ranks) const
    {
        std::uint64_t total = 0;
        for (std::size_t i = ranks; i > 0; i -= i & (~i + 1))
            total += m_tree[i];
        return total;
    }
    [[nodiscard]] std::uint64_t endsInside(std::int64_t start, std::int64_t end) const
    {
        const auto upTo = std::upper_bound(m_ends.begin(), m_ends.end(), start) - m_ends.begin();
        return end <= start ? 0 : sum(rank(end)) - sum(static_cast<std::size_t>(upTo));
    }

    const SliceTable& m_slices;
    std::span<const std::uint32_t> m_order;
    const StopCheck& m_stop;
    std::vector<std::int64_t> m_ends;
    std::vector<std::uint32_t> m_tree;
};

class Nester
{
public:
    Nester(const SliceTable& slices, std::span<const std::uint32_t> order, const std::vector<bool>& pythonCategory,
        std::int64_t tolerance, const StopCheck& stop)
        : m_slices(slices)
        , m_order(order)
        , m_pythonCategory(pythonCategory)
        , m_tolerance(tolerance)
        , m_stop(stop)
    {
        m_out.parent.resize(order.size());
        m_out.lane.resize(order.size());
    }

    NestedGroup run()
    {
        for (std::uint32_t i = 0; i < m_order.size(); ++i) {
            m_stop.poll(i);
            place(i);
        }
        if (m_mayCross)
            CrossingCounter(m_slices, m_order, m_stop).count(m_out);
        return std::move(m_out);
    }

private:
    // Open slices that may still contain later ones. A slice that a later one outlasts never does again (the later one
    // contains all it could), so it leaves: ends fall from bottom to top, but for those within the tolerance.
    struct Open
    {
        std::int64_t start;
        std::int64_t end;
        std::uint32_t position;
        std::array<std::uint32_t, 2> nextDepth; // per section: below all its ancestors' lanes
    };

    void place(std::uint32_t position)
    {
        const std::uint32_t row = m_order[position];
        const std::int64_t start = m_slices.start[row];
        const std::int64_t end = endOf(m_slices, row);
        while (!m_open.empty() && m_open.back().end <= start)
            m_open.pop_back();
        while (!m_open.empty() && m_open.back().end + m_tolerance < end) {
            noteCrossing(m_open.back(), start, end);
            m_open.pop_back();
        }
        Open entry {start, end, position, {0, 0}};
        m_out.parent[position] = m_open.empty() ? NestedGroup::kNone : m_open.back().position;
        if (!m_open.empty()) {
            noteCrossing(m_open.back(), start, end);
            entry.nextDepth = m_open.back().nextDepth;
        }
        const std::size_t section = m_pythonCategory[m_slices.category[row]] ? 1 : 0;
        const std::uint32_t depth = m_ends[section].firstFree(entry.nextDepth[section], start);
        m_ends[section].set(depth, end);
        m_out.lane[position] = laneIndex(section, depth);
        entry.nextDepth[section] = depth + 1;
        m_open.push_back(entry);
    }

    void noteCrossing(const Open& earlier, std::int64_t start, std::int64_t end)
    {
        m_mayCross = m_mayCross || (earlier.start < start && start < earlier.end && earlier.end < end);
    }

    std::uint32_t laneIndex(std::size_t section, std::uint32_t depth)
    {
        std::vector<std::uint32_t>& known = m_laneIndex[section];
        if (depth >= known.size())
            known.resize(depth + 1, NestedGroup::kNone);
        if (known[depth] == NestedGroup::kNone) {
            known[depth] = static_cast<std::uint32_t>(m_out.lanes.size());
            m_out.lanes.push_back({section == 1, depth, 0});
        }
        ++m_out.lanes[known[depth]].slices;
        return known[depth];
    }

    const SliceTable& m_slices;
    std::span<const std::uint32_t> m_order;
    const std::vector<bool>& m_pythonCategory;
    std::int64_t m_tolerance;
    const StopCheck& m_stop;
    NestedGroup m_out;
    bool m_mayCross = false; // else counting would be in vain
    std::vector<Open> m_open;
    std::array<LaneEnds, 2> m_ends;
    std::array<std::vector<std::uint32_t>, 2> m_laneIndex;
};

} // namespace

NestedGroup nest(const SliceTable& slices, std::span<const std::uint32_t> order,
    const std::vector<bool>& pythonCategory, std::int64_t tolerance, const StopCheck& stop)
{
    return Nester(slices, order, pythonCategory, tolerance, stop).run();
}

} // namespace stepscope::model
