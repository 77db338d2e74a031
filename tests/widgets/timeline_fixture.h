// SPDX-License-Identifier: GPL-3.0-or-later
// A timeline on the (offscreen) screen with all it needs, and verbs for mouse and wheel that Qt Test lacks.
#pragma once

#include "tests/support/trace_fixture.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>

#include <memory>

namespace stepscope::tests {

inline void wheelOn(QWidget* widget, QPointF at, QPoint angle, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(at, widget->mapToGlobal(at), {}, angle, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}

inline void dragOn(
    QWidget* widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = Qt::NoModifier, bool release = true)
{
    const auto send = [&](QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons buttons) {
        QMouseEvent event(type, at, widget->mapToGlobal(QPointF(at)), button, buttons, modifiers);
        QApplication::sendEvent(widget, &event);
    };
    send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
    const int steps = 7;
    for (int i = 1; i <= steps; ++i)
        send(QEvent::MouseMove, from + (to - from) * i / steps, Qt::NoButton, Qt::LeftButton);
    if (release)
        send(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
}

struct TimelineFixture
{
    explicit TimelineFixture(std::shared_ptr<const model::Trace> shown, QSize size = QSize(1000, 600))
        : trace(std::move(shown))
    {
        axis.setBounds(trace->rangeStart, trace->rangeEnd);
        view = std::make_unique<widgets::TimelineView>(trace, &axis, &selection, &theme);
        view->resize(size);
        view->show();
        ok = QTest::qWaitForWindowExposed(view.get());
    }
    QWidget* canvas() const { return view->viewport(); }
    QPoint centreOf(SliceId slice) const { return view->rectOf(slice).center().toPoint(); }

    std::shared_ptr<const model::Trace> trace;
    widgets::TimeAxis axis;
    widgets::Selection selection;
    widgets::ThemeSource theme;
    std::unique_ptr<widgets::TimelineView> view;
    bool ok = false;
};

inline view::NodeId nodeNamed(const widgets::TimelineData& data, const char* label)
{
    for (std::size_t i = 0; i < data.layout().nodes().size(); ++i) {
        if (data.layout().nodes()[i].label == label)
            return view::NodeId(i);
    }
    return {};
}

} // namespace stepscope::tests
