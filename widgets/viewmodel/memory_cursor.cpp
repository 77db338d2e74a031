// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewmodel/memory_cursor.h"

#include <utility>

namespace stepscope::widgets {

void MemoryCursor::setDevice(std::size_t device)
{
    if (device == m_device)
        return;
    choose({});
    setHovered({});
    setRange({});
    setMarked({});
    m_device = device;
    m_entry = -1;
    Q_EMIT deviceChanged();
    Q_EMIT entryChanged();
}

void MemoryCursor::setEntry(std::int32_t entry)
{
    if (entry == m_entry)
        return;
    m_entry = entry;
    Q_EMIT entryChanged();
}

void MemoryCursor::choose(AllocId allocation)
{
    if (allocation == m_allocation)
        return;
    m_allocation = allocation;
    Q_EMIT allocationChanged();
}

void MemoryCursor::setHovered(AllocId allocation)
{
    if (allocation == m_hovered)
        return;
    m_hovered = allocation;
    Q_EMIT hoveredChanged();
}

void MemoryCursor::setRange(std::optional<EntryRange> range)
{
    if (range == m_range)
        return;
    m_range = range;
    Q_EMIT rangeChanged();
}

void MemoryCursor::setMarked(std::vector<AllocId> allocations)
{
    if (allocations == m_marked)
        return;
    m_marked = std::move(allocations);
    Q_EMIT markedChanged();
}

} // namespace stepscope::widgets
