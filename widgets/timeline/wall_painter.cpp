// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/wall_painter.h"

#include "widgets/common/style.h"
#include "widgets/timeline/mark_words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kBracketBeyond = 10; // px outside the canvas where brackets go on
constexpr double kHook = 4;           // how far the ends reach down
constexpr double kBracketInset = 4;

} // namespace

WallPainter::WallPainter(const TimelineMarks& marks, const FrameGeometry& frame)
    : m_marks(marks)
    , m_frame(frame)
    , m_scale(frame.window, frame.size.width())
{
}

std::vector<std::size_t> WallPainter::shown(const TimelineMarks::Stream& stream) const
{
    const auto minNs = static_cast<std::int64_t>(std::ceil(kMinimumWidth * m_scale.nsPerPx));
    const auto [first, last] = stream.wallSpans.within(m_scale.toNs(0), m_scale.toNs(m_frame.size.width()));
    std::vector<std::size_t> positions;
    stream.wallSpans.atLeast(first, last, minNs, positions);
    return positions;
}

std::pair<double, double> WallPainter::extent(Interval span) const
{
    const double width = m_frame.size.width();
    return {std::clamp(m_scale.toPx(span.start), -kBracketBeyond, width + kBracketBeyond),
        std::clamp(m_scale.toPx(span.end), -kBracketBeyond, width + kBracketBeyond)};
}

void WallPainter::paint(QPainter& painter, const view::Row& row, TrackId track, const Theme& theme) const
{
    const TimelineMarks::Stream* stream = m_marks.streamOf(track);
    if (!stream)
        return;
    painter.setFont(smallFont());
    const QFontMetricsF metrics(painter.font());
    const double bottom = m_frame.topOf(row) + row.height;
    const double bar = bottom - kHook;
    for (const std::size_t position : shown(*stream)) {
        const analysis::Wall& wall = m_marks.figures().walls[stream->walls[position]];
        const auto [x0, x1] = extent(wall.span);
        const double left = std::floor(x0) + 0.5;
        const double right = std::max(left + 2, std::floor(x1) - 0.5);
        painter.setPen(QPen(theme.muted, 1));
        const std::array<QPointF, 4> bracket
            = {QPointF(left, bottom), {left, bar - 0.5}, {right, bar - 0.5}, {right, bottom}};
        painter.drawPolyline(bracket.data(), static_cast<int>(bracket.size()));
        const double from = std::max(left, 0.0) + kBracketInset;
        const double room = std::min<double>(right, m_frame.size.width()) - from - kBracketInset;
        const QString text
            = wallLabel(wall, [&](const QString& form) { return metrics.horizontalAdvance(form) <= room; });
        painter.setPen(theme.text);
        painter.drawText(QPointF(from, bar - 1 - metrics.descent()), text);
    }
}

std::optional<std::uint32_t> WallPainter::wallAt(TrackId track, double x) const
{
    const TimelineMarks::Stream* stream = m_marks.streamOf(track);
    if (!stream)
        return {};
    for (const std::size_t position : shown(*stream)) {
        const auto [x0, x1] = extent(stream->wallSpans.at(position));
        if (x >= x0 - 1 && x <= x1 + 1)
            return stream->walls[position];
    }
    return {};
}

} // namespace stepscope::widgets
