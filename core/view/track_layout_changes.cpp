// SPDX-License-Identifier: GPL-3.0-or-later
// What people do to rows: pin, move, filter, hide; and what is remembered of it.
#include "core/view/track_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <unordered_map>

namespace stepscope::view {

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool contains(const std::string& text, const std::string& part)
{
    const auto isSame = [](char a, char b) { return lower(a) == lower(b); };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), isSame) != text.end();
}

} // namespace

bool TrackLayout::isMovable(NodeId id) const
{
    return id.valid() && id != hiddenHeading() && m_nodes[id.index()].kind != NodeKind::Steps;
}

void TrackLayout::setPinned(NodeId id, bool pinned)
{
    if (!isMovable(id) || m_pins[id.index()] == pinned)
        return;
    m_pins[id.index()] = pinned;
    layOut();
}

void TrackLayout::setLead(NodeId device)
{
    assert(!device.valid() || m_nodes[device.index()].kind == NodeKind::Device);
    if (device == m_lead)
        return;
    m_lead = device;
    layOut();
}

void TrackLayout::setPinLimit(std::int32_t height)
{
    if (height == m_pinLimit)
        return;
    m_pinLimit = height;
    layOut();
}

void TrackLayout::move(NodeId id, int places)
{
    if (!isMovable(id))
        return;
    std::vector<NodeId>& all = children(m_nodes[id.index()].parent);
    const auto from = std::find(all.begin(), all.end(), id) - all.begin();
    auto to = from;
    for (int left = std::abs(places); left > 0;) {
        to += places < 0 ? -1 : 1;
        if (to < 0 || to >= static_cast<std::ptrdiff_t>(all.size()) || !isMovable(all[static_cast<std::size_t>(to)]))
            return;
        const std::size_t passed = all[static_cast<std::size_t>(to)].index();
        left -= m_hidden[passed] || m_away[passed] ? 0 : 1; // past those that nobody sees
    }
    if (from < to)
        std::rotate(all.begin() + from, all.begin() + from + 1, all.begin() + to + 1);
    else
        std::rotate(all.begin() + to, all.begin() + from, all.begin() + from + 1);
    layOut();
}

void TrackLayout::moveBefore(NodeId id, NodeId sibling)
{
    if (!isMovable(id) || id == sibling)
        return;
    std::vector<NodeId>& all = children(m_nodes[id.index()].parent);
    if (sibling.valid() && (!isMovable(sibling) || m_nodes[sibling.index()].parent != m_nodes[id.index()].parent))
        return;
    std::erase(all, id);
    auto at = sibling.valid() ? std::find(all.begin(), all.end(), sibling) : all.end();
    if (!sibling.valid() && !all.empty() && all.back() == hiddenHeading())
        --at;
    all.insert(at, id);
    layOut();
}

void TrackLayout::setNameFilter(std::string text)
{
    m_nameFilter = std::move(text);
    filter();
}

void TrackLayout::setOnlyGpuWork(bool only)
{
    m_onlyGpuWork = only;
    filter();
}

bool TrackLayout::passes(NodeId id) const
{
    const LayoutNode& node = m_nodes[id.index()];
    const bool hasName = m_nameFilter.empty() || contains(node.label, m_nameFilter);
    return hasName && (!m_onlyGpuWork || m_gpuWork[id.index()]);
}

// Parents come before their children in m_nodes.
void TrackLayout::filter()
{
    const bool isOn = m_onlyGpuWork || !m_nameFilter.empty();
    std::vector<bool> above(m_nodes.size(), false); // it or something above it passes
    std::vector<bool> below(m_nodes.size(), false);
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const NodeId parent = m_nodes[i].parent;
        below[i] = passes(NodeId(i));
        above[i] = below[i] || (parent.valid() && above[parent.index()]);
    }
    for (std::size_t i = m_nodes.size(); i-- > 0;) {
        const NodeId parent = m_nodes[i].parent;
        if (parent.valid() && below[i])
            below[parent.index()] = true;
        m_filtered[i] = isOn && !above[i] && !below[i];
    }
    layOut();
}

