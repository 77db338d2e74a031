// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The stretch of time that a few steps take: from the start of the first, or of its wait on the GPU, to
// the end of what they do, also on the GPU.
// Pure; O(steps).

#include "core/analysis/step_index.h"

#include <cstdint>
#include <optional>

namespace stepscope::analysis {

// Steps by their numbers, both ends belong to it. Nothing when there are none of them.
[[nodiscard]] std::optional<Interval> windowOfSteps(const StepIndex& index, std::int64_t first, std::int64_t last);

} // namespace stepscope::analysis
