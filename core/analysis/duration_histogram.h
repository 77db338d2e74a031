// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How the durations of the slices of one name and category spread: counts in bars of equal width, or of equal ratio
// where the longest is many times the shortest.
//
//   counted  slices whose duration can be trusted, with their whole duration, if they overlap the range; the others are
//            only told how many they are
//   bars     [edges[i], edges[i + 1]) in ns, the last one with its upper end; ascending, at most kMostBars
// O(slices in the range).

#include "core/model/trace.h"
#include "core/util/interval_ops.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stepscope::analysis {

struct DurationHistogram
{
    static constexpr std::size_t kMostBars = 48;
    static constexpr std::int64_t kRatioForLogarithmic = 8;

    std::vector<std::int64_t> edges; // one more than counts; empty when nothing was counted
    std::vector<std::uint64_t> counts;
    std::uint64_t counted = 0;
    std::uint64_t untimed = 0;
    std::int64_t minNs = 0;
    std::int64_t medianNs = 0; // nearest rank
    std::int64_t maxNs = 0;

    [[nodiscard]] std::optional<std::size_t> barOf(std::int64_t ns) const; // nothing beyond the edges
};

[[nodiscard]] DurationHistogram histogramOf(std::vector<std::int64_t> durations);

// Of the slices named and categorised like `like`, that one included where it overlaps the range.
[[nodiscard]] DurationHistogram durationHistogram(
    const model::Trace& trace, SliceId like, Interval range, const std::stop_token& stop = {});

} // namespace stepscope::analysis
