// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of the timeline: the outline of layout_nodes.h with what is folded and hidden, laid out from top to bottom. The
// widget only asks "which rows lie between y0 and y1" and "which row is at y", both by binary search. Heights are
// logical pixels. Row 0 is the steps row where there are steps: it is pinned, all others scroll beneath it.
// Folding and hiding lay out anew in O(nodes + rows). Owned and used by one thread.

#include "core/view/layout_nodes.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope::view {

enum class RowKind : std::uint8_t
{
    Steps,
    Heading,  // device (with busy strip), process, group, or a track that has no lane of its own
    Brackets, // above the lanes of a stream that has any
    Lane,
    Mini,    // several lanes of a folded track or section, squeezed
    Density, // folded Python section
    Instants,
    Counter,
};

struct Row
{
    RowKind kind = RowKind::Lane;
    bool labelled = true; // the first row of its node carries label and fold mark
    NodeId node;
    LaneId lane; // Lane
    std::int32_t y = 0;
    std::int32_t height = 0;
};

inline constexpr std::int32_t kHeadingHeight = 22;
inline constexpr std::int32_t kLaneRowHeight = 18;
inline constexpr std::int32_t kStripHeight = 14;
inline constexpr std::int32_t kCounterHeight = 36;
inline constexpr std::int32_t kBracketHeight = 17;
inline constexpr std::int32_t kTrackGap = 5;   // between tracks
inline constexpr std::int32_t kHeadingGap = 3; // below a heading
inline constexpr std::uint32_t kMiniLanes = 5; // lanes that a Mini row shows at most

class TrackLayout
{
public:
    TrackLayout(const model::Trace& trace, std::size_t steps);

    [[nodiscard]] const std::vector<LayoutNode>& nodes() const { return m_nodes; }
    [[nodiscard]] const LayoutNode& node(NodeId id) const { return m_nodes[id.index()]; }
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    [[nodiscard]] std::int32_t height() const { return m_height; } // of all rows, pinned ones included
    [[nodiscard]] std::int32_t pinnedHeight() const { return m_pinned; }
    [[nodiscard]] std::size_t pinnedRows() const { return m_pinned > 0 ? 1 : 0; }

    [[nodiscard]] bool isFolded(NodeId id) const { return m_nodes[id.index()].folded; }
    void setFolded(NodeId id, bool folded);
    void setHidden(NodeId id, bool hidden);
    // Streams that get a row for brackets above their own rows; ascending.
    void setBracketed(std::vector<TrackId> tracks);
    [[nodiscard]] bool isHidden(NodeId id) const { return m_hidden[id.index()]; }
    // Unfolds whatever hides this lane.
    void reveal(LaneId lane);

    // Indices into rows().
    [[nodiscard]] std::optional<std::size_t> rowAt(std::int32_t y) const; // nothing in the gap between two tracks
    [[nodiscard]] std::pair<std::size_t, std::size_t> rowsBetween(std::int32_t y0, std::int32_t y1) const; // [y0, y1)
    // The row that shows the lane, or the folded row that stands for it; nothing when it is hidden or never drawn.
    [[nodiscard]] std::optional<std::size_t> rowOfLane(LaneId lane) const;
    [[nodiscard]] std::optional<std::size_t> rowOfNode(NodeId id) const;
    [[nodiscard]] NodeId nodeOfLane(LaneId lane) const;

private:
    void layOut();
    void addRows(NodeId id);
    [[nodiscard]] bool isBracketed(const LayoutNode& node) const;
    void addRow(RowKind kind, NodeId node, std::int32_t height, LaneId lane = LaneId());
    [[nodiscard]] bool isShown(NodeId id) const; // nothing above it is folded or hidden

    std::vector<LayoutNode> m_nodes;
    std::vector<bool> m_hidden;
    std::vector<TrackId> m_bracketed;
    std::vector<NodeId> m_nodeOfLane;
    std::vector<Row> m_rows;
    std::vector<std::uint32_t> m_firstRow; // of each node, kNoRow where it shows none
    std::int32_t m_height = 0;
    std::int32_t m_pinned = 0;
};

} // namespace stepscope::view
