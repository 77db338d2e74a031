// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of the timeline: the outline of layout_nodes.h with what is folded and hidden, laid out from top to bottom. The
// widget only asks "which rows lie between y0 and y1" and "which row is at y", both by binary search. Heights are
// logical pixels. Row 0 is the steps row where there are steps; it, the heading of the leading device where there is
// one, and the rows that people pin come first and stay, all others scroll beneath them. Nodes can be moved among their
// siblings, hidden, and filtered by name; how many are not shown is said by a heading at the end. The streams of a
// device can be merged into one track (merged_lanes.h), whose lanes are numbered after those of the trace. Every change
// lays out anew in O(nodes + rows). Keeps a reference to the trace. Owned and used by one thread.

#include "core/view/layout_nodes.h"
#include "core/view/merged_lanes.h"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
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
    bool pinned = false;
};

// What people have done to one node, told apart by a key that is the same in other traces of the kind: its labels from
// the top, without the numbers of processes and threads; of several alike with a number of their own.
struct RowState
{
    std::string key;
    bool folded = false;
    bool hidden = false;
    bool pinned = false;
    bool merged = false; // of a device: its streams
    friend bool operator==(const RowState&, const RowState&) = default;
};

enum class RowHeight : std::uint8_t // of lanes
{
    Compact,
    Normal,
    Tall,
};
inline constexpr std::int32_t kRowHeights[] = {14, 18, 26};

inline constexpr std::int32_t kHeadingHeight = 22;
inline constexpr std::int32_t kStripHeight = 14;
inline constexpr std::int32_t kCounterHeight = 36;
inline constexpr std::int32_t kBracketHeight = 17;
inline constexpr std::int32_t kTrackGap = 5;   // between tracks
inline constexpr std::int32_t kHeadingGap = 3; // below a heading
inline constexpr std::uint32_t kMiniLanes = 5; // lanes that a Mini row shows at most

struct PinnedPart // of the pinned rows but the steps and the lead
{
    std::int32_t top = 0;  // where they begin
    std::size_t first = 0; // the one that is seen first
    std::size_t shown = 0;
    std::size_t all = 0;
};

class TrackLayout
{
public:
    TrackLayout(const model::Trace& trace, std::size_t steps, std::span<const ComputedCounter> computed = {});

    [[nodiscard]] const std::vector<LayoutNode>& nodes() const { return m_nodes; }
    [[nodiscard]] const LayoutNode& node(NodeId id) const { return m_nodes[id.index()]; }
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    [[nodiscard]] std::int32_t height() const { return m_height; } // of all rows, pinned ones included
    [[nodiscard]] std::int32_t pinnedHeight() const { return m_pinned; }
    [[nodiscard]] std::size_t pinnedRows() const { return m_pinnedRows; }

    void setDetail(NodeId id, std::string detail) { m_nodes[id.index()].detail = std::move(detail); }
    [[nodiscard]] bool isFolded(NodeId id) const { return m_nodes[id.index()].folded; }
    void setFolded(NodeId id, bool folded);
    void setHidden(NodeId id, bool hidden);
    // Streams that get a row for brackets above their own rows; ascending.
    void setBracketed(std::vector<TrackId> tracks);
    [[nodiscard]] bool isHidden(NodeId id) const { return m_hidden[id.index()]; }
    // With all that is below it, at the top.
    void setPinned(NodeId id, bool pinned);
    [[nodiscard]] bool isPinned(NodeId id) const { return m_pins[id.index()]; }
    // The heading of this device stays in view, its rows scroll as ever; invalid: of none. Not part of the state.
    void setLead(NodeId device);
    [[nodiscard]] NodeId lead() const { return m_lead; }
    // Pinned rows end above this height, but for one. Where there are more, those that have room are rows of the
    // layout, and the others come in by scrolling, by rows; false: there is nothing more that way.
    void setPinLimit(std::int32_t height);
    bool scrollPinned(int rows);
    [[nodiscard]] bool pinnedScroll() const { return m_pinnedShown < m_pinnedAll.size(); }
    [[nodiscard]] PinnedPart pinnedPart() const { return {m_pinTop, m_pinFirst, m_pinnedShown, m_pinnedAll.size()}; }
    // The node that can be pinned, hidden and moved for what a person points at: never the steps, nor the heading of
    // the hidden ones.
    [[nodiscard]] bool isMovable(NodeId id) const;
    void move(NodeId id, int places);                                   // among its siblings; < 0: up
    void moveBefore(NodeId id, NodeId sibling);                         // invalid sibling: to the end
    [[nodiscard]] const std::vector<NodeId>& siblings(NodeId id) const; // in the order shown, itself among them
    // Only nodes whose name contains the text (A to Z in either case), with what is above and below them.
    void setNameFilter(std::string text);
    [[nodiscard]] const std::string& nameFilter() const { return m_nameFilter; }
    void setOnlyGpuWork(bool only); // only tracks that have some, and what is above and below them
    [[nodiscard]] bool onlyGpuWork() const { return m_onlyGpuWork; }
    void setRowHeight(RowHeight height);
    [[nodiscard]] RowHeight rowHeight() const { return m_rowHeight; }
    // The device whose streams can be merged by what a person points at; invalid where there is nothing to merge.
    [[nodiscard]] NodeId mergeableDevice(NodeId id) const;
    [[nodiscard]] std::vector<NodeId> mergeableDevices() const;
    void setMerged(NodeId device, bool merged); // O(GPU work of the device · log) the first time
    [[nodiscard]] bool isMerged(NodeId device) const;
    [[nodiscard]] std::vector<NodeId> hiddenNodes() const;
    [[nodiscard]] std::vector<LaneId> hiddenLanes() const; // of hidden nodes and what is below them; ascending
    void showAllHidden();
    [[nodiscard]] NodeId hiddenHeading() const { return NodeId(m_nodes.size() - 1); } // "3 hidden rows"
    [[nodiscard]] const std::string& keyOf(NodeId id) const { return m_keys[id.index()]; }
    [[nodiscard]] NodeId nodeOf(const std::string& key) const; // invalid: there is none
    [[nodiscard]] std::vector<RowState> state() const;         // of all nodes in the order shown
    void restore(const std::vector<RowState>& state);          // nodes that it does not know keep theirs
    // Unfolds whatever hides this lane, or this node; for a node, merges or splits streams where that hides it.
    void reveal(LaneId lane);
    void reveal(NodeId id);

