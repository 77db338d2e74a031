// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The part of a trace that figures are taken over. Everything is cut to it: a slice belongs to a window when it
// overlaps it (one without length: when it starts in it), and counts with the part of its duration that lies inside.
// GPU figures and CPU figures have windows of their own: those of a step differ (see steps.h), else they are equal.
// Slices without a place in time (kNoTime, kOutlier) belong to the whole trace only.

#include "core/model/trace.h"
#include "core/util/interval_ops.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace stepscope::analysis {

struct Window
{
    static constexpr Interval kEverything {
        std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
    Interval cpu = kEverything;
    Interval gpu = kEverything;
    bool whole = true; // no cut at all
};

[[nodiscard]] inline Window cutTo(Interval interval)
{
    return {interval, interval, false};
}

[[nodiscard]] constexpr bool contains(Interval window, std::int64_t time)
{
    return time >= window.start && time < window.end;
}

[[nodiscard]] constexpr bool overlaps(Interval window, std::int64_t start, std::int64_t end)
{
    return start < window.end && (end > window.start || start >= window.start);
}

// The part of [start, end) inside the window; only for what overlaps it.
[[nodiscard]] constexpr Interval cut(Interval window, std::int64_t start, std::int64_t end)
{
    return {std::max(window.start, start), std::min(window.end, end)};
}

// How one slice counts in a window.
struct Share
{
    bool counts = false; // belongs to the window
    bool placed = false; // has a place in time; `span` is its part inside
    bool timed = false;  // its duration can be trusted
    Interval span;
};

[[nodiscard]] inline Share shareOf(const model::Trace& trace, SliceId id, Interval window, bool whole)
{
    Share share;
    if (!trace.slices.placed(id)) {
        share.counts = whole;
        return share;
    }
    const std::int64_t start = trace.slices.start[id.index()];
    const std::int64_t end = trace.slices.end(id);
    share.counts = share.placed = overlaps(window, start, end);
    share.timed = share.placed && trace.slices.timed(id);
    if (share.placed)
        share.span = cut(window, start, end);
    return share;
}

} // namespace stepscope::analysis
