// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/memory_colours.h"

#include <algorithm>
#include <numeric>

namespace stepscope::view {

namespace {

constexpr BandColour kFirstRamp = 200;
static_assert(kColours <= kFirstRamp && kFirstRamp + kRampSteps <= 255);

constexpr Argb kDarkText = 0xff1a1e26U;
constexpr Argb kLightText = 0xfff1f3f7U;

constexpr BandColour familyColour(HueFamily family, std::size_t shade)
{
    return colourIndex(static_cast<ColourGroup>(family), shade);
}

// Neighbours in this order are far apart in hue.
constexpr std::array kHues {HueFamily::Matrix, HueFamily::Optimizer, HueFamily::Convolution, HueFamily::Communication,
    HueFamily::Reduction, HueFamily::Attention, HueFamily::Copy, HueFamily::Compiled, HueFamily::ElementWise};
constexpr std::array<std::size_t, kShades> kShadeOrder {2, 4, 0, 3, 1};

} // namespace

BandColour hueColour(std::size_t number)
{
    return familyColour(kHues[number % kHues.size()], kShadeOrder[number / kHues.size() % kShades]);
}

BandColour quietColour()
{
    return familyColour(HueFamily::Other, kShades / 2);
}

BandColour rampColour(std::size_t step)
{
    return static_cast<BandColour>(kFirstRamp + std::min(step, kRampSteps - 1));
}

std::vector<std::uint32_t> groupsByArea(
    const Lifetimes& lifetimes, std::int32_t entries, std::span<const std::uint32_t> groupOf, std::size_t groups)
{
    std::vector<double> areas(groups, 0.0);
    for (std::size_t i = 0; i < groupOf.size(); ++i) {
        const double life = static_cast<double>(std::min(lifetimes.died[i], entries)) - lifetimes.born[i];
        areas[groupOf[i]] += life * static_cast<double>(lifetimes.size[i]);
    }
    std::vector<std::uint32_t> order(groups);
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(
        order.begin(), order.end(), [&areas](std::uint32_t a, std::uint32_t b) { return areas[a] > areas[b]; });
    std::erase_if(order, [&areas](std::uint32_t group) { return areas[group] <= 0; });
    return order;
}

std::vector<BandColour> coloursInOrder(std::span<const std::uint32_t> order, std::size_t groups)
{
    std::vector<BandColour> colours(groups, quietColour());
    for (std::size_t rank = 0; rank < order.size(); ++rank)
        colours[order[rank]] = hueColour(rank);
    return colours;
}

std::size_t sizeClass(std::uint64_t bytes)
{
    std::size_t step = 0;
    for (std::uint64_t bound = std::uint64_t {4} << 10U; bytes > bound && step + 1 < kRampSteps; bound *= 16)
        ++step;
    return step;
}

std::size_t lifetimeClass(std::int32_t born, std::int32_t died, std::int32_t entries)
{
    const double all = std::max(1, entries);
    const double share = (static_cast<double>(std::min(died, entries)) - std::max(born, 0)) / all;
    const auto longer = std::upper_bound(kLifetimeShares.begin(), kLifetimeShares.end(), share);
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(longer - kLifetimeShares.begin(), 1)) - 1;
}

BandPalette::BandPalette(bool dark)
    : m_palette(dark)
{
    for (std::size_t step = 0; step < kRampSteps; ++step) {
        const double share = static_cast<double>(step) / (kRampSteps - 1);
        const OkLch quiet = dark ? OkLch {0.34, 0.03, 250} : OkLch {0.92, 0.03, 250};
        const OkLch strong = dark ? OkLch {0.66, 0.13, 265} : OkLch {0.55, 0.14, 265};
        m_ramp.push_back(toArgb({quiet.l + (strong.l - quiet.l) * share, quiet.c + (strong.c - quiet.c) * share,
            quiet.h + (strong.h - quiet.h) * share}));
    }
}

Argb BandPalette::colour(BandColour colour) const
{
    return colour >= kFirstRamp ? m_ramp[colour - kFirstRamp] : m_palette.colour(colour);
}

Argb BandPalette::text(BandColour colour) const
{
    if (colour < kFirstRamp)
        return m_palette.text(colour);
    const Argb under = m_ramp[colour - kFirstRamp];
    return contrast(under, kDarkText) >= contrast(under, kLightText) ? kDarkText : kLightText;
}

} // namespace stepscope::view
