// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Cause and effect around one slice: operator -> launch call -> GPU work, in both directions. Pure
// functions of the trace. launchesWithin() costs O(lanes of the track · log n + found), the others O(log n).

#include "core/model/trace.h"

#include <vector>

namespace stepscope::view {

struct LaunchChain
{
    SliceId op;                                     // innermost operator or annotation around the launch
    SliceId launch;                                 // the first launch call
    std::vector<std::pair<SliceId, SliceId>> links; // (launch call, GPU work), by start of the launch
    [[nodiscard]] bool empty() const { return links.empty(); }
};

// Of something that launches more there are no links: so many curves would hide more than they tell.
inline constexpr std::size_t kMaxChainLinks = 24;

// What belongs to `slice`, whether it is GPU work, a launch call or something on the CPU that launches inside.
[[nodiscard]] LaunchChain launchChain(const model::Trace& trace, SliceId slice);

// Launch calls with GPU work that lie within a slice of a CPU thread, by start; at most `limit` of each lane.
[[nodiscard]] std::vector<SliceId> launchesWithin(const model::Trace& trace, SliceId slice, std::size_t limit);

// All that links are drawn between, with what lies around the launches and around the ends of the flows: the operators
// and Python frames that they come from. Ascending; empty where nothing is linked.
[[nodiscard]] std::vector<SliceId> linkedSlices(
    const model::Trace& trace, SliceId slice, const LaunchChain& chain, const std::vector<model::Flow>& flows);

// One step towards the cause (GPU work -> launch -> operator) and towards the effect; invalid at the end of the chain.
[[nodiscard]] SliceId towardsCause(const model::Trace& trace, SliceId slice);
[[nodiscard]] SliceId towardsEffect(const model::Trace& trace, SliceId slice);

} // namespace stepscope::view
