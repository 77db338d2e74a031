// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewmodel/time_axis.h"

#include "core/util/interval_ops.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope::widgets {

namespace {

constexpr std::size_t kHistoryLimit = 200;
constexpr double kFactorLimit = 1e12; // of one step

view::TimeWindow windowOf(std::int64_t start, std::int64_t end)
{
    return {start, 0, view::timeDifference(end, start)};
}

} // namespace

TimeAxis::TimeAxis(QObject* parent)
    : QObject(parent)
{
}

bool TimeAxis::showsAll() const
{
    return m_window == windowOf(m_bounds.start, m_bounds.end);
}

void TimeAxis::setBounds(std::int64_t start, std::int64_t end)
{
    if (end < start)
        std::swap(start, end);
    if (view::timeDifference(end, start) < static_cast<double>(kMinimumSpan)) {
        start = view::addTime(start, -static_cast<double>(kMinimumSpan) / 2).whole;
        end = view::addTime(start, static_cast<double>(kMinimumSpan)).whole;
    }
    m_bounds = {start, end};
    m_history.clear();
    m_roaming = false;
    Q_EMIT boundsChanged();
    apply(windowOf(start, end), false);
}

void TimeAxis::setWidth(double pixels)
{
    const double width = std::max(1.0, pixels);
    if (width == m_width)
        return;
    m_width = width;
    m_eased = false;
    Q_EMIT rangeChanged();
}

void TimeAxis::setCursor(std::optional<std::int64_t> time)
{
    if (time == m_cursor)
        return;
    m_cursor = time;
    Q_EMIT cursorChanged();
}

void TimeAxis::setRange(std::int64_t start, std::int64_t end)
{
    apply(windowOf(start, end), false);
}

void TimeAxis::setWindow(const view::TimeWindow& window, bool eased)
{
    apply(window, eased);
}

void TimeAxis::zoomAt(std::int64_t time, double factor)
{
    zoomAtPixel(scale().toPx(time), factor);
}

void TimeAxis::zoomAtPixel(double px, double factor)
{
    if (!std::isfinite(factor) || factor <= 0)
        return;
    remember(Move::Roam);
    const double full = view::timeDifference(m_bounds.end, m_bounds.start);
    const double wanted = m_window.span / std::clamp(factor, 1 / kFactorLimit, kFactorLimit);
    const double span = std::clamp(wanted, static_cast<double>(kMinimumSpan), full);
    const double place = px / m_width;
    view::TimeWindow window = shifted(place * (m_window.span - span));
    window.span = span;
    apply(window, true);
}

void TimeAxis::panByPixels(double px)
{
    remember(Move::Roam);
    apply(shifted(px * nsPerPixel()), false);
}

void TimeAxis::panByNs(std::int64_t ns)
{
    remember(Move::Roam);
    apply(shifted(static_cast<double>(ns)), true);
}

void TimeAxis::centreOn(std::int64_t time)
{
    remember(Move::Jump);
    const view::SplitTime start = view::addTime(time, -m_window.span / 2);
    apply({start.whole, start.fraction, m_window.span}, true);
}

void TimeAxis::fit(std::int64_t start, std::int64_t end, double margin)
{
    remember(Move::Jump);
    const double length = std::max(0.0, view::timeDifference(end, start));
    const double span = std::max(length * (1 + 2 * margin), static_cast<double>(kMinimumSpan));
    const view::SplitTime from = view::addTime(start, (length - span) / 2);
    apply({from.whole, from.fraction, span}, true);
}

void TimeAxis::fitAround(std::int64_t start, std::int64_t end)
{
    constexpr double kMargin = 0.4;          // of the length, on either side
    constexpr std::int64_t kLeastNs = 2'000; // to be seen around a moment
    const std::int64_t length = std::max<std::int64_t>(Interval {start, end}.length(), 0);
    const std::int64_t missing = std::max<std::int64_t>(kLeastNs - length, 0);
    const std::int64_t from = std::max(m_bounds.start, start - missing / 2);
    fit(from, std::min(m_bounds.end, from + length + missing), kMargin);
}

void TimeAxis::fitAll()
{
    remember(Move::Jump);
    apply(windowOf(m_bounds.start, m_bounds.end), true);
}

void TimeAxis::back()
{
    m_roaming = false;
    while (!m_history.empty()) {
        const view::TimeWindow window = m_history.back();
        m_history.pop_back();
        if (window == m_window)
            continue;
        apply(window, true);
        return;
    }
}

void TimeAxis::remember(Move move)
{
    const bool goesOn = move == Move::Roam && m_roaming;
    m_roaming = move == Move::Roam;
    if (goesOn || (!m_history.empty() && m_history.back() == m_window))
        return;
    if (m_history.size() == kHistoryLimit)
        m_history.erase(m_history.begin());
    m_history.push_back(m_window);
}

void TimeAxis::apply(view::TimeWindow window, bool eased)
{
    window = clamped(window);
    if (window == m_window)
        return;
    m_window = window;
    m_eased = eased;
    Q_EMIT rangeChanged();
}

view::TimeWindow TimeAxis::clamped(view::TimeWindow window) const
{
    const double full = view::timeDifference(m_bounds.end, m_bounds.start);
    window.span = std::clamp(window.span, static_cast<double>(kMinimumSpan), full);
    const double before = view::timeDifference(window.start, m_bounds.start) + window.fraction;
    if (before < 0 || window.span >= full)
        return {m_bounds.start, 0, window.span};
    const double room = full - window.span;
    if (before > room) {
        const view::SplitTime start = view::addTime(m_bounds.start, room);
        return {start.whole, start.fraction, window.span};
    }
    return window;
}

view::TimeWindow TimeAxis::shifted(double ns) const
{
    const view::SplitTime start = view::addTime(m_window.start, m_window.fraction + ns);
    return {start.whole, start.fraction, m_window.span};
}

} // namespace stepscope::widgets
