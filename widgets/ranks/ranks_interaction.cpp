// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_interaction.h"

#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kWheelZoom = 1.3; // for one notch
constexpr double kNotch = 120;
constexpr double kWheelPixels = 54;
constexpr double kWheelPan = 80;
constexpr double kDragDistance = 3; // px before a press becomes a drag

} // namespace

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
    const double notches = angle.y() / kNotch;
    if (event.modifiers().testFlag(Qt::ControlModifier)) {
        m_axis.zoomAtPixel(event.position().x(), std::pow(kWheelZoom, notches));
    } else if (event.modifiers().testFlag(Qt::ShiftModifier)) {
        m_axis.panByPixels(-(angle.y() != 0 ? notches : angle.x() / kNotch) * kWheelPan);
    } else {
        if (angle.x() != 0)
            m_axis.panByPixels(-angle.x() / kNotch * kWheelPan);
        m_surface.scrollRowsBy(-notches * kWheelPixels);
    }
    hoverAt(event.position());
}

void RanksInteraction::press(const QMouseEvent& event)
{
    m_wantsRange = event.modifiers().testFlag(Qt::ShiftModifier);
    m_pressed = m_last = event.position();
    m_drag = Drag::Pressed;
}

void RanksInteraction::move(const QMouseEvent& event)
{
    const QPointF position = event.position();
    const QPointF way = position - m_pressed;
    if (m_drag == Drag::Pressed && std::max(std::abs(way.x()), std::abs(way.y())) >= kDragDistance) {
        m_surface.settle();
        m_last = m_pressed;
        m_anchor = m_surface.shownScale().toNs(m_pressed.x());
        m_cursor.hover({});
        m_drag = m_wantsRange ? Drag::Range : Drag::Pan;
    }
    if (m_drag == Drag::Pan || m_drag == Drag::Range)
        dragTo(position);
    else
        hoverAt(position);
}

void RanksInteraction::dragTo(QPointF position)
{
    if (m_drag == Drag::Pan) {
        m_axis.panByPixels(m_last.x() - position.x());
        m_surface.scrollRowsBy(m_last.y() - position.y());
    } else {
        const TimeRange bounds = m_axis.bounds();
        const std::int64_t time = std::clamp(m_surface.shownScale().toNs(position.x()), bounds.start, bounds.end);
        m_selection.setRange(TimeRange {m_anchor, time});
    }
    m_last = position;
    m_pointer = position;
    m_axis.setCursor(m_surface.shownScale().toNs(position.x()));
}

void RanksInteraction::release(const QMouseEvent& event)
{
    const Drag ended = m_drag;
    m_drag = Drag::None;
    if (ended == Drag::Pressed && m_wantsRange) {
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
