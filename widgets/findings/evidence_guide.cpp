// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/evidence_guide.h"

#include "widgets/timeline/timeline_view.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr double kMargin = 0.4;          // of the evidence, on either side
constexpr std::int64_t kLeastNs = 2'000; // to be seen around a moment

} // namespace

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
        m_timeline->showRowOf(evidence->slice);
    } else {
        m_selection->clear();
    }
    // The evidence's own row last: where both do not fit, it is the one to see.
    if (evidence->row.valid())
        m_timeline->showTrack(evidence->row);
    else if (evidence->device)
        m_timeline->showDevice(*evidence->device);
    const std::int64_t length = std::max<std::int64_t>(evidence->span.length(), 0);
    const std::int64_t missing = std::max<std::int64_t>(kLeastNs - length, 0);
    const TimeRange bounds = m_axis->bounds();
    const std::int64_t start = std::max(bounds.start, evidence->span.start - missing / 2);
    m_axis->fit(start, std::min(bounds.end, start + length + missing), kMargin);
}

} // namespace stepscope::widgets
