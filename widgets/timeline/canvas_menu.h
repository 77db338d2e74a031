// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The menu of a place on the timeline's canvas: what can be done with the slice, gap or wall that is there, and with
// its row. Right click, or the menu key for the selection. Commands act on what the menu was opened for, whatever is
// selected. Made by whoever owns the TimelineView; GUI thread only; what it is given must outlive it.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/timeline/timeline_surface.h"
#include "widgets/viewmodel/time_axis.h"

#include <QObject>
#include <QPoint>

class QMenu;

namespace stepscope::widgets {

class RowControls;
class TimelineView;

class CanvasMenu : public QObject
{
    Q_OBJECT

public:
    CanvasMenu(TimelineView* view, TimeAxis* axis, Selection* selection, RowControls* rows);

    void fill(QMenu& menu, const Hit& hit);

Q_SIGNALS:
    void searchRequested(const QString& name); // of all slices of this name

private:
    void show(const Hit& hit, QPoint at);
    void addSlice(QMenu& menu, SliceId slice);
    void addMark(QMenu& menu, const MarkRef& mark);
    void go(SliceId slice); // selected, and in view

    TimelineView* m_view;
    TimeAxis* m_axis;
    Selection* m_selection;
    RowControls* m_rows;
};

} // namespace stepscope::widgets
