// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewmodel/selection.h"

#include <utility>

namespace stepscope::widgets {

void Selection::select(const Item& item)
{
    if (item == m_item)
        return;
    m_item = item;
    const bool measuring = m_measured.valid();
    m_measured = {};
    Q_EMIT itemChanged();
    if (measuring)
        Q_EMIT measuredChanged();
}

void Selection::measureTo(SliceId slice)
{
    if (!m_item.slice().valid() || slice == m_item.slice())
        slice = {};
    if (slice == m_measured)
        return;
    m_measured = slice;
    Q_EMIT measuredChanged();
}

void Selection::hover(const Item& item)
{
    if (item == m_hovered)
        return;
    m_hovered = item;
    Q_EMIT hoverChanged();
}

void Selection::setRange(std::optional<TimeRange> range)
{
    if (range && range->end < range->start)
        std::swap(range->start, range->end);
    if (range && range->end == range->start)
        range.reset();
    if (range == m_range)
        return;
    m_range = range;
    Q_EMIT rangeChanged();
}

} // namespace stepscope::widgets
