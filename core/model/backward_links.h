// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Links forward operators to their backward ones in files without flows that do (PyTorch before 1.10, and exporters
// that leave them out), from the arguments "Sequence number" and "Fwd thread id". As PyTorch itself makes those flows:
// from the operator of the forward thread with that number that starts last before the backward one, to the innermost
// of the first backward ones with it, once each. "Fwd thread id" is not the id of a thread of the file but numbers the
// threads of a process: it is taken for the thread whose forward operators fit most of its backward ones, and
// left alone where two fit as well.

#include "core/model/assembler.h"
#include "core/model/slice_grouping.h"

namespace stepscope::model {

// Adds them to Trace::flows and flowsByTarget. O(n log n) of the operators with a number.
void linkBackward(const AssemblyInput& input, const PlacedSlices& placed, Trace& trace);

} // namespace stepscope::model
