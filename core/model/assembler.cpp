// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/assembler.h"

#include "core/model/backward_links.h"
#include "core/model/flow_binder.h"
#include "core/model/lane_layout.h"
#include "core/model/launch_linker.h"
#include "core/model/paired_slices.h"
#include "core/model/point_events.h"
#include "core/model/site_table.h"
#include "core/model/slice_grouping.h"
#include "core/model/time_check.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace stepscope::model {
namespace {

// GPU work launched by graphs, by row of the grouped columns.
Column<std::uint8_t> graphRows(const AssemblyInput& input, const GroupedSlices& grouped)
{
    Column<std::uint8_t> fromGraph(grouped.columns.size());
    for (std::size_t c = 0; c < input.chunks.size(); ++c) {
        input.stop.poll();
        const ChunkRange& range = input.chunks[c].range;
        const Column<RawDeviceRecord>& records = input.workers[input.chunks[c].worker]->deviceRecords;
        for (std::uint32_t i = range.deviceRecords.first; i < range.deviceRecords.last; ++i) {
            const std::uint32_t inChunk = records[i].slice - range.slices.first;
            fromGraph[grouped.rowOfRaw[grouped.rawBase[c] + inChunk]] = records[i].fromGraph;
        }
    }
    return fromGraph;
}

void placeRawDurations(const GroupedSlices& grouped, const Column<SliceId>& finalOf, Trace& trace)
{
    for (const auto& [row, dur] : grouped.rawDurations)
        trace.rawDurations.push_back({finalOf[row], dur});
    std::sort(trace.rawDurations.begin(), trace.rawDurations.end(),
        [](const RawDuration& a, const RawDuration& b) { return a.slice < b.slice; });
}

void placeEndOffsets(
    const std::vector<PairedSlice>& paired, const GroupedSlices& grouped, const Column<SliceId>& finalOf, Trace& trace)
{
    for (std::size_t i = 0; i < paired.size(); ++i) {
        if (paired[i].endOffset != PairedSlice::kNoEnd)
            trace.endOffsets.emplace_back(finalOf[grouped.rowOfRaw[grouped.firstPaired + i]], paired[i].endOffset);
    }
    std::sort(trace.endOffsets.begin(), trace.endOffsets.end());
}

// What single slices' flags say, as diagnostics. Pairs have told of their unfinished begins themselves.
void reportFlags(Trace& trace, const StopCheck& stop)
{
    const SliceTable& slices = trace.slices;
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        stop.poll(i);
        const std::uint8_t flags = slices.flags[i];
        if ((flags & ~(kBeginEnd | kDamaged | kRepaired)) == 0)
            continue;
        const auto offset = static_cast<std::int64_t>(slices.offset(SliceId(i)));
        const auto add = [&](DiagnosticKind kind) {
            const bool wanted = trace.diagnostics.wantsSample(kind, offset);
            trace.diagnostics.add(kind, offset, wanted ? std::string(trace.nameOf(SliceId(i))) : std::string());
        };
        if ((flags & kNoTime) != 0)
            add(DiagnosticKind::no_time_recorded);
        if ((flags & kOutlier) != 0)
            add(DiagnosticKind::time_outlier);
        if ((flags & kNegative) != 0)
            add(DiagnosticKind::negative_duration);
        if ((flags & kNoDuration) != 0)
            add(DiagnosticKind::impossible_duration);
        if ((flags & kUnfinished) != 0 && (flags & kBeginEnd) == 0)
            add(DiagnosticKind::unfinished_begin);
    }
}

// A pid that holds both CPU threads and GPU streams.
void reportCollisions(Trace& trace)
{
    std::set<std::uint32_t> cpu;
    std::set<std::uint32_t> both;
    for (const Track& track : trace.tracks) {
        if (track.kind == TrackKind::CpuThread && track.slices > 0)
            cpu.insert(track.process.value);
    }
    for (const Track& track : trace.tracks) {
        if (track.kind == TrackKind::GpuStream && cpu.contains(track.process.value)
            && both.insert(track.process.value).second)
            trace.diagnostics.add(
                DiagnosticKind::id_collision, -1, "pid " + trace.processes[track.process.index()].pid);
    }
}

