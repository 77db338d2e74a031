// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The band of one piece over its whole life: where it lies in each pixel column. Only pieces born before it lie under
// it, so its bottom only ever falls, whenever one of those dies. O(live log live + columns).

#include "core/view/memory_lifetimes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::view {

struct BandShape
{
    std::int32_t firstColumn = 0;
    std::vector<std::uint64_t> bottoms; // bytes below it, one value a column from the first on
    std::uint64_t size = 0;             // its own bytes
};

// `entries`: the entry each column shows, as from shownEntries().
[[nodiscard]] BandShape bandShape(const LifetimeIndex& index, std::span<const std::int32_t> entries, std::size_t piece);

} // namespace stepscope::view
