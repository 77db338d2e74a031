// SPDX-License-Identifier: GPL-3.0-or-later
// kernel.low_efficiency: a GPU that is busy with work it is not good at. Judged over the window, only where the devices
// are busy for at least kBusyEnough of it:
//   plain cores   matrix, convolution and attention kernels whose names say that they use no tensor cores
//   memory bound  element-wise, normalisation, reduction and copy kernels, where they take at least kMemoryBound of all
//                 kernel time but communication
// Share: time in which any of them runs in the steps that are no warm-up ÷ the time of these steps.
// copy.redundant: casts and copies inside the device that operators made along the way (redundant_copies.h).
#include "core/analysis/findings/rules.h"
#include "core/analysis/findings/tensor_cores.h"

#include "core/analysis/sums.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

constexpr double kBusyEnough = 0.6;
constexpr double kMemoryBound = 0.5;
constexpr double kLeastPlainShare = 0.1;
constexpr std::size_t kShownKernels = 5;

double busyShare(const GpuUse& use)
{
    double busy = 0;
    double window = 0;
    for (const DeviceUse& device : use.devices) {
        busy += static_cast<double>(device.busyNs);
        window += static_cast<double>(device.window.length());
    }
    return window > 0 ? busy / window : 0;
}

bool isMatrixWork(KernelFamily family)
{
    return family == KernelFamily::Matrix || family == KernelFamily::Convolution || family == KernelFamily::Attention;
}

bool isMemoryBound(KernelFamily family)
{
    return family == KernelFamily::Elementwise || family == KernelFamily::Normalisation
        || family == KernelFamily::Reduction || family == KernelFamily::Copy;
}

struct Part
{
    std::int64_t total = 0;
    std::vector<const KernelRow*> rows; // largest first, as in KernelStats
    void add(const KernelRow& row)
    {
        addTo(total, row.totalNs);
        rows.push_back(&row);
    }
};

Evidence evidenceOf(const Study& study, SliceId work)
{
    const TrackId track = study.trace.trackOf(work);
    return {study.trace.tracks[track.index()].device, track,
        {study.trace.slices.start[work.index()], study.trace.slices.end(work)}, std::string(study.trace.nameOf(work)),
        work};
}

Finding findingOf(const Study& study, const Part& part, std::int64_t cost, double share)
{
    Finding finding;
    finding.rule = "kernel.low_efficiency";
    finding.share = std::min(1.0, share);
    finding.severity = severityOf(finding.share);
    finding.totalNs = cost;
    finding.metrics = {{"kernels_ns", part.total}};
    for (const KernelRow* row : part.rows) {
        finding.count += row->calls;
        if (finding.evidence.size() >= kShownKernels || !row->longest.valid())
            continue;
        finding.evidence.push_back(evidenceOf(study, row->longest));
    }
    return finding;
}

std::string shortNameOf(const Study& study, const Part& part)
{
    return shortKernelName(study.trace.names.view(part.rows.front()->name));
}

// When any kernel of the part runs, by device.
std::vector<IntervalSet> timesOf(const Study& study, const Part& part)
{
    const model::Trace& trace = study.trace;
    std::vector<bool> wanted(trace.names.size(), false);
    for (const KernelRow* row : part.rows)
        wanted[row->name.index()] = true;
    std::vector<std::vector<Interval>> spans(study.figures.gpu.devices.size());
    for (const SliceId work : trace.gpuWork.slice) {
        const NameId name = trace.slices.name[work.index()];
        if (!name.valid() || !wanted[name.index()] || !trace.slices.placed(work))
            continue;
        if (const std::uint32_t device = study.deviceIndexOf(work); device != Study::kNoDevice)
            spans[device].push_back({trace.slices.start[work.index()], trace.slices.end(work)});
    }
    std::vector<IntervalSet> times;
    times.reserve(spans.size());
    for (std::vector<Interval>& of : spans)
        times.push_back(makeSet(std::move(of)));
    return times;
}

// Kernels of several streams at once take less of the time than their sum.
std::int64_t costOf(const Study& study, const Part& part)
{
    std::int64_t cost = 0;
    for (const IntervalSet& times : timesOf(study, part)) {
        for (const Unit& unit : study.units)
            addTo(cost, unit.representative ? overlapLength(times, unit.span) : 0);
    }
    return cost;
}

