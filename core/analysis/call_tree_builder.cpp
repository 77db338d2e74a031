// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/call_tree_builder.h"

#include "core/analysis/sums.h"

#include <algorithm>
#include <numeric>

namespace stepscope::analysis {

namespace {

constexpr std::uint32_t kAnyStep = 0x7ffffffeU; // stand for names in the keys: there are fewer names than that
constexpr std::uint32_t kIsWork = 0x80000000U;

} // namespace

CallTreeBuilder::CallTreeBuilder(const model::Trace& trace)
    : m_trace(trace)
    , m_threads(trace.tracks.size(), CallNode::kNone)
{
    (void)add(CallNode::kNone, CallNodeKind::Root);
}

std::uint32_t CallTreeBuilder::add(std::uint32_t parent, CallNodeKind kind)
{
    const auto node = static_cast<std::uint32_t>(m_nodes.size());
    m_nodes.emplace_back();
    m_nodes.back().parent = parent;
    m_nodes.back().kind = kind;
    m_longestNs.push_back(-1);
    return node;
}

std::uint32_t CallTreeBuilder::thread(TrackId thread)
{
    std::uint32_t& node = m_threads[thread.index()];
    if (node == CallNode::kNone) {
        node = add(0, CallNodeKind::Thread);
        m_nodes[node].thread = thread;
    }
    return node;
}

std::uint32_t CallTreeBuilder::noLaunch()
{
    if (m_noLaunch == CallNode::kNone)
        m_noLaunch = add(0, CallNodeKind::NoLaunch);
    return m_noLaunch;
}

std::uint32_t CallTreeBuilder::call(std::uint32_t parent, SliceId slice, CallNodeKind kind)
{
    const NameId name = m_trace.slices.name[slice.index()];
    const std::uint32_t low = kind == CallNodeKind::Steps ? kAnyStep
        : kind == CallNodeKind::Work                      ? name.value | kIsWork
                                                          : name.value;
    const auto [at, isNew] = m_calls.try_emplace(std::uint64_t {parent} << 32U | low, CallNode::kNone);
    if (isNew) {
        at->second = add(parent, kind);
        m_nodes.back().name = name;
        m_nodes.back().event = m_trace.kindOf(slice);
    }
    ++m_nodes[at->second].calls;
    return at->second;
}

void CallTreeBuilder::addSelf(std::uint32_t node, std::int64_t ns)
{
    addTo(m_nodes[node].selfNs, ns);
}

bool CallTreeBuilder::noteLongest(std::uint32_t node, SliceId slice, std::int64_t ns)
{
    if (ns <= m_longestNs[node])
        return false;
    m_longestNs[node] = ns;
    m_nodes[node].longest = slice;
    return true;
}

void CallTreeBuilder::sumUp()
{
    for (std::size_t i = m_nodes.size(); i-- > 0;) {
        CallNode& node = m_nodes[i];
        addTo(node.totalNs, node.selfNs); // those of the children, which all come later, are in it
        if (node.parent != CallNode::kNone) {
            addTo(m_nodes[node.parent].totalNs, node.totalNs);
            ++m_nodes[node.parent].children;
        }
    }
}

bool CallTreeBuilder::comesFirst(const CallNode& a, const CallNode& b) const
{
    if (a.totalNs != b.totalNs)
        return a.totalNs > b.totalNs;
    if (a.kind != b.kind)
        return a.kind < b.kind;
    if (a.name != b.name)
        return m_trace.names.view(a.name) < m_trace.names.view(b.name);
    return a.thread < b.thread;
}

CallTree CallTreeBuilder::finish()
{
    sumUp();
    // Old numbers of the children of each node, side by side.
    std::vector<std::uint32_t> begins(m_nodes.size() + 1, 0);
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        begins[i + 1] = begins[i] + m_nodes[i].children;
    std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
    std::vector<std::uint32_t> childrenOf(m_nodes.size() - 1);
    for (std::uint32_t i = 1; i < m_nodes.size(); ++i)
        childrenOf[next[m_nodes[i].parent]++] = i;

    CallTree tree;
    tree.nodes.reserve(m_nodes.size());
    std::vector<std::uint32_t> oldOf {0}; // by new number
    oldOf.reserve(m_nodes.size());
    tree.nodes.push_back(m_nodes.front());
    for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
        const std::uint32_t old = oldOf[at];
        const auto first = childrenOf.begin() + begins[old];
        const auto last = childrenOf.begin() + begins[old + 1];
        std::sort(first, last, [this](std::uint32_t a, std::uint32_t b) { return comesFirst(m_nodes[a], m_nodes[b]); });
        tree.nodes[at].firstChild = static_cast<std::uint32_t>(tree.nodes.size());
        for (auto child = first; child != last; ++child) {
            tree.nodes.push_back(m_nodes[*child]);
            tree.nodes.back().parent = static_cast<std::uint32_t>(at);
            oldOf.push_back(*child);
        }
    }
    return tree;
}

} // namespace stepscope::analysis
