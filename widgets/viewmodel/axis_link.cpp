// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewmodel/axis_link.h"

#include <QScopedValueRollback>

namespace stepscope::widgets {

AxisLink::AxisLink(TimeAxis* leader, TimeAxis* follower, std::int64_t offset, QObject* parent)
    : QObject(parent)
    , m_leader(leader)
    , m_follower(follower)
    , m_offset(offset)
{
    copyBounds();
    connect(m_leader, &TimeAxis::boundsChanged, this, &AxisLink::copyBounds);
    connect(m_leader, &TimeAxis::rangeChanged, this, [this]() { copyRange(*m_leader, *m_follower, m_offset); });
    connect(m_follower, &TimeAxis::rangeChanged, this, [this]() { copyRange(*m_follower, *m_leader, -m_offset); });
    connect(m_leader, &TimeAxis::cursorChanged, this, [this]() { copyCursor(*m_leader, *m_follower, m_offset); });
    connect(m_follower, &TimeAxis::cursorChanged, this, [this]() { copyCursor(*m_follower, *m_leader, -m_offset); });
}

void AxisLink::copyBounds()
{
    {
        const QScopedValueRollback<bool> guard(m_copying, true); // new bounds show all of them: not in the leader
        m_follower->setBounds(m_leader->bounds().start + m_offset, m_leader->bounds().end + m_offset);
    }
    copyRange(*m_leader, *m_follower, m_offset);
}

void AxisLink::copyRange(const TimeAxis& from, TimeAxis& to, std::int64_t offset)
{
    if (m_copying)
        return;
    const QScopedValueRollback<bool> guard(m_copying, true);
    view::TimeWindow window = from.window();
    window.start += offset;
    to.setWindow(window);
}

void AxisLink::copyCursor(const TimeAxis& from, TimeAxis& to, std::int64_t offset)
{
    if (m_copying)
        return;
    const QScopedValueRollback<bool> guard(m_copying, true);
    to.setCursor(from.cursor() ? std::optional(*from.cursor() + offset) : std::nullopt);
}

} // namespace stepscope::widgets
