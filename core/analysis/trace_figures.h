// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All figures of one trace over one window, computed once and then shown as text, as JSON or in the window. The parts
// are defined in the headers of this folder.

#include "core/analysis/analysis_options.h"
#include "core/analysis/copies.h"
#include "core/analysis/findings/findings.h"
#include "core/analysis/flops.h"
#include "core/analysis/gpu_utilisation.h"
#include "core/analysis/host_overhead.h"
#include "core/analysis/idle.h"
#include "core/analysis/kernel_stats.h"
#include "core/analysis/launch_stats.h"
#include "core/analysis/missing.h"
#include "core/analysis/modules.h"
#include "core/analysis/op_stats.h"
#include "core/analysis/recompiles.h"
#include "core/analysis/redundant_copies.h"
#include "core/analysis/step_index.h"
#include "core/analysis/steps.h"
#include "core/analysis/syncs.h"
#include "core/analysis/temporaries.h"
#include "core/analysis/throttling.h"
#include "core/analysis/throughput.h"
#include "core/analysis/trace_counts.h"
#include "core/analysis/walls.h"
#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <optional>
#include <stop_token>

namespace stepscope::analysis {

struct WindowRequest
{
    std::optional<Interval> window;   // ns of the file
    std::optional<std::int64_t> step; // number of a ProfilerStep
    friend bool operator==(const WindowRequest&, const WindowRequest&) = default;
};

struct TraceFigures
{
    Window window;
    Interval range; // of the trace, cut to the CPU window
    TraceCounts counts;
    GpuUse gpu;
    StepIndex stepIndex;                   // of the whole trace
    StepList steps;                        // of the whole trace …
    std::vector<std::uint32_t> shownSteps; // … and those that overlap the window
    IdleSummary idle;
    LaunchStats launches;
    std::vector<SyncMarker> syncs;
    std::vector<CopyRow> copies;
    std::vector<Wall> walls;
    KernelStats kernels;
    FlopStats flops;
    std::vector<OperatorRow> operators;
    HostOverhead hostOverhead;
    Recompiles recompiles;
    std::vector<RedundantCopyRow> redundantCopies;
    std::vector<TemporaryRow> temporaries;
    std::vector<SlowStep> slowSteps; // of the whole trace
    std::vector<ModuleRow> modules;
    std::vector<MissingData> missing;
    Throughput throughput; // of the whole trace
    Judgement judgement;   // of all the others
};

// The window a request means: that of a step is its CPU span for CPU figures and its GPU interval for GPU figures.
// Nothing when there is no step of that number.
[[nodiscard]] std::optional<Window> resolveWindow(const WindowRequest& request, const StepIndex& steps);

// `index` is that of the trace; the window comes from resolveWindow(). After a stop what comes back is not complete and
// is to be thrown away.
[[nodiscard]] TraceFigures computeFigures(const model::Trace& trace, StepIndex index, const Window& window,
    const AnalysisOptions& options = {}, const std::stop_token& stop = {});

} // namespace stepscope::analysis
