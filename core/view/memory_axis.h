// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the entries of a memory history stand on a time axis. Entry i holds from its position to that of the next one;
// the state before the history has a place of its own in front, the last entry one behind it. Positions ascend, several
// entries may share one (equal times; in compact mode what changes no active memory has no width). Built in O(entries),
// nothing is stored in Entries mode. Immutable, safe from any thread.

#include "core/model/memory_snapshot.h"
#include "core/view/time_scale.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::view {

enum class MemoryAxisMode : std::uint8_t
{
    Entries, // by number
    Compact, // by number of those entries that change active memory
    Time     // Unix time in ns
};

struct EntrySpan // both ends belong to it
{
    std::int32_t first = 0;
    std::int32_t last = -1; // less than first: none
    [[nodiscard]] bool empty() const { return last < first; }
    friend bool operator==(const EntrySpan&, const EntrySpan&) = default;
};

class EntryPositions
{
public:
    static constexpr std::int64_t kUnit = 10; // of an entry, where the axis is one of numbers

    EntryPositions() = default; // of no entries
    EntryPositions(const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, MemoryAxisMode mode);
    explicit EntryPositions(std::span<const std::int64_t> timesNs); // ascending; one entry each

    [[nodiscard]] MemoryAxisMode mode() const { return m_mode; }
    [[nodiscard]] std::int32_t count() const { return m_count; }
    [[nodiscard]] std::int64_t begin() const { return m_begin; } // of the state before the history
    [[nodiscard]] std::int64_t end() const { return m_end; }     // of the state after the last entry
    [[nodiscard]] std::int64_t of(std::int32_t entry) const;     // kBeforeHistory … count (that is end())
    // Where a Unix time stands on an axis of time; at the very end where it is out of range.
    [[nodiscard]] static std::int64_t ofTime(std::int64_t us);
    // The last entry that stands at or before `position`, at least kBeforeHistory. O(log entries).
    [[nodiscard]] std::int32_t entryAt(std::int64_t position) const;

    // What each of `width` pixel columns stands for: the entries that begin in it, or else the one that holds there.
    // An entry begins in the column that contains its position. Nothing outside begin() … end(). O(width log entries).
    [[nodiscard]] std::vector<EntrySpan> columns(const TimeScale& scale, std::int32_t width) const;

private:
    void standAtTimes();
    [[nodiscard]] std::int32_t lastUpTo(const TimeScale& scale, std::int32_t column, std::int32_t from) const;

    MemoryAxisMode m_mode = MemoryAxisMode::Entries;
    std::int32_t m_count = 0;
    std::int64_t m_begin = -kUnit;
    std::int64_t m_end = kUnit;
    std::vector<std::int64_t> m_positions; // empty in Entries mode
};

// Whether the history has times at all; older files do not.
[[nodiscard]] bool hasTimes(const model::MemorySnapshot& snapshot, const model::MemoryDevice& device);

} // namespace stepscope::view
