// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/raised_baseline.h"

#include <algorithm>
#include <map>

namespace stepscope::analysis {
namespace {

std::int32_t baselineEntry(const model::MemoryDevice& device, const MemoryStep& step)
{
    const auto* const begin = device.active.value.begin();
    return static_cast<std::int32_t>(
        std::min_element(begin + step.firstEntry, begin + step.lastEntry + 1) - device.active.value.begin());
}

} // namespace

std::optional<RaisedBaseline> raisedBaseline(
    const model::MemoryDevice& device, const std::vector<MemoryStep>& steps, const MemoryGrowth& growth)
{
    const MemoryStep& first = steps[growth.firstStep];
    const MemoryStep& last = steps[growth.lastStep];
    if (last.baseline <= first.baseline)
        return std::nullopt;
    RaisedBaseline raised;
    raised.bytes = last.baseline - first.baseline;
    raised.firstEntry = baselineEntry(device, first);
    raised.lastEntry = baselineEntry(device, last);
    std::map<StackId, KeptStack> keptBy;
    const model::AllocationTable& table = device.allocations;
    const auto* const born = std::upper_bound(table.born.begin(), table.born.end(), raised.firstEntry);
    for (auto a = static_cast<std::size_t>(born - table.born.begin());
         a < table.count() && table.born[a] <= raised.lastEntry; ++a) {
        if (table.died[a] <= raised.lastEntry)
            continue;
        KeptStack& kept = keptBy[table.stack[a]];
        kept.stack = table.stack[a];
        kept.bytes += table.size[a];
        kept.blocks.emplace_back(a);
    }
    raised.kept.reserve(keptBy.size());
    for (auto& [stack, kept] : keptBy)
        raised.kept.push_back(std::move(kept));
    std::stable_sort(raised.kept.begin(), raised.kept.end(),
        [](const KeptStack& a, const KeptStack& b) { return a.bytes > b.bytes; });
    return raised;
}

} // namespace stepscope::analysis
