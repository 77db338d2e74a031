// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What there is to say in short about a slice, an instant or a counter sample: for the hover card and for people who
// hear the screen. Pure functions, GUI thread only because of translation.

#include "widgets/timeline/timeline_data.h"
#include "widgets/timeline/timeline_surface.h"

#include <QString>
#include <QStringList>

namespace stepscope::widgets {

struct ItemText
{
    QString title;     // the full name
    QStringList lines; // duration, row, and what is special about it
};
[[nodiscard]] ItemText itemText(const TimelineData& data, const Hit& hit);

// A counter value with a unit of thousands: "3.2 G".
[[nodiscard]] QString valueText(double value);

} // namespace stepscope::widgets
