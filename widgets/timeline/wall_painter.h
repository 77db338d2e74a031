// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Walls of short kernels as thin brackets above their stream, in a row of their own so that the kernels keep their
// colours: "412 kernels · median 6 µs · busy 15 %" where there is room. Also says what a point of such a row means.
// Stateless but for references that live as long as the paint. Logical pixels. O(visible wide walls · log n).

#include "widgets/timeline/frame.h"
#include "widgets/timeline/timeline_marks.h"

#include <QRectF>

#include <optional>
#include <vector>

class QPainter;

namespace stepscope::widgets {

class WallPainter
{
public:
    static constexpr double kMinimumWidth = 6; // px of a wall that is drawn

    WallPainter(const TimelineMarks& marks, const FrameGeometry& frame);

    void paint(QPainter& painter, const view::Row& row, TrackId stream, const Theme& theme) const;
    // Index in TraceFigures::walls of what is drawn at this x of the row of a stream.
    [[nodiscard]] std::optional<std::uint32_t> wallAt(TrackId stream, double x) const;

private:
    [[nodiscard]] std::vector<std::size_t> shown(const TimelineMarks::Stream& stream) const; // positions
    [[nodiscard]] std::pair<double, double> extent(Interval span) const;

    const TimelineMarks& m_marks;
    const FrameGeometry& m_frame;
    view::TimeScale m_scale; // logical px
};

} // namespace stepscope::widgets
