// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The painter's question: what is to be seen of one lane in a window of time? Slices shorter than the resolution are
// gathered in buckets that show their longest slice. Bucket edges are absolute multiples of a power of two of ns, so
// panning never makes them shimmer. Two steps: querySpans() answers in ns and knows no pixels; toColumns() lays the
// spans on whole pixel columns, where each gets at least one unless a longer one claims the same column.
// Cost: O(window / resolution · log n) for n slices of the lane, whatever lies in the window; never a loop over events.
// Needs the lane invariants of slice_table.h: starts ascend and slices do not overlap (all sections but Unplaced).

#include "core/view/slice_run.h"
#include "core/view/time_scale.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::view {

class SpanLevels;

struct Span // [begin, end) ns; disjoint and ascending in a result
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
    SliceId slice;           // the longest (the first among equals) of those it stands for
    std::uint32_t count = 1; // slices it stands for; 1: begin and end are the slice's own
    std::int64_t dur = 0;    // of `slice`
    friend bool operator==(const Span&, const Span&) = default;
};

struct ColumnSpan // [x0, x1) pixel columns
{
    std::int32_t x0 = 0;
    std::int32_t x1 = 0;
    SliceId slice;
    std::uint32_t count = 1;
    friend bool operator==(const ColumnSpan&, const ColumnSpan&) = default;
};

struct QueryStats // sums over queries
{
    std::uint64_t queries = 0;
    std::uint64_t steps = 0; // slices looked at one by one
};

// Appends the spans of the run that touch [t0, t1), both widened to whole buckets. `resolution` is a power of two.
void querySpans(const SliceRun& run, std::int64_t t0, std::int64_t t1, std::int64_t resolution, std::vector<Span>& out,
    QueryStats* stats = nullptr);

// Spans (ascending, disjoint) as pixel columns clipped to [0, width), appended to `out`. Counts of spans that found no
// column of their own are added to the one that took it.
void toColumns(std::span<const Span> spans, const TimeScale& scale, std::int32_t width, std::vector<ColumnSpan>& out);

// Both steps for a run over a whole view. `coarseness`, a power of two, makes buckets that many times larger: for
// pictures that are seen for a moment only. `levels` of the run, where there are any, answer what they hold.
[[nodiscard]] std::vector<ColumnSpan> columnSpans(const SliceRun& run, const TimeScale& scale, std::int32_t width,
    std::int64_t coarseness = 1, QueryStats* stats = nullptr, const SpanLevels* levels = nullptr);

// The span at column x, or the nearest one at most `tolerance` columns away; null when there is none. O(log n).
[[nodiscard]] const ColumnSpan* spanAt(std::span<const ColumnSpan> spans, std::int32_t x, std::int32_t tolerance);

// Columns that any of the spans takes, as runs that do not touch; each shows the slice of its first span. O(n log n).
[[nodiscard]] std::vector<ColumnSpan> united(std::vector<ColumnSpan> spans);

// Index of the first of [first, last) that starts at or after `time`; galloping from `first`. O(log distance).
[[nodiscard]] std::uint32_t firstStartingAt(
    std::span<const std::int64_t> starts, std::uint32_t first, std::uint32_t last, std::int64_t time);

} // namespace stepscope::view
