// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where we are in a memory snapshot: the device that is shown, the point of its history whose state is shown, the
// chosen allocation, an optional range of entries, and the allocations that a finding is about. One object per opened
// snapshot; all memory views read it and write to it. GUI thread only. Setting the same value again emits nothing;
// another device clears the rest.

#include <cstdint>
#include <optional>

#include "core/util/ids.h" // after <cstdint>: moc cannot read <compare> on its own

#include <QObject>

#include <vector>

namespace stepscope::widgets {

struct EntryRange // both ends belong to it; -1: before the first entry
{
    std::int32_t first = -1;
    std::int32_t last = -1;
    friend bool operator==(const EntryRange&, const EntryRange&) = default;
};

class MemoryCursor : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] std::size_t device() const { return m_device; }     // index into MemorySnapshot::devices
    [[nodiscard]] std::int32_t entry() const { return m_entry; }      // the state after this entry is shown
    [[nodiscard]] AllocId allocation() const { return m_allocation; } // invalid: none is chosen
    [[nodiscard]] AllocId hovered() const { return m_hovered; }
    [[nodiscard]] const std::optional<EntryRange>& range() const { return m_range; }
    [[nodiscard]] const std::vector<AllocId>& marked() const { return m_marked; } // ascending; none: nothing stands out

    void setDevice(std::size_t device);
    void setEntry(std::int32_t entry);
    void choose(AllocId allocation);
    void setHovered(AllocId allocation);
    void setRange(std::optional<EntryRange> range);
    void setMarked(std::vector<AllocId> allocations);

Q_SIGNALS:
    void deviceChanged();
    void entryChanged();
    void allocationChanged();
    void hoveredChanged();
    void rangeChanged();
    void markedChanged();

private:
    std::size_t m_device = 0;
    std::int32_t m_entry = -1;
    AllocId m_allocation;
    AllocId m_hovered;
    std::optional<EntryRange> m_range;
    std::vector<AllocId> m_marked;
};

} // namespace stepscope::widgets
