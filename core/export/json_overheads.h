// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Host overhead, compiling, redundant copies, temporaries and slow steps of a traces[] entry of the report. Templates:
// see json_values.h.

#include "core/analysis/trace_figures.h"
#include "core/export/json_values.h"

namespace stepscope::exporting {

template <class Json> Json stepNumberOrNull(const analysis::StepIndex& steps, std::uint32_t step)
{
    return step == analysis::StepIndex::kNone ? Json(nullptr) : Json(steps.steps[step].number);
}

template <class Json> Json hostOverheadJson(const model::Trace& trace, const analysis::HostOverhead& overhead)
{
    Json out = Json::object();
    out["profiler"] = Json::array();
    for (const analysis::OverheadRow& row : overhead.profiler) {
        Json one = Json::object();
        one["name"] = std::string(trace.names.view(row.name));
        one["count"] = row.count;
        one["total_ns"] = row.totalNs;
        out["profiler"].push_back(std::move(one));
    }
    out["operators"] = Json::array();
    for (const analysis::HostBoundRow& row : overhead.operators) {
        Json one = Json::object();
        one["name"] = std::string(trace.names.view(row.name));
        one["calls"] = row.calls;
        one["cpu_self_ns"] = row.cpuSelfNs;
        one["device_self_ns"] = row.deviceSelfNs;
        one["share"] = row.share;
        out["operators"].push_back(std::move(one));
    }
    return out;
}

inline constexpr std::size_t kReportedCompileSpans = 200;

template <class Json> Json compilingJson(const model::Trace& trace, const analysis::TraceFigures& figures)
{
    const analysis::Recompiles& recompiles = figures.recompiles;
    Json out = Json::object();
    out["count"] = recompiles.spans.size();
    out["total_ns"] = recompiles.totalNs;
    out["cache_lookups"] = recompiles.lookups;
    out["cache_lookup_ns"] = recompiles.lookupNs;
    out["spans"] = Json::array();
    for (const analysis::CompileSpan& span : recompiles.spans) {
        if (out["spans"].size() >= kReportedCompileSpans)
            break;
        Json one = Json::object();
        one["name"] = std::string(trace.nameOf(span.slice));
        one["thread"] = rowLabel(trace, span.track);
        one["start_ns"] = span.span.start;
        one["dur_ns"] = span.span.length();
        one["step"] = stepNumberOrNull<Json>(figures.stepIndex, span.step);
        out["spans"].push_back(std::move(one));
    }
    out["regions"] = Json::array();
    for (const analysis::CompiledRegions& regions : recompiles.regions) {
        Json one = Json::object();
        one["step"] = stepNumberOrNull<Json>(figures.stepIndex, regions.step);
        one["calls"] = regions.calls;
        one["different"] = regions.different;
        out["regions"].push_back(std::move(one));
    }
    return out;
}

template <class Json> void addOverheads(const model::Trace& trace, const analysis::TraceFigures& figures, Json& out)
{
    out["host_overhead"] = hostOverheadJson<Json>(trace, figures.hostOverhead);
    out["compiling"] = compilingJson<Json>(trace, figures);
    out["redundant_copies"] = Json::array();
    for (const analysis::RedundantCopyRow& row : figures.redundantCopies) {
        Json one = Json::object();
        one["op"] = std::string(trace.names.view(row.op));
        one["calls"] = row.calls;
        one["kernels"] = row.kernels;
        one["total_ns"] = row.totalNs;
        one["share"] = row.share;
        out["redundant_copies"].push_back(std::move(one));
    }
    out["temporaries"] = Json::array();
    for (const analysis::TemporaryRow& row : figures.temporaries) {
        Json one = Json::object();
        one["op"] = std::string(trace.names.view(row.op));
        one["device"] = row.device;
        one["count"] = row.count;
        one["largest_bytes"] = row.largestBytes;
        one["total_bytes"] = row.totalBytes;
        one["share_of_peak"] = orNull<Json>(row.shareOfPeak);
        out["temporaries"].push_back(std::move(one));
    }
    out["slow_steps"] = Json::array();
    for (const analysis::SlowStep& slow : figures.slowSteps) {
        Json one = Json::object();
        one["step"] = figures.stepIndex.steps[slow.step].number;
        one["factor"] = slow.factor;
        one["gpu_start_ns"] = slow.span.start;
        one["gpu_dur_ns"] = slow.span.length();
        one["kernels"] = slow.kernels;
        one["names_compared"] = slow.judged;
        one["names_slower"] = slow.slower;
        out["slow_steps"].push_back(std::move(one));
    }
}

} // namespace stepscope::exporting
