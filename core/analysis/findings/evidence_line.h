// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The line of Python behind one place of a finding: what the launching thread was in while the GPU idled, around a call
// of the CPU, or around the launch of GPU work. Empty where none was recorded. Pure; O(gaps of the device) at most, and
// may read a few events from the file (python_lines.h).

#include "core/analysis/trace_figures.h"

#include <string>

namespace stepscope::analysis {

[[nodiscard]] std::string pythonLineOf(
    const model::Trace& trace, const TraceFigures& figures, const Evidence& evidence);

} // namespace stepscope::analysis
