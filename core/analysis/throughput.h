// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rates of the job from the length of its steps and from numbers that the user gives, since no trace holds them.
//
//   steps per second    1 ÷ median CPU span of the steps that are no warm-up (StepList::medianNs)
//   tokens, samples     those of a step × steps per second
//   MFU                 6 × parameters × tokens per second ÷ peak: the operations a transformer needs for forward and
//                       backward pass, per token, against what the GPU could do. The peak is the one that was given,
//                       else that of FP16 and BF16 on a known device, where all devices of the trace are of one kind
// Nothing where a number it needs is missing; nothing at all where none was given. O(devices).

#include "core/analysis/analysis_options.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>

namespace stepscope::analysis {

struct Throughput
{
    std::optional<double> stepsPerS;
    std::optional<double> tokensPerS;
    std::optional<double> samplesPerS;
    std::optional<double> mfu;
};

// `peakTflops`: of one GPU, where known. `medianStepNs` as above; nothing when the trace has no steps.
[[nodiscard]] Throughput throughput(
    std::optional<std::int64_t> medianStepNs, const JobNumbers& job, std::optional<double> peakTflops);

// Of the devices that did work in the trace, where the data sheet is known and the same for all.
[[nodiscard]] std::optional<double> jobPeakTflops(const model::Trace& trace);

} // namespace stepscope::analysis
