// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/stack_tree.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>

namespace stepscope::analysis {
namespace {

constexpr std::uint32_t kNone = StackTreeNode::kNone;

// Collects weights by path, then lays the nodes out in their order.
class Growing
{
public:
    Growing() { m_nodes.emplace_back(); }

    std::uint32_t frame(TreeFrame frame)
    {
        const auto [at, isNew] = m_frameOf.try_emplace(std::move(frame), static_cast<std::uint32_t>(m_frames.size()));
        if (isNew)
            m_frames.push_back(at->first);
        return at->second;
    }
    std::uint32_t child(std::uint32_t parent, std::uint32_t frame)
    {
        const auto [at, isNew]
            = m_nodes[parent].children.try_emplace(frame, static_cast<std::uint32_t>(m_nodes.size()));
        const std::uint32_t id = at->second; // the map moves when the nodes do
        if (isNew)
            m_nodes.emplace_back();
        return id;
    }
    void add(std::uint32_t node, const StackWeight& weight)
    {
        Node& to = m_nodes[node];
        to.self += weight.bytes;
        to.blocks += weight.blocks;
        if (weight.stack.valid() && (!to.stack.valid() || std::llabs(weight.bytes) > to.most)) {
            to.stack = weight.stack;
            to.most = std::llabs(weight.bytes);
        }
    }
    StackTree finish(bool dropEqual)
    {
        StackTree tree;
        tree.frames = m_frames;
        std::vector<bool> keep(m_nodes.size(), !dropEqual);
        keep[0] = true;
        for (std::size_t i = m_nodes.size(); i-- > 0;) { // children come after their parents
            Node& node = m_nodes[i];
            node.total += node.self;
            node.allBlocks += node.blocks;
            keep[i] = keep[i] || node.self != 0 || node.blocks != 0;
            for (const auto& [frame, child] : node.children) {
                node.total += m_nodes[child].total;
                node.allBlocks += m_nodes[child].allBlocks;
                keep[i] = keep[i] || keep[child];
            }
        }
        layOut(tree, keep);
        return tree;
    }

private:
    struct Node
    {
        std::map<std::uint32_t, std::uint32_t> children; // by frame
        std::int64_t self = 0, total = 0, blocks = 0, allBlocks = 0, most = 0;
        StackId stack;
    };
    struct Open
    {
        std::uint32_t node;  // here
        std::uint32_t frame; // of the tree
        std::uint32_t parent;
        std::uint32_t depth;
    };

    std::vector<Open> childrenOf(const Open& of, std::uint32_t parent, const std::vector<bool>& keep) const
    {
        std::vector<Open> children;
        for (const auto& [frame, child] : m_nodes[of.node].children) {
            if (keep[child])
                children.push_back({child, frame, parent, of.depth + 1});
        }
        // Smallest first: the last one is taken from the stack first.
        std::sort(children.begin(), children.end(), [this](const Open& a, const Open& b) {
            const std::int64_t x = std::llabs(m_nodes[a.node].total);
            const std::int64_t y = std::llabs(m_nodes[b.node].total);
            if (x != y)
                return x < y;
            if (a.frame == kNone || b.frame == kNone)
                return a.frame == kNone && b.frame != kNone;
            return m_frames[b.frame] < m_frames[a.frame];
        });
        return children;
    }
    void layOut(StackTree& tree, const std::vector<bool>& keep) const
    {
        std::vector<Open> open {{0, kNone, kNone, 0}};
        while (!open.empty()) {
            const Open next = open.back();
            open.pop_back();
            const Node& from = m_nodes[next.node];
            const auto id = static_cast<std::uint32_t>(tree.nodes.size());
            tree.nodes.push_back(
                {next.frame, next.parent, id + 1, next.depth, from.self, from.total, from.allBlocks, from.stack});
            const std::vector<Open> children = childrenOf(next, id, keep);
            open.insert(open.end(), children.begin(), children.end());
        }
        for (std::size_t i = tree.nodes.size(); i-- > 1;) {
            StackTreeNode& parent = tree.nodes[tree.nodes[i].parent];
            parent.end = std::max(parent.end, tree.nodes[i].end);
        }
    }

    std::vector<TreeFrame> m_frames;
    std::map<TreeFrame, std::uint32_t> m_frameOf;
    std::vector<Node> m_nodes;
};

// Adds the weights of a tree, times `sign`, to the same paths of another.
void merge(Growing& into, const StackTree& tree, std::int64_t sign)
{
    std::vector<std::uint32_t> frames;
    frames.reserve(tree.frames.size());
    for (const TreeFrame& frame : tree.frames)
        frames.push_back(into.frame(frame));
    std::vector<std::uint32_t> at(tree.nodes.size(), 0);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const StackTreeNode& node = tree.nodes[i];
        if (i > 0)
            at[i] = into.child(at[node.parent], node.frame == kNone ? kNone : frames[node.frame]);
        std::int64_t own = node.blocks;
        for (std::uint32_t child = static_cast<std::uint32_t>(i) + 1; child < node.end; child = tree.nodes[child].end)
            own -= tree.nodes[child].blocks;
        into.add(at[i], {sign > 0 ? node.stack : StackId(), sign * node.self, sign * own});
    }
}

} // namespace

std::string StackTree::label(std::size_t node) const
{
    if (node == 0)
        return "all";
    if (nodes[node].frame == kNone)
        return "(no stack)";
    const TreeFrame& frame = frames[nodes[node].frame];
    return shortFrameText(frame.file, frame.line, frame.function);
}

StackTree stackTree(const StackReader& reader, std::span<const StackWeight> weights, bool pythonOnly)
{
    Growing growing;
    const model::SnapshotRecord& record = reader.record();
    std::vector<std::uint32_t> frameOf(record.stacks.frameCount(), kNone);
    for (const StackWeight& weight : weights) {
        std::uint32_t node = 0;
        const std::vector<FrameId> order = reader.callOrder(weight.stack, pythonOnly);
        for (const FrameId id : order) {
            std::uint32_t& frame = frameOf[id.index()];
            if (frame == kNone) {
                const model::StackFrame& of = record.stacks.at(id);
                frame = growing.frame(
                    {std::string(record.names.view(of.file)), std::string(record.names.view(of.function)), of.line});
            }
            node = growing.child(node, frame);
        }
        growing.add(order.empty() ? growing.child(0, kNone) : node, weight);
    }
    return growing.finish(false);
}

StackTree stackDifference(const StackTree& before, const StackTree& after)
{
    Growing growing;
    merge(growing, after, 1);
    merge(growing, before, -1);
    return growing.finish(true);
}

std::string foldedText(const StackTree& tree)
{
    std::vector<std::string> paths(tree.nodes.size());
    std::vector<std::string> lines;
    for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
        const StackTreeNode& node = tree.nodes[i];
        std::string label = tree.label(i);
        std::replace_if(
            label.begin(), label.end(), [](char c) { return c == ';' || c == '\n' || c == '\r'; }, ':');
        paths[i] = node.parent == 0 ? std::move(label) : fmt::format("{};{}", paths[node.parent], label);
        if (node.self != 0)
            lines.push_back(fmt::format("{} {}\n", paths[i], node.self));
    }
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (const std::string& line : lines)
        text += line;
    return text;
}

} // namespace stepscope::analysis
