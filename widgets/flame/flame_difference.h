// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Two flame trees as one: a node for each way of names that either has, as wide as both amounts together, so that what
// is in one of them only is seen as well; with how much more or less it became. Pure. O(nodes log children).
//
//   amount   of each tree by its divisor (the steps that it spans)
//   change   after − before; −1 to 1 of the largest, as its square root: small ones are still seen

#include "widgets/flame/flame_tree.h"

#include <array>
#include <cstdint>
#include <vector>

namespace stepscope::widgets {

enum class FlameNames : std::uint8_t
{
    Exact,
    Calls,          // below the root ids of threads are not looked at, of all others what is stable (stable_name.h)
    WithoutNumbers, // of stacks: lines move when a program changes
};

struct FlameDifference
{
    static constexpr std::uint32_t kNone = 0xffffffffU;
    FlameTreePtr tree;                                 // its allLines tell both amounts
    std::vector<std::array<std::uint32_t, 2>> sources; // nodes before and after, by node of the tree
    std::vector<std::array<double, 2>> amounts;        // divided, by node
};

[[nodiscard]] FlameDifference flameDifference(
    const std::array<FlameTreePtr, 2>& trees, const std::array<double, 2>& divisors, FlameNames names);

} // namespace stepscope::widgets
