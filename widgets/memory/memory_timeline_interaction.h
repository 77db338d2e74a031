// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Mouse, wheel and keys on the memory timeline, turned into changes of the axis and the cursor. Positions are logical
// px of the canvas. Paints nothing. Owned by the view, GUI thread only.
// Invariant: while a drag lasts, the entry under the pointer is the one that was there when it began.

#include "widgets/common/canvas_drag.h"
#include "widgets/memory/memory_timeline_data.h"
#include "widgets/viewmodel/memory_cursor.h"
#include "widgets/viewmodel/time_axis.h"

#include <QPointF>

#include <optional>

class QKeyEvent;
class QWheelEvent;

namespace stepscope::widgets {

struct MemoryHit
{
    std::optional<std::int32_t> entry; // that is shown there; nothing outside the history
    AllocId allocation;
};

class MemoryTimelineSurface // what the interaction needs of the view
{
public:
    MemoryTimelineSurface() = default;
    virtual ~MemoryTimelineSurface() = default;
    MemoryTimelineSurface(const MemoryTimelineSurface&) = delete;
    MemoryTimelineSurface& operator=(const MemoryTimelineSurface&) = delete;

    [[nodiscard]] virtual MemoryHit hitAt(QPointF position) const = 0;
    [[nodiscard]] virtual view::TimeScale shownScale() const = 0;
    virtual void settle() = 0; // stops easing where it is
};

class MemoryTimelineInteraction
{
public:
    using Drag = CanvasDrag::Kind;

    MemoryTimelineInteraction(
        const MemoryTimelineData& data, TimeAxis& axis, MemoryCursor& cursor, MemoryTimelineSurface& surface);

    void wheel(QPointF position, const QWheelEvent& event);
    void press(QPointF position, Qt::KeyboardModifiers modifiers);
    void move(QPointF position);
    void release(QPointF position);
    void doubleClick(QPointF position);
    void leave();
    bool keyPress(const QKeyEvent& event); // false: not one of its keys
    void fitLife(AllocId allocation);

    [[nodiscard]] Drag drag() const { return m_drag.kind(); }
    [[nodiscard]] std::optional<QPointF> pointer() const { return m_pointer; } // while it is over the canvas

private:
    void hoverAt(QPointF position);
    void dragTo(QPointF position);
    void stepCursor(std::int32_t by);
    void back();
    [[nodiscard]] double zoomPlace() const;
    [[nodiscard]] std::int32_t entryAt(QPointF position) const;

    const MemoryTimelineData& m_data;
    TimeAxis& m_axis;
    MemoryCursor& m_cursor;
    MemoryTimelineSurface& m_surface;
    CanvasDrag m_drag;
    std::int32_t m_anchor = 0; // entry where a range began
    std::optional<EntryRange> m_rangeBefore;
    std::optional<QPointF> m_pointer;
};

} // namespace stepscope::widgets
