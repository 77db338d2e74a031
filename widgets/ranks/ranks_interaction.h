// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Mouse and wheel on the ranks' timeline, turned into changes of axis, cursor and marked range: the wheel scrolls the
// rows, with Ctrl it zooms at the pointer, with Shift it pans; a drag moves, Shift+drag marks a range, a click chooses
// the collective and the rank, a double click brings the collective into view. Owned by the view, GUI thread only.

#include "widgets/common/canvas_drag.h"
#include "widgets/ranks/ranks_cursor.h"
#include "widgets/viewmodel/selection.h"
#include "widgets/viewmodel/time_axis.h"

#include <QPointF>

#include <optional>

class QMouseEvent;
class QWheelEvent;

namespace stepscope::widgets {

struct RanksHit
{
    RanksCursor::Index rank;
    RanksCursor::Index collective;
};

class RanksSurface // what the interaction needs of the view
{
public:
    RanksSurface() = default;
    virtual ~RanksSurface() = default;
    RanksSurface(const RanksSurface&) = delete;
    RanksSurface& operator=(const RanksSurface&) = delete;

    [[nodiscard]] virtual RanksHit hitAt(QPointF position) const = 0;
    [[nodiscard]] virtual view::TimeScale shownScale() const = 0;
    virtual void settle() = 0; // stops easing where it is
    virtual void scrollRowsBy(double px) = 0;
    virtual void showCollective(std::uint32_t collective) = 0;
};

class RanksInteraction
{
public:
    using Drag = CanvasDrag::Kind;

    RanksInteraction(TimeAxis& axis, Selection& selection, RanksCursor& cursor, RanksSurface& surface);

    void wheel(const QWheelEvent& event);
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void leave();

    [[nodiscard]] Drag drag() const { return m_drag.kind(); }
    [[nodiscard]] std::optional<QPointF> pointer() const { return m_pointer; } // while it is over the canvas

private:
    void dragTo(QPointF position);
    void hoverAt(QPointF position);

    TimeAxis& m_axis;
    Selection& m_selection;
    RanksCursor& m_cursor;
    RanksSurface& m_surface;
    CanvasDrag m_drag;
    std::int64_t m_anchor = 0; // time where a range began
    std::optional<QPointF> m_pointer;
};

} // namespace stepscope::widgets
