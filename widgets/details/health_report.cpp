// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/health_report.h"

#include "core/analysis/producer.h"
#include "core/model/derived_flows.h"
#include "core/util/shown_level.h"
#include "widgets/details/detail_text.h"

namespace stepscope::widgets {

namespace {

QString compressionText(model::Compression compression)
{
    switch (compression) {
    case model::Compression::Gzip:
        return QStringLiteral("gzip");
    case model::Compression::Zstd:
        return QStringLiteral("zstd");
    case model::Compression::None:
        break;
    }
    return QStringLiteral("none");
}

DetailSection fileSection(const model::Trace& trace)
{
    DetailSection section {QStringLiteral("File"), {}};
    const analysis::Producer producer = analysis::guessProducer(trace);
    section.lines << detailLine(QStringLiteral("Written by"), toQString(producer.name), toQString(producer.era));
    section.lines << detailLine(QStringLiteral("Path"), toQString(trace.file.path));
    section.lines << detailLine(QStringLiteral("Size"), toQString(formatBytes(trace.file.bytes)),
        countText(trace.file.bytes) + QStringLiteral(" B"));
    if (trace.file.compression != model::Compression::None) {
        section.lines << detailLine(QStringLiteral("Compression"), compressionText(trace.file.compression));
        section.lines << detailLine(QStringLiteral("Text"), toQString(formatBytes(trace.file.textBytes)),
            countText(trace.file.textBytes) + QStringLiteral(" B"));
    }
    return section;
}

DetailSection eventSection(const model::Trace& trace)
{
    DetailSection section {QStringLiteral("Events"), {}};
    std::uint64_t samples = 0;
    for (const model::CounterSeries& series : trace.counters)
        samples += series.time.size();
    section.lines << detailLine(QStringLiteral("All"), countText(trace.events));
    section.lines << detailLine(QStringLiteral("Slices"), countText(trace.sliceCount()));
    if (trace.asyncSlices > 0)
        section.lines << detailLine(QStringLiteral("Async slices"), countText(trace.asyncSlices));
    section.lines << detailLine(QStringLiteral("GPU work"), countText(trace.gpuWork.size()));
    section.lines << detailLine(
        QStringLiteral("Launches"), countText(trace.launches.launches.size() + trace.launches.withoutWork.size()));
    section.lines << detailLine(QStringLiteral("Instants"), countText(trace.instants.size()));
    section.lines << detailLine(QStringLiteral("Counter samples"), countText(samples));
    const std::uint64_t derived = model::derivedFlows(trace);
    section.lines << detailLine(QStringLiteral("Flows"), countText(trace.flows.size() - derived));
    if (derived > 0)
        section.lines << detailLine(QStringLiteral("Backward links"),
            QStringLiteral("%1, found by sequence number: the file has no flows for them").arg(countText(derived)));
    DetailLine dropped = detailLine(QStringLiteral("Left out"), countText(trace.dropped));
    dropped.warn = trace.dropped > 0;
    section.lines << dropped;
    std::int64_t length = 0;
    if (!__builtin_sub_overflow(trace.rangeEnd, trace.rangeStart, &length))
        section.lines << detailLine(QStringLiteral("Range"), durationText(length), exactNsText(length));
    if (trace.wholeMicroseconds)
        section.lines << detailLine(QStringLiteral("Precision"), QStringLiteral("whole µs"),
            QStringLiteral("differences below 1 µs mean nothing"));
    return section;
}

DetailSection phaseSection(const model::Trace& trace)
{
    DetailSection section {QStringLiteral("Events by phase"), {}};
    for (std::size_t i = 0; i < trace.phaseCounts.size(); ++i) {
        if (trace.phaseCounts[i] == 0)
            continue;
        const auto phase = static_cast<char>(i);
        section.lines << detailLine(QString(QLatin1Char(phase)), countText(trace.phaseCounts[i]), phaseText(phase));
    }
    if (trace.otherPhases > 0)
        section.lines << detailLine(QStringLiteral("other"), countText(trace.otherPhases),
            QStringLiteral("no phase, or none that is one letter"));
    return section;
}

} // namespace

QList<HealthEntry> healthEntries(const Diagnostics& diagnostics)
{
    QList<HealthEntry> entries;
    for (const DiagnosticLevel level : {DiagnosticLevel::Warning, DiagnosticLevel::Note}) {
        for (std::size_t k = 0; k < kDiagnosticKinds; ++k) {
            const auto kind = static_cast<DiagnosticKind>(k);
            const Diagnostics::Entry& entry = diagnostics.entry(kind);
            if (entry.count == 0 || shownLevel(kind) != level)
                continue;
            entries << HealthEntry {kind, level, entry.count, toQString(diagnosticText(kind)), entry.samples};
        }
    }
    return entries;
}

QList<DetailSection> contentSections(const model::Trace& trace)
{
    return {fileSection(trace), eventSection(trace), phaseSection(trace)};
}

} // namespace stepscope::widgets
