// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/flow_binder.h"

#include "core/model/slice_search.h"
#include "core/util/bucket_sort.h"

#include <algorithm>
#include <bit>
#include <map>
#include <span>

namespace stepscope::model {
namespace {

struct FlowPoint
{
    std::uint64_t key = 0;
    std::int64_t time = 0;
    SliceId slice; // hint, then binding
    std::uint32_t worker = 0;
    std::uint32_t site = 0;
    NameId name; // local
    FlowPhase phase = FlowPhase::Start;
};

class FlowBinder
{
public:
    FlowBinder(const AssemblyInput& input, const PlacedSlices& placed, SiteTable& sites, Trace& trace)
        : m_input(input)
        , m_placed(placed)
        , m_sites(sites)
        , m_trace(trace)
    {
    }

    void run()
    {
        findLastSlices();
        for (const std::uint64_t half : {0U, 1U}) { // of the keys, by their first bit: memory peaks here
            collect(half);
            pairAll();
        }
        m_points.release();
        sortFlows();
    }

private:
    static constexpr std::uint32_t kNoChunk = 0xffffffffU;

    void findLastSlices();
    void collect(std::uint64_t half);
    void pairAll();
    [[nodiscard]] FlowPoint pointOf(std::size_t chunk, const RawFlow& flow) const;
    template <class Visit> void forEachFlow(std::uint64_t half, Visit visit) const;
    [[nodiscard]] SliceId lastSliceBefore(std::size_t chunk, const FlowPoint& point) const;
    void pair(std::span<FlowPoint> points);
    void connect(FlowPoint& from, FlowPoint& to);
    SliceId bind(FlowPoint& point);
    void sortFlows();
    void sortFlows(
        SliceId Flow::*first, SliceId Flow::*second, std::span<const Flow> flows, std::vector<Flow>& sorted) const;

