// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What commands and interaction need to know of the canvas they act on: an interface, implemented by the TimelineView,
// so that they can be tested and changed apart from painting. All coordinates are logical px of the canvas.

#include "core/util/ids.h"
#include "core/view/time_scale.h"
#include "core/view/track_layout.h"
#include "widgets/timeline/mark_ref.h"
#include "widgets/viewmodel/selection.h"

#include <QPointF>
#include <QRegion>

#include <optional>

namespace stepscope::widgets {

struct Hit
{
    std::optional<std::size_t> row; // of the layout
    Item item;
    MarkRef mark;            // may come with an item that it is about
    std::uint32_t count = 0; // events (or marks) that this spot stands for; it shows the longest (or first) of them
    double value = 0;        // of a counter, as it is drawn at this spot
    friend bool operator==(const Hit&, const Hit&) = default;
};

struct GapLinks // invalid: there is none
{
    SliceId cause; // the launch that ended the gap, or the communication that a stream waited for
    SliceId workAfter;
};

class TimelineSurface
{
public:
    TimelineSurface() = default;
    virtual ~TimelineSurface() = default;
    TimelineSurface(const TimelineSurface&) = delete;
    TimelineSurface& operator=(const TimelineSurface&) = delete;

    [[nodiscard]] virtual Hit hitAt(QPointF position) = 0;
    [[nodiscard]] virtual view::TimeScale shownScale() const = 0;
    [[nodiscard]] virtual double canvasWidth() const = 0;
    virtual void hoverMark(const MarkRef& mark) = 0;          // what the pointer is over; none when it leaves
    [[nodiscard]] virtual QRegion evidenceRegion() const = 0; // lit up for the mark that the pointer is over
    [[nodiscard]] virtual GapLinks gapLinks(const TimeRange& range) const = 0; // of idle time that is this range
    virtual void settle() = 0;                                                 // stops easing where it is
    virtual void scrollRowsBy(double px) = 0;
    // Those of the pinned rows, where more are pinned than have room; false: the place is not over them.
    virtual bool scrollPinnedAt(QPointF at, double px) = 0;
    // Brings the row of a slice into view, unfolding what hides it, and the slice into the range.
    virtual void bringIntoView(SliceId slice) = 0;
    virtual void toggleFold(view::NodeId node) = 0;
    virtual void toggleFlows() = 0; // whether the flows of the selection are drawn
};

} // namespace stepscope::widgets
