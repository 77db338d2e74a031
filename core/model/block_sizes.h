// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Replays the sizes of blocks that are no longer there at the end: a block lies at the low end of a free interval, so
// its size follows from where the next block or the segment's end was (core/model/allocator_rules.h). Exact, but for a
// block from before the history whose neighbour was gone by then: what it kept unsplit is not known. Part of
// assembleSnapshot(); not for others.

#include "core/model/allocator_rules.h"
#include "core/model/memory_pairing.h"
#include "core/model/memory_snapshot.h"
#include "core/model/stop_check.h"

namespace stepscope::model {

// Fills in every blockSize that is 0. `device` has its allocations, allocationOf and spans.
// O((entries + addresses) log addresses). Throws Stopped, std::bad_alloc.
void replayBlockSizes(MemoryDevice& device, const Column<std::uint32_t>& place, const Column<std::uint64_t>& places,
    const AllocatorRules& rules, const StopCheck& stop);

} // namespace stepscope::model
