// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/track_layout.h"

#include <algorithm>
#include <limits>

namespace stepscope::view {

namespace {

constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();
constexpr std::int32_t kHighestY = std::numeric_limits<std::int32_t>::max() / 2;

bool isTrack(NodeKind kind)
{
    return kind == NodeKind::Stream || kind == NodeKind::Thread || kind == NodeKind::Async || kind == NodeKind::Counter;
}

} // namespace

TrackLayout::TrackLayout(const model::Trace& trace, std::size_t steps)
    : m_nodes(layoutNodes(trace, steps))
    , m_hidden(m_nodes.size(), false)
    , m_nodeOfLane(trace.lanes.size())
{
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
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
    for (NodeId id = nodeOfLane(lane); id.valid(); id = m_nodes[id.index()].parent) {
        changed = changed || m_nodes[id.index()].folded || m_hidden[id.index()];
        m_nodes[id.index()].folded = false;
        m_hidden[id.index()] = false;
    }
    if (changed)
        layOut();
}

bool TrackLayout::isShown(NodeId id) const
{
    if (m_hidden[id.index()])
        return false;
    for (NodeId up = m_nodes[id.index()].parent; up.valid(); up = m_nodes[up.index()].parent) {
        if (m_nodes[up.index()].folded || m_hidden[up.index()])
            return false;
    }
    return true;
}

void TrackLayout::layOut()
{
    m_rows.clear();
    m_firstRow.assign(m_nodes.size(), kNoRow);
    m_height = 0;
    m_pinned = 0;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (isShown(NodeId(i)))
            addRows(NodeId(i));
    }
}

void TrackLayout::addRow(RowKind kind, NodeId node, std::int32_t height, LaneId lane)
{
    const bool isFirst = kind != RowKind::Brackets && m_firstRow[node.index()] == kNoRow;
    if (isFirst)
        m_firstRow[node.index()] = static_cast<std::uint32_t>(m_rows.size());
    if (m_height < kHighestY) { // a hostile file's millions of lanes end here
        m_rows.push_back({kind, isFirst, node, lane, m_height, height});
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
        m_pinned = m_height;
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
