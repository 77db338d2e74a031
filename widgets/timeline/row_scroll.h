// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Brings things into view: unfolds what hides them, scrolls to their row, and pans where they lie outside the visible
// range. Part of a TimelineView, which lays out anew when told that rows have changed. GUI thread only.

#include "widgets/timeline/timeline_data.h"
#include "widgets/viewmodel/selection.h"
#include "widgets/viewmodel/time_axis.h"

#include <cstdint>
#include <functional>
#include <optional>

class QScrollBar;

namespace stepscope::widgets {

struct TopRow // at the upper edge of the rows that scroll
{
    view::NodeId node; // invalid: they are at their top
    int offset = 0;    // px of the node's rows above the edge
};

class RowScroll
{
public:
    RowScroll(TimelineData& data, TimeAxis& axis, QScrollBar* bar, std::function<void()> rowsChanged);

    void arrange(int canvasHeight); // after the layout or the height has changed
    void by(double px);
    bool pinnedBy(double px); // the pinned rows among themselves; false: all of them are seen
    // These leave the range alone.
    void toRowOf(SliceId slice);
    void toRowOf(const Item& item);
    void lead(std::int32_t device); // its heading stays in view
    void toTrack(TrackId track);
    void toLane(LaneId lane);
    void toNode(view::NodeId node);
    void toDevice(std::int32_t device);
    // The row, and of the slice at least its beginning.
    void toSlice(SliceId slice);
    // The rows change while what is seen stays where it is.
    void keepingPlace(const std::function<void()>& change);
    [[nodiscard]] TopRow top() const;
    // This row comes to the edge and stays there, however rows and height change, until somebody scrolls.
    void keepAtTop(const TopRow& top);
    void scrolled();                                           // the bar has moved
    [[nodiscard]] bool isPlacing() const { return m_placing; } // the bar moves, but not because somebody scrolls

private:
    void toRow(std::size_t index);
    void placeKept();
    [[nodiscard]] view::NodeId nodeOf(std::int32_t device) const; // invalid: there is none
    [[nodiscard]] bool isSeen(LaneId lane) const;                 // itself, and not just something that stands for it

    TimelineData& m_data;
    TimeAxis& m_axis;
    QScrollBar* m_bar;
    std::function<void()> m_rowsChanged;
    std::optional<TopRow> m_kept;
    bool m_placing = false;
    int m_canvasHeight = 0;
    double m_rest = 0;       // fractions of a pixel
    double m_pinnedRest = 0; // px that are no whole row yet
};

} // namespace stepscope::widgets
