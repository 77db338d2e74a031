// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/gap_report.h"

#include "core/analysis/python_lines.h"
#include "widgets/details/detail_text.h"
#include "widgets/details/event_links.h"
#include "widgets/timeline/mark_words.h"

#include <algorithm>

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

} // namespace

QList<DetailSection> describeGap(const TimelineData& data, const TimelineMarks& marks, const TimeRange& range)
{
    const analysis::DeviceGap* gap = marks.gapOver(range);
    if (gap == nullptr)
        return {};
    const std::vector<CauseSum> sums = causesOf(marks.causes().partsOf(*gap));
    DetailSection why;
    why.title = QStringLiteral("Idle: %1").arg(sums.empty() ? causeWord(gap->cause) : causeWord(data, *sums[0].part));
    for (const CauseSum& sum : std::span(sums).first(std::min(sums.size(), kMostCauses))) {
        const SliceId activity = sum.part->activity;
        const QString cause = causeWord(sum.part->cause);
        why.lines << (activity.valid() ? lineOf(durationText(sum.ns), data.shortName(activity), cause, activity)
                                       : lineOf(durationText(sum.ns), cause));
    }
    if (gap->launch.valid())
        why.lines << lineOf(QStringLiteral("Ended by"), data.shortName(gap->launch), {}, gap->launch);
    if (gap->workAfter.valid())
        why.lines << lineOf(QStringLiteral("Then runs"), data.shortName(gap->workAfter), {}, gap->workAfter);
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

} // namespace stepscope::widgets