template <class T> void releaseAll(const AssemblyInput& input, Column<T> RawEvents::*column)
{
    for (const auto& worker : input.workers)
        ((*worker).*column).release();
}

// What has been made into tables of the trace; the times of instants and counters are still asked for.
void releasePoints(const AssemblyInput& input)
{
    releaseAll(input, &RawEvents::beginEnds);
    releaseAll(input, &RawEvents::asyncs);
    releaseAll(input, &RawEvents::memories);
    releaseAll(input, &RawEvents::metas);
}

std::uint64_t countAsync(const Trace& trace)
{
    std::uint64_t count = 0;
    for (const Track& track : trace.tracks)
        count += track.kind == TrackKind::Async ? track.slices : 0;
    return count;
}

} // namespace

std::uint64_t mostRows(const AssemblyInput& input)
{
    std::array<std::uint64_t, 6> rows {};
    for (const AssemblyChunk& chunk : input.chunks) {
        const auto add = [](std::uint64_t& sum, const ChunkRange::Span& span) { sum += span.last - span.first; };
        const ChunkRange& range = chunk.range;
        add(rows[0], range.slices);
        add(rows[0], range.beginEnds);
        add(rows[0], range.asyncs);
        add(rows[1], range.apiCalls);
        add(rows[2], range.deviceRecords);
        add(rows[3], range.flows);
        add(rows[4], range.instants);
        add(rows[5], range.counters);
    }
    return *std::max_element(rows.begin(), rows.end());
}

namespace {

void assembleAll(AssemblyInput& input, Trace& trace, unsigned threads, Progress& progress)
{
    progress.stage = LoadStage::Merging;
    trace.phaseCounts = input.counts.phases;
    trace.otherPhases = input.counts.otherPhases;
    trace.events = input.counts.events;
    trace.dropped = input.counts.dropped;
    trace.wholeMicroseconds = !input.counts.hasFraction;

    SiteTable sites(input, trace);
    std::vector<PairedSlice> paired = pairBeginEnd(input, sites, trace);
    const std::vector<PairedSlice> async = pairAsync(input, sites, trace);
    paired.insert(paired.end(), async.begin(), async.end());
    const TimeCheck times = checkTimes(input, paired);
    input.stop.poll();
    GroupedSlices grouped = groupSlices(input, paired, times, sites, trace);
    const Column<std::uint8_t> fromGraph = graphRows(input, grouped);
    buildInstants(input, times, sites, trace);
    buildCounters(input, times, sites, trace);
    sites.applyMetadata(input);
    releasePoints(input);
    input.stop.poll();

    progress.stage = LoadStage::Sorting;
    Column<SliceId> finalOf = layOutLanes(grouped, fromGraph, input, times, trace, threads);
    releaseAll(input, &RawEvents::instants);
    releaseAll(input, &RawEvents::counters);
    placeRawDurations(grouped, finalOf, trace);
    placeEndOffsets(paired, grouped, finalOf, trace);
    const PlacedSlices placed = placeSlices(grouped, finalOf, input.stop);
    finalOf.release();
    trace.longest.build(trace.slices.dur.span());
    input.stop.poll();

    progress.stage = LoadStage::Linking;
    bindFlows(input, placed, sites, trace);
    releaseAll(input, &RawEvents::flows);
    linkLaunches(placeCalls(input, placed), placeRecords(input, placed), trace, input.stop);
    releaseAll(input, &RawEvents::apiCalls);
    releaseAll(input, &RawEvents::deviceRecords);
    linkBackward(input, placed, trace);
    releaseAll(input, &RawEvents::sequences);
    placeShapes(input, placed, sites, trace); // not before: memory peaks while flows are bound
    input.stop.poll();
    trace.asyncSlices = countAsync(trace);
    reportFlags(trace, input.stop);
    reportCollisions(trace);
    if (!times.anyTime)
        trace.diagnostics.add(DiagnosticKind::no_timed_events, -1);
    input.stop.poll();
}

} // namespace

bool assemble(AssemblyInput& input, Trace& trace, unsigned threads, Progress& progress, std::stop_token stop)
{
    input.stop = StopCheck(std::move(stop));
    try {
        assembleAll(input, trace, threads, progress);
        return true;
    } catch (const Stopped&) {
        return false;
    }
}

} // namespace stepscope::model
