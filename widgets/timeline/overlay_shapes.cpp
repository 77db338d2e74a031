// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/overlay_shapes.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kOutline = 3;     // px that the outline of something needs around it
constexpr double kLinkMargin = 10; // … and a link with its head
constexpr int kLinkPieces = 32;    // between which the curve is nearly straight

QRect around(const QRectF& rect, double margin)
{
    return rect.adjusted(-margin, -margin, margin, margin).toAlignedRect();
}

// All that an outline of 1 px around the rectangle covers: over a slow connection what lies inside is worth leaving
// out.
QRegion outlineOf(const QRectF& rect)
{
    constexpr double kOutside = 2; // px, with what smoothing adds
    constexpr double kInside = 1;
    const QPoint first(
        static_cast<int>(std::ceil(rect.left() + kInside)), static_cast<int>(std::ceil(rect.top() + kInside)));
    const QPoint last(static_cast<int>(std::floor(rect.right() - kInside)) - 1,
        static_cast<int>(std::floor(rect.bottom() - kInside)) - 1);
    return QRegion(around(rect, kOutside)) - QRegion(QRect(first, last));
}

} // namespace

LinkCurve::LinkCurve(const QRectF& from, const QRectF& to)
    : start(from.center())
    , end(to.left(), to.center().y())
    , bend(std::clamp(std::abs(end.x() - start.x()) / 2, 16.0, 120.0), 0)
{
}

QPainterPath LinkCurve::path() const
{
    QPainterPath path(start);
    path.cubicTo(start + bend, end - bend, end);
    return path;
}

QRegion LinkCurve::region() const
{
    const auto at = [this](double t) {
        const double u = 1 - t;
        return u * u * u * start + 3 * u * u * t * (start + bend) + 3 * u * t * t * (end - bend) + t * t * t * end;
    };
    QRegion region;
    QPointF last = start;
    for (int i = 1; i <= kLinkPieces; ++i) {
        const QPointF next = at(static_cast<double>(i) / kLinkPieces);
        region += around(QRectF(last, next).normalized(), kLinkMargin);
        last = next;
    }
    return region;
}

OverlayShapes::OverlayShapes(const TimelineData& data, const FrameGeometry& frame)
    : m_data(data)
    , m_frame(frame)
    , m_scale(frame.window, frame.size.width())
{
}

std::optional<std::size_t> OverlayShapes::rowOfStream(TrackId stream) const
{
    const view::TrackLayout& layout = m_data.layout();
    for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
        if (layout.nodes()[i].kind == view::NodeKind::Stream && layout.nodes()[i].track == stream)
            return layout.rowOfNode(view::NodeId(i));
    }
    return {};
}

std::optional<QRectF> OverlayShapes::rowRect(std::optional<std::size_t> index, const TimeRange& span) const
{
    if (!index)
        return {};
    const view::Row& row = m_data.layout().rows()[*index];
    const double x0 = std::clamp(m_scale.toPx(span.start), -kBeyond, m_frame.size.width() + kBeyond);
    const double x1 = std::clamp(m_scale.toPx(span.end), -kBeyond, m_frame.size.width() + kBeyond);
    return QRectF(x0, m_frame.topOf(row) + 1, std::max(1.0, x1 - x0), row.height - 3);
}

std::vector<MarkRect> OverlayShapes::ofMark(const MarkRef& mark, const TimelineMarks& marks) const
{
    const view::TrackLayout& layout = m_data.layout();
    std::vector<MarkRect> rects;
    const auto add = [&](std::optional<std::size_t> row) {
        if (const auto rect = rowRect(row, mark.span))
            rects.push_back({*rect, layout.rows()[*row].pinned});
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

QRegion OverlayShapes::hoverRegion(const Item& hovered, std::optional<std::int64_t> cursor) const
{
    QRegion region;
    for (const auto& rect : {itemRect(m_data, m_frame, hovered), stepRect(m_data, m_frame, hovered.slice())}) {
        if (rect)
            region += outlineOf(*rect);
    }
    const double x = cursor ? m_scale.toPx(*cursor) : -1;
    if (x >= 0 && x <= m_frame.size.width())
        region += around(QRectF(x, 0, 1, m_frame.size.height()), 1);
    return region;
}

QRegion OverlayShapes::markRegion(const MarkRef& mark, const MarkContext& context, const TimelineMarks& marks) const
{
    QRegion region;
    if (!mark.valid())
        return region;
    for (const MarkRect& shown : ofMark(mark, marks))
        region += around(shown.rect, kOutline);
    const auto add = [&](SliceId slice) {
        const auto rect = sliceRect(m_data, m_frame, slice);
        if (rect)
            region += around(*rect, kOutline);
        return rect;
    };
    for (const SliceId cause : context.causes)
        add(cause);
    const auto launch = add(context.launch);
    const auto work = add(context.workAfter);
    if (launch && work)
        region += LinkCurve(*launch, *work).region();
    return region;
}

} // namespace stepscope::widgets
