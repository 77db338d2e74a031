// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/memory_growth.h"

#include "core/analysis/percentile.h"

#include <algorithm>
#include <map>

namespace stepscope::analysis {
namespace {

double risingShareOf(const std::vector<double>& values)
{
    std::size_t rising = 0;
    for (std::size_t i = 1; i < values.size(); ++i)
        rising += values[i] > values[i - 1] ? 1U : 0U;
    return static_cast<double>(rising) / static_cast<double>(values.size() - 1);
}

double largestFallOf(const std::vector<double>& values)
{
    double fall = 0;
    for (std::size_t i = 1; i < values.size(); ++i)
        fall = std::max(fall, values[i - 1] - values[i]);
    return fall;
}

// What one stack made in each step that still lives at the end.
struct Kept
{
    Leaker leaker;
    std::map<std::size_t, double> byStep;
};

std::vector<Leaker> leakersOf(
    const model::MemoryDevice& device, const std::vector<MemoryStep>& steps, const MemoryGrowth& growth)
{
    const model::AllocationTable& table = device.allocations;
    const std::int32_t end = steps[growth.lastStep].lastEntry;
    const std::size_t stop = growth.lastStep; // blocks of the last step may still be in use
    std::map<StackId, Kept> keptBy;
    std::size_t step = growth.firstStep;
    const auto firstBorn = std::lower_bound(table.born.begin(), table.born.end(), steps[step].firstEntry);
    for (auto a = static_cast<std::size_t>(firstBorn - table.born.begin()); a < table.count(); ++a) {
        while (step < stop && steps[step].lastEntry < table.born[a])
            ++step;
        if (step == stop)
            break;
        if (table.born[a] < steps[step].firstEntry || table.died[a] <= end)
            continue;
        Kept& kept = keptBy[table.stack[a]];
        kept.byStep[step] += static_cast<double>(table.size[a]);
        kept.leaker.bytes += table.size[a];
        kept.leaker.blocks.emplace_back(a);
    }
    const std::size_t count = stop - growth.firstStep;
    std::vector<Leaker> leakers;
    for (auto& [stack, kept] : keptBy) {
        if (static_cast<double>(kept.byStep.size()) < kLeakerShare * static_cast<double>(count))
            continue;
        std::vector<double> bytes(count, 0);
        std::transform(kept.byStep.begin(), kept.byStep.end(), bytes.begin(), [](const auto& of) { return of.second; });
        kept.leaker.stack = stack;
        kept.leaker.bytesPerStep = static_cast<std::uint64_t>(medianOf(bytes));
        leakers.push_back(std::move(kept.leaker));
    }
    std::stable_sort(leakers.begin(), leakers.end(), [](const Leaker& a, const Leaker& b) {
        return a.bytesPerStep != b.bytesPerStep ? a.bytesPerStep > b.bytesPerStep : a.stack < b.stack;
    });
    return leakers;
}

void countHeld(const model::AllocationTable& table, std::vector<Leaker>& leakers)
{
    std::map<StackId, Leaker*> byStack;
    for (Leaker& leaker : leakers) {
        if (leaker.stack.valid()) {
            byStack[leaker.stack] = &leaker;
        } else { // whatever has no stack would count
            leaker.heldAtEnd = leaker.bytes;
            leaker.blocksAtEnd = leaker.blocks.size();
        }
    }
    for (std::size_t a = 0; a < table.count(); ++a) {
        const auto at = table.died[a] == model::kNeverInHistory ? byStack.find(table.stack[a]) : byStack.end();
        if (at == byStack.end())
            continue;
        at->second->heldAtEnd += table.size[a];
        ++at->second->blocksAtEnd;
    }
}

} // namespace

double theilSen(std::span<const double> values)
{
    const std::size_t stride = std::max<std::size_t>(1, (values.size() + kMostGrowthSteps - 1) / kMostGrowthSteps);
    std::vector<double> slopes;
    for (std::size_t i = 0; i < values.size(); i += stride) {
        for (std::size_t j = i + stride; j < values.size(); j += stride)
            slopes.push_back((values[j] - values[i]) / static_cast<double>(j - i));
    }
    return medianOf(slopes);
}

std::optional<MemoryGrowth> memoryGrowth(const model::MemoryDevice& device, const std::vector<MemoryStep>& steps)
{
    if (steps.size() < kLeastGrowthSteps)
        return std::nullopt;
    MemoryGrowth growth;
    growth.firstStep = 1;
    growth.lastStep = steps.size() - (steps.back().complete ? 1 : 2);
    if (growth.steps() < kLeastGrowthSteps - 1)
        return std::nullopt;
    std::vector<double> baselines;
    baselines.reserve(growth.steps());
    for (std::size_t i = growth.firstStep; i <= growth.lastStep; ++i)
        baselines.push_back(static_cast<double>(steps[i].baseline));
    growth.slope = theilSen(baselines);
    growth.risingShare = risingShareOf(baselines);
    growth.largestFall = largestFallOf(baselines);
    if (growth.slope > 0) {
        growth.leakers = leakersOf(device, steps, growth);
        countHeld(device.allocations, growth.leakers);
        double covered = 0;
        for (const Leaker& leaker : growth.leakers)
            covered += static_cast<double>(leaker.bytesPerStep);
        growth.covered = covered / growth.slope;
    }
    return growth;
}

} // namespace stepscope::analysis
