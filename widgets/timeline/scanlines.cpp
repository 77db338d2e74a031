// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/scanlines.h"

#include <algorithm>

namespace stepscope::widgets {

Scanlines::Scanlines(QImage& image)
    : m_bits(image.bits())
    , m_stride(image.bytesPerLine())
    , m_width(image.width())
    , m_height(image.height())
{
    Q_ASSERT(image.format() == QImage::Format_RGB32);
}

view::Argb* Scanlines::row(int y) const
{
    return reinterpret_cast<view::Argb*>(m_bits + m_stride * y);
}

void Scanlines::fillRows(int y0, int y1, std::span<const view::Argb> line)
{
    const auto columns = std::min(line.size(), static_cast<std::size_t>(m_width));
    for (int y = std::max(y0, m_top); y < std::min(y1, m_height); ++y)
        std::copy_n(line.data(), columns, row(y));
}

void Scanlines::fillRect(int x0, int y0, int x1, int y1, view::Argb colour)
{
    const int left = std::max(x0, 0);
    const int right = std::min(x1, m_width);
    if (left >= right)
        return;
    for (int y = std::max(y0, m_top); y < std::min(y1, m_height); ++y)
        std::fill(row(y) + left, row(y) + right, colour);
}

void Scanlines::putRun(int x, int y, std::span<const view::Argb> run)
{
    if (x < 0 || x >= m_width || y < m_top || y >= m_height)
        return;
    std::copy_n(run.data(), std::min(run.size(), static_cast<std::size_t>(m_width - x)), row(y) + x);
}

void Scanlines::fillBars(std::span<const int> heights, int y0, int y1, view::Argb colour)
{
    const std::size_t columns = std::min(heights.size(), static_cast<std::size_t>(m_width));
    for (int y = std::max(y0, m_top); y < std::min(y1, m_height); ++y) {
        view::Argb* line = row(y);
        const int needed = y1 - y;
        for (std::size_t x = 0; x < columns; ++x)
            line[x] = heights[x] >= needed ? colour : line[x];
    }
}

void Scanlines::mixColumn(int x, int y0, int y1, view::Argb colour, double share)
{
    if (x < 0 || x >= m_width)
        return;
    for (int y = std::max(y0, m_top); y < std::min(y1, m_height); ++y)
        row(y)[x] = view::mix(row(y)[x], colour, share);
}

} // namespace stepscope::widgets
