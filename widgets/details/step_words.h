// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What there is to say about one training step, in words. Pure.

#include "core/analysis/trace_figures.h"

#include <QStringList>

namespace stepscope::widgets {

// Null where the slice is no step.
[[nodiscard]] const analysis::StepFigures* stepFiguresOf(
    const model::Trace& trace, const analysis::TraceFigures& figures, SliceId slice);

// "GPU busy 62 %", "idle 85.2 ms, mostly input", "412 kernels", "3 syncs", "data loading 12 ms", "warm-up": what is
// known and not zero.
[[nodiscard]] QStringList stepStatistics(const analysis::TraceFigures& figures, const analysis::StepFigures& step);

} // namespace stepscope::widgets
