// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the share of a finding is a share of, in words. The row of the steps shows how long they take on the CPU, but
// shares are of the time until their GPU work has ended, which is often another. Pure functions of the figures.

#include "core/analysis/trace_figures.h"

#include <QString>

namespace stepscope::widgets {

// "Share of the step's GPU span, 49.0 ms (CPU span 16.8 ms)"; empty for a finding without a share.
[[nodiscard]] QString shareText(
    const model::Trace& trace, const analysis::TraceFigures& figures, const analysis::Finding& finding);

} // namespace stepscope::widgets
