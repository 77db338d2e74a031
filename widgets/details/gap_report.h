// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the Selection panel says of a selected range that is a gap: why the GPU was idle, what the launching thread did
// then, down to the Python frame, and what ended it; all as links. GUI thread; O(parts of the gap + depth + log n).

#include "widgets/details/event_report.h"
#include "widgets/timeline/timeline_marks.h"

namespace stepscope::widgets {

// Empty for a range that is no gap of any device.
[[nodiscard]] QList<DetailSection> describeGap(
    const TimelineData& data, const TimelineMarks& marks, const TimeRange& range);

} // namespace stepscope::widgets
