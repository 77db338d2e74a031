// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/item_text.h"

#include "core/util/time.h"

#include <QCoreApplication>

#include <cmath>
#include <limits>

namespace stepscope::widgets {

namespace {

QString itemTr(const char* text, int n = -1)
{
    return QCoreApplication::translate("ItemText", text, nullptr, n);
}

QString since(const TimelineData& data, std::int64_t time)
{
    std::int64_t offset = 0;
    if (__builtin_sub_overflow(time, data.trace().rangeStart, &offset))
        return {};
    return itemTr("at %1").arg(QString::fromStdString(formatDuration(offset)));
}

QString flagsText(const model::Trace& trace, SliceId slice)
{
    const std::uint8_t flags = trace.slices.flags[slice.index()];
    if ((flags & model::kUnfinished) != 0)
        return itemTr("has no end in the file");
    if ((flags & model::kNegative) != 0)
        return itemTr("has a negative duration in the file");
    if ((flags & (model::kRepaired | model::kNoDuration)) != 0)
        return itemTr("has an impossible duration in the file");
    return {};
}

ItemText sliceText(const TimelineData& data, const Hit& hit)
{
    const model::Trace& trace = data.trace();
    const SliceId slice = hit.item.slice();
    ItemText text {data.fullName(slice), {}};
    const QString duration = QString::fromStdString(formatDuration(trace.slices.dur[slice.index()]));
    text.lines << duration + QStringLiteral(", ") + since(data, trace.slices.start[slice.index()]);
    if (hit.row) { // of the stream itself, where several are merged
        const view::NodeId shown = data.layout().rows()[*hit.row].node;
        const bool isMerged = data.layout().node(shown).kind == view::NodeKind::Merged;
        text.lines << data.place(isMerged ? data.layout().nodeOfLane(trace.laneOf(slice)) : shown);
    }
    if (const QString special = flagsText(trace, slice); !special.isEmpty())
        text.lines << special;
    if (hit.count > 1)
        text.lines << itemTr("the longest of %1 here").arg(QString::fromStdString(formatCount(hit.count)));
    return text;
}

ItemText instantText(const TimelineData& data, const Hit& hit)
{
    const model::InstantTable& instants = data.trace().instants;
    const std::string_view name = data.trace().names.view(instants.name[hit.item.index]);
    ItemText text {QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), {}};
    text.lines << since(data, instants.time[hit.item.index]);
    if (hit.row)
        text.lines << data.place(data.layout().rows()[*hit.row].node);
    if (hit.count > 1)
        text.lines << itemTr("the first of %1 here").arg(QString::fromStdString(formatCount(hit.count)));
    return text;
}

ItemText counterText(const TimelineData& data, const Hit& hit)
{
    const model::CounterSeries& series = data.series(hit.item.series);
    ItemText text {QString::fromStdString(series.counter), {}};
    const double value = hit.row ? hit.value : series.value[hit.item.index];
    text.lines << QStringLiteral("%1: %2").arg(
        QString::fromStdString(series.series), data.counterText(hit.item.series, value));
    for (const std::size_t other : data.beside(hit.item.series)) {
        if (const auto sample = data.counter(other).sampleAt(series.time[hit.item.index]))
            text.lines << QStringLiteral("%1: %2").arg(QString::fromStdString(data.series(other).series),
                data.counterText(other, data.series(other).value[*sample]));
    }
    text.lines << since(data, series.time[hit.item.index]);
    return text;
}

} // namespace

QString valueText(double value)
{
    static constexpr const char* kUnits[] = {"", " k", " M", " G", " T", " P"};
    std::size_t unit = 0;
    double shown = value;
    while (std::abs(shown) >= 1000 && unit + 1 < std::size(kUnits)) {
        shown /= 1000;
        ++unit;
    }
    return QString::number(shown, 'g', 4) + QString::fromLatin1(kUnits[unit]);
}

ItemText itemText(const TimelineData& data, const Hit& hit)
{
    switch (hit.item.kind) {
    case ItemKind::Slice:
        return sliceText(data, hit);
    case ItemKind::Instant:
        return instantText(data, hit);
    case ItemKind::CounterSample:
        return counterText(data, hit);
    case ItemKind::None:
        break;
    }
    return {};
}

} // namespace stepscope::widgets
