// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts a call tree together: finds or makes the node of a name below a node, adds up, and orders it in the end. Nodes
// are numbered as they come; a thread without calls has none.

#include "core/analysis/call_tree.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace stepscope::analysis {

class CallTreeBuilder
{
public:
    explicit CallTreeBuilder(const model::Trace& trace);

    [[nodiscard]] std::uint32_t thread(TrackId thread);
    [[nodiscard]] std::uint32_t noLaunch();
    [[nodiscard]] std::uint32_t call(std::uint32_t parent, SliceId slice, CallNodeKind kind); // one call more
    [[nodiscard]] std::uint32_t parentOf(std::uint32_t node) const { return m_nodes[node].parent; }

    void addSelf(std::uint32_t node, std::int64_t ns);
    bool noteLongest(std::uint32_t node, SliceId slice, std::int64_t ns); // whether it is the longest so far
    [[nodiscard]] CallTree finish();

private:
    [[nodiscard]] std::uint32_t add(std::uint32_t parent, CallNodeKind kind);
    void sumUp();
    [[nodiscard]] bool comesFirst(const CallNode& a, const CallNode& b) const;

    const model::Trace& m_trace;
    std::vector<CallNode> m_nodes;
    std::vector<std::int64_t> m_longestNs; // by node; -1: none
    std::vector<std::uint32_t> m_threads;  // by track
    std::uint32_t m_noLaunch = CallNode::kNone;
    std::unordered_map<std::uint64_t, std::uint32_t> m_calls; // parent, kind of node and name
};

} // namespace stepscope::analysis
