// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/stack_table.h"

#include <tsl/robin_map.h>

namespace stepscope::model {
namespace {

// Multiplication by an odd constant spreads the bits; the high half goes back down for power-of-two tables.
std::size_t mixed(std::uint64_t bits)
{
    bits *= 0x9e3779b97f4a7c15U;
    return static_cast<std::size_t>(bits ^ (bits >> 32U));
}

struct FrameHash
{
    std::size_t operator()(const StackFrame& frame) const noexcept
    {
        const std::uint64_t names = (std::uint64_t {frame.function.value} << 32U) | frame.file.value;
        return mixed(mixed(names) + frame.line);
    }
};

struct NodeHash
{
    std::size_t operator()(std::uint64_t node) const noexcept { return mixed(node); }
};

} // namespace

struct StackTable::Index
{
    tsl::robin_map<StackFrame, FrameId, FrameHash> frames;
    tsl::robin_map<std::uint64_t, StackId, NodeHash> nodes; // outer << 32 | frame
};

StackTable::StackTable()
    : m_index(std::make_unique<Index>())
{
}
StackTable::~StackTable() = default;
StackTable::StackTable(StackTable&&) noexcept = default;
StackTable& StackTable::operator=(StackTable&&) noexcept = default;

FrameId StackTable::internFrame(const StackFrame& frame)
{
    const auto [at, isNew] = m_index->frames.try_emplace(frame, FrameId {m_frames.size()});
    if (isNew)
        m_frames.push_back(frame);
    return at->second;
}

StackId StackTable::intern(std::span<const FrameId> innermostFirst)
{
    StackId stack;
    for (std::size_t i = innermostFirst.size(); i-- > 0;) {
        const FrameId frame = innermostFirst[i];
        const std::uint64_t key = (std::uint64_t {stack.value} << 32U) | frame.value;
        const auto [at, isNew] = m_index->nodes.try_emplace(key, StackId {m_nodes.size()});
        if (isNew)
            m_nodes.push_back({stack, frame});
        stack = at->second;
    }
    return stack;
}

std::vector<FrameId> StackTable::frames(StackId stack) const
{
    std::vector<FrameId> result;
    for (; stack.valid(); stack = outer(stack))
        result.push_back(frame(stack));
    return result;
}

} // namespace stepscope::model
