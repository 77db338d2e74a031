// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/overlay_painter.h"

#include "core/util/time.h"
#include "widgets/timeline/timeline_painter.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr double kBeyond = 20; // px outside the canvas to which far shapes are pulled

// The band of a step in the pinned row; nothing when the slice is no step.
std::optional<QRectF> stepRect(
    const TimelineData& data, const FrameGeometry& frame, const view::TimeScale& scale, SliceId slice)
{
    const auto& steps = data.steps();
    if (!slice.valid() || steps.empty())
        return {};
    const std::size_t i = view::firstStepEndingAfter(steps, data.trace().slices.start[slice.index()]);
    if (i >= steps.size() || steps[i].slice != slice)
        return {};
    const double x0 = std::clamp(scale.toPx(steps[i].start), -kBeyond, frame.size.width() + kBeyond);
    const double x1 = std::clamp(scale.toPx(steps[i].end), -kBeyond, frame.size.width() + kBeyond);
    return QRectF(x0, 1, x1 - x0, view::kHeadingHeight - 2);
}

} // namespace

std::optional<QRectF> sliceRect(const TimelineData& data, const FrameGeometry& frame, SliceId slice)
{
    if (!slice.valid())
        return {};
    const model::Trace& trace = data.trace();
    const LaneId lane = trace.laneOf(slice);
    const auto index = data.layout().rowOfLane(lane);
    if (!index)
        return {};
    const view::Row& row = data.layout().rows()[*index];
    const view::LayoutNode& node = data.layout().node(row.node);
    double top = frame.topOf(row);
    double height = row.height;
    const std::uint32_t depth = lane.value - node.firstLane.value;
    if (row.kind == view::RowKind::Lane) {
        height -= 1;
    } else if (row.kind == view::RowKind::Mini && depth < view::kMiniLanes) {
        const auto [from, to] = miniBand(node, depth, row.height);
        top += from;
        height = to - from;
    }
    const view::TimeScale scale = frame.scale();
    const auto left = static_cast<double>(scale.edgeOf(trace.slices.start[slice.index()]));
    const auto right = std::max(static_cast<double>(scale.edgeOf(trace.slices.end(slice))), left + 1);
    const double x0 = std::clamp(left / frame.ratio, -kBeyond, frame.size.width() + kBeyond);
    const double x1 = std::clamp(right / frame.ratio, -kBeyond, frame.size.width() + kBeyond);
    return QRectF(x0, top, x1 - x0, height);
}

OverlayPainter::OverlayPainter(
    QPainter& painter, const TimelineData& data, const FrameGeometry& frame, const Theme& theme)
    : m_painter(painter)
    , m_data(data)
    , m_frame(frame)
    , m_theme(theme)
    , m_scale(frame.window, frame.size.width())
{
    m_painter.setRenderHint(QPainter::Antialiasing);
}

bool OverlayPainter::isPinned(SliceId slice) const
{
    const auto row
        = slice.valid() ? m_data.layout().rowOfLane(m_data.trace().laneOf(slice)) : std::optional<std::size_t>();
    return row && m_data.layout().rows()[*row].pinned;
}

void OverlayPainter::clipBelowPinned()
{
    const int pinned = m_data.layout().pinnedHeight();
    m_painter.setClipRect(0, pinned, m_frame.size.width(), m_frame.size.height() - pinned);
}

void OverlayPainter::range(const std::optional<TimeRange>& range)
{
    if (!range)
        return;
    const double x0 = std::clamp(m_scale.toPx(range->start), -kBeyond, m_frame.size.width() + kBeyond);
    const double x1 = std::clamp(m_scale.toPx(range->end), -kBeyond, m_frame.size.width() + kBeyond);
    QColor fill = m_theme.accent;
    fill.setAlphaF(m_theme.dark ? 0.14F : 0.10F);
    m_painter.fillRect(QRectF(x0, 0, x1 - x0, m_frame.size.height()), fill);
    m_painter.setPen(QPen(m_theme.accent, 1));
    for (const double x : {x0, x1})
        m_painter.drawLine(QPointF(x, 0), QPointF(x, m_frame.size.height()));
}

std::optional<QRectF> OverlayPainter::itemRect(const Item& item) const
{
    if (item.kind == ItemKind::Slice)
        return sliceRect(m_data, m_frame, item.slice());
    const bool isInstant = item.kind == ItemKind::Instant;
    for (std::size_t i = 0; item.valid() && i < m_data.layout().rows().size(); ++i) {
        const view::Row& row = m_data.layout().rows()[i];
        const view::LayoutNode& node = m_data.layout().node(row.node);
        const std::uint32_t index = isInstant ? item.index : item.series;
        const auto kind = isInstant ? view::RowKind::Instants : view::RowKind::Counter;
        if (row.kind != kind || index < node.first || index >= node.last)
            continue;
        const std::int64_t time
            = isInstant ? m_data.trace().instants.time[item.index] : m_data.series(item.series).time[item.index];
        const double x = std::clamp(m_scale.toPx(time), -kBeyond, m_frame.size.width() + kBeyond);
        return QRectF(x - 2, m_frame.topOf(row) + 1, 4, row.height - 2);
    }
    return {};
}

void OverlayPainter::outline(const QRectF& rect, const QColor& colour, double width)
{
    m_painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    m_painter.setBrush(Qt::NoBrush);
    // Outside of what it marks, so that a slice one pixel wide stays visible in its frame.
    m_painter.drawRect(rect.adjusted(-width / 2, -width / 2 + 0.5, width / 2, width / 2));
}

