// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/annotation_shape.h"

#include "widgets/annotate/annotation_surface.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

using share::Annotation;
using share::AnnotationKind;

namespace {

constexpr double kReach = 4;        // px that still mean a line
constexpr double kDot = 4.5;        // radius of a note's point
constexpr double kShapeBeyond = 40; // px outside the area to which far lines are cut
constexpr double kLeastWidth = 1;

Grip gripAt(QPointF point, bool fromAlong, bool fromAcross, bool toAlong, bool toAcross)
{
    return {point, fromAlong, fromAcross, toAlong, toAcross};
}

// The part of a line that is inside: painters do not bear ends that are millions of pixels away.
std::optional<QLineF> cut(const QLineF& line, const QRectF& inside)
{
    double from = 0;
    double to = 1;
    const auto narrow = [&](double start, double way, double low, double high) {
        if (way == 0)
            return start >= low && start <= high;
        const double atLow = (low - start) / way;
        const double atHigh = (high - start) / way;
        from = std::max(from, std::min(atLow, atHigh));
        to = std::min(to, std::max(atLow, atHigh));
        return from <= to;
    };
    if (!narrow(line.x1(), line.dx(), inside.left(), inside.right())
        || !narrow(line.y1(), line.dy(), inside.top(), inside.bottom()))
        return std::nullopt;
    return QLineF(line.pointAt(from), line.pointAt(to));
}

double distanceTo(const QLineF& line, QPointF point)
{
    const QPointF way = line.p2() - line.p1();
    const double length = QPointF::dotProduct(way, way);
    const double share = length > 0 ? std::clamp(QPointF::dotProduct(point - line.p1(), way) / length, 0.0, 1.0) : 0.0;
    return QLineF(line.pointAt(share), point).length();
}

void makeBox(AnnotationShape& shape, QPointF from, QPointF to, const QRectF& canvas)
{
    const QRectF all = canvas.adjusted(-kShapeBeyond, -kShapeBeyond, kShapeBeyond, kShapeBeyond);
    const auto pulled = [&all](QPointF point) {
        return QPointF(std::clamp(point.x(), all.left(), all.right()), std::clamp(point.y(), all.top(), all.bottom()));
    };
    const QPointF a = pulled(from);
    const QPointF b = pulled(to);
    shape.outline.addRect(QRectF(a, b).normalized());
    shape.grips = {gripAt(a, true, true, false, false), gripAt(b, false, false, true, true),
        gripAt({a.x(), b.y()}, true, false, false, true), gripAt({b.x(), a.y()}, false, true, true, false)};
}

void makeRegion(AnnotationShape& shape, QPointF from, QPointF to, const QRectF& canvas)
{
    const double x0 = std::clamp(from.x(), canvas.left() - kShapeBeyond, canvas.right() + kShapeBeyond);
    const double x1 = std::clamp(to.x(), canvas.left() - kShapeBeyond, canvas.right() + kShapeBeyond);
    shape.clip = canvas;
    shape.outline.addRect(QRectF(QPointF(std::min(x0, x1), canvas.top() - kShapeBeyond),
        QPointF(std::max({x0, x1, std::min(x0, x1) + kLeastWidth}), canvas.bottom() + kShapeBeyond)));
    const double y = canvas.center().y();
    shape.grips = {gripAt({x0, y}, true, false, false, false), gripAt({x1, y}, false, false, true, false)};
}

// `isFlat`: both ends as high as the first one.
bool makeLine(AnnotationShape& shape, QPointF from, QPointF to, bool isFlat, const QRectF& canvas)
{
    const QLineF whole(from, isFlat ? QPointF(to.x(), from.y()) : to);
    const auto line = cut(whole, canvas.adjusted(-kShapeBeyond, -kShapeBeyond, kShapeBeyond, kShapeBeyond));
    if (!line)
        return false;
    shape.line = *line;
    shape.grips = {gripAt(whole.p1(), true, !isFlat, false, false), gripAt(whole.p2(), false, false, true, !isFlat)};
    return true;
}

// Below the event, which stays in reach: it is dragged onto another one.
void addEventGrip(AnnotationShape& shape, const QRectF& canvas)
{
    const QRectF seen = shape.outline.boundingRect().intersected(canvas);
    shape.grips = {gripAt({seen.center().x(), seen.bottom()}, true, true, true, true)};
}

bool makeOutline(AnnotationShape& shape, const Annotation& annotation, const AnnotationSurface& surface)
{
    if (!surface.isShown(annotation))
        return false;
    const QRectF canvas(QPointF(0, 0), QSizeF(surface.area().size()));
    const bool goesBack = annotation.to.at < annotation.from.at;
    const bool hasWidth = annotation.kind == AnnotationKind::Region || annotation.kind == AnnotationKind::Span;
    const Side first = !hasWidth ? Side::Middle : goesBack ? Side::End : Side::Begin;
    const Side last = !hasWidth ? Side::Middle : goesBack ? Side::Begin : Side::End;
    share::Anchor head = annotation.to;
    share::Anchor tail = annotation.from;
    if (annotation.kind == AnnotationKind::Region)
        tail.row.clear(); // whatever becomes of the row where it was drawn
    if (annotation.kind != AnnotationKind::Box && annotation.kind != AnnotationKind::Arrow)
        head.row = tail.row;
    const auto from = surface.spotOf(tail, first);
    if (!from)
        return false;
    shape.clip = from->clip;
    shape.point = from->point;
    if (annotation.kind == AnnotationKind::Note)
        return true;
    const auto to = surface.spotOf(head, last);
    if (!to)
        return false;
    shape.clip = from->clip.united(to->clip);
    const bool isTimeSpan
        = annotation.kind == AnnotationKind::Span && annotation.view == share::AnnotationView::Timeline;
    switch (annotation.kind) {
    case AnnotationKind::Box:
        makeBox(shape, from->point, to->point, canvas);
        return true;
    case AnnotationKind::Region:
        makeRegion(shape, from->point, to->point, canvas);
        return true;
    case AnnotationKind::Highlight:
        shape.outline = surface.eventOutline(annotation);
        addEventGrip(shape, canvas);
        return !shape.outline.isEmpty();
    default:
        return makeLine(shape, from->point, to->point, isTimeSpan, canvas);
    }
}

QRectF extentOf(const AnnotationShape& shape)
{
    if (shape.kind == AnnotationKind::Note)
        return QRectF(shape.point, shape.point).adjusted(-kDot, -kDot, kDot, kDot);
    if (shape.kind == AnnotationKind::Arrow || shape.kind == AnnotationKind::Span)
        return QRectF(shape.line.p1(), shape.line.p2()).normalized().adjusted(-1, -1, 1, 1);
    return shape.outline.boundingRect();
}

} // namespace

