// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/chip.h"

#include <QFont>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace stepscope::widgets {

QRectF chipRect(const QFont& font, const QRectF& bounds, double middle, const QString& text, const QRectF& taken)
{
    constexpr double kInset = 6;
    constexpr double kGap = 3;
    const double width = QFontMetricsF(font).horizontalAdvance(text) + 2 * kInset;
    const double furthest = std::max(bounds.left(), bounds.right() - width);
    QRectF chip(std::clamp(middle - width / 2, bounds.left(), furthest), bounds.top(), width, bounds.height());
    if (!chip.intersects(taken))
        return chip;
    const bool fitsBehind = taken.right() + kGap <= furthest;
    chip.moveLeft(fitsBehind ? taken.right() + kGap : std::max(bounds.left(), taken.left() - kGap - width));
    return chip;
}

void paintChip(QPainter& painter, const QRectF& chip, const QString& text, bool strong, const Theme& theme)
{
    constexpr double kRadius = 4;
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
