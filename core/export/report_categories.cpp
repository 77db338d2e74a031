// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/report_categories.h"

#include "core/export/labels.h"
#include "core/export/report_findings.h"
#include "core/export/report_words.h"
#include "core/util/time.h"

#include <fmt/format.h>

namespace stepscope::exporting {
namespace {

using model::CategoryTimeline;

std::string extentLine(const CategoryTimeline& timeline)
{
    const std::string points = counted(timeline.count(), "time", "times");
    return timeline.count() == 0
        ? points
        : fmt::format("{} in {}", points, formatDuration(timeline.timeNs.back() - timeline.timeNs[0]));
}

std::string fileLineOf(const CategoryTimeline& timeline)
{
    return joined({sizeText(timeline.file), "memory timeline of torch.profiler", extentLine(timeline)});
}

} // namespace

Table categoryTable(const analysis::CategoryFigures& figures)
{
    Table table;
    table.name = "categories";
    table.columns = {{"category", "category", CellType::Text, true, false},
        {"at_peak", "at the peak", CellType::Bytes, true, false}, {"", "share", CellType::Share, false, false},
        {"peak", "most of its own", CellType::Bytes, true, false}, {"end", "at the end", CellType::Bytes, true, false}};
    for (std::size_t c = 0; c < figures.categories.size(); ++c) {
        const analysis::CategoryFigures::Category& category = figures.categories[c];
        if (category.peak == 0)
            continue;
        table.rows.push_back({std::string(model::kMemoryCategories[c]), static_cast<std::int64_t>(category.atPeak),
            static_cast<double>(category.atPeak) / static_cast<double>(figures.peak),
            static_cast<std::int64_t>(category.peak), static_cast<std::int64_t>(category.end)});
    }
    table.total = table.rows.size();
    (void)sortTable(table, "at_peak");
    return table;
}

std::string whereInTimeline(const CategoryTimeline& timeline, const analysis::Finding& finding)
{
    if (finding.evidence.empty())
        return "before the first time";
    return fmt::format("at {}", formatDuration(finding.evidence.front().span.start - timeline.timeNs[0]));
}

std::vector<Section> timelinePage(const ReportedFile& file)
{
    const CategoryTimeline& timeline = *file.timeline;
    const analysis::CategoryFigures& figures = *file.categories;
    Section head;
    head.sentence = figures.judgement.verdict.sentence;
    head.lines.push_back(joined({std::string(fileNameOf(file.path)), fileLineOf(timeline)}));
    head.lines.push_back(fmt::format("peak {} · at the end {} · bytes by category only: no blocks, no stacks",
        formatBytes(figures.peak), formatBytes(figures.end)));
    std::vector<Section> sections {std::move(head)};
    append(sections, findingSections({file}));
    Section categories;
    categories.heading = "Memory by category";
    categories.table = categoryTable(figures);
    if (!categories.table->rows.empty())
        sections.push_back(std::move(categories));
    if (Section health = healthSection(timeline.diagnostics, false); !health.lines.empty())
        sections.push_back(std::move(health));
    return sections;
}

std::vector<Section> timelineInfo(const CategoryTimeline& timeline, const std::string& path)
{
    Section head;
    head.heading = std::string(fileNameOf(path));
    head.lines.push_back(fileLineOf(timeline));
    return {std::move(head), healthSection(timeline.diagnostics, true)};
}

} // namespace stepscope::exporting
