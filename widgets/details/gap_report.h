// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the Selection panel says of a selected range that is idle time: of a device, why it was idle, what the launching
// thread did then, down to the Python frame, and what ended it; of a stream, which communication it waited for; all as
// links. And the same for the clipboard. GUI thread; O(parts of the gap + depth + log n).

#include "widgets/details/event_report.h"
#include "widgets/timeline/timeline_marks.h"

namespace stepscope::widgets {

// Empty for a range that is no idle time of any device or stream.
[[nodiscard]] QList<DetailSection> describeIdle(
    const TimelineData& data, const TimelineMarks& marks, const TimeRange& range);

[[nodiscard]] QString rangeText(const TimelineData& data, const TimelineMarks* marks, const TimeRange& range);
[[nodiscard]] QString rangeJson(const TimelineMarks* marks, const TimeRange& range); // null: nothing is known of it yet

} // namespace stepscope::widgets
