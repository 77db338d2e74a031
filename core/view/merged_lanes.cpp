// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/merged_lanes.h"

#include <functional>
#include <queue>

namespace stepscope::view {

namespace {

std::vector<SliceId> inOrderOfTime(const model::Trace& trace, std::span<const LaneId> lanes)
{
    std::vector<SliceId> ids;
    for (const LaneId lane : lanes) {
        const SliceRun run = runOf(trace, trace.lanes[lane.index()]);
        for (std::uint32_t i = run.first; i < run.last; ++i)
            ids.emplace_back(i);
    }
    std::sort(ids.begin(), ids.end(), [&starts = trace.slices.start](SliceId a, SliceId b) {
        return std::pair(starts[a.index()], a) < std::pair(starts[b.index()], b);
    });
    return ids;
}

template <class Value> using LeastFirst = std::priority_queue<Value, std::vector<Value>, std::greater<>>;

} // namespace

MergedLanes::MergedLanes(const model::Trace& trace, std::span<const LaneId> lanes)
{
    const SliceRun all = runOf(trace, SliceId(0U), SliceId(trace.slices.size()));
    LeastFirst<std::pair<std::int64_t, std::size_t>> busy; // until when, which lane
    LeastFirst<std::size_t> free;
    for (const SliceId id : inOrderOfTime(trace, lanes)) {
        const std::int64_t start = all.starts[id.index()];
        for (; !busy.empty() && busy.top().first <= start; busy.pop())
            free.push(busy.top().second);
        if (free.empty()) {
            free.push(m_lanes.size());
            m_lanes.emplace_back();
        }
        const std::size_t lane = free.top();
        free.pop();
        busy.emplace(all.end(id.value), lane);
        m_lanes[lane].starts.push_back(start);
        m_lanes[lane].durs.push_back(all.durs[id.index()]);
        m_lanes[lane].ids.push_back(id);
    }
    for (Lane& lane : m_lanes)
        lane.longest.build(lane.durs);
}

SliceRun MergedLanes::run(std::size_t lane) const
{
    const Lane& found = m_lanes[lane];
    return {
        found.starts, found.durs, &found.longest, found.ids.data(), 0, static_cast<std::uint32_t>(found.ids.size())};
}

std::optional<std::pair<std::size_t, std::uint32_t>> MergedLanes::find(const model::Trace& trace, SliceId slice) const
{
    const std::int64_t start = trace.slices.start[slice.index()];
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
        const std::vector<std::int64_t>& starts = m_lanes[lane].starts;
        for (auto at = std::lower_bound(starts.begin(), starts.end(), start); at != starts.end() && *at == start;
             ++at) {
            const auto position = static_cast<std::uint32_t>(at - starts.begin());
            if (m_lanes[lane].ids[position] == slice)
                return std::pair(lane, position);
        }
    }
    return {};
}

} // namespace stepscope::view
