// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/category_table.h"

#include "widgets/tables/row_writer.h"

#include <limits>

namespace stepscope::widgets {

using exporting::CellType;

namespace {

constexpr WrittenColumn kColumns[] = {
    {"category", "Category", "As the profiler guessed it"},
    {"bytes", "At the point", "Bytes held at the point that is looked at", CellType::Bytes, ColumnLook::Bar},
    {"share", "Share", "Of all that is held there", CellType::Share},
    {"at_peak", "At the peak", "Bytes held when most was held in all", CellType::Bytes},
    {"peak", "Most", "Most bytes of this category at any time", CellType::Bytes},
    {"end", "At the end", "Bytes held at the last time", CellType::Bytes},
};

} // namespace

TablePtr buildCategoryTable(
    const model::CategoryTimeline& timeline, const analysis::CategoryFigures& figures, std::int32_t point)
{
    const std::uint64_t total = point < 0 ? figures.initial : figures.total[static_cast<std::size_t>(point)];
    RowWriter writer(kColumns);
    for (std::size_t c = 0; c < figures.categories.size(); ++c) {
        const analysis::CategoryFigures::Category& category = figures.categories[c];
        if (category.peak == 0)
            continue;
        const std::uint64_t held = timeline.at(c, point);
        writer.text(model::kMemoryCategories[c]);
        writer.bytes(held);
        writer.real(total > 0 ? static_cast<double>(held) / static_cast<double>(total)
                              : std::numeric_limits<double>::quiet_NaN());
        writer.bytes(category.atPeak);
        writer.bytes(category.peak);
        writer.bytes(category.end);
    }
    return writer.finish("bytes", true, QStringLiteral("The timeline holds no memory."));
}

} // namespace stepscope::widgets
