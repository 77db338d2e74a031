// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/launch_linker.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace stepscope::model {
namespace {

class LaunchLinker
{
public:
    LaunchLinker(Column<CallRecord> calls, Column<PlacedRecord> records, Trace& trace, const StopCheck& stop)
        : m_calls(std::move(calls))
        , m_records(std::move(records))
        , m_trace(trace)
        , m_stop(stop)
    {
        for (std::uint32_t id = 0; id < trace.names.size(); ++id)
            m_launchName.push_back(isLaunchCall(trace.names.view(NameId(id))));
    }

    void run()
    {
        numberWork();
        fillWork();
        describeTracks();
        sortCalls();
        linkByCorrelation();
        linkByFlows();
        buildIndex();
        report();
    }

private:
    void numberWork();
    void fillWork();
    void describeTracks();
    void sortCalls();
    void linkByCorrelation();
    void linkByFlows();
    void buildIndex();
    void report();
    [[nodiscard]] bool isLaunch(SliceId id) const { return m_launchName[m_trace.slices.name[id.index()].index()]; }
    [[nodiscard]] std::int64_t startOf(SliceId id) const { return m_trace.slices.start[id.index()]; }
    [[nodiscard]] std::int64_t byteOf(SliceId id) const { return static_cast<std::int64_t>(m_trace.slices.offset(id)); }
    [[nodiscard]] std::string nameOf(SliceId id) const { return std::string(m_trace.nameOf(id)); }
    [[nodiscard]] bool isInner(const CallRecord& call, const CallRecord& other) const;

