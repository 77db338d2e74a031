// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/annotation_painter.h"

#include "widgets/annotate/annotation_colours.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

using share::AnnotationKind;

namespace {

constexpr double kStroke = 1.75;
constexpr double kHalo = 2; // of the ground on either side of a line, which keeps it readable over slices of any colour

QColor translucent(QColor colour, float alpha)
{
    colour.setAlphaF(alpha);
    return colour;
}

void drawLine(QPainter& painter, const QLineF& line, const QColor& colour, double width, const Theme& theme)
{
    painter.setPen(QPen(translucent(theme.surface, 0.8F), width + 2 * kHalo, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(line);
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(line);
}

void drawHead(QPainter& painter, const QLineF& line, const QColor& colour)
{
    constexpr double kLength = 11;
    constexpr double kHalfWidth = 5;
    if (line.length() < 1)
        return;
    const QPointF along = (line.p2() - line.p1()) / line.length();
    const QPointF across(-along.y(), along.x());
    const QPointF base = line.p2() - along * kLength;
    const QPointF head[] = {line.p2(), base + across * kHalfWidth, base - across * kHalfWidth};
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(head, 3);
}

void drawArrow(QPainter& painter, const AnnotationShape& shape, const QColor& colour, double width, const Theme& theme)
{
    constexpr double kUnderHead = 6;
    const bool endsHere = shape.line.p2() == shape.grips[1].point; // not cut at the border
    QLineF shaft = shape.line;
    if (endsHere && shaft.length() > kUnderHead)
        shaft.setLength(shaft.length() - kUnderHead);
    drawLine(painter, shaft, colour, width, theme);
    if (endsHere)
        drawHead(painter, shape.line, colour);
}

void drawSpan(QPainter& painter, const AnnotationShape& shape, const QColor& colour, double width, const Theme& theme)
{
    constexpr double kTick = 6; // above and below the line
    drawLine(painter, shape.line, colour, width, theme);
    const auto tick = [&](QPointF at, QPointF end) {
        if (at == end)
            drawLine(painter, QLineF(at - QPointF(0, kTick), at + QPointF(0, kTick)), colour, width, theme);
    };
    tick(shape.line.p1(), shape.grips[0].point);
    tick(shape.line.p2(), shape.grips[1].point);
}

void drawOutline(
    QPainter& painter, const AnnotationShape& shape, const QColor& colour, double width, const Theme& theme)
{
    const bool isRegion = shape.kind == AnnotationKind::Region;
    const bool isHighlight = shape.kind == AnnotationKind::Highlight;
    const float fill = isHighlight ? 0.12F : isRegion ? 0.10F : 0.06F;
    painter.fillPath(shape.outline, translucent(colour, theme.dark ? fill * 1.4F : fill));
    painter.setBrush(Qt::NoBrush);
    const double stroke = isHighlight ? width + 1 : width;
    if (!isRegion) {
        painter.setPen(
            QPen(translucent(theme.surface, 0.8F), stroke + 2 * kHalo, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
        painter.drawPath(shape.outline);
    }
    painter.setPen(QPen(colour, stroke, isRegion ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    painter.drawPath(shape.outline);
}

void drawGrips(QPainter& painter, const AnnotationShape& shape, const Theme& theme)
{
    constexpr double kHalf = 3.5;
    painter.setPen(QPen(theme.accent, 1.5));
    painter.setBrush(theme.raised);
    for (const Grip& grip : shape.grips) {
        if (shape.clip.contains(grip.point))
            painter.drawRect(QRectF(grip.point, grip.point).adjusted(-kHalf, -kHalf, kHalf, kHalf));
    }
}

QPointF nearestIn(const QRectF& rect, QPointF point)
{
    return {std::clamp(point.x(), rect.left(), rect.right()), std::clamp(point.y(), rect.top(), rect.bottom())};
}

} // namespace

void paintShape(QPainter& painter, const AnnotationShape& shape, const ShapeLook& look, const Theme& theme)
{
    const QColor colour = annotationColour(look.colour, theme);
    const double width = look.isSelected ? kStroke + 1 : kStroke;
    painter.save();
    painter.setClipRect(shape.clip, Qt::IntersectClip);
    switch (shape.kind) {
    case AnnotationKind::Note:
        painter.setPen(QPen(look.isSelected ? theme.accent : theme.surface, look.isSelected ? 2 : 1.5));
        painter.setBrush(colour);
        painter.drawEllipse(shape.point, 4.5, 4.5);
        break;
    case AnnotationKind::Arrow:
        drawArrow(painter, shape, colour, width, theme);
        break;
    case AnnotationKind::Span:
        drawSpan(painter, shape, colour, width, theme);
        break;
    default:
        drawOutline(painter, shape, colour, width, theme);
        break;
    }
    if (look.isSelected)
        drawGrips(painter, shape, theme);
    painter.restore();
}

void paintLeader(
    QPainter& painter, const AnnotationShape& shape, const QRectF& label, std::uint8_t colour, const Theme& theme)
{
    constexpr double kTouches = 6; // px
    QPointF from = nearestIn(shape.seen, label.center());
    if (shape.kind == AnnotationKind::Arrow)
        from = shape.line.p1();
    const QPointF to = nearestIn(label, from);
    const double apart = QLineF(from, to).length();
    const double touches = shape.kind == AnnotationKind::Note ? 0 : kTouches;
    if (apart > touches)
        drawLine(painter, QLineF(from, to), annotationColour(colour, theme), 1, theme);
}

} // namespace stepscope::widgets
