// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/report_job.h"

#include "core/analysis/sums.h"
#include "core/export/labels.h"
#include "core/export/memory_words.h"
#include "core/export/report_findings.h"
#include "core/export/report_words.h"
#include "core/export/report_world.h"

#include "core/util/time.h"

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

// Each by the device it shows first.
Table snapshotTable(const std::vector<ReportedFile>& files)
{
    Table table;
    table.columns = {{"path", "file", CellType::Text, true, true}, {"", "device", CellType::Text, true, false},
        {"", "peak active", CellType::Bytes, true, false}, {"", "active at end", CellType::Bytes, true, false},
        {"", "reserved", CellType::Bytes, true, false}, {"", "failed", CellType::Count, true, false},
        {"", "verdict", CellType::Text, true, false}};
    for (const ReportedFile& file : files) {
        if (!file.memory || file.snapshot->devices.empty())
            continue;
        const model::MemoryDevice& device = file.snapshot->devices[file.snapshot->defaultDevice];
        const analysis::MemoryDeviceFigures& figures = file.memory->devices[file.snapshot->defaultDevice];
        table.rows.push_back(
            {std::string(fileNameOf(file.path)), deviceLabel(device), static_cast<std::int64_t>(device.active.peak),
                static_cast<std::int64_t>(figures.activeEnd), static_cast<std::int64_t>(figures.reservedEnd),
                static_cast<std::int64_t>(figures.ooms.size()), bucketText(file.memory->judgement.verdict.bucket)});
    }
    table.total = table.rows.size();
    return table;
}

Table timelineTable(const std::vector<ReportedFile>& files)
{
    Table table;
    table.columns = {{"path", "file", CellType::Text, true, true}, {"", "peak", CellType::Bytes, true, false},
        {"", "at end", CellType::Bytes, true, false}};
    for (const ReportedFile& file : files) {
        if (file.categories)
            table.rows.push_back({std::string(fileNameOf(file.path)), static_cast<std::int64_t>(file.categories->peak),
                static_cast<std::int64_t>(file.categories->end)});
    }
    table.total = table.rows.size();
    return table;
}

void addTable(Table table, std::string_view one, std::string_view many, std::vector<Section>& sections)
{
    if (table.rows.empty())
        return;
    Section section;
    section.heading = counted(table.total, one, many);
    section.table = std::move(table);
    sections.push_back(std::move(section));
}

// Who kept the others waiting.
void addStragglers(const Report& report, std::vector<Section>& sections)
{
    const std::optional<ReportedWorld> world = worldOf(report);
    if (!world || world->world.stragglers.empty())
        return;
    Section section;
    section.heading = "Late ranks (stepscope-cli ranks says more)";
    for (const ranks::Straggler& straggler : world->world.stragglers)
        section.items.push_back({formatPercent(straggler.share), straggler.headline, "",
            straggler.advice.empty() ? "" : straggler.advice[0]});
    sections.push_back(std::move(section));
}

} // namespace

std::vector<Section> jobPage(const Report& report)
{
    std::vector<Section> sections;
    const std::optional<std::size_t> file = fileOfVerdict(report.files);
    if (file) {
        const ReportedFile& worst = report.files[*file];
        Section head;
        head.sentence = fmt::format("{}: {}", traceLabel(worst), worst.judgement()->verdict.sentence);
        sections.push_back(std::move(head));
        addTable(traceTable(report.files), "trace", "traces", sections);
        addTable(snapshotTable(report.files), "memory snapshot", "memory snapshots", sections);
        addTable(timelineTable(report.files), "memory timeline", "memory timelines", sections);
    }
    for (const ReportedFile& refused : report.files) {
        if (refused.judgement() == nullptr)
            sections.push_back(refusedSection(refused));
    }
    addStragglers(report, sections);
    for (Section& section : findingSections(report.files))
        sections.push_back(std::move(section));
    return sections;
}

} // namespace stepscope::exporting
