// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/gap_report.h"

#include "core/analysis/python_lines.h"
#include "core/export/idle_json.h"
#include "core/export/labels.h"
#include "widgets/details/detail_text.h"
#include "widgets/details/event_links.h"
#include "widgets/timeline/mark_words.h"
#include "widgets/timeline/stream_idle.h"

#include <algorithm>
#include <span>

namespace stepscope::widgets {

namespace {

constexpr std::size_t kMostCauses = 8;

DetailLine lineOf(const QString& label, const QString& value, const QString& note = {}, SliceId target = {})
{
    DetailLine line = detailLine(label, value, note);
    line.target = Item::of(target);
    line.mono = target.valid();
    return line;
}

void addCauses(const TimelineData& data, std::span<const CauseSum> sums, DetailSection& section)
{
    for (const CauseSum& sum : sums.first(std::min(sums.size(), kMostCauses))) {
        const SliceId activity = sum.part->activity;
        const QString cause = causeWord(sum.part->cause);
        section.lines << (activity.valid() ? lineOf(durationText(sum.ns), data.shortName(activity), cause, activity)
                                           : lineOf(durationText(sum.ns), cause));
    }
    if (sums.size() > kMostCauses)
        section.lines << detailLine({}, QStringLiteral("and %1 more").arg(countText(sums.size() - kMostCauses)));
}

QList<DetailSection> describeGap(const TimelineData& data, const TimelineMarks& marks, const analysis::DeviceGap& gap)
{
    const std::vector<CauseSum> sums = causesOf(marks.causes().partsOf(gap));
    DetailSection why;
    why.title = QStringLiteral("Idle: %1").arg(sums.empty() ? causeWord(gap.cause) : causeWord(data, *sums[0].part));
    addCauses(data, sums, why);
    if (gap.launch.valid())
        why.lines << lineOf(QStringLiteral("Ended by"), data.shortName(gap.launch), {}, gap.launch);
    if (gap.workAfter.valid())
        why.lines << lineOf(QStringLiteral("Then runs"), data.shortName(gap.workAfter), {}, gap.workAfter);
    QList<DetailSection> sections {why};
    if (sums.empty() || !sums[0].part->thread.valid())
        return sections;
    const Interval longest = sums[0].part->span;
    const SliceId inner
        = analysis::innermostAt(data.trace(), sums[0].part->thread, longest.start + longest.length() / 2);
    const DetailSection stack
        = parentsOf(data.trace(), inner, QStringLiteral("What the CPU did then, innermost first"));
    const DetailSection python = stackSection(analysis::recordedStackAround(data.trace(), inner));
    for (const DetailSection& section : {stack, python}) {
        if (!section.isEmpty())
            sections << section;
    }
    return sections;
}

// The device is at work meanwhile: this is none of its gaps, and counts in none of its sums.
DetailSection describeStream(const TimelineData& data, const StreamIdle& idle)
{
    DetailSection section;
    const std::vector<CauseSum> sums = causesOf(idle.waits);
    section.title = QStringLiteral("%1 idle: %2")
                        .arg(QString::fromStdString(exporting::rowLabel(data.trace(), idle.stream)),
                            sums.empty() ? QStringLiteral("other streams work") : causeWord(sums[0].part->cause));
    addCauses(data, sums, section);
    if (!sums.empty())
        section.lines << detailLine({}, {}, QStringLiteral("nothing else runs on the GPU meanwhile"));
    if (idle.workAfter.valid())
        section.lines << lineOf(QStringLiteral("Then runs"), data.shortName(idle.workAfter), {}, idle.workAfter);
    return section;
}

} // namespace

QList<DetailSection> describeIdle(const TimelineData& data, const TimelineMarks& marks, const TimeRange& range)
{
    if (const analysis::DeviceGap* gap = marks.gapOver(range))
        return describeGap(data, marks, *gap);
    const auto idle = idleOver(marks, range);
    return idle ? QList<DetailSection> {describeStream(data, *idle)} : QList<DetailSection>();
}

QString rangeText(const TimelineData& data, const TimelineMarks* marks, const TimeRange& range)
{
    const RangeCounts counts = countInRange(data.trace(), range, {});
    EventReport report;
    report.name = QStringLiteral("Range");
    report.facts << describeRange(data.trace(), range, &counts);
    if (marks != nullptr)
        report.links = describeIdle(data, *marks, range);
    return toPlainText(report, nullptr);
}

QString rangeJson(const TimelineMarks* marks, const TimeRange& range)
{
    const analysis::DeviceGap* gap = marks != nullptr ? marks->gapOver(range) : nullptr;
    if (gap != nullptr)
        return QString::fromStdString(exporting::gapJsonText(marks->trace(), marks->figures(), *gap));
    if (const auto idle = marks != nullptr ? idleOver(*marks, range) : std::nullopt)
        return QString::fromStdString(
            exporting::streamIdleJsonText(marks->trace(), idle->stream, idle->span, idle->waits, idle->workAfter));
    return QString::fromStdString(exporting::rangeJsonText({range.start, range.end}));
}

} // namespace stepscope::widgets
