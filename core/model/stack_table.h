// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Interned call stacks as a parent-pointer tree: a stack is its innermost frame and the stack outside of it, so that
// common outer parts are stored once. Frames keep the order of the file (innermost first; in files with native frames
// the order is not a pure call order, see python_stack rules in core/analysis/memory). Filled by one thread, read-only
// (and then safe from any thread) after the load. frame() and outer() are O(1), intern() O(frames) expected.

#include "core/util/ids.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace stepscope::model {

struct StackFrame
{
    NameId function;
    NameId file;
    std::uint32_t line = 0;
    // Of code that torch.compile generated: what it was made of. Invalid elsewhere.
    NameId fxOp {}; // "call_function"
    NameId fxName {};
    NameId fxTarget {};
    NameId fxTrace {}; // where the program says it
    friend bool operator==(const StackFrame&, const StackFrame&) = default;
};

class StackTable
{
public:
    StackTable();
    ~StackTable();
    StackTable(StackTable&&) noexcept;
    StackTable& operator=(StackTable&&) noexcept;

    FrameId internFrame(const StackFrame& frame);
    // Frames innermost first. An empty list is the invalid id: a stack that was not recorded.
    StackId intern(std::span<const FrameId> innermostFirst);

    [[nodiscard]] FrameId frame(StackId stack) const { return m_nodes[stack.index()].frame; } // the innermost
    [[nodiscard]] StackId outer(StackId stack) const { return m_nodes[stack.index()].outer; } // invalid: outermost
    [[nodiscard]] const StackFrame& at(FrameId frame) const { return m_frames[frame.index()]; }
    [[nodiscard]] std::vector<FrameId> frames(StackId stack) const; // innermost first
    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }
    [[nodiscard]] std::size_t frameCount() const { return m_frames.size(); }

private:
    struct Node
    {
        StackId outer;
        FrameId frame;
    };
    struct Index;

    std::vector<StackFrame> m_frames;
    std::vector<Node> m_nodes;
    std::unique_ptr<Index> m_index;
};

} // namespace stepscope::model
