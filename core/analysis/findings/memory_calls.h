// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Calls that take memory from the driver or give it back (cudaMalloc, hipFree and the like). The caching allocator
// makes them rare; in the middle of training each costs as much as hundreds of launches, and freeing waits for the GPU.

#include "core/analysis/findings/study.h"

#include <vector>

namespace stepscope::analysis {

// Says so in a finding about idle time where such calls fill at least a third of it. `granted` is the idle time that
// the finding's rule answers for, by device. O(slices + calls log calls + items log calls).
void addMemoryCalls(const Study& study, const std::vector<IntervalSet>& granted, const Group& group, Finding& finding);

} // namespace stepscope::analysis
