// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/stretches.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace stepscope::view {

void StretchIndex::reserve(std::size_t count)
{
    m_starts.reserve(count);
    m_lengths.reserve(count);
}

void StretchIndex::add(Interval stretch)
{
    m_starts.push_back(stretch.start);
    m_lengths.push_back(std::max<std::int64_t>(0, stretch.length()));
}

void StretchIndex::finish()
{
    m_sampled = SampledTimes(m_starts);
    m_longest.build(m_lengths);
}

Interval StretchIndex::at(std::size_t i) const
{
    std::int64_t end = 0;
    if (__builtin_add_overflow(m_starts[i], m_lengths[i], &end))
        end = std::numeric_limits<std::int64_t>::max();
    return {m_starts[i], end};
}

std::pair<std::size_t, std::size_t> StretchIndex::within(std::int64_t t0, std::int64_t t1) const
{
    if (t0 >= t1)
        return {0, 0};
    std::size_t first = m_sampled.firstGreater(m_starts, t0);
    const std::size_t last = m_sampled.firstGreater(m_starts, t1 - 1);
    if (first > 0) {
        std::int64_t since = 0;
        if (__builtin_sub_overflow(t0, m_starts[first - 1], &since) || since < m_lengths[first - 1])
            --first;
    }
    return {first, last};
}

void StretchIndex::atLeast(std::size_t first, std::size_t last, std::int64_t minNs, std::vector<std::size_t>& out) const
{
    const std::size_t begin = out.size();
    std::vector<std::pair<std::size_t, std::size_t>> open {{first, std::min(last, size())}};
    while (!open.empty()) {
        const auto [from, to] = open.back();
        open.pop_back();
        if (from >= to)
            continue;
        const std::size_t top = m_longest.query(m_lengths, from, to);
        if (m_lengths[top] < minNs)
            continue;
        out.push_back(top);
        open.emplace_back(from, top);
        open.emplace_back(top + 1, to);
    }
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end());
}

std::optional<std::size_t> StretchIndex::longest(std::size_t first, std::size_t last) const
{
    last = std::min(last, size());
    if (first >= last)
        return {};
    return m_longest.query(m_lengths, first, last);
}

RankedTimes::RankedTimes(std::vector<Entry> entries)
{
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.time < b.time; });
    m_times.reserve(entries.size());
    m_weights.reserve(entries.size());
    m_items.reserve(entries.size());
    for (const Entry& entry : entries) {
        m_times.push_back(entry.time);
        m_weights.push_back(entry.weight);
        m_items.push_back(entry.item);
    }
    m_heaviest.build(m_weights);
}

std::vector<std::uint32_t> RankedTimes::heaviest(
    std::int64_t t0, std::int64_t t1, std::int64_t minWeight, std::size_t limit) const
{
    struct Run
    {
        std::int64_t weight;
        std::size_t top;
        std::size_t first;
        std::size_t last;
        bool operator<(const Run& other) const { return std::pair(weight, other.top) < std::pair(other.weight, top); }
    };
    std::priority_queue<Run> runs;
    const auto open = [&](std::size_t first, std::size_t last) {
        if (first >= last)
            return;
        const std::size_t top = m_heaviest.query(m_weights, first, last);
        if (m_weights[top] >= minWeight)
            runs.push({m_weights[top], top, first, last});
    };
    const auto position = [this](std::int64_t time) {
        return static_cast<std::size_t>(std::lower_bound(m_times.begin(), m_times.end(), time) - m_times.begin());
    };
    open(position(t0), position(t1));
    std::vector<std::uint32_t> items;
    while (!runs.empty() && items.size() < limit) {
        const Run run = runs.top();
        runs.pop();
        items.push_back(m_items[run.top]);
        open(run.first, run.top);
        open(run.top + 1, run.last);
    }
    return items;
}

} // namespace stepscope::view
