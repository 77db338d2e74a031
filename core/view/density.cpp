// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/density.h"

#include "core/view/span_query.h"

#include <algorithm>
#include <cmath>

namespace stepscope::view {

BusyIndex::BusyIndex(const IntervalSet& set)
{
    m_starts.reserve(set.size());
    m_rest.reserve(set.size());
    std::int64_t sum = 0;
    for (const Interval& interval : set) {
        m_starts.push_back(interval.start);
        m_rest.push_back({interval.end, sum});
        sum += interval.length();
    }
    m_sampled = SampledTimes(m_starts);
}

std::int64_t BusyIndex::busyBefore(std::int64_t time) const
{
    const std::size_t after = m_sampled.firstGreater(m_starts, time);
    if (after == 0)
        return 0;
    const std::size_t i = after - 1;
    return m_rest[i].before + std::min(time, m_rest[i].end) - m_starts[i];
}

std::int64_t BusyIndex::busy(std::int64_t t0, std::int64_t t1) const
{
    return t1 <= t0 ? 0 : busyBefore(t1) - busyBefore(t0);
}

std::vector<float> BusyIndex::columns(const TimeScale& scale, std::int32_t width) const
{
    std::vector<float> shares(static_cast<std::size_t>(std::max(width, 0)), 0.F);
    std::int64_t left = scale.toNs(0);
    std::int64_t before = busyBefore(left);
    for (std::size_t x = 0; x < shares.size(); ++x) {
        const std::int64_t right = scale.toNs(static_cast<double>(x) + 1);
        if (right <= left) { // several columns within one ns
            shares[x] = busy(left, left + 1) > 0 ? 1.F : 0.F;
            continue;
        }
        const std::int64_t until = busyBefore(right);
        shares[x] = static_cast<float>(static_cast<double>(until - before) / timeDifference(right, left));
        left = right;
        before = until;
    }
    return shares;
}

namespace {

IntervalSet unionOfLane(const model::Trace& trace, const model::Lane& lane, bool gpuWorkOnly)
{
    IntervalSet set;
    const std::size_t last = std::min<std::size_t>(lane.last.index(), trace.slices.size());
    for (std::size_t i = lane.first.index(); i < last; ++i) {
        const SliceId id(i);
        if (trace.slices.dur[i] <= 0 || (gpuWorkOnly && !model::isGpuWork(trace.kindOf(id))))
            continue;
        const Interval next {trace.slices.start[i], trace.slices.end(id)};
        if (!set.empty() && next.start <= set.back().end)
            set.back().end = std::max(set.back().end, next.end);
        else
            set.push_back(next);
    }
    return set;
}

} // namespace

IntervalSet unionOfLanes(const model::Trace& trace, std::span<const LaneId> lanes, bool gpuWorkOnly)
{
    // Merging in pairs keeps the cost at O(n log lanes).
    std::vector<IntervalSet> sets;
    sets.reserve(lanes.size());
    for (const LaneId lane : lanes)
        sets.push_back(unionOfLane(trace, trace.lanes[lane.index()], gpuWorkOnly));
    while (sets.size() > 1) {
        std::vector<IntervalSet> merged;
        for (std::size_t i = 0; i + 1 < sets.size(); i += 2)
            merged.push_back(unite(sets[i], sets[i + 1]));
        if (sets.size() % 2 == 1)
            merged.push_back(std::move(sets.back()));
        sets = std::move(merged);
    }
    return sets.empty() ? IntervalSet {} : std::move(sets.front());
}

std::vector<float> activityColumns(const model::Trace& trace, std::span<const LaneId> lanes, const TimeScale& scale,
    std::int32_t width, std::int32_t step)
{
    const auto groups = static_cast<std::size_t>((std::max(width, 0) + step - 1) / step);
    std::vector<std::uint64_t> counts(groups, 0);
    const std::size_t used = std::min(lanes.size(), kActivityLanes);
    for (const LaneId id : lanes.first(used)) {
        const model::Lane& lane = trace.lanes[id.index()];
        std::uint32_t at = firstStartingAt(trace.slices.start.span(), lane.first.value, lane.last.value, scale.toNs(0));
        bool covered = at > lane.first.value && trace.slices.end(SliceId(at - 1)) > scale.toNs(0);
        for (std::size_t group = 0; group < groups; ++group) {
            const std::int64_t right = scale.toNs(static_cast<double>((group + 1) * static_cast<std::size_t>(step)));
            const std::uint32_t next = firstStartingAt(trace.slices.start.span(), at, lane.last.value, right);
            counts[group] += next - at + (covered ? 1 : 0);
            covered = next > lane.first.value && trace.slices.end(SliceId(next - 1)) > right;
            at = next;
        }
    }
    std::vector<float> shares(groups, 0.F);
    for (std::size_t group = 0; group < groups; ++group)
        shares[group] = std::min(1.F, static_cast<float>(std::log10(1.0 + static_cast<double>(counts[group])) / 3.0));
    return shares;
}

} // namespace stepscope::view
