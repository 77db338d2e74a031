// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tree_diff.h"

#include "core/compare/row_match.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace stepscope::compare {
namespace {

using analysis::CallNode;
using analysis::CallNodeKind;

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Collects the nodes of both trees, then puts children side by side.
class Merging
{
public:
    Merging() { m_nodes.emplace_back(); }

    [[nodiscard]] std::uint32_t child(std::uint32_t parent, std::string key)
    {
        const auto [at, isNew]
            = m_nodeOf.try_emplace({parent, std::move(key)}, static_cast<std::uint32_t>(m_nodes.size()));
        if (isNew) {
            m_nodes.emplace_back();
            m_nodes.back().parent = parent;
        }
        return at->second;
    }
    void add(std::uint32_t id, std::size_t side, std::uint32_t source, std::string label, double total, double self,
        double count)
    {
        DiffNode& node = m_nodes[id];
        if (node.source[side] == DiffNode::kNone || total > m_largest[{id, side}]) {
            node.source[side] = source;
            node.label = std::move(label);
            m_largest[{id, side}] = total;
        }
        node.total[side] += total;
        node.self[side] += self;
        node.count[side] += count;
    }
    [[nodiscard]] TreeDifference finish() const
    {
        std::vector<std::vector<std::uint32_t>> children(m_nodes.size());
        for (std::uint32_t i = 1; i < m_nodes.size(); ++i)
            children[m_nodes[i].parent].push_back(i);
        TreeDifference out;
        std::vector<std::uint32_t> from {0}; // of each node of `out`
        out.nodes.push_back(m_nodes[0]);
        for (std::uint32_t i = 0; i < out.nodes.size(); ++i) {
            std::vector<std::uint32_t>& below = children[from[i]];
            std::sort(below.begin(), below.end(),
                [this](std::uint32_t a, std::uint32_t b) { return before(m_nodes[a], m_nodes[b]); });
            out.nodes[i].firstChild = static_cast<std::uint32_t>(out.nodes.size());
            out.nodes[i].children = static_cast<std::uint32_t>(below.size());
            for (const std::uint32_t child : below) {
                out.nodes.push_back(m_nodes[child]);
                out.nodes.back().parent = i;
                out.nodes.back().depth = out.nodes[i].depth + 1;
                from.push_back(child);
            }
        }
        return out;
    }

private:
    static bool before(const DiffNode& a, const DiffNode& b)
    {
        if (std::abs(a.change()) != std::abs(b.change()))
            return std::abs(a.change()) > std::abs(b.change());
        const double x = std::max(a.total[0], a.total[1]);
        const double y = std::max(b.total[0], b.total[1]);
        return x != y ? x > y : a.label < b.label;
    }

    std::vector<DiffNode> m_nodes;
    std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> m_nodeOf;
    std::map<std::pair<std::uint32_t, std::size_t>, double> m_largest; // total of a source, by node and side
};

// The part of a thread and its rank among those of the same part, so that equal parts do not melt into one.
std::vector<std::string> threadKeys(const CallTreeOf& of)
{
    const std::vector<std::string> roles = rowRoles(of.trace);
    std::map<std::string, int> seen;
    std::vector<std::string> keys(of.tree.nodes.size());
    for (std::size_t i = 0; i < of.tree.nodes.size(); ++i) {
        const CallNode& node = of.tree.nodes[i];
        if (node.kind == CallNodeKind::Thread) {
            const std::string& role = roles[node.thread.index()];
            keys[i] = role + ' ' + std::to_string(seen[role]++);
        }
    }
    return keys;
}

void addCalls(const CallTreeOf& of, std::size_t side, Merging& into)
{
    const std::vector<std::string> threads = threadKeys(of);
    std::vector<std::uint32_t> target(of.tree.nodes.size(), 0);
    for (std::uint32_t i = 0; i < of.tree.nodes.size(); ++i) {
        const CallNode& node = of.tree.nodes[i];
        std::string label = analysis::callLabel(of.trace, node);
        if (i > 0) {
            std::string key(1, static_cast<char>('0' + static_cast<int>(node.kind)));
            if (node.kind == CallNodeKind::Thread)
                key += threads[i];
            else if (node.kind != CallNodeKind::Steps)
                key += stableName(label);
            target[i] = into.child(target[node.parent], std::move(key));
        }
        into.add(target[i], side, i, std::move(label), static_cast<double>(node.totalNs) / of.divisor,
            static_cast<double>(node.selfNs) / of.divisor, static_cast<double>(node.calls) / of.divisor);
    }
}

void addStacks(const StackTreeOf& of, std::size_t side, Merging& into)
{
    std::vector<std::uint32_t> target(of.tree.nodes.size(), 0);
    for (std::uint32_t i = 0; i < of.tree.nodes.size(); ++i) {
        const analysis::StackTreeNode& node = of.tree.nodes[i];
        if (i > 0) {
            std::string key = "(no stack)";
            if (node.frame != analysis::StackTreeNode::kNone) {
                const analysis::TreeFrame& frame = of.tree.frames[node.frame];
                key = analysis::shortFrameText(frame.file, 0, frame.function);
            }
            target[i] = into.child(target[node.parent], stableName(key));
        }
        into.add(target[i], side, i, of.tree.label(i), static_cast<double>(node.total) / of.divisor,
            static_cast<double>(node.self) / of.divisor, static_cast<double>(node.blocks) / of.divisor);
    }
}

} // namespace

std::string stableName(std::string_view name)
{
    // "/home/me/train.py(156): step" → "train.py: step"
    std::string_view rest = name;
    std::string out;
    if (const std::size_t line = rest.find(".py("); line != std::string_view::npos) {
        const std::size_t folder = rest.substr(0, line).rfind('/');
        out = rest.substr(folder == std::string_view::npos ? 0 : folder + 1,
            line + 3 - (folder == std::string_view::npos ? 0 : folder + 1));
        const std::size_t close = rest.find(')', line);
        rest.remove_prefix(close == std::string_view::npos ? rest.size() : close + 1);
    }
    while (!rest.empty()) {
        if (rest.substr(0, 2) == "0x") {
            rest.remove_prefix(2);
            while (!rest.empty() && isHexDigit(rest.front()))
                rest.remove_prefix(1);
            continue;
        }
        out += rest.front();
        rest.remove_prefix(1);
    }
    return out;
}

TreeDifference callTreeDifference(const CallTreeOf& before, const CallTreeOf& after)
{
    Merging merging;
    addCalls(before, 0, merging);
    addCalls(after, 1, merging);
    return merging.finish();
}

TreeDifference stackTreeDifference(const StackTreeOf& before, const StackTreeOf& after)
{
    Merging merging;
    addStacks(before, 0, merging);
    addStacks(after, 1, merging);
    return merging.finish();
}

} // namespace stepscope::compare
