// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Stretches in which a stream does nothing while its device works: where they begin and end, the communication that it
// may have waited for, and what it does next. Pure functions of the marks; O(lanes of the stream · log n + waits
// inside), idleOver() for each stream.

#include "widgets/timeline/timeline_marks.h"

#include <optional>
#include <vector>

namespace stepscope::widgets {

struct StreamIdle
{
    TrackId stream;
    Interval span;
    std::vector<analysis::GapPart> waits; // communication that runs alone meanwhile, cut to the span; by time
    SliceId workAfter;                    // of the stream; invalid: it ends with nothing

    [[nodiscard]] const analysis::GapPart* longestWait() const; // the first of equals; null: there is none
};

// From the last end before the time to the first start after it, on any lane of the stream; nothing where it works, and
// before its first and after its last work.
[[nodiscard]] std::optional<Interval> idleAt(const TimelineMarks& marks, TrackId stream, std::int64_t time);

// What begins and ends with the range: communication that runs alone, or idle time of a stream; rather of one that
// waits for communication.
[[nodiscard]] std::optional<StreamIdle> idleOver(const TimelineMarks& marks, const TimeRange& range);

} // namespace stepscope::widgets
