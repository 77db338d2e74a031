// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/row_scroll.h"

#include "widgets/common/style.h"

#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kRowMargin = 2 * kLaneHeight; // kept around a row that is scrolled to

} // namespace

RowScroll::RowScroll(TimelineData& data, TimeAxis& axis, QScrollBar* bar, std::function<void()> rowsChanged)
    : m_data(data)
    , m_axis(axis)
    , m_bar(bar)
    , m_rowsChanged(std::move(rowsChanged))
{
}

void RowScroll::arrange(int canvasHeight)
{
    const view::TrackLayout& layout = m_data.layout();
    m_canvasHeight = canvasHeight;
    const QScopedValueRollback<bool> guard(m_placing, true);
    m_bar->setPageStep(std::max(1, canvasHeight - layout.pinnedHeight()));
    m_bar->setRange(0, std::max(0, layout.height() - canvasHeight));
    placeKept();
}

TopRow RowScroll::top() const
{
    const view::TrackLayout& layout = m_data.layout();
    const int edge = layout.pinnedHeight() + m_bar->value();
    const auto [first, last] = layout.rowsBetween(edge, layout.height());
    if (m_bar->value() == 0 || first >= last)
        return {};
    const view::NodeId node = layout.rows()[first].node;
    return {node, edge - layout.rows()[*layout.rowOfNode(node)].y};
}

void RowScroll::keepAtTop(const TopRow& top)
{
    m_kept = top;
    const QScopedValueRollback<bool> guard(m_placing, true);
    placeKept();
}

void RowScroll::placeKept()
{
    const view::TrackLayout& layout = m_data.layout();
    const auto row = m_kept && m_kept->node.valid() ? layout.rowOfNode(m_kept->node) : std::nullopt;
    if (row)
        m_bar->setValue(layout.rows()[*row].y + m_kept->offset - layout.pinnedHeight());
    else if (m_kept)
        m_bar->setValue(0);
}

void RowScroll::scrolled()
{
    if (!m_placing)
        m_kept.reset();
}

void RowScroll::by(double px)
{
    m_rest += px;
    const double whole = std::trunc(m_rest);
    m_rest -= whole;
    m_bar->setValue(m_bar->value() + static_cast<int>(whole));
}

// At the ends the wheel does nothing, rather than scroll what lies below.
bool RowScroll::pinnedBy(double px)
{
    if (!m_data.layout().pinnedScroll())
        return false;
    m_pinnedRest += px / kLaneHeight;
    const double whole = std::trunc(m_pinnedRest);
    m_pinnedRest -= whole;
    if (m_data.layout().scrollPinned(static_cast<int>(whole)))
        m_rowsChanged();
    return true;
}

void RowScroll::toRow(std::size_t index)
{
    const view::TrackLayout& layout = m_data.layout();
    const view::Row& row = layout.rows()[index];
    if (index < layout.pinnedRows())
        return;
    const int least = row.y + row.height - m_canvasHeight; // scrolled by so much, the bottom is seen
    const int most = row.y - layout.pinnedHeight();
    if (m_bar->value() > most)
        m_bar->setValue(most - kRowMargin);
    else if (m_bar->value() < least)
        m_bar->setValue(std::min(least + kRowMargin, std::max(least, most)));
}

bool RowScroll::isSeen(LaneId lane) const
{
    const view::TrackLayout& layout = m_data.layout();
    const auto row = layout.rowOfLane(lane);
    if (!row)
        return false;
    const view::Row& found = layout.rows()[*row];
    if (found.node != layout.nodeOfLane(lane))
        return false;
    const std::uint32_t depth = lane.value - layout.node(found.node).firstLane.value;
    return found.kind == view::RowKind::Lane || (found.kind == view::RowKind::Mini && depth < view::kMiniLanes);
}

