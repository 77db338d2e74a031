// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/throughput.h"

#include "core/analysis/device_peaks.h"

namespace stepscope::analysis {

Throughput throughput(std::optional<std::int64_t> medianStepNs, const JobNumbers& job, std::optional<double> peakTflops)
{
    Throughput out;
    const bool given = job.tokensPerStep || job.samplesPerStep || job.parameters || job.peakTflops;
    if (!given || !medianStepNs || *medianStepNs <= 0)
        return out;
    const double perSecond = 1e9 / static_cast<double>(*medianStepNs);
    out.stepsPerS = perSecond;
    if (job.tokensPerStep)
        out.tokensPerS = *job.tokensPerStep * perSecond;
    if (job.samplesPerStep)
        out.samplesPerS = *job.samplesPerStep * perSecond;
    const std::optional<double> peak = job.peakTflops ? job.peakTflops : peakTflops;
    if (out.tokensPerS && job.parameters && peak && *peak > 0)
        out.mfu = 6 * *job.parameters * *out.tokensPerS / (*peak * 1e12);
    return out;
}

std::optional<double> jobPeakTflops(const model::Trace& trace)
{
    std::optional<double> peak;
    for (const model::Track& track : trace.tracks) {
        if (track.kind != model::TrackKind::GpuStream || track.gpuWork == 0)
            continue;
        const auto its = peakTflops(trace, track.device, Precision::Half);
        if (!its || (peak && *peak != *its))
            return std::nullopt;
        peak = its;
    }
    return peak;
}

} // namespace stepscope::analysis
