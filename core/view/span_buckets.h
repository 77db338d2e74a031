// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Buckets of time in which the level of detail gathers slices: absolute multiples of a power of two of ns. Internal to
// span_query and span_levels. Nothing here overflows, whatever the times.

#include "core/model/slice_table.h"

#include <cstdint>
#include <limits>

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

inline std::int64_t endOf(const model::SliceTable& slices, std::uint32_t i)
{
    std::int64_t end = 0;
    return __builtin_add_overflow(slices.start[i], slices.dur[i], &end) ? kHighestTime : end;
}

} // namespace stepscope::view
