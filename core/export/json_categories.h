// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Memory timelines by category in the report. Templates: see json_values.h.

#include "core/analysis/memory/category_figures.h"
#include "core/export/json_values.h"
#include "core/model/category_timeline.h"

namespace stepscope::exporting {

// What the file alone tells.
template <class Json> void addTimelineContents(const model::CategoryTimeline& timeline, Json& out)
{
    out["points"] = timeline.count();
    out["first_time_ns"] = timeline.count() > 0 ? Json(timeline.timeNs[0]) : Json(nullptr);
    out["last_time_ns"] = timeline.count() > 0 ? Json(timeline.timeNs.back()) : Json(nullptr);
}

template <class Json>
Json timelineJson(const model::CategoryTimeline& timeline, const analysis::CategoryFigures& figures)
{
    Json out = Json::object();
    addTimelineContents(timeline, out);
    out["initial"] = figures.initial;
    out["peak"] = figures.peak;
    out["peak_time_ns"]
        = figures.peakPoint < 0 ? Json(nullptr) : Json(timeline.timeNs[static_cast<std::size_t>(figures.peakPoint)]);
    out["end"] = figures.end;
    out["categories"] = Json::array();
    for (std::size_t c = 0; c < figures.categories.size(); ++c) {
        Json one = Json::object();
        one["name"] = model::kMemoryCategories[c];
        one["at_peak"] = figures.categories[c].atPeak;
        one["peak"] = figures.categories[c].peak;
        one["end"] = figures.categories[c].end;
        out["categories"].push_back(std::move(one));
    }
    return out;
}

template <class Json> Json timelineEvidenceJson(std::size_t file, const analysis::Evidence& evidence)
{
    Json out = Json::object();
    out["file"] = file; // index into files
    out["start_ns"] = evidence.span.start;
    out["end_ns"] = evidence.span.end;
    out["name"] = evidence.name;
    return out;
}

} // namespace stepscope::exporting
