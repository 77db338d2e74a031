// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/holdings.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace stepscope::analysis {
namespace {

using model::AllocationTable;
using model::SegmentSpan;

struct Growing
{
    Holding holding;
    std::array<std::uint64_t, kMemoryCategories> byCategory {};
};

class Keys
{
public:
    Keys(const HoldingView& view, HoldingKey key, std::int32_t entry)
        : m_view(view)
        , m_key(key)
    {
        if (key == HoldingKey::Segment)
            m_segments = model::reservedAt(view.device, entry);
    }
    [[nodiscard]] std::uint64_t of(AllocId id) const
    {
        const AllocationTable& table = m_view.device.allocations;
        const std::uint64_t freeSite = hasFreeSite(table, id) ? kFreeSite : 0;
        switch (m_key) {
        case HoldingKey::Stack:
            return table.stack[id.index()].value | freeSite;
        case HoldingKey::UserFrame:
            return m_view.reader.userFrame(table.stack[id.index()]).value | freeSite;
        case HoldingKey::Category:
            return static_cast<std::uint64_t>(m_view.categories[id.index()]);
        case HoldingKey::Segment:
            break;
        }
        const std::uint64_t address = table.address[id.index()];
        const auto after = std::upper_bound(m_segments.begin(), m_segments.end(), address,
            [](std::uint64_t value, const SegmentSpan& segment) { return value < segment.address; });
        if (after == m_segments.begin() || address - std::prev(after)->address >= std::prev(after)->size)
            return kNowhere;
        return std::prev(after)->address;
    }
    static constexpr std::uint64_t kNowhere = UINT64_MAX;

private:
    static constexpr std::uint64_t kFreeSite = std::uint64_t {1} << 32U; // above all stacks and frames

    const HoldingView& m_view;
    HoldingKey m_key;
    std::vector<SegmentSpan> m_segments; // ascending by address
};

} // namespace

std::vector<Holding> groupHoldings(
    const HoldingView& view, std::span<const AllocId> blocks, HoldingKey key, std::int32_t entry)
{
    const AllocationTable& table = view.device.allocations;
    const Keys keys(view, key, entry);
    std::map<std::uint64_t, Growing> groups;
    for (const AllocId id : blocks) {
        const std::uint64_t group = keys.of(id);
        Growing& growing = groups[group];
        Holding& holding = growing.holding;
        holding.bytes += table.size[id.index()];
        holding.rounded += table.blockSize[id.index()];
        ++holding.blocks;
        growing.byCategory[static_cast<std::size_t>(view.categories[id.index()])] += table.size[id.index()];
        if (!holding.largest.valid() || table.size[id.index()] > table.size[holding.largest.index()])
            holding.largest = id;
        if (key == HoldingKey::Segment && group != Keys::kNowhere)
            holding.segment = group;
    }
    std::vector<Holding> out;
    out.reserve(groups.size());
    for (auto& [group, growing] : groups) {
        const auto most = std::max_element(growing.byCategory.begin(), growing.byCategory.end());
        growing.holding.category = static_cast<MemoryCategory>(most - growing.byCategory.begin());
        growing.holding.stack = table.stack[growing.holding.largest.index()];
        growing.holding.freeSite = hasFreeSite(table, growing.holding.largest);
        growing.holding.frame = view.reader.userFrame(growing.holding.stack);
        out.push_back(growing.holding);
    }
    std::stable_sort(out.begin(), out.end(), [](const Holding& a, const Holding& b) { return a.bytes > b.bytes; });
    return out;
}

std::string allocatedIn(const StackReader& reader, StackId stack, bool freeSite)
{
    return freeSite && stack.valid() ? fmt::format("(before recording; freed at {})", reader.label(stack))
        : freeSite                   ? std::string("(before recording)")
                                     : reader.label(stack);
}

bool hasFreeSite(const AllocationTable& table, AllocId id)
{
    return (table.flags[id.index()] & model::kFreeSiteStack) != 0;
}

bool livedLonger(const model::AllocationTable& table, AllocId allocation)
{
    const std::size_t i = allocation.index();
    const bool knownEnd = table.died[i] != model::kNeverInHistory;
    // One from before whose free was missed may have died at any time.
    return !knownEnd || (table.born[i] == model::kBeforeHistory && (table.flags[i] & model::kMissedFree) == 0);
}

std::vector<AllocId> allocatedBetween(const model::MemoryDevice& device, std::int32_t from, std::int32_t to)
{
    const Column<std::int32_t>& born = device.allocations.born;
    const auto first = static_cast<std::size_t>(std::lower_bound(born.begin(), born.end(), from) - born.begin());
    std::vector<AllocId> ids;
    for (std::size_t a = first; a < born.size() && born[a] <= to; ++a)
        ids.emplace_back(a);
    return ids;
}

std::vector<AllocId> freedBetween(const model::MemoryDevice& device, std::int32_t from, std::int32_t to)
{
    const Column<std::int32_t>& died = device.allocations.died;
    std::vector<AllocId> ids;
    for (std::size_t a = 0; a < died.size(); ++a) {
        if (died[a] >= from && died[a] <= to)
            ids.emplace_back(a);
    }
    return ids;
}

std::vector<StackWeight> weightsByStack(const model::MemoryDevice& device, std::span<const AllocId> blocks)
{
    std::map<StackId, StackWeight> byStack;
    for (const AllocId id : blocks) {
        const StackId stack = hasFreeSite(device.allocations, id) ? StackId() : device.allocations.stack[id.index()];
        StackWeight& weight = byStack[stack];
        weight.stack = stack;
        weight.bytes += static_cast<std::int64_t>(device.allocations.size[id.index()]);
        ++weight.blocks;
    }
    std::vector<StackWeight> weights;
    weights.reserve(byStack.size());
    for (const auto& [stack, weight] : byStack)
        weights.push_back(weight);
    return weights;
}

} // namespace stepscope::analysis
