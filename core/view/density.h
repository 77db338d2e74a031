// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How busy, per pixel column. A BusyIndex holds the union of the GPU work of one device (or of the top slices of a
// thread) as sorted disjoint intervals with prefix sums: the busy time of any stretch costs O(log n). Built once in
// O(n log streams), immutable afterwards. activityColumns() counts slices per column by binary search in each lane.

#include "core/model/trace.h"
#include "core/util/interval_ops.h"
#include "core/view/sampled_times.h"
#include "core/view/time_scale.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::view {

class BusyIndex
{
public:
    BusyIndex() = default;
    explicit BusyIndex(const IntervalSet& set);
    [[nodiscard]] std::int64_t busy(std::int64_t t0, std::int64_t t1) const; // ns of [t0, t1)
    [[nodiscard]] bool empty() const { return m_starts.empty(); }
    // Busy share 0 to 1 of each of `width` pixel columns.
    [[nodiscard]] std::vector<float> columns(const TimeScale& scale, std::int32_t width) const;

private:
    [[nodiscard]] std::int64_t busyBefore(std::int64_t time) const;
    struct Rest // of an interval beside its start
    {
        std::int64_t end = 0;
        std::int64_t before = 0; // busy time before it
    };
    std::vector<std::int64_t> m_starts;
    std::vector<Rest> m_rest;
    SampledTimes m_sampled; // starts
};

// Union of the placed slices of these lanes, of GPU work only when `gpuWorkOnly`. Zero-length slices vanish.
[[nodiscard]] IntervalSet unionOfLanes(const model::Trace& trace, std::span<const LaneId> lanes, bool gpuWorkOnly);

// Slices that touch each group of `step` pixel columns, summed over at most kActivityLanes of the lanes, as a share on
// a fixed logarithmic scale: 0 none, 1 a thousand or more. One value per group. O(lanes · width / step · log n).
inline constexpr std::size_t kActivityLanes = 64;
[[nodiscard]] std::vector<float> activityColumns(const model::Trace& trace, std::span<const LaneId> lanes,
    const TimeScale& scale, std::int32_t width, std::int32_t step);

} // namespace stepscope::view
