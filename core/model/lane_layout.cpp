// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/lane_layout.h"

#include "core/model/nesting.h"
#include "core/util/thread_pool.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>

namespace stepscope::model {
namespace {

constexpr std::int64_t kToleranceWhole = 1000; // times rounded to whole µs
constexpr std::int64_t kToleranceExact = 2;

class LaneLayout
{
public:
    LaneLayout(GroupedSlices& grouped, const Column<std::uint8_t>& fromGraph, Trace& trace, unsigned threads,
        const StopCheck& stop)
        : m_grouped(grouped)
        , m_fromGraph(fromGraph)
        , m_trace(trace)
        , m_threads(threads)
        , m_stop(stop)
        , m_order(grouped.columns.size())
        , m_nested(grouped.groups.size())
        , m_repairs(grouped.groups.size())
    {
        for (const Category& category : trace.categories)
            m_python.push_back(category.kind == EventKind::PythonFunction);
    }

    void sortAndRepair()
    {
        parallelFor(m_threads, m_grouped.groups.size(), [this](std::size_t g) {
            const SliceGroup& group = m_grouped.groups[g];
            sortGroup(m_grouped.columns, group, orderOf(g), m_stop);
            if (!isWork(group))
                return;
            m_stop.poll();
            m_repairs[g] = repairDurations(m_grouped.columns, orderOf(g), {m_fromGraph.begin(), m_fromGraph.size()});
            if (!m_repairs[g].empty())
                sortGroup(m_grouped.columns, group, orderOf(g), m_stop);
        });
    }

    void settleRange(const AssemblyInput& input, const TimeCheck& times);
    void nestGroups();
    Column<SliceId> finish();

private:
    std::span<std::uint32_t> orderOf(std::size_t g)
    {
        const SliceGroup& group = m_grouped.groups[g];
        return {m_order.data() + group.first, group.last - group.first};
    }
    [[nodiscard]] const Track& trackOf(const SliceGroup& group) const { return m_trace.tracks[group.track.index()]; }
    [[nodiscard]] bool isWork(const SliceGroup& group) const
    {
        return group.groupClass == GroupClass::Nested && trackOf(group).kind == TrackKind::GpuStream;
    }
    [[nodiscard]] std::int64_t offsetOf(std::uint32_t row) const
    {
        return static_cast<std::int64_t>(m_grouped.columns.offset(SliceId(row)));
    }
    void reportRepairs();
    void reportCrossings(std::size_t g);
    void addLanes(std::size_t g, std::vector<std::uint32_t>& nextOfLane);
    void gatherColumns();
    template <class T> void gather(Column<T>& column, Column<std::byte>& scratch) const;