void RowScroll::toLane(LaneId lane)
{
    if (!isSeen(lane)) {
        m_data.layout().reveal(lane);
        m_rowsChanged();
    }
    if (const auto row = m_data.layout().rowOfLane(lane))
        toRow(*row);
}

void RowScroll::toRowOf(SliceId slice)
{
    if (slice.valid())
        toLane(m_data.layout().laneOf(slice));
}

void RowScroll::toRowOf(const Item& item)
{
    if (item.kind == ItemKind::Slice)
        return toRowOf(item.slice());
    const bool isInstant = item.kind == ItemKind::Instant;
    const std::uint32_t index = isInstant ? item.index : item.series;
    const auto kind = isInstant ? view::NodeKind::Instants : view::NodeKind::Counter;
    const std::vector<view::LayoutNode>& nodes = m_data.layout().nodes();
    const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const view::LayoutNode& node) {
        return item.valid() && node.kind == kind && index >= node.first && index < node.last;
    });
    if (found != nodes.end())
        toNode(view::NodeId(static_cast<std::size_t>(found - nodes.begin())));
}

void RowScroll::lead(std::int32_t device)
{
    const view::NodeId node = nodeOf(device);
    if (node == m_data.layout().lead())
        return;
    m_data.layout().setLead(node);
    m_rowsChanged();
}

void RowScroll::toTrack(TrackId track)
{
    const model::Trace& trace = m_data.trace();
    if (track.index() >= trace.tracks.size())
        return;
    const model::Track& shown = trace.tracks[track.index()];
    if (shown.firstLane != shown.lastLane)
        toLane(shown.firstLane);
}

void RowScroll::toNode(view::NodeId node)
{
    const auto shown = m_data.layout().rowOfNode(node);
    if (!shown || m_data.layout().rows()[*shown].node != node) {
        m_data.layout().reveal(node);
        m_rowsChanged();
    }
    if (const auto row = m_data.layout().rowOfNode(node))
        toRow(*row);
}

view::NodeId RowScroll::nodeOf(std::int32_t device) const
{
    const std::vector<view::LayoutNode>& nodes = m_data.layout().nodes();
    const auto found = std::find_if(nodes.begin(), nodes.end(), [device](const view::LayoutNode& node) {
        return node.kind == view::NodeKind::Device && node.device == device;
    });
    return found == nodes.end() ? view::NodeId() : view::NodeId(static_cast<std::size_t>(found - nodes.begin()));
}

void RowScroll::toDevice(std::int32_t device)
{
    if (const view::NodeId node = nodeOf(device); node.valid())
        toNode(node);
}

void RowScroll::toSlice(SliceId slice)
{
    if (!slice.valid())
        return;
    toRowOf(slice);
    const model::Trace& trace = m_data.trace();
    const std::int64_t start = trace.slices.start[slice.index()];
    const std::int64_t end = trace.slices.end(slice);
    const TimeRange range = m_axis.range();
    if (start >= range.end || (end <= range.start && start < range.start)) {
        const double seen = std::min(view::timeDifference(end, start), m_axis.window().span);
        m_axis.centreOn(view::addTime(start, seen / 2).whole);
    }
}

void RowScroll::keepingPlace(const std::function<void()>& change)
{
    if (m_kept) { // what stays is known already
        change();
        m_rowsChanged();
        return;
    }
    const view::TrackLayout& layout = m_data.layout();
    const int scroll = m_bar->value();
    const auto [first, last] = layout.rowsBetween(layout.pinnedHeight() + scroll, layout.height());
    const view::NodeId anchor = scroll > 0 && first < last ? layout.rows()[first].node : view::NodeId();
    const auto topOfAnchor = [&] {
        const auto row = anchor.valid() ? layout.rowOfNode(anchor) : std::nullopt;
        return row ? layout.rows()[*row].y : 0;
    };
    const int before = topOfAnchor();
    change();
    m_rowsChanged();
    m_bar->setValue(scroll + topOfAnchor() - before);
}

} // namespace stepscope::widgets
