// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Leads to the evidence of a finding: when a place is visited, its time comes into view with some margin (eased, and
// Esc goes back), its row is unfolded and scrolled to, and its slice is selected. GUI thread only; all it is given must
// outlive it.

#include "widgets/viewmodel/finding_cursor.h"
#include "widgets/viewmodel/selection.h"
#include "widgets/viewmodel/time_axis.h"

#include <QObject>

namespace stepscope::widgets {

class TimelineView;

class EvidenceGuide : public QObject
{
    Q_OBJECT

public:
    EvidenceGuide(const FindingCursor* cursor, TimeAxis* axis, Selection* selection, TimelineView* timeline,
        QObject* parent = nullptr);

private:
    void show();

    const FindingCursor* m_cursor;
    TimeAxis* m_axis;
    Selection* m_selection;
    TimelineView* m_timeline;
};

} // namespace stepscope::widgets