double shareOf(const Study& study, std::int64_t cost)
{
    const double time = study.representativeGpuTime();
    return time > 0 ? std::min(1.0, static_cast<double>(cost) / time) : 0;
}

void addPlainCores(Study& study, const Part& plain)
{
    if (plain.rows.empty() || tensorCoresOf(study.trace) == TensorCores::None)
        return;
    const std::int64_t cost = costOf(study, plain);
    const double share = shareOf(study, cost);
    if (share < kLeastPlainShare)
        return;
    Finding finding = findingOf(study, plain, cost, share);
    finding.headline = fmt::format("Matrix kernels without tensor cores take {} ({}) of {}: mostly {}",
        formatDuration(cost), wholePercent(share), study.over(), shortNameOf(study, plain));
    if (tensorCoresOf(study.trace) == TensorCores::Half)
        finding.advice
            = {"train in FP16 with torch.autocast and a GradScaler: this GPU has tensor cores for FP16 only"};
    else
        finding.advice = {"train in BF16 with torch.autocast",
            "allow TF32: torch.set_float32_matmul_precision(\"high\") and torch.backends.cudnn.allow_tf32 = True"};
    addTo(study.costs["kernel.low_efficiency"], cost);
    study.findings.push_back(std::move(finding));
}

void addMemoryBound(Study& study, const Part& bound, double ofKernels)
{
    if (bound.rows.empty() || ofKernels < kMemoryBound)
        return;
    const std::int64_t cost = costOf(study, bound);
    const double share = shareOf(study, cost);
    Finding finding = findingOf(study, bound, cost, share);
    finding.headline = fmt::format("Memory-bound kernels (element-wise, normalisation, reduction, copy) take {} "
                                   "({}) of {}, {} of compute: mostly {}",
        formatDuration(cost), wholePercent(share), study.over(), wholePercent(ofKernels), shortNameOf(study, bound));
    finding.advice = {"fuse them: torch.compile, or fused implementations of normalisation, activation and loss",
        "keep activations in BF16: these kernels are bound by memory bandwidth"};
    addTo(study.costs["kernel.low_efficiency"], cost);
    study.findings.push_back(std::move(finding));
}

void addRedundantCopies(Study& study)
{
    Finding finding;
    for (const RedundantCopyRow& row : study.figures.redundantCopies) {
        addTo(finding.totalNs, row.totalNs);
        finding.count += row.kernels;
        if (finding.evidence.size() < kShownKernels && row.longest.valid())
            finding.evidence.push_back(evidenceOf(study, row.longest));
    }
    const double time = study.gpuTime();
    finding.share = time > 0 ? std::min(1.0, static_cast<double>(finding.totalNs) / time) : 0;
    if (finding.share < kLeastShare)
        return;
    const RedundantCopyRow& most = study.figures.redundantCopies.front();
    finding.rule = "copy.redundant";
    finding.severity = severityOf(finding.share);
    finding.headline = fmt::format("Casts and copies on the GPU take {} ({} of the time): mostly {}, {} calls",
        formatDuration(finding.totalNs), wholePercent(finding.share), study.trace.names.view(most.op),
        formatCount(most.calls));
    finding.advice = {"keep tensors in one dtype and one memory layout through the model",
        "look at .to(), .contiguous() and .clone() calls in the loop: many are not needed"};
    addTo(study.costs["copy.redundant"], finding.totalNs);
    study.findings.push_back(std::move(finding));
}

} // namespace

void judgeKernels(Study& study)
{
    addRedundantCopies(study);
    const double busy = busyShare(study.figures.gpu);
    Part plain;
    Part bound;
    double compute = 0;
    for (const KernelRow& row : study.figures.kernels.rows) {
        if (row.family == KernelFamily::Communication)
            continue;
        compute += static_cast<double>(row.totalNs);
        if (isMatrixWork(row.family) && usesTensorCores(study.trace.names.view(row.name), row.family) == false)
            plain.add(row);
        if (isMemoryBound(row.family))
            bound.add(row);
    }
    if (busy < kBusyEnough || compute <= 0)
        return;
    addPlainCores(study, plain);
    addMemoryBound(study, bound, static_cast<double>(bound.total) / compute);
}

} // namespace stepscope::analysis
