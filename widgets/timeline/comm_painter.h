// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Tells what communication costs from what it hides: where the device computes meanwhile, its slices are striped and
// pale; where it does not, they stay solid. One lives as long as its TimelinePainter; begin() starts a picture.
// Cost: O(columns · log n) a device with communication in view.

#include "core/view/palette.h"
#include "core/view/span_query.h"
#include "widgets/timeline/frame.h"
#include "widgets/timeline/hatch_fill.h"
#include "widgets/timeline/timeline_marks.h"

#include <optional>
#include <vector>

namespace stepscope::widgets {

class CommPainter
{
public:
    void begin(const TimelineMarks* marks, const FrameGeometry& frame, const Theme& theme);

    // The communication among spans of GPU work of a device, over what was drawn for them: `line`, and their colours in
    // it.
    void shade(Scanlines& canvas, std::uint32_t device, const std::vector<view::ColumnSpan>& spans,
        const Scanlines::Line& line, int y0, int y1);

private:
    [[nodiscard]] const std::vector<float>& computeOf(std::uint32_t device); // share of each column

    const TimelineMarks* m_marks = nullptr;
    FrameGeometry m_frame;
    view::Argb m_surface = 0;
    view::HatchTile m_tile;
    double m_tileRatio = 0;
    std::vector<std::optional<std::vector<float>>> m_compute; // by device
    Scanlines::Line m_ground;
    HatchFill m_fill;
};

} // namespace stepscope::widgets
