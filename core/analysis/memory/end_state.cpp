// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/end_state.h"

#include "core/model/memory_state.h"

#include <algorithm>
#include <map>

namespace stepscope::analysis {
namespace {

void addLive(const model::StateBlock& block, MemoryDeviceFigures& out)
{
    out.activeEnd += block.requested;
    out.largestLiveBlock = std::max(out.largestLiveBlock, block.requested);
    if (block.pending) {
        ++out.pendingBlocksEnd;
        return;
    }
    ++out.liveBlocksEnd;
    out.heldEnd += block.requested;
    out.allocatedEnd += block.size;
    out.rounding += block.waste();
}

} // namespace

void addEndFigures(const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, MemoryDeviceFigures& out)
{
    const bool fromFile = !device.segments.empty();
    const std::int32_t last = device.entryCount() - 1;
    const model::MemoryState end
        = fromFile ? model::endState(snapshot, device) : model::stateAt(snapshot, device, last);
    std::map<model::PoolIndex, std::uint64_t> pools;
    for (const model::StateSegment& segment : end.segments) {
        out.reservedEnd += segment.size;
        pools[segment.pool] += segment.size;
        std::uint64_t free = 0;
        for (const model::StateBlock& block : end.blocksOf(segment)) {
            if (block.isFree())
                free += block.size;
            else
                addLive(block, out);
        }
        out.inactive += free;
        if (segment.allocated > 0)
            out.stranded += free;
    }
    const model::AllocationTable& table = device.allocations;
    for (const AllocId id : end.unplaced) {
        const std::size_t a = id.index();
        addLive({table.address[a], table.blockSize[a], table.size[a], id, table.requested[a] <= last}, out);
    }
    for (const auto& [pool, reserved] : pools)
        out.pools.push_back({pool, reserved});
}

} // namespace stepscope::analysis
