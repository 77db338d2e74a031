// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who holds, allocates or frees memory: blocks grouped by full stack, by user frame, by category or by the segment they
// lie in. Bytes are requested bytes. Blocks from before the history of which only the free has a stack are groups of
// their own: that stack is not who holds them. O(blocks log groups); the sets of blocks O(live + kCheckpointEvery) at
// an entry and O(allocations) between two.

#include "core/analysis/memory/memory_category.h"
#include "core/analysis/memory/stack_reader.h"
#include "core/analysis/memory/stack_tree.h"
#include "core/model/memory_snapshot.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

enum class HoldingKey : std::uint8_t
{
    Stack,
    UserFrame,
    Category,
    Segment
};

struct Holding
{
    StackId stack;                                    // of its largest block, by stack that of all; may be invalid
    bool freeSite = false;                            // that is where it was freed, as the record knows no more
    FrameId frame;                                    // user frame of that stack
    MemoryCategory category = MemoryCategory::Other;  // of most of its bytes
    std::optional<std::uint64_t> segment;             // by segment: its address; nothing: in no segment
    std::uint64_t bytes = 0, rounded = 0, blocks = 0; // rounded: sizes of the blocks
    AllocId largest;
};

// What grouping needs to know of one device. The referred must outlive it.
struct HoldingView
{
    const model::MemorySnapshot& snapshot;
    const model::MemoryDevice& device;
    const StackReader& reader;
    const std::vector<MemoryCategory>& categories; // of each allocation
};

// Most bytes first. `entry`: where the segments are looked at.
[[nodiscard]] std::vector<Holding> groupHoldings(
    const HoldingView& view, std::span<const AllocId> blocks, HoldingKey key, std::int32_t entry);

// The line of a stack, "(no stack)"; where it is that of a free, "(before recording; freed at train.py:88 step)".
[[nodiscard]] std::string allocatedIn(const StackReader& reader, StackId stack, bool freeSite);
[[nodiscard]] bool hasFreeSite(const model::AllocationTable& table, AllocId id);
// Whether what the history shows of its life is a part: it was there before, or nothing freed it up to the end.
[[nodiscard]] bool livedLonger(const model::AllocationTable& table, AllocId allocation);

// Blocks that entries from..to allocate, or free (completed). Ascending.
[[nodiscard]] std::vector<AllocId> allocatedBetween(
    const model::MemoryDevice& device, std::int32_t from, std::int32_t to);
[[nodiscard]] std::vector<AllocId> freedBetween(const model::MemoryDevice& device, std::int32_t from, std::int32_t to);

// For stackTree(). Blocks whose stack is that of their free have none.
[[nodiscard]] std::vector<StackWeight> weightsByStack(
    const model::MemoryDevice& device, std::span<const AllocId> blocks);

} // namespace stepscope::analysis
