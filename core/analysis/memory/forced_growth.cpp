// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/forced_growth.h"

#include "core/model/allocator_rules.h"
#include "core/model/memory_spans.h"

#include <map>
#include <tuple>

namespace stepscope::analysis {
namespace {

using Group = std::tuple<model::PoolIndex, model::StreamIndex, bool>; // pool, stream, large

class FreeBytes
{
public:
    explicit FreeBytes(const model::AllocationTable& table)
        : m_table(table)
    {
    }
    std::uint64_t& of(const model::SegmentSpan& span) { return m_free[{span.pool, span.stream, span.large}]; }
    std::uint64_t& of(std::size_t allocation)
    {
        const bool large = m_table.blockSize[allocation] > model::kSmallBlockMax;
        return m_free[{m_table.pool[allocation], m_table.stream[allocation], large}];
    }

private:
    const model::AllocationTable& m_table;
    std::map<Group, std::uint64_t> m_free; // wraps around where the record contradicts itself
};

bool reaches(std::uint64_t free, std::uint64_t size)
{
    return free >= size && free <= INT64_MAX; // else below zero
}

} // namespace

std::uint64_t forcedGrowth(const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, std::int32_t from)
{
    const model::AllocationTable& table = device.allocations;
    const model::MemoryEntries& entries = snapshot.entries(device);
    const std::vector<std::uint32_t> ending = model::spansByEnd(device.spans);
    FreeBytes free(table);
    std::size_t begun = 0;
    std::size_t ended = 0;
    const auto beginSpans = [&](std::int32_t entry) {
        for (; begun < device.spans.size() && device.spans[begun].from == entry; ++begun)
            free.of(device.spans[begun]) += device.spans[begun].size;
    };
    beginSpans(model::kBeforeHistory);
    for (std::size_t a = 0; a < table.count() && table.born[a] < 0; ++a)
        free.of(a) -= table.blockSize[a];
    std::uint64_t forced = 0;
    for (std::int32_t i = 0; i < device.entryCount(); ++i) {
        for (; ended < ending.size() && device.spans[ending[ended]].to == i; ++ended)
            free.of(device.spans[ending[ended]]) -= device.spans[ending[ended]].size;
        const std::uint64_t size = entries.size[static_cast<std::size_t>(i)];
        const bool grows = i >= from && begun < device.spans.size() && device.spans[begun].from == i;
        if (grows && reaches(free.of(device.spans[begun]), size))
            forced += size;
        beginSpans(i);
        const AllocId id = device.allocationOf[static_cast<std::size_t>(i)];
        if (!id.valid())
            continue;
        if (table.died[id.index()] == i)
            free.of(id.index()) += table.blockSize[id.index()];
        else if (table.born[id.index()] == i)
            free.of(id.index()) -= table.blockSize[id.index()];
    }
    return forced;
}

} // namespace stepscope::analysis
