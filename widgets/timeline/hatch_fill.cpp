// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/hatch_fill.h"

#include <algorithm>

namespace stepscope::widgets {

void HatchFill::fill(Scanlines& canvas, const Area& area, const view::HatchTile& tile, const HatchShares& shares,
    std::span<const view::Argb> ground, view::Argb ink)
{
    const int x0 = std::max(area.x0, 0);
    const int x1 = std::min({area.x1, canvas.width(), static_cast<int>(ground.size())});
    if (x0 >= x1)
        return;
    const auto size = static_cast<std::size_t>(tile.size);
    const auto columns = static_cast<std::size_t>(x1 - x0);
    m_lines.resize(std::max(m_lines.size(), size));
    for (std::size_t r = 0; r < size; ++r)
        m_lines[r].resize(columns);
    std::array<view::Argb, view::kHatchLevels> mixed {};
    view::Argb under = 0; // no opaque colour: the first column mixes anew
    std::int64_t phase = (x0 - area.anchor) % tile.size;
    phase += phase < 0 ? tile.size : 0;
    for (std::size_t i = 0; i < columns; ++i) {
        const view::Argb here = ground[static_cast<std::size_t>(x0) + i];
        if (here != under) {
            for (std::size_t level = 0; level < view::kHatchLevels; ++level)
                mixed[level] = view::mix(here, ink, shares[level]);
            under = here;
        }
        for (std::size_t r = 0; r < size; ++r)
            m_lines[r][i] = mixed[tile.levels[r * size + static_cast<std::size_t>(phase)]];
        phase = phase + 1 == tile.size ? 0 : phase + 1;
    }
    for (int y = area.y0; y < area.y1; ++y)
        canvas.putRun(x0, y, m_lines[static_cast<std::size_t>(y - area.y0) % size]);
}

} // namespace stepscope::widgets
