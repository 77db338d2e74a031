// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/track_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

namespace stepscope::view {

namespace {

constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();
constexpr std::int32_t kHighestY = std::numeric_limits<std::int32_t>::max() / 2;

bool isTrack(NodeKind kind)
{
    return kind == NodeKind::Stream || kind == NodeKind::Thread || kind == NodeKind::Async || kind == NodeKind::Counter;
}

std::vector<LayoutNode> withHeadingOfHidden(std::vector<LayoutNode> nodes)
{
    LayoutNode heading;
    heading.heading = true;
    heading.tip = "Click to show them again";
    nodes.push_back(std::move(heading));
    return nodes;
}

bool hasGpuWork(const model::Trace& trace, const LayoutNode& node)
{
    return node.kind == NodeKind::Stream && trace.tracks[node.track.index()].gpuWork > 0;
}

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

TrackLayout::TrackLayout(const model::Trace& trace, std::size_t steps, std::span<const ComputedCounter> computed)
    : m_nodes(withHeadingOfHidden(layoutNodes(trace, steps, computed)))
    , m_hidden(m_nodes.size(), false)
    , m_pins(m_nodes.size(), false)
    , m_gpuWork(m_nodes.size(), false)
    , m_filtered(m_nodes.size(), false)
    , m_children(m_nodes.size() + 1)
    , m_nodeOfLane(trace.lanes.size())
{
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        children(m_nodes[i].parent).emplace_back(i);
        m_gpuWork[i] = hasGpuWork(trace, m_nodes[i]);
        for (std::uint32_t lane = m_nodes[i].firstLane.value; lane < m_nodes[i].lastLane.value; ++lane)
            m_nodeOfLane[lane] = NodeId(i);
    }
    layOut();
}

void TrackLayout::setFolded(NodeId id, bool folded)
{
    LayoutNode& node = m_nodes[id.index()];
    if (!node.foldable || node.folded == folded)
        return;
    node.folded = folded;
    layOut();
}

void TrackLayout::setHidden(NodeId id, bool hidden)
{
    if (m_hidden[id.index()] == hidden)
        return;
    m_hidden[id.index()] = hidden;
    layOut();
}

void TrackLayout::setBracketed(std::vector<TrackId> tracks)
{
    if (tracks == m_bracketed)
        return;
    m_bracketed = std::move(tracks);
    layOut();
}

bool TrackLayout::isBracketed(const LayoutNode& node) const
{
    return node.kind == NodeKind::Stream && std::binary_search(m_bracketed.begin(), m_bracketed.end(), node.track);
}

void TrackLayout::reveal(LaneId lane)
{
    bool changed = false;
    if (nodeOfLane(lane).valid() && m_filtered[nodeOfLane(lane).index()]) {
        m_nameFilter.clear();
        m_onlyGpuWork = false;
        filter();
    }
    for (NodeId id = nodeOfLane(lane); id.valid(); id = m_nodes[id.index()].parent) {
        changed = changed || m_nodes[id.index()].folded || m_hidden[id.index()];
        m_nodes[id.index()].folded = false;
        m_hidden[id.index()] = false;
    }
    if (changed)
        layOut();
}

std::vector<NodeId>& TrackLayout::children(NodeId parent)
{
    return m_children[parent.valid() ? parent.index() : m_nodes.size()];
}

const std::vector<NodeId>& TrackLayout::siblings(NodeId id) const
{
    const NodeId parent = m_nodes[id.index()].parent;
    return m_children[parent.valid() ? parent.index() : m_nodes.size()];
}

void TrackLayout::layOut()
{
    m_rows.clear();
    m_firstRow.assign(m_nodes.size(), kNoRow);
    m_height = 0;
    m_pinned = 0;
    m_isPinning = true;
    for (std::size_t i = 0; i + 1 < m_nodes.size(); ++i) {
        if (m_nodes[i].kind == NodeKind::Steps)
            addRows(NodeId(i));
        else if (m_pins[i] && !m_hidden[i])
            addSubtree(NodeId(i), true);
    }
    m_isPinning = false;
    m_pinned = m_height;
    m_pinnedRows = m_rows.size();
    for (const NodeId id : m_children.back())
        addSubtree(id, false);
    const auto hidden = static_cast<std::size_t>(std::count(m_hidden.begin(), m_hidden.end(), true));
    if (hidden == 0)
        return;
    m_nodes.back().label = fmt::format("{} hidden {}", hidden, hidden == 1 ? "row" : "rows");
    addRows(hiddenHeading());
}

// `isTop`: of a pinned part, which is shown even where a filter or a folded parent would not.
void TrackLayout::addSubtree(NodeId id, bool isTop)
{
    const LayoutNode& node = m_nodes[id.index()];
    const bool isElsewhere = m_pins[id.index()] && !isTop;
    if (m_hidden[id.index()] || isElsewhere || node.kind == NodeKind::Steps || id == hiddenHeading())
        return;
    if (m_filtered[id.index()] && !m_isPinning)
        return;
    if (m_firstRow[id.index()] == kNoRow)
        addRows(id);
    if (node.folded)
        return;
    for (const NodeId child : m_children[id.index()])
        addSubtree(child, false);
}

void TrackLayout::addRow(RowKind kind, NodeId node, std::int32_t height, LaneId lane)
{
    const bool isFirst = kind != RowKind::Brackets && m_firstRow[node.index()] == kNoRow;
    if (isFirst)
        m_firstRow[node.index()] = static_cast<std::uint32_t>(m_rows.size());
    if (m_height < kHighestY) { // a hostile file's millions of lanes end here
        m_rows.push_back({kind, isFirst, node, lane, m_height, height, m_isPinning});
        m_height += height;
    }
}

void TrackLayout::addRows(NodeId id)
{
    const LayoutNode& node = m_nodes[id.index()];
    if (!m_rows.empty() && m_rows.back().kind == RowKind::Heading && !node.heading)
        m_height += kHeadingGap;
    else if (!m_rows.empty() && isTrack(node.kind))
        m_height += kTrackGap;
    if (node.kind == NodeKind::Steps) {
        addRow(RowKind::Steps, id, kHeadingHeight);
        return;
    }
    if (node.kind == NodeKind::Instants || node.kind == NodeKind::Counter) {
        const bool isCounter = node.kind == NodeKind::Counter;
        addRow(isCounter ? RowKind::Counter : RowKind::Instants, id, isCounter ? kCounterHeight : kStripHeight);
        return;
    }
    if (node.heading) {
        if (node.indent == 0 && !m_rows.empty() && m_rows.size() > pinnedRows())
            m_height += kTrackGap;
        addRow(RowKind::Heading, id, kHeadingHeight);
        return;
    }
    if (isBracketed(node))
        addRow(RowKind::Brackets, id, kBracketHeight);
    if (node.folded) {
        const bool isPython = node.section == model::LaneSection::Python;
        const bool isSection = node.kind == NodeKind::Section;
        addRow(isPython ? RowKind::Density : RowKind::Mini, id, isSection ? kStripHeight : kLaneRowHeight);
        return;
    }
    for (std::uint32_t lane = node.firstLane.value; lane < node.lastLane.value; ++lane)
        addRow(RowKind::Lane, id, kLaneRowHeight, LaneId(lane));
}

// ---- what people do to rows ----

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
        left -= m_hidden[all[static_cast<std::size_t>(to)].index()] ? 0 : 1; // past those that nobody sees
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

std::vector<NodeId> TrackLayout::hiddenNodes() const
{
    std::vector<NodeId> nodes;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (m_hidden[i])
            nodes.emplace_back(i);
    }
    return nodes;
}