    // Indices into rows().
    [[nodiscard]] std::optional<std::size_t> rowAt(std::int32_t y) const; // nothing in the gap between two tracks
    [[nodiscard]] std::pair<std::size_t, std::size_t> rowsBetween(std::int32_t y0, std::int32_t y1) const; // [y0, y1)
    // The row that shows the lane, or the folded row that stands for it; nothing when it is hidden or never drawn.
    [[nodiscard]] std::optional<std::size_t> rowOfLane(LaneId lane) const;
    [[nodiscard]] std::optional<std::size_t> rowOfNode(NodeId id) const;
    [[nodiscard]] NodeId nodeOfLane(LaneId lane) const;

    // Lanes as rows show them now.
    [[nodiscard]] LaneId laneOf(SliceId slice) const;
    [[nodiscard]] SliceRun run(LaneId lane) const;
    [[nodiscard]] bool isOfTrace(LaneId lane) const { return lane.index() < m_trace.lanes.size(); } // not a merged one
    // The slice before (-1) or after (1) in its lane; invalid at the ends.
    [[nodiscard]] SliceId neighbour(SliceId slice, int direction) const;

private:
    struct MergeableDevice
    {
        NodeId merged;               // the node that stands for the streams
        std::vector<NodeId> streams; // with GPU work
        bool isMerged = false;
        MergedLanes lanes; // once they were asked for
    };
    void layOut();
    [[nodiscard]] std::string hiddenText() const;
    void addRows(NodeId id);
    void addSubtree(NodeId id, bool isTop);
    void filter();
    void merge(NodeId device, bool merged);
    [[nodiscard]] const MergeableDevice* mergedDeviceOf(LaneId lane) const;
    [[nodiscard]] bool passes(NodeId id) const;
    void makeKeys();
    [[nodiscard]] std::vector<NodeId>& children(NodeId parent);
    [[nodiscard]] bool isBracketed(const LayoutNode& node) const;
    void addRow(RowKind kind, NodeId node, std::int32_t height, LaneId lane = LaneId());
    bool placesPinned(RowKind kind, NodeId node, LaneId lane, std::int32_t height);
    [[nodiscard]] std::size_t lastPinFirst() const;
    void revealPinned(LaneId lane);

    struct PinnedRow
    {
        NodeId node;
        LaneId lane; // of a row of one
        std::int32_t height = 0;
    };
    static constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint32_t kScrolledAway = kNoRow - 1; // its rows are pinned, and none of them is seen

    const model::Trace& m_trace;
    std::vector<LayoutNode> m_nodes;
    std::map<NodeId, MergeableDevice> m_devices;
    std::vector<std::string> m_keys; // of RowState, each once
    std::unordered_map<std::string, NodeId> m_nodeOfKey;
    std::vector<bool> m_away; // streams that are merged, and what stands for them while they are not
    std::vector<bool> m_hidden;
    std::vector<bool> m_pins;
    std::vector<bool> m_gpuWork;                 // of each node itself
    std::vector<bool> m_filtered;                // taken away by the filters
    std::vector<std::vector<NodeId>> m_children; // of each node, and last those at the top, in the order shown
    std::string m_nameFilter;
    bool m_onlyGpuWork = false;
    RowHeight m_rowHeight = RowHeight::Normal;
    std::vector<TrackId> m_bracketed;
    std::vector<NodeId> m_nodeOfLane;
    std::vector<Row> m_rows;
    std::vector<std::uint32_t> m_firstRow; // of each node, or kNoRow, kScrolledAway
    std::int32_t m_height = 0;
    std::int32_t m_pinned = 0;
    std::size_t m_pinnedRows = 0;
    NodeId m_lead;
    bool m_isPinning = false;           // addRows() adds rows that stay at the top
    bool m_pinsScroll = false;          // … of pinned nodes
    std::vector<PinnedRow> m_pinnedAll; // seen or not
    std::size_t m_pinFirst = 0;         // index of the one that is seen first
    std::size_t m_pinnedShown = 0;
    std::int32_t m_pinTop = 0;
    std::int32_t m_pinLimit = std::numeric_limits<std::int32_t>::max();
};

} // namespace stepscope::view
