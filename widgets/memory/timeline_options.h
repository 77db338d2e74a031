// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How the memory timeline is shown: by entry number or time, what its colours mean. GUI thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/model/memory_snapshot.h"
#include "widgets/memory/memory_timeline_groups.h"

#include <QWidget>

class QComboBox;

namespace stepscope::widgets {

class MemoryTimelineView;

class TimelineOptions : public QWidget
{
    Q_OBJECT

public:
    // The view must outlive it. Without times in the history the axis of time is not offered.
    TimelineOptions(MemoryTimelineView* timeline, bool hasTimes, QWidget* parent = nullptr);

    [[nodiscard]] QComboBox& axisBox() { return *m_axis; }
    [[nodiscard]] QComboBox& colourBox() { return *m_colours; }

Q_SIGNALS:
    void coloursChanged();

private:
    QComboBox* m_axis;
    QComboBox* m_colours;
};

} // namespace stepscope::widgets
