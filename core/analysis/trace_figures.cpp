// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/trace_figures.h"

namespace stepscope::analysis {

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

TraceFigures computeFigures(
    const model::Trace& trace, StepIndex index, const Window& window, const AnalysisOptions& options)
{
    TraceFigures figures;
    figures.window = window;
    const Interval range = cut(window.cpu, trace.rangeStart, trace.rangeEnd);
    figures.range = {range.start, std::max(range.start, range.end)};
    figures.counts = countTrace(trace, window);
    figures.stepIndex = std::move(index);

    GpuUse whole = gpuUtilisation(trace, Window());
    const std::vector<SyncMarker> syncs = findSyncs(trace, figures.stepIndex, whole);
    GapCauses causes = explainGaps(trace, whole);
    figures.steps = stepFigures(trace, figures.stepIndex, whole, causes, syncs);
    for (std::size_t i = 0; i < figures.steps.steps.size(); ++i) {
        const Interval cpu = figures.steps.steps[i].span.cpu;
        if (overlaps(window.cpu, cpu.start, cpu.end))
            figures.shownSteps.push_back(static_cast<std::uint32_t>(i));
    }
    figures.syncs = cutSyncs(syncs, window);
    figures.gpu = window.whole ? std::move(whole) : gpuUtilisation(trace, window);
    figures.idle = idleSummary(
        trace, figures.gpu, window.whole ? std::move(causes) : cutCauses(causes, window.gpu), window, options.minGapNs);
    figures.launches = launchStats(trace, window);
    figures.copies = copyStats(trace, window);
    figures.walls = findWalls(trace, figures.gpu, figures.stepIndex, options.walls);
    figures.kernels = kernelStats(trace, window);
    figures.flops = flopStats(trace, window);
    figures.operators = operatorStats(trace, window);
    const std::int64_t hostNs = hostTime(figures.stepIndex, figures.shownSteps, window, figures.range);
    figures.hostOverhead = hostOverhead(trace, figures.operators, hostNs, window);
    figures.recompiles = findRecompiles(trace, figures.stepIndex, window);
    figures.redundantCopies = redundantCopies(trace, figures.kernels, window);
    figures.temporaries = largeTemporaries(trace, window);
    figures.slowSteps = findSlowSteps(trace, figures.stepIndex, figures.steps);
    figures.modules = moduleStats(trace, window);
    figures.missing = missingData(trace);
    figures.throughput = throughput(figures.steps.medianNs, options.job, jobPeakTflops(trace));
    figures.judgement = judge(trace, figures);
    return figures;
}

} // namespace stepscope::analysis
