// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a thread was busy with during a stretch: the innermost slice (the one that starts last; of equals the shortest,
// then the later one in the table) that covers more than half of it. Either operators, labels and Python frames are
// asked, or runtime and driver calls; steps and unplaced slices never are. A slice that covers more than half contains
// the middle, so one look into each lane is enough; the first kMostLanes lanes of a thread's operators and of its
// Python frames are looked into. O(lanes × (stretches + log n)).

#include "core/model/trace.h"
#include "core/util/interval_ops.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

inline constexpr std::uint32_t kMostLanes = 256;

enum class ActivityKind : std::uint8_t
{
    Program,
    ApiCall,
};

// `stretches` not empty, in order of their middles (std::midpoint). One answer each; invalid: nothing covers most of
// it.
[[nodiscard]] std::vector<SliceId> mainActivities(
    const model::Trace& trace, TrackId thread, const std::vector<Interval>& stretches, ActivityKind kind);

} // namespace stepscope::analysis
