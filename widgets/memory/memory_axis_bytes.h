// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The scale of bytes left of the memory timeline: whole KiB, MiB or GiB, each with a hairline into the canvas where
// nothing is drawn. Pure painting.

#include "widgets/common/theme.h"
#include "widgets/memory/memory_timeline_frame.h"

#include <QRectF>

class QPainter;

namespace stepscope::widgets {

inline constexpr int kByteAxisWidth = 76;

// `gutter`: left of the canvas and as high.
void paintByteAxis(QPainter& painter, const QRectF& gutter, const MemoryFrame& frame, const Theme& theme);
// The hairlines on the canvas, to be drawn before the bands.
void paintByteGrid(QPainter& painter, const MemoryFrame& frame, const Theme& theme);

} // namespace stepscope::widgets
