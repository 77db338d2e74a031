// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/trace_status.h"

#include "widgets/details/detail_text.h"
#include "widgets/pages/trace_page.h"

namespace stepscope::widgets {

namespace {

constexpr int kNameLimit = 100;

QString sizeText(const model::Trace& trace)
{
    QStringList parts {countedText(trace.events, QStringLiteral("event"), QStringLiteral("events"))};
    std::int64_t length = 0;
    if (!__builtin_sub_overflow(trace.rangeEnd, trace.rangeStart, &length))
        parts << durationText(length);
    if (trace.gpuWork.size() > 0)
        parts << QStringLiteral("%1 pieces of GPU work").arg(countText(trace.gpuWork.size()));
    return parts.join(QStringLiteral("  ·  "));
}

QString sliceText(const model::Trace& trace, SliceId id)
{
    if (id.index() >= trace.slices.size())
        return {};
    const QString name = linkNameOf(trace, id);
    const QString duration
        = trace.slices.timed(id) ? durationText(trace.slices.dur[id.index()]) : QStringLiteral("duration unknown");
    const model::Track& track = trace.tracks[trace.trackOf(id).index()];
    return QStringList {name, duration, toQString(track.name).trimmed()}.join(QStringLiteral("  ·  "));
}

QString itemText(const model::Trace& trace, const Item& item)
{
    if (item.kind == ItemKind::Slice)
        return sliceText(trace, item.slice());
    if (item.kind == ItemKind::Instant && item.index < trace.instants.size())
        return elideMiddle(toQString(trace.names.view(trace.instants.name[item.index])), kNameLimit);
    if (item.kind == ItemKind::CounterSample && item.series < trace.counters.size()) {
        const model::CounterSeries& series = trace.counters[item.series];
        if (item.index < series.value.size())
            return QStringLiteral("%1  ·  %2").arg(toQString(series.series)).arg(series.value[item.index]);
    }
    return {};
}

} // namespace

QString traceWhatText(const TracePage& page)
{
    QString hovered = itemText(page.trace(), page.selection().hovered());
    if (!hovered.isEmpty())
        return hovered;
    const StepScope& steps = page.stepScope();
    if (steps.chosen())
        return steps.name(*steps.chosen()) + QStringLiteral("  ·  ") + steps.statistics(*steps.chosen());
    return sizeText(page.trace());
}

QString traceWhereText(const TracePage& page)
{
    QStringList parts;
    if (const auto cursor = page.axis().cursor())
        parts << relativeTimeText(*cursor, page.trace().rangeStart);
    if (const auto range = page.selection().range())
        parts << QStringLiteral("%1 selected").arg(durationText(range->length()));
    parts << QStringLiteral("%1 in view").arg(durationText(page.axis().range().length()));
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace stepscope::widgets
