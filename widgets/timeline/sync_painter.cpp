// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/sync_painter.h"

#include "core/util/time.h"
#include "widgets/common/style.h"
#include "widgets/timeline/item_place.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kLineWidth = 1.5;
constexpr double kFlagInset = 4;
constexpr double kFlagHeight = 14;
constexpr double kReach = 3; // px beside a flag that still mean it

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
    const double pinned = m_data.layout().pinnedHeight();
    const double bottom = m_frame.size.height();
    const view::NodeId device = m_marks.deviceOf(sync);
    const auto row = device.valid() ? m_data.layout().rowOfNode(device) : std::nullopt;
    // To the edge where the device is out of sight, or not known: devices stand above the threads.
    double target = pinned;
    if (row) {
        const view::Row& found = m_data.layout().rows()[*row];
        const double top = m_frame.topOf(found);
        target = top + found.height <= call->top() ? top + found.height : top;
    }
    const double from = target < call->top() ? call->bottom() : call->top();
    shape.y0 = std::clamp(std::min(from, target), pinned, bottom);
    shape.y1 = std::clamp(std::max(from, target), pinned, bottom);
    const double width = m_metrics.horizontalAdvance(shape.text) + 2 * kFlagInset;
    const double seen = shape.x - std::max(0.0, call->left());
    // On the call itself where it is long enough.
    const double left = seen >= width ? shape.x - width : shape.x;
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

void SyncPainter::draw(QPainter& painter, const Theme& theme, const Shape& shape)
{
    const QColor colour = shape.costs ? QColor::fromRgb(lookOf(analysis::IdleCause::Sync).colour)
                                      : blend(theme.surface, theme.muted, 0.6);
    painter.setPen(QPen(colour, shape.costs ? kLineWidth : 1));
    painter.drawLine(QPointF(shape.x, shape.y0), QPointF(shape.x, shape.y1));
    painter.setPen(QPen(colour, 1));
    painter.setBrush(theme.raised);
    painter.drawRect(shape.flag.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(shape.costs ? theme.text : theme.muted);
    painter.drawText(shape.flag, Qt::AlignCenter | Qt::TextSingleLine, shape.text);
}

std::optional<std::uint32_t> SyncPainter::syncAt(QPointF position) const
{
    for (const Shape& shape : shapes()) {
        if (shape.flag.adjusted(-kReach, 0, kReach, 0).contains(position))
            return shape.sync;
    }
    return {};
}

} // namespace stepscope::widgets
