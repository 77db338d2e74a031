// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Slices that follow each other in time without overlap, as the level of detail asks for them: a lane of the trace, or
// one on which slices of several streams were merged (merged_lanes.h). A view: the columns must outlive it. Also the
// buckets of time in which slices are gathered: absolute multiples of a power of two of ns. Nothing here overflows,
// whatever the times.

#include "core/model/trace.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

namespace stepscope::view {

inline constexpr std::int64_t kHighestTime = std::numeric_limits<std::int64_t>::max();

inline std::int64_t bucketStart(std::int64_t time, std::int64_t resolution)
{
    return time & ~(resolution - 1);
}

inline std::int64_t bucketEnd(std::int64_t time, std::int64_t resolution)
{
    const std::int64_t start = bucketStart(time, resolution);
    return start > kHighestTime - resolution ? kHighestTime : start + resolution;
}

struct SliceRun
{
    std::span<const std::int64_t> starts; // columns; the run is [first, last) of them, starts ascend in it
    std::span<const std::int64_t> durs;
    const RangeMax* longest = nullptr; // of durs
    const SliceId* ids = nullptr;      // of the positions; null: a position is the id
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    [[nodiscard]] std::uint32_t size() const { return last - first; }
    [[nodiscard]] SliceId id(std::size_t i) const { return ids ? ids[i] : SliceId(i); }
    [[nodiscard]] std::int64_t end(std::uint32_t i) const
    {
        std::int64_t end = 0;
        return __builtin_add_overflow(starts[i], durs[i], &end) ? kHighestTime : end;
    }
};

[[nodiscard]] inline SliceRun runOf(const model::Trace& trace, SliceId first, SliceId last)
{
    const std::uint32_t stop = std::min(last.value, static_cast<std::uint32_t>(trace.slices.size()));
    return {
        trace.slices.start.span(), trace.slices.dur.span(), &trace.longest, nullptr, std::min(first.value, stop), stop};
}

[[nodiscard]] inline SliceRun runOf(const model::Trace& trace, const model::Lane& lane)
{
    return runOf(trace, lane.first, lane.last);
}

} // namespace stepscope::view
