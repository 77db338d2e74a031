// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges, look-up by byte, and texts for the clipboard.
#include "widgets/details/detail_text.h"
#include "widgets/details/event_report.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr qsizetype kLabelColumn = 14;
constexpr std::size_t kLongestEvent = std::size_t {1} << 20U;

void appendLine(QString& text, const DetailLine& detail)
{
    const QString label = detail.label.isEmpty() ? QString() : detail.label + QLatin1Char(':');
    text += QStringLiteral("  ") + label.leftJustified(kLabelColumn) + QLatin1Char(' ') + detail.value;
    if (!detail.note.isEmpty())
        text += QStringLiteral("  (") + detail.note + QLatin1Char(')');
    text += QLatin1Char('\n');
}

void appendTable(QString& text, const DetailSection& section)
{
    QList<QStringList> rows = section.rows;
    rows.prepend(section.header);
    for (const QStringList& row : rows) {
        QString written;
        for (qsizetype column = 0; column < row.size(); ++column) {
            qsizetype width = 0;
            for (const QStringList& other : rows)
                width = std::max(width, other[column].size());
            written += QStringLiteral("  ") + row[column].leftJustified(width);
        }
        while (written.endsWith(QLatin1Char(' ')))
            written.chop(1);
        text += written + QLatin1Char('\n');
    }
}

void appendSections(QString& text, const QList<DetailSection>& sections)
{
    for (const DetailSection& section : sections) {
        if (!section.title.isEmpty())
            text += QLatin1Char('\n') + section.title + QLatin1Char('\n');
        for (const DetailLine& detail : section.lines)
            appendLine(text, detail);
        if (!section.rows.isEmpty())
            appendTable(text, section);
    }
}

void appendArguments(QString& text, const QString& title, const model::ArgValue& event)
{
    const model::ArgValue* args = event.find("args");
    if (args == nullptr)
        return;
    text += QLatin1Char('\n') + title + QLatin1Char('\n');
    if (args->kind != model::ArgValue::Kind::Object) {
        appendLine(text, detailLine({}, toQString(args->toText())));
        return;
    }
    for (const auto& [key, value] : args->members) {
        const bool isText = value.kind == model::ArgValue::Kind::String;
        appendLine(text, detailLine(toQString(key), toQString(isText ? value.text : value.toText())));
    }
}

struct NearestBefore
{
    explicit NearestBefore(std::uint64_t wanted)
        : byte(wanted)
    {
    }
    void offer(std::uint64_t candidate, const Item& candidateItem)
    {
        if (candidate > byte || (item.valid() && candidate <= offset))
            return;
        offset = candidate;
        item = candidateItem;
    }

    std::uint64_t byte;
    std::uint64_t offset = 0;
    Item item;
};

} // namespace

QString toPlainText(const EventReport& report, const DeferredFacts* deferred)
{
    QString text = report.name + QLatin1Char('\n') + QStringLiteral("  ") + report.kind + QLatin1Char('\n');
    appendSections(text, report.facts);
    appendSections(text, report.links);
    if (deferred != nullptr && deferred->event)
        appendArguments(text, QStringLiteral("Arguments"), *deferred->event);
    if (deferred != nullptr && deferred->endEvent)
        appendArguments(text, QStringLiteral("Arguments of its end"), *deferred->endEvent);
    return text;
}

QString toJsonText(const DeferredFacts& deferred)
{
    if (!deferred.event)
        return {};
    QString event = toQString(deferred.event->toText());
    if (!deferred.endEvent)
        return event;
    return QStringLiteral("[%1,\n %2]").arg(event, toQString(deferred.endEvent->toText()));
}

RangeCounts countInRange(const model::Trace& trace, const TimeRange& range, const std::stop_token& stop)
{
    RangeCounts counts;
    const auto& start = trace.slices.start;
    for (const model::Lane& lane : trace.lanes) {
        if (stop.stop_requested())
            break;
        if (lane.section == model::LaneSection::Unplaced || lane.first == lane.last)
            continue;
        const SliceId first = trace.firstEndingAfter(lane, range.start);
        const auto* end = std::lower_bound(start.begin() + first.index(), start.begin() + lane.last.index(), range.end);
        const auto overlapping = static_cast<std::uint64_t>(end - (start.begin() + first.index()));
        counts.slices += overlapping;
        if (lane.firstGpuWork.valid())
            counts.gpuWork += overlapping;
    }
    const auto& time = trace.instants.time;
    for (std::size_t i = 0; i < time.size() && !stop.stop_requested(); ++i)
        counts.instants += time[i] >= range.start && time[i] < range.end ? 1U : 0U;
    return counts;
}

DetailSection describeRange(const model::Trace& trace, const TimeRange& range, const RangeCounts* counts)
{
    const auto relative = [&](std::int64_t time) { return relativeTimeText(time, trace.rangeStart); };
    const auto counted = [counts](std::uint64_t RangeCounts::*member) {
        return counts != nullptr ? countText(counts->*member) : QStringLiteral("…");
    };
    DetailSection section {QStringLiteral("Selected range"), {}};
    section.lines << detailLine(QStringLiteral("Length"), durationText(range.length()), exactNsText(range.length()));
    section.lines << detailLine(QStringLiteral("Start"), relative(range.start), exactTimeText(range.start));
    section.lines << detailLine(QStringLiteral("End"), relative(range.end), exactTimeText(range.end));
    section.lines << detailLine(
        QStringLiteral("Slices"), counted(&RangeCounts::slices), QStringLiteral("in it, or partly in it"));
    section.lines << detailLine(QStringLiteral("GPU work"), counted(&RangeCounts::gpuWork));
    section.lines << detailLine(QStringLiteral("Instants"), counted(&RangeCounts::instants));
    return section;
}

Item itemAtByte(const model::Trace& trace, std::uint64_t byte)
{
    NearestBefore nearest(byte);
    for (std::size_t i = 0; i < trace.slices.size(); ++i)
        nearest.offer(trace.slices.offset(SliceId(i)), Item::of(SliceId(i)));
    for (const auto& [slice, end] : trace.endOffsets)
        nearest.offer(end, Item::of(slice));
    for (std::size_t i = 0; i < trace.instants.size(); ++i)
        nearest.offer(trace.instants.offset[i], Item::of(InstantId(i)));
    for (std::size_t s = 0; s < trace.counters.size(); ++s) {
        const auto& offsets = trace.counters[s].offset;
        for (std::size_t i = 0; i < offsets.size(); ++i)
            nearest.offer(offsets[i], Item::ofSample(static_cast<std::uint32_t>(s), static_cast<std::uint32_t>(i)));
    }
    if (!nearest.item.valid() || nearest.offset == byte)
        return nearest.item;
    // Some byte inside of an event, or something between events?
    const std::uint64_t distance = byte - nearest.offset;
    if (!trace.args || distance >= kLongestEvent)
        return {};
    const auto raw = trace.args->rawEventAt(nearest.offset, kLongestEvent);
    return raw && raw->size() > distance ? nearest.item : Item {};
}

} // namespace stepscope::widgets
