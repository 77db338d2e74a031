// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which shapes lie over the canvas for what is pointed to: rectangles of marks and of what belongs to them, the way of
// a link. Both the painter of the overlay and those who ask which part of the canvas is out of date go by it, so that
// nothing is left behind. Logical pixels; made for one question, holds references only.

#include "widgets/timeline/item_place.h"
#include "widgets/timeline/mark_ref.h"
#include "widgets/timeline/timeline_marks.h"

#include <QPainterPath>
#include <QRegion>

#include <vector>

namespace stepscope::widgets {

struct LinkCurve // from the middle of the one to the beginning of the other
{
    LinkCurve(const QRectF& from, const QRectF& to);
    [[nodiscard]] QPainterPath path() const;
    [[nodiscard]] QRegion region() const; // with the width of the line, in small pieces

    QPointF start;
    QPointF end;
    QPointF bend; // of the line at both ends
};

struct MarkRect
{
    QRectF rect;
    bool pinned = false; // in a row that stays
};

class OverlayShapes
{
public:
    OverlayShapes(const TimelineData& data, const FrameGeometry& frame);

    // Where the mark itself is drawn.
    [[nodiscard]] std::vector<MarkRect> ofMark(const MarkRef& mark, const TimelineMarks& marks) const;
    // All that is drawn for what is pointed to.
    [[nodiscard]] QRegion hoverRegion(const Item& hovered, std::optional<std::int64_t> cursor) const;
    [[nodiscard]] QRegion markRegion(const MarkRef& mark, const MarkContext& context, const TimelineMarks& marks) const;

private:
    [[nodiscard]] std::optional<QRectF> rowRect(std::optional<std::size_t> row, const TimeRange& span) const;
    [[nodiscard]] std::optional<std::size_t> rowOfStream(TrackId stream) const;

    const TimelineData& m_data;
    const FrameGeometry& m_frame;
    view::TimeScale m_scale; // logical px
};

} // namespace stepscope::widgets