void TrackLayout::setRowHeight(RowHeight height)
{
    if (height == m_rowHeight)
        return;
    m_rowHeight = height;
    layOut();
}

std::vector<NodeId> TrackLayout::hiddenNodes() const
{
    std::vector<NodeId> nodes;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (m_hidden[i])
            nodes.emplace_back(i);
    }
    return nodes;
}

std::vector<LaneId> TrackLayout::hiddenLanes() const
{
    std::vector<LaneId> lanes;
    std::vector<bool> hidden = m_hidden;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) { // parents come before their children
        const NodeId parent = m_nodes[i].parent;
        hidden[i] = hidden[i] || (parent.valid() && hidden[parent.index()]);
        const bool counts = hidden[i] && m_nodes[i].kind != NodeKind::Merged;
        for (std::uint32_t lane = m_nodes[i].firstLane.value; counts && lane < m_nodes[i].lastLane.value; ++lane)
            lanes.emplace_back(lane);
    }
    std::sort(lanes.begin(), lanes.end());
    return lanes;
}

void TrackLayout::showAllHidden()
{
    m_hidden.assign(m_nodes.size(), false);
    layOut();
}

void TrackLayout::makeKeys()
{
    std::unordered_map<std::string, std::size_t> seen;
    for (const LayoutNode& node : m_nodes) { // parents come before their children
        std::string key = node.parent.valid() ? m_keys[node.parent.index()] + '/' : std::string();
        const bool keepsNumbers = node.kind == NodeKind::Device || node.kind == NodeKind::Stream;
        for (const char c : node.label) {
            if (keepsNumbers || c < '0' || c > '9')
                key += c;
        }
        if (const std::size_t number = ++seen[key]; number > 1) // of several alike
            key += fmt::format("\n{}", number);
        m_nodeOfKey.emplace(key, NodeId(m_keys.size()));
        m_keys.push_back(std::move(key));
    }
}

NodeId TrackLayout::nodeOf(const std::string& key) const
{
    const auto found = m_nodeOfKey.find(key);
    return found != m_nodeOfKey.end() ? found->second : NodeId();
}

std::vector<RowState> TrackLayout::state() const
{
    std::vector<RowState> state;
    std::vector<NodeId> waiting(m_children.back().rbegin(), m_children.back().rend());
    while (!waiting.empty()) {
        const NodeId id = waiting.back();
        waiting.pop_back();
        if (!isMovable(id))
            continue;
        const std::size_t i = id.index();
        state.push_back({m_keys[i], m_nodes[i].folded, m_hidden[i], m_pins[i], isMerged(id)});
        waiting.insert(waiting.end(), m_children[i].rbegin(), m_children[i].rend());
    }
    return state;
}

void TrackLayout::restore(const std::vector<RowState>& state)
{
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < state.size(); ++i)
        places.emplace(state[i].key, i);
    std::vector<std::size_t> ranks(m_nodes.size(), 0);
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const auto found = isMovable(NodeId(i)) ? places.find(m_keys[i]) : places.end();
        if (found == places.end()) {
            ranks[i] = NodeId(i) == hiddenHeading() ? state.size() + 1 : (i > 0 ? ranks[i - 1] : 0);
            continue;
        }
        const RowState& known = state[found->second];
        ranks[i] = found->second + 1;
        merge(NodeId(i), known.merged);
        m_nodes[i].folded = m_nodes[i].foldable && known.folded;
        m_hidden[i] = known.hidden;
        m_pins[i] = known.pinned;
    }
    for (std::vector<NodeId>& all : m_children) {
        std::stable_sort(
            all.begin(), all.end(), [&ranks](NodeId a, NodeId b) { return ranks[a.index()] < ranks[b.index()]; });
    }
    layOut();
}

} // namespace stepscope::view
