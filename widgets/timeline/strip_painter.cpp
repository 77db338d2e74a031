// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/strip_painter.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kActivityStep = 3; // columns that share one value

// Between the accent, which is for what people pick, and grey, which says nothing.
view::Argb busyColour(const Theme& theme)
{
    return pixel(blend(theme.panel, blend(theme.muted, theme.accent, 0.45), theme.dark ? 0.62 : 0.66));
}

view::Argb seriesColour(std::size_t series, bool dark)
{
    // Hues of the kernel families, in an order that keeps neighbours apart.
    constexpr view::HueFamily kOrder[]
        = {view::HueFamily::Attention, view::HueFamily::Reduction, view::HueFamily::Communication,
            view::HueFamily::Convolution, view::HueFamily::ElementWise, view::HueFamily::Matrix};
    const auto family = kOrder[series % std::size(kOrder)];
    return view::Palette(dark).colour(view::colourIndex(static_cast<view::ColourGroup>(family)));
}

} // namespace

StripPainter::StripPainter(Scanlines& canvas, const FrameGeometry& frame, const Theme& theme)
    : m_canvas(canvas)
    , m_frame(frame)
    , m_theme(theme)
    , m_scale(frame.scale())
{
}

void StripPainter::busy(const view::BusyIndex& index, int y0, int y1)
{
    const view::Argb colour = busyColour(m_theme);
    const std::vector<float> shares = index.columns(m_scale, m_canvas.width());
    const auto height = static_cast<float>(y1 - y0);
    std::vector<int> bars(shares.size(), 0);
    for (std::size_t x = 0; x < shares.size(); ++x) {
        if (shares[x] > 0)
            bars[x] = std::max(m_frame.hairline(), static_cast<int>(shares[x] * height + 0.5F));
    }
    m_canvas.fillBars(bars, y0, y1, colour);
}

void StripPainter::activityBars(const TimelineData& data, std::span<const LaneId> lanes, int y0, int y1)
{
    const auto shares = view::activityColumns(data.trace(), lanes, m_scale, m_canvas.width(), 1);
    for (std::size_t x = 0; x < shares.size(); ++x) {
        const int bar = static_cast<int>(std::ceil(shares[x] * static_cast<float>(y1 - y0)));
        m_canvas.fillRect(static_cast<int>(x), y1 - bar, static_cast<int>(x) + 1, y1, busyColour(m_theme));
    }
}

void StripPainter::activity(const TimelineData& data, std::span<const LaneId> lanes, int y0, int y1)
{
    const auto shares = view::activityColumns(data.trace(), lanes, m_scale, m_canvas.width(), kActivityStep);
    for (std::size_t i = 0; i < shares.size(); ++i) {
        if (shares[i] <= 0)
            continue;
        const int x = static_cast<int>(i) * kActivityStep;
        const double share = 0.12 + 0.5 * static_cast<double>(shares[i]);
        m_canvas.fillRect(x, y0, x + kActivityStep, y1, pixel(blend(m_theme.surface, m_theme.muted, share)));
    }
}

std::optional<view::ValueBand> counterRange(const TimelineData& data, const view::LayoutNode& node)
{
    std::optional<view::ValueBand> range;
    for (std::uint32_t i = node.first; i < node.last; ++i) {
        const auto all = data.counter(i).all();
        if (all)
            range = range ? view::ValueBand {std::min(range->low, all->low), std::max(range->high, all->high)} : *all;
    }
    if (!range)
        return {};
    // Bars from zero tell the truth; only where the values hardly vary far from zero would they tell nothing.
    const double spread = range->high - range->low;
    if (spread <= 0 || range->low < 20 * spread)
        range->low = std::min(range->low, 0.0);
    range->high = std::max(range->high, range->low);
    if (range->high <= range->low)
        range->high = range->low + 1;
    return range;
}

void StripPainter::counter(const TimelineData& data, const view::LayoutNode& node, int y0, int y1)
{
    const auto range = counterRange(data, node);
    if (!range)
        return;
    const int top = y0 + 2 * m_frame.hairline();
    const auto lineOf = [&](double value) {
        const double share = (value - range->low) / (range->high - range->low);
        return y1 - static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * (y1 - top)));
    };
    for (std::uint32_t series = node.first; series < node.last; ++series) {
        const view::Argb colour = seriesColour(series - node.first, m_theme.dark);
        const view::Argb edge = view::mix(colour, pixel(m_theme.text), 0.35);
        const bool isLine = data.isLine(series);
        const auto columns = data.counterColumns(series, m_scale, m_canvas.width());
        for (std::size_t x = 0; x < columns.size(); ++x) {
            if (!columns[x])
                continue;
            const int column = static_cast<int>(x);
            const int high = lineOf(columns[x]->high);
            const int low = lineOf(columns[x]->low);
            if (!isLine)
                m_canvas.mixColumn(column, high, y1, colour, 0.45);
            m_canvas.fillRect(column, std::min(high, y1 - m_frame.hairline()), column + 1,
                std::max(low, high + m_frame.hairline()), edge);
        }
    }
}

void StripPainter::instants(const model::Trace& trace, const view::LayoutNode& node, int y0, int y1)
{
    const view::Argb colour = pixel(blend(m_theme.surface, m_theme.muted, 0.6));
    const int inset = (y1 - y0) / 4;
    const auto* begin = trace.instants.time.begin();
    const auto* last = begin + node.last;
    const auto* at = std::lower_bound(begin + node.first, last, m_scale.toNs(-0.5));
    while (at != last) { // one mark for each column that has any
        const std::int64_t x = m_scale.edgeOf(*at);
        if (x > m_canvas.width())
            break;
        const int column = std::min(static_cast<int>(x), m_canvas.width() - 1);
        m_canvas.fillRect(column, y0 + inset, column + m_frame.hairline(), y1 - inset, colour);
        at = std::lower_bound(at + 1, last, m_scale.toNs(static_cast<double>(x) + 0.5));
    }
}

void StripPainter::instantHits(const model::Trace& trace, std::span<const InstantId> hits, int y0, int y1)
{
    const auto firstFrom = [&trace, &hits](std::span<const InstantId>::iterator from, std::int64_t time) {
        return std::partition_point(
            from, hits.end(), [&](InstantId hit) { return trace.instants.time[hit.index()] < time; });
    };
    for (auto at = firstFrom(hits.begin(), m_scale.toNs(-0.5)); at != hits.end();) {
        const std::int64_t x = m_scale.edgeOf(trace.instants.time[at->index()]);
        if (x > m_canvas.width())
            break;
        const int column = std::min(static_cast<int>(x), m_canvas.width() - 1);
        m_canvas.fillRect(column, y0, column + 2 * m_frame.hairline(), y1, pixel(m_theme.accent));
        at = firstFrom(at + 1, m_scale.toNs(static_cast<double>(x) + 0.5));
    }
}

} // namespace stepscope::widgets
