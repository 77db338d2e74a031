// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/time_annotations.h"

#include "widgets/annotate/annotation_words.h"
#include "widgets/details/detail_text.h"
#include "widgets/viewmodel/time_axis.h"

#include <QWidget>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope::widgets {

using share::Anchor;
using share::Annotation;
using share::AnnotationKind;

namespace {

std::int64_t added(std::int64_t time, std::int64_t shift)
{
    std::int64_t sum = 0;
    if (!__builtin_add_overflow(time, shift, &sum))
        return sum;
    return shift > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
}

} // namespace

TimeAnnotations::TimeAnnotations(QWidget* canvas, QWidget* view, TimeAxis* axis)
    : m_canvas(canvas)
    , m_keyboard(view)
    , m_axis(axis)
{
}

QRect TimeAnnotations::area() const
{
    return m_canvas->rect();
}

CanvasState TimeAnnotations::state() const
{
    const FrameGeometry shown = frame();
    return {shown.window, shown.size, shown.scroll, 0, layouts()};
}

// ---- times and pixels ----

std::int64_t TimeAnnotations::toView(std::int64_t at) const
{
    return added(at, -shift());
}

std::int64_t TimeAnnotations::fromView(std::int64_t time) const
{
    return added(time, shift());
}

double TimeAnnotations::pxOf(std::int64_t at) const
{
    const FrameGeometry shown = frame();
    return view::TimeScale(shown.window, shown.size.width()).toPx(toView(at));
}

std::int64_t TimeAnnotations::timeAt(double px) const
{
    const FrameGeometry shown = frame();
    return fromView(view::TimeScale(shown.window, shown.size.width()).toNs(px));
}

// The largest power of ten that is no more than a pixel.
std::int64_t TimeAnnotations::resolution() const
{
    constexpr std::int64_t kCoarsest = 1'000'000'000'000; // ns
    const FrameGeometry shown = frame();
    const double nsOfPx = shown.window.span / std::max(1, shown.size.width());
    std::int64_t resolution = 1;
    while (resolution < kCoarsest && static_cast<double>(resolution) * 10 <= nsOfPx)
        resolution *= 10;
    return resolution;
}

// ---- anchors ----

Anchor TimeAnnotations::moved(const Anchor& anchor, QPointF by) const
{
    const FrameGeometry shown = frame();
    Anchor moved = anchor;
    const double ns = std::round(by.x() * shown.window.span / std::max(1, shown.size.width()));
    moved.at = view::addTime(anchor.at, ns).whole;
    const auto spot = by.y() != 0 ? spotOf(anchor) : std::nullopt;
    if (spot) {
        const Anchor there = anchorAt(spot->point + by);
        moved.row = there.row;
        moved.innerRow = there.innerRow;
        moved.lane = there.lane;
    }
    return moved;
}

Anchor TimeAnnotations::snapped(QPointF point)
{
    std::vector<std::int64_t> edges;
    for (const double dx : {0.0, -kSnap / 2, kSnap / 2, -kSnap, kSnap})
        addEdges(edges, point + QPointF(dx, 0));
    Anchor anchor = anchorAt(point);
    double nearest = kSnap;
    for (const std::int64_t edge : edges) {
        const double far = std::abs(pxOf(edge) - point.x());
        if (far > nearest)
            continue;
        nearest = far;
        anchor.at = edge;
        anchor.resolution = 1;
    }
    return anchor;
}

Annotation TimeAnnotations::aroundEvent(Annotation highlight, AnnotationKind kind) const
{
    constexpr double kArrowLength = 56; // px
    highlight.kind = kind;
    highlight.event.clear();
    const std::int64_t middle = highlight.from.at + (highlight.to.at - highlight.from.at) / 2;
    if (kind == AnnotationKind::Note)
        highlight.from.at = middle;
    if (kind == AnnotationKind::Arrow) {
        highlight.to.at = middle;
        highlight.from = moved(highlight.to, {-kArrowLength, kArrowLength});
    }
    if (kind == AnnotationKind::Box) {
        highlight.from.lane = std::floor(highlight.from.lane);
        highlight.to.lane = highlight.from.lane + 1;
    }
    return highlight;
}

// ---- words ----

QString TimeAnnotations::lengthText(const Annotation& annotation) const
{
    return widgets::lengthText(annotation);
}

QString TimeAnnotations::textOfPlace(const Annotation& annotation, const QString& row, std::int64_t origin) const
{
    const bool isPoint = annotation.kind == AnnotationKind::Note;
    const std::int64_t at = isPoint ? annotation.from.at : std::min(annotation.from.at, annotation.to.at);
    QStringList parts;
    if (annotation.kind != AnnotationKind::Region && !row.isEmpty())
        parts << row;
    parts << relativeTimeText(at, origin);
    if (!isPoint && annotation.kind != AnnotationKind::Arrow)
        parts << lengthText(annotation);
    return parts.join(QStringLiteral(" · "));
}

// ---- going there ----

void TimeAnnotations::revealTimes(const Annotation& annotation)
{
    widgets::revealTimes(
        *m_axis, annotation.from.at, annotation.kind == AnnotationKind::Note ? annotation.from.at : annotation.to.at);
}

void revealTimes(TimeAxis& axis, std::int64_t from, std::int64_t to)
{
    constexpr double kLeast = 0.02; // of the view: shorter things are looked at closer
    const auto [start, end] = std::minmax(from, to);
    const TimeRange seen = axis.range();
    const bool isPoint = start == end;
    const bool isInside = start >= seen.start && end <= seen.end;
    const double share = view::timeDifference(end, start) / std::max(1.0, axis.window().span);
    if (isInside && (isPoint || share >= kLeast))
        return;
    if (isPoint)
        axis.centreOn(start);
    else
        axis.fitAround(start, end);
}

} // namespace stepscope::widgets
