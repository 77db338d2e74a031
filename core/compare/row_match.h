// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which rows of two traces play the same part, so that they can stand side by side. Ids of processes, threads and
// streams mean nothing from one run to the next; parts do:
//
//   GPU       in order of device number (process, where two have the same); their streams by what they do
//             (communication where most of their work is, else compute), and in order of first use
//   threads   backward: runs autograd::engine::evaluate_function; loader: named after a DataLoader or pin_memory; main:
//             has the training steps, else the most launches, else the most slices of the others. All others by name
//             without digits
//   others    (asynchronous spans, profiler and overhead rows) by name without digits
// Of several rows with one part the first goes with the first, in order of first use. O(slices + rows log rows).

#include "core/model/trace.h"

#include <string>
#include <vector>

namespace stepscope::compare {

struct RowPair
{
    TrackId before;
    TrackId after;
};

struct RowMatch
{
    std::vector<RowPair> pairs; // in the order of the rows before
    std::vector<TrackId> onlyBefore;
    std::vector<TrackId> onlyAfter;
};

// "GPU 0 communication", "thread main", …: of each track.
[[nodiscard]] std::vector<std::string> rowRoles(const model::Trace& trace);

[[nodiscard]] RowMatch matchRows(const model::Trace& before, const model::Trace& after);

} // namespace stepscope::compare
