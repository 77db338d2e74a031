// SPDX-License-Identifier: GPL-3.0-or-later
// The streams of a device as one track, and lanes as rows show them then.
#include "core/view/track_layout.h"

namespace stepscope::view {

NodeId TrackLayout::mergeableDevice(NodeId id) const
{
    while (id.valid() && !m_devices.contains(id))
        id = m_nodes[id.index()].parent;
    return id;
}

std::vector<NodeId> TrackLayout::mergeableDevices() const
{
    std::vector<NodeId> devices;
    for (const auto& [device, unused] : m_devices)
        devices.push_back(device);
    return devices;
}

bool TrackLayout::isMerged(NodeId device) const
{
    const auto found = m_devices.find(device);
    return found != m_devices.end() && found->second.isMerged;
}

void TrackLayout::setMerged(NodeId device, bool merged)
{
    if (isMerged(device) == merged)
        return;
    merge(device, merged);
    layOut();
}

void TrackLayout::merge(NodeId device, bool merged)
{
    const auto found = m_devices.find(device);
    if (found == m_devices.end())
        return;
    MergeableDevice& entry = found->second;
    if (merged && entry.lanes.size() == 0) {
        std::vector<LaneId> lanes;
        for (const NodeId stream : entry.streams) {
            const LayoutNode& node = m_nodes[stream.index()];
            for (std::uint32_t lane = node.firstLane.value; lane < node.lastLane.value; ++lane)
                lanes.emplace_back(lane);
        }
        entry.lanes = MergedLanes(m_trace, lanes);
        LayoutNode& node = m_nodes[entry.merged.index()];
        node.firstLane = LaneId(m_nodeOfLane.size());
        m_nodeOfLane.resize(m_nodeOfLane.size() + entry.lanes.size(), entry.merged);
        node.lastLane = LaneId(m_nodeOfLane.size());
        node.foldable = node.lanes() > 1;
    }
    entry.isMerged = merged;
    m_away[entry.merged.index()] = !merged;
    for (const NodeId stream : entry.streams)
        m_away[stream.index()] = merged;
}

const TrackLayout::MergeableDevice* TrackLayout::mergedDeviceOf(LaneId lane) const
{
    const NodeId node = nodeOfLane(lane);
    const auto device = node.valid() ? m_devices.find(m_nodes[node.index()].parent) : m_devices.end();
    return device != m_devices.end() ? &device->second : nullptr;
}

LaneId TrackLayout::laneOf(SliceId slice) const
{
    const LaneId lane = m_trace.laneOf(slice);
    const MergeableDevice* device = mergedDeviceOf(lane);
    const auto place = device && device->isMerged ? device->lanes.find(m_trace, slice) : std::nullopt;
    return place ? LaneId(m_nodes[device->merged.index()].firstLane.value + place->first) : lane;
}

SliceRun TrackLayout::run(LaneId lane) const
{
    if (isOfTrace(lane))
        return runOf(m_trace, m_trace.lanes[lane.index()]);
    const MergeableDevice* device = mergedDeviceOf(lane);
    return device ? device->lanes.run(lane.value - m_nodes[device->merged.index()].firstLane.value) : SliceRun();
}

SliceId TrackLayout::neighbour(SliceId slice, int direction) const
{
    if (!slice.valid())
        return {};
    const LaneId lane = laneOf(slice);
    const SliceRun lanes = run(lane);
    std::int64_t position = slice.value;
    if (!isOfTrace(lane))
        position = mergedDeviceOf(lane)->lanes.find(m_trace, slice)->second;
    position += direction;
    return position >= lanes.first && position < lanes.last ? lanes.id(static_cast<std::size_t>(position)) : SliceId();
}

} // namespace stepscope::view
