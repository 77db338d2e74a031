// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A call tree weighted by bytes: who holds, allocated or freed how much, by caller. For flame graphs and folded text.
// A tree owns its frames, so that trees of different snapshots can be compared; weights of a difference have a sign.
//
// Nodes are in depth-first order, the root (all blocks) first; children by total, largest amount first, then by frame.
// So the subtree of node i is [i, nodes[i].end), its first child is i + 1, and the next sibling of a child c is
// nodes[c].end. Blocks without a stack hang under the root in a node without a frame.

#include "core/analysis/memory/stack_reader.h"

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stepscope::analysis {

struct TreeFrame
{
    std::string file;
    std::string function;
    std::uint32_t line = 0;
    friend auto operator<=>(const TreeFrame&, const TreeFrame&) = default;
};

struct StackTreeNode
{
    static constexpr std::uint32_t kNone = 0xffffffffU;
    std::uint32_t frame = kNone;  // index into StackTree::frames; none: the root, or blocks without a stack
    std::uint32_t parent = kNone; // none: the root
    std::uint32_t end = 0;        // the first node behind the subtree
    std::uint32_t depth = 0;      // 0: the root
    std::int64_t self = 0;        // bytes of blocks whose stack ends here
    std::int64_t total = 0;       // with all below
    std::int64_t blocks = 0;      // number of blocks in total
    StackId stack;                // of one of the blocks that end here, the one with the most bytes; invalid: none
};

struct StackTree
{
    std::vector<TreeFrame> frames;
    std::vector<StackTreeNode> nodes; // never empty

    [[nodiscard]] std::string label(std::size_t node) const; // "train.py:88 train_step", "all", "(no stack)"
};

// Bytes and blocks of one stack; an invalid stack is one like any other.
struct StackWeight
{
    StackId stack;
    std::int64_t bytes = 0;
    std::int64_t blocks = 0;
};

// O(weights × frames log children).
[[nodiscard]] StackTree stackTree(
    const StackReader& reader, std::span<const StackWeight> weights, bool pythonOnly = true);

// After minus before, node by node; nodes that do not differ are left out unless something below them does.
// Node::stack is that of `after` where it has one. O(nodes log nodes).
[[nodiscard]] StackTree stackDifference(const StackTree& before, const StackTree& after);

// A line for each node with bytes of its own, "main;train_step;forward 1024", as flame graph tools read it. Sorted.
[[nodiscard]] std::string foldedText(const StackTree& tree);

} // namespace stepscope::analysis
