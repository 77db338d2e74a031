// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/finding_blocks.h"

#include <algorithm>
#include <map>

namespace stepscope::analysis {
namespace {

// The ends that blocks of one stack met, as far as the evidence tells.
struct Ends
{
    std::int32_t firstDeath = model::kNeverInHistory; // of those that are freed
    std::int32_t lastDeath = model::kBeforeHistory;
    bool neverFreed = false;

    void add(std::int32_t died)
    {
        neverFreed = neverFreed || died == model::kNeverInHistory;
        if (died == model::kNeverInHistory)
            return;
        firstDeath = std::min(firstDeath, died);
        lastDeath = std::max(lastDeath, died);
    }
    [[nodiscard]] bool holds(std::int32_t died) const
    {
        return died == model::kNeverInHistory ? neverFreed : died >= firstDeath && died <= lastDeath;
    }
};

AllocId blockOf(const model::AllocationTable& table, const MemoryEvidence& evidence)
{
    const auto first = std::lower_bound(table.born.begin(), table.born.end(), evidence.entryFrom);
    for (auto a = static_cast<std::size_t>(first - table.born.begin());
         a < table.count() && table.born[a] == evidence.entryFrom; ++a) {
        if (table.address[a] == *evidence.address)
            return AllocId(a);
    }
    return {};
}

} // namespace

std::vector<AllocId> blocksOfFinding(const model::MemorySnapshot& snapshot, std::size_t device, const Finding& finding)
{
    std::vector<AllocId> blocks;
    if (device >= snapshot.devices.size())
        return blocks;
    const model::AllocationTable& table = snapshot.devices[device].allocations;
    std::map<StackId, Ends> ends;
    for (const MemoryEvidence& evidence : finding.memory) {
        const AllocId block = evidence.device == device && evidence.address ? blockOf(table, evidence) : AllocId();
        if (!block.valid())
            continue;
        blocks.push_back(block);
        if (finding.rule == "memory.growth" && table.stack[block.index()].valid())
            ends[table.stack[block.index()]].add(table.died[block.index()]);
    }
    for (std::size_t a = 0; a < table.count() && !ends.empty(); ++a) {
        const auto of = ends.find(table.stack[a]);
        if (of != ends.end() && of->second.holds(table.died[a]))
            blocks.emplace_back(a);
    }
    std::sort(blocks.begin(), blocks.end());
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    return blocks;
}

} // namespace stepscope::analysis
