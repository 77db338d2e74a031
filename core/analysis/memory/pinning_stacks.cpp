// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/pinning_stacks.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace stepscope::analysis {
namespace {

struct Pin
{
    AllocId block;
    std::uint64_t free = 0;
    std::uint64_t size = 0;
};

// What a block has of the free intervals beside it; the left neighbour takes the odd byte.
std::uint64_t pinnedBy(std::span<const model::StateBlock> blocks, std::size_t i)
{
    std::uint64_t free = 0;
    if (i > 0 && blocks[i - 1].isFree())
        free += i == 1 ? blocks[0].size : blocks[i - 1].size / 2;
    if (i + 1 < blocks.size() && blocks[i + 1].isFree())
        free += i + 2 == blocks.size() ? blocks[i + 1].size : blocks[i + 1].size - blocks[i + 1].size / 2;
    return free;
}

std::vector<Pin> pinsOf(const model::MemoryState& state)
{
    std::vector<Pin> pins;
    for (const model::StateSegment& segment : state.segments) {
        const std::span<const model::StateBlock> blocks = state.blocksOf(segment);
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const std::uint64_t free = blocks[i].isFree() ? 0 : pinnedBy(blocks, i);
            if (free > 0)
                pins.push_back({blocks[i].allocation, free, blocks[i].size});
        }
    }
    std::stable_sort(pins.begin(), pins.end(), [](const Pin& a, const Pin& b) { return a.free > b.free; });
    return pins;
}

double weightOf(const PinningStack& of)
{
    const auto free = static_cast<double>(of.free);
    return free * (free / (free + static_cast<double>(of.size)));
}

} // namespace

std::vector<PinningStack> pinningStacks(const HoldingView& view, const model::MemoryState& state)
{
    const model::AllocationTable& table = view.device.allocations;
    std::map<std::pair<FrameId, bool>, PinningStack> byLine;
    for (const Pin& pin : pinsOf(state)) {
        const StackId stack = table.stack[pin.block.index()];
        const bool freeSite = hasFreeSite(table, pin.block);
        PinningStack& of = byLine[{view.reader.userFrame(stack), freeSite}];
        if (of.blocks.empty())
            of.stack = stack;
        of.freeSite = freeSite;
        of.free += pin.free;
        of.size += pin.size;
        of.blocks.push_back(pin.block);
    }
    std::vector<PinningStack> out;
    out.reserve(byLine.size());
    for (auto& [line, of] : byLine) {
        if (of.free >= kLeastPinned)
            out.push_back(std::move(of));
    }
    std::stable_sort(
        out.begin(), out.end(), [](const PinningStack& a, const PinningStack& b) { return weightOf(a) > weightOf(b); });
    return out;
}

} // namespace stepscope::analysis
