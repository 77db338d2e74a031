// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A memory snapshot ready to be looked at: allocations paired by the reading rules (section 4 of the snapshot format
// page), segments over time, the curves, and what finds the state at any entry. Immutable after
// assembleSnapshot(), shared as shared_ptr<const MemorySnapshot>, safe to read from any thread.
//
// Words as in the cases: active = requested bytes not yet free_completed, held = not yet free_requested, reserved =
// bytes in segments. Points in a history are entry numbers from 0; a value "at entry i" is the one after entry i, and
// kBeforeHistory is the state before entry 0.

#include "core/model/snapshot_record.h"
#include "core/util/column.h"
#include "core/util/expected.h"
#include "core/util/ids.h"
#include "core/util/progress.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace stepscope::model {

inline constexpr std::int32_t kBeforeHistory = -1;
inline constexpr std::int32_t kNeverInHistory = 0x7fffffff; // beyond the last entry: still so at the end

enum AllocationFlag : std::uint8_t
{
    kInitial = 1,       // live before the first entry
    kFreeSiteStack = 2, // the stack is that of the free: where it was allocated is not known
    kGhost = 4,         // live at the end and never mentioned by the history (initial too)
    kPendingAtEnd = 8,  // freed by the program, waits for another stream at the end
    kMissedFree = 16,   // closed because its address was allocated again
    kNotAtEnd = 32,     // live by the history, but the segments of the end have no such block
    kSizeFromBlock = 64 // the requested size is not known: that of the block stands in
};

// In order of birth: initial ones first (in order of discovery), then by entry. Allocation a is active at entry i where
// born[a] <= i < died[a], held where born[a] <= i < requested[a].
struct AllocationTable
{
    Column<std::uint64_t> address;
    Column<std::uint64_t> size;      // requested bytes
    Column<std::uint64_t> blockSize; // rounded: of the block at the end, else replayed by the allocator's rules
    Column<std::int32_t> born;       // entry, or kBeforeHistory
    Column<std::int32_t> requested;  // entry of free_requested, or kNeverInHistory
    Column<std::int32_t> died;       // entry of free_completed, or kNeverInHistory
    Column<StackId> stack;
    Column<StreamIndex> stream;
    Column<PoolIndex> pool;
    Column<std::uint8_t> flags;
    Column<std::uint32_t> version; // how many allocations of this address came before

    [[nodiscard]] std::size_t count() const { return address.size(); }
};

// A piece of reserved memory over its lifetime: a segment, or a mapped piece of an expandable one.
struct SegmentSpan
{
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::int32_t from = kBeforeHistory; // reserved where from <= i < to
    std::int32_t to = kNeverInHistory;
    StreamIndex stream = 0;
    PoolIndex pool = 0;
    bool large = true;
    bool mapped = false; // by segment_map: part of an expandable segment
    StackId stack;
};

// The curves, one value an entry, with their maxima.
struct MemoryCurve
{
    std::uint64_t initial = 0; // before entry 0
    Column<std::uint64_t> value;
    std::uint64_t peak = 0;
    std::int32_t peakEntry = kBeforeHistory; // the first that reaches it

    [[nodiscard]] std::uint64_t at(std::int32_t entry) const
    {
        return entry < 0 ? initial : value[static_cast<std::size_t>(entry)];
    }
};

struct MemoryDevice
{
    std::int32_t id = 0;               // ordinal; -1: pinned host memory
    std::size_t record = 0;            // index into SnapshotRecord::devices
    std::vector<std::size_t> segments; // indices into SnapshotRecord::segments, ascending by address
    AllocationTable allocations;
    Column<AllocId> allocationOf;   // per entry: the allocation an alloc or free is about; invalid for other entries
    std::vector<SegmentSpan> spans; // ascending by from
    MemoryCurve active;
    MemoryCurve held;
    MemoryCurve reserved;
    std::vector<std::int32_t> markers; // entries that are neither memory nor segments: snapshot, annotate, user_defined
    std::vector<std::int32_t> ooms;    // entries

    // The latest death of each group of allocations: lets liveAt() pass over groups that are long gone.
    static constexpr std::size_t kDeathGroup = 64;
    Column<std::int32_t> latestDeath;

    [[nodiscard]] std::int32_t entryCount() const { return static_cast<std::int32_t>(allocationOf.size()); }
};

struct MemorySnapshot
{
    SnapshotRecord record;
    std::vector<MemoryDevice> devices; // one for each of record.devices
    std::size_t defaultDevice = 0;     // most reserved at the end, then most entries

    [[nodiscard]] const MemoryEntries& entries(const MemoryDevice& device) const
    {
        return record.devices[device.record].entries;
    }
};

// What was live after `entry` (kBeforeHistory … last): ids ascending, that is oldest first.
// O(allocations / kDeathGroup + kDeathGroup * live).
[[nodiscard]] std::vector<AllocId> liveAt(
    const MemorySnapshot& snapshot, const MemoryDevice& device, std::int32_t entry);

// Reserved pieces after `entry`, ascending by address.
[[nodiscard]] std::vector<SegmentSpan> reservedAt(const MemoryDevice& device, std::int32_t entry);

// Applies the reading rules. Adds diagnostics (free_without_alloc, alloc_not_in_history, missed_free,
// end_state_differs, no_history, history_overflow) to the record's. O(entries log live).
// Errors: Cancelled, OutOfMemory.
[[nodiscard]] Expected<std::shared_ptr<const MemorySnapshot>> assembleSnapshot(
    SnapshotRecord&& record, Progress& progress, const std::stop_token& stop = {});

} // namespace stepscope::model
