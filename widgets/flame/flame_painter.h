// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Draws the boxes of one level of a flame graph. Stateless; made for one paint.

#include "widgets/common/theme.h"
#include "widgets/flame/flame_layout.h"

#include <QRectF>

class QPainter;

namespace stepscope::widgets {

struct FlameStretch // of a layout, px: what fills the canvas
{
    double x = 0;
    double width = 0;
};

struct FlameLook
{
    std::size_t zoomDepth = 0;     // of the node that is looked into: what is above it is quiet
    std::vector<bool> matches;     // by label, of a search; empty: there is none
    FlameBox hovered {0, 0, 0, 0}; // count 0: none
};

class FlamePainter
{
public:
    FlamePainter(QPainter& painter, const FlameTree& tree, const FlameLook& look, const Theme& theme);

    // The level of the layout at this depth from y on; `shown` of it on a canvas of this width.
    void level(const FlameLayout& layout, std::size_t depth, double y, const FlameStretch& shown, double canvasWidth);

private:
    void box(const FlameBox& box, std::size_t depth, const QRectF& rect);
    void label(const FlameBox& box, const QRectF& rect, const QColor& colour);
    [[nodiscard]] bool isDimmed(const FlameBox& box, std::size_t depth) const;

    QPainter& m_painter;
    const FlameTree& m_tree;
    const FlameLook& m_look;
    const Theme& m_theme;
    view::Palette m_palette;
};

} // namespace stepscope::widgets
