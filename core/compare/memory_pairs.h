// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Two memory snapshots: devices of one number are compared, and their stacks matched by what they say.
//
//   stacks   equal where all frames are (file name without folders, function, line); of what is left then, those that
//            are equal but for lines, where that leaves no choice
// O(blocks at the peak log stacks + frames).

#include "core/compare/comparison.h"
#include "core/compare/row_merge.h"

#include "core/analysis/memory/memory_growth.h"
#include "core/analysis/memory/stack_reader.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::compare {

struct MemoryPair // one device of both snapshots
{
    std::array<std::size_t, 2> index {}; // into MemorySnapshot::devices
    std::array<const model::MemoryDevice*, 2> devices {};
    std::array<const analysis::MemoryDeviceFigures*, 2> figures {};
    std::array<std::optional<analysis::MemoryGrowth>, 2> growth; // nothing: too few steps
    std::string prefix;                                          // "GPU 1: " where there are several
};

// Devices that only one snapshot has are named in `unmatched`. Those that never held anything are left out.
[[nodiscard]] std::vector<MemoryPair> pairDevices(const Runs& runs, std::vector<std::string>& unmatched);

using Readers = std::array<analysis::StackReader, 2>;

// Rows by stack of one device, matched; of the blocks at the peak, and of what stays from step to step.
[[nodiscard]] std::vector<Row> peakByStack(const Runs& runs, const Readers& readers, const MemoryPair& pair);
[[nodiscard]] std::vector<Row> growthByStack(const Readers& readers, const MemoryPair& pair);

} // namespace stepscope::compare
