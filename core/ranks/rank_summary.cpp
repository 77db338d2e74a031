// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_summary.h"

#include "core/analysis/sums.h"
#include "core/analysis/work_classes.h"

#include <fmt/format.h>

namespace stepscope::ranks {
namespace {

// When each device communicates and computes nothing.
std::vector<IntervalSet> exposedCommunication(const model::Trace& trace, const analysis::TraceFigures& figures)
{
    analysis::WorkClasses classes(trace);
    std::vector<IntervalSet> out;
    for (const analysis::DeviceUse& device : figures.gpu.devices) {
        std::vector<Interval> spans;
        for (const analysis::StreamUse& stream : device.streams) {
            const model::Track& track = trace.tracks[stream.track.index()];
            for (std::size_t l = track.firstLane.index(); l < track.lastLane.index(); ++l) {
                const model::Lane& lane = trace.lanes[l];
                if (lane.section != model::LaneSection::Main)
                    continue;
                for (SliceId id = lane.first; id < lane.last; ++id.value) {
                    if (model::isGpuWork(trace.kindOf(id)) && classes.of(id) == analysis::WorkClass::Communication)
                        spans.push_back({trace.slices.start[id.index()], trace.slices.end(id)});
                }
            }
        }
        out.push_back(subtract(makeSet(std::move(spans)), device.compute));
    }
    return out;
}

std::vector<StepSummary> summarizeSteps(const model::Trace& trace, const analysis::TraceFigures& figures)
{
    const std::vector<IntervalSet> exposed = exposedCommunication(trace, figures);
    std::vector<StepSummary> out;
    out.reserve(figures.steps.steps.size());
    for (const analysis::StepFigures& step : figures.steps.steps) {
        StepSummary one;
        one.number = step.span.number;
        one.cpu = step.span.cpu;
        one.warmUp = step.warmUp;
        one.busyNs = step.gpuBusyNs;
        one.idleNs = step.gpuIdleNs;
        one.idle = step.idleByCause.value_or(analysis::CauseTotals {});
        for (const IntervalSet& device : exposed) {
            if (step.span.gpu)
                analysis::addTo(one.exposedCommNs, overlapLength(device, *step.span.gpu));
        }
        out.push_back(one);
    }
    return out;
}

std::string_view fileName(std::string_view path)
{
    const std::size_t slash = path.find_last_of("/\\");
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string deviceName(const model::Trace& trace, const analysis::TraceFigures& figures)
{
    for (const analysis::DeviceUse& use : figures.gpu.devices) {
        for (const model::DeviceInfo& info : trace.devices) {
            if (info.id == use.device)
                return info.name;
        }
    }
    return {};
}

} // namespace

std::int64_t RankSummary::unixTime(std::int64_t time) const
{
    std::int64_t out = baseNs.value_or(0);
    analysis::addTo(out, time);
    return out;
}

std::string RankSummary::label() const
{
    return rank ? fmt::format("rank {}", *rank) : file;
}

RankSummary summarizeRank(const model::Trace& trace, const analysis::TraceFigures& figures)
{
    RankSummary out;
    out.file = fileName(trace.file.path);
    if (trace.rank) {
        out.rank = trace.rank;
        out.rankFrom = RankSource::Metadata;
    } else if (const std::optional<std::int64_t> named = rankOfFileName(out.file)) {
        out.rank = named;
        out.rankFrom = RankSource::FileName;
    }
    out.worldSize = trace.worldSize;
    out.baseNs = trace.baseTimeNs;
    out.range = {trace.rangeStart, trace.rangeEnd};
    out.device = deviceName(trace, figures);
    for (const analysis::DeviceUse& device : figures.gpu.devices) {
        analysis::addTo(out.windowNs, device.window.length());
        analysis::addTo(out.busyNs, device.busyNs);
        analysis::addTo(out.computeNs, device.computeNs);
        analysis::addTo(out.commNs, device.commNs);
        analysis::addTo(out.exposedCommNs, device.exposedCommNs);
    }
    out.idle = figures.idle.causes.total;
    out.medianStepNs = figures.steps.medianNs;
    out.verdict = figures.judgement.verdict.sentence;
    out.warnings = trace.diagnostics.warnings();
    out.steps = summarizeSteps(trace, figures);
    out.collectives = readCollectives(trace, figures);
    return out;
}

} // namespace stepscope::ranks
