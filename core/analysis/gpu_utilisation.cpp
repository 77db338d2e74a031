// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu_utilisation.h"

#include "core/analysis/sums.h"
#include "core/analysis/work_classes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>

namespace stepscope::analysis {
namespace {

using Runs = std::vector<Interval>;

// Appends work that starts no earlier than all before it. Runs that touch become one.
void append(Runs& runs, Interval next)
{
    if (!runs.empty() && next.start <= runs.back().end)
        runs.back().end = std::max(runs.back().end, next.end);
    else
        runs.push_back(next);
}

Runs mergeTwo(const Runs& a, const Runs& b)
{
    Runs out;
    out.reserve(std::max(a.size(), b.size()));
    auto left = a.begin();
    auto right = b.begin();
    while (left != a.end() || right != b.end()) {
        const bool takeLeft = right == b.end() || (left != a.end() && left->start <= right->start);
        append(out, takeLeft ? *left++ : *right++);
    }
    return out;
}

// Halves the number of lists until one is left: O(n log lists).
Runs mergeAll(std::vector<Runs> lists)
{
    if (lists.empty())
        return {};
    while (lists.size() > 1) {
        std::vector<Runs> next;
        for (std::size_t i = 0; i + 1 < lists.size(); i += 2)
            next.push_back(mergeTwo(lists[i], lists[i + 1]));
        if (lists.size() % 2 == 1)
            next.push_back(std::move(lists.back()));
        lists = std::move(next);
    }
    return std::move(lists.front());
}

// The work of one stream as runs, apart by what it is.
struct StreamRuns
{
    Runs all;
    Runs compute;
    Runs comm;
    Runs copy;
    Interval extent {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}; // uncut

    [[nodiscard]] Runs& of(WorkClass workClass)
    {
        return workClass == WorkClass::Compute ? compute : workClass == WorkClass::Communication ? comm : copy;
    }
};

class DeviceReader
{
public:
    DeviceReader(const model::Trace& trace, const Window& window)
        : m_trace(trace)
        , m_window(window)
        , m_classes(trace)
    {
    }

    StreamUse readStream(TrackId track, StreamRuns& runs)
    {
        StreamUse use;
        use.track = track;
        const model::Track& row = m_trace.tracks[track.index()];
        std::vector<StreamRuns> lanes;
        for (std::size_t i = row.firstLane.index(); i < row.lastLane.index(); ++i)
            readLane(m_trace.lanes[i], use, lanes);
        runs = join(std::move(lanes));
        finish(use, runs);
        return use;
    }

private:
    void readLane(const model::Lane& lane, StreamUse& use, std::vector<StreamRuns>& lanes)
    {
        if (lane.section == model::LaneSection::Unplaced) {
            for (std::size_t i = lane.first.index(); m_window.whole && i < lane.last.index(); ++i)
                use.events += model::isGpuWork(m_trace.kindOf(SliceId(i))) ? 1 : 0;
            return;
        }
        if (lane.section != model::LaneSection::Main)
            return;
        StreamRuns runs;
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i)
            add(SliceId(i), use, runs);
        lanes.push_back(std::move(runs));
    }

    void add(SliceId id, StreamUse& use, StreamRuns& runs)
    {
        if (!model::isGpuWork(m_trace.kindOf(id)))
            return;
        const std::int64_t start = m_trace.slices.start[id.index()];
        const std::int64_t end = m_trace.slices.end(id);
        runs.extent.start = std::min(runs.extent.start, start);
        runs.extent.end = std::max(runs.extent.end, end);
        if (!overlaps(m_window.gpu, start, end))
            return;
        const Interval span = cut(m_window.gpu, start, end);
        ++use.events;
        addTo(use.sumNs, span.length());
        append(runs.all, span);
        append(runs.of(m_classes.of(id)), span);
    }

    static StreamRuns join(std::vector<StreamRuns> lanes)
    {
        if (lanes.size() == 1)
            return std::move(lanes.front());
        StreamRuns out;
        const auto mergePart = [&lanes](Runs StreamRuns::*part) {
            std::vector<Runs> lists;
            lists.reserve(lanes.size());
            for (StreamRuns& lane : lanes)
                lists.push_back(std::move(lane.*part));
            return mergeAll(std::move(lists));
        };
        out.all = mergePart(&StreamRuns::all);
        out.compute = mergePart(&StreamRuns::compute);
        out.comm = mergePart(&StreamRuns::comm);
        out.copy = mergePart(&StreamRuns::copy);
        for (const StreamRuns& lane : lanes) {
            out.extent.start = std::min(out.extent.start, lane.extent.start);
            out.extent.end = std::max(out.extent.end, lane.extent.end);
        }
        return out;
    }

