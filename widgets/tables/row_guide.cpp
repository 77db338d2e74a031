// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/row_guide.h"

#include "widgets/timeline/row_scroll.h"
#include "widgets/timeline/timeline_view.h"

namespace stepscope::widgets {

RowGuide::RowGuide(TimeAxis* axis, Selection* selection, TimelineView* timeline, QObject* parent)
    : QObject(parent)
    , m_axis(axis)
    , m_selection(selection)
    , m_timeline(timeline)
{
}

void RowGuide::show(const RowTarget& target)
{
    m_selection->select(target.slice);
    if (target.slice.valid())
        m_timeline->scroller().toRowOf(target.slice);
    if (target.device >= 0)
        m_timeline->scroller().toDevice(target.device);
    if (target.stream.valid())
        m_timeline->scroller().toTrack(target.stream);
    const bool isIdle = target.device >= 0 || target.stream.valid();
    if (isIdle && !target.slice.valid()) // marked as if it was clicked
        m_selection->setRange(TimeRange {target.span.start, target.span.end});
    if (target.span.end > target.span.start || target.slice.valid())
        m_axis->fitAround(target.span.start, target.span.end);
}

} // namespace stepscope::widgets
