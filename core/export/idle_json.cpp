// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/idle_json.h"

#include "core/export/json_idle.h"

#include <nlohmann/json.hpp>

namespace stepscope::exporting {
namespace {

using Json = nlohmann::ordered_json;

std::string textOf(const Json& json)
{
    return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

std::string gapJsonText(
    const model::Trace& trace, const analysis::TraceFigures& figures, const analysis::DeviceGap& gap)
{
    return textOf(gapJson<Json>(trace, figures, gap));
}

std::string streamIdleJsonText(const model::Trace& trace, TrackId stream, Interval span,
    std::span<const analysis::GapPart> waits, SliceId workAfter)
{
    Json out = Json::object();
    out["device"] = trace.tracks[stream.index()].device;
    out["stream"] = rowLabel(trace, stream);
    out["start_ns"] = span.start;
    out["dur_ns"] = span.length();
    out["parts"] = Json::array();
    for (const analysis::GapPart& wait : waits) {
        Json part = Json::object();
        part["cause"] = analysis::idleCauseName(wait.cause);
        part["start_ns"] = wait.span.start;
        part["dur_ns"] = wait.span.length();
        part["activity"] = wait.activity.valid() ? Json(std::string(trace.nameOf(wait.activity))) : Json(nullptr);
        out["parts"].push_back(std::move(part));
    }
    out["kernel_after"] = workAfter.valid() ? Json(std::string(trace.nameOf(workAfter))) : Json(nullptr);
    return textOf(out);
}

std::string rangeJsonText(Interval range)
{
    Json out = Json::object();
    out["start_ns"] = range.start;
    out["dur_ns"] = range.length();
    return textOf(out);
}

} // namespace stepscope::exporting
