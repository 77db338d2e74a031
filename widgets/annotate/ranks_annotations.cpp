// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/ranks_annotations.h"

#include "widgets/annotate/annotation_words.h"
#include "widgets/annotate/time_annotations.h"
#include "widgets/details/detail_text.h"
#include "widgets/ranks/ranks_layout.h"
#include "widgets/ranks/ranks_words.h"

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

using share::Anchor;
using share::Annotation;
using share::AnnotationKind;

RanksAnnotations::RanksAnnotations(RanksTimelineView* view, TimeAxis* axis, const RanksCursor* cursor, ShownJob job)
    : m_view(view)
    , m_canvas(view->viewport())
    , m_axis(axis)
    , m_cursor(cursor)
    , m_job(std::move(job))
{
}

CanvasState RanksAnnotations::state() const
{
    const FrameGeometry frame = m_view->frame();
    return {frame.window, frame.size, frame.scroll, 0, m_view->layouts()};
}

bool RanksAnnotations::owns(const Annotation& annotation) const
{
    return annotation.view == share::AnnotationView::Timeline;
}

Annotation RanksAnnotations::blank() const
{
    Annotation annotation;
    annotation.run = m_job();
    return annotation;
}

const RankRow* RanksAnnotations::rowOf(const std::string& name) const
{
    const auto& rows = m_view->layout().rows();
    const auto found = std::find_if(
        rows.begin(), rows.end(), [label = toQString(name)](const RankRow& row) { return row.label == label; });
    return found != rows.end() ? &*found : nullptr;
}

bool RanksAnnotations::isShown(const Annotation& annotation) const
{
    const bool needsRow = annotation.kind != AnnotationKind::Region && !annotation.from.row.empty();
    return annotation.run == m_job() && (!needsRow || rowOf(annotation.from.row) != nullptr);
}

// ---- anchors ----

std::optional<Spot> RanksAnnotations::spotOf(const Anchor& anchor, Side /*side*/) const
{
    const FrameGeometry frame = m_view->frame();
    const double x = view::TimeScale(frame.window, frame.size.width()).toPx(anchor.at);
    if (anchor.row.empty())
        return Spot {{x, frame.size.height() / 2.0}, QRectF(area())};
    const RankRow* row = rowOf(anchor.row);
    if (row == nullptr)
        return std::nullopt;
    const double share = std::clamp(anchor.lane, 0.0, 1.0);
    return Spot {{x, row->y - frame.scroll + share * m_view->layout().rowHeight()}, QRectF(area())};
}

Anchor RanksAnnotations::anchorAt(QPointF point) const
{
    const FrameGeometry frame = m_view->frame();
    Anchor anchor;
    anchor.at = view::TimeScale(frame.window, frame.size.width()).toNs(point.x());
    const auto& rows = m_view->layout().rows();
    if (rows.empty())
        return anchor;
    const double y = std::clamp(point.y(), 0.0, static_cast<double>(frame.size.height())) + frame.scroll;
    const RankRow& row = rows[std::min(m_view->layout().firstRowFrom(static_cast<int>(y)), rows.size() - 1)];
    anchor.row = row.label.toStdString();
    anchor.lane = std::clamp((y - row.y) / m_view->layout().rowHeight(), 0.0, 1.0);
    return anchor;
}

Anchor RanksAnnotations::moved(const Anchor& anchor, QPointF by) const
{
    Anchor moved = movedAlong(anchor, by.x(), m_view->frame().window, m_view->frame().size.width());
    const auto spot = by.y() != 0 ? spotOf(anchor) : std::nullopt;
    if (spot) {
        const Anchor there = anchorAt(spot->point + by);
        moved.row = there.row;
        moved.lane = there.lane;
    }
    return moved;
}

Anchor RanksAnnotations::snapped(QPointF point)
{
    Anchor anchor = anchorAt(point);
    if (const auto bar = eventAt(point)) {
        const FrameGeometry frame = m_view->frame();
        anchor.at = nearestEdge(
            {frame.window, static_cast<double>(frame.size.width())}, point.x(), anchor.at, bar->from.at, bar->to.at);
    }
    return anchor;
}

