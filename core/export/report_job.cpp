// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/report_job.h"

#include "core/analysis/sums.h"
#include "core/export/labels.h"
#include "core/export/report_findings.h"
#include "core/export/report_words.h"

#include <fmt/format.h>

namespace stepscope::exporting {
namespace {

struct Use
{
    std::int64_t window = 0;
    std::int64_t busy = 0;
    std::int64_t exposedComm = 0;
};

Use useOf(const analysis::TraceFigures& figures)
{
    Use use;
    for (const analysis::DeviceUse& device : figures.gpu.devices) {
        analysis::addTo(use.window, device.window.length());
        analysis::addTo(use.busy, device.busyNs);
        analysis::addTo(use.exposedComm, device.exposedCommNs);
    }
    return use;
}

Table traceTable(const std::vector<ReportedFile>& files)
{
    Table table;
    table.columns = {{"path", "file", CellType::Text, true, true}, {"rank", "rank", CellType::Count, true, false},
        {"", "steps", CellType::Count, true, false}, {"", "median", CellType::Duration, true, false},
        {"", "GPU busy", CellType::Share, true, false}, {"", "exposed communication", CellType::Duration, true, false},
        {"", "verdict", CellType::Text, true, false}};
    for (const ReportedFile& file : files) {
        if (!file.figures)
            continue;
        const analysis::TraceFigures& figures = *file.figures;
        const Use use = useOf(figures);
        std::vector<Cell> row(table.columns.size());
        row[0] = std::string(fileNameOf(file.path));
        if (file.trace->rank)
            row[1] = *file.trace->rank;
        row[2] = static_cast<std::int64_t>(figures.shownSteps.size());
        if (figures.steps.medianNs)
            row[3] = *figures.steps.medianNs;
        if (use.window > 0) {
            row[4] = static_cast<double>(use.busy) / static_cast<double>(use.window);
            row[5] = use.exposedComm;
        }
        row[6] = bucketText(figures.judgement.verdict.bucket);
        table.rows.push_back(std::move(row));
    }
    table.total = table.rows.size();
    return table;
}

} // namespace

std::vector<Section> jobPage(const Report& report)
{
    std::vector<Section> sections;
    const std::optional<std::size_t> file = fileOfVerdict(report.files);
    if (file) {
        const ReportedFile& worst = report.files[*file];
        Section head;
        head.sentence = fmt::format("{}: {}", traceLabel(worst), worst.figures->judgement.verdict.sentence);
        sections.push_back(std::move(head));
        Section traces;
        traces.table = traceTable(report.files);
        traces.heading = counted(traces.table->total, "trace", "traces");
        sections.push_back(std::move(traces));
    }
    for (const ReportedFile& refused : report.files) {
        if (!refused.figures)
            sections.push_back(refusedSection(refused));
    }
    for (Section& section : findingSections(report.files))
        sections.push_back(std::move(section));
    return sections;
}

} // namespace stepscope::exporting
