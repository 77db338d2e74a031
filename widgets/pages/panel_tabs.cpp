// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/panel_tabs.h"

#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kTitleInset = 6;  // of an elided title
constexpr int kLeastTitle = 28; // px worth an elided title

} // namespace

QRect PanelTabBar::seen() const
{
    QRect area = rect();
    for (const QToolButton* button : findChildren<QToolButton*>(Qt::FindDirectChildrenOnly)) {
        if (button->isVisible())
            area.setRight(std::min(area.right(), button->geometry().left() - 1));
    }
    return area;
}

QRect PanelTabBar::seenOf(int tab) const
{
    return tabRect(tab) & seen();
}

// A tab that is only seen in part says as much of its title as fits, or nothing.
void PanelTabBar::paintEvent(QPaintEvent* event)
{
    QTabBar::paintEvent(event);
    QPainter painter(this);
    for (int i = 0; i < count(); ++i) {
        const QRect part = seenOf(i);
        if (part.isEmpty() || part.width() == tabRect(i).width())
            continue;
        painter.fillRect(part, palette().color(QPalette::Window));
        const QRect place = part.adjusted(kTitleInset, 0, -kTitleInset, 0);
        if (place.width() < kLeastTitle)
            continue;
        painter.setPen(palette().color(i == currentIndex() ? QPalette::WindowText : QPalette::PlaceholderText));
        painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft,
            fontMetrics().elidedText(tabText(i), Qt::ElideRight, place.width()));
    }
}

PanelTabs::PanelTabs(QWidget* parent)
    : QTabWidget(parent)
{
    setTabBar(new PanelTabBar(this));
}

} // namespace stepscope::widgets
