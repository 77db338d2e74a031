// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Devices, launches, copies and kernels of a traces[] entry of the report. Templates: see json_values.h.

#include "core/export/json_flops.h"
#include "core/export/json_idle.h"
#include "core/export/json_values.h"

namespace stepscope::exporting {

template <class Json> Json streamJson(const model::Trace& trace, const analysis::StreamUse& stream)
{
    const model::Track& track = trace.tracks[stream.track.index()];
    Json out = Json::object();
    out["id"] = track.stream >= 0 ? Json(track.stream) : Json(track.tid);
    out["name"] = rowLabel(trace, stream.track);
    out["events"] = stream.events;
    out["sum_ns"] = stream.sumNs;
    out["busy_ns"] = stream.busyNs;
    out["gap_count"] = stream.gapCount;
    out["gaps_ns"] = stream.gapsNs;
    return out;
}

template <class Json>
Json deviceJson(const model::Trace& trace, const analysis::DeviceUse& device, const analysis::CauseTotals& causes)
{
    Json out = Json::object();
    out["id"] = device.device;
    out["name"] = textOrNull<Json>(deviceName(trace, device.device));
    out["window_start_ns"] = device.window.start;
    out["window_ns"] = device.window.length();
    out["busy_ns"] = device.busyNs;
    out["idle_ns"] = device.idleNs;
    out["idle_by_cause_ns"] = causesJson<Json>(&causes);
    out["compute_ns"] = device.computeNs;
    out["comm_ns"] = device.commNs;
    out["comm_overlap_ns"] = device.commOverlapNs;
    out["exposed_comm_ns"] = device.exposedCommNs;
    out["copy_ns"] = device.copyNs;
    out["streams"] = Json::array();
    for (const analysis::StreamUse& stream : device.streams)
        out["streams"].push_back(streamJson<Json>(trace, stream));
    return out;
}

template <class Json> Json launchesJson(const analysis::LaunchStats& launches)
{
    Json out = Json::object();
    out["count"] = launches.count;
    out["with_gpu_work"] = launches.withGpuWork;
    out["without_gpu_work"] = launches.withoutGpuWork;
    out["delay_median_ns"] = orNull<Json>(launches.delayMedianNs);
    out["delay_p99_ns"] = orNull<Json>(launches.delayP99Ns);
    out["negative"] = launches.negative;
    return out;
}

template <class Json> Json copiesJson(const std::vector<analysis::CopyRow>& rows)
{
    Json out = Json::array();
    for (const analysis::CopyRow& row : rows) {
        Json one = Json::object();
        one["direction"] = row.what.direction;
        one["memory"] = analysis::copyMemoryName(row.what.memory);
        one["count"] = row.count;
        one["bytes"] = orNull<Json>(row.bytes);
        one["total_ns"] = row.totalNs;
        one["bandwidth_gb_s"] = orNull<Json>(row.bandwidthGbS);
        out.push_back(std::move(one));
    }
    return out;
}

// Reading the occupancy costs a look into the file for each kernel name: only the largest get one.
inline constexpr std::size_t kKernelsWithOccupancy = 64;

template <class Json>
Json kernelsJson(
    const model::Trace& trace, const analysis::KernelStats& kernels, const analysis::FlopStats& flops, bool occupancy)
{
    Json out = Json::array();
    for (const analysis::KernelRow& row : kernels.rows) {
        const std::string_view name = trace.names.view(row.name);
        const bool read = occupancy && out.size() < kKernelsWithOccupancy;
        Json one = Json::object();
        one["name"] = std::string(name);
        one["short_name"] = analysis::shortKernelName(name);
        one["family"] = analysis::familyName(row.family);
        one["op"] = nameOrNull<Json>(trace, row.op);
        one["calls"] = row.calls;
        one["timed_calls"] = row.timedCalls;
        one["total_ns"] = row.totalNs;
        one["avg_ns"] = orNull<Json>(row.avgNs);
        one["min_ns"] = orNull<Json>(row.minNs);
        one["max_ns"] = orNull<Json>(row.maxNs);
        one["p50_ns"] = orNull<Json>(row.p50Ns);
        one["p99_ns"] = orNull<Json>(row.p99Ns);
        one["share"] = row.share;
        one["tensor_core"] = orNull<Json>(analysis::usesTensorCores(name, row.family));
        one["occupancy"] = read ? orNull<Json>(analysis::occupancyOf(trace, row)) : Json(nullptr);
        one["flops"] = flopsJson<Json>(flops, row.name);
        out.push_back(std::move(one));
    }
    return out;
}

} // namespace stepscope::exporting
