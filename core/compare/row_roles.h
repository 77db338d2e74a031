// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What part each row of a trace plays, so that rows of two traces can stand side by side (view/row_match.h). Ids of
// processes, threads and streams mean nothing from one run to the next; parts do:
//
//   GPU       in order of device number (process, where two have the same); their streams by what they do
//             (communication where most of their work is, else compute)
//   threads   backward: runs autograd::engine::evaluate_function; loader: named after a DataLoader or pin_memory; main:
//             has the training steps, else the most launches, else the most slices of the others. All others by name
//             without digits
//   others    (asynchronous spans, profiler and overhead rows) by name without digits
// O(slices + rows).

#include "core/model/trace.h"

#include <string>
#include <vector>

namespace stepscope::compare {

// "GPU 0 communication", "thread main", …: of each track.
[[nodiscard]] std::vector<std::string> rowRoles(const model::Trace& trace);

} // namespace stepscope::compare