// ---- collectives ----

Annotation RanksAnnotations::highlightOf(std::uint32_t rank, const RankBar& bar) const
{
    const ranks::World& world = m_view->content().world();
    Annotation highlight = blank();
    highlight.kind = AnnotationKind::Highlight;
    highlight.event = collectiveText(world.collectives[bar.collective]).toStdString();
    highlight.from.at = bar.start;
    highlight.from.row = rankText(world, rank).toStdString();
    highlight.from.lane = 0.5;
    highlight.to = highlight.from;
    highlight.to.at = bar.end;
    return highlight;
}

QPainterPath RanksAnnotations::eventOutline(const Annotation& highlight) const
{
    QPainterPath path;
    const RankRow* row = rowOf(highlight.from.row);
    if (row == nullptr || !row->rank)
        return path;
    const RanksData& data = m_view->content();
    const auto bars = data.bars(*row->rank);
    for (std::size_t i = data.firstBarFrom(*row->rank, highlight.from.at);
         i < bars.size() && bars[i].start <= highlight.from.at; ++i) {
        const bool isIt = bars[i].start == highlight.from.at && bars[i].end == highlight.to.at;
        if (isIt && highlightOf(*row->rank, bars[i]).event == highlight.event)
            path.addRect(m_view->rectOf(*row->rank, bars[i].collective));
    }
    return path;
}

std::optional<Annotation> RanksAnnotations::eventAt(QPointF point)
{
    const RanksHit hit = m_view->hitAt(point);
    const RankBar* bar = hit.rank && hit.collective ? m_view->content().barOf(*hit.rank, *hit.collective) : nullptr;
    return bar != nullptr ? std::optional(highlightOf(*hit.rank, *bar)) : std::nullopt;
}

// The part of the chosen rank in the chosen collective, or else of the rank that came last; spans and regions prefer
// the range.
std::optional<Annotation> RanksAnnotations::ofSelection(AnnotationKind kind) const
{
    const RanksData& data = m_view->content();
    const RanksCursor::Index collective = m_cursor->collective();
    std::optional<Annotation> annotation;
    if (collective) {
        const ranks::SharedCollective& shared = data.world().collectives[*collective];
        std::uint32_t rank = m_cursor->rank().value_or(shared.arrivals[shared.last].rank);
        if (data.barOf(rank, *collective) == nullptr)
            rank = shared.arrivals[shared.last].rank;
        if (const RankBar* bar = data.barOf(rank, *collective))
            annotation = highlightOf(rank, *bar);
    }
    if (kind == AnnotationKind::Highlight)
        return annotation;
    const bool prefersRange = kind == AnnotationKind::Span || kind == AnnotationKind::Region || !annotation;
    if (m_view->range() && prefersRange) {
        if (!annotation) {
            annotation = blank();
            annotation->from = annotation->to = anchorAt(QRectF(area()).center());
        }
        annotation->from.at = m_view->range()->start;
        annotation->to.at = m_view->range()->end;
    }
    if (annotation)
        annotation = aroundEvent(std::move(*annotation), kind, *this);
    return annotation;
}

// ---- words ----

QString RanksAnnotations::lengthText(const Annotation& annotation) const
{
    return exactLengthText(annotation.from.at, annotation.to.at);
}

QString RanksAnnotations::placeText(const Annotation& annotation) const
{
    const bool hasRow = annotation.kind != AnnotationKind::Region && !annotation.from.row.empty();
    return timePlaceText(annotation, hasRow ? toQString(annotation.from.row) : QString(), m_axis->bounds().start);
}

void RanksAnnotations::reveal(const Annotation& annotation)
{
    const RankRow* row = rowOf(annotation.from.row);
    if (annotation.kind != AnnotationKind::Region && row != nullptr && row->rank)
        m_view->showRank(*row->rank);
    revealTimes(
        *m_axis, annotation.from.at, annotation.kind == AnnotationKind::Note ? annotation.from.at : annotation.to.at);
}

} // namespace stepscope::widgets
