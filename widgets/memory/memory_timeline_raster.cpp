// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_raster.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace stepscope::widgets {

namespace {

constexpr int kTile = 16;        // columns: one cache line of a scanline
constexpr int kLevelPixels = 3;  // from one column to the next up to which a top is level
constexpr int kLevelColumns = 2; // from which on it has an edge: not single columns of a dense sawtooth
constexpr int kSeparated = 4;    // pixels of a band from which it gets a fine line on top

view::Argb average(view::Argb a, view::Argb b)
{
    return (a & b) + (((a ^ b) & 0xfefefefeU) >> 1U);
}

// Fills one column of the tile, from the bottom up; returns how many pixels are covered.
int fillColumn(
    std::span<const view::BandRun> runs, std::span<const view::Argb> colours, view::Argb separator, view::Argb* column)
{
    int bottom = 0;
    for (const view::BandRun& run : runs) {
        const view::Argb colour = colours[run.piece];
        std::fill(column + bottom, column + run.top, colour);
        if (run.top - bottom >= kSeparated && &run != &runs.back())
            column[run.top - 1] = average(average(colour, separator), colour);
        bottom = run.top;
    }
    return bottom;
}

// Scanlines of an image without a check for shared data at each of them.
class Lines
{
public:
    explicit Lines(QImage& image)
        : m_bits(image.bits())
        , m_stride(image.bytesPerLine())
    {
    }
    [[nodiscard]] view::Argb* at(int y) const { return reinterpret_cast<view::Argb*>(m_bits + m_stride * y); }

private:
    uchar* m_bits;
    qsizetype m_stride;
};

} // namespace

void rasteriseBands(const view::BandPicture& picture, std::span<const view::Argb> colours, const BandEdges& edges,
    QImage& image, int bottom)
{
    const int height = std::min(picture.height, bottom);
    const int width = std::min(static_cast<int>(picture.columns.size()), image.width());
    std::vector<view::Argb> tile(static_cast<std::size_t>(kTile) * static_cast<std::size_t>(picture.height));
    const Lines lines(image);
    int filled[kTile] = {};
    int topBefore = 0;
    int level = 0; // columns that the top has been level for
    for (int x0 = 0; x0 < width; x0 += kTile) {
        const int columns = std::min(kTile, width - x0);
        for (int c = 0; c < columns; ++c) {
            view::Argb* column = tile.data() + std::ptrdiff_t {c} * picture.height;
            const auto runs = picture.runsOf(picture.columns[static_cast<std::size_t>(x0 + c)]);
            const int top = fillColumn(runs, colours, edges.between, column);
            level = top > 0 && std::abs(top - topBefore) < kLevelPixels ? level + 1 : 0;
            if (level >= kLevelColumns)
                column[top - 1] = average(column[top - 1], edges.top);
            topBefore = top;
            filled[c] = std::min(top, height);
        }
        const int common = *std::min_element(filled, filled + columns); // pixels that all of them cover
        const int highest = *std::max_element(filled, filled + columns);
        for (int pixel = 0; pixel < highest; ++pixel) {
            view::Argb* line = lines.at(bottom - 1 - pixel) + x0;
            const view::Argb* from = tile.data() + pixel;
            for (int c = 0; c < columns; ++c, from += picture.height) {
                if (pixel < common || pixel < filled[c])
                    line[c] = *from;
            }
        }
    }
}

} // namespace stepscope::widgets
