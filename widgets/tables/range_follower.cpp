// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/range_follower.h"

namespace stepscope::widgets {

RangeFollower::RangeFollower(Figures* figures, const Selection* selection, QObject* parent)
    : QObject(parent)
    , m_figures(figures)
    , m_selection(selection)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, &RangeFollower::follow);
    connect(m_selection, &Selection::rangeChanged, this, [this]() {
        if (m_on)
            m_rest.start();
    });
}

void RangeFollower::setOn(bool on)
{
    if (on == m_on)
        return;
    m_on = on;
    m_rest.stop();
    follow();
    Q_EMIT changed(on);
}

void RangeFollower::follow()
{
    analysis::WindowRequest scope = m_figures->scope();
    const std::optional<TimeRange>& range = m_selection->range();
    scope.window.reset();
    if (m_on && range)
        scope.window = Interval {range->start, range->end};
    m_figures->setScope(scope);
}

} // namespace stepscope::widgets
