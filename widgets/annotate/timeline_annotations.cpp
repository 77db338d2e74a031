// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/timeline_annotations.h"

#include "core/view/steps.h"
#include "widgets/details/detail_text.h"
#include "widgets/timeline/row_scroll.h"
#include "widgets/timeline/timeline_data.h"
#include "widgets/timeline/timeline_marks.h"
#include "widgets/timeline/timeline_painter.h"
#include "widgets/viewmodel/time_axis.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::widgets {

using share::Anchor;
using share::Annotation;
using share::AnnotationKind;

namespace {

// The depth of a squeezed row that lane (as a real number) lies in.
std::uint32_t depthOf(double lane, std::uint32_t lanes)
{
    return static_cast<std::uint32_t>(std::clamp(std::floor(lane), 0.0, std::max(1.0, static_cast<double>(lanes)) - 1));
}

double laneAt(const view::Row& row, const view::LayoutNode& node, double y)
{
    const double share = std::clamp(y / row.height, 0.0, 1.0);
    if (row.kind == view::RowKind::Lane)
        return row.lane.value - node.firstLane.value + share;
    if (row.kind == view::RowKind::Brackets)
        return 0;
    if (row.kind != view::RowKind::Mini)
        return share * std::max(1U, node.lanes());
    for (std::uint32_t i = 0; i < std::min(node.lanes(), view::kMiniLanes); ++i) {
        const auto [top, bottom] = miniBand(node, i, row.height);
        if (y < bottom && bottom > top)
            return i + std::clamp((y - top) / (bottom - top), 0.0, 1.0);
    }
    return std::min(node.lanes(), view::kMiniLanes);
}

} // namespace

TimelineAnnotations::TimelineAnnotations(
    TimelineView* view, TimeAxis* axis, const Selection* selection, TimelineSite site)
    : TimeAnnotations(view->viewport(), view, axis)
    , m_view(view)
    , m_selection(selection)
    , m_site(std::move(site))
{
}

bool TimelineAnnotations::owns(const Annotation& annotation) const
{
    const bool isOfRank
        = m_site.rank.empty() || (annotation.from.row == m_site.rank && !annotation.from.innerRow.empty());
    return annotation.view == share::AnnotationView::Timeline && annotation.run == m_site.run && isOfRank;
}

const std::string& TimelineAnnotations::keyOf(const Anchor& anchor) const
{
    return m_site.rank.empty() ? anchor.row : anchor.innerRow;
}

void TimelineAnnotations::setKey(Anchor& anchor, std::string key) const
{
    anchor.row = m_site.rank.empty() ? std::move(key) : m_site.rank;
    if (!m_site.rank.empty())
        anchor.innerRow = std::move(key);
}

Annotation TimelineAnnotations::blank() const
{
    Annotation annotation;
    annotation.run = m_site.run;
    return annotation;
}

bool TimelineAnnotations::isShown(const Annotation& annotation) const
{
    if (annotation.kind == AnnotationKind::Region)
        return true;
    const bool hasTwo = annotation.kind == AnnotationKind::Box || annotation.kind == AnnotationKind::Arrow;
    return spotOf(annotation.from) && (!hasTwo || spotOf(annotation.to));
}

// ---- anchors ----

QRectF TimelineAnnotations::clipOf(const view::Row& row) const
{
    const QRectF all(area());
    return row.pinned ? all : all.adjusted(0, layout().pinnedHeight(), 0, 0);
}

double TimelineAnnotations::yOf(std::size_t row, view::NodeId id, double lane) const
{
    const FrameGeometry frame = m_view->frame();
    const view::LayoutNode& node = layout().node(id);
    const view::Row& first = layout().rows()[row];
    if (first.node != id) // folded into it
        return frame.topOf(first) + first.height / 2.0;
    const std::uint32_t depth = depthOf(lane, node.lanes());
    if (first.kind == view::RowKind::Lane) {
        const view::Row& exact = layout().rows()[std::min(row + depth, layout().rows().size() - 1)];
        return frame.topOf(exact) + std::clamp(lane - depth, 0.0, 1.0) * exact.height;
    }
    if (first.kind == view::RowKind::Mini) {
        const std::uint32_t shown = std::min(depth, view::kMiniLanes - 1);
        const auto [top, bottom] = miniBand(node, shown, first.height);
        return frame.topOf(first) + top + std::clamp(lane - shown, 0.0, 1.0) * (bottom - top);
    }
    return frame.topOf(first) + std::clamp(lane / std::max(1U, node.lanes()), 0.0, 1.0) * first.height;
}

