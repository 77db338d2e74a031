// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An annotation as it lies on a canvas now: its outline, what of it is caught by the pointer, the grips that change it,
// and where its label wants to be. Plain values made for one state of the canvas; logical px of the area.

#include "core/share/annotation.h"

#include <QLineF>
#include <QPainterPath>
#include <QRectF>

#include <optional>
#include <vector>

namespace stepscope::widgets {

class AnnotationSurface;

struct Grip // a place that can be dragged, and which coordinates of the two anchors go with it
{
    QPointF point;
    bool fromAlong = true; // the axis
    bool fromAcross = true;
    bool toAlong = true;
    bool toAcross = true;
};

struct AnnotationShape
{
    share::AnnotationKind kind = share::AnnotationKind::Note;
    QRectF clip;          // it is seen only there
    QPainterPath outline; // of boxes, highlights and regions
    QLineF line;          // of arrows and spans: tail to head
    QPointF point;        // of notes
    QRectF seen;          // what of it is in the clip; of notes and lines with a width
    std::vector<Grip> grips;

    [[nodiscard]] bool isAt(QPointF position) const; // of outlines the border alone: what is inside stays in reach
};

// Nothing where it is not seen: its row is hidden, or it lies beyond the canvas.
[[nodiscard]] std::optional<AnnotationShape> shapeOf(
    const share::Annotation& annotation, const AnnotationSurface& surface);

// With the anchors of a grip moved by so many px; a grip of its own moves the whole.
[[nodiscard]] share::Annotation movedBy(
    const share::Annotation& annotation, const Grip& grip, QPointF by, const AnnotationSurface& surface);

} // namespace stepscope::widgets
