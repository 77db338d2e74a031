// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What torch.compile made of the program, by names: where it is in use already, it is no advice.

#include "core/analysis/trace_figures.h"

#include <cstdint>
#include <string_view>

namespace stepscope::analysis {

[[nodiscard]] bool isCompiledKernel(const KernelRow& row, std::string_view name);

// Calls of compiled code.
[[nodiscard]] std::uint64_t compiledRegions(const model::Trace& trace, const TraceFigures& figures);

[[nodiscard]] bool hasCompiledWork(const model::Trace& trace, const TraceFigures& figures);

} // namespace stepscope::analysis