std::optional<Spot> TimelineAnnotations::spotOf(const Anchor& anchor, Side /*side*/) const
{
    const double x = pxOf(anchor.at);
    if (keyOf(anchor).empty())
        return Spot {{x, area().height() / 2.0}, QRectF(area())};
    const view::NodeId node = layout().nodeOf(keyOf(anchor));
    const auto row = node.valid() ? layout().rowOfNode(node) : std::nullopt;
    if (!row)
        return std::nullopt;
    return Spot {{x, yOf(*row, node, anchor.lane)}, clipOf(layout().rows()[*row])};
}

Anchor TimelineAnnotations::anchorAt(QPointF point) const
{
    const FrameGeometry frame = m_view->frame();
    Anchor anchor;
    anchor.at = timeAt(point.x());
    anchor.resolution = resolution();
    const std::vector<view::Row>& rows = layout().rows();
    if (rows.empty())
        return anchor;
    // In a gap between two rows the lower one is meant, below the last row that one.
    const int y = static_cast<int>(std::floor(std::clamp(point.y(), 0.0, std::max(0.0, frame.size.height() - 1.0))));
    const int inLayout = y < layout().pinnedHeight() ? y : y + frame.scroll;
    std::size_t at = std::min(layout().rowsBetween(inLayout, layout().height() + 1).first, rows.size() - 1);
    if (rows[at].node == layout().hiddenHeading() && at > 0)
        --at; // what it stands for is not there
    setKey(anchor, layout().keyOf(rows[at].node));
    anchor.lane = laneAt(rows[at], layout().node(rows[at].node), point.y() - frame.topOf(rows[at]));
    return anchor;
}

// Of the slice or mark there; of steps and idle times of the GPUs wherever the pointer is, for they are over all rows.
void TimelineAnnotations::addEdges(std::vector<std::int64_t>& edges, QPointF point)
{
    const Hit hit = m_view->hitAt(point);
    const auto add = [&](std::int64_t start, std::int64_t end) {
        edges.push_back(fromView(start));
        edges.push_back(fromView(end));
    };
    const model::SliceTable& slices = m_view->content().trace().slices;
    if (const SliceId slice = hit.item.slice(); slice.valid())
        add(slices.start[slice.index()], slices.end(slice));
    if (hit.mark.valid())
        add(hit.mark.span.start, hit.mark.span.end);
    const std::vector<view::Step>& steps = m_view->content().steps();
    const std::int64_t time = toView(timeAt(point.x()));
    const std::size_t first = view::firstStepEndingAfter(steps, time);
    for (std::size_t i = first > 0 ? first - 1 : 0; i < std::min(first + 2, steps.size()); ++i)
        add(steps[i].start, steps[i].end);
    addGaps(edges, time);
}

// Those that are wide enough to be seen: among lots of narrow ones every place is an edge.
void TimelineAnnotations::addGaps(std::vector<std::int64_t>& edges, std::int64_t time) const
{
    const TimelineMarks* marks = m_view->marks();
    const FrameGeometry shown = m_view->frame();
    const double reach = kSnap * shown.window.span / std::max(1, shown.size.width());
    for (std::size_t i = 0; marks != nullptr && i < marks->devices().size(); ++i) {
        const view::StretchIndex& gaps = marks->devices()[i].gaps;
        const auto [first, last] = gaps.within(view::addTime(time, -reach).whole, view::addTime(time, reach).whole + 1);
        std::vector<std::size_t> wide;
        gaps.atLeast(first, last, static_cast<std::int64_t>(reach), wide);
        for (const std::size_t at : wide) {
            edges.push_back(fromView(gaps.at(at).start));
            edges.push_back(fromView(gaps.at(at).end));
        }
    }
}

// ---- events ----

Annotation TimelineAnnotations::highlightOf(SliceId slice) const
{
    const model::Trace& trace = m_view->content().trace();
    const LaneId lane = trace.laneOf(slice);
    const view::NodeId node = layout().nodeOfLane(lane);
    Annotation highlight = blank();
    highlight.kind = AnnotationKind::Highlight;
    highlight.event = trace.names.view(trace.slices.name[slice.index()]);
    highlight.from.at = fromView(trace.slices.start[slice.index()]);
    if (node.valid()) {
        setKey(highlight.from, layout().keyOf(node));
        highlight.from.lane = lane.value - layout().node(node).firstLane.value + 0.5;
    }
    highlight.to = highlight.from;
    highlight.to.at = fromView(trace.slices.end(slice));
    return highlight;
}

