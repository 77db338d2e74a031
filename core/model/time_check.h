// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which times of a file can be trusted.
// - no time recorded: ts 0 and dur 0 in a file whose other events start more than 1 s later
// - outlier: more than 1 h away from the median start of all timed events
// O(n); the median is only searched for when the events span more than an hour.

#include "core/model/assembler.h"
#include "core/model/paired_slices.h"

namespace stepscope::model {

inline constexpr std::int64_t kLongestDuration = 7LL * 24 * 3600 * 1'000'000'000; // longer ones cannot be true
inline constexpr std::int64_t kOutlierDistance = 3600LL * 1'000'000'000;
inline constexpr std::int64_t kLostTimeDistance = 1'000'000'000;

struct TimeCheck
{
    bool zeroMeansLost = false;
    bool hasOutliers = false;
    std::int64_t median = 0;
    bool anyTime = false;

    [[nodiscard]] bool lost(std::int64_t start, std::int64_t dur) const
    {
        return zeroMeansLost && start == 0 && dur == 0;
    }
    [[nodiscard]] bool outlier(std::int64_t time) const
    {
        return hasOutliers && (time > median ? time - median : median - time) > kOutlierDistance;
    }
};

[[nodiscard]] TimeCheck checkTimes(const AssemblyInput& input, const std::vector<PairedSlice>& paired);

} // namespace stepscope::model
