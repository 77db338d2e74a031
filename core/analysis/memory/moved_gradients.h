// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Gradients that Module.to() moved with their parameters. Module._apply() makes both in one function, parameters first:
// where two of its lines made blocks of exactly the same sizes, at least kLeastMoved, those of the later line are
// gradients. (Buffers have a line too, but not the sizes of all parameters.) O(allocations log allocations).

#include "core/analysis/memory/memory_category.h"
#include "core/model/memory_snapshot.h"

#include <vector>

namespace stepscope::analysis {

inline constexpr std::size_t kLeastMoved = 4;

// Of the allocations that pass as parameters.
void markMovedGradients(
    const model::SnapshotRecord& record, const model::AllocationTable& table, std::vector<MemoryCategory>& categories);

} // namespace stepscope::analysis
