// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Syncs as marks across rows: a thin line from the end of the blocking call up or down to the row of the device it
// waited for, with a flag on the CPU side that says how long. Only the longest few in view, so that there is never a
// forest of lines, and that of the call which is selected or pointed to. Also says which flag lies under a point.
// Stateless but for references that live as long as the paint. Logical pixels. O(kMostMarks · log n).

#include "widgets/timeline/frame.h"
#include "widgets/timeline/timeline_marks.h"

#include <QFontMetricsF>
#include <QRectF>

#include <optional>
#include <vector>

class QPainter;

namespace stepscope::widgets {

class SyncPainter
{
public:
    static constexpr std::size_t kMostMarks = 12; // in one picture
    static constexpr double kMinimumWait = 5;     // px of a wait that is marked

    SyncPainter(const TimelineData& data, const TimelineMarks& marks, const FrameGeometry& frame);

    void paint(QPainter& painter, const Theme& theme) const;
    // Where flags stand: nothing else is written there.
    [[nodiscard]] std::vector<QRectF> flags() const;
    // That of one call, where it is not among the longest.
    void paintAlso(QPainter& painter, const Theme& theme, SliceId call) const;
    // Index in TraceFigures::syncs of the flag at this point.
    [[nodiscard]] std::optional<std::uint32_t> syncAt(QPointF position) const;

private:
    struct Shape
    {
        std::uint32_t sync = 0;
        double x = 0;
        double y0 = 0; // of the line
        double y1 = 0;
        QRectF flag;
        QRectF seen; // part of the canvas in which the flag is: that of pinned rows, or that below them
        QString text;
        bool costs = false; // the GPU ran dry after it
    };
    [[nodiscard]] std::vector<Shape> shapes() const;
    void draw(QPainter& painter, const Theme& theme, const Shape& shape) const;
    [[nodiscard]] std::optional<Shape> shapeOf(std::uint32_t index) const;

    const TimelineData& m_data;
    const TimelineMarks& m_marks;
    const FrameGeometry& m_frame;
    view::TimeScale m_scale; // logical px
    QFontMetricsF m_metrics;
};

} // namespace stepscope::widgets
