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

QString StepReadout::label(std::size_t step) const
{
    return toQString(view::stepLabel(m_trace, m_steps[step]));
}

std::optional<std::size_t> StepReadout::current() const
{
    const SliceId selected = m_selection->slice();
    const auto found
        = std::find_if(m_steps.begin(), m_steps.end(), [selected](const view::Step& s) { return s.slice == selected; });
    if (found != m_steps.end())
        return static_cast<std::size_t>(found - m_steps.begin());
    if (m_axis->showsAll())
        return std::nullopt;
    const TimeRange range = m_axis->range();
    const std::int64_t middle = range.start + range.length() / 2;
    const std::size_t at = view::firstStepEndingAfter(m_steps, middle);
    // One that fills at least half of the view is where we are.
    if (at < m_steps.size() && m_steps[at].start <= middle
        && (m_steps[at].end - m_steps[at].start) >= range.length() / 2)
        return at;
    return std::nullopt;
}

} // namespace stepscope::widgets
