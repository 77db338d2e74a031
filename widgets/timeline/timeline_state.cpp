// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_state.h"

#include "widgets/details/detail_text.h"
#include "widgets/timeline/event_ref.h"
#include "widgets/timeline/row_scroll.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kNameLimit = 60;

std::vector<share::RowPlace> placesOf(const view::TrackLayout& layout)
{
    std::vector<share::RowPlace> places;
    for (view::RowState& row : layout.state())
        places.push_back({std::move(row.key), row.folded, row.hidden, row.pinned, row.merged});
    return places;
}

// Says how many of the rows the trace does not have.
QStringList restoreRows(view::TrackLayout& layout, const std::vector<share::RowPlace>& places)
{
    std::vector<view::RowState> rows;
    rows.reserve(places.size());
    for (const share::RowPlace& place : places)
        rows.push_back({place.key, place.folded, place.hidden, place.pinned, place.merged});
    layout.restore(rows);
    std::vector<std::string> known;
    for (view::RowState& row : layout.state())
        known.push_back(std::move(row.key));
    std::sort(known.begin(), known.end());
    const auto lost = std::count_if(places.begin(), places.end(),
        [&known](const share::RowPlace& place) { return !std::binary_search(known.begin(), known.end(), place.key); });
    if (lost == 0)
        return {};
    return {countedText(static_cast<std::uint64_t>(lost), QStringLiteral("row"), QStringLiteral("rows"))};
}

} // namespace

share::Window windowOf(const TimeAxis& axis)
{
    return {axis.window().start, axis.window().fraction, axis.window().span};
}

void setWindow(TimeAxis& axis, const share::Window& window)
{
    axis.setWindow({window.start, window.fraction, window.span});
}

std::optional<TimeRange> rangeWithin(const TimeRange& bounds, const std::optional<share::Range>& range)
{
    if (!range || range->start >= range->end || range->start >= bounds.end || range->end <= bounds.start)
        return std::nullopt;
    return TimeRange {std::max(range->start, bounds.start), std::min(range->end, bounds.end)};
}

share::TimelineState timelineState(TimelineView& view, const TimeAxis& axis, const Selection& selection)
{
    const TimelineData& data = view.content();
    const TopRow top = view.scroller().top();
    share::TimelineState state;
    state.window = windowOf(axis);
    state.rows = placesOf(data.layout());
    state.rowFilter = data.layout().nameFilter();
    state.onlyGpuWork = data.layout().onlyGpuWork();
    if (top.node.valid()) {
        state.topRow = data.layout().keyOf(top.node);
        state.topOffset = top.offset;
    }
    state.selected = eventRefOf(data, selection.item());
    state.measured = eventRefOf(data, Item::of(selection.measured()));
    if (const auto& range = selection.range())
        state.range = share::Range {range->start, range->end};
    state.minimumGap = view.display().gaps.ns;
    state.minimumGapPixels = view.display().gaps.px;
    state.wallClock = view.display().time == TimeDisplay::WallClock;
    state.flows = view.showsFlows();
    return state;
}

QStringList restoreTimeline(TimelineView& view, TimeAxis& axis, Selection& selection, const share::TimelineState& state)
{
    view::TrackLayout& layout = view.content().layout();
    QStringList missing = restoreRows(layout, state.rows);
    layout.setNameFilter(state.rowFilter);
    layout.setOnlyGpuWork(state.onlyGpuWork);
    TimelineDisplay display = view.display();
    display.gaps = {state.minimumGapPixels, state.minimumGap};
    display.time = state.wallClock ? TimeDisplay::WallClock : TimeDisplay::SinceStart;
    view.setDisplay(display);
    const Item selected = state.selected ? itemOf(view.content(), *state.selected) : Item();
    if (state.selected && !selected.valid())
        missing << QStringLiteral("the selected event \"%1\"")
                       .arg(elideMiddle(toQString(state.selected->name), kNameLimit));
    selection.select(selected);
    const Item measured = state.measured ? itemOf(view.content(), *state.measured) : Item();
    if (state.measured && !measured.valid())
        missing << QStringLiteral("the event that distances are taken to");
    selection.measureTo(measured.slice());
    selection.setRange(rangeWithin(axis.bounds(), state.range));
    view.setShowsFlows(state.flows);
    setWindow(axis, state.window);
    view.showLayout();
    const view::NodeId top = state.topRow.empty() ? view::NodeId() : layout.nodeOf(state.topRow);
    view.scroller().keepAtTop({top, state.topOffset});
    return missing;
}

} // namespace stepscope::widgets
