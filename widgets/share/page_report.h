// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the report of a page says, by the same functions as `stepscope-cli … --html`. A task owns what it reads, so that
// it may run in a job while the page is closed.

#include "core/export/sections.h"
#include "widgets/compare/comparison_source.h"
#include "widgets/ranks/rank_set.h"
#include "widgets/viewmodel/category_judgement.h"
#include "widgets/viewmodel/figures.h"
#include "widgets/viewmodel/memory_judgement.h"

#include <functional>
#include <memory>
#include <vector>

namespace stepscope::widgets {

using ReportTask = std::function<std::vector<exporting::Section>()>;

// Empty where the figures are not known yet.
[[nodiscard]] ReportTask traceReport(const Figures& figures);
[[nodiscard]] ReportTask snapshotReport(const MemoryJudgement& judgement);
[[nodiscard]] ReportTask categoryReport(const TimelinePtr& timeline, const CategoryJudgement& judgement);
[[nodiscard]] ReportTask comparisonReport(const ComparisonSource& source);
[[nodiscard]] ReportTask ranksReport(const RankSetPtr& set);

} // namespace stepscope::widgets
