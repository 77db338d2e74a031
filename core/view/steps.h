// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Training steps of a trace for the eye: the ProfilerStep#N annotations in time order, from the CPU thread that has
// most of them, or from a GPU stream where no thread has any. Found in one pass over lanes that can hold annotations,
// looking at names by id only: O(slices of those lanes + names).

#include "core/model/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::view {

struct Step
{
    SliceId slice;
    std::int64_t start = 0;
    std::int64_t end = 0;
};

// Ascending by start; ends ascend too (a step inside another one is left out; they may cross).
[[nodiscard]] std::vector<Step> findSteps(const model::Trace& trace);

// "#12" of "ProfilerStep#12".
[[nodiscard]] std::string stepLabel(const model::Trace& trace, const Step& step);

// Index of the first step that ends after `time`; steps.size() when none. O(log n).
[[nodiscard]] std::size_t firstStepEndingAfter(const std::vector<Step>& steps, std::int64_t time);

} // namespace stepscope::view
