// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fills stretches of a row with a pattern, straight into scanlines: one period of the pattern is composed over what the
// row shows and then copied down. Keeps its scratch lines between calls; one per painter, GUI thread only. The pattern
// hangs on `anchor`, a column anywhere, and so moves with what it belongs to. Cost: period × columns + pixels copied.

#include "core/view/hatch.h"
#include "widgets/timeline/scanlines.h"

#include <array>
#include <span>
#include <vector>

namespace stepscope::widgets {

using HatchShares = std::array<double, view::kHatchLevels>; // of the ink on the ground, by level

class HatchFill
{
public:
    struct Area // device pixels; may reach beyond the canvas
    {
        int x0 = 0;
        int x1 = 0;
        int y0 = 0;
        int y1 = 0;
        std::int64_t anchor = 0;
    };
    // `ground`: a pixel for each column of the canvas.
    void fill(Scanlines& canvas, const Area& area, const view::HatchTile& tile, const HatchShares& shares,
        std::span<const view::Argb> ground, view::Argb ink);

private:
    std::vector<Scanlines::Line> m_lines; // one period, composed
};

} // namespace stepscope::widgets
