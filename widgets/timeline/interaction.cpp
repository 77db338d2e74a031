// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/interaction.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kWheelZoom = 1.3;  // for one notch
constexpr double kNotch = 120;      // angle of one notch, eighths of a degree
constexpr double kWheelPixels = 54; // three rows for one notch
constexpr double kWheelPan = 80;
constexpr double kMarkMargin = 0.25; // shown on either side of a mark, as a share of it
constexpr double kDragDistance = 3;  // px before a press becomes a drag

} // namespace

Interaction::Interaction(
    TimeAxis& axis, Selection& selection, TimelineSurface& surface, TimelineCommands& commands, QObject* parent)
    : QObject(parent)
    , m_axis(axis)
    , m_selection(selection)
    , m_surface(surface)
    , m_commands(commands)
{
}

void Interaction::wheel(QWheelEvent* event)
{
    const QPoint angle = event->angleDelta();
    const double notches = angle.y() / kNotch;
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        m_commands.zoomAbout(event->position().x(), std::pow(kWheelZoom, notches));
    } else if (event->modifiers().testFlag(Qt::ShiftModifier)) {
        m_axis.panByPixels(-(angle.y() != 0 ? notches : angle.x() / kNotch) * kWheelPan);
    } else {
        const QPoint pixels = event->pixelDelta();
        const double dx = pixels.isNull() ? angle.x() / kNotch * kWheelPan : pixels.x();
        const double dy = pixels.isNull() ? notches * kWheelPixels : pixels.y();
        if (dx != 0)
            m_axis.panByPixels(-dx);
        if (dy != 0)
            m_surface.scrollRowsBy(-dy);
    }
    event->accept();
    hoverAt(event->position());
}

void Interaction::press(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_wantsRange = event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier);
    m_pressed = m_last = event->position();
    setDrag(Drag::Pressed);
    event->accept();
}

void Interaction::beginDrag()
{
    m_surface.settle();
    m_last = m_pressed;
    if (m_wantsRange) {
        m_anchor = m_surface.shownScale().toNs(m_pressed.x());
        m_rangeBefore = m_selection.range();
    }
    m_selection.hover({});
    m_surface.hoverMark({});
    setDrag(m_wantsRange ? Drag::Range : Drag::Pan);
}

void Interaction::move(QMouseEvent* event)
{
    const QPointF position = event->position();
    if (m_drag == Drag::Pressed) {
        const QPointF way = position - m_pressed;
        if (std::max(std::abs(way.x()), std::abs(way.y())) >= kDragDistance)
            beginDrag();
    }
    if (m_drag == Drag::Pan || m_drag == Drag::Range)
        dragTo(position);
    else
        hoverAt(position);
    event->accept();
}

void Interaction::dragTo(QPointF position)
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

void Interaction::release(QMouseEvent* event)
{
    const Drag ended = m_drag;
    setDrag(Drag::None);
    if (ended == Drag::Pressed && event->button() == Qt::LeftButton) {
        const Hit hit = m_surface.hitAt(event->position());
        const bool measures = event->modifiers().testFlag(Qt::ControlModifier) && m_selection.slice().valid();
        if (measures && hit.item.slice().valid())
            m_selection.measureTo(hit.item.slice());
        else
            m_selection.select(hit.item);
        if (!hit.item.valid() && hit.mark.valid() && !m_wantsRange)
            m_selection.setRange(hit.mark.span);
        if (m_wantsRange) // Shift+click: a range of nothing
            m_selection.setRange({});
        else if (!measures && hit.item.valid())
            Q_EMIT itemClicked();
    }
    if (ended == Drag::Range && m_selection.range())
        Q_EMIT rangeDragged();
    hoverAt(event->position());
    event->accept();
}

void Interaction::doubleClick(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const Hit hit = m_surface.hitAt(event->position());
    if (hit.item.valid() || !hit.mark.valid())
        m_commands.zoomTo(hit.item.slice());
    else
        m_axis.fit(hit.mark.span.start, hit.mark.span.end, kMarkMargin);
    event->accept();
}

void Interaction::leave()
{
    m_pointer.reset();
    m_axis.setCursor({});
    m_selection.hover({});
    m_surface.hoverMark({});
}

bool Interaction::keyPress(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_drag != Drag::None) {
        cancelDrag();
        return true;
    }
    const auto command = timelineCommandFor(event->key(), event->modifiers());
    if (!command)
        return false;
    m_commands.run(*command);
    return true;
}

void Interaction::cancelDrag()
{
    if (m_drag == Drag::Range)
        m_selection.setRange(m_rangeBefore);
    setDrag(Drag::None);
}

void Interaction::hoverAt(QPointF position)
{
    m_pointer = position;
    m_axis.setCursor(m_surface.shownScale().toNs(position.x()));
    const Hit hit = m_surface.hitAt(position);
    m_selection.hover(hit.item);
    m_surface.hoverMark(hit.mark);
}

void Interaction::setDrag(Drag drag)
{
    if (drag == m_drag)
        return;
    m_drag = drag;
    Q_EMIT dragChanged();
}

} // namespace stepscope::widgets
