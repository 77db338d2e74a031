// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The picture of a memory timeline by category but for what follows the pointer: the categories on top of each other
// at the highest total of each pixel column, a line at the lowest where it lies below, the peak flagged. GUI thread
// only.

#include "core/analysis/memory/category_figures.h"
#include "core/view/category_columns.h"
#include "core/view/memory_colours.h"
#include "widgets/common/theme.h"
#include "widgets/memory/colour_legend.h"
#include "widgets/memory/memory_timeline_frame.h"

#include <QImage>

#include <vector>

namespace stepscope::widgets {

[[nodiscard]] view::BandColour categoryColour(std::size_t category); // of model::kMemoryCategories
// Those that hold anything at any time, the topmost first.
[[nodiscard]] std::vector<LegendEntry> categoryLegend(const analysis::CategoryFigures& figures, bool dark);

class CategoryPainter
{
public:
    CategoryPainter(const view::CategoryColumns& columns, const analysis::CategoryFigures& figures);

    void paint(QImage& image, const MemoryFrame& frame, const Theme& theme);
    void write(QPainter& painter, const MemoryFrame& frame, const Theme& theme) const; // where it was not lettered
    [[nodiscard]] const std::vector<view::CategoryColumn>& columns() const { return m_shown; } // of the last picture

private:
    void paintColumns(QImage& image, const MemoryFrame& frame, const Theme& theme) const;

    const view::CategoryColumns& m_columns;
    const analysis::CategoryFigures& m_figures;
    std::vector<view::CategoryColumn> m_shown;
};

} // namespace stepscope::widgets
