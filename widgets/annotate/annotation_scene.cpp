// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/annotation_scene.h"

#include "widgets/annotate/annotation_painter.h"
#include "widgets/annotate/annotation_surface.h"

#include <QPainter>
#include <QRegion>

#include <algorithm>

namespace stepscope::widgets {

using share::Annotation;
using share::AnnotationKind;

namespace {

constexpr double kAir = 4;           // between a thing and its label
constexpr double kRegionTop = 26;    // of the canvas: below the steps
constexpr double kLargeBox = 60;     // px high: its label may lie inside
constexpr double kPaintedBeyond = 9; // grips, heads of arrows, frames

QPointF preferredPlace(const AnnotationShape& shape, const QSizeF& size, const QRectF& canvas)
{
    switch (shape.kind) {
    case AnnotationKind::Note:
        return shape.point + QPointF(kAir + 2, -size.height() - kAir);
    case AnnotationKind::Region:
        return {shape.seen.left() + kAir, canvas.top() + kRegionTop};
    case AnnotationKind::Span:
        return {shape.seen.center().x() - size.width() / 2, shape.seen.top() - size.height() - kAir};
    case AnnotationKind::Arrow: {
        const QPointF tail = shape.line.p1();
        return {shape.line.dx() > 0 ? tail.x() - size.width() : tail.x(),
            shape.line.dy() > 0 ? tail.y() - size.height() : tail.y()};
    }
    default:
        return {shape.seen.left(), shape.seen.top() - size.height() - kAir};
    }
}

QPointF anchorOf(const AnnotationShape& shape)
{
    return shape.kind == AnnotationKind::Arrow ? shape.line.p1() : shape.seen.center();
}

// Rectangles that cover about what is painted of it: pieces of a line, the four sides of an outline. Regions reach over
// all rows, and labels may stand in them.
std::vector<QRectF> paintedRects(const AnnotationShape& shape)
{
    constexpr double kHalf = 3;
    constexpr int kMostPieces = 8;
    constexpr double kPiece = 16; // px
    std::vector<QRectF> rects;
    if (shape.kind == AnnotationKind::Arrow || shape.kind == AnnotationKind::Span) {
        const int pieces = std::clamp(static_cast<int>(shape.line.length() / kPiece), 1, kMostPieces);
        for (int i = 0; i < pieces; ++i) {
            const double part = 1.0 / pieces;
            const QRectF piece(shape.line.pointAt(i * part), shape.line.pointAt((i + 1) * part));
            rects.push_back(piece.normalized().adjusted(-kHalf, -kHalf, kHalf, kHalf));
        }
    } else if (shape.kind == AnnotationKind::Box || shape.kind == AnnotationKind::Highlight) {
        const QRectF seen = shape.seen;
        for (const QRectF& side :
            {QRectF(seen.topLeft(), seen.topRight()), QRectF(seen.bottomLeft(), seen.bottomRight()),
                QRectF(seen.topLeft(), seen.bottomLeft()), QRectF(seen.topRight(), seen.bottomRight())})
            rects.push_back(side.adjusted(-kHalf, -kHalf, kHalf, kHalf));
    }
    return rects;
}

LabelRequest requestFor(const PlacedAnnotation& item, const QRectF& canvas)
{
    const bool mayCover = item.shape.kind == AnnotationKind::Region || item.shape.kind == AnnotationKind::Arrow
        || (item.shape.kind == AnnotationKind::Box && item.shape.seen.height() >= kLargeBox);
    const QPointF anchor = anchorOf(item.shape);
    const auto& put = item.value.label;
    return {preferredPlace(item.shape, item.label.size, canvas), anchor, item.label.size, item.label.small,
        mayCover ? QRectF() : item.shape.seen, put ? std::optional(anchor + QPointF(put->x, put->y)) : std::nullopt,
        paintedRects(item.shape)};
}

} // namespace

QRectF PlacedAnnotation::bounds() const
{
    QRectF all = shape.seen.adjusted(-kPaintedBeyond, -kPaintedBeyond, kPaintedBeyond, kPaintedBeyond);
    if (place.size != LabelSize::None)
        all |= place.rect.adjusted(-1, -1, 1, 1);
    return all;
}

QPointF PlacedAnnotation::labelCorner() const
{
    return place.size != LabelSize::None ? place.rect.topLeft() : anchorOf(shape) - QPointF(0, label.size.height());
}

Annotation PlacedAnnotation::withLabelAt(QPointF corner, const QSizeF& area) const
{
    const auto inside
        = [](double at, double length, double room) { return std::max(0.0, std::min(at, room - length)); };
    const QPointF away = QPointF(inside(corner.x(), label.size.width(), area.width()),
                             inside(corner.y(), label.size.height(), area.height()))
        - anchorOf(shape);
    Annotation moved = value;
    moved.label = share::LabelOffset {qRound(away.x()), qRound(away.y())};
    return moved;
}

const AnnotationLabel& AnnotationScene::labelFor(const Annotation& annotation, const AnnotationSurface& surface)
{
    KnownLabel& known = m_labels[annotation.number];
    if (known.value != annotation) {
        const bool hasLength = annotation.kind == AnnotationKind::Span || annotation.kind == AnnotationKind::Region;
        known = {annotation, labelOf(annotation, hasLength ? surface.lengthText(annotation) : QString())};
    }
    return known.label;
}

void AnnotationScene::build(const std::vector<const Annotation*>& annotations, const AnnotationSurface& surface)
{
    m_items.clear();
    for (const Annotation* annotation : annotations) {
        auto shape = shapeOf(*annotation, surface);
        if (shape)
            m_items.push_back({*annotation, std::move(*shape), labelFor(*annotation, surface), {}});
    }
    const QRectF canvas(QPointF(0, 0), QSizeF(surface.area().size()));
    std::vector<LabelRequest> requests;
    std::vector<QRectF> points;
    requests.reserve(m_items.size());
    for (const PlacedAnnotation& item : m_items) {
        requests.push_back(requestFor(item, canvas));
        if (item.shape.kind == AnnotationKind::Note)
            points.push_back(item.shape.seen);
    }
    const std::vector<LabelPlace> places = placeLabels(requests, canvas, points);
    for (std::size_t i = 0; i < places.size(); ++i) {
        m_items[i].place = places[i];
        m_items[i].place.rect.moveTopLeft(QPointF(places[i].rect.topLeft().toPoint())); // text on whole pixels
    }
}

const PlacedAnnotation* AnnotationScene::find(std::uint32_t number) const
{
    const auto found = std::find_if(
        m_items.begin(), m_items.end(), [number](const PlacedAnnotation& item) { return item.value.number == number; });
    return found != m_items.end() ? &*found : nullptr;
}

std::optional<AnnotationHit> AnnotationScene::hitAt(QPointF position, std::uint32_t selected) const
{
    constexpr double kGripReach = 6;
    if (const PlacedAnnotation* chosen = find(selected)) {
        for (const Grip& grip : chosen->shape.grips) {
            const QPointF away = grip.point - position;
            if (std::max(std::abs(away.x()), std::abs(away.y())) <= kGripReach)
                return AnnotationHit {selected, grip, false};
        }
    }
    // Labels lie over shapes, and later ones over earlier ones.
    const auto label = std::find_if(m_items.rbegin(), m_items.rend(), [position](const PlacedAnnotation& item) {
        return item.place.size != LabelSize::None && item.place.rect.contains(position);
    });
    if (label != m_items.rend())
        return AnnotationHit {label->value.number, {}, true};
    const auto shape = std::find_if(m_items.rbegin(), m_items.rend(),
        [position](const PlacedAnnotation& item) { return item.shape.isAt(position); });
    return shape != m_items.rend() ? std::optional(AnnotationHit {shape->value.number, {}, false}) : std::nullopt;
}

void AnnotationScene::paint(QPainter& painter, const QRegion& region, std::uint32_t selected, std::uint32_t unlabelled,
    const Theme& theme) const
{
    std::vector<const PlacedAnnotation*> shown;
    for (const PlacedAnnotation& item : m_items) {
        if (region.intersects(item.bounds().toAlignedRect()))
            shown.push_back(&item);
    }
    if (shown.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    for (const PlacedAnnotation* item : shown)
        paintShape(painter, item->shape, {item->value.colour, item->value.number == selected}, theme);
    const auto isLabelled = [unlabelled](const PlacedAnnotation* item) {
        return item->value.number != unlabelled && item->place.size != LabelSize::None;
    };
    for (const PlacedAnnotation* item : shown) {
        if (isLabelled(item))
            paintLeader(painter, item->shape, item->place.rect, item->value.colour, theme);
    }
    for (const PlacedAnnotation* item : shown) {
        if (isLabelled(item))
            paintLabel(painter, item->place.rect, item->label, item->value.colour,
                {item->place.size == LabelSize::Small, item->value.number == selected}, theme);
    }
}

} // namespace stepscope::widgets
