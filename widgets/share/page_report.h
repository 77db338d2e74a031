// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The reports of the pages, by the same functions as `stepscope-cli … --html`.

#include "widgets/compare/comparison_source.h"
#include "widgets/ranks/rank_set.h"
#include "widgets/share/report_task.h"
#include "widgets/viewmodel/category_judgement.h"
#include "widgets/viewmodel/figures.h"
#include "widgets/viewmodel/memory_judgement.h"

namespace stepscope::widgets {

// Empty where the figures are not known yet.
[[nodiscard]] ReportTask traceReport(const Figures& figures);
[[nodiscard]] ReportTask snapshotReport(const MemoryJudgement& judgement);
[[nodiscard]] ReportTask categoryReport(const TimelinePtr& timeline, const CategoryJudgement& judgement);
[[nodiscard]] ReportTask comparisonReport(const ComparisonSource& source);
[[nodiscard]] ReportTask ranksReport(const RankSetPtr& set);

} // namespace stepscope::widgets
