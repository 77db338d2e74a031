// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the Out of memory panel says about one failed allocation, as plain values. Links "entry:N" as in
// allocation_report.h. Pure.

#include "core/analysis/memory/holdings.h"
#include "core/analysis/memory/memory_figures.h"
#include "widgets/details/event_report.h"

#include <string>
#include <vector>

namespace stepscope::widgets {

[[nodiscard]] QList<DetailSection> describeOom(
    const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, const analysis::OomFigures& oom);
// What the findings that point at this entry advise, each line once.
[[nodiscard]] DetailSection oomAdvice(
    const analysis::Judgement& judgement, std::size_t device, const analysis::OomFigures& oom);
// Most bytes first, the first few.
[[nodiscard]] DetailSection oomHolders(
    const analysis::StackReader& stacks, const std::vector<analysis::Holding>& holdings, std::uint64_t active);

} // namespace stepscope::widgets
