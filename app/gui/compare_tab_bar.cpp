// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare_tab_bar.h"

#include <QCoreApplication>
#include <QDrag>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QMouseEvent>

namespace stepscope::app {

namespace {

const QString& mimeType()
{
    static const QString kType = QStringLiteral("application/x-stepscope-tab");
    return kType;
}

// A drag that left another Stepscope carries that one's tabs.
QByteArray ownMark()
{
    return QByteArray::number(QCoreApplication::applicationPid()) + ' ';
}

} // namespace

CompareTabBar::CompareTabBar(QWidget* parent)
    : QTabBar(parent)
{
    setAcceptDrops(true);
}

QMimeData* CompareTabBar::dataOf(int tab)
{
    auto* data = new QMimeData();
    data->setData(mimeType(), ownMark() + QByteArray::number(tab));
    return data;
}

std::optional<int> CompareTabBar::draggedTab(const QMimeData& data)
{
    const QByteArray text = data.data(mimeType());
    if (!text.startsWith(ownMark()))
        return std::nullopt;
    bool ok = false;
    const int tab = text.mid(ownMark().size()).toInt(&ok);
    return ok ? std::optional(tab) : std::nullopt;
}

void CompareTabBar::mousePressEvent(QMouseEvent* event)
{
    QTabBar::mousePressEvent(event);
    m_pressed = event->button() == Qt::LeftButton ? tabAt(event->position().toPoint()) : -1;
}

void CompareTabBar::mouseMoveEvent(QMouseEvent* event)
{
    const int outside = std::max(-event->position().toPoint().y(), event->position().toPoint().y() - height());
    if (m_pressed >= 0 && event->buttons().testFlag(Qt::LeftButton) && outside > height() / 2 && count() > 1)
        startDrag(*event);
    else
        QTabBar::mouseMoveEvent(event);
}

void CompareTabBar::mouseReleaseEvent(QMouseEvent* event)
{
    m_pressed = -1;
    QTabBar::mouseReleaseEvent(event);
}

void CompareTabBar::startDrag(QMouseEvent& event)
{
    // The bar has to let go of the tab first: it would go on moving it.
    QMouseEvent release(QEvent::MouseButtonRelease, event.position(), event.globalPosition(), Qt::LeftButton,
        Qt::NoButton, event.modifiers());
    QTabBar::mouseReleaseEvent(&release);
    const int tab = currentIndex(); // the pressed one, wherever it was moved to
    m_pressed = -1;
    auto* drag = new QDrag(this);
    drag->setMimeData(dataOf(tab));
    drag->setPixmap(grab(tabRect(tab)));
    drag->exec(Qt::CopyAction);
}

int CompareTabBar::targetOf(const QDropEvent& event) const
{
    const std::optional<int> dragged = draggedTab(*event.mimeData());
    const int target = dragged ? tabAt(event.position().toPoint()) : -1;
    return target == dragged ? -1 : target;
}

void CompareTabBar::dragEnterEvent(QDragEnterEvent* event)
{
    if (draggedTab(*event->mimeData()))
        event->acceptProposedAction();
    else
        event->ignore(); // files are the window's
}

void CompareTabBar::dragMoveEvent(QDragMoveEvent* event)
{
    if (targetOf(*event) >= 0)
        event->acceptProposedAction();
    else
        event->ignore();
}

void CompareTabBar::dropEvent(QDropEvent* event)
{
    const int target = targetOf(*event);
    if (target < 0)
        return;
    event->acceptProposedAction();
    Q_EMIT droppedOnto(*draggedTab(*event->mimeData()), target);
}

} // namespace stepscope::app
