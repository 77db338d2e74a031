// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/canvas_picture.h"

#include "widgets/timeline/timeline_painter.h"

#include <QElapsedTimer>
#include <QPainter>

#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr std::chrono::milliseconds kFrameBudget {12};
constexpr int kDraftCoarseness = 4;

} // namespace

CanvasPicture::CanvasPicture(TimelinePainter& painter)
    : m_painter(painter)
{
}

int CanvasPicture::coarseness(bool isMoving) const
{
    return isMoving && m_fullCost > kFrameBudget ? kDraftCoarseness : 1;
}

bool CanvasPicture::update(const FrameGeometry& frame)
{
    if (!m_isDirty && frame == m_frame)
        return false;
    QElapsedTimer timer;
    timer.start();
    m_painter.paint(m_image, frame);
    m_cost = std::chrono::nanoseconds(timer.nsecsElapsed());
    if (frame.coarseness == 1)
        m_fullCost = m_cost;
    m_frame = frame;
    m_isDirty = false;
    return true;
}

// In parts: on large screens even copying all of it takes ms.
void CanvasPicture::draw(QPainter& painter, const QRegion& region) const
{
    const double ratio = m_frame.ratio;
    if (!m_frame.lettered) {
        painter.drawImage(QPointF(0, 0), m_image);
        painter.save();
        m_painter.write(painter, m_frame);
        painter.restore();
        return;
    }
    if (ratio != std::floor(ratio)) { // borders of the region lie within pixels
        painter.drawImage(QPointF(0, 0), m_image);
        return;
    }
    for (const QRect& part : region) {
        const QRectF source(part.x() * ratio, part.y() * ratio, part.width() * ratio, part.height() * ratio);
        painter.drawImage(QRectF(part), m_image, source);
    }
}

} // namespace stepscope::widgets
