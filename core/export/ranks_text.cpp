// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ranks_report.h"

#include "core/export/report_words.h"
#include "core/export/sections.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace stepscope::exporting {
namespace {

// More ranks than this are not listed one by one: those that cost the others most.
constexpr std::size_t kRanksListed = 32;

std::vector<std::size_t> listedRanks(const ranks::World& world)
{
    std::vector<std::size_t> order(world.ranks.size());
    std::iota(order.begin(), order.end(), 0U);
    if (order.size() <= kRanksListed)
        return order;
    std::stable_sort(order.begin(), order.end(),
        [&world](std::size_t a, std::size_t b) { return world.tolls[a].latenessNs > world.tolls[b].latenessNs; });
    order.resize(kRanksListed);
    return order;
}

Table rankTable(const ranks::World& world)
{
    Table table;
    table.columns = {{"rank", "rank", CellType::Text, true, true}, {"", "steps", CellType::Count, true, false},
        {"", "step", CellType::Duration, true, false}, {"", "GPU busy", CellType::Share, true, false},
        {"", "idle", CellType::Duration, true, false}, {"", "exposed comm.", CellType::Duration, true, false},
        {"", "waited", CellType::Duration, true, false}, {"", "late", CellType::Duration, true, false},
        {"", "last", CellType::Count, true, false}, {"", "clock off", CellType::Duration, true, false}};
    for (const std::size_t r : listedRanks(world)) {
        const ranks::RankSummary& rank = world.ranks[r];
        std::vector<Cell> row(table.columns.size());
        row[0] = rank.rank ? std::to_string(*rank.rank) : rank.file;
        row[1] = static_cast<std::int64_t>(rank.steps.size());
        if (rank.medianStepNs)
            row[2] = *rank.medianStepNs;
        if (rank.windowNs > 0) {
            row[3] = static_cast<double>(rank.busyNs) / static_cast<double>(rank.windowNs);
            row[4] = rank.idleNs();
            row[5] = rank.exposedCommNs;
        }
        if (!world.collectives.empty()) {
            row[6] = world.tolls[r].waitNs;
            row[7] = world.tolls[r].latenessNs;
            row[8] = static_cast<std::int64_t>(world.tolls[r].timesLast);
        }
        if (world.clocks[r].collectives > 0)
            row[9] = world.clocks[r].correctionNs;
        table.rows.push_back(std::move(row));
    }
    table.total = table.rows.size();
    return table;
}

// The ones that were waited for longest.
Table collectiveTable(const ranks::World& world, std::size_t limit)
{
    std::vector<const ranks::SharedCollective*> order;
    for (const ranks::SharedCollective& shared : world.collectives)
        order.push_back(&shared);
    std::stable_sort(order.begin(), order.end(),
        [](const ranks::SharedCollective* a, const ranks::SharedCollective* b) { return a->waitNs > b->waitNs; });
    Table table;
    table.columns
        = {{"name", "collective", CellType::Text, true, true}, {"seq", "number", CellType::Count, true, false},
            {"", "step", CellType::Count, true, false}, {"", "ranks", CellType::Count, true, false},
            {"", "longest wait", CellType::Duration, true, false}, {"", "shared", CellType::Duration, true, false},
            {"", "last", CellType::Text, true, false}, {"", "first", CellType::Text, true, false}};
    table.total = order.size();
    for (std::size_t i = 0; i < std::min(limit, order.size()); ++i) {
        const ranks::SharedCollective& shared = *order[i];
        std::vector<Cell> row(table.columns.size());
        row[0] = shared.name;
        row[1] = shared.sequence;
        if (shared.step)
            row[2] = *shared.step;
        row[3] = static_cast<std::int64_t>(shared.arrivals.size());
        row[4] = shared.waitNs;
        row[5] = shared.sharedNs;
        const auto first = std::min_element(shared.arrivals.begin(), shared.arrivals.end(),
            [](const ranks::Arrival& a, const ranks::Arrival& b) { return a.startNs < b.startNs; });
        row[6] = world.ranks[shared.arrivals[shared.last].rank].label();
        row[7] = world.ranks[first->rank].label();
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string sizeOf(const ranks::World& world)
{
    std::optional<std::int64_t> size;
    for (const ranks::RankSummary& rank : world.ranks) {
        if (rank.worldSize)
            size = rank.worldSize;
    }
    std::string out = counted(world.ranks.size(), "rank", "ranks");
    if (size)
        out += fmt::format(" of a job of {}", *size);
    return out;
}

void addJob(const ranks::World& world, std::string_view title, std::size_t limit, std::vector<Section>& sections)
{
    Section head;
    head.sentence = ranksSentence(world);
    head.heading = fmt::format("{}{}", title, sizeOf(world));
    if (world.ranks.size() > kRanksListed)
        head.heading += fmt::format(", the {} latest (--json has all)", kRanksListed);
    head.lines = ranksNotes(world);
    head.table = rankTable(world);
    sections.push_back(std::move(head));
    if (!world.stragglers.empty()) {
        Section late;
        late.heading = counted(world.stragglers.size(), "finding", "findings");
        for (const ranks::Straggler& straggler : world.stragglers)
            late.items.push_back({formatPercent(straggler.share), straggler.headline, "",
                fmt::format("{}", fmt::join(straggler.advice, ". "))});
        sections.push_back(std::move(late));
    }
    if (!world.collectives.empty()) {
        Section shared;
        shared.heading = fmt::format(
            "{} matched, the longest waits first", counted(world.collectives.size(), "collective", "collectives"));
        shared.table = collectiveTable(world, limit);
        sections.push_back(std::move(shared));
    }
}

} // namespace

std::vector<Section> ranksSections(const RanksReport& report, std::size_t limit)
{
    std::vector<Section> sections;
    for (std::size_t j = 0; j < report.jobs.size(); ++j)
        addJob(report.jobs[j], report.jobs.size() > 1 ? fmt::format("Recording {}: ", j + 1) : std::string(), limit,
            sections);
    if (!report.scaling.empty()) {
        Section scaling;
        scaling.heading = "Scaling, with the same batch on every device";
        Table table;
        table.columns = {{"", "recording", CellType::Count, true, false}, {"", "ranks", CellType::Count, true, false},
            {"", "step", CellType::Duration, true, false}, {"", "throughput per device", CellType::Share, true, false}};
        for (const ranks::Scaling& one : report.scaling)
            table.rows.push_back({static_cast<std::int64_t>(one.job + 1), one.worldSize,
                static_cast<std::int64_t>(one.stepNs), one.efficiency});
        table.total = table.rows.size();
        scaling.table = std::move(table);
        sections.push_back(std::move(scaling));
    }
    if (!report.refused.empty()) {
        Section refused;
        refused.heading = counted(report.refused.size(), "file was refused", "files were refused");
        for (const RefusedFile& file : report.refused)
            refused.lines.push_back(fmt::format("{}: {}", file.path, file.error.message));
        sections.push_back(std::move(refused));
    }
    return sections;
}

std::string ranksSentence(const ranks::World& world)
{
    if (!world.stragglers.empty())
        return world.stragglers.front().headline;
    if (world.collectives.empty())
        return "No collective that two of these ranks share was recorded: nobody can be called late.";
    const ranks::RankSummary* idlest = nullptr; // for the largest part of its time
    const auto idle = [](const ranks::RankSummary& rank) {
        return rank.windowNs > 0 ? static_cast<double>(rank.idleNs()) / static_cast<double>(rank.windowNs) : 0;
    };
    for (const ranks::RankSummary& rank : world.ranks) {
        if (!rank.verdict.empty() && (idlest == nullptr || idle(rank) > idle(*idlest)))
            idlest = &rank;
    }
    const std::string none = "No rank keeps the others waiting.";
    return idlest == nullptr ? none : fmt::format("{} By itself, {}: {}", none, idlest->label(), idlest->verdict);
}

std::vector<std::string> ranksNotes(const ranks::World& world)
{
    std::vector<std::string> out;
    if (world.guessed)
        out.emplace_back(
            "Another job of this size was recorded at the same time, and only the numbers of the ranks tell "
            "their files apart: which of them belong together is a guess. Put each job into a folder.");
    if (world.missingCount > 0)
        out.push_back(fmt::format("{} without a file: {}{}. What they did is not known.",
            counted(world.missingCount, "rank", "ranks"), fmt::join(world.missing, ", "),
            world.missingCount > world.missing.size() ? ", …" : ""));
    const auto unrefined = static_cast<std::size_t>(std::count_if(world.clocks.begin() + 1, world.clocks.end(),
        [](const ranks::RankClock& clock) { return clock.comparable && clock.collectives == 0; }));
    if (unrefined > 0)
        out.push_back(fmt::format("{} the clock of the machine: no collective they share tells how far it is off.",
            counted(unrefined, "rank has", "ranks have")));
    const auto apart = static_cast<std::size_t>(std::count_if(
        world.clocks.begin(), world.clocks.end(), [](const ranks::RankClock& clock) { return !clock.comparable; }));
    if (apart > 0)
        out.push_back(
            fmt::format("The clocks of {} cannot be compared with the first.", counted(apart, "rank", "ranks")));
    if (world.alone > 0)
        out.push_back(fmt::format("{} on one rank only.", counted(world.alone, "collective is", "collectives are")));
    if (world.ambiguous > 0)
        out.push_back(fmt::format("{} compared: without sequence numbers, and not as many of them on every rank.",
            counted(world.ambiguous, "collective was not", "collectives were not")));
    if (world.doubtful > 0)
        out.push_back(fmt::format("{} compared: the ranks were not in it at one moment.",
            counted(world.doubtful, "collective was not", "collectives were not")));
    return out;
}

RanksReport reportRanks(std::vector<ranks::RankSummary> summaries, std::vector<RefusedFile> refused)
{
    RanksReport report;
    report.refused = std::move(refused);
    const std::vector<ranks::Job> jobs = ranks::groupIntoJobs(summaries);
    report.scaling = ranks::scalingOf(summaries, jobs);
    for (const ranks::Job& job : jobs) {
        std::vector<ranks::RankSummary> members;
        members.reserve(job.members.size());
        for (const std::size_t member : job.members)
            members.push_back(std::move(summaries[member]));
        report.jobs.push_back(ranks::mergeRanks(std::move(members)));
        report.jobs.back().guessed = job.guessed;
    }
    return report;
}

std::string ranksText(const RanksReport& report, std::size_t width, std::size_t limit)
{
    return sectionsText(ranksSections(report, limit), width);
}

} // namespace stepscope::exporting
