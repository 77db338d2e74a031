// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_interaction.h"

#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

RanksInteraction::RanksInteraction(TimeAxis& axis, Selection& selection, RanksCursor& cursor, RanksSurface& surface)
    : m_axis(axis)
    , m_selection(selection)
    , m_cursor(cursor)
    , m_surface(surface)
{
}

void RanksInteraction::wheel(const QWheelEvent& event)
{
    const QPoint angle = event.angleDelta();
    const double notches = angle.y() / kWheelNotch;
    if (event.modifiers().testFlag(Qt::ControlModifier)) {
        m_axis.zoomAtPixel(event.position().x(), std::pow(kWheelZoom, notches));
    } else if (event.modifiers().testFlag(Qt::ShiftModifier)) {
        m_axis.panByPixels(-(angle.y() != 0 ? notches : angle.x() / kWheelNotch) * kWheelPan);
    } else {
        if (angle.x() != 0)
            m_axis.panByPixels(-angle.x() / kWheelNotch * kWheelPan);
        m_surface.scrollRowsBy(-notches * kWheelScroll);
    }
    hoverAt(event.position());
}

void RanksInteraction::press(const QMouseEvent& event)
{
    m_drag.press(event.position(), event.modifiers().testFlag(Qt::ShiftModifier));
}

void RanksInteraction::move(const QMouseEvent& event)
{
    const QPointF position = event.position();
    if (m_drag.begin(position)) {
        m_surface.settle();
        m_anchor = m_surface.shownScale().toNs(m_drag.pressed().x());
        m_cursor.hover({});
    }
    if (m_drag.lasts())
        dragTo(position);
    else
        hoverAt(position);
}

void RanksInteraction::dragTo(QPointF position)
{
    const QPointF way = m_drag.wayTo(position);
    if (drag() == Drag::Pan) {
        m_axis.panByPixels(-way.x());
        m_surface.scrollRowsBy(-way.y());
    } else {
        const TimeRange bounds = m_axis.bounds();
        const std::int64_t time = std::clamp(m_surface.shownScale().toNs(position.x()), bounds.start, bounds.end);
        m_selection.setRange(TimeRange {m_anchor, time});
    }
    m_pointer = position;
    m_axis.setCursor(m_surface.shownScale().toNs(position.x()));
}

void RanksInteraction::release(const QMouseEvent& event)
{
    const Drag ended = m_drag.end();
    if (ended == Drag::Pressed && m_drag.wantsRange()) {
        m_selection.setRange({}); // a range of nothing
    } else if (ended == Drag::Pressed) {
        const RanksHit hit = m_surface.hitAt(event.position());
        m_cursor.setRank(hit.rank);
        m_cursor.choose(hit.collective);
    }
    hoverAt(event.position());
}

void RanksInteraction::doubleClick(const QMouseEvent& event)
{
    const RanksHit hit = m_surface.hitAt(event.position());
    if (hit.collective)
        m_surface.showCollective(*hit.collective);
    else
        m_axis.fitAll();
}

void RanksInteraction::leave()
{
    m_pointer.reset();
    m_axis.setCursor({});
    m_cursor.hover({});
}

void RanksInteraction::hoverAt(QPointF position)
{
    m_pointer = position;
    m_axis.setCursor(m_surface.shownScale().toNs(position.x()));
    m_cursor.hover(m_surface.hitAt(position).collective);
}

} // namespace stepscope::widgets
