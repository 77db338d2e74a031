// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Colours of memory bands. Pieces belong to groups (a line of the program, a category, a size class); the groups that
// fill most of the picture get a hue each, smaller ones share them in other shades. Hues are those of view::Palette,
// told apart with protan, deutan and tritan vision; orders (size, lifetime) are steps of one hue from quiet to strong.
// A BandColour is independent of the theme; a BandPalette turns it into colours.

#include "core/view/memory_lifetimes.h"
#include "core/view/palette.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::view {

using BandColour = std::uint8_t;
inline constexpr std::size_t kRampSteps = 8;

[[nodiscard]] BandColour hueColour(std::size_t number); // 0, 1, … are as different as can be; repeats after 45
[[nodiscard]] BandColour quietColour();                 // for what has no group
[[nodiscard]] BandColour rampColour(std::size_t step);  // 0 … kRampSteps - 1

// Of `groups` groups those that have any area (bytes times entries), most of it first. `groupOf`: of each piece.
[[nodiscard]] std::vector<std::uint32_t> groupsByArea(
    const Lifetimes& lifetimes, std::int32_t entries, std::span<const std::uint32_t> groupOf, std::size_t groups);
// A hue for each group, the first of `order` the first ones.
[[nodiscard]] std::vector<BandColour> coloursInOrder(std::span<const std::uint32_t> order, std::size_t groups);

// Steps of orders: sizes up to 4 KiB, 64 KiB, 1 MiB, … 16 times each; lives of at least these shares of the history,
// the shortest lives first.
inline constexpr std::array<double, kRampSteps> kLifetimeShares {0, 0.0001, 0.0005, 0.002, 0.01, 0.05, 0.2, 0.99};
[[nodiscard]] std::size_t sizeClass(std::uint64_t bytes);
[[nodiscard]] std::size_t lifetimeClass(std::int32_t born, std::int32_t died, std::int32_t entries);

class BandPalette
{
public:
    explicit BandPalette(bool dark);
    [[nodiscard]] Argb colour(BandColour colour) const;
    [[nodiscard]] Argb text(BandColour colour) const; // readable on it

private:
    Palette m_palette;
    std::vector<Argb> m_ramp;
};

} // namespace stepscope::view