void OverlayPainter::selection(const Item& item, const view::LaunchChain& chain)
{
    if (!item.valid())
        return;
    m_painter.save();
    if (isPinned(item.slice()))
        m_painter.setClipRect(0, view::kHeadingHeight, m_frame.size.width(), m_frame.size.height());
    else
        clipBelowPinned();
    const double strength = chain.links.size() > 1 ? 0.55 : 1.0;
    for (const auto& [launch, work] : chain.links) {
        const auto from = sliceRect(m_data, m_frame, launch);
        const auto to = sliceRect(m_data, m_frame, work);
        if (from && to)
            link(*from, *to, strength);
    }
    for (const SliceId related : {chain.op, chain.launch}) {
        const auto rect = sliceRect(m_data, m_frame, related);
        if (rect && related != item.slice())
            outline(*rect, m_theme.accent, 1);
    }
    if (const auto rect = itemRect(item))
        outline(*rect, m_theme.accent, 2);
    m_painter.restore();
    if (const auto rect = stepRect(m_data, m_frame, m_scale, item.slice()))
        outline(*rect, m_theme.accent, 2);
}

void OverlayPainter::link(const QRectF& from, const QRectF& to, double strength)
{
    const QPointF start(from.center().x(), from.center().y());
    const QPointF end(to.left(), to.center().y());
    const double bend = std::clamp(std::abs(end.x() - start.x()) / 2, 16.0, 120.0);
    QPainterPath path(start);
    path.cubicTo(start + QPointF(bend, 0), end - QPointF(bend, 0), end);
    QColor colour = m_theme.accent;
    colour.setAlphaF(static_cast<float>(strength));
    // A halo of the surface keeps the line readable over slices of any colour.
    QColor halo = m_theme.surface;
    halo.setAlphaF(static_cast<float>(0.7 * strength));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(halo, 4));
    m_painter.drawPath(path);
    m_painter.setPen(QPen(colour, 1.5));
    m_painter.drawPath(path);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour);
    m_painter.drawEllipse(start, 3, 3);
    const QPointF head[] = {end, end + QPointF(-7, -4), end + QPointF(-7, 4)};
    m_painter.drawPolygon(head, 3);
}

void OverlayPainter::hover(const Item& item)
{
    QColor colour = m_theme.text;
    colour.setAlphaF(0.7F);
    if (const auto rect = stepRect(m_data, m_frame, m_scale, item.slice()))
        outline(*rect, colour, 1);
    const auto rect = itemRect(item);
    if (!rect)
        return;
    m_painter.save();
    if (!isPinned(item.slice()))
        clipBelowPinned();
    outline(*rect, colour, 1);
    m_painter.restore();
}

std::optional<QRectF> OverlayPainter::rowRect(std::optional<std::size_t> index, const TimeRange& span) const
{
    if (!index)
        return {};
    const view::Row& row = m_data.layout().rows()[*index];
    const double x0 = std::clamp(m_scale.toPx(span.start), -kBeyond, m_frame.size.width() + kBeyond);
    const double x1 = std::clamp(m_scale.toPx(span.end), -kBeyond, m_frame.size.width() + kBeyond);
    return QRectF(x0, m_frame.topOf(row) + 1, std::max(1.0, x1 - x0), row.height - 3);
}

// Where the mark itself is drawn.
std::vector<QRectF> OverlayPainter::markRects(const MarkRef& mark, const TimelineMarks& marks) const
{
    const view::TrackLayout& layout = m_data.layout();
    std::vector<QRectF> rects;
    const auto add = [&](std::optional<std::size_t> row) {
        if (const auto rect = rowRect(row, mark.span))
            rects.push_back(*rect);
    };
    const auto rowOfStream = [&](TrackId stream) -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
            if (layout.nodes()[i].kind == view::NodeKind::Stream && layout.nodes()[i].track == stream)
                return layout.rowOfNode(view::NodeId(i));
        }
        return {};
    };
    if (mark.kind == MarkKind::Gap) {
        const analysis::DeviceGap& gap = marks.causes().gaps[mark.index];
        add(layout.rowOfNode(marks.devices()[gap.device].node));
        if (gap.workAfter.valid())
            add(rowOfStream(m_data.trace().trackOf(gap.workAfter)));
    } else if (mark.kind == MarkKind::Idle) {
        add(rowOfStream(mark.track));
    } else if (mark.kind == MarkKind::Wall) {
        add(rowOfStream(marks.figures().walls[mark.index].stream));
    }
    return rects;
}

void OverlayPainter::mark(const MarkRef& mark, const MarkContext& context, const TimelineMarks& marks)
{
    if (!mark.valid())
        return;
    m_painter.save();
    clipBelowPinned();
    for (const QRectF& rect : markRects(mark, marks))
        outline(rect, m_theme.text, 1.5);
    for (const SliceId cause : context.causes) {
        const auto rect = sliceRect(m_data, m_frame, cause);
        if (!rect)
            continue;
        QColor light = m_theme.accent;
        light.setAlphaF(0.25F);
        m_painter.fillRect(*rect, light);
        outline(*rect, m_theme.accent, 2);
    }
    const auto launch = sliceRect(m_data, m_frame, context.launch);
    const auto work = sliceRect(m_data, m_frame, context.workAfter);
    if (launch && work)
        link(*launch, *work, 1);
    for (const auto& rect : {launch, work}) {
        if (rect)
            outline(*rect, m_theme.accent, 1.5);
    }
    m_painter.restore();
}

void OverlayPainter::cursor(std::optional<std::int64_t> time)
{
    if (!time)
        return;
    const double x = std::floor(m_scale.toPx(*time)) + 0.5;
    QColor colour = m_theme.text;
    colour.setAlphaF(0.35F);
    m_painter.setPen(QPen(colour, 1));
    m_painter.drawLine(QPointF(x, 0), QPointF(x, m_frame.size.height()));
}

} // namespace stepscope::widgets
