// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/track_layout.h"

#include <fmt/format.h>

#include <algorithm>

namespace stepscope::view {

namespace {

constexpr std::int32_t kHighestY = std::numeric_limits<std::int32_t>::max() / 2;

bool isTrack(NodeKind kind)
{
    return kind == NodeKind::Stream || kind == NodeKind::Merged || kind == NodeKind::Thread || kind == NodeKind::Async
        || kind == NodeKind::Counter;
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
    return node.kind == NodeKind::Merged
        || (node.kind == NodeKind::Stream && trace.tracks[node.track.index()].gpuWork > 0);
}

} // namespace

TrackLayout::TrackLayout(const model::Trace& trace, std::size_t steps, std::span<const ComputedCounter> computed)
    : m_trace(trace)
    , m_nodes(withHeadingOfHidden(layoutNodes(trace, steps, computed)))
    , m_away(m_nodes.size(), false)
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
        if (m_nodes[i].kind == NodeKind::Merged) {
            m_devices[m_nodes[i].parent].merged = NodeId(i);
            m_away[i] = true;
        } else if (const auto device = m_devices.find(m_nodes[i].parent); device != m_devices.end() && m_gpuWork[i]) {
            device->second.streams.emplace_back(i);
        }
    }
    makeKeys();
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
    NodeId id = nodeOfLane(lane);
    if (!id.valid())
        return;
    const auto device = m_devices.find(m_nodes[id.index()].parent);
    if (m_away[id.index()] && device != m_devices.end())
        id = device->second.merged; // shows it too
    m_nodes[id.index()].folded = false;
    reveal(id);
    revealPinned(lane);
}

void TrackLayout::reveal(NodeId id)
{
    if (m_filtered[id.index()]) {
        m_nameFilter.clear();
        m_onlyGpuWork = false;
        filter();
    }
    m_hidden[id.index()] = false;
    for (NodeId above = id; above.valid(); above = m_nodes[above.index()].parent) {
        const LayoutNode& node = m_nodes[above.index()];
        if (m_away[above.index()])
            merge(node.parent, node.kind == NodeKind::Merged);
        if (!node.parent.valid())
            break;
        m_nodes[node.parent.index()].folded = false;
        m_hidden[node.parent.index()] = false;
    }
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
    m_pinnedRows = 0;
    m_pinnedAll.clear();
    m_pinnedShown = 0;
    m_pinsScroll = false;
    m_isPinning = true;
    for (std::size_t i = 0; i + 1 < m_nodes.size(); ++i) {
        if (m_nodes[i].kind == NodeKind::Steps)
            addRows(NodeId(i));
    }
    if (m_lead.valid() && !m_hidden[m_lead.index()])
        addRows(m_lead);
    m_pinTop = m_height;
    m_pinsScroll = true;
    for (std::size_t i = 0; i + 1 < m_nodes.size(); ++i) {
        if (m_pins[i] && !m_hidden[i])
            addSubtree(NodeId(i), true);
    }
    m_isPinning = false;
    if (const std::size_t last = lastPinFirst(); m_pinFirst > last) { // there is more room, or there are fewer rows
        m_pinFirst = last;
        return layOut();
    }
    for (const NodeId id : m_children.back())
        addSubtree(id, false);
    m_nodes.back().label = hiddenText();
    if (!m_nodes.back().label.empty())
        addRows(hiddenHeading());
}

// "3 hidden rows, 14 without GPU work": what is not shown, but for what a name filter leaves out, which is seen above.
std::string TrackLayout::hiddenText() const
{
    const auto hidden = static_cast<std::size_t>(std::count(m_hidden.begin(), m_hidden.end(), true));
    std::size_t filtered = 0;
    for (std::size_t i = 0; m_onlyGpuWork && m_nameFilter.empty() && i < m_nodes.size(); ++i) {
        const bool isTrack = m_nodes[i].kind == NodeKind::Thread || m_nodes[i].kind == NodeKind::Stream;
        filtered += isTrack && m_filtered[i] && !m_away[i] && !m_hidden[i] ? 1 : 0;
    }
    std::string first = hidden > 0 ? fmt::format("{} hidden {}", hidden, hidden == 1 ? "row" : "rows") : "";
    if (filtered == 0)
        return first;
    return first.empty() ? fmt::format("{} {} without GPU work", filtered, filtered == 1 ? "row" : "rows")
                         : fmt::format("{}, {} without GPU work", first, filtered);
}

// `isTop`: of a pinned part, which is shown even where a filter or a folded parent would not.
void TrackLayout::addSubtree(NodeId id, bool isTop)
{
    const LayoutNode& node = m_nodes[id.index()];
    const bool isElsewhere = m_pins[id.index()] && !isTop;
    if (m_hidden[id.index()] || m_away[id.index()] || isElsewhere || node.kind == NodeKind::Steps
        || id == hiddenHeading())
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
    if (m_isPinning && !placesPinned(kind, node, lane, height))
        return;
    const bool isFirst = kind != RowKind::Brackets && m_firstRow[node.index()] >= kScrolledAway;
    if (isFirst)
        m_firstRow[node.index()] = static_cast<std::uint32_t>(m_rows.size());
    if (m_height >= kHighestY) // a hostile file's millions of lanes end here
        return;
    m_rows.push_back({kind, isFirst, node, lane, m_height, height, m_isPinning});
    m_height += height;
    if (m_isPinning) {
        m_pinnedRows = m_rows.size();
        m_pinned = m_height;
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
    const std::int32_t laneHeight = kRowHeights[static_cast<std::size_t>(m_rowHeight)];
    if (isBracketed(node))
        addRow(RowKind::Brackets, id, kBracketHeight);
    if (node.folded) {
        const bool isPython = node.section == model::LaneSection::Python;
        const bool isSection = node.kind == NodeKind::Section;
        addRow(isPython ? RowKind::Density : RowKind::Mini, id, isSection ? kStripHeight : laneHeight);
        return;
    }
    for (std::uint32_t lane = node.firstLane.value; lane < node.lastLane.value; ++lane)
        addRow(RowKind::Lane, id, laneHeight, LaneId(lane));
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
        const auto device = m_away[id.index()] ? m_devices.find(m_nodes[id.index()].parent) : m_devices.end();
        const NodeId shown = device != m_devices.end() ? device->second.merged : id;
        if (m_firstRow[shown.index()] < m_rows.size())
            return m_firstRow[shown.index()];
        if (m_firstRow[shown.index()] == kScrolledAway)
            return {};
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
    const std::uint32_t first = m_rows[*row].lane.value; // those before it are scrolled away
    const std::size_t exact = *row + (lane.value - first);
    return lane.value >= first && exact < m_rows.size() && m_rows[exact].node == id ? std::optional(exact)
                                                                                    : std::nullopt;
}

NodeId TrackLayout::nodeOfLane(LaneId lane) const
{
    return lane.index() < m_nodeOfLane.size() ? m_nodeOfLane[lane.index()] : NodeId();
}

} // namespace stepscope::view
