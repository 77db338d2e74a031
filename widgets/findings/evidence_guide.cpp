// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/evidence_guide.h"

#include "widgets/timeline/row_scroll.h"
#include "widgets/timeline/timeline_view.h"

namespace stepscope::widgets {

EvidenceGuide::EvidenceGuide(
    const FindingCursor* cursor, TimeAxis* axis, Selection* selection, TimelineView* timeline, QObject* parent)
    : QObject(parent)
    , m_cursor(cursor)
    , m_axis(axis)
    , m_selection(selection)
    , m_timeline(timeline)
{
    connect(cursor, &FindingCursor::visited, this, &EvidenceGuide::show);
}

void EvidenceGuide::show()
{
    const analysis::Evidence* evidence = m_cursor->evidence();
    if (evidence == nullptr)
        return;
    if (evidence->slice.valid()) {
        m_selection->select(evidence->slice);
        m_timeline->scroller().toRowOf(evidence->slice);
    } else {
        m_selection->clear();
    }
    // The evidence's own row last: where both do not fit, it is the one to see.
    if (evidence->row.valid())
        m_timeline->scroller().toTrack(evidence->row);
    else if (evidence->device)
        m_timeline->scroller().toDevice(*evidence->device);
    m_axis->fitAround(evidence->span.start, evidence->span.end);
}

} // namespace stepscope::widgets
