// SPDX-License-Identifier: GPL-3.0-or-later
// Facts of slices, instants and counter samples. The events they are connected with: event_links.cpp.
#include "widgets/details/event_report.h"

#include "core/analysis/python_lines.h"
#include "core/util/bandwidth.h"
#include "widgets/details/detail_text.h"
#include "widgets/details/event_links.h"
#include "widgets/details/input_table.h"

#include <algorithm>
#include <limits>

namespace stepscope::widgets {

namespace {

const QString kUnknown = QStringLiteral("unknown");
const QString kPending = QStringLiteral("…");

bool sliceExists(const model::Trace& trace, SliceId id)
{
    return id.index() < trace.slices.size();
}

const model::CounterSeries* seriesOf(const model::Trace& trace, const Item& item)
{
    if (item.kind != ItemKind::CounterSample || item.series >= trace.counters.size())
        return nullptr;
    const model::CounterSeries& series = trace.counters[item.series];
    return item.index < series.time.size() ? &series : nullptr;
}

QString rowText(const model::Track& track)
{
    const QString name = toQString(track.name).trimmed();
    return name.isEmpty() ? toQString(track.tid) : name;
}

void appendTrack(const model::Trace& trace, TrackId id, DetailSection& section)
{
    if (id.index() >= trace.tracks.size())
        return;
    const model::Track& track = trace.tracks[id.index()];
    section.lines << detailLine(QStringLiteral("Row"), rowText(track));
    if (track.process.index() < trace.processes.size())
        section.lines << detailLine(QStringLiteral("Process"), processText(trace.processes[track.process.index()]));
}

void appendTime(const QString& label, std::int64_t time, std::int64_t rangeStart, DetailSection& section)
{
    section.lines << detailLine(label, relativeTimeText(time, rangeStart), exactTimeText(time));
}

DetailLine durationLine(const model::Trace& trace, SliceId id)
{
    const std::uint8_t flags = trace.slices.flags[id.index()];
    if ((flags & (model::kNoTime | model::kNoDuration)) != 0)
        return detailLine(QStringLiteral("Duration"), kUnknown);
    const std::int64_t dur = trace.slices.dur[id.index()];
    DetailLine result = detailLine(QStringLiteral("Duration"), durationText(dur), exactNsText(dur));
    if ((flags & model::kUnfinished) != 0)
        result.note += QStringLiteral(", up to the end of the range");
    else if (trace.wholeMicroseconds)
        result.note += QStringLiteral(", this file knows whole µs only");
    return result;
}

void appendTiming(const model::Trace& trace, SliceId id, const DeferredFacts* deferred, DetailSection& section)
{
    const std::uint8_t flags = trace.slices.flags[id.index()];
    const bool placed = (flags & model::kNoTime) == 0;
    if (placed)
        appendTime(QStringLiteral("Start"), trace.slices.start[id.index()], trace.rangeStart, section);
    else
        section.lines << detailLine(QStringLiteral("Start"), kUnknown);
    section.lines << durationLine(trace, id);
    if (const model::Track& track = trace.tracks[trace.trackOf(id).index()]; track.kind == model::TrackKind::GpuStream)
        section.lines << detailLine(
            QStringLiteral("Stream"), track.stream >= 0 ? QString::number(track.stream) : kUnknown);
    const std::int64_t raw = trace.rawDurationOf(id);
    if (raw != trace.slices.dur[id.index()] && (flags & model::kUnfinished) == 0) {
        DetailLine rawLine = detailLine(QStringLiteral("In the file"), durationText(raw), exactNsText(raw));
        rawLine.warn = true;
        section.lines << rawLine;
    }
    if (!trace.slices.timed(id))
        return;
    appendTime(QStringLiteral("End"), trace.slices.end(id), trace.rangeStart, section);
    if (deferred == nullptr)
        section.lines << detailLine(QStringLiteral("Self time"), kPending);
    else
        section.lines << detailLine(
            QStringLiteral("Self time"), durationText(deferred->selfTime), exactNsText(deferred->selfTime));
}

QString phaseOf(const model::ArgValue& event)
{
    const model::ArgValue* phase = event.find("ph");
    return phase != nullptr ? toQString(phase->text) : QString();
}

// "512 × 1 × 1" from [512, 1, 1] or the text of another form; empty when it is not there.
QString dimensionsOf(const model::ArgValue& event, std::string_view key)
{
    const model::ArgValue* args = event.find("args");
    const model::ArgValue* value = args != nullptr ? args->find(key) : nullptr;
    if (value == nullptr)
        return {};
    if (value->kind != model::ArgValue::Kind::Array)
        return toQString(value->text);
    QStringList sides;
    for (const auto& [unused, side] : value->members)
        sides << toQString(side.text);
    return sides.join(QStringLiteral(" × "));
}

// Names of communication kernels often do not tell it (ncclDevKernel_Generic); the arguments of the kernel, or of the
// operator that launched it, do.
QString collectiveOf(const DeferredFacts* deferred)
{
    if (deferred == nullptr)
        return {};
    for (const auto* event : {&deferred->event, &deferred->opEvent}) {
        const model::ArgValue* args = *event ? (*event)->find("args") : nullptr;
        const model::ArgValue* name = args != nullptr ? args->find("Collective name") : nullptr;
        if (name != nullptr)
            return toQString(name->text);
    }
    return {};
}

DetailSection gpuFacts(const model::Trace& trace, SliceId id, const DeferredFacts* deferred)
{
    DetailSection section;
    const GpuWorkId work = trace.gpuWorkOf(id);
    const model::Track& track = trace.tracks[trace.trackOf(id).index()];
    if (!work.valid() && track.kind != model::TrackKind::GpuStream)
        return section;
    section.lines << detailLine(QStringLiteral("Device"), deviceText(trace, track.device));
    if (!work.valid())
        return section;
    const std::uint64_t bytes = trace.gpuWork.bytes[work.index()];
    const std::int64_t dur = trace.slices.dur[id.index()];
    if (bytes != model::GpuWorkTable::kUnknownBytes) {
        section.lines << detailLine(
            QStringLiteral("Bytes"), toQString(formatBytes(bytes)), countText(bytes) + QStringLiteral(" B"));
        const bool known = trace.slices.timed(id) && dur > 0;
        const double bandwidth = known ? static_cast<double>(bytes) / static_cast<double>(dur) : 0.0;
        section.lines << detailLine(QStringLiteral("Bandwidth"),
            known ? toQString(formatBandwidth(bandwidth)) : kUnknown,
            known ? QStringLiteral("bytes by duration") : QString());
    }
    if (deferred != nullptr && deferred->event) {
        const QString grid = dimensionsOf(*deferred->event, "grid");
        const QString block = dimensionsOf(*deferred->event, "block");
        if (!grid.isEmpty())
            section.lines << detailLine(QStringLiteral("Grid"), grid);
        if (!block.isEmpty())
            section.lines << detailLine(QStringLiteral("Block"), block);
    }
    if (const QString collective = collectiveOf(deferred); !collective.isEmpty())
        section.lines << detailLine(QStringLiteral("Collective"), collective);
    if (trace.gpuWork.fromGraph[work.index()] != 0)
        section.lines << detailLine(QStringLiteral("Launched"), QStringLiteral("by a graph"));
    return section;
}

SliceId launchingOperatorOf(const model::Trace& trace, SliceId id)
{
    const GpuWorkId work = trace.gpuWorkOf(id);
    const SliceId launch = work.valid() ? trace.gpuWork.launch[work.index()] : SliceId();
    return launch.valid() ? trace.operatorOf(launch) : SliceId();
}

// Its own, or of GPU work those of the operator that launched it.
DetailSection inputFacts(const model::Trace& trace, SliceId id, const DeferredFacts* deferred)
{
    if (deferred == nullptr)
        return {};
    const SliceId op = launchingOperatorOf(trace, id);
    if (deferred->opEvent && op.valid())
        return inputTable(QStringLiteral("Inputs of %1").arg(linkNameOf(trace, op)), *deferred->opEvent);
    return deferred->event ? inputTable(QStringLiteral("Inputs"), *deferred->event) : DetailSection();
}

DetailSection ncuFacts(const DeferredFacts* deferred)
{
    DetailSection section;
    if (deferred == nullptr || !deferred->ncu)
        return section;
    section.title = QStringLiteral("To profile this launch alone");
    DetailLine command = detailLine({}, toQString(deferred->ncu->text) + QStringLiteral(" PROGRAM"));
    command.mono = true;
    const std::uint64_t before = deferred->ncu->launchesBefore;
    section.lines << command
                  << detailLine({}, {},
                         QStringLiteral(
                             "%1 of this function before it in the trace; what ran before the trace began is "
                             "not known")
                             .arg(countedText(before, QStringLiteral("launch"), QStringLiteral("launches"))));
    return section;
}

void appendWarnings(std::uint8_t flags, QList<DetailSection>& sections)
{
    DetailSection section;
    for (const QString& sentence : flagSentences(flags)) {
        DetailLine warning = detailLine(QStringLiteral("Note"), sentence);
        warning.warn = true;
        section.lines << warning;
    }
    if (!section.lines.isEmpty())
        sections << section;
}

EventReport describeSlice(const model::Trace& trace, SliceId id, const DeferredFacts* deferred)
{
    EventReport report;
    report.name = toQString(trace.nameOf(id));
    report.kind = kindText(trace.kindOf(id));
    const std::uint8_t flags = trace.slices.flags[id.index()];

    appendWarnings(flags, report.facts);
    DetailSection timing;
    appendTiming(trace, id, deferred, timing);
    report.facts << timing;
    for (const DetailSection& section :
        {gpuFacts(trace, id, deferred), inputFacts(trace, id, deferred), ncuFacts(deferred)}) {
        if (!section.isEmpty())
            report.facts << section;
    }
    DetailSection place;
    place.lines << detailLine(QStringLiteral("Category"), toQString(trace.categoryOf(id)));
    appendTrack(trace, trace.trackOf(id), place);
    place.lines << detailLine(QStringLiteral("Depth"), QString::number(trace.depthOf(id)));
    place.lines << detailLine(
        QStringLiteral("Children"), deferred != nullptr ? countText(deferred->children) : kPending);
    if ((flags & model::kBeginEnd) != 0)
        place.lines << detailLine(QStringLiteral("Written as"), QStringLiteral("a begin and an end event"));
    report.facts << place;
    report.links = linksOfSlice(trace, id);
    if (deferred != nullptr && !deferred->stack.empty())
        report.links << stackSection(deferred->stack);
    return report;
}

EventReport describeInstant(const model::Trace& trace, InstantId id, const DeferredFacts* deferred)
{
    const model::InstantTable& instants = trace.instants;
    const std::size_t i = id.index();
    EventReport report;
    report.name = toQString(trace.names.view(instants.name[i]));
    report.kind = QStringLiteral("Instant");
    appendWarnings(instants.flags[i], report.facts);
    DetailSection main;
    appendTime(QStringLiteral("Time"), instants.time[i], trace.rangeStart, main);
    if (instants.category[i] < trace.categories.size())
        main.lines << detailLine(
            QStringLiteral("Category"), toQString(trace.names.view(trace.categories[instants.category[i]].name)));
    appendTrack(trace, instants.track[i], main);
    const QString scope = instants.scope[i] == 'g' ? QStringLiteral("the whole trace")
        : instants.scope[i] == 'p'                 ? QStringLiteral("its process")
                                                   : QStringLiteral("its thread");
    main.lines << detailLine(QStringLiteral("Meant for"), scope);
    const QString phase
        = deferred != nullptr && deferred->event ? phaseOf(*deferred->event) : QString(QLatin1Char(instants.phase[i]));
    main.lines << detailLine(QStringLiteral("Phase"), phase, phaseText(instants.phase[i]));
    report.facts << main;
    report.links = linksOfInstant(trace, id);
    return report;
}

} // namespace

DetailSection stackSection(const std::vector<std::string>& frames)
{
    DetailSection section;
    section.title = QStringLiteral("Python stack, innermost first");
    for (const std::string& frame : frames) {
        DetailLine line = detailLine({}, toQString(frame));
        line.mono = true;
        section.lines << line;
    }
    return section;
}

DetailSection sampleFacts(const model::Trace& trace, const model::CounterSeries& series, std::size_t i)
{
    DetailSection main;
    main.lines << detailLine(
        QStringLiteral("Value"), QString::number(series.value[i], 'g', std::numeric_limits<double>::max_digits10));
    if (series.series != series.counter)
        main.lines << detailLine(QStringLiteral("Series"), toQString(series.series));
    appendTime(QStringLiteral("Time"), series.time[i], trace.rangeStart, main);
    if (i + 1 < series.time.size())
        main.lines << detailLine(QStringLiteral("Holds for"), durationText(series.time[i + 1] - series.time[i]),
            QStringLiteral("until the next sample"));
    else
        main.lines << detailLine(
            QStringLiteral("Holds for"), QStringLiteral("the rest"), QStringLiteral("the last sample"));
    if (series.process.index() < trace.processes.size())
        main.lines << detailLine(QStringLiteral("Process"), processText(trace.processes[series.process.index()]));
    main.lines << detailLine(
        QStringLiteral("Sample"), QStringLiteral("%1 of %2").arg(countText(i + 1), countText(series.time.size())));
    return main;
}

EventReport describeItem(const model::Trace& trace, const Item& item, const DeferredFacts* deferred)
{
    if (item.kind == ItemKind::Slice && sliceExists(trace, item.slice()))
        return describeSlice(trace, item.slice(), deferred);
    if (item.kind == ItemKind::Instant && item.index < trace.instants.size())
        return describeInstant(trace, item.instant(), deferred);
    const model::CounterSeries* series = seriesOf(trace, item);
    if (series == nullptr)
        return {};
    EventReport report;
    report.name = toQString(series->counter);
    report.kind = QStringLiteral("Counter sample");
    report.facts << sampleFacts(trace, *series, item.index);
    return report;
}

std::optional<std::uint64_t> offsetOf(const model::Trace& trace, const Item& item)
{
    if (item.kind == ItemKind::Slice && sliceExists(trace, item.slice()))
        return trace.slices.offset(item.slice());
    if (item.kind == ItemKind::Instant && item.index < trace.instants.size())
        return trace.instants.offset[item.index];
    if (const model::CounterSeries* series = seriesOf(trace, item))
        return series->offset[item.index];
    return std::nullopt;
}

namespace {

// The event itself, and the end of one that was written as two.
void readEvents(const model::Trace& trace, const Item& item, std::uint64_t offset, DeferredFacts& facts)
{
    if (!trace.args) {
        facts.error = Error {ErrorClass::Unreadable, "The arguments of this trace cannot be read.", -1, -1};
        return;
    }
    const auto read = [&](std::uint64_t at, std::optional<model::ArgValue>& to) {
        if (auto event = trace.args->eventAt(at))
            to = std::move(*event);
        else if (!facts.error)
            facts.error = std::move(event.error());
    };
    read(offset, facts.event);
    if (item.kind != ItemKind::Slice)
        return;
    if (const SliceId op = launchingOperatorOf(trace, item.slice()); op.valid())
        read(trace.slices.offset(op), facts.opEvent);
    const auto& ends = trace.endOffsets;
    const auto end = std::lower_bound(
        ends.begin(), ends.end(), item.slice(), [](const auto& entry, SliceId id) { return entry.first < id; });
    if (end != ends.end() && end->first == item.slice())
        read(end->second, facts.endEvent);
}

} // namespace

DeferredFacts readDeferredFacts(const model::Trace& trace, const Item& item)
{
    DeferredFacts facts;
    const auto offset = offsetOf(trace, item);
    if (!offset)
        return facts;
    if (item.kind == ItemKind::Slice) {
        facts.selfTime = trace.selfTimeOf(item.slice());
        facts.children = trace.childrenOf(item.slice()).size();
        facts.ncu = analysis::ncuCommand(trace, item.slice());
        const GpuWorkId work = trace.gpuWorkOf(item.slice());
        facts.stack
            = analysis::recordedStackAround(trace, work.valid() ? trace.gpuWork.launch[work.index()] : item.slice());
    }
    readEvents(trace, item, *offset, facts);
    return facts;
}

QString eventJson(const model::Trace& trace, const Item& item)
{
    DeferredFacts facts;
    if (const auto offset = offsetOf(trace, item))
        readEvents(trace, item, *offset, facts);
    return toJsonText(facts);
}

} // namespace stepscope::widgets
