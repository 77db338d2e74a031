// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Ticks of the two scales of a memory history: bytes in powers of two, entries by number. Pure functions.

#include "core/view/memory_axis.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::view {

struct ByteTick
{
    std::uint64_t bytes = 0;
    std::string label; // "512 MiB", "1.5 GiB"
};
// From 0 up to `top`, in steps of a power of two, each at least `leastPixels` of `height` high.
[[nodiscard]] std::vector<ByteTick> byteTicks(std::uint64_t top, double height, double leastPixels);

struct EntryTick
{
    std::int64_t position = 0; // on the axis
    std::string label;         // "12 000"
};
// Entries that begin in the window, with a label each, at least `labelPx` pixels apart; by number, or in compact mode
// by the number of the change.
[[nodiscard]] std::vector<EntryTick> entryTicks(
    const EntryPositions& positions, const TimeWindow& window, double widthPx, double labelPx);

} // namespace stepscope::view
