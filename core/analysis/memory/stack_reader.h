// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Recorded stacks as people read them (sections 2.5 and 7.0 of the snapshot format page).
//
//   Python stack   the Python frames in file order, innermost first; the native stack is the rest. Where native frames
//                  were recorded the order in the file is no pure call order: native frames come first, the innermost
//                  Python frame stands at the first frame of the interpreter, all other Python frames come last
//   user frame     the innermost Python frame that is of no installed package; else the innermost Python frame; else
//                  the backward of an operator, else the first native frame that is not hidden. It labels and groups
//                  stacks
//   guess          what the memory is for; the first that matches of: optimizer state, gradient, parameter, input (a
//                  data loader's frames), activation, communication, input (a copy outside of any module), other.
//                  Lifetimes refine it: allocation_categories.h
//
// Each property of a stack follows from its innermost frame and the stack outside of it, so one pass over the table
// answers for all stacks. Construction O(frames + nodes of the table); every look-up O(1) but for the texts.

#include "core/analysis/memory/memory_category.h"
#include "core/model/snapshot_record.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::analysis {

class StackReader
{
public:
    explicit StackReader(const model::SnapshotRecord& record); // must outlive the reader

    [[nodiscard]] const model::SnapshotRecord& record() const { return m_record; }

    [[nodiscard]] std::uint16_t classesOf(FrameId frame) const { return m_frames[frame.index()]; }
    [[nodiscard]] bool isPython(FrameId frame) const { return (classesOf(frame) & 1U) != 0; }
    [[nodiscard]] bool isHidden(FrameId frame) const { return (classesOf(frame) & 2U) != 0; }

    // The FrameClass bits of all frames of the stack together; 0 without a stack.
    [[nodiscard]] std::uint16_t classesOf(StackId stack) const;
    [[nodiscard]] FrameId userFrame(StackId stack) const;    // invalid without a stack; of a KV cache, who makes it
    [[nodiscard]] FrameId forwardFrame(StackId stack) const; // innermost forward() that is not a wrapper of calls
    [[nodiscard]] MemoryCategory guess(StackId stack) const;
    [[nodiscard]] bool hasPython(StackId stack) const { return (classesOf(stack) & 1U) != 0; }

    // Outermost first: the Python frames, then the native ones inside of the innermost of them, without hidden ones.
    // Without native frames where `pythonOnly` and there are Python frames.
    [[nodiscard]] std::vector<FrameId> callOrder(StackId stack, bool pythonOnly = true) const;

    [[nodiscard]] std::string frameText(FrameId frame) const; // "train.py:88 train_step"; a native frame's function
    [[nodiscard]] std::string label(StackId stack) const;     // of the user frame; "(no stack)"

private:
    struct Node
    {
        FrameId user;    // innermost Python frame of no package
        FrameId python;  // innermost Python frame
        FrameId cache;   // innermost Python frame that makes a KV cache: says more than who started the engine
        FrameId native;  // innermost backward of an operator, else first native frame that is not hidden
        FrameId forward; // innermost forward()
        std::uint16_t classes = 0;
    };

    const model::SnapshotRecord& m_record;
    std::vector<std::uint16_t> m_frames; // FrameClass bits, by FrameId
    std::vector<Node> m_nodes;           // by StackId
};

// Without what says nothing: folders of the file, parameters of a native function, "<locals>" of a Python one.
[[nodiscard]] std::string shortFrameText(std::string_view file, std::uint32_t line, std::string_view function);

} // namespace stepscope::analysis
