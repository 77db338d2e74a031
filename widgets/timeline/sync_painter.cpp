// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/sync_painter.h"

#include "core/util/time.h"
#include "widgets/common/style.h"
#include "widgets/timeline/item_place.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kLineWidth = 1.5;
constexpr double kFlagInset = 4;
constexpr double kFlagHeight = 14;
constexpr double kReach = 3; // px beside a flag that still mean it

// Where the work of the device is seen: its heading, or the last of its rows that people have pinned without it.
std::optional<std::size_t> rowOfDevice(const view::TrackLayout& layout, view::NodeId device)
{
    const auto heading = layout.rowOfNode(device);
    if (heading && layout.rows()[*heading].pinned)
        return heading;
    for (std::size_t row = layout.pinnedRows(); row-- > 0;) {
        view::NodeId node = layout.rows()[row].node;
        while (node.valid() && node != device)
            node = layout.node(node).parent;
        if (node.valid())
            return row;
    }
    return heading;
}

} // namespace

SyncPainter::SyncPainter(const TimelineData& data, const TimelineMarks& marks, const FrameGeometry& frame)
    : m_data(data)
    , m_marks(marks)
    , m_frame(frame)
    , m_scale(frame.window, frame.size.width())
    , m_metrics(smallFont())
{
}

// The longest first; where two flags would meet only the first is there.
std::vector<SyncPainter::Shape> SyncPainter::shapes() const
{
    const auto minNs = static_cast<std::int64_t>(std::ceil(kMinimumWait * m_scale.nsPerPx));
    const std::int64_t left = m_scale.toNs(0);
    const std::int64_t right = m_scale.toNs(m_frame.size.width());
    std::vector<Shape> shapes;
    for (const std::uint32_t index : m_marks.syncs().heaviest(left, right, minNs, kMostMarks)) {
        const auto shape = shapeOf(index);
        const auto meets = [&](const Shape& other) { return other.flag.intersects(shape->flag); };
        if (shape && shape->y1 > shape->y0 && std::none_of(shapes.begin(), shapes.end(), meets))
            shapes.push_back(*shape);
    }
    return shapes;
}

std::optional<SyncPainter::Shape> SyncPainter::shapeOf(std::uint32_t index) const
{
    const analysis::SyncMarker& sync = m_marks.figures().syncs[index];
    const auto call = sliceRect(m_data, m_frame, sync.slice);
    if (!call)
        return {};
    Shape shape;
    shape.sync = index;
    shape.x = m_scale.toPx(sync.end());
    shape.costs = !TimelineMarks::isQuiet(sync);
    shape.text = QString::fromStdString(formatDuration(sync.blockedNs()));
    const view::TrackLayout& layout = m_data.layout();
    const double pinned = layout.pinnedHeight();
    const double bottom = m_frame.size.height();
    const auto edgeOf = [&](std::size_t row) { return layout.rows()[row].pinned ? 0.0 : pinned; };
    const auto callRow = layout.rowOfLane(layout.laneOf(sync.slice));
    const double callEdge = callRow ? edgeOf(*callRow) : pinned;
    const view::NodeId device = m_marks.deviceOf(sync);
    const auto row = device.valid() ? rowOfDevice(layout, device) : std::nullopt;
    // To the edge where the device is out of sight, or not known: devices stand above the threads.
    double target = callEdge;
    if (row) {
        const view::Row& found = layout.rows()[*row];
        const double top = m_frame.topOf(found);
        target = std::clamp(top + found.height <= call->top() ? top + found.height : top, edgeOf(*row), bottom);
    }
    const double from = std::clamp(target < call->top() ? call->bottom() : call->top(), callEdge, bottom);
    shape.y0 = std::min(from, target);
    shape.y1 = std::max(from, target);
    shape.seen = QRectF(0, callEdge, m_frame.size.width(), (callEdge < pinned ? pinned : bottom) - callEdge);
    double width = m_metrics.horizontalAdvance(shape.text) + 2 * kFlagInset;
    const double seen = shape.x - std::max(0.0, call->left());
    if (seen < width) { // beside the call it must not be taken for the length of its neighbour
        shape.text = QCoreApplication::translate("Timeline", "sync %1").arg(shape.text);
        width = m_metrics.horizontalAdvance(shape.text) + 2 * kFlagInset;
    }
    // On the call itself where it is long enough, and never cut by the edge.
    const bool isBefore = seen >= width || (shape.x + width > m_frame.size.width() && shape.x >= width);
    const double left = isBefore ? shape.x - width : shape.x;
    shape.flag = QRectF(left, call->center().y() - kFlagHeight / 2, width, kFlagHeight);
    return shape;
}

void SyncPainter::paint(QPainter& painter, const Theme& theme) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smallFont());
    for (const Shape& shape : shapes())
        draw(painter, theme, shape);
    painter.restore();
}

void SyncPainter::paintAlso(QPainter& painter, const Theme& theme, SliceId call) const
{
    const auto sync = m_marks.syncOf(call);
    const auto shape = sync ? shapeOf(*sync) : std::nullopt;
    if (!shape || shape->y1 <= shape->y0)
        return;
    const std::vector<Shape> drawn = shapes();
    if (std::any_of(drawn.begin(), drawn.end(), [&](const Shape& other) { return other.sync == *sync; }))
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smallFont());
    draw(painter, theme, *shape);
    painter.restore();
}

std::vector<QRectF> SyncPainter::flags() const
{
    std::vector<QRectF> flags;
    for (const Shape& shape : shapes())
        flags.push_back(shape.flag);
    return flags;
}

void SyncPainter::draw(QPainter& painter, const Theme& theme, const Shape& shape) const
{
    const QColor colour = shape.costs ? QColor::fromRgb(lookOf(analysis::IdleCause::Sync).colour)
                                      : blend(theme.surface, theme.muted, 0.6);
    painter.setPen(QPen(colour, shape.costs ? kLineWidth : 1));
    painter.setClipRect(QRectF(QPointF(), QSizeF(m_frame.size)));
    painter.drawLine(QPointF(shape.x, shape.y0), QPointF(shape.x, shape.y1));
    painter.setClipRect(shape.seen);
    painter.setPen(QPen(colour, 1));
    painter.setBrush(theme.raised);
    painter.drawRect(shape.flag.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(shape.costs ? theme.text : theme.muted);
    painter.drawText(shape.flag, Qt::AlignCenter | Qt::TextSingleLine, shape.text);
}

std::optional<std::uint32_t> SyncPainter::syncAt(QPointF position) const
{
    for (const Shape& shape : shapes()) {
        if (shape.seen.contains(position) && shape.flag.adjusted(-kReach, 0, kReach, 0).contains(position))
            return shape.sync;
    }
    return {};
}

} // namespace stepscope::widgets
