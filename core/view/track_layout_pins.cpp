// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the pinned rows are seen where they are higher than what they may take: as many as have room, from the one
// on that people have scrolled to. The steps and the heading of the lead stay above them.
#include "core/view/track_layout.h"

#include <algorithm>

namespace stepscope::view {

// Whether a row of the pinned part gets a place. One always does, in the lowest window, too.
bool TrackLayout::placesPinned(RowKind kind, NodeId node, LaneId lane, std::int32_t height)
{
    const bool fits = m_height + height <= m_pinLimit;
    if (!m_pinsScroll)
        return fits || kind == RowKind::Steps;
    const std::size_t index = m_pinnedAll.size();
    m_pinnedAll.push_back({node, lane, height});
    if (index == m_pinFirst + m_pinnedShown && (fits || m_pinnedShown == 0)) {
        ++m_pinnedShown;
        return true;
    }
    m_height = m_rows.empty() ? 0 : m_rows.back().y + m_rows.back().height; // without the gap before it
    if (m_firstRow[node.index()] == kNoRow)
        m_firstRow[node.index()] = kScrolledAway;
    return false;
}

// The first row with which the last one just has room.
std::size_t TrackLayout::lastPinFirst() const
{
    std::int64_t room = std::int64_t {m_pinLimit} - m_pinTop;
    std::size_t first = m_pinnedAll.size();
    for (; first > 0; --first) {
        const PinnedRow& row = m_pinnedAll[first - 1];
        const bool opens = first == 1 || m_pinnedAll[first - 2].node != row.node; // may have a gap before it
        room -= row.height + (opens ? kTrackGap : 0);
        if (room < 0 && first < m_pinnedAll.size())
            break;
    }
    return first;
}

bool TrackLayout::scrollPinned(int rows)
{
    const auto last = static_cast<std::int64_t>(lastPinFirst());
    const std::int64_t wanted = std::clamp<std::int64_t>(static_cast<std::int64_t>(m_pinFirst) + rows, 0, last);
    if (wanted == static_cast<std::int64_t>(m_pinFirst))
        return false;
    m_pinFirst = static_cast<std::size_t>(wanted);
    layOut();
    return true;
}

// `lane`: of an unfolded node, or any of a folded one.
void TrackLayout::revealPinned(LaneId lane)
{
    const NodeId node = nodeOfLane(lane);
    const auto found = std::find_if(m_pinnedAll.begin(), m_pinnedAll.end(), [&](const PinnedRow& row) {
        return row.node == node && (row.lane == lane || (!row.lane.valid() && m_nodes[node.index()].folded));
    });
    if (found == m_pinnedAll.end())
        return;
    const auto index = static_cast<std::size_t>(found - m_pinnedAll.begin());
    if (index < m_pinFirst)
        m_pinFirst = index;
    else if (index >= m_pinFirst + m_pinnedShown)
        m_pinFirst = index + 1 - m_pinnedShown;
    layOut();
    for (std::size_t last = index; index >= m_pinFirst + m_pinnedShown && m_pinFirst != last;) { // heights differ
        last = m_pinFirst++;
        layOut();
    }
}

} // namespace stepscope::view
