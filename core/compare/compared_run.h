// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One run over the stretch that is compared: the compared steps (step_alignment.h) of a trace with steps, else all of
// it. Figures are those of the file where nothing is left out, else taken again over that stretch alone.
//
//   stretch   CPU figures: from the start of the first compared step to the end of the last; GPU figures: their spans
//   in
//             step_parts.h
// O(events) where something is left out, O(rows + GPU work) else.

#include "core/compare/run.h"
#include "core/compare/step_alignment.h"
#include "core/compare/step_parts.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace stepscope::compare {

struct ComparedRun
{
    const Run& run;                   // has a trace
    bool perStep = false;             // of compared steps; else of the run in total
    std::vector<std::uint32_t> steps; // the compared ones; empty where not per step
    std::vector<TimeParts> parts;     // of each of them; else one, of the run
    analysis::Window window;
    analysis::KernelStats kernels;
    std::vector<analysis::OperatorRow> operators;
    std::vector<analysis::CopyRow> copies;
    std::vector<analysis::SyncMarker> syncs;
    analysis::LaunchStats launches;

    [[nodiscard]] double divisor() const { return perStep ? static_cast<double>(steps.size()) : 1; }
    [[nodiscard]] TimeParts meanParts() const;
    [[nodiscard]] std::vector<double> lengths() const;
    [[nodiscard]] const analysis::StepFigures& step(std::uint32_t index) const
    {
        return run.figures->steps.steps[index];
    }
};

// `steps`: those that are compared; empty: not per step. `gpu`: step time is that of the GPUs, since both runs have
// work of theirs; else that of the CPU.
[[nodiscard]] ComparedRun comparedRun(const Run& run, std::vector<std::uint32_t> steps, bool gpu);

} // namespace stepscope::compare