    const AssemblyInput& m_input;
    const PlacedSlices& m_placed;
    SiteTable& m_sites;
    Trace& m_trace;
    std::vector<std::uint32_t> m_lastBefore;   // the last chunk before each that has a slice
    std::map<TrackId, SliceSearch> m_searches; // of the tracks that were asked for
    Column<FlowPoint> m_points;                // by key, then time, then place in the file
    Column<Flow> m_flows;
};

void FlowBinder::findLastSlices()
{
    std::uint32_t last = kNoChunk;
    for (std::uint32_t c = 0; c < m_input.chunks.size(); ++c) {
        m_lastBefore.push_back(last);
        last = m_input.chunks[c].lastSlice == kNoRawSlice ? last : c;
    }
}

// Calls visit(chunk, flow) for the flow events of that half in file order.
template <class Visit> void FlowBinder::forEachFlow(std::uint64_t half, Visit visit) const
{
    for (std::size_t c = 0; c < m_input.chunks.size(); ++c) {
        m_input.stop.poll();
        const AssemblyChunk& chunk = m_input.chunks[c];
        const RawEvents& raw = *m_input.workers[chunk.worker];
        for (std::uint32_t i = chunk.range.flows.first; i < chunk.range.flows.last; ++i) {
            if (raw.flows[i].key >> 63U == half)
                visit(c, raw.flows[i]);
        }
    }
}

// Keys are hashes: spread evenly.
void FlowBinder::collect(std::uint64_t half)
{
    std::size_t count = 0;
    forEachFlow(half, [&](std::size_t, const RawFlow&) { ++count; });
    BucketSort byKey(count, 63);
    const auto rest = [](const RawFlow& flow) { return flow.key << 1U >> 1U; }; // without the bit of the half
    forEachFlow(half, [&](std::size_t, const RawFlow& flow) { byKey.count(rest(flow)); });
    byKey.settle();
    m_points.resize(count);
    forEachFlow(half,
        [&](std::size_t chunk, const RawFlow& flow) { m_points[byKey.place(rest(flow))] = pointOf(chunk, flow); });
    const auto before
        = [](const FlowPoint& a, const FlowPoint& b) { return a.key != b.key ? a.key < b.key : a.time < b.time; };
    std::uint32_t calls = 0;
    byKey.finish(std::span(m_points.data(), count), m_input.stop.polled(before, calls));
}

FlowPoint FlowBinder::pointOf(std::size_t chunk, const RawFlow& flow) const
{
    const AssemblyChunk& from = m_input.chunks[chunk];
    FlowPoint point {flow.key, flow.time, SliceId {}, from.worker, flow.site, flow.name, flow.phase};
    if (flow.slice == kPreviousChunk)
        point.slice = lastSliceBefore(chunk, point);
    else if (flow.slice != kNoRawSlice)
        point.slice = m_placed.at(chunk, flow.slice - from.range.slices.first);
    return point;
}

// The slice event just before the chunk, if it starts when the flow does and lies on its thread: judged by the texts of
// the file, as within a chunk.
SliceId FlowBinder::lastSliceBefore(std::size_t chunk, const FlowPoint& point) const
{
    const std::uint32_t from = m_lastBefore[chunk];
    if (from == kNoChunk)
        return SliceId {};
    const AssemblyChunk& earlier = m_input.chunks[from];
    const SliceId slice = m_placed.at(from, earlier.lastSlice - earlier.range.slices.first);
    if (m_trace.slices.start[slice.index()] != point.time)
        return SliceId {};
    const auto text = [this](std::uint32_t worker, NameId name) { return m_input.workers[worker]->strings.view(name); };
    const RawSite& mine = m_input.workers[point.worker]->sites[point.site];
    const RawSite& its = m_input.workers[earlier.worker]->sites[earlier.lastSite];
    const bool fits = text(point.worker, mine.pid) == text(earlier.worker, its.pid)
        && text(point.worker, mine.tid) == text(earlier.worker, its.tid);
    return fits ? slice : SliceId {};
}

void FlowBinder::pairAll()
{
    for (std::size_t i = 0; i < m_points.size();) {
        m_input.stop.poll();
        std::size_t next = i + 1;
        while (next < m_points.size() && m_points[next].key == m_points[i].key)
            ++next;
        if (next - i > 1)
            pair({m_points.data() + i, next - i});
        i = next;
    }
}

void FlowBinder::pair(std::span<FlowPoint> points)
{
    const auto firstStart
        = std::find_if(points.begin(), points.end(), [](const FlowPoint& p) { return p.phase == FlowPhase::Start; });
    if (firstStart == points.end())
        return; // kineto writes thousands of ends without a start
    FlowPoint* previous = nullptr;
    for (std::size_t i = 0; i < points.size(); ++i) {
        m_input.stop.poll(i);
        FlowPoint& point = points[i];
        if (point.phase == FlowPhase::Start) {
            previous = &point;
            continue;
        }
        if (previous != nullptr)
            connect(*previous, point);
        else if (point.phase != FlowPhase::Step)
            connect(*firstStart, point);
        if (point.phase == FlowPhase::Step)
            previous = &point;
    }
}

void FlowBinder::connect(FlowPoint& from, FlowPoint& to)
{
    const SliceId source = bind(from);
    const SliceId target = bind(to);
    if (!source.valid() || !target.valid() || source == target)
        return;
    m_flows.push_back({source, target, m_sites.category(from.worker, from.site), m_sites.name(from.worker, from.name)});
}

SliceId FlowBinder::bind(FlowPoint& point)
{
    if (point.slice.valid())
        return point.slice;
    const RawSite& site = m_input.workers[point.worker]->sites[point.site];
    const bool orNext = point.phase == FlowPhase::End;
    const std::string_view tid = m_trace.names.view(m_sites.name(point.worker, site.tid));
    const ProcessId process = m_sites.process(point.worker, point.site);
    for (const TrackKind kind : {TrackKind::CpuThread, TrackKind::GpuStream}) {
        const TrackId track = m_sites.findTrack(process, kind, std::string(tid), site.tidIsNumber);
        if (!track.valid())
            continue;
        const SliceSearch& search = m_searches.try_emplace(track, m_trace, track).first->second;
        point.slice = search.startingAt(point.time);
        if (!point.slice.valid())
            point.slice = search.around(point.time);
        if (!point.slice.valid() && orNext)
            point.slice = search.after(point.time);
        if (point.slice.valid())
            return point.slice;
    }
    return SliceId {};
}

void FlowBinder::sortFlows()
{
    sortFlows(&Flow::from, &Flow::to, {m_flows.data(), m_flows.size()}, m_trace.flows);
    m_flows.release();
    sortFlows(&Flow::to, &Flow::from, m_trace.flows, m_trace.flowsByTarget);
}

// Slices are numbered without gaps, so flows are spread over them more or less.
void FlowBinder::sortFlows(
    SliceId Flow::*first, SliceId Flow::*second, std::span<const Flow> flows, std::vector<Flow>& sorted) const
{
    BucketSort bySlice(flows.size(), static_cast<unsigned>(std::bit_width(m_trace.slices.size())));
    for (const Flow& flow : flows)
        bySlice.count((flow.*first).value);
    bySlice.settle();
    sorted.resize(flows.size());
    for (const Flow& flow : flows)
        sorted[bySlice.place((flow.*first).value)] = flow;
    const auto before = [first, second](const Flow& a, const Flow& b) {
        return a.*first != b.*first ? a.*first < b.*first : a.*second < b.*second;
    };
    std::uint32_t calls = 0;
    bySlice.finish(std::span(sorted), m_input.stop.polled(before, calls));
}

} // namespace

void bindFlows(const AssemblyInput& input, const PlacedSlices& placed, SiteTable& sites, Trace& trace)
{
    FlowBinder(input, placed, sites, trace).run();
}

} // namespace stepscope::model
