// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where things lie on the canvas: the rectangles that outlines, hit tests, scrolling and repaints of single places ask
// for. Logical pixels; pure functions of the layout and the frame. O(log n), of instants and counters O(rows).

#include "widgets/timeline/frame.h"
#include "widgets/timeline/timeline_data.h"
#include "widgets/viewmodel/selection.h"

#include <QRectF>

#include <optional>

namespace stepscope::widgets {

inline constexpr double kBeyond = 20; // px outside the canvas to which far shapes are pulled

// Where the slice is drawn, or would be beyond the borders of the canvas; nothing when its row is hidden.
[[nodiscard]] std::optional<QRectF> sliceRect(const TimelineData& data, const FrameGeometry& frame, SliceId slice);
// The band of a step in the pinned row; nothing when the slice is no step.
[[nodiscard]] std::optional<QRectF> stepRect(const TimelineData& data, const FrameGeometry& frame, SliceId slice);
[[nodiscard]] std::optional<QRectF> itemRect(const TimelineData& data, const FrameGeometry& frame, const Item& item);

} // namespace stepscope::widgets
