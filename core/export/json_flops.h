// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operations of kernels, shapes of matrix products and throughput in the report. Templates: see json_values.h.

#include "core/analysis/flops.h"
#include "core/analysis/shapes.h"
#include "core/analysis/throughput.h"
#include "core/export/json_values.h"

namespace stepscope::exporting {

// Of the calls whose operators' shapes were recorded; null where there is none.
template <class Json> Json flopsJson(const analysis::FlopStats& stats, NameId kernel)
{
    const analysis::KernelFlops* row = stats.of(kernel);
    return row != nullptr ? Json(row->flops) : Json(nullptr);
}

template <class Json> Json efficiencyJson(const model::Trace& trace, const analysis::FlopStats& stats)
{
    Json out = Json::array();
    for (const analysis::FamilyEfficiency& row : analysis::familyEfficiency(trace, stats)) {
        Json one = Json::object();
        one["device"] = row.device;
        one["family"] = analysis::familyName(row.family);
        one["precision"] = analysis::precisionName(row.precision);
        one["flops"] = row.flops;
        one["total_ns"] = row.deviceNs;
        one["tflops_per_s"] = row.tflops;
        one["peak_tflops_per_s"] = orNull<Json>(row.peak);
        one["share_of_peak_estimated"] = orNull<Json>(row.share);
        out.push_back(std::move(one));
    }
    return out;
}

template <class Json> Json matrixShapesJson(const model::Trace& trace, const analysis::FlopStats& stats)
{
    Json out = Json::array();
    for (const analysis::UnevenProduct& row : analysis::unevenProducts(trace, stats)) {
        Json one = Json::object();
        one["op"] = std::string(trace.names.view(row.op));
        one["dims"] = analysis::shapesText(trace.names.view(row.dims));
        one["calls"] = row.calls;
        one["device_ns"] = row.deviceNs;
        one["uneven"] = Json::array();
        for (const analysis::UnevenDimension& uneven : row.uneven) {
            Json dimension = Json::object();
            dimension["dim"] = std::string(1, uneven.which);
            dimension["size"] = uneven.size;
            dimension["multiple"] = uneven.multiple;
            one["uneven"].push_back(std::move(dimension));
        }
        out.push_back(std::move(one));
    }
    return out;
}

template <class Json> Json throughputJson(const analysis::Throughput& rates)
{
    Json out = Json::object();
    out["steps_per_s"] = orNull<Json>(rates.stepsPerS);
    out["tokens_per_s"] = orNull<Json>(rates.tokensPerS);
    out["samples_per_s"] = orNull<Json>(rates.samplesPerS);
    out["mfu"] = orNull<Json>(rates.mfu);
    return out;
}

} // namespace stepscope::exporting
