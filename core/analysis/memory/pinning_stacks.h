// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who keeps free memory in pieces: blocks in use with free intervals beside them in their segment, by the line that
// made them. A free interval counts half for either neighbour, wholly for an only one, so that all lines together pin
// what is free in segments in use.
//
//   order   by free × free ÷ (free + size): much free memory beside little that is in use
// Lines that pin less than kLeastPinned are left out. O(blocks log lines).

#include "core/analysis/memory/holdings.h"
#include "core/model/memory_state.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

inline constexpr std::uint64_t kLeastPinned = std::uint64_t {1} << 20U;

struct PinningStack
{
    StackId stack;               // of the block that pins most; may be invalid
    bool freeSite = false;       // that is where it was freed
    std::uint64_t free = 0;      // beside its blocks
    std::uint64_t size = 0;      // of these blocks
    std::vector<AllocId> blocks; // what pins most first
};

[[nodiscard]] std::vector<PinningStack> pinningStacks(const HoldingView& view, const model::MemoryState& state);

} // namespace stepscope::analysis
