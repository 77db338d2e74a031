// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The picture of the canvas that stays while the pointer moves: made anew when frame or content change, copied in parts
// else. Knows how long the last one took and makes drafts while a zoom eases, where a picture in full would take longer
// than a frame may. Owned by the TimelineView, GUI thread only.

#include "widgets/timeline/frame.h"

#include <QImage>
#include <QRegion>

#include <chrono>

class QPainter;

namespace stepscope::widgets {

class TimelinePainter;

class CanvasPicture
{
public:
    explicit CanvasPicture(TimelinePainter& painter);

    void invalidate() { m_isDirty = true; } // what is to be seen is another, even for the same frame
    // Of the next picture.
    [[nodiscard]] int coarseness(bool isMoving) const;
    // True when it had to be made anew.
    bool update(const FrameGeometry& frame);
    void draw(QPainter& painter, const QRegion& region) const; // logical px

    [[nodiscard]] const FrameGeometry& frame() const { return m_frame; }
    [[nodiscard]] std::chrono::nanoseconds cost() const { return m_cost; } // of the last one

private:
    TimelinePainter& m_painter;
    QImage m_image;
    FrameGeometry m_frame;
    std::chrono::nanoseconds m_cost {0};
    std::chrono::nanoseconds m_fullCost {0}; // of the last one that was no draft
    bool m_isDirty = true;
};

} // namespace stepscope::widgets
