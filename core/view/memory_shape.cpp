// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/memory_shape.h"

#include "core/view/memory_stack.h"

#include <algorithm>
#include <utility>

namespace stepscope::view {

namespace {

using Death = std::pair<std::int32_t, std::uint64_t>; // entry, bytes

std::vector<Death> deathsBelow(const LifetimeIndex& index, std::size_t piece)
{
    const Lifetimes& all = index.lifetimes();
    std::vector<Death> deaths;
    index.eachDyingAfter(
        0, piece, all.born[piece], [&](std::size_t below) { deaths.emplace_back(all.died[below], all.size[below]); });
    std::sort(deaths.begin(), deaths.end());
    return deaths;
}

} // namespace

BandShape bandShape(const LifetimeIndex& index, std::span<const std::int32_t> entries, std::size_t piece)
{
    BandShape shape;
    shape.size = index.lifetimes().size[piece];
    const std::vector<Death> deaths = deathsBelow(index, piece);
    std::vector<std::uint64_t> above(deaths.size() + 1, 0); // bytes of those from each place on
    for (std::size_t i = deaths.size(); i > 0; --i)
        above[i - 1] = saturatingSum(above[i], deaths[i - 1].second);
    std::size_t dead = 0;
    for (std::size_t column = 0; column < entries.size(); ++column) {
        if (!index.livesAt(piece, entries[column]))
            continue;
        if (shape.bottoms.empty())
            shape.firstColumn = static_cast<std::int32_t>(column);
        while (dead < deaths.size() && deaths[dead].first <= entries[column])
            ++dead;
        shape.bottoms.push_back(above[dead]);
    }
    return shape;
}

} // namespace stepscope::view
