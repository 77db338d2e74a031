// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What lies over the canvas and changes with every move of the pointer: the marked range, launch links and outline of
// the selection, the outline of what is hovered, the crosshair. Logical pixels, QPainter only; a few shapes a frame.
// Stateless: made for one paint.

#include "core/view/launch_links.h"
#include "widgets/timeline/item_place.h"
#include "widgets/timeline/mark_words.h"
#include "widgets/viewmodel/selection.h"
#include "widgets/viewmodel/time_axis.h"

#include <QPointF>
#include <QRectF>

#include <optional>
#include <vector>

class QPainter;

namespace stepscope::widgets {

class OverlayPainter
{
public:
    OverlayPainter(QPainter& painter, const TimelineData& data, const FrameGeometry& frame, const Theme& theme);

    void emptyState(); // of a trace without rows
    void range(const std::optional<TimeRange>& range);
    void selection(const Item& item, const view::LaunchChain& chain);
    void flows(const std::vector<model::Flow>& flows); // dashed, with their category
    // How far it is from one slice to another: a line with ticks at its ends and its length on it.
    void distance(SliceId from, SliceId to);
    void hover(const Item& item);
    // A gap, wall or sync and all that belongs to it: what the CPU did under it, the launch and the work that ended it.
    void mark(const MarkRef& mark, const MarkContext& context, const TimelineMarks& marks);
    // The sync of a call that is selected or pointed to, however short.
    void sync(SliceId call, const TimelineMarks& marks);
    // Where a step lies on the GPUs, which run behind the CPU.
    void stepOnGpu(SliceId slice, const TimelineMarks& marks);
    void cursor(std::optional<std::int64_t> time);

private:
    void outline(const QRectF& rect, const QColor& colour, double width);
    void selected(const QRectF& rect);
    void link(const QRectF& from, const QRectF& to, double strength, const QString& label = {});
    void plate(QPointF centre, const QString& text);
    [[nodiscard]] bool isPinned(SliceId slice) const; // in a row that stays
    void clipBelowPinned(bool isAmongPinned = false); // for what is in rows that scroll beneath the others

    QPainter& m_painter;
    const TimelineData& m_data;
    const FrameGeometry& m_frame;
    const Theme& m_theme;
    view::TimeScale m_scale; // logical px
};

} // namespace stepscope::widgets
