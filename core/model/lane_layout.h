// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Brings grouped slices into their final order (track, lane, start) and fills Trace::slices, lanes, track lane ranges
// and parents. Also repairs impossible durations of GPU work and settles the range of the trace, since unfinished
// slices last to its end. Groups are sorted and nested in parallel; the result does not depend on how many threads
// there are.

#include "core/model/assembler.h"
#include "core/model/slice_grouping.h"

namespace stepscope::model {

// `fromGraph` by row of the grouped columns: GPU work launched by graphs. Returns the final id of each grouped row.
// Consumes the grouped columns.
[[nodiscard]] Column<SliceId> layOutLanes(GroupedSlices& grouped, const Column<std::uint8_t>& fromGraph,
    const AssemblyInput& input, const TimeCheck& times, Trace& trace, unsigned threads);

} // namespace stepscope::model
