// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Steps in which the same kernels all run slower than in the others: a GPU that lowered its clocks, or shares itself.
//
//   judged names   names of kernels (no communication, whose time is waiting) with known durations only, launched as
//                  often in this step as in the median step, in at least 3 steps, and with at least 0.5 % of the time
//                  of the step's kernels
//   ratio          of a name: mean duration in the step ÷ (lower) median over the steps of that mean
//   factor         median of the judged names' ratios
//   slow step      factor of at least 1.2; at least 80 % of the judged names slower by at least half as much
//                  (1 + (factor - 1) / 2); at least 5 judged names, which make up half of the step's kernel time; and
//                  where launch grids are in the file, those of the names with the most time are the same as in another
//                  step: a larger batch is no slow GPU
//   interval       first start to last end of the kernels launched in the step
// Warm-up steps are neither judged nor compared with. O(GPU work × log) and at most 2 × kGridsCompared looks into the
// file for each slow step.

#include "core/analysis/step_index.h"
#include "core/analysis/steps.h"
#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

struct SlowStep
{
    std::uint32_t step = 0; // index into StepIndex::steps
    double factor = 1;
    Interval span;             // of its kernels
    std::uint64_t kernels = 0; // launched in it
    std::uint64_t judged = 0;  // names
    std::uint64_t slower = 0;  // … of them
    static constexpr double kMinFactor = 1.2;
    static constexpr std::size_t kGridsCompared = 16;
};

// Of the whole trace, by step.
[[nodiscard]] std::vector<SlowStep> findSlowSteps(
    const model::Trace& trace, const StepIndex& index, const StepList& steps);

} // namespace stepscope::analysis
