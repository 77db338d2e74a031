// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/icon_label.h"

#include "widgets/common/icon.h"

#include <QPainter>

namespace stepscope::widgets {

IconLabel::IconLabel(QWidget* parent)
    : QLabel(parent)
{
    setFixedSize(kSize, kSize);
}

void IconLabel::setIcon(const QString& name, const QColor& colour)
{
    m_icon = tintedIcon(name, colour, colour);
    update();
}

void IconLabel::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    m_icon.paint(&painter, rect());
}

} // namespace stepscope::widgets
