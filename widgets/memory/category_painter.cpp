// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/category_painter.h"

#include "widgets/common/style.h"
#include "widgets/memory/memory_axis_bytes.h"
#include "widgets/memory/memory_words.h"
#include "widgets/timeline/scanlines.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr std::int32_t kWorthALine = 3; // pixels from the lowest to the highest of a column
constexpr double kFlag = 5;             // px

} // namespace

view::BandColour categoryColour(std::size_t category)
{
    return category + 1 < model::kMemoryCategories.size() ? view::hueColour(category) : view::quietColour();
}

std::vector<LegendEntry> categoryLegend(const analysis::CategoryFigures& figures, bool dark)
{
    const view::BandPalette palette(dark);
    std::vector<LegendEntry> entries;
    for (std::size_t c = model::kMemoryCategories.size(); c-- > 0;) {
        if (figures.categories[c].peak > 0)
            entries.push_back(
                {QString::fromLatin1(model::kMemoryCategories[c]), QColor::fromRgb(palette.colour(categoryColour(c)))});
    }
    return entries;
}

CategoryPainter::CategoryPainter(const view::CategoryColumns& columns, const analysis::CategoryFigures& figures)
    : m_columns(columns)
    , m_figures(figures)
{
}

void CategoryPainter::paint(QImage& image, const MemoryFrame& frame, const Theme& theme)
{
    const QSize pixels(std::max(1, frame.columns()), std::max(1, frame.lines()));
    if (image.size() != pixels)
        image = QImage(pixels, QImage::Format_RGB32);
    image.setDevicePixelRatio(frame.ratio);
    image.fill(theme.surface);
    {
        QPainter painter(&image);
        paintByteGrid(painter, frame, theme);
    }
    m_shown = m_columns.columns(frame.deviceScale(), frame.columns());
    paintColumns(image, frame, theme);
    if (!frame.lettered)
        return;
    QPainter painter(&image);
    write(painter, frame, theme);
}

void CategoryPainter::paintColumns(QImage& image, const MemoryFrame& frame, const Theme& theme) const
{
    const view::BandPalette palette(theme.dark);
    const int bottom = frame.lines();
    std::array<std::vector<int>, model::kMemoryCategories.size()> tops; // of each column
    for (std::vector<int>& of : tops)
        of.assign(m_shown.size(), 0);
    for (std::size_t x = 0; x < m_shown.size(); ++x) {
        if (m_shown[x].empty)
            continue;
        const view::CategoryColumns::Tops shown = m_columns.tops(m_shown[x].highest, frame.bytesPerPixel);
        for (std::size_t c = 0; c < shown.size(); ++c)
            tops[c][x] = std::min(shown[c], bottom);
    }
    Scanlines lines(image);
    for (std::size_t c = tops.size(); c-- > 0;) { // each covers what lies below it, the next leaves its part
        const int highest = tops[c].empty() ? 0 : *std::max_element(tops[c].begin(), tops[c].end());
        lines.fillBars(tops[c], bottom - highest, bottom, palette.colour(categoryColour(c)));
    }
    for (std::size_t x = 0; x < m_shown.size(); ++x) {
        const int lowest = m_shown[x].empty ? 0 : m_columns.tops(m_shown[x].lowest, frame.bytesPerPixel).back();
        const auto left = static_cast<int>(x);
        if (lowest > 0 && tops.back()[x] - lowest >= kWorthALine)
            lines.fillRect(left, bottom - lowest, left + 1, bottom - lowest + 1, theme.text.rgb());
    }
}

void CategoryPainter::write(QPainter& painter, const MemoryFrame& frame, const Theme& theme) const
{
    const double x = frame.scale().toPx(m_columns.positions().of(m_figures.peakPoint));
    if (m_figures.peak == 0 || x < 0 || x >= frame.size.width())
        return;
    painter.setFont(smallFont());
    const QString text = QCoreApplication::translate("CategoryView", "peak %1").arg(bytesText(m_figures.peak));
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(text);
    const double left = x + kFlag + width > frame.size.width() ? x - kFlag - width : x + kFlag;
    painter.fillRect(QRectF(x, 0, 1, frame.yOf(m_figures.peak)), theme.text);
    painter.setPen(theme.text);
    painter.drawText(QPointF(left, metrics.ascent() + 2), text);
}

} // namespace stepscope::widgets
