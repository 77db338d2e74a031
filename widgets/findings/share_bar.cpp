// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/share_bar.h"

#include <QPainter>

#include <algorithm>

namespace stepscope::widgets {

ShareBar::ShareBar(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

void ShareBar::show(double share, const QColor& fill, const QColor& track)
{
    m_share = std::clamp(share, 0.0, 1.0);
    m_fill = fill;
    m_track = track;
    update();
}

void ShareBar::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double radius = kThickness / 2.0;
    painter.setBrush(m_track);
    painter.drawRoundedRect(QRectF(rect()), radius, radius);
    if (m_share <= 0)
        return;
    painter.setBrush(m_fill);
    const double length = std::max<double>(kThickness, width() * m_share);
    painter.drawRoundedRect(QRectF(0, 0, length, height()), radius, radius);
}

} // namespace stepscope::widgets
