// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_axis_bytes.h"

#include "core/view/memory_ticks.h"
#include "widgets/common/style.h"

#include <QPainter>

namespace stepscope::widgets {

namespace {

constexpr double kLeastSpacing = 44;
constexpr double kTick = 4;

std::vector<view::ByteTick> ticksOf(const MemoryFrame& frame)
{
    return view::byteTicks(frame.top(), frame.bandLines() / frame.ratio, kLeastSpacing);
}

} // namespace

void paintByteAxis(QPainter& painter, const QRectF& gutter, const MemoryFrame& frame, const Theme& theme)
{
    painter.fillRect(gutter, theme.panel);
    painter.fillRect(QRectF(gutter.right() - 1, gutter.top(), 1, gutter.height()), theme.line);
    painter.setFont(smallFont());
    const QFontMetricsF metrics(painter.font());
    for (const view::ByteTick& tick : ticksOf(frame)) {
        const double y = gutter.top() + std::floor(frame.yOf(tick.bytes));
        painter.fillRect(QRectF(gutter.right() - 1 - kTick, std::min(y, gutter.bottom() - 1), kTick, 1), theme.muted);
        painter.setPen(theme.muted);
        const double baseline
            = std::min(y + (metrics.ascent() - metrics.descent()) / 2, gutter.bottom() - metrics.descent());
        const QString label = QString::fromStdString(tick.label);
        painter.drawText(QPointF(gutter.right() - kTick - 5 - metrics.horizontalAdvance(label), baseline), label);
    }
}

void paintByteGrid(QPainter& painter, const MemoryFrame& frame, const Theme& theme)
{
    const QColor hairline = blend(theme.surface, theme.line, 0.6);
    for (const view::ByteTick& tick : ticksOf(frame))
        painter.fillRect(QRectF(0, std::floor(frame.yOf(tick.bytes)), frame.size.width(), 1), hairline);
}

} // namespace stepscope::widgets
