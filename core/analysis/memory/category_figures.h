// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Figures of a memory timeline by category: the total, its peak, what it is made of, and what can be said without
// blocks and stacks (memory.peak, memory.activations, as for snapshots). Bytes. Pure, O(points).

#include "core/analysis/findings/findings.h"
#include "core/model/category_timeline.h"

#include <array>
#include <cstdint>
#include <vector>

namespace stepscope::analysis {

struct CategoryFigures
{
    struct Category
    {
        std::uint64_t peak = 0;   // of its own
        std::uint64_t atPeak = 0; // of the total
        std::uint64_t end = 0;
    };
    std::vector<std::uint64_t> total; // at each time
    std::uint64_t initial = 0;
    std::uint64_t peak = 0;
    std::int32_t peakPoint = -1; // the first of equals; -1: before the first time
    std::uint64_t end = 0;
    std::array<Category, model::kMemoryCategories.size()> categories;
    Judgement judgement;
};

[[nodiscard]] CategoryFigures computeCategoryFigures(const model::CategoryTimeline& timeline);

} // namespace stepscope::analysis
