// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/report_findings.h"

#include "core/export/labels.h"
#include "core/export/report_categories.h"
#include "core/export/report_memory.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <set>

namespace stepscope::exporting {
namespace {

using analysis::CheckState;
using analysis::Evidence;
using analysis::Finding;
using model::Trace;

constexpr std::size_t kFindings = 5; // on one screen
constexpr std::size_t kUnknownNamed = 2;

// "stream 7", "thread 123"; the thread's name in brackets tells little beside its number.
std::string rowOf(const Trace& trace, const Evidence& evidence)
{
    if (!evidence.row.valid())
        return evidence.device ? fmt::format("GPU {}", *evidence.device) : std::string();
    const std::string label = rowLabel(trace, evidence.row);
    return trace.tracks[evidence.row.index()].stream >= 0 ? label : label.substr(0, label.find(" ("));
}

// "at 179.6 ms, stream 7, and 3 more places"; times as on the window's ruler, from the start of the trace.
std::string whereOf(const Trace& trace, const Finding& finding)
{
    if (finding.evidence.empty())
        return {};
    const Evidence& evidence = finding.evidence.front();
    const std::string row = rowOf(trace, evidence);
    std::string where = fmt::format(
        "at {}{}{}", formatDuration(evidence.span.start - trace.rangeStart), row.empty() ? "" : ", ", row);
    const std::uint64_t places = std::max<std::uint64_t>(finding.count, finding.evidence.size());
    if (places > 1)
        where += fmt::format(" (and {} more)", formatCount(places - 1));
    return where;
}

std::string placeOf(const ReportedFile& file, const Finding& finding)
{
    if (file.trace)
        return whereOf(*file.trace, finding);
    return file.timeline ? whereInTimeline(*file.timeline, finding) : whereInSnapshot(*file.snapshot, finding);
}

const char* stateText(CheckState state)
{
    switch (state) {
    case CheckState::Seen:
        return "seen";
    case CheckState::NotSeen:
        return "not seen";
    case CheckState::CannotTell:
        break;
    }
    return "cannot tell";
}

std::vector<std::string> namesOf(const std::vector<analysis::ChecklistItem>& checklist, CheckState state)
{
    std::vector<std::string> names;
    for (const analysis::ChecklistItem& item : checklist) {
        if (item.state == state)
            names.push_back(item.check);
    }
    return names;
}

std::vector<FindingRef> worstOfEachRule(const std::vector<ReportedFile>& files)
{
    std::vector<FindingRef> worst = rankedFindings(files);
    std::set<std::string, std::less<>> seen;
    std::erase_if(worst, [&](const FindingRef& ref) {
        return !seen.insert(files[ref.file].judgement()->findings[ref.finding].rule).second;
    });
    return worst;
}

// "; 5 other traces have it too"
std::string othersWith(const std::vector<ReportedFile>& files, std::string_view rule)
{
    const auto has = [&](const ReportedFile& file) {
        const analysis::Judgement* judgement = file.judgement();
        return judgement != nullptr
            && std::any_of(judgement->findings.begin(), judgement->findings.end(),
                [&](const Finding& finding) { return finding.rule == rule; });
    };
    const std::ptrdiff_t others = std::count_if(files.begin(), files.end(), has) - 1;
    if (others < 1)
        return {};
    return others == 1 ? "; another file has it too" : fmt::format("; {} other files have it too", others);
}

} // namespace

std::vector<FindingRef> rankedFindings(const std::vector<ReportedFile>& files)
{
    std::vector<FindingRef> refs;
    std::size_t judged = 0;
    for (std::size_t f = 0; f < files.size(); ++f) {
        if (files[f].judgement() == nullptr)
            continue;
        ++judged;
        for (std::size_t i = 0; i < files[f].judgement()->findings.size(); ++i)
            refs.push_back({f, i});
    }
    if (judged < 2)
        return refs;
    // Shares of a step and of memory have no common measure: how severe it is comes first.
    std::stable_sort(refs.begin(), refs.end(), [&files](const FindingRef& a, const FindingRef& b) {
        const Finding& first = files[a.file].judgement()->findings[a.finding];
        const Finding& second = files[b.file].judgement()->findings[b.finding];
        return first.severity != second.severity ? first.severity < second.severity : first.share > second.share;
    });
    return refs;
}

std::optional<std::size_t> fileOfVerdict(const std::vector<ReportedFile>& files)
{
    std::optional<std::size_t> best;
    const auto weight = [&](std::size_t file) {
        const analysis::Verdict& verdict = files[file].judgement()->verdict;
        return verdict.finding ? 1 + verdict.share.value_or(0) : verdict.share.value_or(0);
    };
    for (std::size_t f = 0; f < files.size(); ++f) {
        if (files[f].judgement() != nullptr && (!best || weight(f) > weight(*best)))
            best = f;
    }
    return best;
}

std::string traceLabel(const ReportedFile& file)
{
    return file.trace && file.trace->rank ? fmt::format("rank {}", *file.trace->rank)
                                          : std::string(fileNameOf(file.path));
}

std::string bucketText(analysis::Bucket bucket)
{
    std::string text = analysis::bucketName(bucket);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

std::vector<Section> findingSections(const std::vector<ReportedFile>& files)
{
    const bool several = files.size() > 1;
    const std::vector<FindingRef> ranked = several ? worstOfEachRule(files) : rankedFindings(files);
    if (ranked.empty())
        return {};
    Section section;
    section.heading = several ? "Findings, the worst file for each" : "Findings";
    if (ranked.size() > kFindings)
        section.heading += fmt::format(" (the first {} of {})", kFindings, ranked.size());
    std::set<std::string, std::less<>> given; // the same advice once
    for (std::size_t i = 0; i < std::min(kFindings, ranked.size()); ++i) {
        const ReportedFile& file = files[ranked[i].file];
        const Finding& finding = file.judgement()->findings[ranked[i].finding];
        const bool advise = !finding.advice.empty() && given.insert(finding.advice.front()).second;
        std::string where = placeOf(file, finding);
        if (several)
            where = fmt::format(
                "{}{}{}{}", traceLabel(file), where.empty() ? "" : " ", where, othersWith(files, finding.rule));
        section.items.push_back({finding.share > 0 ? formatPercent(finding.share) : std::string(), finding.headline,
            std::move(where), advise ? finding.advice.front() : std::string()});
    }
    return {section};
}

std::vector<Section> checklistSections(const ReportedFile& file)
{
    const std::vector<analysis::ChecklistItem>& checklist = file.judgement()->checklist;
    if (checklist.empty())
        return {};
    Section section;
    section.heading = "Checklist";
    for (const CheckState state : {CheckState::Seen, CheckState::NotSeen, CheckState::CannotTell}) {
        const std::vector<std::string> names = namesOf(checklist, state);
        if (names.empty())
            continue;
        const bool list = state != CheckState::CannotTell || names.size() <= kUnknownNamed;
        section.lines.push_back(fmt::format("{}: {}", stateText(state),
            list ? fmt::to_string(fmt::join(names, ", "))
                 : fmt::format("{} others (--markdown says why)", names.size())));
    }
    return {section};
}

std::vector<Section> checklistTable(const ReportedFile& file)
{
    Table table;
    table.columns = {{"check", "check", CellType::Text, true, false}, {"state", "state", CellType::Text, true, false},
        {"evidence", "evidence", CellType::Text, true, true}, {"advice", "what to do", CellType::Text, true, true}};
    for (const analysis::ChecklistItem& item : file.judgement()->checklist)
        table.rows.push_back({item.check, std::string(stateText(item.state)), item.evidence, item.advice});
    if (table.rows.empty())
        return {};
    table.total = table.rows.size();
    Section section;
    section.heading = "Checklist";
    section.table = std::move(table);
    return {section};
}

} // namespace stepscope::exporting
