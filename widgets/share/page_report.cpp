// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/share/page_report.h"

#include "core/export/comparison.h"
#include "core/export/ranks_report.h"
#include "core/export/report_sections.h"

#include <utility>

namespace stepscope::widgets {
namespace {

constexpr std::size_t kReportRows = 25; // of a table

exporting::ReportedFile reportedTrace(std::shared_ptr<const model::Trace> trace, const FiguresPtr& figures)
{
    exporting::ReportedFile file;
    file.path = trace->file.path;
    file.trace = std::move(trace);
    file.figures = *figures;
    return file;
}

exporting::ReportedFile reportedSnapshot(SnapshotPtr snapshot, const MemoryFiguresPtr& figures)
{
    exporting::ReportedFile file;
    file.path = snapshot->record.file.path;
    file.snapshot = std::move(snapshot);
    file.memory = *figures;
    return file;
}

} // namespace

ReportTask traceReport(const Figures& figures)
{
    if (!figures.whole())
        return {};
    return [trace = figures.sharedTrace(), whole = figures.whole()] {
        return exporting::reportDetails(reportedTrace(trace, whole));
    };
}

ReportTask snapshotReport(const MemoryJudgement& judgement)
{
    if (!judgement.figures())
        return {};
    return [snapshot = judgement.snapshot(), figures = judgement.figures()] {
        return exporting::reportDetails(reportedSnapshot(snapshot, figures));
    };
}

ReportTask categoryReport(const TimelinePtr& timeline, const CategoryJudgement& judgement)
{
    return [timeline, figures = judgement.figures()] {
        exporting::ReportedFile file;
        file.path = timeline->file.path;
        file.timeline = timeline;
        file.categories = figures;
        return exporting::reportDetails(file);
    };
}

ReportTask comparisonReport(const ComparisonSource& source)
{
    if (!source.comparison())
        return {};
    struct Side
    {
        std::shared_ptr<const model::Trace> trace;
        FiguresPtr figures;
        SnapshotPtr snapshot;
        MemoryFiguresPtr memory;
    };
    std::array<Side, 2> sides;
    for (const std::size_t side : {compare::kBefore, compare::kAfter}) {
        const Figures* figures = source.figures(side);
        const MemoryJudgement* memory = source.memory(side);
        sides[side] = {source.run(side).trace, figures != nullptr ? figures->whole() : nullptr,
            source.run(side).snapshot, memory != nullptr ? memory->figures() : nullptr};
    }
    return [sides, comparison = source.comparison()] {
        exporting::ComparedFiles files;
        for (std::size_t side = 0; side < sides.size(); ++side) {
            if (sides[side].trace && sides[side].figures)
                files.runs[side].push_back(reportedTrace(sides[side].trace, sides[side].figures));
            if (sides[side].snapshot && sides[side].memory)
                files.runs[side].push_back(reportedSnapshot(sides[side].snapshot, sides[side].memory));
        }
        return exporting::comparisonSections({files, *comparison, kReportRows, {}});
    };
}

ReportTask ranksReport(const RankSetPtr& set)
{
    return [set] {
        exporting::RanksReport report;
        for (const RankJob& job : set->jobs)
            report.jobs.push_back(job.world);
        report.scaling = set->scaling;
        report.refused = set->refused;
        return exporting::ranksSections(report, kReportRows);
    };
}

} // namespace stepscope::widgets
