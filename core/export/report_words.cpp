// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/report_words.h"

#include "core/analysis/producer.h"
#include "core/export/labels.h"
#include "core/util/shown_level.h"
#include "core/util/time.h"

#include <fmt/format.h>

namespace stepscope::exporting {
namespace {

using model::Trace;

constexpr std::string_view kDot = " · ";

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

} // namespace

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

std::string sizeText(const model::FileInfo& file)
{
    if (file.compression == model::Compression::None)
        return formatBytes(file.bytes);
    return fmt::format(
        "{} {}, {} of text", formatBytes(file.bytes), compressionName(file.compression), formatBytes(file.textBytes));
}

std::string fileLine(const ReportedFile& file)
{
    return joined({sizeText(file.trace->file), producerText(*file.trace), rankText(*file.trace)});
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

Section healthSection(const Diagnostics& diagnostics, bool detailed)
{
    Section section;
    std::uint64_t notes = 0;
    std::uint64_t warnings = 0;
    for (std::size_t k = 0; k < kDiagnosticKinds; ++k) {
        const auto kind = static_cast<DiagnosticKind>(k);
        const Diagnostics::Entry& entry = diagnostics.entry(kind);
        const bool note = shownLevel(kind) == DiagnosticLevel::Note;
        (note ? notes : warnings) += entry.count;
        if (entry.count > 0 && (detailed || diagnosticLevel(kind) == DiagnosticLevel::Warning))
            section.lines.push_back(fmt::format("{} × {}{}: {}{}", formatCount(entry.count), diagnosticName(kind),
                note ? " (note)" : "", diagnosticText(kind), detailed ? sampleText(entry) : std::string()));
    }
    section.heading
        = "File health: " + (warnings > 0 ? counted(warnings, "warning", "warnings") : std::string("no warnings"));
    if (notes > 0)
        section.heading += ", " + counted(notes, "note", "notes");
    return section;
}

} // namespace stepscope::exporting
