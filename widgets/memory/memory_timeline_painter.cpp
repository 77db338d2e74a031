// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_painter.h"

#include "widgets/common/style.h"
#include "widgets/memory/memory_axis_bytes.h"
#include "widgets/memory/memory_timeline_flags.h"
#include "widgets/memory/memory_timeline_labels.h"
#include "widgets/memory/memory_timeline_raster.h"
#include "widgets/memory/memory_words.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr double kLabelHeight = 15;
constexpr double kLabelWidth = 64;
constexpr double kLabelInset = 6;
constexpr double kLineGap = 2; // between a line and its name

QColor colourOf(view::Argb argb)
{
    return QColor::fromRgb(argb);
}

// Of blocks that others stand out from.
view::Argb muted(view::Argb colour, const Theme& theme)
{
    constexpr double kKept = 0.25;
    return blend(theme.surface, colourOf(colour), kKept).rgb();
}

} // namespace

MemoryTimelinePainter::MemoryTimelinePainter(const MemoryTimelineData& data, const Theme& theme)
    : m_data(data)
    , m_theme(theme)
    , m_palette(theme.dark)
{
    contentChanged();
}

void MemoryTimelinePainter::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_palette = view::BandPalette(theme.dark);
    contentChanged();
}

void MemoryTimelinePainter::contentChanged()
{
    m_layout.emplace(m_data.blocks());
    const MemoryGroups& groups = m_data.groups();
    m_colours.clear();
    m_colours.reserve(groups.of.size());
    for (std::size_t i = 0; i < groups.of.size(); ++i) {
        const view::Argb colour = m_palette.colour(groups.colourOf(i));
        m_colours.push_back(m_data.isMuted(i) ? muted(colour, m_theme) : colour);
    }
}

void MemoryTimelinePainter::paint(QImage& image, const MemoryFrame& frame)
{
    const QSize pixels(std::max(1, frame.columns()), std::max(1, frame.lines()));
    if (image.size() != pixels)
        image = QImage(pixels, QImage::Format_RGB32);
    image.setDevicePixelRatio(1);
    image.fill(m_theme.surface);
    const auto spans = m_data.positions().columns(frame.deviceScale(), frame.columns());
    image.setDevicePixelRatio(frame.ratio);
    {
        QPainter painter(&image);
        paintStepTints(painter, frame, m_data, m_theme);
        paintByteGrid(painter, frame, m_theme);
    }
    paintBands(image, frame, spans);
    if (!frame.lettered)
        return;
    QPainter painter(&image);
    write(painter, frame);
}

void MemoryTimelinePainter::write(QPainter& painter, const MemoryFrame& frame) const
{
    painter.setFont(smallFont());
    paintLabels(painter, frame);
    paintHeld(painter, frame);
    paintReserved(painter, frame, m_data.positions().columns(frame.deviceScale(), frame.columns()));
    paintBaselines(painter, frame, m_data, m_theme);
    paintFlags(painter, frame, m_data, m_theme);
}

void MemoryTimelinePainter::paintBands(
    QImage& image, const MemoryFrame& frame, const std::vector<view::EntrySpan>& spans)
{
    m_entries = view::shownEntries(m_data.active(), spans);
    m_layout->layOut(m_entries, frame.bytesPerPixel, frame.bandLines(), m_bands);
    rasteriseBands(m_bands, m_colours, {m_theme.surface.rgb(), m_theme.text.rgb()}, image, frame.lines());
}

// ---- lines ----

void MemoryTimelinePainter::paintReserved(
    QPainter& painter, const MemoryFrame& frame, const std::vector<view::EntrySpan>& spans) const
{
    QPolygonF line;
    const view::CurvePeaks& reserved = m_data.reserved();
    double last = -1;
    for (std::size_t c = 0; c < spans.size(); ++c) {
        if (spans[c].empty())
            continue;
        const std::uint64_t bytes = reserved.curve().at(reserved.highest(spans[c]));
        const double y = std::max(frame.yOf(bytes), -2.0); // beyond the top it is not seen
        const double x = static_cast<double>(c) / frame.ratio;
        if (y != last)
            line << QPointF(x, last < 0 ? y : last) << QPointF(x, y);
        last = y;
    }
    if (line.isEmpty())
        return;
    line << QPointF(frame.size.width(), last);
    painter.setPen(QPen(m_theme.text, 1.5));
    painter.drawPolyline(line);
    paintReservedName(painter, frame, spans);
}

