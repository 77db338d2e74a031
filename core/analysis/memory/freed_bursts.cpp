// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/freed_bursts.h"

#include "core/analysis/memory/steady_leaks.h"

#include <algorithm>
#include <map>
#include <set>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kNoStep = SIZE_MAX;

std::size_t stepAt(const std::vector<MemoryStep>& steps, std::int32_t entry)
{
    const auto at = std::partition_point(
        steps.begin(), steps.end(), [entry](const MemoryStep& step) { return step.lastEntry < entry; });
    return at == steps.end() || entry < at->firstEntry ? kNoStep : static_cast<std::size_t>(at - steps.begin());
}

struct Freed
{
    std::int32_t at;
    std::size_t born; // step
    AllocId id;
};

// The burst that starts at `from`, in frees ascending by time; moves `from` behind it.
FreedBurst burstFrom(const model::MemoryDevice& device, const std::vector<Freed>& frees, std::size_t& from)
{
    FreedBurst burst;
    std::set<std::size_t> steps;
    const std::int32_t start = frees[from].at;
    for (; from < frees.size() && frees[from].at - start <= kBurstLength; ++from) {
        if (device.allocations.born[frees[from].id.index()] >= start)
            continue; // was not there when the burst began
        steps.insert(frees[from].born);
        burst.bytes += device.allocations.size[frees[from].id.index()];
        burst.blocks.push_back(frees[from].id);
    }
    burst.steps = steps.size();
    return burst;
}

} // namespace

std::optional<FreedBurst> freedBurst(
    const model::MemoryDevice& device, const std::vector<MemoryStep>& steps, std::uint64_t peak)
{
    const model::AllocationTable& table = device.allocations;
    std::map<StackId, std::vector<Freed>> byStack;
    for (std::size_t a = 0; a < table.count(); ++a) {
        if (table.born[a] < 0 || table.died[a] == model::kNeverInHistory)
            continue;
        const std::size_t born = stepAt(steps, table.born[a]);
        if (born != kNoStep && table.died[a] > steps[born].lastEntry)
            byStack[table.stack[a]].push_back({table.died[a], born, AllocId(a)});
    }
    std::optional<FreedBurst> most;
    for (auto& [stack, frees] : byStack) {
        std::sort(frees.begin(), frees.end(), [](const Freed& a, const Freed& b) { return a.at < b.at; });
        for (std::size_t from = 0; from < frees.size();) {
            FreedBurst burst = burstFrom(device, frees, from);
            const bool counts = burst.blocks.size() >= kLeastBurst && burst.steps >= kLeastBurstSteps
                && static_cast<double>(burst.bytes) >= kLeastOfPeak * static_cast<double>(peak);
            if (counts && (!most || burst.bytes > most->bytes)) {
                burst.stack = stack;
                most = std::move(burst);
            }
        }
    }
    return most;
}

} // namespace stepscope::analysis
