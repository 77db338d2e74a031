// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The scale below the memory timeline: entries by number, or time, with the point of the cursor
// and the length of the marked range on it. Pure painting.

#include "core/view/memory_axis.h"
#include "widgets/common/theme.h"
#include "widgets/memory/memory_timeline_frame.h"
#include "widgets/viewmodel/memory_cursor.h"

#include <QRectF>
#include <QString>

#include <cstdint>
#include <optional>

class QPainter;

namespace stepscope::widgets {

inline constexpr int kMemoryRulerHeight = 26;

struct RulerMarks
{
    std::int32_t entry = -1;             // of the cursor
    std::optional<std::int32_t> pointer; // entry under the pointer
    std::optional<EntryRange> range;
    std::optional<std::int64_t> zero; // the time that is called 0; that of the first entry without one
    QString text;                     // of the point that is marked; empty: the number of its entry
};

void paintMemoryRuler(QPainter& painter, const QRectF& rect, const MemoryFrame& frame,
    const view::EntryPositions& positions, const RulerMarks& marks, const Theme& theme);

} // namespace stepscope::widgets
