// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Leads from a row of a table to its event: the event is selected, its row unfolded and scrolled to, and its time comes
// into view with some room around it (eased; Esc goes back). GUI thread only; what it is given must outlive it.

#include "widgets/tables/table_data.h"
#include "widgets/viewmodel/selection.h"
#include "widgets/viewmodel/time_axis.h"

#include <QObject>

namespace stepscope::widgets {

class TimelineView;

class RowGuide : public QObject
{
    Q_OBJECT

public:
    RowGuide(TimeAxis* axis, Selection* selection, TimelineView* timeline, QObject* parent = nullptr);

    void show(const RowTarget& target);

private:
    TimeAxis* m_axis;
    Selection* m_selection;
    TimelineView* m_timeline;
};

} // namespace stepscope::widgets
