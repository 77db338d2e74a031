// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/event_ref.h"

#include <algorithm>
#include <span>

namespace stepscope::widgets {

namespace {

using view::LayoutNode;
using view::NodeId;
using view::NodeKind;

std::string rowOf(const TimelineData& data, NodeId node)
{
    return node.valid() ? data.layout().keyOf(node) : std::string();
}

// That draws this instant or counter.
NodeId nodeOf(const TimelineData& data, NodeKind kind, std::uint32_t index)
{
    const std::vector<LayoutNode>& nodes = data.layout().nodes();
    const auto found = std::find_if(nodes.begin(), nodes.end(),
        [&](const LayoutNode& node) { return node.kind == kind && index >= node.first && index < node.last; });
    return found != nodes.end() ? NodeId(static_cast<std::size_t>(found - nodes.begin())) : NodeId();
}

bool isEvent(const model::Trace& trace, SliceId slice, const share::EventRef& event)
{
    return trace.slices.start[slice.index()] == event.start && trace.slices.dur[slice.index()] == event.dur
        && trace.nameOf(slice) == event.name;
}

SliceId sliceIn(const model::Trace& trace, const model::Lane& lane, const share::EventRef& event)
{
    const std::span<const std::int64_t> starts
        = trace.slices.start.span().subspan(lane.first.index(), lane.last.value - lane.first.value);
    auto at = std::lower_bound(starts.begin(), starts.end(), event.start);
    for (; at != starts.end() && *at == event.start; ++at) {
        const SliceId slice(lane.first.index() + static_cast<std::size_t>(at - starts.begin()));
        if (isEvent(trace, slice, event))
            return slice;
    }
    return {};
}

SliceId sliceIn(const TimelineData& data, const LayoutNode& node, const share::EventRef& event)
{
    const model::Trace& trace = data.trace();
    const std::size_t last = std::min<std::size_t>(node.lastLane.index(), trace.lanes.size());
    for (std::size_t lane = node.firstLane.index(); lane < last; ++lane) {
        if (const SliceId found = sliceIn(trace, trace.lanes[lane], event); found.valid())
            return found;
    }
    return {};
}

SliceId sliceAnywhere(const model::Trace& trace, const share::EventRef& event)
{
    const NameId name = trace.names.find(event.name);
    for (std::size_t i = 0; name.valid() && i < trace.slices.size(); ++i) {
        if (trace.slices.name[i] == name && isEvent(trace, SliceId(i), event))
            return SliceId(i);
    }
    return {};
}

InstantId instantIn(const model::Trace& trace, const LayoutNode& node, const share::EventRef& event)
{
    const std::size_t last = std::min<std::size_t>(node.last, trace.instants.size());
    for (std::size_t i = node.first; i < last; ++i) {
        if (trace.instants.time[i] == event.start && trace.names.view(trace.instants.name[i]) == event.name)
            return InstantId(i);
    }
    return {};
}

Item sampleIn(const TimelineData& data, const LayoutNode& node, const share::EventRef& event)
{
    for (std::uint32_t series = node.first; series < node.last && series < data.counters(); ++series) {
        const auto times = data.series(series).time.span();
        const auto at = std::lower_bound(times.begin(), times.end(), event.start);
        if (at != times.end() && *at == event.start && data.series(series).series == event.name)
            return Item::ofSample(series, static_cast<std::uint32_t>(at - times.begin()));
    }
    return {};
}

} // namespace

std::optional<share::EventRef> eventRefOf(const TimelineData& data, const Item& item)
{
    const model::Trace& trace = data.trace();
    switch (item.kind) {
    case ItemKind::Slice:
        if (item.index < trace.slices.size())
            return share::EventRef {rowOf(data, data.layout().nodeOfLane(trace.laneOf(item.slice()))),
                std::string(trace.nameOf(item.slice())), trace.slices.start[item.index], trace.slices.dur[item.index]};
        break;
    case ItemKind::Instant:
        if (item.index < trace.instants.size())
            return share::EventRef {rowOf(data, nodeOf(data, NodeKind::Instants, item.index)),
                std::string(trace.names.view(trace.instants.name[item.index])), trace.instants.time[item.index], 0};
        break;
    case ItemKind::CounterSample:
        if (item.series < data.counters() && item.index < data.series(item.series).time.size())
            return share::EventRef {rowOf(data, nodeOf(data, NodeKind::Counter, item.series)),
                data.series(item.series).series, data.series(item.series).time[item.index], 0};
        break;
    case ItemKind::None:
        break;
    }
    return std::nullopt;
}

Item itemOf(const TimelineData& data, const share::EventRef& event)
{
    const NodeId node = event.row.empty() ? NodeId() : data.layout().nodeOf(event.row);
    if (node.valid()) {
        const LayoutNode& row = data.layout().node(node);
        if (row.kind == NodeKind::Instants)
            return Item::of(instantIn(data.trace(), row, event));
        if (row.kind == NodeKind::Counter)
            return sampleIn(data, row, event);
        if (const SliceId found = sliceIn(data, row, event); found.valid())
            return Item::of(found);
    }
    return Item::of(sliceAnywhere(data.trace(), event));
}

} // namespace stepscope::widgets
