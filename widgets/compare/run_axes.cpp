// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/run_axes.h"

#include <QScopedValueRollback>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr std::size_t kFirst = 0;
constexpr std::size_t kSecond = 1;

} // namespace

RunAxes::RunAxes(QObject* parent)
    : QObject(parent)
    , m_own {m_axes[kFirst].bounds(), m_axes[kSecond].bounds()}
{
    for (const std::size_t run : {kFirst, kSecond}) {
        connect(&m_axes[run], &TimeAxis::boundsChanged, this, [this, run]() { takeBounds(run); });
        connect(&m_axes[run], &TimeAxis::rangeChanged, this, [this, run]() { copyRange(run); });
        connect(&m_axes[run], &TimeAxis::cursorChanged, this, [this, run]() { copyCursor(run); });
    }
}

view::SplitTime RunAxes::mapped(std::size_t from, std::int64_t place, double fraction) const
{
    const std::size_t to = 1 - from;
    const double passed = view::timeDifference(place, m_alignment.anchors[from]) + fraction;
    const double mapped = from == kFirst ? (passed - m_shift) * m_alignment.pace : passed / m_alignment.pace + m_shift;
    return view::addTime(m_alignment.anchors[to], mapped);
}

view::TimeWindow RunAxes::mapped(std::size_t from, const view::TimeWindow& window) const
{
    const view::SplitTime start = mapped(from, window.start, window.fraction);
    const double pace = from == kFirst ? m_alignment.pace : 1 / m_alignment.pace;
    return {start.whole, start.fraction, window.span * pace};
}

std::int64_t RunAxes::inOther(std::size_t run, std::int64_t place) const
{
    return mapped(run, place, 0).whole;
}

void RunAxes::takeBounds(std::size_t run)
{
    if (m_copying)
        return;
    m_own[run] = m_axes[run].bounds();
    shareBounds();
}

// Both runs whole, each in its own units.
void RunAxes::shareBounds()
{
    const QScopedValueRollback<bool> guard(m_copying, true);
    for (const std::size_t run : {kFirst, kSecond}) {
        const TimeRange& own = m_own[run];
        const TimeRange& other = m_own[1 - run];
        m_axes[run].setBounds(
            std::min(own.start, inOther(1 - run, other.start)), std::max(own.end, inOther(1 - run, other.end)));
    }
}

void RunAxes::align(const Alignment& alignment)
{
    const view::TimeWindow seen = m_axes[kFirst].window();
    m_alignment = alignment;
    m_shift = 0;
    shareBounds();
    m_axes[kFirst].setWindow(seen);
    copyRange(kFirst);
    Q_EMIT alignmentChanged();
}

void RunAxes::moveRun(std::size_t run, double pixels)
{
    const view::TimeWindow stays = m_axes[1 - run].window();
    const double units = pixels * m_axes[kFirst].nsPerPixel();
    m_shift += run == kSecond ? units : -units;
    shareBounds();
    m_axes[1 - run].setWindow(stays);
    copyRange(1 - run);
    Q_EMIT alignmentChanged();
}

void RunAxes::resetShift()
{
    align(Alignment(m_alignment));
}

void RunAxes::restore(const Alignment& alignment, double shift, const std::array<view::TimeWindow, 2>& windows)
{
    m_alignment = alignment;
    m_shift = shift;
    shareBounds();
    {
        const QScopedValueRollback<bool> guard(m_copying, true);
        for (const std::size_t run : {kFirst, kSecond})
            m_axes[run].setWindow(windows[run]);
    }
    Q_EMIT alignmentChanged();
}

void RunAxes::fitCommon()
{
    const TimeRange& own = m_own[kFirst];
    const std::int64_t start = std::max(own.start, inOther(kSecond, m_own[kSecond].start));
    const std::int64_t end = std::min(own.end, inOther(kSecond, m_own[kSecond].end));
    if (start < end)
        m_axes[kFirst].fit(start, end);
    else
        m_axes[kFirst].fitAll();
}

void RunAxes::copyRange(std::size_t from)
{
    if (m_copying)
        return;
    const QScopedValueRollback<bool> guard(m_copying, true);
    m_axes[1 - from].setWindow(mapped(from, m_axes[from].window()), m_axes[from].lastChangeIsEased());
}

void RunAxes::copyCursor(std::size_t from)
{
    if (m_copying)
        return;
    const QScopedValueRollback<bool> guard(m_copying, true);
    const std::optional<std::int64_t> cursor = m_axes[from].cursor();
    m_axes[1 - from].setCursor(cursor ? std::optional(inOther(from, *cursor)) : std::nullopt);
}

} // namespace stepscope::widgets