    Column<CallRecord> m_calls; // by correlation, then start, without the driver calls inside runtime calls
    Column<CallRecord> m_innerCalls;
    Column<PlacedRecord> m_records;
    std::vector<std::uint64_t> m_correlation; // by GpuWorkId; the column of the table has only 32 bits
    std::vector<bool> m_launchName;           // by NameId
    Trace& m_trace;
    const StopCheck& m_stop;
};

void LaunchLinker::numberWork()
{
    for (Lane& lane : m_trace.lanes) {
        const Track& track = m_trace.tracks[lane.track.index()];
        if (track.kind != TrackKind::GpuStream)
            continue;
        // Lanes of unplaced slices hold annotations and the like as well: only runs of pure work are numbered as a
        // block.
        if (lane.section == LaneSection::Main)
            lane.firstGpuWork = GpuWorkId(m_trace.gpuWork.slice.size());
        if (lane.section != LaneSection::Main && lane.section != LaneSection::Unplaced)
            continue;
        for (std::uint32_t i = lane.first.value; i < lane.last.value; ++i) {
            if (lane.section == LaneSection::Main || isGpuWork(m_trace.kindOf(SliceId(i))))
                m_trace.gpuWork.slice.push_back(SliceId(i));
        }
    }
}

void LaunchLinker::fillWork()
{
    GpuWorkTable& work = m_trace.gpuWork;
    work.launch.resize(work.size());
    work.bytes.resize(work.size());
    work.correlation.resize(work.size());
    work.fromGraph.resize(work.size());
    m_correlation.assign(work.size(), 0);
    for (std::size_t i = 0; i < work.size(); ++i) {
        work.launch[i] = SliceId {};
        work.bytes[i] = GpuWorkTable::kUnknownBytes;
    }
    for (std::size_t r = 0; r < m_records.size(); ++r) {
        m_stop.poll(r);
        const PlacedRecord& record = m_records[r];
        const GpuWorkId id = m_trace.gpuWorkOf(record.slice);
        if (!id.valid())
            continue;
        work.bytes[id.index()] = record.raw.bytes;
        work.fromGraph[id.index()] = record.raw.fromGraph;
        work.correlation[id.index()]
            = record.raw.correlation <= UINT32_MAX ? static_cast<std::uint32_t>(record.raw.correlation) : 0;
        m_correlation[id.index()] = record.raw.correlation;
    }
}

void LaunchLinker::describeTracks()
{
    for (std::size_t r = 0; r < m_records.size(); ++r) {
        m_stop.poll(r);
        const PlacedRecord& record = m_records[r];
        Track& track = m_trace.tracks[m_trace.trackOf(record.slice).index()];
        if (track.kind != TrackKind::GpuStream || !isGpuWork(m_trace.kindOf(record.slice)))
            continue;
        if (track.device < 0 && record.raw.device >= 0 && record.raw.device <= INT32_MAX)
            track.device = static_cast<std::int32_t>(record.raw.device);
        if (track.stream < 0 && record.raw.stream >= 0)
            track.stream = record.raw.stream;
    }
    for (const SliceId slice : m_trace.gpuWork.slice)
        ++m_trace.tracks[m_trace.trackOf(slice).index()].gpuWork;
    for (Track& track : m_trace.tracks) {
        // Waits for everything on the device are written as those of a stream -1.
        if (track.kind == TrackKind::GpuStream && track.gpuWork == 0 && track.tidIsNumber && track.tid == "-1")
            track.name = "device-wide syncs";
        if (track.kind != TrackKind::GpuStream || track.device >= 0)
            continue;
        const std::string& pid = m_trace.processes[track.process.index()].pid;
        std::int32_t device = 0;
        const auto [end, error] = std::from_chars(pid.data(), pid.data() + pid.size(), device);
        track.device = error == std::errc() && end == pid.data() + pid.size() && device >= 0 ? device : 0;
    }
}

// A driver call that a runtime call makes carries the same number and lies inside it: the runtime call is the launch.
bool LaunchLinker::isInner(const CallRecord& call, const CallRecord& other) const
{
    if (m_trace.kindOf(call.slice) != EventKind::Driver || m_trace.kindOf(other.slice) != EventKind::Runtime)
        return false;
    return startOf(other.slice) <= startOf(call.slice) && startOf(call.slice) <= m_trace.slices.end(other.slice);
}

void LaunchLinker::sortCalls()
{
    const auto before = [this](const CallRecord& a, const CallRecord& b) {
        if (a.correlation != b.correlation)
            return a.correlation < b.correlation;
        return startOf(a.slice) != startOf(b.slice) ? startOf(a.slice) < startOf(b.slice) : a.slice < b.slice;
    };
    if (!std::is_sorted(m_calls.begin(), m_calls.end(), before)) {
        std::uint32_t calls = 0;
        std::sort(m_calls.begin(), m_calls.end(), m_stop.polled(before, calls));
    }
    Column<CallRecord> kept;
    kept.reserve(m_calls.size());
    for (std::size_t i = 0; i < m_calls.size(); ++i) {
        const CallRecord& call = m_calls[i];
        const auto same
            = [&](std::size_t j) { return j < m_calls.size() && m_calls[j].correlation == call.correlation; };
        // Neighbours suffice: a pair of runtime and driver call starts within the same microseconds.
        const bool inner
            = (i > 0 && same(i - 1) && isInner(call, m_calls[i - 1])) || (same(i + 1) && isInner(call, m_calls[i + 1]));
        (inner ? m_innerCalls : kept).push_back(call);
    }
    m_calls = std::move(kept);
}

void LaunchLinker::linkByCorrelation()
{
    GpuWorkTable& work = m_trace.gpuWork;
    const auto byCorrelation = [](const CallRecord& call, std::uint64_t value) { return call.correlation < value; };
    for (std::size_t i = 0; i < work.size(); ++i) {
        m_stop.poll(i);
        if (m_correlation[i] == 0)
            continue;
        auto call = std::lower_bound(m_calls.begin(), m_calls.end(), m_correlation[i], byCorrelation);
        if (call == m_calls.end() || call->correlation != m_correlation[i])
            continue;
        // The latest that starts before the work; where there is none, the first after it. Numbers are hardly ever used
        // twice, so the next call is looked at first.
        const auto isLater = [&](const CallRecord& next) {
            return next.correlation != m_correlation[i] || startOf(next.slice) > startOf(work.slice[i]);
        };
        if (call + 1 != m_calls.end() && !isLater(call[1]))
            call = std::partition_point(call + 1, m_calls.end(), [&](const CallRecord& c) { return !isLater(c); }) - 1;
        work.launch[i] = call->slice;
    }
}

// Writers without correlation numbers draw flows from the call to the work.
void LaunchLinker::linkByFlows()
{
    for (const Flow& flow : m_trace.flows) {
        const GpuWorkId id = m_trace.gpuWorkOf(flow.to);
        if (!id.valid() || m_trace.gpuWork.launch[id.index()].valid())
            continue;
        if (!isDeviceSide(m_trace.kindOf(flow.from)))
            m_trace.gpuWork.launch[id.index()] = flow.from;
    }
}

void LaunchLinker::buildIndex()
{
    const GpuWorkTable& work = m_trace.gpuWork;
    std::vector<GpuWorkId> linked;
    for (std::uint32_t i = 0; i < work.size(); ++i) {
        if (work.launch[i].valid())
            linked.emplace_back(i);
    }
    const auto launchOf = [&](GpuWorkId id) { return work.launch[id.index()]; };
    const auto before = [&](GpuWorkId a, GpuWorkId b) {
        if (launchOf(a) != launchOf(b))
            return launchOf(a) < launchOf(b);
        const std::int64_t startA = startOf(work.slice[a.index()]);
        const std::int64_t startB = startOf(work.slice[b.index()]);
        return startA != startB ? startA < startB : a < b;
    };
    std::uint32_t calls = 0;
    std::sort(linked.begin(), linked.end(), m_stop.polled(before, calls));
    LaunchIndex& index = m_trace.launches;
    for (std::uint32_t i = 0; i < linked.size(); ++i) {
        if (index.launches.empty() || index.launches.back() != launchOf(linked[i])) {
            index.launches.push_back(launchOf(linked[i]));
            index.offsets.push_back(i);
        }
    }
    index.offsets.push_back(static_cast<std::uint32_t>(linked.size()));
    index.targets = std::move(linked);
}

void LaunchLinker::report()
{
    std::vector<bool> inner(m_innerCalls.empty() ? 0 : m_trace.slices.size());
    for (const CallRecord& call : m_innerCalls)
        inner[call.slice.index()] = true;
    std::size_t next = 0;
    for (const Lane& lane : m_trace.lanes) {
        Track& track = m_trace.tracks[lane.track.index()];
        if (track.kind != TrackKind::CpuThread || lane.section == LaneSection::Python)
            continue;
        for (std::uint32_t i = lane.first.value; i < lane.last.value; ++i) {
            m_stop.poll(i);
            const SliceId id(i);
            while (next < m_trace.launches.launches.size() && m_trace.launches.launches[next] < id)
                ++next;
            const bool hasWork = next < m_trace.launches.launches.size() && m_trace.launches.launches[next] == id;
            const bool launch
                = hasWork || (isLaunch(id) && isApiCall(m_trace.kindOf(id)) && (inner.empty() || !inner[i]));
            track.launches += launch ? 1 : 0;
            if (!launch || hasWork)
                continue;
            m_trace.launches.withoutWork.push_back(id);
            if (!m_trace.cut) // whose work may lie beyond the cut
                m_trace.diagnostics.add(DiagnosticKind::launch_without_gpu_record, byteOf(id), nameOf(id));
        }
    }
    for (std::size_t i = 0; i < m_trace.gpuWork.size(); ++i) {
        m_stop.poll(i);
        const SliceId slice = m_trace.gpuWork.slice[i];
        const SliceId launch = m_trace.gpuWork.launch[i];
        if (!launch.valid()) {
            if (m_correlation[i] != 0)
                m_trace.diagnostics.add(DiagnosticKind::gpu_work_without_launch, byteOf(slice), nameOf(slice));
            continue;
        }
        const bool placed = m_trace.slices.placed(slice) && m_trace.slices.placed(launch);
        if (placed && startOf(slice) < startOf(launch))
            m_trace.diagnostics.add(DiagnosticKind::negative_launch_delay, byteOf(slice),
                fmt::format("{} starts {} ns before its launch", nameOf(slice), startOf(launch) - startOf(slice)));
    }
}

} // namespace

