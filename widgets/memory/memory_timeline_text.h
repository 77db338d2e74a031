// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the hover card says about an allocation, a segment, or a point of the memory history. Pure functions.

#include "widgets/memory/memory_timeline_data.h"

#include <QString>
#include <QStringList>

namespace stepscope::widgets {

struct CardText
{
    QString title;
    QStringList lines;
};

// `entry`: the point of the history that is shown under the pointer.
[[nodiscard]] CardText allocationText(const MemoryTimelineData& data, AllocId allocation, std::int32_t entry);
[[nodiscard]] CardText segmentText(const MemoryTimelineData& data, std::size_t span, std::int32_t entry);

} // namespace stepscope::widgets
