// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Idle time of a traces[] entry of the report: sums by cause, and the largest gaps with their parts. Templates: see
// json_values.h. Parts of a gap of one cause and one activity (by name) are one entry, in order of their first
// appearance; all keys of a cause are null where there is no GPU work.

#include "core/analysis/data_loading.h"
#include "core/analysis/idle_cause.h"
#include "core/analysis/sums.h"
#include "core/analysis/trace_figures.h"
#include "core/export/json_values.h"

#include <map>
#include <utility>

namespace stepscope::exporting {

template <class Json> Json causesJson(const analysis::CauseTotals* totals) // null: unknown
{
    Json out = Json::object();
    for (std::size_t i = 0; i < analysis::kIdleCauses; ++i) {
        const char* name = analysis::idleCauseName(static_cast<analysis::IdleCause>(i));
        out[name] = totals != nullptr ? Json((*totals)[i]) : Json(nullptr);
    }
    return out;
}

template <class Json>
Json gapPartsJson(const model::Trace& trace, const analysis::GapCauses& causes, const analysis::DeviceGap& gap)
{
    struct Row
    {
        analysis::GapPart part;
        std::int64_t ns = 0;
    };
    std::vector<Row> rows;
    std::map<std::pair<analysis::IdleCause, NameId>, std::size_t> rowOf;
    for (const analysis::GapPart& part : causes.partsOf(gap)) {
        const NameId name = part.activity.valid() ? trace.slices.name[part.activity.index()] : NameId();
        const auto [at, fresh] = rowOf.try_emplace({part.cause, name}, rows.size());
        if (fresh)
            rows.push_back({part, 0});
        analysis::addTo(rows[at->second].ns, part.span.length());
    }
    Json out = Json::array();
    for (const Row& row : rows) {
        const analysis::GapPart& part = row.part;
        Json one = Json::object();
        one["cause"] = analysis::idleCauseName(part.cause);
        one["dur_ns"] = row.ns;
        one["activity"] = part.activity.valid() ? Json(std::string(trace.nameOf(part.activity))) : Json(nullptr);
        one["call"] = part.call.valid() ? Json(std::string(trace.nameOf(part.call))) : Json(nullptr);
        one["thread"] = part.thread.valid() ? Json(rowLabel(trace, part.thread)) : Json(nullptr);
        out.push_back(std::move(one));
    }
    return out;
}

// What was hottest while the gap's longest wait for data lasted; null where it had none.
template <class Json>
Json inputDetailJson(const model::Trace& trace, const analysis::GapCauses& causes, const analysis::DeviceGap& gap)
{
    const analysis::GapPart* longest = nullptr;
    for (const analysis::GapPart& part : causes.partsOf(gap)) {
        if (part.cause == analysis::IdleCause::Input
            && (longest == nullptr || part.span.length() > longest->span.length()))
            longest = &part;
    }
    if (longest == nullptr)
        return nullptr;
    const analysis::InputDetail detail = analysis::inputDetail(trace, longest->activity);
    Json out = Json::object();
    out["hottest"] = nameOrNull<Json>(trace, detail.hottest);
    out["self_ns"] = detail.hottest.valid() ? Json(detail.selfNs) : Json(nullptr);
    out["note"] = textOrNull<Json>(analysis::inputNote(detail));
    return out;
}

template <class Json>
Json gapJson(const model::Trace& trace, const analysis::TraceFigures& figures, const analysis::DeviceGap& gap)
{
    Json out = Json::object();
    out["device"] = figures.gpu.devices[gap.device].device;
    out["start_ns"] = gap.span.start;
    out["dur_ns"] = gap.span.length();
    out["cause"] = analysis::idleCauseName(gap.cause);
    out["parts"] = gapPartsJson<Json>(trace, figures.idle.causes, gap);
    out["launch_ns"] = gap.launch.valid() ? Json(trace.slices.start[gap.launch.index()]) : Json(nullptr);
    out["kernel_after"] = gap.workAfter.valid() ? Json(std::string(trace.nameOf(gap.workAfter))) : Json(nullptr);
    out["input_detail"] = inputDetailJson<Json>(trace, figures.idle.causes, gap);
    return out;
}

template <class Json> Json idleJson(const model::Trace& trace, const analysis::TraceFigures& figures)
{
    Json out = Json::object();
    out["window_ns"] = figures.idle.windowNs;
    out["total_ns"] = figures.idle.totalNs;
    out["edge_ns"] = figures.idle.edgeNs;
    out["by_cause_ns"] = causesJson<Json>(figures.gpu.devices.empty() ? nullptr : &figures.idle.causes.total);
    out["gaps"] = Json::array();
    for (const std::uint32_t gap : figures.idle.largest)
        out["gaps"].push_back(gapJson<Json>(trace, figures, figures.idle.causes.gaps[gap]));
    return out;
}

} // namespace stepscope::exporting
