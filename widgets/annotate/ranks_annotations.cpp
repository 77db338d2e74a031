// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/ranks_annotations.h"

#include "widgets/details/detail_text.h"
#include "widgets/ranks/rank_lane.h"
#include "widgets/ranks/ranks_layout.h"
#include "widgets/ranks/ranks_words.h"
#include "widgets/viewmodel/time_axis.h"

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

using share::Anchor;
using share::Annotation;
using share::AnnotationKind;

RanksAnnotations::RanksAnnotations(RanksTimelineView* view, TimeAxis* axis, const RanksCursor* cursor, ShownJob job)
    : TimeAnnotations(view->viewport(), view, axis)
    , m_view(view)
    , m_cursor(cursor)
    , m_job(std::move(job))
{
}

bool RanksAnnotations::owns(const Annotation& annotation) const
{
    if (annotation.view != share::AnnotationView::Timeline)
        return false;
    const RankRow* row = annotation.from.innerRow.empty() ? nullptr : rowOf(annotation.from.row);
    RankLane* lane = row != nullptr && row->rank ? m_view->lane(*row->rank) : nullptr;
    return annotation.run != m_job() || lane == nullptr || lane->timeline() == nullptr;
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
    const double x = pxOf(anchor.at);
    if (anchor.row.empty())
        return Spot {{x, area().height() / 2.0}, QRectF(area())};
    const RankRow* row = rowOf(anchor.row);
    if (row == nullptr)
        return std::nullopt;
    const double share = anchor.innerRow.empty() ? std::clamp(anchor.lane, 0.0, 1.0) : 0.5;
    return Spot {{x, row->y - m_view->frame().scroll + share * m_view->layout().rowHeight()}, QRectF(area())};
}

Anchor RanksAnnotations::anchorAt(QPointF point) const
{
    const FrameGeometry frame = m_view->frame();
    Anchor anchor;
    anchor.at = timeAt(point.x());
    anchor.resolution = resolution();
    const auto& rows = m_view->layout().rows();
    if (rows.empty())
        return anchor;
    const double y = std::clamp(point.y(), 0.0, static_cast<double>(frame.size.height())) + frame.scroll;
    const RankRow& row = rows[std::min(m_view->layout().firstRowFrom(static_cast<int>(y)), rows.size() - 1)];
    anchor.row = row.label.toStdString();
    anchor.lane = std::clamp((y - row.y) / m_view->layout().rowHeight(), 0.0, 1.0);
    return anchor;
}

// Of the collective there, and of the steps of its rank.
void RanksAnnotations::addEdges(std::vector<std::int64_t>& edges, QPointF point)
{
    const RanksHit hit = m_view->hitAt(point);
    if (!hit.rank)
        return;
    const RanksData& data = m_view->content();
    if (const RankBar* bar = hit.collective ? data.barOf(*hit.rank, *hit.collective) : nullptr)
        edges.insert(edges.end(), {bar->start, bar->end});
    for (const RankStep& step : data.steps(*hit.rank))
        edges.insert(edges.end(), {step.start, step.end});
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
    if (!highlight.from.innerRow.empty()) { // of an event that is folded away: its time
        const double top = row->y - m_view->frame().scroll;
        path.addRect(QRectF(
            QPointF(pxOf(highlight.from.at), top), QPointF(pxOf(highlight.to.at), top + m_view->layout().rowHeight())));
        return path;
    }
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
        annotation->from.resolution = annotation->to.resolution = 1;
    }
    if (annotation)
        annotation = aroundEvent(std::move(*annotation), kind);
    return annotation;
}

// ---- words ----

QString RanksAnnotations::placeText(const Annotation& annotation) const
{
    return textOfPlace(annotation, toQString(annotation.from.row), axis().bounds().start);
}

void RanksAnnotations::reveal(const Annotation& annotation)
{
    const RankRow* row = rowOf(annotation.from.row);
    if (annotation.kind != AnnotationKind::Region && row != nullptr && row->rank) {
        if (!annotation.from.innerRow.empty())
            m_view->setUnfolded(*row->rank, true);
        m_view->showRank(*row->rank);
    }
    revealTimes(annotation);
}

} // namespace stepscope::widgets