    void finish(StreamUse& use, const StreamRuns& runs) const
    {
        if (!overlaps(m_window.gpu, runs.extent.start, runs.extent.end))
            return;
        use.window = cut(m_window.gpu, runs.extent.start, runs.extent.end);
        use.busyNs = totalLength(runs.all);
        for (const Interval& gap : gapsBetween(runs.all, use.window)) {
            ++use.gapCount;
            if (use.gapsNs.size() < StreamUse::kMaxGaps)
                use.gapsNs.push_back(gap.length());
        }
    }

public:
    static std::vector<Interval> gapsBetween(const Runs& runs, Interval window)
    {
        std::vector<Interval> gaps;
        std::int64_t end = window.start;
        for (const Interval& run : runs) {
            if (run.start > end)
                gaps.push_back({end, run.start});
            end = run.end;
        }
        if (window.end > end)
            gaps.push_back({end, window.end});
        return gaps;
    }

private:
    const model::Trace& m_trace;
    const Window& m_window;
    WorkClasses m_classes;
};

// Intervals of no length vanish in a set.
IntervalSet toSet(Runs runs)
{
    std::erase_if(runs, [](const Interval& run) { return run.start >= run.end; });
    return runs;
}

void finishDevice(DeviceUse& device, std::vector<StreamRuns> streams, const Window& window)
{
    std::array<std::vector<Runs>, 4> lists;
    Interval extent {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    for (StreamRuns& stream : streams) {
        lists[0].push_back(std::move(stream.all));
        lists[1].push_back(std::move(stream.compute));
        lists[2].push_back(std::move(stream.comm));
        lists[3].push_back(std::move(stream.copy));
        extent.start = std::min(extent.start, stream.extent.start);
        extent.end = std::max(extent.end, stream.extent.end);
    }
    device.busy = mergeAll(std::move(lists[0]));
    device.compute = toSet(mergeAll(std::move(lists[1])));
    const IntervalSet comm = toSet(mergeAll(std::move(lists[2])));
    device.busyNs = totalLength(device.busy);
    device.computeNs = totalLength(device.compute);
    device.commNs = totalLength(comm);
    device.commOverlapNs = totalLength(intersect(comm, device.compute));
    device.exposedCommNs = device.commNs - device.commOverlapNs;
    device.copyNs = totalLength(mergeAll(std::move(lists[3])));
    if (!overlaps(window.gpu, extent.start, extent.end))
        return;
    device.window = cut(window.gpu, extent.start, extent.end);
    device.gaps = DeviceReader::gapsBetween(device.busy, device.window);
    device.idleNs = device.window.length() - device.busyNs;
}

} // namespace

GpuUse gpuUtilisation(const model::Trace& trace, const Window& window)
{
    std::map<std::pair<std::int32_t, ProcessId>, std::vector<TrackId>> rows;
    for (std::size_t i = 0; i < trace.tracks.size(); ++i) {
        const model::Track& track = trace.tracks[i];
        if (track.kind == model::TrackKind::GpuStream && track.gpuWork > 0)
            rows[{track.device, track.process}].push_back(TrackId(i));
    }
    DeviceReader reader(trace, window);
    GpuUse use;
    for (auto& [key, tracks] : rows) {
        std::stable_sort(tracks.begin(), tracks.end(),
            [&](TrackId a, TrackId b) { return trace.tracks[a.index()].stream < trace.tracks[b.index()].stream; });
        DeviceUse device;
        std::tie(device.device, device.process) = key;
        std::vector<StreamRuns> runs(tracks.size());
        for (std::size_t i = 0; i < tracks.size(); ++i)
            device.streams.push_back(reader.readStream(tracks[i], runs[i]));
        finishDevice(device, std::move(runs), window);
        use.devices.push_back(std::move(device));
    }
    return use;
}

std::int64_t busyWithin(const DeviceUse& device, Interval interval)
{
    return overlapLength(device.busy, interval);
}

} // namespace stepscope::analysis