Column<CallRecord> placeCalls(const AssemblyInput& input, const PlacedSlices& placed)
{
    Column<CallRecord> calls;
    for (std::size_t c = 0; c < input.chunks.size(); ++c) {
        input.stop.poll();
        const ChunkRange& range = input.chunks[c].range;
        const Column<RawApiCall>& raw = input.workers[input.chunks[c].worker]->apiCalls;
        for (std::uint32_t i = range.apiCalls.first; i < range.apiCalls.last; ++i)
            calls.push_back({raw[i].correlation, placed.at(c, raw[i].slice - range.slices.first)});
    }
    return calls;
}

Column<PlacedRecord> placeRecords(const AssemblyInput& input, const PlacedSlices& placed)
{
    Column<PlacedRecord> records;
    for (std::size_t c = 0; c < input.chunks.size(); ++c) {
        input.stop.poll();
        const ChunkRange& range = input.chunks[c].range;
        const Column<RawDeviceRecord>& raw = input.workers[input.chunks[c].worker]->deviceRecords;
        for (std::uint32_t i = range.deviceRecords.first; i < range.deviceRecords.last; ++i)
            records.push_back({raw[i], placed.at(c, raw[i].slice - range.slices.first)});
    }
    return records;
}

void linkLaunches(Column<CallRecord> calls, Column<PlacedRecord> records, Trace& trace, const StopCheck& stop)
{
    LaunchLinker(std::move(calls), std::move(records), trace, stop).run();
}

} // namespace stepscope::model
