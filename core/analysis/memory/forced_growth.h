// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How much reserved memory grew for want of one free piece although there were enough free bytes: the headline number
// for fragmentation (section 6 of the snapshot format page).

#include "core/model/memory_snapshot.h"

#include <cstdint>

namespace stepscope::analysis {

// Bytes of the segment_alloc and segment_map entries, from entry `from` on, at which the same pool and stream already
// had that many free. O(entries log pools).
[[nodiscard]] std::uint64_t forcedGrowth(
    const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, std::int32_t from = 0);

} // namespace stepscope::analysis
