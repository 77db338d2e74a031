// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a widget its paint events cover, and what stands on the (offscreen) screen.
#pragma once

#include <QApplication>
#include <QImage>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPixmap>
#include <QScreen>
#include <QWidget>

namespace stepscope::tests {

class PaintWatch : public QObject
{
public:
    explicit PaintWatch(QWidget* widget)
        : m_widget(widget)
    {
        widget->installEventFilter(this);
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == m_widget && event->type() == QEvent::Paint) {
            for (const QRect& part : static_cast<QPaintEvent*>(event)->region())
                pixels += qint64 {part.width()} * part.height();
            ++events;
        }
        return false;
    }
    qint64 pixels = 0;
    int events = 0;

private:
    QWidget* m_widget;
};

inline void pointAt(QWidget* widget, QPoint at)
{
    QMouseEvent move(QEvent::MouseMove, at, widget->mapToGlobal(QPointF(at)), Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(widget, &move);
    QApplication::processEvents();
}

inline QImage onScreen(const QWidget& window)
{
    return window.screen()->grabWindow(window.winId()).toImage().convertToFormat(QImage::Format_RGB32);
}

} // namespace stepscope::tests
