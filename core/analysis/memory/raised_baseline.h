// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Memory that is there at the end of the steps and was not at their beginning, however it came: in one jump, in a few,
// or while other memory went. Compares the baselines of the first and the last step that memory_growth.h uses, each at
// the first entry after which its step holds least:
//
//   bytes   the later baseline less the earlier one
//   kept    by stack, what was born after the entry of the earlier one and lives after that of the later one, most
//   bytes
//           first. It adds up to `bytes` and what went in between
// O(entries of both steps + allocations).

#include "core/analysis/memory/memory_growth.h"

namespace stepscope::analysis {

struct KeptStack
{
    StackId stack; // may be invalid: blocks without a stack
    std::uint64_t bytes = 0;
    std::vector<AllocId> blocks;
};

struct RaisedBaseline
{
    std::uint64_t bytes = 0;
    std::int32_t firstEntry = 0, lastEntry = 0; // of the two baselines
    std::vector<KeptStack> kept;
};

// Nothing where the baseline is not higher.
[[nodiscard]] std::optional<RaisedBaseline> raisedBaseline(
    const model::MemoryDevice& device, const std::vector<MemoryStep>& steps, const MemoryGrowth& growth);

} // namespace stepscope::analysis
