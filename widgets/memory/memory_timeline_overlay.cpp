// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_overlay.h"

#include "widgets/common/style.h"

#include <QCoreApplication>
#include <QPainter>
#include <QRegion>

#include <algorithm>
#include <cmath>
#include <map>

namespace stepscope::widgets {

namespace {

constexpr double kMarkBeyond = 20; // px outside the canvas to which far places are pulled

double clampedX(const MemoryFrame& frame, std::int64_t position)
{
    return std::clamp(frame.scale().toPx(position), -kMarkBeyond, frame.size.width() + kMarkBeyond);
}

} // namespace

QPainterPath bandOutline(const view::BandShape& shape, const MemoryFrame& frame)
{
    QPainterPath path;
    if (shape.bottoms.empty())
        return path;
    QPolygonF upper;
    QPolygonF lower;
    const auto add = [&](double x, std::uint64_t bottom) {
        const double low = frame.yOf(bottom);
        upper << QPointF(x, std::min(frame.yOf(bottom + shape.size), low - 1 / frame.ratio));
        lower << QPointF(x, low);
    };
    const std::size_t count = shape.bottoms.size();
    for (std::size_t i = 0; i < count; ++i) {
        const double x = (shape.firstColumn + static_cast<double>(i)) / frame.ratio;
        if (i > 0 && i + 1 < count && shape.bottoms[i] == shape.bottoms[i - 1])
            continue;
        if (i > 0 && shape.bottoms[i] != shape.bottoms[i - 1])
            add(x, shape.bottoms[i - 1]);
        add(x, shape.bottoms[i]);
    }
    add((shape.firstColumn + static_cast<double>(count)) / frame.ratio, shape.bottoms.back());
    std::reverse(lower.begin(), lower.end());
    path.addPolygon(upper + lower);
    path.closeSubpath();
    return path;
}

QRegion outlineRegion(const QPainterPath& outline)
{
    constexpr double kChunk = 32;
    constexpr double kMargin = 2; // for the line
    struct Reach
    {
        double top;
        double bottom;
    };
    std::map<int, Reach> reaches; // by chunk
    for (int i = 1; i < outline.elementCount(); ++i) {
        const QPointF from = outline.elementAt(i - 1);
        const QPointF to = outline.elementAt(i);
        const auto [low, high] = std::minmax({from.y(), to.y()}); // by value
        const auto first = static_cast<int>(std::floor(std::min(from.x(), to.x()) / kChunk));
        const auto last = static_cast<int>(std::floor(std::max(from.x(), to.x()) / kChunk));
        for (int chunk = first; chunk <= last; ++chunk) {
            Reach& reach = reaches.try_emplace(chunk, Reach {low, high}).first->second;
            reach = {std::min(reach.top, low), std::max(reach.bottom, high)};
        }
    }
    const QRectF bounds = outline.boundingRect();
    QRegion region;
    for (const auto& [chunk, reach] : reaches) {
        const double left = std::max(chunk * kChunk, bounds.left());
        const double right = std::min((chunk + 1) * kChunk, bounds.right());
        const QRectF part(QPointF(left, reach.top), QPointF(right, reach.bottom));
        region += part.adjusted(-kMargin, -kMargin, kMargin, kMargin).toAlignedRect();
    }
    return region;
}

void paintHoveredBand(QPainter& painter, const QPainterPath& outline, const Theme& theme)
{
    QColor fill = theme.dark ? QColor(Qt::white) : theme.text;
    fill.setAlphaF(0.18F);
    painter.fillPath(outline, fill);
    painter.strokePath(outline, QPen(theme.text, 1));
}

void paintChosenBand(QPainter& painter, const QPainterPath& outline, const Theme& theme)
{
    QColor fill = theme.accent;
    fill.setAlphaF(0.30F);
    painter.fillPath(outline, fill);
    painter.strokePath(outline, QPen(theme.surface, 4, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.strokePath(outline, QPen(theme.accent, 2, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
}

void paintMemoryCursor(QPainter& painter, const MemoryFrame& frame, const view::EntryPositions& positions,
    std::int32_t entry, double height, const Theme& theme)
{
    const double x0 = clampedX(frame, positions.of(entry));
    const double x1 = clampedX(frame, positions.of(entry + 1));
    if (x1 < 0 || x0 > frame.size.width())
        return;
    if (x1 - x0 > 3) { // the entry itself, where it has a width
        QColor fill = theme.accent;
        fill.setAlphaF(0.10F);
        painter.fillRect(QRectF(x0, 0, x1 - x0, height), fill);
    }
    painter.fillRect(QRectF(std::floor(x0), 0, 1, height), theme.accent);
}

void paintEntryRange(QPainter& painter, const MemoryFrame& frame, const view::EntryPositions& positions,
    const EntryRange& range, double height, const Theme& theme)
{
    const double x0 = clampedX(frame, positions.of(range.first));
    const double x1 = clampedX(frame, positions.of(range.last + 1));
    QColor fill = theme.accent;
    fill.setAlphaF(theme.dark ? 0.14F : 0.10F);
    painter.fillRect(QRectF(x0, 0, x1 - x0, height), fill);
    for (const double x : {x0, x1})
        painter.fillRect(QRectF(std::floor(x), 0, 1, height), theme.accent);
}

void paintNoHistory(QPainter& painter, const QRectF& canvas, bool nothing, const Theme& theme)
{
    constexpr double kMargin = 24;
    constexpr int kFlags = Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap;
    const QString text = nothing
        ? QCoreApplication::translate("MemoryTimeline", "Nothing was allocated on this device.")
        : QCoreApplication::translate("MemoryTimeline",
            "No history was recorded: this is what was live at the end.\n"
            "Call torch.cuda.memory._record_memory_history(max_entries=1_000_000) before the training loop to see how "
            "it came about.");
    painter.setFont(uiFont());
    const QRectF room = canvas.adjusted(kMargin, canvas.height() / 4, -kMargin, -kMargin);
    const QRectF box = painter.boundingRect(room, kFlags, text);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.raised);
    painter.drawRoundedRect(box.adjusted(-12, -8, 12, 8), 4, 4);
    painter.setPen(theme.text);
    painter.drawText(box, kFlags, text);
}

} // namespace stepscope::widgets
