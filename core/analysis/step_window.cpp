// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/step_window.h"

#include <algorithm>

namespace stepscope::analysis {

std::optional<Interval> windowOfSteps(const StepIndex& index, std::int64_t first, std::int64_t last)
{
    std::optional<Interval> window;
    for (const StepSpan& step : index.steps) {
        if (step.number < first || step.number > last)
            continue;
        const std::int64_t end = std::max(step.cpu.end, step.gpu ? step.gpu->end : step.cpu.end);
        window = window ? Interval {std::min(window->start, step.cpu.start), std::max(window->end, end)}
                        : Interval {step.cpu.start, end};
    }
    return window;
}

} // namespace stepscope::analysis
