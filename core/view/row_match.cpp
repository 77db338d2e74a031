// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/row_match.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

namespace stepscope::view {

namespace {

std::string withoutNumbers(std::string_view text)
{
    std::string plain;
    for (const char c : text) {
        if (c < '0' || c > '9')
            plain += c;
    }
    return plain;
}

// The role without its place among siblings.
std::string kindOf(const LayoutNode& node, const TrackRoles& roles)
{
    std::string kind(1, static_cast<char>('a' + static_cast<int>(node.kind)));
    const bool isTrack = node.kind == NodeKind::Stream || node.kind == NodeKind::Thread;
    if (isTrack && node.track.index() < roles.size())
        return kind + roles[node.track.index()];
    switch (node.kind) {
    case NodeKind::Steps:
    case NodeKind::Device:
    case NodeKind::Process:
        break;
    case NodeKind::Stream:
        kind += node.detail == "communication" ? "c" : "";
        break;
    case NodeKind::Thread:
        kind += withoutNumbers(node.label);
        break;
    case NodeKind::Section:
        kind += static_cast<char>('a' + static_cast<int>(node.section));
        break;
    default:
        kind += withoutNumbers(node.label);
    }
    return kind;
}

std::vector<std::string> rolesOf(const TrackLayout& layout, const TrackRoles& known)
{
    std::vector<std::string> roles;
    std::map<std::string, int> places; // of a kind below a parent
    roles.reserve(layout.nodes().size());
    for (const LayoutNode& node : layout.nodes()) { // parents come first
        std::string role = node.parent.valid() ? roles[node.parent.index()] + '/' : std::string();
        role += kindOf(node, known);
        const int place = places[role]++;
        roles.push_back(role + '#' + std::to_string(place));
    }
    return roles;
}

std::vector<NodeId> movable(const TrackLayout& layout, NodeId node)
{
    std::vector<NodeId> siblings = layout.siblings(node);
    std::erase_if(siblings, [&layout](NodeId sibling) { return !layout.isMovable(sibling); });
    return siblings;
}

} // namespace

RowMatch matchRows(const TrackLayout& before, const TrackLayout& after, const std::array<TrackRoles, 2>& roles)
{
    const std::vector<std::string> first = rolesOf(before, roles[0]);
    const std::vector<std::string> second = rolesOf(after, roles[1]);
    std::unordered_map<std::string_view, std::size_t> known;
    for (std::size_t i = 0; i < first.size(); ++i)
        known.emplace(first[i], i);
    RowMatch match;
    match.partners[0].resize(first.size());
    match.partners[1].resize(second.size());
    for (std::size_t i = 0; i < second.size(); ++i) {
        const auto found = known.find(second[i]);
        if (found == known.end())
            continue;
        match.partners[0][found->second] = NodeId(i);
        match.partners[1][i] = NodeId(found->second);
    }
    return match;
}

void orderLike(const TrackLayout& before, TrackLayout& after, const RowMatch& match)
{
    for (std::size_t i = 0; i < before.nodes().size(); ++i) {
        const std::vector<NodeId> siblings = movable(before, NodeId(i));
        if (siblings.empty() || siblings.front() != NodeId(i))
            continue; // once for each group of siblings
        std::vector<NodeId> order;
        for (const NodeId sibling : siblings) {
            const NodeId partner = match.partner(0, sibling);
            if (partner.valid() && after.isMovable(partner))
                order.push_back(partner);
        }
        if (order.empty())
            continue;
        const std::vector<NodeId> present = movable(after, order.front());
        for (const NodeId sibling : present) {
            if (!match.partner(1, sibling).valid())
                order.push_back(sibling);
        }
        if (order == present)
            continue;
        NodeId next;
        std::reverse(order.begin(), order.end());
        for (const NodeId node : order) {
            after.moveBefore(node, next);
            next = node;
        }
    }
}

} // namespace stepscope::view
