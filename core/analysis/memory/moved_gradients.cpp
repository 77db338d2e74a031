// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/moved_gradients.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace stepscope::analysis {
namespace {

// The line of the innermost Module._apply().
std::optional<std::uint32_t> applyLine(const model::SnapshotRecord& record, StackId stack)
{
    for (; stack.valid(); stack = record.stacks.outer(stack)) {
        const model::StackFrame& frame = record.stacks.at(record.stacks.frame(stack));
        if (record.names.view(frame.function).ends_with("_apply")
            && record.names.view(frame.file).ends_with("nn/modules/module.py"))
            return frame.line;
    }
    return std::nullopt;
}

struct Line
{
    std::vector<std::uint64_t> sizes;
    std::vector<std::size_t> blocks;
};

std::map<std::uint32_t, Line> linesOf(const model::SnapshotRecord& record, const model::AllocationTable& table,
    const std::vector<MemoryCategory>& categories)
{
    std::unordered_map<std::uint32_t, std::optional<std::uint32_t>> known; // by StackId
    std::map<std::uint32_t, Line> lines;
    for (std::size_t a = 0; a < table.count(); ++a) {
        if (categories[a] != MemoryCategory::Parameter)
            continue;
        const auto [at, isNew] = known.try_emplace(table.stack[a].value);
        if (isNew)
            at->second = applyLine(record, table.stack[a]);
        if (!at->second)
            continue;
        Line& line = lines[*at->second];
        line.sizes.push_back(table.size[a]);
        line.blocks.push_back(a);
    }
    for (auto& [number, line] : lines)
        std::sort(line.sizes.begin(), line.sizes.end());
    return lines;
}

} // namespace

void markMovedGradients(
    const model::SnapshotRecord& record, const model::AllocationTable& table, std::vector<MemoryCategory>& categories)
{
    const std::map<std::uint32_t, Line> lines = linesOf(record, table, categories);
    for (auto parameters = lines.begin(); parameters != lines.end(); ++parameters) {
        if (parameters->second.sizes.size() < kLeastMoved)
            continue;
        const auto gradients = std::find_if(std::next(parameters), lines.end(),
            [parameters](const auto& later) { return later.second.sizes == parameters->second.sizes; });
        if (gradients == lines.end())
            continue;
        for (const std::size_t a : gradients->second.blocks)
            categories[a] = MemoryCategory::Gradient;
        return;
    }
}

} // namespace stepscope::analysis
