// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is selected and what the pointer is over, in one trace: at most one item each, and an optional range of time.
// One object per opened trace; all views read it and write to it and none keeps a selection of its own. GUI thread
// only. Setting the same value again emits nothing.

#include "widgets/viewmodel/time_axis.h"

#include "core/util/ids.h" // after a header that includes <cstdint>: moc cannot read <compare> on its own

#include <QObject>

#include <cstdint>
#include <optional>

namespace stepscope::widgets {

enum class ItemKind : std::uint8_t
{
    None,
    Slice,
    Instant,
    CounterSample
};

struct Item
{
    ItemKind kind = ItemKind::None;
    std::uint32_t index = 0xffffffffU;  // of the slice, of the instant, of the sample in its series
    std::uint32_t series = 0xffffffffU; // CounterSample: index into Trace::counters

    [[nodiscard]] static Item of(SliceId id) { return id.valid() ? Item {ItemKind::Slice, id.value} : Item {}; }
    [[nodiscard]] static Item of(InstantId id) { return id.valid() ? Item {ItemKind::Instant, id.value} : Item {}; }
    [[nodiscard]] static Item ofSample(std::uint32_t series, std::uint32_t sample)
    {
        return {ItemKind::CounterSample, sample, series};
    }

    [[nodiscard]] bool valid() const { return kind != ItemKind::None; }
    [[nodiscard]] SliceId slice() const { return kind == ItemKind::Slice ? SliceId(index) : SliceId(); }
    [[nodiscard]] InstantId instant() const { return kind == ItemKind::Instant ? InstantId(index) : InstantId(); }
    friend bool operator==(const Item&, const Item&) = default;
};

class Selection : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const Item& item() const { return m_item; }
    [[nodiscard]] SliceId slice() const { return m_item.slice(); } // invalid when no slice is selected
    // The slice that distances from the selected one are taken to; goes when another item is selected.
    [[nodiscard]] SliceId measured() const { return m_measured; }
    [[nodiscard]] const Item& hovered() const { return m_hovered; }
    [[nodiscard]] const std::optional<TimeRange>& range() const { return m_range; }

    void select(const Item& item);
    void select(SliceId slice) { select(Item::of(slice)); }
    void clear() { select(Item {}); }
    void measureTo(SliceId slice); // none while no slice is selected, or to itself
    void hover(const Item& item);
    void setRange(std::optional<TimeRange> range); // turned round when it ends before it starts; empty ones vanish

Q_SIGNALS:
    void itemChanged();
    void measuredChanged();
    void hoverChanged();
    void rangeChanged();

private:
    Item m_item;
    SliceId m_measured;
    Item m_hovered;
    std::optional<TimeRange> m_range;
};

} // namespace stepscope::widgets