// Above the line at its right end, or where it leaves the picture; below it where the lane's flags stand above.
void MemoryTimelinePainter::paintReservedName(
    QPainter& painter, const MemoryFrame& frame, const std::vector<view::EntrySpan>& spans) const
{
    // The highest of what it stands over, so that it is true there and the line does not run through it.
    constexpr double kOver = 120; // px
    const view::CurvePeaks& reserved = m_data.reserved();
    const auto columns = std::min(spans.size(), static_cast<std::size_t>(kOver * frame.ratio));
    std::uint64_t highest = 0;
    for (auto span = spans.end() - static_cast<std::ptrdiff_t>(columns); span != spans.end(); ++span)
        highest = span->empty() ? highest : std::max(highest, reserved.curve().at(reserved.highest(*span)));
    const double y = std::max(frame.yOf(highest), -2.0);
    const bool above = y < MemoryFrame::kLane;
    const QString text = QCoreApplication::translate("MemoryTimeline", above ? "reserved %1, above" : "reserved %1")
                             .arg(bytesText(highest));
    const QFontMetricsF metrics(painter.font());
    const double x = frame.size.width() - metrics.horizontalAdvance(text) - kLabelInset;
    const double room = y - MemoryFrame::kLane;
    const bool under = !above && room < metrics.height() + kLineGap;
    const double top = above ? MemoryFrame::kLane - kLineGap : under ? y + kLineGap : y - metrics.height() - kLineGap;
    if (under) // on bands
        painter.fillRect(QRectF(x - kLineGap, top, metrics.horizontalAdvance(text) + 2 * kLineGap, metrics.height()),
            m_theme.surface);
    const double baseline = top + metrics.ascent();
    painter.setPen(m_theme.text);
    painter.drawText(QPointF(x, baseline), text);
}

// Short dashes where blocks wait for another stream after the program freed them: what is below is still held.
void MemoryTimelinePainter::paintHeld(QPainter& painter, const MemoryFrame& frame) const
{
    constexpr std::size_t kDash = 4;
    const model::MemoryDevice& device = m_data.device();
    if (device.held.value.size() != device.active.value.size())
        return;
    for (std::size_t c = 0; c < m_entries.size(); ++c) {
        if (m_entries[c] == view::BandColumn::kNothing || c / kDash % 2 == 1)
            continue;
        const std::uint64_t active = device.active.at(m_entries[c]);
        const std::uint64_t held = device.held.at(m_entries[c]);
        if (held + frame.bytesPerPixel <= active)
            painter.fillRect(
                QRectF(static_cast<double>(c) / frame.ratio, frame.yOf(held), 1 / frame.ratio, 1), m_theme.text);
    }
}

// ---- names ----

void MemoryTimelinePainter::paintLabels(QPainter& painter, const MemoryFrame& frame) const
{
    const double ratio = frame.ratio;
    const QSize least(static_cast<int>(kLabelWidth * ratio), static_cast<int>(kLabelHeight * ratio));
    const QFontMetricsF metrics(painter.font());
    const MemoryGroups& groups = m_data.groups();
    const BandLabels labels(m_bands, groups.of, least);
    for (const BandLabel& label : labels.all()) {
        const std::uint32_t group = groups.of[label.piece];
        QString text = groups.names[group];
        if (label.single)
            text += QStringLiteral("  ") + bytesText(m_data.device().allocations.size[label.piece]);
        const double room = (label.last - label.first + 1) / ratio - 2 * kLabelInset;
        text = metrics.elidedText(text, Qt::ElideMiddle, room);
        const double width = metrics.horizontalAdvance(text);
        const QRect place = labels.middleOf(label, static_cast<int>(width * ratio));
        const double middle = frame.size.height() - (place.top() + place.height() / 2.0) / ratio;
        painter.setPen(m_data.isMuted(label.piece) ? m_theme.muted : colourOf(m_palette.text(groups.colours[group])));
        painter.drawText(QPointF(place.left() / ratio, middle + (metrics.ascent() - metrics.descent()) / 2), text);
    }
}

} // namespace stepscope::widgets