SliceId TimelineAnnotations::eventOf(const Annotation& highlight) const
{
    const model::Trace& trace = m_view->content().trace();
    const view::NodeId id = layout().nodeOf(keyOf(highlight.from));
    if (!id.valid())
        return {};
    const TimeRange times {toView(highlight.from.at), toView(highlight.to.at)};
    const view::LayoutNode& node = layout().node(id);
    const std::int64_t* const starts = trace.slices.start.begin();
    for (std::uint32_t i = node.firstLane.value; i < node.lastLane.value && i < trace.lanes.size(); ++i) {
        const model::Lane& lane = trace.lanes[i];
        const auto* found = std::lower_bound(starts + lane.first.value, starts + lane.last.value, times.start);
        for (; found != starts + lane.last.value && *found == times.start; ++found) {
            const SliceId slice(static_cast<std::size_t>(found - starts));
            if (trace.slices.end(slice) == times.end
                && trace.names.view(trace.slices.name[slice.index()]) == highlight.event)
                return slice;
        }
    }
    return {};
}

QPainterPath TimelineAnnotations::eventOutline(const Annotation& highlight) const
{
    QPainterPath path;
    const SliceId slice = eventOf(highlight);
    QRectF rect = slice.valid() ? m_view->rectOf(slice) : QRectF();
    const auto from = spotOf(highlight.from);
    const auto to = spotOf(highlight.to);
    if (!slice.valid() && from && to) // another trace: where the event would be
        rect = QRectF(from->point, to->point).adjusted(0, -8, 0, 8);
    if (!rect.isEmpty())
        path.addRect(rect);
    return path;
}

std::optional<Annotation> TimelineAnnotations::eventAt(QPointF point)
{
    const SliceId slice = m_view->hitAt(point).item.slice();
    return slice.valid() ? std::optional(highlightOf(slice)) : std::nullopt;
}

// ---- what is selected ----

// Of a span with two events what lies between them; else the range, else the event.
std::optional<TimeRange> TimelineAnnotations::selectedTimes(AnnotationKind kind) const
{
    const model::SliceTable& slices = m_view->content().trace().slices;
    const SliceId slice = m_selection->slice();
    const SliceId other = m_selection->measured();
    if (kind == AnnotationKind::Span && slice.valid() && other.valid()) {
        const auto [first, second] = slices.start[slice.index()] <= slices.start[other.index()]
            ? std::pair(slice, other)
            : std::pair(other, slice);
        const std::int64_t end = slices.end(first);
        const std::int64_t start = slices.start[second.index()];
        return end <= start ? TimeRange {end, start} : TimeRange {slices.start[first.index()], start};
    }
    const bool prefersRange = kind == AnnotationKind::Span || kind == AnnotationKind::Region;
    if (m_selection->range() && (prefersRange || !slice.valid()))
        return m_selection->range();
    if (slice.valid())
        return TimeRange {slices.start[slice.index()], slices.end(slice)};
    return std::nullopt;
}

std::optional<Annotation> TimelineAnnotations::ofSelection(AnnotationKind kind) const
{
    const SliceId slice = m_selection->slice();
    if (kind == AnnotationKind::Highlight)
        return slice.valid() ? std::optional(highlightOf(slice)) : std::nullopt;
    const auto times = selectedTimes(kind);
    if (!times)
        return std::nullopt;
    Annotation annotation = slice.valid() ? highlightOf(slice) : blank();
    if (!slice.valid())
        annotation.from = annotation.to = anchorAt(QRectF(area()).center());
    annotation.from.at = fromView(times->start);
    annotation.to.at = fromView(times->end);
    annotation.from.resolution = annotation.to.resolution = 1;
    return aroundEvent(std::move(annotation), kind);
}

// ---- words ----

QString TimelineAnnotations::placeText(const Annotation& annotation) const
{
    const std::string& key = keyOf(annotation.from);
    const view::NodeId node = layout().nodeOf(key);
    QString row = node.valid() && !key.empty() ? m_view->content().place(node) : QString();
    if (m_site.rank.empty())
        return textOfPlace(annotation, row, m_view->content().trace().rangeStart);
    return textOfPlace(annotation, QStringLiteral("%1, %2").arg(toQString(m_site.rank), row), axis().bounds().start);
}

void TimelineAnnotations::reveal(const Annotation& annotation)
{
    const view::NodeId node = layout().nodeOf(keyOf(annotation.from));
    if (annotation.kind != AnnotationKind::Region && node.valid() && !keyOf(annotation.from).empty()) {
        const view::LayoutNode& row = layout().node(node);
        const std::uint32_t lane = row.firstLane.value + depthOf(annotation.from.lane, row.lanes());
        if (row.lanes() > 0)
            m_view->scroller().toLane(LaneId(lane));
        else
            m_view->scroller().toNode(node);
    }
    revealTimes(annotation);
}

} // namespace stepscope::widgets
