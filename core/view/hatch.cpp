// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/hatch.h"

#include <algorithm>
#include <cmath>

namespace stepscope::view {

namespace {

constexpr std::array<CauseLook, kCauseLooks> kLooks = {{
    {0xffe69f00U, Hatch::DiagonalUp},   // input
    {0xff0072b2U, Hatch::DiagonalDown}, // host dispatch
    {0xffd55e00U, Hatch::Vertical},     // sync
    {0xff009e73U, Hatch::Dots},         // dependency
    {0xffcc79a7U, Hatch::Cross},        // communication wait
    {0xff56b4e9U, Hatch::Horizontal},   // launch latency
    {0xff8a8f98U, Hatch::None},         // unexplained
}};

constexpr double kLine = 1.3; // logical px
constexpr double kDot = 1.25; // radius
constexpr int kSamples = 4;   // in each direction of a device pixel

double periodOf(Hatch hatch)
{
    switch (hatch) {
    case Hatch::Vertical:
    case Hatch::Horizontal:
        return 5;
    case Hatch::Cross:
        return 9;
    default:
        return 7;
    }
}

// Distance to the nearest of the lines at whole multiples of the period.
double toLine(double position, double period)
{
    const double rest = position - std::floor(position / period) * period;
    return std::min(rest, period - rest);
}

bool isInk(Hatch hatch, double x, double y, double period)
{
    const double diagonal = std::sqrt(2.0) * kLine / 2;
    switch (hatch) {
    case Hatch::DiagonalUp:
        return toLine(x + y, period) < diagonal;
    case Hatch::DiagonalDown:
        return toLine(x - y, period) < diagonal;
    case Hatch::Cross:
        return toLine(x + y, period) < diagonal * 0.8 || toLine(x - y, period) < diagonal * 0.8;
    case Hatch::Vertical:
        return toLine(x - period / 2, period) < kLine / 2;
    case Hatch::Horizontal:
        return toLine(y - period / 2, period) < kLine / 2;
    case Hatch::Dots: {
        const double first = std::hypot(toLine(x - period / 4, period), toLine(y - period / 4, period));
        const double second = std::hypot(toLine(x - 3 * period / 4, period), toLine(y - 3 * period / 4, period));
        return std::min(first, second) < kDot;
    }
    case Hatch::None:
        break;
    }
    return false;
}

} // namespace

const CauseLook& causeLook(std::size_t cause)
{
    return kLooks[std::min(cause, kCauseLooks - 1)];
}

HatchTile hatchTile(Hatch hatch, double ratio)
{
    HatchTile tile;
    if (hatch == Hatch::None || !(ratio > 0))
        return tile;
    tile.size = std::max(3, static_cast<int>(std::lround(periodOf(hatch) * ratio)));
    // The pattern is stretched a little so that it closes at whole device pixels.
    const double scale = periodOf(hatch) / tile.size;
    tile.levels.assign(static_cast<std::size_t>(tile.size) * static_cast<std::size_t>(tile.size), 0);
    for (int y = 0; y < tile.size; ++y) {
        for (int x = 0; x < tile.size; ++x) {
            int ink = 0;
            for (int sample = 0; sample < kSamples * kSamples; ++sample) {
                const int column = sample % kSamples;
                const int line = sample / kSamples;
                const double dx = (column + 0.5) / kSamples;
                const double dy = (line + 0.5) / kSamples;
                ink += isInk(hatch, (x + dx) * scale, (y + dy) * scale, periodOf(hatch)) ? 1 : 0;
            }
            const double share = static_cast<double>(ink) / (kSamples * kSamples);
            tile.levels[static_cast<std::size_t>(y) * static_cast<std::size_t>(tile.size) + static_cast<std::size_t>(x)]
                = static_cast<std::uint8_t>(std::lround(share * (kHatchLevels - 1)));
        }
    }
    return tile;
}

} // namespace stepscope::view
