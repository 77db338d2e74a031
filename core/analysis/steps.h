// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Figures of the training steps (ProfilerStep#N; spans and GPU intervals: see step_index.h).
//
//   busy, idle    of the devices inside the step's GPU interval, summed over the devices of the trace
//   kernels       kernels launched in the step; syncs: sync markers that start in it
//   data loading  summed "enumerate(DataLoader)…" spans on the step's thread, cut to the step
//   phases        record_function labels right below the step on its thread, by name in order of appearance: CPU time
//                 cut to the step, and the union of the GPU work launched inside them by any thread, summed over the
//                 devices
//   warm-up       the first step, if longer than 2 × the median of the others (not in a cut trace, whose first step is
//                 not the first of the recording), or with lazy module loading or compilation in it
//   outlier       CPU span or GPU interval longer than 1.3 × the median of the steps that are no warm-up, of which
//   there
//                 are at least three (medians by nearest rank)
// O(GPU work + slices of the steps' threads).

#include "core/analysis/gap_causes.h"
#include "core/analysis/gpu_utilisation.h"
#include "core/analysis/step_index.h"
#include "core/analysis/syncs.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::analysis {

struct StepPhase
{
    NameId name;
    std::int64_t cpuNs = 0;
    std::optional<std::int64_t> gpuNs; // unknown when the trace has no GPU work
};

struct StepFigures
{
    StepSpan span;
    bool warmUp = false;
    bool outlier = false;
    std::optional<std::int64_t> gpuBusyNs; // both unknown without GPU work in the step
    std::optional<std::int64_t> gpuIdleNs;
    std::optional<CauseTotals> idleByCause; // adds up to gpuIdleNs
    std::uint64_t kernels = 0;
    std::uint64_t syncs = 0;
    std::int64_t dataLoadingNs = 0;
    std::vector<StepPhase> phases;
};

struct StepList
{
    std::vector<StepFigures> steps;       // as in the index
    std::optional<std::int64_t> medianNs; // of the steps that are no warm-up
};

// `use` and `causes` must be those of the whole trace.
[[nodiscard]] StepList stepFigures(const model::Trace& trace, const StepIndex& index, const GpuUse& use,
    const GapCauses& causes, const std::vector<SyncMarker>& syncs);

} // namespace stepscope::analysis
