// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/steady_leaks.h"

#include "core/analysis/percentile.h"

#include <algorithm>
#include <map>
#include <optional>

namespace stepscope::analysis {
namespace {

using model::AllocationTable;

// What a step makes for its own use, or what is made once and stays.
bool belongsToTraining(MemoryCategory category)
{
    return category == MemoryCategory::Parameter || category == MemoryCategory::OptimizerState
        || category == MemoryCategory::Activation || category == MemoryCategory::Gradient;
}

// The size most blocks have, where enough have it.
std::optional<std::uint64_t> commonSize(const AllocationTable& table, const std::vector<AllocId>& blocks)
{
    std::map<std::uint64_t, std::size_t> count;
    for (const AllocId id : blocks)
        ++count[table.size[id.index()]];
    const auto most = std::max_element(
        count.begin(), count.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    if (static_cast<double>(most->second) < kEqualSizes * static_cast<double>(blocks.size()))
        return std::nullopt;
    return most->first;
}

// The median gap between births, where they go on all along.
std::optional<std::uint64_t> steadyGap(
    const AllocationTable& table, const std::vector<AllocId>& blocks, std::int32_t entries)
{
    const auto old
        = std::count_if(blocks.begin(), blocks.end(), [&](AllocId id) { return table.born[id.index()] < entries / 2; });
    const bool goesOn = table.born[blocks.back().index()] >= entries - entries / 4;
    if (old < static_cast<std::ptrdiff_t>(kLeastOld) || !goesOn)
        return std::nullopt;
    std::vector<std::int64_t> gaps;
    gaps.reserve(blocks.size());
    for (std::size_t i = 1; i < blocks.size(); ++i)
        gaps.push_back(table.born[blocks[i].index()] - table.born[blocks[i - 1].index()]);
    const std::int64_t largest = std::max<std::int64_t>(
        *std::max_element(gaps.begin(), gaps.end()), entries - table.born[blocks.back().index()]);
    const std::int64_t median = upperMedian(gaps).value_or(0);
    return largest <= kLargestGap * median ? std::optional(static_cast<std::uint64_t>(median)) : std::nullopt;
}

} // namespace

std::vector<SteadyLeak> steadyLeaks(const HoldingView& view, std::uint64_t peak)
{
    const AllocationTable& table = view.device.allocations;
    std::map<StackId, std::vector<AllocId>> kept;
    for (std::size_t a = 0; a < table.count(); ++a) {
        if (table.born[a] >= 0 && table.died[a] == model::kNeverInHistory && !belongsToTraining(view.categories[a]))
            kept[table.stack[a]].emplace_back(a);
    }
    std::vector<SteadyLeak> leaks;
    for (auto& [stack, blocks] : kept) {
        if (blocks.size() < kLeastLeaked)
            continue;
        const auto size = commonSize(table, blocks);
        const auto every = steadyGap(table, blocks, view.device.entryCount());
        if (!size || !every)
            continue;
        SteadyLeak leak {stack, *size, *every, 0, std::move(blocks)};
        for (const AllocId id : leak.blocks)
            leak.bytes += table.size[id.index()];
        if (static_cast<double>(leak.bytes) >= kLeastOfPeak * static_cast<double>(peak))
            leaks.push_back(std::move(leak));
    }
    std::stable_sort(
        leaks.begin(), leaks.end(), [](const SteadyLeak& a, const SteadyLeak& b) { return a.bytes > b.bytes; });
    return leaks;
}

} // namespace stepscope::analysis
