// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether a trace and a memory snapshot show one run, told by their clocks: both carry Unix time, the trace in
// nanoseconds through its base time, the snapshot in microseconds of each entry. Pure.

#include "core/model/memory_snapshot.h"
#include "core/model/trace.h"
#include "core/util/interval_ops.h"

#include <cstdint>
#include <optional>

namespace stepscope::analysis {

enum class ClockMatch : std::uint8_t
{
    Shared,
    TraceWithoutUnixTime,
    SnapshotWithoutTimes,
    Apart // both have times, but not the same
};

struct SharedClock
{
    ClockMatch match = ClockMatch::Apart;
    std::int64_t base = 0; // Shared: ns to be added to a time of the trace for Unix time
    Interval snapshot;     // Unix ns from the first to the last entry with a time; empty without any
};

// Shared when they overlap by any time at all. O(entries) where many have no time.
[[nodiscard]] SharedClock sharedClock(const model::Trace& trace, const model::MemorySnapshot& snapshot);

// Entries whose times lie in [from, to) of Unix ns, in a history that ascends; nothing where none does. O(log entries).
struct EntryStretch
{
    std::int32_t first = 0;
    std::int32_t last = 0;
};
[[nodiscard]] std::optional<EntryStretch> entriesBetween(
    const model::MemoryEntries& entries, std::int64_t from, std::int64_t to);

// The GPU work that runs at a time of the trace, the one that started last; invalid where nothing runs. O(lanes log n).
[[nodiscard]] SliceId gpuWorkAt(const model::Trace& trace, std::int64_t time);

} // namespace stepscope::analysis
