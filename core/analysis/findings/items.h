// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a rule found, piece by piece, and its grouping into findings by the steps it costs.
//
//   cost of a unit  summed cost of the items in it
//   exceptional     a unit whose cost is more than twice the median of all units and at least kExceptionalShare of the
//                   unit above it: something happened there. Up to kSingled of them are findings of their own, more
//                   become one together
//   regular         all other units: what every step pays, one finding
//   share           cost ÷ (length of the group's units × devices)
// Groups below the least share are left out. Warm-up steps take no part. O(items log items + units log units).

#include "core/analysis/findings/units.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

inline constexpr double kExceptionalShare = 0.05;
inline constexpr std::size_t kSingled = 3;

struct Item
{
    std::uint32_t unit = 0;
    std::uint32_t device = 0; // index into GpuUse::devices
    std::int64_t cost = 0;    // ns
    Interval span;            // the whole piece, also where only a part of it costs
    TrackId row;              // invalid: the whole device
    SliceId slice;            // what it is named after; may be invalid
    std::uint64_t bytes = 0;
};

struct Group
{
    std::vector<std::uint32_t> units; // those that pay, ascending
    std::size_t of = 0;               // regular: of this many units; exceptional: of all representative ones
    bool exceptional = false;
    std::vector<Item> items; // costliest first, then by time
    std::int64_t cost = 0;
    double share = 0;
    std::uint32_t worst = 0; // the unit with the highest cost
    std::int64_t worstCost = 0;
};

[[nodiscard]] std::vector<Group> groupByUnit(
    std::vector<Item> items, const Units& units, std::size_t devices, double leastShare);

} // namespace stepscope::analysis
