// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/json_categories.h"
#include "core/export/json_findings.h"
#include "core/export/json_gpu.h"
#include "core/export/json_host.h"
#include "core/export/json_hta.h"
#include "core/export/json_memory.h"
#include "core/export/json_overheads.h"
#include "core/export/json_values.h"
#include "core/export/json_walls.h"
#include "core/export/report.h"

#include "core/analysis/producer.h"

#include <nlohmann/json.hpp>

namespace stepscope::exporting {
namespace {

using Json = nlohmann::ordered_json;

std::string written(const Json& document)
{
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void addContents(const model::Trace& trace, const analysis::TraceCounts& counts, Json& out)
{
    out["slices"] = counts.slices;
    out["instants"] = counts.instants;
    out["counter_samples"] = counts.counterSamples;
    out["flows"] = counts.flows;
    out["arrows"] = counts.arrows;
    out["dropped"] = trace.dropped;
    out["per_phase"] = phasesJson<Json>(trace);
}

Json traceJson(const Report& report, const ReportedFile& file, std::optional<std::int64_t> shift)
{
    const model::Trace& trace = *file.trace;
    const analysis::TraceFigures& figures = *file.figures;
    Json out = Json::object();
    out["rank"] = orNull<Json>(trace.rank);
    out["shift_ns"] = orNull<Json>(shift);
    out["base_unix_ns"] = orNull<Json>(trace.baseTimeNs);
    out["pytorch"] = metadataJson<Json>(trace);
    addContents(trace, figures.counts, out);
    out["range_start_ns"] = figures.range.start;
    out["range_ns"] = figures.range.length();
    out["cpu_rows"] = figures.counts.cpuRows;
    out["gpu_streams"] = figures.counts.gpuStreams;
    out["ranks_in_job"] = orNull<Json>(trace.worldSize);
    out["devices"] = Json::array();
    for (std::size_t i = 0; i < figures.gpu.devices.size(); ++i)
        out["devices"].push_back(deviceJson<Json>(trace, figures.gpu.devices[i], figures.idle.causes.byDevice[i]));
    out["steps"] = Json::array();
    for (const std::uint32_t step : figures.shownSteps)
        out["steps"].push_back(stepJson<Json>(trace, figures.steps.steps[step]));
    out["idle"] = idleJson<Json>(trace, figures);
    out["launches"] = launchesJson<Json>(figures.launches);
    out["syncs"] = syncsJson<Json>(trace, figures);
    out["copies"] = copiesJson<Json>(figures.copies);
    out["walls"] = wallsJson<Json>(trace, figures);
    out["kernels"] = kernelsJson<Json>(trace, figures.kernels, figures.flops, report.occupancy);
    out["operators"] = operatorsJson<Json>(trace, figures.operators);
    out["matrix_shapes"] = matrixShapesJson<Json>(trace, figures.flops);
    out["efficiency"] = efficiencyJson<Json>(trace, figures.flops);
    addOverheads(trace, figures, out);
    out["modules"] = modulesJson<Json>(figures.modules);
    out["missing"] = missingJson<Json>(figures.missing);
    if (report.hta)
        out["hta"] = htaJson<Json>(trace, analysis::htaFigures(trace, figures.stepIndex, figures.window));
    if (report.listSlices)
        out["slices_list"] = sliceListJson<Json>(trace, figures.window);
    return out;
}

Json tracesJson(const Report& report, const std::optional<ReportedWorld>& world)
{
    Json out = Json::array();
    const model::Trace* first = nullptr;
    for (std::size_t f = 0; f < report.files.size(); ++f) {
        const ReportedFile& file = report.files[f];
        if (!file.trace || !file.figures)
            continue;
        if (first == nullptr)
            first = file.trace.get();
        const std::optional<std::int64_t> refined = world ? world->shiftOf(f) : std::nullopt;
        out.push_back(traceJson(report, file, refined ? refined : clockShift(*first, *file.trace)));
    }
    return out;
}

Json memoryJson(const Report& report)
{
    Json out = Json::array();
    for (const ReportedFile& file : report.files) {
        if (file.snapshot && file.memory)
            out.push_back(snapshotJson<Json>(*file.snapshot, *file.memory));
    }
    return out;
}

Json timelinesJson(const Report& report)
{
    Json out = Json::array();
    for (const ReportedFile& file : report.files) {
        if (file.timeline && file.categories)
            out.push_back(timelineJson<Json>(*file.timeline, *file.categories));
    }
    return out;
}

// Of the first trace: the numbers were given for one rank.
Json jobJson(const Report& report)
{
    for (const ReportedFile& file : report.files) {
        if (file.figures)
            return throughputJson<Json>(file.figures->throughput);
    }
    return throughputJson<Json>(analysis::Throughput());
}

Json producerJson(const model::Trace& trace)
{
    const analysis::Producer producer = analysis::guessProducer(trace);
    Json out = Json::object();
    out["name"] = producer.name;
    out["pytorch"] = textOrNull<Json>(producer.era);
    out["evidence"] = producer.evidence;
    return out;
}

Json categoriesJson(const model::Trace& trace)
{
    const std::vector<std::uint64_t> counts = analysis::countCategories(trace);
    Json out = Json::object();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0)
            out[std::string(trace.names.view(trace.categories[i].name))] = counts[i];
    }
    return out;
}

Json keysJson(const model::Trace& trace)
{
    Json out = Json::array();
    for (const model::MetadataEntry& entry : trace.metadata)
        out.push_back(entry.key);
    return out;
}

void addTraceInfo(const model::Trace& trace, Json& out)
{
    const analysis::TraceCounts counts = analysis::countTrace(trace, analysis::Window());
    out["producer"] = producerJson(trace);
    out["rank"] = orNull<Json>(trace.rank);
    out["base_unix_ns"] = orNull<Json>(trace.baseTimeNs);
    out["events"] = trace.events;
    addContents(trace, counts, out);
    out["categories"] = categoriesJson(trace);
    out["range_start_ns"] = trace.rangeStart;
    out["range_ns"] = trace.rangeEnd - trace.rangeStart;
    out["cpu_rows"] = counts.cpuRows;
    out["gpu_streams"] = counts.gpuStreams;
    out["ranks_in_job"] = orNull<Json>(trace.worldSize);
    out["metadata"] = keysJson(trace);
}

} // namespace

