// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What lies under a point of the canvas: y -> row by search, x -> slice through the very spans that were painted, so
// that what is told is what is seen. A spot that stands for many events gives the one it shows, and how many there are.
// Made for one question; O(log n) when the row is on the screen.

#include "widgets/timeline/timeline_painter.h"
#include "widgets/timeline/timeline_surface.h"

namespace stepscope::widgets {

class HitTest
{
public:
    static constexpr double kTolerance = 3; // px beside a thin slice that still mean it

    HitTest(TimelineData& data, TimelinePainter& painter, const FrameGeometry& frame);

    [[nodiscard]] Hit at(QPointF position);

private:
    [[nodiscard]] std::optional<std::size_t> rowAt(QPointF position) const;
    [[nodiscard]] Hit inLane(LaneId lane, QPointF position);
    [[nodiscard]] Hit inLaneRow(const view::Row& row, QPointF position);
    [[nodiscard]] Hit inMini(const view::Row& row, QPointF position);
    [[nodiscard]] bool isOver(LaneId lane, QPointF position); // a slice of it, as it was painted
    [[nodiscard]] Hit inStream(const view::Row& row, Hit near, bool isWork, QPointF position) const;
    [[nodiscard]] Hit inDevice(view::NodeId node, QPointF position) const;
    [[nodiscard]] Hit inBrackets(TrackId stream, QPointF position) const;
    [[nodiscard]] std::optional<Hit> onFlag(QPointF position) const;
    [[nodiscard]] MarkRef gapAt(std::uint32_t device, std::int64_t time) const;
    [[nodiscard]] MarkRef idleOfStream(TrackId stream, std::int64_t time) const;
    [[nodiscard]] Hit inSteps(QPointF position) const;
    [[nodiscard]] Hit inInstants(const view::LayoutNode& node, QPointF position) const;
    [[nodiscard]] Hit inCounter(const view::LayoutNode& node, const view::Row& row, QPointF position) const;

    TimelineData& m_data;
    TimelinePainter& m_painter;
    FrameGeometry m_frame;
    view::TimeScale m_scale; // logical px
};

} // namespace stepscope::widgets
