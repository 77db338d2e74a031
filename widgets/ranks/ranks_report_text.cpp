// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_report_text.h"

#include "core/export/ranks_report.h"
#include "widgets/details/detail_text.h"
#include "widgets/ranks/ranks_words.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

DetailLine warningLine(const QString& label, const QString& value, const QString& note = {})
{
    DetailLine line = detailLine(label, value, note);
    line.warn = true;
    return line;
}

constexpr std::size_t kMostRows = 200; // of a table in the panel; the Arrivals panel has all

QStringList arrivalRow(const ranks::World& world, const ranks::SharedCollective& shared, std::uint32_t index)
{
    const ranks::Arrival& arrival = shared.arrivals[index];
    const ranks::Meanwhile& before = world.ranks[arrival.rank].collectives[arrival.collective].before;
    std::int64_t idle = 0;
    for (const std::int64_t part : before.idle)
        idle += part;
    QString activity = elideMiddle(toQString(before.activity), 60);
    if (!activity.isEmpty())
        activity += QStringLiteral(" (%1)").arg(durationText(before.activityNs));
    return {rankText(world, arrival.rank), signedDurationText(arrival.lateNs),
        index == shared.last ? QStringLiteral("last") : durationText(arrival.waitNs), durationText(before.computeNs),
        durationText(idle), activity};
}

} // namespace

QList<DetailSection> describeCollective(const ranks::World& world, std::uint32_t collective)
{
    const ranks::SharedCollective& shared = world.collectives[collective];
    const ranks::Arrival& last = shared.arrivals[shared.last];
    DetailSection facts;
    facts.lines << detailLine(QStringLiteral("Ranks"), countText(shared.arrivals.size()));
    if (shared.step)
        facts.lines << detailLine(QStringLiteral("Step"), QString::number(*shared.step));
    if (!shared.group.empty())
        facts.lines << detailLine(QStringLiteral("Group"), toQString(shared.group));
    facts.lines << detailLine(QStringLiteral("Last"), rankText(world, last.rank),
        QStringLiteral("%1 after the first").arg(durationText(last.lateNs)));
    facts.lines << detailLine(QStringLiteral("Longest wait"), durationText(shared.waitNs), exactNsText(shared.waitNs));
    facts.lines << detailLine(
        QStringLiteral("Together"), durationText(shared.sharedNs), QStringLiteral("from the last arrival to the end"));
    const ranks::Collective& own = world.ranks[last.rank].collectives[last.collective];
    if (own.elements)
        facts.lines << detailLine(QStringLiteral("Elements"), countText(*own.elements), toQString(own.type));
    DetailSection arrivals;
    arrivals.title = QStringLiteral("Arrivals, and what each rank did since its collective before");
    arrivals.header = QStringList {QStringLiteral("Rank"), QStringLiteral("Came"), QStringLiteral("Waits"),
        QStringLiteral("Computed"), QStringLiteral("Idle"), QStringLiteral("Most of that in")};
    std::vector<std::uint32_t> order = byArrival(shared);
    std::reverse(order.begin(), order.end()); // who was late matters most
    for (std::size_t i = 0; i < std::min(order.size(), kMostRows); ++i)
        arrivals.rows << arrivalRow(world, shared, order[i]);
    return {facts, arrivals};
}

QList<DetailSection> describeRank(const RankJob& job, std::uint32_t rank)
{
    const ranks::World& world = job.world;
    const ranks::RankSummary& summary = world.ranks[rank];
    DetailSection facts;
    facts.lines << detailLine(QStringLiteral("File"), toQString(job.files[rank].path),
        job.files[rank].isTrace ? QString() : QStringLiteral("a summary, without events"));
    if (!summary.device.empty())
        facts.lines << detailLine(QStringLiteral("Device"), toQString(summary.device));
    if (!summary.verdict.empty())
        facts.lines << detailLine(QStringLiteral("By itself"), toQString(summary.verdict));
    facts.lines << detailLine(QStringLiteral("Clock"), clockText(world, rank));
    if (!world.collectives.empty()) {
        const ranks::Toll& toll = world.tolls[rank];
        facts.lines << detailLine(QStringLiteral("Waited"), durationText(toll.waitNs));
        facts.lines << detailLine(QStringLiteral("Others waited"), durationText(toll.latenessNs),
            QStringLiteral("last at %1")
                .arg(countedText(toll.timesLast, QStringLiteral("collective"), QStringLiteral("collectives"))));
    }
    if (summary.medianStepNs)
        facts.lines << detailLine(QStringLiteral("Step"), durationText(*summary.medianStepNs),
            QStringLiteral("median of %1").arg(summary.steps.size()));
    return {facts};
}

QList<DetailSection> describeHealth(const RankSet& set, std::size_t job)
{
    const ranks::World& world = set.jobs[job].world;
    QList<DetailSection> sections;
    DetailSection notes;
    notes.title = QStringLiteral("What these figures do not cover");
    for (const std::string& note : exporting::ranksNotes(world))
        notes.lines << warningLine({}, toQString(note));
    if (notes.lines.isEmpty())
        notes.lines << detailLine({}, QStringLiteral("Every rank has a file, and every collective was compared."));
    sections << notes;
    DetailSection damaged;
    damaged.title = QStringLiteral("Files with warnings (open the rank as a tab of its own to read them)");
    for (std::uint32_t r = 0; r < world.ranks.size(); ++r) {
        if (world.ranks[r].warnings > 0)
            damaged.lines << detailLine(rankText(world, r),
                countedText(world.ranks[r].warnings, QStringLiteral("warning"), QStringLiteral("warnings")),
                toQString(world.ranks[r].file));
    }
    DetailSection refused;
    refused.title = QStringLiteral("Files that are not part of this");
    for (const exporting::RefusedFile& file : set.refused)
        refused.lines << warningLine({}, toQString(file.path), toQString(file.error.message));
    for (const DetailSection& section : {damaged, refused}) {
        if (!section.isEmpty())
            sections << section;
    }
    return sections;
}

std::uint64_t healthWarnings(const RankSet& set, std::size_t job)
{
    return exporting::ranksNotes(set.jobs[job].world).size() + set.refused.size();
}

} // namespace stepscope::widgets
