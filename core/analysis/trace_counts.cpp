// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/trace_counts.h"

#include "core/model/derived_flows.h"

namespace stepscope::analysis {
namespace {

bool inWindow(const model::Trace& trace, SliceId id, Interval window)
{
    return trace.slices.placed(id) && overlaps(window, trace.slices.start[id.index()], trace.slices.end(id));
}

void countSlices(const model::Trace& trace, const Window& window, TraceCounts& counts)
{
    for (const model::Lane& lane : trace.lanes) {
        const model::TrackKind kind = trace.tracks[lane.track.index()].kind;
        if (kind == model::TrackKind::Async)
            continue;
        const Interval part = kind == model::TrackKind::GpuStream ? window.gpu : window.cpu;
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i)
            counts.slices += inWindow(trace, SliceId(i), part) ? 1 : 0;
    }
}

void countPoints(const model::Trace& trace, const Window& window, TraceCounts& counts)
{
    for (std::size_t i = 0; i < trace.instants.size(); ++i) {
        const bool placed = (trace.instants.flags[i] & model::kOutlier) == 0;
        counts.instants += placed && contains(window.cpu, trace.instants.time[i]) ? 1 : 0;
    }
    for (const model::CounterSeries& series : trace.counters) {
        for (const std::int64_t time : series.time)
            counts.counterSamples += contains(window.cpu, time) ? 1 : 0;
    }
}

void countLinks(const model::Trace& trace, const Window& window, TraceCounts& counts)
{
    const auto either
        = [&](SliceId a, SliceId b) { return inWindow(trace, a, window.cpu) || inWindow(trace, b, window.cpu); };
    for (const model::Flow& flow : trace.flows)
        counts.flows += either(flow.from, flow.to) && !model::isDerived(trace, flow) ? 1 : 0;
    for (std::size_t i = 0; i < trace.gpuWork.size(); ++i) {
        const SliceId launch = trace.gpuWork.launch[i];
        const bool inside = inWindow(trace, trace.gpuWork.slice[i], window.gpu)
            || (launch.valid() && inWindow(trace, launch, window.cpu));
        counts.arrows += launch.valid() && inside ? 1 : 0;
    }
}

} // namespace

TraceCounts countTrace(const model::Trace& trace, const Window& window)
{
    TraceCounts counts;
    for (const model::Track& track : trace.tracks) {
        counts.cpuRows += track.kind == model::TrackKind::CpuThread && track.slices > 0 ? 1 : 0;
        counts.gpuStreams += track.kind == model::TrackKind::GpuStream && track.gpuWork > 0 ? 1 : 0;
    }
    if (!window.whole) {
        countSlices(trace, window, counts);
        countPoints(trace, window, counts);
        countLinks(trace, window, counts);
        return counts;
    }
    counts.slices = trace.sliceCount();
    counts.instants = trace.instants.size();
    for (const model::CounterSeries& series : trace.counters)
        counts.counterSamples += series.time.size();
    counts.flows = trace.flows.size() - model::derivedFlows(trace);
    counts.arrows = trace.launches.arrows();
    return counts;
}

std::vector<std::uint64_t> countCategories(const model::Trace& trace)
{
    std::vector<std::uint64_t> counts(trace.categories.size(), 0);
    for (const std::uint16_t category : trace.slices.category)
        ++counts[category];
    for (const std::uint16_t category : trace.instants.category)
        ++counts[category];
    return counts;
}

} // namespace stepscope::analysis
