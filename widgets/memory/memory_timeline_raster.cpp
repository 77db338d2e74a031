// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_raster.h"

#include <algorithm>
#include <vector>

namespace stepscope::widgets {

namespace {

constexpr int kTile = 16;     // columns: one cache line of a scanline
constexpr int kSeparated = 4; // pixels of a band from which it gets a fine line on top

view::Argb average(view::Argb a, view::Argb b)
{
    return (a & b) + (((a ^ b) & 0xfefefefeU) >> 1U);
}

// Fills one column of the tile, from the bottom up; returns how many pixels are covered.
int fillColumn(std::span<const view::BandRun> runs, std::span<const view::Argb> colours, const BandEdges& edges,
    view::Argb* column)
{
    int bottom = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const view::BandRun& run = runs[i];
        const view::Argb colour = colours[run.piece];
        std::fill(column + bottom, column + run.top, colour);
        const bool isTop = i + 1 == runs.size();
        if (isTop)
            column[run.top - 1] = average(colour, edges.top);
        else if (run.top - bottom >= kSeparated)
            column[run.top - 1] = average(colour, edges.between);
        bottom = run.top;
    }
    return bottom;
}

} // namespace

void rasteriseBands(const view::BandPicture& picture, std::span<const view::Argb> colours, const BandEdges& edges,
    QImage& image, int bottom)
{
    const int height = std::min(picture.height, bottom);
    const int width = std::min(static_cast<int>(picture.columns.size()), image.width());
    std::vector<view::Argb> tile(static_cast<std::size_t>(kTile) * static_cast<std::size_t>(picture.height));
    int filled[kTile] = {};
    for (int x0 = 0; x0 < width; x0 += kTile) {
        const int columns = std::min(kTile, width - x0);
        int highest = 0;
        for (int c = 0; c < columns; ++c) {
            const auto runs = picture.runsOf(picture.columns[static_cast<std::size_t>(x0 + c)]);
            filled[c] = fillColumn(runs, colours, edges, tile.data() + std::ptrdiff_t {c} * picture.height);
            highest = std::max(highest, filled[c]);
        }
        for (int pixel = 0; pixel < std::min(highest, height); ++pixel) {
            auto* line = reinterpret_cast<view::Argb*>(image.scanLine(bottom - 1 - pixel)) + x0;
            for (int c = 0; c < columns; ++c) {
                if (pixel < filled[c])
                    line[c] = tile[static_cast<std::size_t>(std::ptrdiff_t {c} * picture.height + pixel)];
            }
        }
    }
}

} // namespace stepscope::widgets
