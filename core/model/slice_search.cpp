// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/slice_search.h"

#include <algorithm>

namespace stepscope::model {

SliceSearch::SliceSearch(const Trace& trace, TrackId track)
    : m_trace(&trace)
{
    const Track& t = trace.tracks[track.index()];
    for (std::uint32_t l = t.firstLane.value; t.slices > 0 && l < t.lastLane.value; ++l) {
        const Lane& lane = trace.lanes[l];
        if (lane.section == LaneSection::Unplaced)
            continue;
        for (std::uint32_t i = lane.first.value; i < lane.last.value; ++i)
            m_order.push_back(i);
    }
    const SliceTable& slices = trace.slices;
    std::sort(m_order.begin(), m_order.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (slices.start[a] != slices.start[b])
            return slices.start[a] < slices.start[b];
        return slices.dur[a] != slices.dur[b] ? slices.dur[a] > slices.dur[b] : a < b;
    });
    while (m_leaves * kBlock < m_order.size())
        m_leaves *= 2;
    m_latestEnds.assign(2 * m_leaves, INT64_MIN);
    for (std::size_t i = 0; i < m_order.size(); ++i) {
        std::int64_t& latest = m_latestEnds[m_leaves + i / kBlock];
        latest = std::max(latest, endAt(i));
    }
    for (std::size_t node = m_leaves - 1; node > 0; --node)
        m_latestEnds[node] = std::max(m_latestEnds[2 * node], m_latestEnds[2 * node + 1]);
}

std::size_t SliceSearch::firstStartingAt(std::int64_t time) const
{
    const auto first = std::lower_bound(m_order.begin(), m_order.end(), time,
        [this](std::uint32_t slice, std::int64_t t) { return m_trace->slices.start[slice] < t; });
    return static_cast<std::size_t>(first - m_order.begin());
}

SliceId SliceSearch::startingAt(std::int64_t time) const
{
    const std::size_t at = firstStartingAt(time);
    const bool starts = at < m_order.size() && m_trace->slices.start[m_order[at]] == time;
    return starts ? SliceId(m_order[at]) : SliceId {};
}

SliceId SliceSearch::after(std::int64_t time) const
{
    const std::size_t at = firstStartingAt(time + 1);
    return at < m_order.size() ? SliceId(m_order[at]) : SliceId {};
}

// The last position before those that start at `time` whose end is late enough: in its own block, else in the last
// block before it that has one.
SliceId SliceSearch::around(std::int64_t time) const
{
    std::size_t position = firstStartingAt(time);
    const auto inBlock = [&](std::size_t first) {
        while (position > first && endAt(position - 1) < time)
            --position;
        return position > first;
    };
    if (inBlock(position / kBlock * kBlock))
        return SliceId(m_order[position - 1]);
    // From the first leaf that no longer counts to the nearest node on its left that holds one.
    std::size_t node = 1;
    if (position / kBlock < m_leaves) {
        node = m_leaves + position / kBlock;
        while (node > 1 && (node % 2 == 0 || m_latestEnds[node - 1] < time))
            node /= 2;
        if (node <= 1)
            return {};
        --node;
    } else if (m_latestEnds[node] < time) {
        return {};
    }
    while (node < m_leaves)
        node = m_latestEnds[2 * node + 1] >= time ? 2 * node + 1 : 2 * node;
    const std::size_t block = node - m_leaves;
    position = std::min((block + 1) * kBlock, m_order.size());
    inBlock(block * kBlock);
    return SliceId(m_order[position - 1]);
}

} // namespace stepscope::model
