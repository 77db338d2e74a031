// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/chip.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace stepscope::widgets {

void paintChip(
    QPainter& painter, const QRectF& bounds, double middle, const QString& text, bool strong, const Theme& theme)
{
    constexpr double kInset = 6;
    constexpr double kRadius = 4;
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text) + 2 * kInset;
    const double furthest = std::max(bounds.left(), bounds.right() - width);
    const QRectF chip(std::clamp(middle - width / 2, bounds.left(), furthest), bounds.top(), width, bounds.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(strong ? theme.accent : theme.line, 1));
    painter.setBrush(strong ? theme.accent : theme.raised);
    painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    painter.setPen(strong ? (theme.dark ? theme.surface : QColor(Qt::white)) : theme.text);
    painter.drawText(chip, Qt::AlignCenter, text);
    painter.restore();
}

} // namespace stepscope::widgets