std::string reportJson(const Report& report)
{
    Json out = Json::object();
    out["schema"] = "stepscope.report/1";
    out["result"] = report.refused() == nullptr ? "opened" : "refused";
    out["error"] = errorJson<Json>(report.refused());
    out["files"] = Json::array();
    for (const ReportedFile& file : report.files)
        out["files"].push_back(fileJson<Json>(file));
    out["diagnostics"] = diagnosticsJson<Json>(report.files);
    const std::optional<ReportedWorld> world = worldOf(report);
    out["traces"] = tracesJson(report, world);
    out["collectives"] = world ? sharedCollectivesJson<Json>(world->world) : Json::array();
    out["memory"] = memoryJson(report);
    out["memory_timelines"] = timelinesJson(report);
    out["verdict"] = verdictJson<Json>(report.files, world);
    out["throughput"] = jobJson(report);
    out["findings"] = findingsJson<Json>(report.files, world);
    out["checklist"] = checklistJson<Json>(report.files);
    return written(out);
}

std::string infoJson(const ReportedFile& file)
{
    Json out = Json::object();
    out["schema"] = "stepscope.info/1";
    out["result"] = file.error ? "refused" : "opened";
    out["error"] = errorJson<Json>(&file);
    out["files"] = Json::array({fileJson<Json>(file)});
    if (file.trace)
        addTraceInfo(*file.trace, out);
    if (file.snapshot)
        addSnapshotInfo(*file.snapshot, out);
    if (file.timeline)
        addTimelineContents(*file.timeline, out);
    if (file.diagnostics() != nullptr)
        out["diagnostics"] = diagnosticsJson<Json>(std::span(&file, 1));
    return written(out);
}

} // namespace stepscope::exporting
