// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/step_window.h"

#include <algorithm>
#include <limits>

namespace stepscope::analysis {

std::optional<Interval> windowOfSteps(const StepIndex& index, std::int64_t first, std::int64_t last)
{
    std::optional<Interval> window;
    for (const StepSpan& step : index.steps) {
        if (step.number < first || step.number > last)
            continue;
        Interval span = step.cpu;
        if (step.gpu) { // with the last ns of the work after which the step's own is waited for
            if (step.gpu->start > std::numeric_limits<std::int64_t>::min())
                span.start = std::min(span.start, step.gpu->start - 1);
            span.end = std::max(span.end, step.gpu->end);
        }
        window = window ? Interval {std::min(window->start, span.start), std::max(window->end, span.end)} : span;
    }
    return window;
}

} // namespace stepscope::analysis
