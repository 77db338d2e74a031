// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// GPU work that delays compute: the part of each piece in which its device computes nothing. Pieces that run at the
// same time share that part: the one that started first has it. O(n log n) in the selected work.

#include "core/analysis/findings/study.h"
#include "core/analysis/work_classes.h"

#include <functional>
#include <vector>

namespace stepscope::analysis {

// Items, by unit, for the work of the trace that `select` takes; pieces that are hidden completely have none.
[[nodiscard]] std::vector<Item> exposedWork(
    const Study& study, const std::function<bool(SliceId, std::size_t work)>& select);

} // namespace stepscope::analysis
