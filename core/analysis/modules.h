// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// nn.Module calls, from the Python frames "nn.Module: Linear_3" that with_stack=True records, as a tree of paths
// ("GPT_0.Block_3.Linear_12": the names of the module frames around each other on a thread).
//
//   cpu_total     summed duration of the frames; device_total: GPU work launched inside them, children included;
//   device_self   the same for launches that no module further inside encloses
// What the backward pass launches runs on another thread and is not counted. O(module frames + launches × nesting
// depth).

#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::analysis {

struct ModuleRow
{
    std::string path;
    std::uint64_t calls = 0;
    std::int64_t cpuTotalNs = 0;
    std::int64_t deviceTotalNs = 0;
    std::int64_t deviceSelfNs = 0;
    std::uint32_t depth = 0; // modules around it
    SliceId longest;         // frame whose duration can be trusted; the first of equals
};

[[nodiscard]] std::vector<ModuleRow> moduleStats(
    const model::Trace& trace, const Window& window); // as a tree, depth first

} // namespace stepscope::analysis
