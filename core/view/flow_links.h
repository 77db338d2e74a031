// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Flows of the file around one slice: which forward operator a backward one belongs to, who woke whom. Launches, which
// have links of their own (launch_links.h), are left out. Pure function of the trace; O(log flows + found).

#include "core/model/trace.h"

#include <cstddef>
#include <vector>

namespace stepscope::view {

inline constexpr std::size_t kMaxFlowLinks = 24; // from a slice, and to it

// Flows that begin or end at `slice`; where it has none, at the innermost slice around it that has. By the other end.
[[nodiscard]] std::vector<model::Flow> flowsAround(const model::Trace& trace, SliceId slice);

} // namespace stepscope::view
