// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/interaction.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kMarkMargin = 0.25; // shown on either side of a mark, as a share of it

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
    const double notches = angle.y() / kWheelNotch;
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        m_commands.zoomAbout(event->position().x(), std::pow(kWheelZoom, notches));
    } else if (event->modifiers().testFlag(Qt::ShiftModifier)) {
        m_axis.panByPixels(-(angle.y() != 0 ? notches : angle.x() / kWheelNotch) * kWheelPan);
    } else {
        const QPoint pixels = event->pixelDelta();
        const double dx = pixels.isNull() ? angle.x() / kWheelNotch * kWheelPan : pixels.x();
        const double dy = pixels.isNull() ? notches * kWheelScroll : pixels.y();
        if (dx != 0)
            m_axis.panByPixels(-dx);
        if (dy != 0 && !m_surface.scrollPinnedAt(event->position(), -dy))
            m_surface.scrollRowsBy(-dy);
    }
    event->accept();
    hoverAt(event->position());
}

void Interaction::press(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    const bool wantsRange = event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier);
    m_drag.press(event->position(), wantsRange);
    Q_EMIT dragChanged();
    event->accept();
}

void Interaction::beginDrag()
{
    m_surface.settle();
    if (m_drag.wantsRange()) {
        m_anchor = m_surface.shownScale().toNs(m_drag.pressed().x());
        m_rangeBefore = m_selection.range();
    }
    m_selection.hover({});
    m_surface.hoverMark({});
    Q_EMIT dragChanged();
}

void Interaction::move(QMouseEvent* event)
{
    const QPointF position = event->position();
    if (m_drag.begin(position))
        beginDrag();
    if (m_drag.lasts())
        dragTo(position);
    else
        hoverAt(position);
    event->accept();
}

void Interaction::dragTo(QPointF position)
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

void Interaction::release(QMouseEvent* event)
{
    const Drag ended = endDrag();
    if (ended == Drag::Pressed && event->button() == Qt::LeftButton) {
        const Hit hit = m_surface.hitAt(event->position());
        const bool measures = event->modifiers().testFlag(Qt::ControlModifier) && m_selection.slice().valid();
        if (measures && hit.item.slice().valid())
            m_selection.measureTo(hit.item.slice());
        else
            m_selection.select(hit.item);
        if (!hit.item.valid() && hit.mark.valid() && !m_drag.wantsRange())
            m_selection.setRange(hit.mark.span);
        if (m_drag.wantsRange()) // Shift+click: a range of nothing
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
    if (event->key() == Qt::Key_Escape && drag() != Drag::None) {
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
    if (endDrag() == Drag::Range)
        m_selection.setRange(m_rangeBefore);
}

void Interaction::hoverAt(QPointF position)
{
    m_pointer = position;
    m_axis.setCursor(m_surface.shownScale().toNs(position.x()));
    const Hit hit = m_surface.hitAt(position);
    m_selection.hover(hit.item);
    m_surface.hoverMark(hit.mark);
}

Interaction::Drag Interaction::endDrag()
{
    const Drag ended = m_drag.end();
    if (ended != Drag::None)
        Q_EMIT dragChanged();
    return ended;
}

} // namespace stepscope::widgets
