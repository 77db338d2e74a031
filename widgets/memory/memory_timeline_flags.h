// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Steps, marks and flags of the memory timeline: what stands in the lane above the bands and what hangs down from it.
// Each pixel column has at most one mark, an out-of-memory entry before all others. Names of steps and flags make room
// for each other: a name stands where its step is free, a flag that would leave it nowhere hangs below the lane. Pure
// painting, O(marks in view).

#include "widgets/common/theme.h"
#include "widgets/memory/memory_timeline_data.h"
#include "widgets/memory/memory_timeline_frame.h"

class QPainter;

namespace stepscope::widgets {

// Every other step is tinted, behind the bands.
void paintStepTints(QPainter& painter, const MemoryFrame& frame, const MemoryTimelineData& data, const Theme& theme);
// Least memory of each step as a dashed line, most as a short one.
void paintBaselines(QPainter& painter, const MemoryFrame& frame, const MemoryTimelineData& data, const Theme& theme);
// Names of the steps, marks, the peak, and entries that ran out of memory.
void paintFlags(QPainter& painter, const MemoryFrame& frame, const MemoryTimelineData& data, const Theme& theme);

} // namespace stepscope::widgets
