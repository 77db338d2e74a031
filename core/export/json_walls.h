// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Walls of short kernels of a traces[] entry of the report. Templates: see json_values.h.

#include "core/analysis/trace_figures.h"
#include "core/export/json_values.h"

namespace stepscope::exporting {

template <class Json> Json wallsJson(const model::Trace& trace, const analysis::TraceFigures& figures)
{
    Json out = Json::array();
    for (const analysis::Wall& wall : figures.walls) {
        const model::Track& track = trace.tracks[wall.stream.index()];
        Json one = Json::object();
        one["device"] = figures.gpu.devices[wall.device].device;
        one["stream"] = track.stream >= 0 ? Json(track.stream) : Json(track.tid);
        one["start_ns"] = wall.span.start;
        one["dur_ns"] = wall.span.length();
        one["kernels"] = wall.kernels;
        one["short_kernels"] = wall.shortKernels;
        one["median_ns"] = wall.medianNs;
        one["gpu_busy_share"] = orNull<Json>(wall.busyShare());
        one["launch_bound_share"] = orNull<Json>(wall.launchBoundShare());
        one["elementwise_share"] = wall.elementwiseShare;
        one["top_ops"] = Json::array();
        for (const NameId op : wall.topOps)
            one["top_ops"].push_back(std::string(trace.names.view(op)));
        one["share_of_step"] = orNull<Json>(wall.shareOfStep);
        out.push_back(std::move(one));
    }
    return out;
}

} // namespace stepscope::exporting
