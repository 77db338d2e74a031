// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the training steps lie: the CPU spans named ProfilerStep#N, which step a moment belongs to, which step each
// piece of GPU work was launched in, and the steps' GPU intervals.
//
//   steps              of a cut trace those that it was cut to: others are in the file in part
//   step of a moment   the step that started last among those whose span contains it (steps may overlap a little)
//   step of GPU work   that of its launch call's start; without a launch in the file that of the gpu_user_annotation of
//                      its name on the stream, else the moment at which the work starts. A stream works in order: what
//                      stands before the first work that was launched in the first step, or before it, was launched
//                      before the recording and is of no step
//   GPU interval       from the end of the last GPU work of the step before (of the latest one before that has any;
//                      first step: the start of its own first; of a cut trace the end of the last work before it, which
//                      was of a step that is not there) to the end of its own last GPU work. None without GPU work.
// O(n) in slices of CPU rows and in GPU work × log steps.

#include "core/analysis/span_index.h"
#include "core/model/trace.h"
#include "core/util/interval_ops.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope::analysis {

struct StepSpan
{
    SliceId slice;
    std::int64_t number = 0;
    Interval cpu;
    std::optional<Interval> gpu;
};

struct StepIndex
{
    static constexpr std::uint32_t kNone = SpanIndex::kNone;

    std::vector<StepSpan> steps;           // by start
    std::vector<std::uint32_t> stepOfWork; // for each GpuWorkId an index into steps, or kNone

    [[nodiscard]] std::uint32_t at(std::int64_t time) const { return m_spans.at(time); } // kNone between steps
    [[nodiscard]] std::uint32_t numbered(std::int64_t number) const; // the first one of that number, or kNone

private:
    friend StepIndex buildStepIndex(const model::Trace& trace);
    SpanIndex m_spans;
    std::vector<std::pair<std::int64_t, std::uint32_t>> m_byNumber; // ascending
};

[[nodiscard]] StepIndex buildStepIndex(const model::Trace& trace);

} // namespace stepscope::analysis
