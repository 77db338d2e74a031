// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Direct drawing into the scanlines of an RGB32 picture, in device pixels and clipped to it. A row of the timeline
// looks the same on nearly all of its scanlines: it is composed once as a line of pixels and copied down. A view on a
// picture for the time of one paint; no ownership. Cost: the pixels touched.

#include "core/view/colour.h"

#include <QImage>

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::widgets {

class Scanlines
{
public:
    using Line = std::vector<view::Argb>; // one value for each column

    explicit Scanlines(QImage& image); // Format_RGB32
    [[nodiscard]] int width() const { return m_width; }
    [[nodiscard]] int height() const { return m_height; }

    // Nothing is drawn above this scanline.
    void setTop(int y) { m_top = y; }

    void fillRows(int y0, int y1, std::span<const view::Argb> line);
    void fillRect(int x0, int y0, int x1, int y1, view::Argb colour);
    // A run of pixels of one scanline, from column x on; x >= 0.
    void putRun(int x, int y, std::span<const view::Argb> run);
    // In each column a bar of that many scanlines, from y1 upwards; at most to y0.
    void fillBars(std::span<const int> heights, int y0, int y1, view::Argb colour);
    void mixColumn(int x, int y0, int y1, view::Argb colour, double share);

private:
    [[nodiscard]] view::Argb* row(int y) const;

    uchar* m_bits;
    qsizetype m_stride;
    int m_width;
    int m_height;
    int m_top = 0;
};

} // namespace stepscope::widgets