void TrackLayout::showAllHidden()
{
    m_hidden.assign(m_nodes.size(), false);
    layOut();
}

std::string TrackLayout::keyOf(NodeId id) const
{
    const LayoutNode& node = m_nodes[id.index()];
    std::string key = node.parent.valid() ? keyOf(node.parent) + '/' : std::string();
    const bool keepsNumbers = node.kind == NodeKind::Device || node.kind == NodeKind::Stream;
    for (const char c : node.label) {
        if (keepsNumbers || c < '0' || c > '9')
            key += c;
    }
    return key;
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
        state.push_back({keyOf(id), m_nodes[i].folded, m_hidden[i], m_pins[i]});
        waiting.insert(waiting.end(), m_children[i].rbegin(), m_children[i].rend());
    }
    return state;
}

void TrackLayout::restore(const std::vector<RowState>& state)
{
    std::multimap<std::string, std::size_t> places; // those of one key in their order
    for (std::size_t i = 0; i < state.size(); ++i)
        places.emplace(state[i].key, i);
    std::vector<std::size_t> ranks(m_nodes.size(), 0);
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const auto found = isMovable(NodeId(i)) ? places.find(keyOf(NodeId(i))) : places.end();
        if (found == places.end()) {
            ranks[i] = NodeId(i) == hiddenHeading() ? state.size() + 1 : (i > 0 ? ranks[i - 1] : 0);
            continue;
        }
        const RowState& known = state[found->second];
        ranks[i] = found->second + 1;
        m_nodes[i].folded = m_nodes[i].foldable && known.folded;
        m_hidden[i] = known.hidden;
        m_pins[i] = known.pinned;
        places.erase(found);
    }
    for (std::vector<NodeId>& all : m_children) {
        std::stable_sort(
            all.begin(), all.end(), [&ranks](NodeId a, NodeId b) { return ranks[a.index()] < ranks[b.index()]; });
    }
    layOut();
}

