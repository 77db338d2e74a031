// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/combo_box.h"

#include <QPainter>
#include <QWheelEvent>

namespace stepscope::widgets {

namespace {

constexpr int kArrowInset = 14; // of its tip
constexpr int kRoom = 4;        // for the arrow, beside the text

} // namespace

ComboBox::ComboBox(const QString& name, const QString& toolTip, QWidget* parent)
    : QComboBox(parent)
{
    setAccessibleName(name);
    setToolTip(toolTip);
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
}

void ComboBox::paintArrow(QPainter& painter, const QComboBox& box)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const auto group = box.isEnabled() ? QPalette::Active : QPalette::Disabled;
    painter.setPen(
        QPen(box.palette().color(group, QPalette::ButtonText), 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF tip(box.width() - kArrowInset, box.height() / 2.0 + 2);
    painter.drawPolyline(QPolygonF {tip + QPointF(-4, -4), tip, tip + QPointF(4, -4)});
}

QSize ComboBox::sizeHint() const
{
    return QComboBox::sizeHint() + QSize(kRoom, 0);
}

void ComboBox::paintEvent(QPaintEvent* event)
{
    QComboBox::paintEvent(event);
    QPainter painter(this);
    paintArrow(painter, *this);
}

void ComboBox::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

} // namespace stepscope::widgets
