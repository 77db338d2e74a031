// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings/units.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

Interval extentOf(const GpuUse& use)
{
    Interval extent;
    bool any = false;
    for (const DeviceUse& device : use.devices) {
        if (device.window.start >= device.window.end)
            continue;
        extent.start = any ? std::min(extent.start, device.window.start) : device.window.start;
        extent.end = any ? std::max(extent.end, device.window.end) : device.window.end;
        any = true;
    }
    return extent;
}

} // namespace

Units unitsOf(const model::Trace& trace, const TraceFigures& figures)
{
    Units units;
    const bool hostOnly = trace.gpuWork.size() == 0;
    for (const std::uint32_t step : figures.shownSteps) {
        const StepFigures& of = figures.steps.steps[step];
        if (!hostOnly && !of.span.gpu)
            continue;
        const Interval span = hostOnly ? cut(figures.window.cpu, of.span.cpu.start, of.span.cpu.end)
                                       : cut(figures.window.gpu, of.span.gpu->start, of.span.gpu->end);
        const bool isPart = span != (hostOnly ? of.span.cpu : *of.span.gpu);
        const std::string name(trace.nameOf(of.span.slice));
        if (span.start < span.end)
            units.push_back({step, isPart ? name + " within the range" : name, span, !of.warmUp, isPart});
    }
    // Intervals follow each other in time; where the work of steps runs into each other they overlap a little.
    std::stable_sort(units.begin(), units.end(), [](const Unit& a, const Unit& b) {
        return a.span.start != b.span.start ? a.span.start < b.span.start : a.span.end < b.span.end;
    });
    std::int64_t covered = (hostOnly ? figures.window.cpu : figures.window.gpu).start;
    for (Unit& unit : units) {
        unit.span.start = std::max(unit.span.start, covered);
        covered = std::max(covered, unit.span.end);
    }
    std::erase_if(units, [](const Unit& unit) { return unit.span.start >= unit.span.end; });
    const Interval extent = extentOf(figures.gpu);
    if (units.empty() && extent.start < extent.end)
        units.push_back({StepIndex::kNone, {}, extent, true});
    const bool none = std::none_of(units.begin(), units.end(), [](const Unit& unit) { return unit.representative; });
    for (Unit& unit : units)
        unit.representative = unit.representative || none;
    return units;
}

} // namespace stepscope::analysis
