// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Steps, syncs, operators, modules and the like of a traces[] entry of the report. Templates: see json_values.h.

#include "core/analysis/input_dims.h"
#include "core/analysis/python_lines.h"
#include "core/analysis/sums.h"
#include "core/export/json_idle.h"
#include "core/export/json_values.h"

#include <algorithm>

namespace stepscope::exporting {

template <class Json> Json stepJson(const model::Trace& trace, const analysis::StepFigures& step)
{
    const std::optional<Interval>& gpu = step.span.gpu;
    Json out = Json::object();
    out["number"] = step.span.number;
    out["name"] = std::string(trace.nameOf(step.span.slice));
    out["start_ns"] = step.span.cpu.start;
    out["dur_ns"] = step.span.cpu.length();
    out["gpu_start_ns"] = gpu ? Json(gpu->start) : Json(nullptr);
    out["gpu_dur_ns"] = gpu ? Json(gpu->length()) : Json(nullptr);
    out["warm_up"] = step.warmUp;
    out["outlier"] = step.outlier;
    out["gpu_busy_ns"] = orNull<Json>(step.gpuBusyNs);
    out["gpu_idle_ns"] = orNull<Json>(step.gpuIdleNs);
    out["kernels"] = step.kernels;
    out["syncs"] = step.syncs;
    out["data_loading_ns"] = step.dataLoadingNs;
    out["idle_by_cause_ns"] = causesJson<Json>(step.idleByCause ? &*step.idleByCause : nullptr);
    out["phases"] = Json::array();
    for (const analysis::StepPhase& phase : step.phases) {
        Json one = Json::object();
        one["name"] = std::string(trace.names.view(phase.name));
        one["cpu_ns"] = phase.cpuNs;
        one["gpu_ns"] = orNull<Json>(phase.gpuNs);
        out["phases"].push_back(std::move(one));
    }
    return out;
}

inline constexpr std::size_t kReportedSyncs = 200;

template <class Json>
Json syncJson(const model::Trace& trace, const analysis::StepIndex& steps, const analysis::SyncMarker& marker,
    const std::string& python)
{
    Json out = Json::object();
    out["name"] = std::string(trace.nameOf(marker.slice));
    out["kind"] = analysis::syncKindName(marker.kind);
    out["thread"] = rowLabel(trace, marker.track);
    out["start_ns"] = marker.start();
    out["dur_ns"] = marker.blockedNs();
    out["step"] = marker.step == analysis::StepIndex::kNone ? Json(nullptr) : Json(steps.steps[marker.step].number);
    out["at_step_end"] = orNull<Json>(marker.atStepEnd);
    out["idle_after_ns"] = orNull<Json>(marker.idleAfterNs);
    out["op"] = nameOrNull<Json>(trace, marker.op);
    out["python"] = textOrNull<Json>(python);
    return out;
}

template <class Json> Json syncsJson(const model::Trace& trace, const analysis::TraceFigures& figures)
{
    std::vector<analysis::SyncMarker> longest = figures.syncs;
    std::stable_sort(longest.begin(), longest.end(),
        [](const analysis::SyncMarker& a, const analysis::SyncMarker& b) { return a.blockedNs() > b.blockedNs(); });
    std::int64_t total = 0;
    for (const analysis::SyncMarker& marker : longest)
        analysis::addTo(total, marker.blockedNs());
    Json out = Json::object();
    out["markers"] = longest.size();
    out["total_ns"] = total;
    out["items"] = Json::array();
    longest.resize(std::min(longest.size(), kReportedSyncs));
    analysis::PythonLines lines(trace);
    for (const analysis::SyncMarker& marker : longest)
        out["items"].push_back(syncJson<Json>(trace, figures.stepIndex, marker, lines.of(marker.slice)));
    return out;
}

template <class Json> Json operatorsJson(const model::Trace& trace, const std::vector<analysis::OperatorRow>& rows)
{
    Json out = Json::array();
    for (const analysis::OperatorRow& row : rows) {
        Json one = Json::object();
        one["name"] = std::string(trace.names.view(row.name));
        one["calls"] = row.calls;
        one["cpu_total_ns"] = row.cpuTotalNs;
        one["cpu_self_ns"] = row.cpuSelfNs;
        one["device_total_ns"] = row.deviceTotalNs;
        one["device_self_ns"] = row.deviceSelfNs;
        one["memory_bytes"] = orNull<Json>(row.memoryBytes);
        if (row.shapes.valid())
            one["input_shapes"] = analysis::shapesText(trace.names.view(row.shapes));
        if (row.stack.valid())
            one["stack"] = std::string(trace.names.view(row.stack));
        out.push_back(std::move(one));
    }
    return out;
}

template <class Json> Json modulesJson(const std::vector<analysis::ModuleRow>& rows)
{
    Json out = Json::array();
    for (const analysis::ModuleRow& row : rows) {
        Json one = Json::object();
        one["path"] = row.path;
        one["calls"] = row.calls;
        one["cpu_total_ns"] = row.cpuTotalNs;
        one["device_total_ns"] = row.deviceTotalNs;
        one["device_self_ns"] = row.deviceSelfNs;
        out.push_back(std::move(one));
    }
    return out;
}

template <class Json> Json missingJson(const std::vector<analysis::MissingData>& missing)
{
    Json out = Json::array();
    for (const analysis::MissingData& entry : missing) {
        Json one = Json::object();
        one["what"] = entry.what;
        one["prevents"] = entry.prevents;
        one["setting"] = entry.setting;
        out.push_back(std::move(one));
    }
    return out;
}

// Every slice that the counts are of, in canonical order.
template <class Json> Json sliceListJson(const model::Trace& trace, const analysis::Window& window)
{
    Json out = Json::array();
    for (const model::Lane& lane : trace.lanes) {
        const model::TrackKind kind = trace.tracks[lane.track.index()].kind;
        if (kind == model::TrackKind::Async)
            continue;
        const Interval part = kind == model::TrackKind::GpuStream ? window.gpu : window.cpu;
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
            const SliceId id(i);
            if (!analysis::shareOf(trace, id, part, window.whole).counts)
                continue;
            Json one = Json::object();
            one["name"] = std::string(trace.nameOf(id));
            one["cat"] = std::string(trace.categoryOf(id));
            one["row"] = rowLabel(trace, lane.track);
            one["start_ns"] = trace.slices.start[i];
            one["dur_ns"] = trace.slices.dur[i];
            one["depth"] = trace.depthOf(id);
            out.push_back(std::move(one));
        }
    }
    return out;
}

} // namespace stepscope::exporting
