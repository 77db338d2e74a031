// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/compared_run.h"

#include <algorithm>

namespace stepscope::compare {
namespace {

void widen(std::optional<Interval>& stretch, const Interval& span)
{
    stretch = stretch ? Interval {std::min(stretch->start, span.start), std::max(stretch->end, span.end)} : span;
}

analysis::Window stretchOf(
    const analysis::StepList& list, const Partition& partition, const std::vector<std::uint32_t>& steps)
{
    std::optional<Interval> cpu;
    std::optional<Interval> own;
    for (const std::uint32_t step : steps) {
        widen(cpu, list.steps[step].span.cpu);
        widen(own, partition.spanOf(step));
    }
    return {*cpu, *own, false};
}

// Whether the stretch holds everything the trace has.
bool holdsAll(const Run& run, const analysis::Window& window)
{
    const auto& devices = run.figures->gpu.devices;
    return window.cpu.start <= run.figures->range.start && window.cpu.end >= run.figures->range.end
        && std::all_of(devices.begin(), devices.end(), [&](const analysis::DeviceUse& device) {
               return window.gpu.start <= device.window.start && window.gpu.end >= device.window.end;
           });
}

void takeWholeFigures(ComparedRun& compared)
{
    const analysis::TraceFigures& figures = *compared.run.figures;
    compared.kernels = figures.kernels;
    compared.operators = figures.operators;
    compared.copies = figures.copies;
    compared.syncs = figures.syncs;
    compared.launches = figures.launches;
}

void takeFigures(ComparedRun& compared)
{
    const model::Trace& trace = *compared.run.trace;
    const analysis::Window& window = compared.window;
    compared.kernels = analysis::kernelStats(trace, window);
    compared.operators = analysis::operatorStats(trace, window);
    compared.copies = analysis::copyStats(trace, window);
    compared.syncs = analysis::cutSyncs(compared.run.figures->syncs, window);
    compared.launches = analysis::launchStats(trace, window);
}

} // namespace

TimeParts ComparedRun::meanParts() const
{
    TimeParts mean;
    for (const TimeParts& one : parts)
        mean.add(one);
    mean.scale(1 / static_cast<double>(parts.size()));
    return mean;
}

std::vector<double> ComparedRun::lengths() const
{
    std::vector<double> lengths;
    lengths.reserve(parts.size());
    for (const TimeParts& one : parts)
        lengths.push_back(one.lengthNs);
    return lengths;
}

ComparedRun comparedRun(const Run& run, std::vector<std::uint32_t> steps, bool gpu)
{
    ComparedRun compared {run, !steps.empty(), std::move(steps), {}, {}, {}, {}, {}, {}, {}};
    const Partition partition(*run.trace, *run.figures, gpu);
    if (!compared.perStep) {
        compared.parts.push_back(partition.ofRun());
        takeWholeFigures(compared);
        return compared;
    }
    for (const std::uint32_t step : compared.steps)
        compared.parts.push_back(partition.ofStep(step));
    compared.window = stretchOf(run.figures->steps, partition, compared.steps);
    if (holdsAll(run, compared.window))
        takeWholeFigures(compared);
    else
        takeFigures(compared);
    return compared;
}

} // namespace stepscope::compare
