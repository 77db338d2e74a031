// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/change_bar.h"

#include "widgets/common/theme.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

void paintChange(QPainter& painter, const QRectF& place, double share, const QColor& colour, const Theme& theme)
{
    constexpr double kTrack = 2;
    const double middle = place.center().x();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.line);
    painter.drawRect(QRectF(place.left(), place.center().y() - kTrack / 2, place.width(), kTrack));
    const double half = place.width() / 2;
    const double point = place.height() / 2;
    if (share != 0) {
        const double length = std::max(point, half * std::min(1.0, std::abs(share)));
        const double sign = share < 0 ? -1 : 1;
        const double tip = middle + sign * length;
        const double neck = middle + sign * (length - point);
        painter.setBrush(colour);
        painter.drawPolygon(QPolygonF({{middle, place.top()}, {neck, place.top()}, {tip, place.center().y()},
            {neck, place.bottom()}, {middle, place.bottom()}}));
    }
    painter.setBrush(theme.muted);
    painter.drawRect(QRectF(middle - 0.5, place.top() - 1, 1, place.height() + 2));
}

ChangeBar::ChangeBar(double share, const QColor& colour, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_share(std::clamp(share, -1.0, 1.0))
    , m_colour(colour)
    , m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

void ChangeBar::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paintChange(painter, QRectF(rect()).adjusted(0, 1, 0, -1), m_share, m_colour, m_theme);
}

} // namespace stepscope::widgets
