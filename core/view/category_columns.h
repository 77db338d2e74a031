// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A memory timeline by category as pixels: each column shows the categories on top of each other as they are at the
// highest total of the times it stands for, and marks the lowest of them, so that no peak and no dip is lost at any
// zoom. A border between two categories lies at their sum, rounded to whole pixels. O(columns log times) a picture.

#include "core/model/category_timeline.h"
#include "core/util/range_max.h"
#include "core/view/memory_axis.h"
#include "core/view/memory_lifetimes.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::view {

struct CategoryColumn
{
    std::int32_t highest = model::kBeforeHistory; // the point that is shown
    std::int32_t lowest = model::kBeforeHistory;
    bool empty = true; // the axis does not reach here
};

// Keeps views on the timeline and on its total: they must outlive it.
class CategoryColumns
{
public:
    using Tops = std::array<std::int32_t, model::kMemoryCategories.size()>; // pixels from the bottom, ascending

    CategoryColumns(const model::CategoryTimeline& timeline, const CurveView& total);

    [[nodiscard]] const EntryPositions& positions() const { return m_positions; }
    [[nodiscard]] std::uint64_t totalAt(std::int32_t point) const { return m_highest.curve().at(point); }
    [[nodiscard]] std::uint64_t highestIn(EntrySpan span) const { return totalAt(m_highest.highest(span)); }
    [[nodiscard]] std::vector<CategoryColumn> columns(const TimeScale& scale, std::int32_t width) const;
    [[nodiscard]] Tops tops(std::int32_t point, std::uint64_t bytesPerPixel) const;

private:
    [[nodiscard]] std::int32_t lowest(EntrySpan span) const;

    const model::CategoryTimeline& m_timeline;
    EntryPositions m_positions;
    CurvePeaks m_highest;
    std::vector<std::int64_t> m_negated; // totals, for the lowest of a stretch
    RangeMax m_lowest;
};

// The category that covers this pixel, counted from the bottom; nothing above the top.
[[nodiscard]] std::optional<std::size_t> categoryAt(const CategoryColumns::Tops& tops, std::int32_t pixel);

} // namespace stepscope::view
