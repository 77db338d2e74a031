// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Findings, verdict and checklist of the report. Where a report is about several files, their findings stand in one
// list, the largest share first; the verdict is that of the file that has most to explain. Templates: see
// json_values.h.

#include "core/export/json_categories.h"
#include "core/export/json_memory.h"
#include "core/export/json_ranks.h"
#include "core/export/json_values.h"
#include "core/export/report_findings.h"
#include "core/export/report_world.h"

#include <algorithm>
#include <numeric>
#include <variant>
#include <vector>

namespace stepscope::exporting {

template <class Json> Json evidenceJson(const model::Trace& trace, std::size_t file, const analysis::Evidence& evidence)
{
    const bool stream = evidence.row.valid() && trace.tracks[evidence.row.index()].stream >= 0;
    Json out = Json::object();
    out["file"] = file; // index into files
    out["device"] = orNull<Json>(evidence.device);
    out["stream"] = stream ? Json(trace.tracks[evidence.row.index()].stream) : Json(nullptr);
    out["row"] = evidence.row.valid() ? Json(rowLabel(trace, evidence.row)) : Json(nullptr);
    out["start_ns"] = evidence.span.start;
    out["end_ns"] = evidence.span.end;
    out["name"] = textOrNull<Json>(evidence.name);
    return out;
}

template <class Json> Json findingJson(const ReportedFile& of, std::size_t file, const analysis::Finding& finding)
{
    Json out = Json::object();
    out["rule"] = finding.rule;
    out["severity"] = analysis::severityName(finding.severity);
    out["headline"] = finding.headline;
    out["share"] = finding.share;
    out["total_ns"] = finding.totalNs;
    out["bytes"] = orNull<Json>(finding.bytes);
    out["count"] = finding.count;
    out["steps"] = Json::array(); // their numbers
    out["evidence"] = Json::array();
    if (of.figures) {
        for (const std::uint32_t step : finding.steps)
            out["steps"].push_back(of.figures->stepIndex.steps[step].number);
        for (const analysis::Evidence& evidence : finding.evidence)
            out["evidence"].push_back(evidenceJson<Json>(*of.trace, file, evidence));
    }
    for (std::size_t i = 0; of.timeline && i < finding.evidence.size(); ++i)
        out["evidence"].push_back(timelineEvidenceJson<Json>(file, finding.evidence[i]));
    for (const analysis::MemoryEvidence& evidence : finding.memory)
        out["evidence"].push_back(memoryEvidenceJson<Json>(*of.snapshot, file, evidence));
    out["advice"] = finding.advice;
    out["metrics"] = Json::object();
    for (const auto& [key, value] : finding.metrics)
        out["metrics"][key] = std::visit([](const auto& v) { return Json(v); }, value);
    return out;
}

// Late ranks as they stand among the findings: the largest share first.
[[nodiscard]] inline std::vector<std::size_t> rankedStragglers(const std::optional<ReportedWorld>& world)
{
    std::vector<std::size_t> order(world ? world->world.stragglers.size() : 0);
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&world](std::size_t a, std::size_t b) {
        return world->world.stragglers[a].share > world->world.stragglers[b].share;
    });
    return order;
}

// How many of these stand before a finding of a share.
[[nodiscard]] inline std::size_t stragglersBefore(const std::optional<ReportedWorld>& world, double share)
{
    return world ? static_cast<std::size_t>(std::count_if(world->world.stragglers.begin(),
               world->world.stragglers.end(), [share](const auto& one) { return one.share > share; }))
                 : 0;
}

template <class Json>
Json findingsJson(const std::vector<ReportedFile>& files, const std::optional<ReportedWorld>& world)
{
    Json out = Json::array();
    const std::vector<std::size_t> stragglers = rankedStragglers(world);
    std::size_t written = 0;
    const auto addStragglers = [&](std::size_t until) {
        for (; written < until; ++written) {
            Json one = stragglerJson<Json>(world->world, world->world.stragglers[stragglers[written]]);
            for (Json& evidence : one["evidence"])
                evidence["file"] = world->files[evidence["file"].template get<std::size_t>()];
            out.push_back(std::move(one));
        }
    };
    for (const FindingRef& ref : rankedFindings(files)) {
        const analysis::Finding& finding = files[ref.file].judgement()->findings[ref.finding];
        addStragglers(stragglersBefore(world, finding.share));
        out.push_back(findingJson<Json>(files[ref.file], ref.file, finding));
    }
    addStragglers(stragglers.size());
    return out;
}

template <class Json>
Json verdictJson(const std::vector<ReportedFile>& files, const std::optional<ReportedWorld>& world)
{
    const std::optional<std::size_t> file = fileOfVerdict(files);
    if (!file)
        return nullptr;
    const analysis::Verdict& verdict = files[*file].judgement()->verdict;
    Json out = Json::object();
    out["bucket"] = analysis::bucketName(verdict.bucket);
    out["sentence"] = verdict.sentence;
    out["share"] = orNull<Json>(verdict.share);
    out["finding"] = nullptr;
    const std::vector<FindingRef> ranked = rankedFindings(files);
    std::size_t before = 0; // late ranks, which stay where they are once they are in the list
    for (std::size_t i = 0; verdict.finding && i < ranked.size(); ++i) {
        before = std::max(
            before, stragglersBefore(world, files[ranked[i].file].judgement()->findings[ranked[i].finding].share));
        if (ranked[i].file == *file && ranked[i].finding == *verdict.finding)
            out["finding"] = i + before;
    }
    return out;
}

// Of the trace the verdict is about.
template <class Json> Json checklistJson(const std::vector<ReportedFile>& files)
{
    Json out = Json::array();
    const std::optional<std::size_t> file = fileOfVerdict(files);
    if (!file)
        return out;
    for (const analysis::ChecklistItem& item : files[*file].judgement()->checklist) {
        Json one = Json::object();
        one["check"] = item.check;
        one["state"] = analysis::checkStateName(item.state);
        one["evidence"] = textOrNull<Json>(item.evidence);
        one["advice"] = textOrNull<Json>(item.advice);
        out.push_back(std::move(one));
    }
    return out;
}

} // namespace stepscope::exporting
