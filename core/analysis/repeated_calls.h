// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Calls that an operator makes of itself and of nothing else, as aten::mean does when it is dispatched a second time:
// one call to whoever reads a table. torch's key_averages() counts them as one (_remove_dup_nodes in
// autograd_profiler).
//
//   repeated call  an operator or annotation whose direct parent has the same name and no other direct child
// O(slices of CPU threads).

#include "core/model/trace.h"

#include <vector>

namespace stepscope::analysis {

[[nodiscard]] std::vector<bool> repeatedCalls(const model::Trace& trace); // by slice

} // namespace stepscope::analysis
