// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/trace_figures.h"

namespace stepscope::analysis {

namespace {

void addShownSteps(TraceFigures& figures)
{
    for (std::size_t i = 0; i < figures.steps.steps.size(); ++i) {
        const Interval cpu = figures.steps.steps[i].span.cpu;
        if (overlaps(figures.window.cpu, cpu.start, cpu.end))
            figures.shownSteps.push_back(static_cast<std::uint32_t>(i));
    }
}

// When the GPUs worked and why they did not.
void addTimes(const model::Trace& trace, const AnalysisOptions& options, TraceFigures& figures)
{
    const Window& window = figures.window;
    GpuUse whole = gpuUtilisation(trace, Window());
    const std::vector<SyncMarker> syncs = findSyncs(trace, figures.stepIndex, whole);
    GapCauses causes = explainGaps(trace, whole);
    figures.steps = stepFigures(trace, figures.stepIndex, whole, causes, syncs);
    addShownSteps(figures);
    figures.syncs = cutSyncs(syncs, window);
    figures.gpu = window.whole ? std::move(whole) : gpuUtilisation(trace, window);
    figures.idle = idleSummary(
        trace, figures.gpu, window.whole ? std::move(causes) : cutCauses(causes, window.gpu), window, options.minGapNs);
    figures.launches = launchStats(trace, window);
    figures.walls = findWalls(trace, figures.gpu, figures.stepIndex, options.walls);
    figures.slowSteps = findSlowSteps(trace, figures.stepIndex, figures.steps);
    figures.throughput = throughput(figures.steps.medianNs, options.job, jobPeakTflops(trace));
}

void addTables(const model::Trace& trace, TraceFigures& figures)
{
    const Window& window = figures.window;
    figures.copies = copyStats(trace, window);
    figures.kernels = kernelStats(trace, window);
    figures.flops = flopStats(trace, window);
    figures.operators = operatorStats(trace, window);
    figures.redundantCopies = redundantCopies(trace, figures.kernels, window);
    figures.modules = moduleStats(trace, window);
}

void addHost(const model::Trace& trace, TraceFigures& figures)
{
    const Window& window = figures.window;
    const std::int64_t hostNs = hostTime(figures.stepIndex, figures.shownSteps, window, figures.range);
    figures.hostOverhead = hostOverhead(trace, figures.operators, hostNs, window);
    figures.recompiles = findRecompiles(trace, figures.stepIndex, window);
    figures.temporaries = largeTemporaries(trace, window);
    figures.missing = missingData(trace);
}

} // namespace

std::optional<Window> resolveWindow(const WindowRequest& request, const StepIndex& steps)
{
    Window window;
    if (request.step) {
        const std::uint32_t at = steps.numbered(*request.step);
        if (at == StepIndex::kNone)
            return std::nullopt;
        const StepSpan& step = steps.steps[at];
        window = {step.cpu, step.gpu.value_or(step.cpu), false};
    }
    if (request.window) {
        window.cpu = cut(window.cpu, request.window->start, request.window->end);
        window.gpu = cut(window.gpu, request.window->start, request.window->end);
        window.whole = false;
    }
    return window;
}

TraceFigures computeFigures(const model::Trace& trace, StepIndex index, const Window& window,
    const AnalysisOptions& options, const std::stop_token& stop)
{
    TraceFigures figures;
    figures.window = window;
    const Interval range = cut(window.cpu, trace.rangeStart, trace.rangeEnd);
    figures.range = {range.start, std::max(range.start, range.end)};
    figures.counts = countTrace(trace, window);
    figures.stepIndex = std::move(index);
    addTimes(trace, options, figures);
    if (!stop.stop_requested())
        addTables(trace, figures);
    if (!stop.stop_requested())
        addHost(trace, figures);
    if (!stop.stop_requested())
        figures.judgement = judge(trace, figures);
    return figures;
}

} // namespace stepscope::analysis
