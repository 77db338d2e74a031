// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_interaction.h"

#include <QKeyEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kKeyZoom = 1.5;
constexpr double kKeyPan = 0.15; // of the width
constexpr double kLifeMargin = 0.1;

} // namespace

MemoryTimelineInteraction::MemoryTimelineInteraction(
    const MemoryTimelineData& data, TimeAxis& axis, MemoryCursor& cursor, MemoryTimelineSurface& surface)
    : m_data(data)
    , m_axis(axis)
    , m_cursor(cursor)
    , m_surface(surface)
{
}

// ---- mouse ----

void MemoryTimelineInteraction::wheel(QPointF position, const QWheelEvent& event)
{
    const QPoint angle = event.angleDelta();
    const QPoint pixels = event.pixelDelta();
    if (event.modifiers().testFlag(Qt::ControlModifier)) {
        m_axis.zoomAtPixel(position.x(), std::pow(kWheelZoom, angle.y() / kWheelNotch));
    } else {
        const double sideways = angle.x() != 0 ? angle.x() : angle.y();
        const double px = pixels.isNull() ? sideways / kWheelNotch * kWheelPan
            : pixels.x() != 0             ? pixels.x()
                                          : pixels.y();
        m_axis.panByPixels(-px);
    }
    hoverAt(position);
}

void MemoryTimelineInteraction::press(QPointF position, Qt::KeyboardModifiers modifiers)
{
    m_drag.press(position, modifiers.testFlag(Qt::ShiftModifier));
}

void MemoryTimelineInteraction::move(QPointF position)
{
    if (m_drag.begin(position, true)) {
        m_surface.settle();
        m_anchor = entryAt(m_drag.pressed());
        m_rangeBefore = m_cursor.range();
        m_cursor.setHovered({});
    }
    if (m_drag.lasts())
        dragTo(position);
    else
        hoverAt(position);
}

void MemoryTimelineInteraction::dragTo(QPointF position)
{
    const QPointF way = m_drag.wayTo(position);
    if (drag() == Drag::Pan) {
        m_axis.panByPixels(-way.x());
    } else {
        const std::int32_t entry = entryAt(position);
        m_cursor.setRange(EntryRange {std::min(m_anchor, entry), std::max(m_anchor, entry)});
    }
    m_pointer = position;
}

void MemoryTimelineInteraction::release(QPointF position)
{
    const Drag ended = m_drag.end();
    if (ended == Drag::Pressed && m_drag.wantsRange()) {
        m_cursor.setRange({}); // Shift+click: a range of nothing
    } else if (ended == Drag::Pressed) {
        const MemoryHit hit = m_surface.hitAt(position);
        if (hit.entry)
            m_cursor.setEntry(*hit.entry);
        m_cursor.choose(hit.allocation);
        if (!hit.allocation.valid() || m_data.isMuted(hit.allocation.index()))
            m_cursor.setMarked({}); // on to something else
    }
    hoverAt(position);
}

void MemoryTimelineInteraction::doubleClick(QPointF position)
{
    const MemoryHit hit = m_surface.hitAt(position);
    if (hit.allocation.valid())
        fitLife(hit.allocation);
    else
        m_axis.fitAll();
}

void MemoryTimelineInteraction::leave()
{
    m_pointer.reset();
    m_axis.setCursor({});
    m_cursor.setHovered({});
}

void MemoryTimelineInteraction::hoverAt(QPointF position)
{
    m_pointer = position;
    m_axis.setCursor(m_surface.shownScale().toNs(position.x()));
    m_cursor.setHovered(m_surface.hitAt(position).allocation);
}

// ---- keys ----

bool MemoryTimelineInteraction::keyPress(const QKeyEvent& event)
{
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    const double fast = event.modifiers().testFlag(Qt::ShiftModifier) ? 3 : 1;
    const double pan = m_axis.width() * kKeyPan * fast;
    const double zoom = std::pow(kKeyZoom, fast);
    switch (event.key()) {
    case Qt::Key_W:
        m_axis.zoomAtPixel(zoomPlace(), zoom);
        return true;
    case Qt::Key_S:
        m_axis.zoomAtPixel(zoomPlace(), 1 / zoom);
        return true;
    case Qt::Key_A:
        m_axis.panByNs(static_cast<std::int64_t>(-pan * m_axis.nsPerPixel()));
        return true;
    case Qt::Key_D:
        m_axis.panByNs(static_cast<std::int64_t>(pan * m_axis.nsPerPixel()));
        return true;
    case Qt::Key_0:
        m_axis.fitAll();
        return true;
    case Qt::Key_F:
        fitLife(m_cursor.allocation());
        return true;
    case Qt::Key_Left:
        stepCursor(-1);
        return true;
    case Qt::Key_Right:
        stepCursor(1);
        return true;
    case Qt::Key_Escape:
        back();
        return true;
    default:
        return false;
    }
}

// Ends a drag; else shows what was shown before; else takes back the range, then what stands out, then what is chosen.
void MemoryTimelineInteraction::back()
{
    const Drag ended = m_drag.end();
    if (ended == Drag::Range)
        m_cursor.setRange(m_rangeBefore);
    else if (ended == Drag::None && m_axis.canGoBack())
        m_axis.back();
    else if (ended == Drag::None && m_cursor.range())
        m_cursor.setRange({});
    else if (ended == Drag::None && !m_cursor.marked().empty())
        m_cursor.setMarked({});
    else if (ended == Drag::None)
        m_cursor.choose({});
}

void MemoryTimelineInteraction::fitLife(AllocId allocation)
{
    if (!allocation.valid() || allocation.index() >= m_data.device().allocations.count())
        return;
    const auto& table = m_data.device().allocations;
    const std::int64_t from = m_data.positions().of(table.born[allocation.index()]);
    const std::int64_t to = m_data.positions().of(table.died[allocation.index()]);
    m_axis.fit(from, std::max(to, from + 1), kLifeMargin);
}

// To the next or previous entry, which comes into view.
void MemoryTimelineInteraction::stepCursor(std::int32_t by)
{
    const std::int32_t last = m_data.device().entryCount() - 1;
    const std::int32_t entry = std::clamp(m_cursor.entry() + by, model::kBeforeHistory, last);
    m_cursor.setEntry(entry);
    const std::int64_t position = m_data.positions().of(entry);
    const TimeRange seen = m_axis.range();
    if (position < seen.start || position >= seen.end)
        m_axis.centreOn(position);
}

double MemoryTimelineInteraction::zoomPlace() const
{
    return m_pointer ? m_pointer->x() : m_axis.width() / 2;
}

std::int32_t MemoryTimelineInteraction::entryAt(QPointF position) const
{
    return m_data.positions().entryAt(m_surface.shownScale().toNs(position.x()));
}

} // namespace stepscope::widgets
