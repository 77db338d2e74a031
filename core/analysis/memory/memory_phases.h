// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The part of a training step that the program is in, entry by entry, and what each allocation is for.
//
// Phase after an entry: inside Optimizer.step#… or Optimizer.zero_grad#… that of the optimizer; else what the guess of
// its stack (stack_reader.h) says: activation → forward, gradient → backward, optimizer state or zero_grad() →
// optimizer; else as before. Frees tell only where they have a stack of their own. An allocation without a stack, in a
// history where most have Python frames, comes from the threads of the autograd engine: backward, once there was a
// forward pass.
//
// Category of an allocation: the producer's word where it wrote one; else by the guess of its stack, refined:
//   forward   freed before the phase changes → temporary; lives through a whole other forward pass → other; else
//             activation
//   backward  freed before the phase changes → temporary, else gradient
//   optimizer freed before the phase changes → temporary, else optimizer state
// Blocks that live while an allocation fails are no temporaries for being freed after it. Blocks whose stack is that of
// their free are other. Gradients that Module.to() moved: moved_gradients.h. O(entries + allocations log phases).

#include "core/analysis/memory/memory_category.h"
#include "core/analysis/memory/stack_reader.h"
#include "core/model/memory_snapshot.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

enum class MemoryPhase : std::uint8_t
{
    Unknown,
    Forward,
    Backward,
    Optimizer
};

struct PhaseRun
{
    std::int32_t firstEntry = 0;
    MemoryPhase phase = MemoryPhase::Unknown;
};

// Ascending; neighbours differ. Starts at entry 0 where there are entries.
[[nodiscard]] std::vector<PhaseRun> memoryPhases(
    const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, const StackReader& reader);

// The run an entry lies in; Unknown before the first entry.
[[nodiscard]] MemoryPhase phaseAt(const std::vector<PhaseRun>& runs, std::int32_t entry);

[[nodiscard]] std::vector<MemoryCategory> allocationCategories(const model::MemorySnapshot& snapshot,
    const model::MemoryDevice& device, const StackReader& reader, const std::vector<PhaseRun>& runs);

} // namespace stepscope::analysis
