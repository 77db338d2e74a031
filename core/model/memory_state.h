// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All of one device's memory at one entry: segments and the blocks and free intervals that tile them. Built anew for
// each question from the immutable snapshot, on any thread.

#include "core/model/memory_snapshot.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::model {

struct StateBlock
{
    std::uint64_t address = 0;
    std::uint64_t size = 0;      // rounded
    std::uint64_t requested = 0; // 0 of a free interval
    AllocId allocation;          // invalid: a free interval
    bool pending = false;        // freed by the program, still waits for another stream

    [[nodiscard]] bool isFree() const { return !allocation.valid(); }
    [[nodiscard]] std::uint64_t waste() const { return isFree() || requested > size ? 0 : size - requested; }
};

struct StateSegment // mapped pieces that touch are one
{
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    StreamIndex stream = 0;
    PoolIndex pool = 0;
    bool large = true;
    bool expandable = false;
    StackId stack; // of its first piece
    std::uint32_t firstBlock = 0;
    std::uint32_t blockCount = 0;
    std::uint64_t allocated = 0; // rounded, pending ones with it
    std::uint64_t largestFree = 0;
};

struct MemoryState
{
    std::vector<StateSegment> segments; // ascending by address
    std::vector<StateBlock> blocks;     // ascending by address; those of one segment tile it
    // Live allocations that lie in no segment, or where another one lies: only where the history contradicts itself.
    std::vector<AllocId> unplaced;

    [[nodiscard]] std::span<const StateBlock> blocksOf(const StateSegment& segment) const
    {
        return std::span(blocks).subspan(segment.firstBlock, segment.blockCount);
    }
    [[nodiscard]] std::uint64_t reserved() const;
};

// By the history, after `entry` (kBeforeHistory … last). O(allocations / 64 + spans + live log live).
[[nodiscard]] MemoryState stateAt(const MemorySnapshot& snapshot, const MemoryDevice& device, std::int32_t entry);

// By the segments of the file. Equal to stateAt() of the last entry unless the file contradicts itself
// (end_state_differs).
[[nodiscard]] MemoryState endState(const MemorySnapshot& snapshot, const MemoryDevice& device);

} // namespace stepscope::model
