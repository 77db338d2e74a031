// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/step_parts.h"

#include "core/analysis/work_classes.h"
#include "core/compare/step_alignment.h"

#include <algorithm>

namespace stepscope::compare {
namespace {

struct PartNames
{
    const char* kind;
    const char* words;
};
constexpr std::array<PartNames, kParts> kNames {{
    {"kernels", "computing"},
    {"comm.exposed", "communication not hidden behind compute"},
    {"copies", "copies not hidden behind other work"},
    {"idle.input", "waiting for training data"},
    {"idle.host_dispatch", "waiting for the CPU to launch work"},
    {"idle.sync", "idle while the CPU sits in a blocking call"},
    {"idle.dependency", "waiting for another stream"},
    {"idle.comm_wait", "waiting for communication"},
    {"idle.launch_latency", "waiting for launches on their way"},
    {"idle.unexplained", "idle for reasons the file does not tell"},
    {"step.unrecorded", "outside of what the GPU recorded"},
    {"cpu.input", "loading data"},
    {"cpu", "CPU time"},
}};

std::size_t deviceOf(const model::Trace& trace, const analysis::GpuUse& use, SliceId work)
{
    const model::Track& track = trace.tracks[trace.trackOf(work).index()];
    std::size_t device = 0;
    while (device < use.devices.size()
        && (use.devices[device].device != track.device || use.devices[device].process != track.process))
        ++device;
    return device;
}

std::vector<Interval> cpuSpans(const analysis::StepList& list)
{
    std::vector<Interval> spans;
    spans.reserve(list.steps.size());
    for (const analysis::StepFigures& step : list.steps)
        spans.push_back(step.span.cpu);
    return spans;
}

std::vector<Interval> gpuSpans(const analysis::StepList& list)
{
    std::vector<Interval> spans;
    spans.reserve(list.steps.size());
    std::optional<std::int64_t> worked; // end of the work of all steps so far
    for (const analysis::StepFigures& step : list.steps) {
        const Interval cpu = step.span.cpu;
        const std::int64_t own = step.span.gpu ? step.span.gpu->start : cpu.start;
        const std::int64_t start = worked ? std::max(cpu.start, *worked) : own;
        if (!spans.empty() && !marksMissing(list.steps[spans.size() - 1].span, step.span))
            spans.back().end = std::max(spans.back().start, start);
        if (step.span.gpu)
            worked = std::max(worked.value_or(step.span.gpu->end), step.span.gpu->end);
        spans.push_back({start, std::max(start, step.span.gpu ? step.span.gpu->end : cpu.end)});
    }
    return spans;
}

} // namespace

const char* partKind(Part part)
{
    return kNames[static_cast<std::size_t>(part)].kind;
}

const char* partWords(Part part)
{
    return kNames[static_cast<std::size_t>(part)].words;
}

void TimeParts::add(const TimeParts& other)
{
    lengthNs += other.lengthNs;
    for (std::size_t i = 0; i < kParts; ++i)
        ns[i] += other.ns[i];
}

void TimeParts::scale(double factor)
{
    lengthNs *= factor;
    for (double& part : ns)
        part *= factor;
}

Partition::Partition(const model::Trace& trace, const analysis::TraceFigures& figures, bool gpu)
    : m_trace(trace)
    , m_figures(figures)
    , m_gpu(gpu)
    , m_spans(gpu ? gpuSpans(figures.steps) : cpuSpans(figures.steps))
{
    if (!gpu)
        return;
    const analysis::GpuUse& use = figures.gpu;
    std::vector<std::vector<Interval>> comm(use.devices.size());
    analysis::WorkClasses classes(trace);
    for (const SliceId work : trace.gpuWork.slice) {
        if (!trace.slices.placed(work) || classes.of(work) != analysis::WorkClass::Communication)
            continue;
        if (const std::size_t device = deviceOf(trace, use, work); device < comm.size())
            comm[device].push_back({trace.slices.start[work.index()], trace.slices.end(work)});
    }
    for (std::size_t device = 0; device < comm.size(); ++device)
        m_exposedComm.push_back(subtract(makeSet(std::move(comm[device])), use.devices[device].compute));
}

TimeParts Partition::ofGpu(Interval interval) const
{
    TimeParts parts;
    parts.lengthNs = static_cast<double>(interval.length());
    const auto& devices = m_figures.gpu.devices;
    for (std::size_t device = 0; device < devices.size(); ++device) {
        const std::int64_t busy = analysis::busyWithin(devices[device], interval);
        const std::int64_t compute = overlapLength(devices[device].compute, interval);
        const std::int64_t comm = overlapLength(m_exposedComm[device], interval);
        parts.of(Part::Compute) += static_cast<double>(compute);
        parts.of(Part::Communication) += static_cast<double>(comm);
        parts.of(Part::Copies) += static_cast<double>(busy - compute - comm);
    }
    const analysis::CauseTotals idle = analysis::causesWithin(m_figures.idle.causes, interval);
    for (std::size_t cause = 0; cause < idle.size(); ++cause)
        parts.ns[static_cast<std::size_t>(Part::Input) + cause] = static_cast<double>(idle[cause]);
    double told = 0;
    for (double& part : parts.ns)
        told += part /= static_cast<double>(devices.size());
    parts.of(Part::Unrecorded) = std::max(0.0, parts.lengthNs - told);
    return parts;
}

TimeParts Partition::ofStep(std::uint32_t step) const
{
    if (m_gpu)
        return ofGpu(m_spans[step]);
    TimeParts parts;
    parts.lengthNs = static_cast<double>(m_spans[step].length());
    parts.of(Part::Loading) = std::min(parts.lengthNs, static_cast<double>(m_figures.steps.steps[step].dataLoadingNs));
    parts.of(Part::Cpu) = parts.lengthNs - parts.of(Part::Loading);
    return parts;
}

TimeParts Partition::ofRun() const
{
    std::optional<Interval> work;
    for (const analysis::DeviceUse& device : m_figures.gpu.devices) {
        if (!m_gpu || device.window.start >= device.window.end)
            continue;
        work = work ? Interval {std::min(work->start, device.window.start), std::max(work->end, device.window.end)}
                    : device.window;
    }
    if (work)
        return ofGpu(*work);
    TimeParts parts;
    parts.lengthNs = parts.of(Part::Cpu)
        = static_cast<double>(Interval {m_trace.rangeStart, m_trace.rangeEnd}.length());
    return parts;
}

} // namespace stepscope::compare
