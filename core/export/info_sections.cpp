// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/report_sections.h"

#include "core/export/labels.h"
#include "core/export/report_categories.h"
#include "core/export/report_memory.h"
#include "core/export/report_words.h"
#include "core/util/time.h"

#include <fmt/format.h>

namespace stepscope::exporting {
namespace {

using model::Trace;

Section headSection(const ReportedFile& file, const analysis::TraceCounts& counts)
{
    const Trace& trace = *file.trace;
    Section section;
    section.heading = std::string(fileNameOf(file.path));
    section.lines.push_back(fileLine(file));
    section.lines.push_back(joined({formatDuration(trace.rangeEnd - trace.rangeStart),
        counted(counts.slices, "slice", "slices"), counted(counts.cpuRows, "CPU thread", "CPU threads"),
        counts.gpuStreams > 0 ? counted(counts.gpuStreams, "GPU stream", "GPU streams") : "",
        trace.dropped > 0 ? counted(trace.dropped, "event", "events") + " dropped" : ""}));
    return section;
}

Section categorySection(const Trace& trace)
{
    Table table;
    table.columns = {{"category", "category", CellType::Text, true, true},
        {"count", "slices and instants", CellType::Count, true, false}};
    const std::vector<std::uint64_t> counts = analysis::countCategories(trace);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::string_view name = trace.names.view(trace.categories[i].name);
        if (counts[i] > 0)
            table.rows.push_back({std::string(name.empty() ? "(none)" : name), static_cast<std::int64_t>(counts[i])});
    }
    (void)sortTable(table, "count");
    Section section;
    section.heading = "Contents";
    std::vector<std::string> phases;
    for (std::size_t phase = 0; phase < trace.phaseCounts.size(); ++phase) {
        if (trace.phaseCounts[phase] > 0)
            phases.push_back(fmt::format("{} {}", static_cast<char>(phase), formatCount(trace.phaseCounts[phase])));
    }
    section.lines.push_back("events by phase: " + joined(phases));
    section.table = std::move(table);
    return section;
}

std::string onOneLine(std::string_view text)
{
    std::string out;
    for (const char c : text.substr(0, 4096)) {
        const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
        if (!blank || (!out.empty() && out.back() != ' '))
            out += blank ? ' ' : c;
    }
    return out;
}

Section metadataSection(const Trace& trace)
{
    Section section;
    for (const model::MetadataEntry& entry : trace.metadata) {
        section.lines.push_back(fmt::format("{}: {}", entry.key, elideMiddle(onOneLine(entry.json), 100)));
    }
    if (!section.lines.empty())
        section.heading = "Metadata";
    return section;
}

} // namespace

std::vector<Section> infoSections(const ReportedFile& file)
{
    if (file.snapshot)
        return snapshotInfo(*file.snapshot, file.path);
    if (file.timeline)
        return timelineInfo(*file.timeline, file.path);
    if (!file.trace)
        return {refusedSection(file)};
    const Trace& trace = *file.trace;
    const analysis::TraceCounts counts = analysis::countTrace(trace, analysis::Window());
    std::vector<Section> sections {headSection(file, counts)};
    sections.back().lines.push_back(joined({counted(trace.events, "event", "events"),
        counted(counts.instants, "instant", "instants"), counted(counts.flows, "flow", "flows"),
        counted(counts.counterSamples, "counter sample", "counter samples")}));
    sections.push_back(categorySection(trace));
    sections.push_back(healthSection(trace.diagnostics, true));
    sections.push_back(metadataSection(trace));
    return sections;
}

} // namespace stepscope::exporting