bool AnnotationShape::isAt(QPointF position) const
{
    if (!clip.contains(position))
        return false;
    switch (kind) {
    case AnnotationKind::Note:
        return QLineF(point, position).length() <= kDot + 2;
    case AnnotationKind::Arrow:
    case AnnotationKind::Span:
        return distanceTo(line, position) <= kReach;
    case AnnotationKind::Highlight:
        return false; // its event stays in reach; the label is what is caught
    default:
        break;
    }
    const QRectF box = outline.boundingRect();
    return box.adjusted(-kReach, -kReach, kReach, kReach).contains(position)
        && !box.adjusted(kReach, kReach, -kReach, -kReach).contains(position);
}

std::optional<AnnotationShape> shapeOf(const Annotation& annotation, const AnnotationSurface& surface)
{
    AnnotationShape shape;
    shape.kind = annotation.kind;
    if (!makeOutline(shape, annotation, surface))
        return std::nullopt;
    shape.seen = extentOf(shape).intersected(shape.clip);
    const bool isSeen
        = annotation.kind == AnnotationKind::Note ? shape.clip.contains(shape.point) : !shape.seen.isEmpty();
    return isSeen ? std::optional(std::move(shape)) : std::nullopt;
}

Annotation movedBy(const Annotation& annotation, const Grip& grip, QPointF by, const AnnotationSurface& surface)
{
    Annotation moved = annotation;
    const auto move = [&](share::Anchor& anchor, bool along, bool across) {
        const share::Anchor there = surface.moved(anchor, {along ? by.x() : 0, across ? by.y() : 0});
        anchor = there;
    };
    move(moved.from, grip.fromAlong, grip.fromAcross);
    move(moved.to, grip.toAlong, grip.toAcross);
    if (grip.fromAlong != grip.toAlong) // its length is another one
        (grip.fromAlong ? moved.from : moved.to).resolution = surface.resolution();
    return moved;
}

} // namespace stepscope::widgets
