// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where it is seen what a difference costs: the GPU that worked, and the step around an event that is short beside it.
// Pure.

#include "core/model/trace.h"
#include "core/view/steps.h"
#include "widgets/viewmodel/time_axis.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::widgets {

// The lowest number of a GPU that worked.
[[nodiscard]] std::optional<std::int32_t> firstDevice(const model::Trace& trace);

// The step in which `span` begins, where it is many times as long.
[[nodiscard]] std::optional<TimeRange> longStepAround(const std::vector<view::Step>& steps, TimeRange span);

} // namespace stepscope::widgets
