// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/comparison.h"

#include "core/compare/comparability.h"
#include "core/compare/differences.h"
#include "core/compare/headline.h"
#include "core/compare/loader_experiment.h"
#include "core/compare/memory_differences.h"
#include "core/compare/noise.h"
#include "core/compare/tables.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace stepscope::compare {
namespace {

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

StepNoise noiseOf(const ComparedRuns& runs)
{
    StepNoise noise;
    for (std::size_t side = 0; side < 2; ++side) {
        const std::vector<double> lengths = runs[side].lengths();
        noise.meanNs[side] = meanOf(lengths);
        noise.medianNs[side] = medianOf(lengths);
        noise.spreadNs[side] = spreadOf(lengths);
    }
    noise.withinNoise
        = withinSpread(*noise.meanNs[kAfter] - *noise.meanNs[kBefore], noise.spreadNs[0], noise.spreadNs[1]);
    return noise;
}

// Work without a place in time is no time.
bool hasGpuTime(const Run& run)
{
    const auto& devices = run.figures->gpu.devices;
    return std::any_of(devices.begin(), devices.end(),
        [](const analysis::DeviceUse& device) { return device.window.start < device.window.end; });
}

void compareTraces(const Runs& runs, const std::stop_token& stop, Comparison& out)
{
    const analysis::StepList& before = runs[kBefore].figures->steps;
    const analysis::StepList& after = runs[kAfter].figures->steps;
    out.perStep = !before.steps.empty() && !after.steps.empty();
    const bool gpu = out.gpuTime = hasGpuTime(runs[kBefore]) && hasGpuTime(runs[kAfter]);
    if (out.perStep)
        out.alignment = alignSteps(before, after, gpu);
    else if (before.steps.empty() != after.steps.empty())
        out.unmatched.push_back("Only " + runs[before.steps.empty() ? kAfter : kBefore].label
            + " has step marks: the runs are compared in total, not per step");
    const ComparedRuns compared {comparedRun(runs[kBefore], out.alignment.compared[kBefore], gpu),
        comparedRun(runs[kAfter], out.alignment.compared[kAfter], gpu)};
    if (stop.stop_requested())
        return;
    out.noise = noiseOf(compared);
    out.tables = traceTables(compared, out.noise);
    out.differences = traceDifferences(compared, out.alignment, out.noise, out.tables);
    out.loaderExperiment = loaderExperiment(compared);
}

void noteMissing(const Runs& runs, std::vector<std::string>& unmatched)
{
    for (std::size_t side = 0; side < 2; ++side) {
        const Run& one = runs[side];
        const Run& other = runs[1 - side];
        if (one.trace != nullptr && other.trace == nullptr)
            unmatched.push_back("time: " + other.label + " has no trace");
        if (one.snapshot != nullptr && other.snapshot == nullptr)
            unmatched.push_back("memory by stack: " + other.label + " has no memory snapshot");
    }
}

} // namespace

const char* topicName(Topic topic)
{
    constexpr std::array<const char*, 12> kNames {"step_time", "idle", "communication", "launches", "syncs", "copies",
        "kernels", "kernel_families", "operators", "memory", "memory_by_stack", "growth_by_stack"};
    return kNames[static_cast<std::size_t>(topic)];
}

Comparison compareRuns(const Runs& runs, const std::stop_token& stop)
{
    Comparison comparison;
    const bool traces = runs[kBefore].trace != nullptr && runs[kAfter].trace != nullptr;
    const bool snapshots = runs[kBefore].snapshot != nullptr && runs[kAfter].snapshot != nullptr;
    if (traces)
        compareTraces(runs, stop, comparison);
    if (stop.stop_requested())
        return comparison;
    if (snapshots)
        compareSnapshots(runs, comparison);
    else if (traces)
        compareMemoryMarks(runs, comparison);
    comparison.warnings = comparabilityWarnings(runs, comparison.alignment);
    noteMissing(runs, comparison.unmatched);
    sortDifferences(comparison.differences);
    comparison.headline = headlineOf(comparison);
    return comparison;
}

} // namespace stepscope::compare
