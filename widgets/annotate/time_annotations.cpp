// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/time_annotations.h"

#include "widgets/annotate/annotation_words.h"
#include "widgets/details/detail_text.h"
#include "widgets/viewmodel/time_axis.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

using share::Anchor;
using share::Annotation;
using share::AnnotationKind;

Anchor movedAlong(const Anchor& anchor, double px, const view::TimeWindow& window, double width)
{
    Anchor moved = anchor;
    moved.at = view::addTime(anchor.at, std::round(px * window.span / std::max(1.0, width))).whole;
    return moved;
}

std::int64_t nearestEdge(
    const view::TimeScale& scale, double px, std::int64_t time, std::int64_t start, std::int64_t end)
{
    constexpr double kSnap = 5; // px
    const double toStart = std::abs(scale.toPx(start) - px);
    const double toEnd = std::abs(scale.toPx(end) - px);
    if (std::min(toStart, toEnd) > kSnap)
        return time;
    return toStart <= toEnd ? start : end;
}

Annotation aroundEvent(Annotation highlight, AnnotationKind kind, const AnnotationSurface& surface)
{
    constexpr double kArrowLength = 56; // px
    highlight.kind = kind;
    highlight.event.clear();
    const std::int64_t middle = highlight.from.at + (highlight.to.at - highlight.from.at) / 2;
    if (kind == AnnotationKind::Note)
        highlight.from.at = middle;
    if (kind == AnnotationKind::Arrow) {
        highlight.to.at = middle;
        highlight.from = surface.moved(highlight.to, {-kArrowLength, kArrowLength});
    }
    if (kind == AnnotationKind::Box) {
        highlight.from.lane = std::floor(highlight.from.lane);
        highlight.to.lane = highlight.from.lane + 1;
    }
    return highlight;
}

QString timePlaceText(const Annotation& annotation, const QString& row, std::int64_t origin)
{
    const bool isPoint = annotation.kind == AnnotationKind::Note;
    QStringList parts;
    if (!row.isEmpty())
        parts << row;
    parts << relativeTimeText(isPoint ? annotation.from.at : std::min(annotation.from.at, annotation.to.at), origin);
    if (!isPoint && annotation.kind != AnnotationKind::Arrow)
        parts << exactLengthText(annotation.from.at, annotation.to.at);
    return parts.join(QStringLiteral(" · "));
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
