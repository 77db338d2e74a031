// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/counter_report.h"

#include "widgets/details/detail_text.h"
#include "widgets/findings/finding_words.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

DetailLine valueLine(const TimelineData& data, const Item& item, const QString& exact)
{
    const double value = data.series(item.series).value[item.index];
    const auto computed = data.computedIndex(item.series);
    const bool isShare = computed && data.computed().busyNs(*computed, 0, 0);
    const QString text = isShare ? (value > 0 ? QStringLiteral("busy") : QStringLiteral("idle"))
                                 : data.counterText(item.series, value);
    return detailLine(QStringLiteral("Value"), text, isShare || text == exact ? QString() : exact);
}

DetailSection inViewFacts(const TimelineData& data, std::uint32_t counter, const TimeRange& seen)
{
    DetailSection section;
    section.title = QStringLiteral("In view");
    const auto computed = data.computedIndex(counter);
    if (const auto busy = computed ? data.computed().busyNs(*computed, seen.start, seen.end) : std::nullopt) {
        const double span = view::timeDifference(seen.end, seen.start);
        const double share = span > 0 ? static_cast<double>(*busy) / span : 0;
        section.lines << detailLine(QStringLiteral("Busy"), toQString(formatPercent(share)),
            QStringLiteral("%1 of %2").arg(durationText(*busy), durationText(seen.end - seen.start)));
        return section;
    }
    const model::CounterSeries& series = data.series(counter);
    // What holds at the left edge is seen too.
    const std::size_t first = data.counter(counter).sampleAt(seen.start).value_or(0);
    const auto last = static_cast<std::size_t>(
        std::lower_bound(series.time.begin(), series.time.end(), seen.end) - series.time.begin());
    if (first >= last)
        return {};
    const view::ValueBand band = data.counter(counter).band(first, last);
    section.lines << detailLine(QStringLiteral("Lowest"), data.counterText(counter, band.low))
                  << detailLine(QStringLiteral("Highest"), data.counterText(counter, band.high))
                  << detailLine(QStringLiteral("Samples"), countText(last - first));
    return section;
}

} // namespace

EventReport describeCounter(const TimelineData& data, const Item& item, const TimeRange& inView)
{
    EventReport report;
    if (item.kind != ItemKind::CounterSample || item.series >= data.counters()
        || item.index >= data.series(item.series).time.size())
        return report;
    const auto computed = data.computedIndex(item.series);
    report.name = toQString(data.series(item.series).counter);
    report.kind = computed ? QStringLiteral("Computed counter") : QStringLiteral("Counter sample");
    DetailSection facts = sampleFacts(data.trace(), data.series(item.series), item.index);
    facts.lines.first() = valueLine(data, item, facts.lines.first().value);
    for (const std::size_t other : data.beside(item.series)) {
        const model::CounterSeries& series = data.series(other);
        if (const auto sample = data.counter(other).sampleAt(data.series(item.series).time[item.index]))
            facts.lines.insert(1,
                detailLine(capitalised(series.series), data.counterText(other, series.value[*sample]),
                    QStringLiteral("at the same time")));
    }
    if (const DetailSection seen = inViewFacts(data, item.series, inView); !seen.isEmpty())
        report.facts << seen;
    report.facts << facts;
    if (computed) {
        DetailSection how;
        how.title = QStringLiteral("How it is computed");
        how.lines << detailLine({}, data.computed().formula(*computed));
        report.facts << how;
    }
    return report;
}

} // namespace stepscope::widgets
