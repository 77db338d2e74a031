// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is laid over the picture of the memory timeline and follows the pointer: the hovered and the chosen allocation
// as shapes over their whole life, the cursor, the marked range. Pure painting, O(columns).

#include "core/view/memory_shape.h"
#include "widgets/common/theme.h"
#include "widgets/memory/memory_timeline_data.h"
#include "widgets/memory/memory_timeline_frame.h"
#include "widgets/viewmodel/memory_cursor.h"

#include <QPainterPath>

class QPainter;
class QRegion;

namespace stepscope::widgets {

// The outline of a band on the canvas, at least one pixel high.
[[nodiscard]] QPainterPath bandOutline(const view::BandShape& shape, const MemoryFrame& frame);

// What an outline covers, with its line: rectangles of a few pixels' width, not the one around all of it.
[[nodiscard]] QRegion outlineRegion(const QPainterPath& outline);

void paintHoveredBand(QPainter& painter, const QPainterPath& outline, const Theme& theme);
void paintChosenBand(QPainter& painter, const QPainterPath& outline, const Theme& theme);
// `height`: of the canvas and what lies below it.
void paintMemoryCursor(QPainter& painter, const MemoryFrame& frame, const view::EntryPositions& positions,
    std::int32_t entry, double height, const Theme& theme);
void paintEntryRange(QPainter& painter, const MemoryFrame& frame, const view::EntryPositions& positions,
    const EntryRange& range, double height, const Theme& theme);
// Why there is only one state to see, or none, and what to record.
void paintNoHistory(QPainter& painter, const QRectF& canvas, bool nothing, const Theme& theme);

} // namespace stepscope::widgets
