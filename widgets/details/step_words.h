// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What there is to say about one training step, in words. Pure.

#include "core/analysis/trace_figures.h"
#include "widgets/details/event_report.h"

#include <QStringList>

#include <cstdint>

namespace stepscope::widgets {

// Null where the slice is no step.
[[nodiscard]] const analysis::StepFigures* stepFiguresOf(
    const model::Trace& trace, const analysis::TraceFigures& figures, SliceId slice);

// "GPU span 231.4 ms" (what shares of the step are of), "GPU busy 62 %", "idle 85.2 ms, mostly input", "412 kernels",
// "3 syncs", "data loading 12 ms", "warm-up": what is known and not zero.
[[nodiscard]] QStringList stepStatistics(const analysis::TraceFigures& figures, const analysis::StepFigures& step);

// Both lengths of the step by their names, and what each is for.
[[nodiscard]] DetailSection stepSection(const analysis::StepFigures& step, std::int64_t rangeStart);

} // namespace stepscope::widgets
