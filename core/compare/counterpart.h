// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The event of one run that stands where an event of the other one does.

#include "core/model/trace.h"
#include "core/util/interval_ops.h"

namespace stepscope::compare {

struct InStep // an event, or where one is looked for
{
    const model::Trace& trace;
    Interval step; // of the CPU, or of the GPU's for its work
};

// The k-th of its name that begins in `other`, where `slice` is the k-th in its own step; the last one where there are
// fewer. Invalid: there is none, or `slice` does not begin in its step. O(slices of both traces).
[[nodiscard]] SliceId counterpart(const InStep& own, SliceId slice, const InStep& other);

} // namespace stepscope::compare