    GroupedSlices& m_grouped;
    const Column<std::uint8_t>& m_fromGraph;
    Trace& m_trace;
    unsigned m_threads;
    const StopCheck& m_stop;
    std::vector<bool> m_python;    // by category
    Column<std::uint32_t> m_order; // rows, sorted within each group
    std::vector<NestedGroup> m_nested;
    std::vector<std::vector<ImpossibleDuration>> m_repairs;
    Column<std::uint32_t> m_rowOf; // final id -> grouped row
};

// Earliest to latest trusted time. Unfinished slices count by their start only, and then last to the end.
void LaneLayout::settleRange(const AssemblyInput& input, const TimeCheck& times)
{
    reportRepairs();
    std::int64_t first = INT64_MAX;
    std::int64_t last = INT64_MIN;
    SliceTable& slices = m_grouped.columns;
    for (const SliceGroup& group : m_grouped.groups) {
        if (group.groupClass == GroupClass::Unplaced)
            continue;
        for (std::uint32_t row = group.first; row < group.last; ++row) {
            m_stop.poll(row);
            const std::int64_t dur = (slices.flags[row] & kUnfinished) != 0 ? 0 : slices.dur[row];
            first = std::min(first, slices.start[row]);
            last = std::max(last, slices.start[row] + dur);
        }
    }
    const auto see = [&](std::int64_t time) {
        if (times.outlier(time))
            return;
        first = std::min(first, time);
        last = std::max(last, time);
    };
    for (const AssemblyChunk& chunk : input.chunks) {
        const RawEvents& raw = *input.workers[chunk.worker];
        for (std::uint32_t i = chunk.range.instants.first; i < chunk.range.instants.last; ++i)
            see(raw.instants[i].time);
        for (std::uint32_t i = chunk.range.counters.first; i < chunk.range.counters.last; ++i)
            see(raw.counters[i].time);
    }
    if (first > last)
        first = last = 0;
    m_trace.rangeStart = first;
    m_trace.rangeEnd = last;
    for (std::uint32_t row = 0; row < slices.size(); ++row) {
        m_stop.poll(row);
        if ((slices.flags[row] & kUnfinished) != 0)
            slices.dur[row] = std::max<std::int64_t>(0, last - slices.start[row]);
    }
}

void LaneLayout::reportRepairs()
{
    for (const auto& repairs : m_repairs) {
        for (const ImpossibleDuration& repair : repairs) {
            m_grouped.rawDurations.emplace_back(repair.row, repair.raw);
            const std::string_view name = m_trace.names.view(m_grouped.columns.name[repair.row]);
            m_trace.diagnostics.add(DiagnosticKind::impossible_duration, offsetOf(repair.row),
                fmt::format("{} claims {} ns; cut to {} ns", name, repair.raw, m_grouped.columns.dur[repair.row]));
        }
    }
}

void LaneLayout::nestGroups()
{
    const std::int64_t rounded = m_trace.wholeMicroseconds ? kToleranceWhole : kToleranceExact;
    parallelFor(m_threads, m_grouped.groups.size(), [&](std::size_t g) {
        const SliceGroup& group = m_grouped.groups[g];
        if (group.groupClass != GroupClass::Unplaced)
            m_nested[g] = nest(m_grouped.columns, orderOf(g), m_python, isWork(group) ? 0 : rounded, m_stop);
    });
    for (std::size_t g = 0; g < m_grouped.groups.size(); ++g)
        reportCrossings(g);
}

void LaneLayout::reportCrossings(std::size_t g)
{
    const SliceGroup& group = m_grouped.groups[g];
    const NestedGroup& nested = m_nested[g];
    // Annotations over a stream and host-side records overlap by their nature; asynchronous spans do so by design.
    if (nested.crossings == 0 || group.groupClass != GroupClass::Nested || trackOf(group).kind == TrackKind::Async)
        return;
    Track& track = m_trace.tracks[group.track.index()];
    track.crossings = static_cast<std::uint32_t>(std::min<std::uint64_t>(nested.crossings, UINT32_MAX));
    const std::uint32_t row = orderOf(g)[nested.firstCrossing];
    m_trace.diagnostics.add(DiagnosticKind::crossing, offsetOf(row),
        fmt::format("{}: first at {}", track.name.empty() ? "tid " + track.tid : track.name,
            m_trace.names.view(m_grouped.columns.name[row])),
        nested.crossings - nested.furtherCrossings.size());
    for (const std::uint32_t further : nested.furtherCrossings) {
        const std::uint32_t later = orderOf(g)[further];
        m_trace.diagnostics.add(
            DiagnosticKind::crossing, offsetOf(later), std::string(m_trace.names.view(m_grouped.columns.name[later])));
    }
}

// Creates the group's lanes in section and depth order; nextOfLane[local lane] becomes its first final id.
void LaneLayout::addLanes(std::size_t g, std::vector<std::uint32_t>& nextOfLane)
{
    const SliceGroup& group = m_grouped.groups[g];
    const auto& local = m_nested[g].lanes;
    std::vector<std::uint32_t> byPlace(local.size());
    for (std::uint32_t i = 0; i < local.size(); ++i)
        byPlace[i] = i;
    std::sort(byPlace.begin(), byPlace.end(), [&](std::uint32_t a, std::uint32_t b) {
        return local[a].python != local[b].python ? local[b].python : local[a].depth < local[b].depth;
    });
    nextOfLane.assign(local.size(), 0);
    std::uint32_t next = group.first;
    const auto add = [&](LaneSection section, std::uint32_t depth, std::uint32_t count) {
        Lane lane;
        lane.track = group.track;
        lane.section = section;
        lane.depth = depth;
        lane.first = SliceId(next);
        next += count;
        lane.last = SliceId(next);
        m_trace.lanes.push_back(lane);
    };
    if (group.groupClass == GroupClass::Unplaced)
        return add(LaneSection::Unplaced, 0, group.last - group.first);
    for (const std::uint32_t i : byPlace) {
        nextOfLane[i] = next;
        const LaneSection section = group.groupClass == GroupClass::Annotation ? LaneSection::Annotation
            : group.groupClass == GroupClass::Sync                             ? LaneSection::Sync
            : local[i].python                                                  ? LaneSection::Python
                                                                               : LaneSection::Main;
        add(section, local[i].depth, local[i].slices);
    }
}

// Brings the columns into the order of the final ids.
void LaneLayout::gatherColumns()
{
    std::size_t largest = 0;
    for (const SliceGroup& group : m_grouped.groups)
        largest = std::max<std::size_t>(largest, group.last - group.first);
    SliceTable& slices = m_grouped.columns;
    parallelFor(m_threads, 2, [&](std::size_t part) { // about the same work each
        Column<std::byte> scratch(largest * (part == 0 ? sizeof(std::int64_t) : sizeof(std::uint32_t)));
        if (part == 0) {
            gather(slices.start, scratch);
            gather(slices.dur, scratch);
            return;
        }
        gather(slices.name, scratch);
        gather(slices.offsetLow, scratch);
        gather(slices.category, scratch);
        gather(slices.offsetHigh, scratch);
        gather(slices.flags, scratch);
    });
}

// A group's final ids are the numbers of its rows in another order, so each group moves through the same scratch
// memory, which is large enough for any: touching fresh memory would take longer than the second copy.
template <class T> void LaneLayout::gather(Column<T>& column, Column<std::byte>& scratch) const
{
    T* const to = reinterpret_cast<T*>(scratch.data());
    for (const SliceGroup& group : m_grouped.groups) {
        for (std::uint32_t i = group.first; i < group.last; ++i) {
            m_stop.poll(i);
            to[i - group.first] = column[m_rowOf[i]];
        }
        std::copy(to, to + (group.last - group.first), column.data() + group.first);
    }
}

Column<SliceId> LaneLayout::finish()
{
    const std::size_t count = m_grouped.columns.size();
    Column<SliceId> finalOf(count);
    m_rowOf.resize(count);
    std::vector<std::uint32_t> nextOfLane;
    for (std::size_t g = 0; g < m_grouped.groups.size(); ++g) {
        const SliceGroup& group = m_grouped.groups[g];
        Track& track = m_trace.tracks[group.track.index()];
        if (track.slices == 0)
            track.firstLane = LaneId(m_trace.lanes.size());
        track.slices += group.last - group.first;
        addLanes(g, nextOfLane);
        track.lastLane = LaneId(m_trace.lanes.size());
        const auto order = orderOf(g);
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            m_stop.poll(i);
            const bool unplaced = group.groupClass == GroupClass::Unplaced;
            const SliceId id(unplaced ? group.first + i : nextOfLane[m_nested[g].lane[i]]++);
            finalOf[order[i]] = id;
            m_rowOf[id.index()] = order[i];
        }
    }
    SliceTable& slices = m_grouped.columns;
    slices.parent.resize(count);
    for (std::size_t g = 0; g < m_grouped.groups.size(); ++g) {
        const auto order = orderOf(g);
        const auto& parent = m_nested[g].parent;
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            m_stop.poll(i);
            const bool has = i < parent.size() && parent[i] != NestedGroup::kNone;
            slices.parent[finalOf[order[i]].index()] = has ? finalOf[order[parent[i]]] : SliceId {};
        }
        m_nested[g] = {};
    }
    m_order.release();
    gatherColumns();
    m_trace.slices = std::move(slices);
    return finalOf;
}

} // namespace

Column<SliceId> layOutLanes(GroupedSlices& grouped, const Column<std::uint8_t>& fromGraph, const AssemblyInput& input,
    const TimeCheck& times, Trace& trace, unsigned threads)
{
    LaneLayout layout(grouped, fromGraph, trace, threads, input.stop);
    layout.sortAndRepair();
    layout.settleRange(input, times);
    layout.nestGroups();
    return layout.finish();
}

} // namespace stepscope::model
