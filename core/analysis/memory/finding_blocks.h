// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which allocations a finding about memory is about, for views that mark them: those of its evidence, which is cut off
// after Finding::kMaxEvidence, and where it says that stacks keep or pile up memory (memory.growth) whatever else these
// stacks made that met the same end: never freed, or freed when the blocks of the evidence were. Pure function;
// O(allocations).

#include "core/analysis/findings/finding.h"
#include "core/model/memory_snapshot.h"

#include <cstddef>
#include <vector>

namespace stepscope::analysis {

// Of one device (index into MemorySnapshot::devices), ascending; none where the evidence names no blocks there.
[[nodiscard]] std::vector<AllocId> blocksOfFinding(
    const model::MemorySnapshot& snapshot, std::size_t device, const Finding& finding);

} // namespace stepscope::analysis
