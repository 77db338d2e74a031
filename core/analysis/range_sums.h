// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a range of time holds: slices by name, row and category, each counted with its part inside the range.
//
//   calls   slices that overlap the range (one without length: that starts in it)
//   total   time inside the range in which any of them ran, summed over the rows: a call inside a call of its name (or,
//           by category, of its category) counts once, as in the "total" of profilers
//   parts   sum of the parts inside, calls inside each other included: what averages are of
//   self    parts without the parts of the direct children, each clipped to its parent; summed over a row, it is the
//           time in which the row held anything. Children on lanes that were not asked for take nothing off
//   longest the slice with the longest part inside; the first of equals
// Slices without a place in time belong to no range. O(lanes log n + slices inside × log lanes of their row).

#include "core/model/trace.h"
#include "core/util/interval_ops.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace stepscope::analysis {

struct RangeRow
{
    NameId name; // invalid where names are summed up
    std::optional<std::uint16_t> category;
    TrackId track; // invalid where rows are summed up
    std::uint64_t calls = 0;
    std::int64_t totalNs = 0;
    std::int64_t partsNs = 0;
    std::int64_t selfNs = 0;
    SliceId longest;
    std::int64_t longestNs = -1; // its part inside
};

enum class RangeGrouping : std::uint8_t
{
    Name, // of each category
    Row,
    Category,
};

struct RangeSums
{
    Interval range;
    std::uint64_t slices = 0;
    std::vector<RangeRow> rows;       // by track, category and name, each once
    std::vector<RangeRow> categories; // totals by track and category
    std::vector<RangeRow> tracks;     // totals by track
};

// Nothing when stopped. `lanes`: which ones count, each once.
[[nodiscard]] std::optional<RangeSums> rangeSums(
    const model::Trace& trace, Interval range, std::span<const LaneId> lanes, const std::stop_token& stop = {});

// By self (rows: by total), largest first; then by what they are grouped by.
[[nodiscard]] std::vector<RangeRow> groupRange(const RangeSums& sums, RangeGrouping grouping);

// All lanes of the trace that are laid out over time.
[[nodiscard]] std::vector<LaneId> placedLanes(const model::Trace& trace);

// The slices of a lane that overlap the range, as [first, last). O(log n + slices without length at its start).
struct SliceRun
{
    std::size_t first = 0;
    std::size_t last = 0;
};
[[nodiscard]] SliceRun slicesWithin(const model::Trace& trace, const model::Lane& lane, Interval range);

} // namespace stepscope::analysis
