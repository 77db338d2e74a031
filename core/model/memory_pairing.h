// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// First step from a snapshot's record to its model: pairs the entries of one device into allocations and holds them
// against the blocks of the end, by the reading rules (section 4 of the snapshot format page). Part of
// assembleSnapshot(); not for others.

#include "core/model/memory_snapshot.h"
#include "core/model/stop_check.h"

namespace stepscope::model {

struct PairedDevice
{
    AllocationTable allocations; // blockSize: of the block at the end, 0 where there is none
    Column<AllocId> allocationOf;
    // The place of each allocation's address among the distinct ones, which are in order of discovery.
    Column<std::uint32_t> place;
    Column<std::uint64_t> places;
};

// `segments`: those of the device, ascending by address. Adds free_without_alloc, alloc_not_in_history, missed_free and
// end_state_differs to `diagnostics`. O(entries + blocks) expected. Throws Stopped, std::bad_alloc.
[[nodiscard]] PairedDevice pairEntries(const SnapshotRecord& record, const DeviceRecord& device,
    const std::vector<std::size_t>& segments, Diagnostics& diagnostics, const StopCheck& stop);

} // namespace stepscope::model
