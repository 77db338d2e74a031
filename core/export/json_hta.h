// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Figures by the definitions of HolisticTraceAnalysis, of a traces[] entry of the report. Templates: see
// json_values.h.

#include "core/analysis/hta.h"
#include "core/export/json_values.h"

namespace stepscope::exporting {

template <class Json> Json partOrNull(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? Json(static_cast<double>(part) / static_cast<double>(whole)) : Json(nullptr);
}

template <class Json> Json htaBreakdownJson(const std::optional<analysis::HtaBreakdown>& breakdown)
{
    if (!breakdown)
        return nullptr;
    Json out = Json::object();
    out["kernel_time_ns"] = breakdown->kernelNs;
    out["idle_ns"] = breakdown->idleNs;
    out["compute_ns"] = breakdown->computeNs;
    out["non_compute_ns"] = breakdown->nonComputeNs;
    out["idle_share"] = partOrNull<Json>(breakdown->idleNs, breakdown->kernelNs);
    out["compute_share"] = partOrNull<Json>(breakdown->computeNs, breakdown->kernelNs);
    out["non_compute_share"] = partOrNull<Json>(breakdown->nonComputeNs, breakdown->kernelNs);
    return out;
}

template <class Json> Json htaOverlapJson(const std::optional<analysis::HtaOverlap>& overlap)
{
    if (!overlap)
        return nullptr;
    Json out = Json::object();
    out["comm_ns"] = overlap->commNs;
    out["overlap_ns"] = overlap->overlapNs;
    out["overlap_share"] = partOrNull<Json>(overlap->overlapNs, overlap->commNs);
    return out;
}

template <class Json> Json htaStreamJson(const model::Trace& trace, TrackId stream)
{
    const model::Track& track = trace.tracks[stream.index()];
    Json out = Json::object();
    out["device"] = track.device;
    out["stream"] = track.stream;
    return out;
}

template <class Json> Json htaJson(const model::Trace& trace, const analysis::HtaFigures& figures)
{
    Json out = Json::object();
    out["last_step_left_out"] = figures.lastStepLeftOut;
    out["temporal_breakdown"] = htaBreakdownJson<Json>(figures.breakdown);
    out["comm_comp_overlap"] = htaOverlapJson<Json>(figures.overlap);
    out["idle_breakdown"] = Json::array();
    for (const analysis::HtaStreamIdle& idle : figures.idle) {
        Json one = htaStreamJson<Json>(trace, idle.stream);
        one["host_wait_ns"] = idle.hostWaitNs;
        one["kernel_wait_ns"] = idle.kernelWaitNs;
        one["other_ns"] = idle.otherNs;
        out["idle_breakdown"].push_back(std::move(one));
    }
    out["launch_stats"] = Json::array();
    for (const analysis::HtaLaunchRow& row : figures.launches) {
        Json one = Json::object();
        one["kernel"] = std::string(trace.names.view(row.kernel));
        one["launches"] = row.launches;
        one["short_kernels"] = row.shortKernels;
        one["runtime_outliers"] = row.runtimeOutliers;
        one["launch_delay_outliers"] = row.delayOutliers;
        one["cpu_duration_ns"] = row.cpuNs;
        one["gpu_duration_ns"] = row.gpuNs;
        one["launch_delay_ns"] = row.delayNs;
        out["launch_stats"].push_back(std::move(one));
    }
    out["queue_length"] = Json::array();
    for (const analysis::HtaQueue& queue : figures.queues) {
        Json one = htaStreamJson<Json>(trace, queue.stream);
        one["points"] = queue.points;
        one["min"] = queue.min;
        one["max"] = queue.max;
        one["mean"] = queue.mean;
        one["full_ns"] = queue.fullNs;
        out["queue_length"].push_back(std::move(one));
    }
    out["kernel_breakdown"] = Json::array();
    for (const analysis::HtaKernelRow& row : figures.kernels) {
        Json one = Json::object();
        one["type"] = analysis::htaClassName(row.type);
        one["name"] = std::string(trace.names.view(row.name));
        one["calls"] = row.calls;
        one["sum_ns"] = row.sumNs;
        one["max_ns"] = row.maxNs;
        one["min_ns"] = row.minNs;
        one["mean_ns"] = row.meanNs;
        one["std_ns"] = row.stdNs;
        out["kernel_breakdown"].push_back(std::move(one));
    }
    return out;
}

} // namespace stepscope::exporting
