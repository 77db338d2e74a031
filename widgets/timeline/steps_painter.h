// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The training steps in a picture: alternating bands and grid lines that run down through all rows, and the row at the
// top with their names and lengths. Stateless but for references that live as long as the paint. O(columns · log
// steps): steps thinner than a column are skipped by search.

#include "core/view/clock_text.h"
#include "widgets/timeline/frame.h"
#include "widgets/timeline/scanlines.h"
#include "widgets/timeline/timeline_data.h"

class QPainter;

namespace stepscope::widgets {

class StepsPainter
{
public:
    StepsPainter(const TimelineData& data, const FrameGeometry& frame, const Theme& theme);

    // What lies behind the slices of every row; the grid goes by the clock where there is one.
    void ground(Scanlines::Line& line, const std::optional<view::ClockBase>& clock) const;
    void row(Scanlines& canvas, int y0, int y1) const;
    void labels(QPainter& painter) const;

private:
    const TimelineData& m_data;
    const FrameGeometry& m_frame;
    const Theme& m_theme;
};

} // namespace stepscope::widgets
