// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows that are not slices: busy strips of GPUs, activity strips, counters as filled step lines, instants as marks.
// Stateless but for the references it holds for the time of one paint. Every row costs O(columns · log n).

#include "widgets/timeline/frame.h"
#include "widgets/timeline/scanlines.h"
#include "widgets/timeline/timeline_data.h"

namespace stepscope::widgets {

class StripPainter
{
public:
    StripPainter(Scanlines& canvas, const FrameGeometry& frame, const Theme& theme);

    // Bars of the busy share, from the bottom of [y0, y1).
    void busy(const view::BusyIndex& index, int y0, int y1);
    // Bars of the activity, for places with room for them.
    void activityBars(const TimelineData& data, std::span<const LaneId> lanes, int y0, int y1);
    // Darker where more happens, in groups of columns.
    void activity(const TimelineData& data, std::span<const LaneId> lanes, int y0, int y1);
    void counter(const TimelineData& data, const view::LayoutNode& node, int y0, int y1);
    void instants(const model::Trace& trace, const view::LayoutNode& node, int y0, int y1);
    // Those that a search has found, over the others; ascending, of one row.
    void instantHits(const model::Trace& trace, std::span<const InstantId> hits, int y0, int y1);

private:
    Scanlines& m_canvas;
    const FrameGeometry& m_frame;
    const Theme& m_theme;
    view::TimeScale m_scale;
};

// Range of values a counter row spans: of all its samples and, unless all are far from it, zero. Nothing without
// samples.
[[nodiscard]] std::optional<view::ValueBand> counterRange(const TimelineData& data, const view::LayoutNode& node);

} // namespace stepscope::widgets