std::optional<std::size_t> TrackLayout::rowAt(std::int32_t y) const
{
    const auto after = std::upper_bound(
        m_rows.begin(), m_rows.end(), y, [](std::int32_t value, const Row& row) { return value < row.y; });
    if (after == m_rows.begin() || y >= (after - 1)->y + (after - 1)->height)
        return {};
    return static_cast<std::size_t>(after - m_rows.begin()) - 1;
}

std::pair<std::size_t, std::size_t> TrackLayout::rowsBetween(std::int32_t y0, std::int32_t y1) const
{
    const auto first
        = std::partition_point(m_rows.begin(), m_rows.end(), [y0](const Row& row) { return row.y + row.height <= y0; });
    const auto last = std::partition_point(first, m_rows.end(), [y1](const Row& row) { return row.y < y1; });
    return {static_cast<std::size_t>(first - m_rows.begin()), static_cast<std::size_t>(last - m_rows.begin())};
}

std::optional<std::size_t> TrackLayout::rowOfNode(NodeId id) const
{
    for (; id.valid(); id = m_nodes[id.index()].parent) {
        if (m_hidden[id.index()])
            return {};
        if (m_firstRow[id.index()] < m_rows.size())
            return m_firstRow[id.index()];
    }
    return {};
}

std::optional<std::size_t> TrackLayout::rowOfLane(LaneId lane) const
{
    const NodeId id = nodeOfLane(lane);
    if (!id.valid())
        return {};
    const std::optional<std::size_t> row = rowOfNode(id);
    if (!row || m_rows[*row].kind != RowKind::Lane || m_rows[*row].node != id)
        return row;
    const std::size_t exact = *row + (lane.value - m_nodes[id.index()].firstLane.value);
    return exact < m_rows.size() ? std::optional(exact) : std::nullopt;
}

NodeId TrackLayout::nodeOfLane(LaneId lane) const
{
    return lane.index() < m_nodeOfLane.size() ? m_nodeOfLane[lane.index()] : NodeId();
}

} // namespace stepscope::view
