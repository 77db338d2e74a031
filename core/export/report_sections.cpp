// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/report_sections.h"

#include "core/analysis/producer.h"
#include "core/analysis/sums.h"
#include "core/export/labels.h"
#include "core/export/trace_tables.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::exporting {
namespace {

using analysis::TraceFigures;
using model::Trace;

constexpr std::size_t kSteps = 8;
constexpr std::size_t kStreams = 8;
constexpr std::size_t kKernels = 8;
constexpr std::size_t kOperators = 6;
constexpr std::string_view kDot = " · ";

std::string joined(const std::vector<std::string>& parts)
{
    std::string out;
    for (const std::string& part : parts) {
        if (!part.empty())
            out.append(out.empty() ? "" : kDot).append(part);
    }
    return out;
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many)
{
    return fmt::format("{} {}", formatCount(count), count == 1 ? one : many);
}

std::string shareOf(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? formatPercent(static_cast<double>(part) / static_cast<double>(whole)) : std::string("–");
}

std::string sizeText(const Trace& trace)
{
    if (trace.file.compression == model::Compression::None)
        return formatBytes(trace.file.bytes);
    return fmt::format("{} {}, {} of text", formatBytes(trace.file.bytes), compressionName(trace.file.compression),
        formatBytes(trace.file.textBytes));
}

std::string producerText(const Trace& trace)
{
    const analysis::Producer producer = analysis::guessProducer(trace);
    if (producer.kind == analysis::ProducerKind::Unknown)
        return "writer unknown";
    return producer.era.empty() ? producer.name : fmt::format("{} (torch {})", producer.name, producer.era);
}

std::string rankText(const Trace& trace)
{
    if (!trace.rank)
        return {};
    return trace.worldSize ? fmt::format("rank {} of {}", *trace.rank, *trace.worldSize)
                           : fmt::format("rank {}", *trace.rank);
}

Section headSection(const Trace& trace, const std::string& path, Interval range, const analysis::TraceCounts& counts)
{
    Section section;
    section.heading = std::string(fileNameOf(path));
    section.lines.push_back(joined({sizeText(trace), producerText(trace), rankText(trace)}));
    section.lines.push_back(joined({formatDuration(range.length()), counted(counts.slices, "slice", "slices"),
        counted(counts.cpuRows, "CPU thread", "CPU threads"),
        counts.gpuStreams > 0 ? counted(counts.gpuStreams, "GPU stream", "GPU streams") : "",
        trace.dropped > 0 ? counted(trace.dropped, "event", "events") + " dropped" : ""}));
    return section;
}

void addDevice(const Trace& trace, const TraceFigures& figures, const analysis::DeviceUse& device, Section& section)
{
    const std::int64_t window = device.window.length();
    const auto longest = std::max_element(
        device.gaps.begin(), device.gaps.end(), [](Interval a, Interval b) { return a.length() < b.length(); });
    std::string gaps;
    if (longest != device.gaps.end())
        gaps = fmt::format(
            " in {}, longest {}", counted(device.gaps.size(), "gap", "gaps"), formatDuration(longest->length()));
    section.lines.push_back(fmt::format("{}: busy {} ({}) of {}, idle {} ({}){}", deviceLabel(trace, device),
        formatDuration(device.busyNs), shareOf(device.busyNs, window), formatDuration(window),
        formatDuration(device.idleNs), shareOf(device.idleNs, window), gaps));
    std::string comm;
    if (device.commNs > 0)
        comm = fmt::format("communication {}, {} of it not hidden by compute", formatDuration(device.commNs),
            formatDuration(device.exposedCommNs));
    section.lines.push_back(joined({"compute " + formatDuration(device.computeNs), comm,
        device.copyNs > 0 ? "copies and sets " + formatDuration(device.copyNs) : ""}));
    (void)figures;
}

std::string withoutWorkText(std::uint64_t launches)
{
    return launches == 1 ? "1 launch has no work in the file"
                         : formatCount(launches) + " launches have no work in the file";
}

std::vector<Section> gpuSections(const Trace& trace, const TraceFigures& figures)
{
    if (figures.gpu.devices.empty())
        return {};
    Section section;
    section.heading = "GPU";
    for (const analysis::DeviceUse& device : figures.gpu.devices)
        addDevice(trace, figures, device, section);
    if (figures.idle.edgeNs > 0 && figures.launches.withoutGpuWork > 0)
        section.lines.push_back(fmt::format("{} before the first and after the last GPU work do not count as idle: {}",
            formatDuration(figures.idle.edgeNs), withoutWorkText(figures.launches.withoutGpuWork)));
    Table streams = streamTable(trace, figures);
    (void)sortTable(streams, "busy_ns");
    limitTable(streams, kStreams);
    if (streams.total > 1)
        section.table = std::move(streams);
    return {section};
}

std::vector<Section> stepSections(const Trace& trace, const TraceFigures& figures)
{
    if (figures.shownSteps.empty())
        return {};
    Table steps = stepTable(trace, figures);
    Section section;
    section.heading = counted(steps.total, "training step", "training steps");
    if (figures.steps.medianNs && steps.total > 1)
        section.heading += fmt::format(", median {}", formatDuration(*figures.steps.medianNs));
    if (steps.total > kSteps)
        section.heading += fmt::format(" (the first {} shown)", kSteps);
    limitTable(steps, kSteps);
    section.table = std::move(steps);
    return {section};
}

std::string launchText(const analysis::LaunchStats& launches)
{
    std::string text = counted(launches.count, "launch", "launches");
    if (launches.withoutGpuWork > 0)
        text += fmt::format(", {} without GPU work in the file", formatCount(launches.withoutGpuWork));
    if (launches.delayMedianNs)
        text += fmt::format("; GPU work starts {} after its launch (median; 99 % within {})",
            formatDuration(*launches.delayMedianNs), formatDuration(launches.delayP99Ns.value_or(0)));
    if (launches.negative > 0)
        text += fmt::format("; {} before it: the clocks differ", formatCount(launches.negative));
    return text;
}

std::string syncText(const Trace& trace, const TraceFigures& figures)
{
    std::int64_t total = 0;
    const analysis::SyncMarker* longest = nullptr;
    for (const analysis::SyncMarker& marker : figures.syncs) {
        analysis::addTo(total, marker.blockedNs());
        if (longest == nullptr || marker.blockedNs() > longest->blockedNs())
            longest = &marker;
    }
    if (longest == nullptr)
        return {};
    std::string text;
    if (figures.syncs.size() == 1)
        text = fmt::format(
            "the CPU waits for the GPU once: {} in {}", formatDuration(total), trace.nameOf(longest->slice));
    else
        text = fmt::format("the CPU waits for the GPU {} times, {} in all; longest {} in {}",
            formatCount(figures.syncs.size()), formatDuration(total), formatDuration(longest->blockedNs()),
            trace.nameOf(longest->slice));
    if (longest->op.valid())
        text += fmt::format(" under {}", trace.names.view(longest->op));
    return text;
}

std::vector<Section> hostSections(const Trace& trace, const TraceFigures& figures)
{
    Section section;
    section.heading = "Launches, syncs, copies";
    if (figures.launches.count > 0)
        section.lines.push_back(launchText(figures.launches));
    const std::string syncs = syncText(trace, figures);
    if (!syncs.empty())
        section.lines.push_back(syncs);
    if (!figures.copies.empty())
        section.table = copyTable(figures);
    if (section.lines.empty() && !section.table)
        return {};
    return {section};
}

std::vector<Section> kernelSections(const Trace& trace, const TraceFigures& figures)
{
    if (figures.kernels.rows.empty())
        return {};
    std::vector<std::string> families;
    Table byFamily = familyTable(figures);
    limitTable(byFamily, 5);
    for (const std::vector<Cell>& row : byFamily.rows)
        families.push_back(
            fmt::format("{} {}", std::get<std::string>(row[0]), formatPercent(std::get<double>(row[1]))));
    Table kernels = kernelTable(trace, figures);
    Section section;
    section.heading = fmt::format("{} of {}, {} in all", counted(figures.kernels.calls, "kernel", "kernels"),
        counted(kernels.total, "name", "names"), formatDuration(figures.kernels.totalNs));
    section.lines.push_back(joined(families));
    limitTable(kernels, kKernels);
    for (TableColumn& column : kernels.columns) {
        if (column.key == "family" || column.key == "p50_ns" || column.key == "p99_ns")
            column.title.clear(); // one screen: the kernels command shows them
    }
    section.table = std::move(kernels);
    return {section};
}

std::vector<Section> operatorSections(const Trace& trace, const TraceFigures& figures)
{
    if (figures.operators.empty())
        return {};
    Table operators = operatorTable(trace, figures);
    const bool gpu = !figures.gpu.devices.empty();
    (void)sortTable(operators, gpu ? "device_self_ns" : "cpu_self_ns");
    Section section;
    section.heading = fmt::format("{}, by own {} time",
        counted(operators.total, "operator or annotation", "operators and annotations"), gpu ? "GPU" : "CPU");
    limitTable(operators, kOperators);
    for (TableColumn& column : operators.columns) {
        if (!gpu && column.key.find("device") == 0)
            column.title.clear();
    }
    section.table = std::move(operators);
    return {section};
}

std::string sampleText(const Diagnostics::Entry& entry)
{
    if (entry.samples.empty())
        return {};
    const DiagnosticSample& sample = entry.samples.front();
    std::string where = sample.line > 0 ? fmt::format("line {}", sample.line) : std::string();
    if (sample.offset >= 0)
        where += fmt::format("{}byte {}", where.empty() ? "" : ", ", sample.offset);
    const std::string detail = elideMiddle(sample.detail, 80);
    if (where.empty())
        return detail.empty() ? "" : " First: " + detail;
    return fmt::format(" First at {}{}{}", where, detail.empty() ? "" : ": ", detail);
}

// Warnings with their meaning; with `detailed` notes too, and where the first of each stands in the file.
Section healthSection(const Trace& trace, bool detailed)
{
    Section section;
    std::uint64_t notes = 0;
    std::uint64_t warnings = 0;
    for (std::size_t k = 0; k < kDiagnosticKinds; ++k) {
        const auto kind = static_cast<DiagnosticKind>(k);
        const Diagnostics::Entry& entry = trace.diagnostics.entry(kind);
        const bool note = diagnosticLevel(kind) == DiagnosticLevel::Note;
        (note ? notes : warnings) += entry.count;
        if (entry.count > 0 && (detailed || !note))
            section.lines.push_back(fmt::format("{} × {}{}: {}{}", formatCount(entry.count), diagnosticName(kind),
                note ? " (note)" : "", diagnosticText(kind), detailed ? sampleText(entry) : std::string()));
    }
    section.heading
        = "File health: " + (warnings > 0 ? counted(warnings, "warning", "warnings") : std::string("no warnings"));
    if (notes > 0)
        section.heading += ", " + counted(notes, "note", "notes");
    return section;
}

std::vector<Section> missingSections(const TraceFigures& figures)
{
    if (figures.missing.empty())
        return {};
    Section section;
    section.heading = "Not recorded";
    for (const analysis::MissingData& missing : figures.missing)
        section.lines.push_back(fmt::format("{} → {}", missing.what, missing.setting));
    return {section};
}

Section refusedSection(const ReportedFile& file)
{
    Section section;
    section.heading = std::string(fileNameOf(file.path));
    std::string where;
    if (file.error->line > 0)
        where = fmt::format(" (line {}, byte {})", file.error->line, file.error->offset);
    else if (file.error->offset >= 0)
        where = fmt::format(" (byte {})", file.error->offset);
    section.lines.push_back(fmt::format("refused: {}{}", file.error->message, where));
    return section;
}

template <class T> void append(std::vector<T>& to, std::vector<T> from)
{
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
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

std::vector<Section> reportSections(const ReportedFile& file)
{
    if (!file.trace || !file.figures)
        return {refusedSection(file)};
    const Trace& trace = *file.trace;
    const TraceFigures& figures = *file.figures;
    std::vector<Section> sections {headSection(trace, file.path, figures.range, figures.counts)};
    append(sections, gpuSections(trace, figures));
    append(sections, stepSections(trace, figures));
    append(sections, hostSections(trace, figures));
    append(sections, kernelSections(trace, figures));
    append(sections, operatorSections(trace, figures));
    sections.push_back(healthSection(trace, false));
    append(sections, missingSections(figures));
    return sections;
}

std::vector<Section> infoSections(const ReportedFile& file)
{
    if (!file.trace)
        return {refusedSection(file)};
    const Trace& trace = *file.trace;
    const analysis::TraceCounts counts = analysis::countTrace(trace, analysis::Window());
    std::vector<Section> sections {headSection(trace, file.path, {trace.rangeStart, trace.rangeEnd}, counts)};
    sections.back().lines.push_back(joined({counted(trace.events, "event", "events"),
        counted(counts.instants, "instant", "instants"), counted(counts.flows, "flow", "flows"),
        counted(counts.counterSamples, "counter sample", "counter samples")}));
    sections.push_back(categorySection(trace));
    sections.push_back(healthSection(trace, true));
    sections.push_back(metadataSection(trace));
    return sections;
}

} // namespace stepscope::exporting
