// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_strip.h"

#include "widgets/memory/memory_timeline_raster.h"

#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kMargin = 4; // device pixels above the highest point

view::BandColour colourOf(const model::SegmentSpan& span)
{
    enum Kind : std::uint8_t
    {
        kSmall,
        kMapped,
        kPrivate
    };
    if (span.pool == 0 && span.large && !span.mapped)
        return view::quietColour();
    return view::hueColour(span.pool != 0 ? kPrivate : span.mapped ? kMapped : kSmall);
}

} // namespace

void MemoryTimelineStrip::contentChanged(const Theme& theme)
{
    m_theme = theme;
    const view::BandPalette palette(theme.dark);
    m_layout.emplace(m_data.segments());
    m_colours.clear();
    m_colours.reserve(m_data.device().spans.size());
    for (const model::SegmentSpan& span : m_data.device().spans)
        m_colours.push_back(palette.colour(colourOf(span)));
}

void MemoryTimelineStrip::paint(QImage& image, const MemoryFrame& frame, QSize size)
{
    const QSize pixels(std::max(1, frame.columns()), static_cast<int>(std::lround(size.height() * frame.ratio)));
    if (image.size() != pixels)
        image = QImage(pixels, QImage::Format_RGB32);
    image.fill(m_theme.surface);
    image.setDevicePixelRatio(frame.ratio);
    m_ratio = frame.ratio;
    const auto spans = m_data.positions().columns(frame.deviceScale(), frame.columns());
    const int height = std::max(1, pixels.height() - kMargin);
    const std::uint64_t scale = view::bytesPerPixelFor(m_data.device().reserved.peak, height);
    m_layout->layOut(view::shownEntries(m_data.reserved(), spans), scale, height, m_bands);
    rasteriseBands(m_bands, m_colours, {m_theme.surface.rgb(), m_theme.text.rgb()}, image, pixels.height());
}

std::optional<MemoryTimelineStrip::Hit> MemoryTimelineStrip::hitAt(QPointF position) const
{
    const int column = static_cast<int>(std::floor(position.x() * m_ratio));
    const int line = static_cast<int>(std::floor(position.y() * m_ratio));
    const auto piece = m_bands.pieceAt(column, m_bands.height + kMargin - 1 - line);
    if (!piece)
        return std::nullopt;
    return Hit {*piece, m_bands.columns[static_cast<std::size_t>(column)].entry};
}

} // namespace stepscope::widgets
