// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps two time axes at the same place, one being ahead of the other by a constant: a trace counts from some base, the
// snapshot of the same run in Unix time. Range and pointer follow in both directions; bounds of the follower are those
// of the leader. GUI thread only; both must outlive the link.

#include "widgets/viewmodel/time_axis.h"

#include <QObject>

namespace stepscope::widgets {

class AxisLink : public QObject
{
    Q_OBJECT

public:
    // A time t of the leader is t + offset of the follower.
    AxisLink(TimeAxis* leader, TimeAxis* follower, std::int64_t offset, QObject* parent = nullptr);

private:
    void copyBounds();
    void copyRange(const TimeAxis& from, TimeAxis& to, std::int64_t offset);
    void copyCursor(const TimeAxis& from, TimeAxis& to, std::int64_t offset);

    TimeAxis* m_leader;
    TimeAxis* m_follower;
    std::int64_t m_offset;
    bool m_copying = false;
};

} // namespace stepscope::widgets
