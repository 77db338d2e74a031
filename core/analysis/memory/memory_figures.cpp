// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/memory_figures.h"

#include "core/analysis/memory/end_state.h"
#include "core/analysis/memory/forced_growth.h"
#include "core/analysis/memory/oom_figures.h"

namespace stepscope::analysis {

MemoryFigures computeMemoryFigures(const model::MemorySnapshot& snapshot, const std::stop_token& stop)
{
    MemoryFigures figures;
    figures.devices.reserve(snapshot.devices.size());
    for (std::size_t i = 0; i < snapshot.devices.size() && !stop.stop_requested(); ++i) {
        const model::MemoryDevice& device = snapshot.devices[i];
        MemoryDeviceFigures& out = figures.devices.emplace_back();
        out.device = i;
        addEndFigures(snapshot, device, out);
        out.forcedGrowth = forcedGrowth(snapshot, device);
        out.ooms = oomFigures(snapshot, device, stop);
    }
    return figures;
}

} // namespace stepscope::analysis
