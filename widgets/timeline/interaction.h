// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Mouse, wheel and keys on the timeline's canvas, turned into commands: wheel scrolls rows, Ctrl+wheel zooms at the
// pointer, Shift+wheel pans; a drag pans both ways, Shift+drag marks a range of time; a click selects, a double click
// zooms to the slice. Paints nothing. Owned by the TimelineView, GUI thread only.
// Invariant: while a drag lasts, the time under the pointer is the one that was there when it began.

#include "widgets/common/canvas_drag.h"
#include "widgets/timeline/timeline_commands.h"

#include <QObject>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace stepscope::widgets {

class Interaction : public QObject
{
    Q_OBJECT

public:
    using Drag = CanvasDrag::Kind;

    Interaction(TimeAxis& axis, Selection& selection, TimelineSurface& surface, TimelineCommands& commands,
        QObject* parent = nullptr);

    void wheel(QWheelEvent* event);
    void press(QMouseEvent* event);
    void move(QMouseEvent* event);
    void release(QMouseEvent* event);
    void doubleClick(QMouseEvent* event);
    void leave();
    bool keyPress(QKeyEvent* event); // false: not one of the timeline's keys

    [[nodiscard]] Drag drag() const { return m_drag.kind(); }
    [[nodiscard]] std::optional<QPointF> pointer() const { return m_pointer; } // while it is over the canvas

Q_SIGNALS:
    void dragChanged(); // another cursor shape, perhaps
    void rangeDragged();
    void itemClicked(); // and is selected

private:
    Drag endDrag(); // what it was
    void beginDrag();
    void dragTo(QPointF position);
    void hoverAt(QPointF position);
    void cancelDrag();

    TimeAxis& m_axis;
    Selection& m_selection;
    TimelineSurface& m_surface;
    TimelineCommands& m_commands;
    CanvasDrag m_drag;
    std::int64_t m_anchor = 0; // time where a range began
    std::optional<TimeRange> m_rangeBefore;
    std::optional<QPointF> m_pointer;
};

} // namespace stepscope::widgets
