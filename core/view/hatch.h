// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What idle time looks like: a colour (Okabe-Ito) and a pattern for each cause, in the order of analysis::IdleCause
// (which this layer does not know: widgets check that the counts agree). Neither is needed to understand the other:
// patterns tell the causes apart without colour. A tile is a pattern as a small square of coverage levels that repeats
// in both directions; painters mix the colour in by level. Pure values.

#include "core/view/colour.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope::view {

enum class Hatch : std::uint8_t
{
    None,
    DiagonalUp,
    DiagonalDown,
    Vertical,
    Horizontal,
    Cross,
    Dots,
};

inline constexpr std::size_t kCauseLooks = 7;
struct CauseLook
{
    Argb colour;
    Hatch hatch;
};
[[nodiscard]] const CauseLook& causeLook(std::size_t cause); // beyond the last: that of the last, "unexplained"

inline constexpr std::size_t kHatchLevels = 5; // 0: ground, 4: all ink
// How much of the colour lies on the ground at each level: ground and ink together come to about 35 %.
inline constexpr std::array<double, kHatchLevels> kHatchShares = {0.15, 0.27, 0.39, 0.51, 0.63};
inline constexpr double kPlainShare = 0.22; // of a stretch without a pattern

struct HatchTile
{
    int size = 1;                         // device pixels
    std::vector<std::uint8_t> levels {0}; // size × size, row by row

    [[nodiscard]] std::uint8_t level(int x, int y) const
    {
        return levels[static_cast<std::size_t>(y % size) * static_cast<std::size_t>(size)
            + static_cast<std::size_t>(x % size)];
    }
};
[[nodiscard]] HatchTile hatchTile(Hatch hatch, double ratio); // ratio: device pixels for each logical one

} // namespace stepscope::view
