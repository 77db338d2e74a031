// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/memory_ticks.h"

#include "core/util/time.h"

#include <algorithm>
#include <array>

namespace stepscope::view {

namespace {

struct ByteUnit
{
    std::uint64_t bytes;
    const char* name;
};
constexpr ByteUnit kUnits[] = {{1, "B"}, {std::uint64_t {1} << 10U, "KiB"}, {std::uint64_t {1} << 20U, "MiB"},
    {std::uint64_t {1} << 30U, "GiB"}, {std::uint64_t {1} << 40U, "TiB"}};
constexpr std::uint64_t kLargestStep = std::uint64_t {1} << 61U;

std::uint64_t byteStep(double least)
{
    std::uint64_t step = 1;
    while (static_cast<double>(step) < least && step < kLargestStep)
        step *= 2;
    return step;
}

// In the largest unit of which it is a whole number, or a few halves and quarters: "512 MiB", "1.5 GiB".
std::string byteLabel(std::uint64_t bytes)
{
    const ByteUnit* unit = kUnits;
    for (const ByteUnit& candidate : kUnits) {
        if (bytes >= candidate.bytes && bytes * 4 % candidate.bytes == 0)
            unit = &candidate;
    }
    const std::uint64_t quarters = bytes * 4 / unit->bytes % 4;
    constexpr std::array kFractions {"", ".25", ".5", ".75"};
    return std::to_string(bytes / unit->bytes) + kFractions[quarters] + " " + unit->name;
}

} // namespace

std::vector<ByteTick> byteTicks(std::uint64_t top, double height, double leastPixels)
{
    std::vector<ByteTick> ticks;
    if (top == 0 || height <= 0)
        return ticks;
    const std::uint64_t step = byteStep(static_cast<double>(top) / height * leastPixels);
    ticks.push_back({0, "0"});
    for (std::uint64_t bytes = step; bytes <= top && bytes >= step; bytes += step)
        ticks.push_back({bytes, byteLabel(bytes)});
    return ticks;
}

std::vector<EntryTick> entryTicks(
    const EntryPositions& positions, const TimeWindow& window, double widthPx, double labelPx)
{
    std::vector<EntryTick> ticks;
    const double perPx = window.span / std::max(1.0, widthPx) / static_cast<double>(EntryPositions::kUnit);
    const std::int64_t step = std::max<std::int64_t>(1, tickStep(perPx, labelPx));
    const std::int64_t last = std::min(window.end(), positions.end()) / EntryPositions::kUnit;
    std::int64_t number = std::max<std::int64_t>(0, window.start) / EntryPositions::kUnit;
    for (number = (number + step - 1) / step * step; number <= last; number += step)
        ticks.push_back({number * EntryPositions::kUnit, formatCount(static_cast<std::uint64_t>(number))});
    return ticks;
}

} // namespace stepscope::view
