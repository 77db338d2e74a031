// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/step_readout.h"

#include "widgets/details/detail_text.h"

#include <algorithm>

namespace stepscope::widgets {

StepReadout::StepReadout(const model::Trace& trace, TimeAxis* axis, Selection* selection, QObject* parent)
    : QObject(parent)
    , m_trace(trace)
    , m_axis(axis)
    , m_selection(selection)
    , m_steps(view::findSteps(trace))
{
    connect(m_axis, &TimeAxis::rangeChanged, this, &StepReadout::changed);
    connect(m_selection, &Selection::itemChanged, this, &StepReadout::changed);
}

QString StepReadout::text() const
{
    if (m_steps.empty())
        return QStringLiteral("no steps");
    const auto label = [this](const view::Step& step) {
        return QStringLiteral("Step ") + toQString(view::stepLabel(m_trace, step));
    };
    const SliceId selected = m_selection->slice();
    const auto found
        = std::find_if(m_steps.begin(), m_steps.end(), [selected](const view::Step& s) { return s.slice == selected; });
    if (found != m_steps.end())
        return label(*found);
    const QString count = countedText(m_steps.size(), QStringLiteral("step"), QStringLiteral("steps"));
    if (m_axis->showsAll())
        return count;
    const TimeRange range = m_axis->range();
    const std::int64_t middle = range.start + range.length() / 2;
    const std::size_t at = view::firstStepEndingAfter(m_steps, middle);
    // One that fills at least half of the view is where we are.
    if (at < m_steps.size() && m_steps[at].start <= middle
        && (m_steps[at].end - m_steps[at].start) >= range.length() / 2)
        return label(m_steps[at]);
    return count;
}

} // namespace stepscope::widgets
