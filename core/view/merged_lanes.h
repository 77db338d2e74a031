// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Slices of several lanes as if they were one track: each goes to the first lane that is free when it begins, so that
// what follows each other stands in one row and what overlaps stays to be seen below. Owns copies of the times, 20
// bytes a slice. Immutable. O(n log n) to make; as many lanes as slices overlap at most.

#include "core/view/slice_run.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace stepscope::view {

class MergedLanes
{
public:
    MergedLanes() = default; // none
    MergedLanes(const model::Trace& trace, std::span<const LaneId> lanes);

    [[nodiscard]] std::size_t size() const { return m_lanes.size(); }
    [[nodiscard]] SliceRun run(std::size_t lane) const; // valid as long as this is
    // Lane and position in its run of a slice; nothing for one that is not here. O(lanes log n).
    [[nodiscard]] std::optional<std::pair<std::size_t, std::uint32_t>> find(
        const model::Trace& trace, SliceId slice) const;

private:
    struct Lane
    {
        std::vector<std::int64_t> starts;
        std::vector<std::int64_t> durs;
        std::vector<SliceId> ids;
        RangeMax longest;
    };
    std::vector<Lane> m_lanes;
};

} // namespace stepscope::view
