// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/memory_figures.h"

#include "core/analysis/memory/end_state.h"
#include "core/analysis/memory/forced_growth.h"
#include "core/analysis/memory/memory_judgement.h"
#include "core/analysis/memory/memory_steps.h"
#include "core/analysis/memory/oom_figures.h"

namespace stepscope::analysis {
namespace {

using model::MemoryDevice;
using model::MemorySnapshot;

void addReading(const MemorySnapshot& snapshot, const MemoryDevice& device, const StackReader& reader,
    const std::vector<PhaseRun>& phases, MemoryDeviceFigures& out)
{
    out.categories = allocationCategories(snapshot, device, reader, phases);
    MemorySteps found = findMemorySteps(snapshot, device, reader);
    out.stepSource = found.source;
    out.steps = std::move(found.steps);
    const std::int32_t at = device.active.peakEntry;
    const std::vector<AllocId> live = model::liveAt(snapshot, device, at);
    for (const Holding& holding :
        groupHoldings({snapshot, device, reader, out.categories}, live, HoldingKey::Stack, at)) {
        if (out.topAtPeak.size() == MemoryDeviceFigures::kTopAtPeak)
            break;
        out.topAtPeak.push_back({holding.stack, holding.bytes, holding.blocks, holding.category, holding.freeSite});
    }
}

bool hasAnything(const MemoryDevice& device)
{
    return device.entryCount() > 0 || device.allocations.count() > 0 || !device.segments.empty();
}

} // namespace

MemoryFigures computeMemoryFigures(const MemorySnapshot& snapshot, const std::stop_token& stop)
{
    MemoryFigures figures;
    const StackReader reader(snapshot.record);
    std::vector<std::vector<PhaseRun>> phases;
    figures.devices.reserve(snapshot.devices.size());
    for (std::size_t i = 0; i < snapshot.devices.size() && !stop.stop_requested(); ++i) {
        const MemoryDevice& device = snapshot.devices[i];
        MemoryDeviceFigures& out = figures.devices.emplace_back();
        out.device = i;
        addEndFigures(snapshot, device, out);
        out.forcedGrowth = forcedGrowth(snapshot, device);
        out.ooms = oomFigures(snapshot, device, stop);
        phases.push_back(memoryPhases(snapshot, device, reader));
        addReading(snapshot, device, reader, phases.back(), out);
    }
    if (stop.stop_requested())
        return figures;
    std::vector<MemoryStudy> studies;
    studies.reserve(figures.devices.size());
    for (std::size_t i = 0; i < figures.devices.size(); ++i) {
        if (!hasAnything(snapshot.devices[i]))
            continue;
        const MemoryStudy& study = studies.emplace_back(snapshot, figures.devices[i], reader, phases[i]);
        if (study.growth)
            figures.devices[i].growthPerStep = study.growth->slope;
    }
    for (MemoryStudy& study : studies)
        study.alone = studies.size() == 1;
    figures.judgement = judgeMemory(studies);
    return figures;
}

} // namespace stepscope::analysis
