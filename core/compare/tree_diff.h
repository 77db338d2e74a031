// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The difference of two trees of calls or of stacks, matched by paths of names: for flame graphs of a comparison.
//
//   match    threads by the part they play (row_match.h), everything else by its name below matched parents. Not part
//   of
//            a name: folders and lines of Python frames and of stacks, addresses ("object at 0x7f2a…"), numbers of
//            steps
//   amounts  of each side divided by its divisor, such as its number of steps; 0 where a side lacks the node
//   order    the first node is the root; children stand side by side, the largest |change| first, then the larger, then
//            by label
// O(nodes log nodes).

#include "core/analysis/call_tree.h"
#include "core/analysis/memory/stack_tree.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::compare {

struct DiffNode
{
    static constexpr std::uint32_t kNone = 0xffffffffU;
    std::string label; // as the later run has it, where it has the node
    std::uint32_t parent = kNone;
    std::uint32_t firstChild = 0;
    std::uint32_t children = 0;
    std::uint32_t depth = 0;
    std::array<double, 2> total {}; // before, after: ns or bytes
    std::array<double, 2> self {};
    std::array<double, 2> count {}; // calls or blocks
    // Of the tree of that side, the one with the larger total where names that are equal here are not there; kNone:
    // that side lacks the node.
    std::array<std::uint32_t, 2> source {kNone, kNone};

    [[nodiscard]] double change() const { return total[1] - total[0]; }
};

struct TreeDifference
{
    std::vector<DiffNode> nodes; // never empty
};

struct CallTreeOf
{
    const model::Trace& trace;
    const analysis::CallTree& tree;
    double divisor = 1;
};
[[nodiscard]] TreeDifference callTreeDifference(const CallTreeOf& before, const CallTreeOf& after);

struct StackTreeOf
{
    const analysis::StackTree& tree;
    double divisor = 1;
};
[[nodiscard]] TreeDifference stackTreeDifference(const StackTreeOf& before, const StackTreeOf& after);

// A name without what differs from run to run.
[[nodiscard]] std::string stableName(std::string_view name);

} // namespace stepscope::compare
