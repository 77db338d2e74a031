// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a timeline shows things, where people can choose: a plain value that the settings keep and every timeline is
// given.

#include "core/view/track_layout.h"

#include <cstdint>

namespace stepscope::widgets {

struct GapFilter // which gaps are drawn as such
{
    double px = 3;       // logical px that a gap is wide at least
    std::int64_t ns = 0; // … and that it lasts
    friend bool operator==(const GapFilter&, const GapFilter&) = default;
};

enum class TimeDisplay : std::uint8_t
{
    SinceStart,
    WallClock, // where the trace tells when it was recorded
};

struct TimelineDisplay
{
    TimeDisplay time = TimeDisplay::SinceStart;
    view::RowHeight rowHeight = view::RowHeight::Normal; // of traces whose rows were not given one of their own
    GapFilter gaps;
    friend bool operator==(const TimelineDisplay&, const TimelineDisplay&) = default;
};

} // namespace stepscope::widgets
