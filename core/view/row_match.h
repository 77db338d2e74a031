// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which rows of two timelines play the same role, so that they can stand in the same order: ids of devices, streams,
// processes and threads differ from run to run and say nothing.
//
//   role      what kind of row it is below a row of the same role; of devices, streams (communication apart from
//             compute) and processes their place among their like; of threads, counters and all else their names
//             without numbers, and the place among those of one name. Who knows more of a track (compare::rowRoles)
//             hands that in
// O(nodes log nodes).

#include "core/view/track_layout.h"

#include <array>
#include <string>
#include <vector>

namespace stepscope::view {

struct RowMatch
{
    std::array<std::vector<NodeId>, 2> partners; // by node of either; invalid: it is in this run only

    [[nodiscard]] NodeId partner(std::size_t run, NodeId node) const
    {
        return node.index() < partners[run].size() ? partners[run][node.index()] : NodeId();
    }
};

using TrackRoles = std::vector<std::string>; // by track; none: told by the names
[[nodiscard]] RowMatch matchRows(
    const TrackLayout& before, const TrackLayout& after, const std::array<TrackRoles, 2>& roles = {});
// Brings rows of `after` into the order that their partners have; those without one come last among their siblings.
void orderLike(const TrackLayout& before, TrackLayout& after, const RowMatch& match);

} // namespace stepscope::view
