// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Memory timelines by category in the report: the page, the page about the file, a row for each category.

#include "core/analysis/memory/category_figures.h"
#include "core/export/report.h"
#include "core/export/sections.h"

#include <string>

namespace stepscope::exporting {

[[nodiscard]] std::vector<Section> timelinePage(const ReportedFile& file); // one screen, which is all there is
[[nodiscard]] std::vector<Section> timelineInfo(const model::CategoryTimeline& timeline, const std::string& path);
// Categories that hold memory at any time, most at the peak first.
[[nodiscard]] Table categoryTable(const analysis::CategoryFigures& figures);
// "at 1.2 s", from the first time on.
[[nodiscard]] std::string whereInTimeline(const model::CategoryTimeline& timeline, const analysis::Finding& finding);

} // namespace stepscope::exporting
