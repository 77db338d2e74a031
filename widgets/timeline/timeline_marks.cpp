// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_marks.h"

#include "core/analysis/comm_waits.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr std::int64_t kQuietness = 10; // a wait that costs nothing must be that many times longer to be shown

} // namespace

TimelineMarks::TimelineMarks(const TimelineData& data, FiguresPtr figures)
    : m_trace(data.trace())
    , m_figures(std::move(figures))
    , m_classes(m_trace)
{
    for (std::uint32_t i = 0; i < m_figures->gpu.devices.size(); ++i)
        addDevice(data, i);
    addWalls();
    std::vector<view::RankedTimes::Entry> entries;
    for (std::uint32_t i = 0; i < m_figures->syncs.size(); ++i) {
        const analysis::SyncMarker& sync = m_figures->syncs[i];
        const std::int64_t weight = isQuiet(sync) ? sync.blockedNs() / kQuietness : sync.blockedNs();
        entries.push_back({sync.end(), weight, i});
        m_syncOfSlice.emplace(sync.slice.value, i);
    }
    m_syncs = view::RankedTimes(std::move(entries));
}

void TimelineMarks::addDevice(const TimelineData& data, std::uint32_t index)
{
    const analysis::DeviceUse& use = m_figures->gpu.devices[index];
    Device& device = m_devices.emplace_back();
    for (const analysis::StreamUse& stream : use.streams) {
        Stream& added = m_streams[stream.track.value];
        added.device = index;
        added.window = stream.window;
    }
    for (std::size_t i = 0; i < data.layout().nodes().size(); ++i) {
        const view::LayoutNode& node = data.layout().nodes()[i];
        const auto stream = node.kind == view::NodeKind::Stream ? m_streams.find(node.track.value) : m_streams.end();
        if (stream == m_streams.end() || stream->second.device != index)
            continue;
        if (!device.node.valid()) {
            device.node = node.parent;
            m_byNode.emplace(device.node.value, index);
        }
        stream->second.communicates = node.detail == "communication";
    }
    device.compute = view::BusyIndex(use.compute);
    addGaps(device, index);
    addWaits(device, use);
}

void TimelineMarks::addWaits(Device& device, const analysis::DeviceUse& use)
{
    std::vector<TrackId> communicating;
    for (const analysis::StreamUse& stream : use.streams) {
        if (streamOf(stream.track)->communicates)
            communicating.push_back(stream.track);
    }
    for (const auto& wait : analysis::communicationWaits(m_trace, use, communicating, m_classes)) {
        device.waits.push_back({wait.span, analysis::IdleCause::CommWait, wait.collective, {}, {}});
        device.waitSpans.add(wait.span);
    }
    device.waitSpans.finish();
}

void TimelineMarks::addGaps(Device& device, std::uint32_t index)
{
    const auto& all = causes().gaps;
    const auto first = std::partition_point(
        all.begin(), all.end(), [index](const analysis::DeviceGap& gap) { return gap.device < index; });
    const auto last = std::partition_point(
        first, all.end(), [index](const analysis::DeviceGap& gap) { return gap.device == index; });
    if (first == last)
        return;
    device.firstGap = static_cast<std::uint32_t>(first - all.begin());
    device.firstPart = first->firstPart;
    device.gaps.reserve(static_cast<std::size_t>(last - first));
    device.parts.reserve((last - 1)->lastPart - first->firstPart);
    for (auto gap = first; gap != last; ++gap) {
        device.gaps.add(gap->span);
        for (const analysis::GapPart& part : causes().partsOf(*gap)) {
            device.parts.add(part.span);
            device.partCauses.push_back(part.cause);
        }
    }
    device.gaps.finish();
    device.parts.finish();
}

void TimelineMarks::addWalls()
{
    for (std::uint32_t i = 0; i < m_figures->walls.size(); ++i) { // by time
        const auto stream = m_streams.find(m_figures->walls[i].stream.value);
        if (stream == m_streams.end())
            continue;
        stream->second.walls.push_back(i);
        stream->second.wallSpans.add(m_figures->walls[i].span);
    }
    for (auto& [track, stream] : m_streams)
        stream.wallSpans.finish();
}

std::optional<std::uint32_t> TimelineMarks::deviceOf(view::NodeId node) const
{
    const auto found = m_byNode.find(node.value);
    return found == m_byNode.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> TimelineMarks::workedBy(const view::LayoutNode& node) const
{
    if (node.kind == view::NodeKind::Merged)
        return deviceOf(node.parent);
    const Stream* stream = node.kind == view::NodeKind::Stream ? streamOf(node.track) : nullptr;
    return stream ? std::optional(stream->device) : std::nullopt;
}

const TimelineMarks::Stream* TimelineMarks::streamOf(TrackId track) const
{
    const auto found = m_streams.find(track.value);
    return found == m_streams.end() ? nullptr : &found->second;
}

std::optional<std::uint32_t> TimelineMarks::syncOf(SliceId call) const
{
    const auto found = m_syncOfSlice.find(call.value);
    return found == m_syncOfSlice.end() ? std::nullopt : std::optional(found->second);
}

std::vector<TrackId> TimelineMarks::tracksWithWalls() const
{
    std::vector<TrackId> tracks;
    for (const auto& [track, stream] : m_streams) {
        if (!stream.walls.empty())
            tracks.emplace_back(track);
    }
    std::sort(tracks.begin(), tracks.end());
    return tracks;
}

bool TimelineMarks::isCommunication(SliceId gpuWork) const
{
    return model::isGpuWork(m_trace.kindOf(gpuWork)) && m_classes.of(gpuWork) == analysis::WorkClass::Communication;
}

bool TimelineMarks::isQuiet(const analysis::SyncMarker& sync)
{
    return sync.atStepEnd.value_or(false) || sync.idleAfterNs.value_or(0) <= 0;
}

view::NodeId TimelineMarks::deviceOf(const analysis::SyncMarker& sync) const
{
    if (sync.workAfter.valid()) {
        const Stream* stream = streamOf(m_trace.trackOf(sync.workAfter));
        if (stream)
            return m_devices[stream->device].node;
    }
    return m_devices.size() == 1 ? m_devices.front().node : view::NodeId();
}

const analysis::GapPart* TimelineMarks::longestWait(TrackId track, Interval idle) const
{
    const Stream* stream = streamOf(track);
    if (stream == nullptr || stream->communicates)
        return nullptr;
    const Device& device = m_devices[stream->device];
    const auto [first, last] = device.waitSpans.within(idle.start, idle.end);
    const auto longest = device.waitSpans.longest(first, last);
    return longest ? &device.waits[*longest] : nullptr;
}

namespace {

// Position of the stretch that begins and ends with the range.
std::optional<std::size_t> positionOf(const view::StretchIndex& stretches, const TimeRange& range)
{
    const auto [first, last] = stretches.within(range.start, view::addTime(range.start, 1).whole);
    const bool isIt = first < last && stretches.at(first) == Interval {range.start, range.end};
    return isIt ? std::optional(first) : std::nullopt;
}

} // namespace

const analysis::DeviceGap* TimelineMarks::gapOver(const TimeRange& range) const
{
    for (const Device& device : m_devices) {
        if (const auto position = positionOf(device.gaps, range))
            return &causes().gaps[device.firstGap + *position];
    }
    return nullptr;
}

const analysis::GapPart* TimelineMarks::waitOver(const TimeRange& range) const
{
    for (const Device& device : m_devices) {
        if (const auto position = positionOf(device.waitSpans, range))
            return &device.waits[*position];
    }
    return nullptr;
}

} // namespace stepscope::widgets
