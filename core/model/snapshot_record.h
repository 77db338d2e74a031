// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A CUDA memory snapshot as the file says it: entries of the history by device, segments and blocks of the end, marks,
// settings. What the rules make of it (allocations, curves, states) is core/model/memory_snapshot.h. Built by
// core/pickle, by tests by hand. Plain data.

#include "core/model/stack_table.h"
#include "core/model/trace.h"
#include "core/util/column.h"
#include "core/util/diagnostics.h"
#include "core/util/ids.h"
#include "core/util/string_pool.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::model {

enum class MemoryAction : std::uint8_t
{
    Alloc,
    FreeRequested,
    FreeCompleted,
    Free, // older files: both at once
    SegmentAlloc,
    SegmentFree,
    SegmentMap,
    SegmentUnmap,
    Oom,
    Snapshot,
    Annotate,
    UserDefined,
    Unknown
};

// Indices into SnapshotRecord::streams and ::pools.
using StreamIndex = std::uint16_t;
using PoolIndex = std::uint16_t;

// The history of one device in time order; all columns have its length but those marked optional, which are empty when
// no entry has such a value.
struct MemoryEntries
{
    Column<MemoryAction> action;
    Column<std::uint64_t> address; // 0 where it has none
    Column<std::uint64_t> size;    // bytes: requested of an alloc or free, of the segment, rounded of an oom
    Column<std::int64_t> timeUs;   // Unix time; 0 unknown. Need not ascend
    Column<StackId> stack;         // invalid: no context was recorded
    Column<StreamIndex> stream;
    Column<PoolIndex> pool;          // optional
    Column<NameId> text;             // optional: user_metadata
    Column<NameId> compileContext;   // optional
    Column<NameId> category;         // optional: producers that know it
    Column<NameId> actionName;       // optional: the word in the file, of Unknown ones only
    Column<NameId> internalMetadata; // optional
    Column<StackId> forwardStack;    // optional: of the operator of forward whose backward this is

    [[nodiscard]] std::size_t count() const { return action.size(); }
};

struct OomRecord
{
    std::uint32_t entry = 0;
    std::optional<std::uint64_t> deviceFree; // bytes free on the device, from the driver
};

enum class BlockState : std::uint8_t
{
    Allocated,
    PendingFree, // freed by the program, still waits for another stream
    Inactive
};

struct BlockRecord
{
    std::uint64_t address = 0;
    std::uint64_t size = 0;                 // rounded
    std::optional<std::uint64_t> requested; // meant only while not Inactive
    BlockState state = BlockState::Inactive;
    StackId stack;
};

struct SegmentRecord
{
    std::int32_t device = 0; // -1: pinned host memory
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    StreamIndex stream = 0;
    PoolIndex pool = 0;
    bool large = true; // pool of large blocks, else of small ones
    bool expandable = false;
    StackId stack;
    std::vector<BlockRecord> blocks; // ascending by address
};

struct AnnotationRecord // a record_function range
{
    std::int32_t device = 0;
    NameId name;
    std::int64_t startUs = 0;
    std::int64_t endUs = 0; // the last time of the file where the end is missing
    bool unfinished = false;
};

// (0, 0) is the default pool; others are private (CUDA graphs, MemPool).
using PoolName = std::pair<std::int64_t, std::int64_t>;

struct DeviceRecord
{
    std::int32_t id = 0; // ordinal; -1: pinned host memory
    MemoryEntries entries;
    std::vector<OomRecord> ooms; // ascending by entry
};

enum class SnapshotForm : std::uint8_t
{
    Dictionary,
    SegmentList, // PyTorch 1.12: segments only
};

struct SnapshotRecord
{
    FileInfo file;
    SnapshotForm form = SnapshotForm::Dictionary;
    std::string container; // "pickle protocol 4", "JSON", "HTML page": for people
    Diagnostics diagnostics;
    StringPool names;
    StackTable stacks;
    std::vector<std::uint64_t> streams;  // handles in order of first use; index 0 is always stream 0
    std::vector<PoolName> pools;         // index 0 is always the default pool
    std::vector<DeviceRecord> devices;   // ascending by id, host last; one for each with entries, segments or a list
    std::vector<SegmentRecord> segments; // of all devices, in file order
    std::vector<AnnotationRecord> annotations;                 // ascending by startUs
    std::vector<std::pair<std::string, std::string>> settings; // allocator_settings, as text, in file order
    std::vector<std::string> unknownKeys;
    std::optional<std::uint64_t> maxEntries; // of the ring buffer, where the file says it
    bool overflowed = false;                 // the file says that old entries were overwritten
};

} // namespace stepscope::model
