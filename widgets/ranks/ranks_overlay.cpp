// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_overlay.h"

#include "widgets/common/chip.h"
#include "widgets/common/style.h"
#include "widgets/ranks/ranks_painter.h"
#include "widgets/ranks/ranks_words.h"

#include <QPainter>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr double kLineBeyond = 4; // px outside of the canvas where lines end
constexpr int kChipHeight = 18;

} // namespace

RanksOverlay::RanksOverlay(
    QPainter& painter, const RanksData& data, const RanksLayout& layout, const FrameGeometry& frame, const Theme& theme)
    : m_painter(painter)
    , m_data(data)
    , m_layout(layout)
    , m_frame(frame)
    , m_theme(theme)
    , m_scale(frame.window, frame.size.width())
{
}

QRectF RanksOverlay::rectOf(std::uint32_t rank, const RankBar& bar) const
{
    const double width = m_frame.size.width();
    const double from = std::clamp(m_scale.toPx(bar.start), -kLineBeyond, width + kLineBeyond);
    const double to = std::clamp(m_scale.toPx(bar.end), from + 1, std::max(from + 1, width + kLineBeyond));
    const double top = m_layout.rows()[m_layout.rowOf(rank)].y - m_frame.scroll + RanksPainter::kBarInset;
    return {from, top, to - from, m_layout.rowHeight() - 2.0 * RanksPainter::kBarInset};
}

void RanksOverlay::collective(std::uint32_t collective, bool isChosen)
{
    const ranks::SharedCollective& shared = m_data.world().collectives[collective];
    const double height = std::min(m_frame.size.height(), m_layout.height() - m_frame.scroll);
    const auto visible = [height](const QRectF& rect) { return rect.bottom() >= 0 && rect.top() <= height; };
    m_painter.save();
    m_painter.setClipRect(QRectF(0, 0, m_frame.size.width(), height));
    const double last = m_scale.toPx(shared.arrivals[shared.last].startNs);
    const std::uint32_t lastRank = shared.arrivals[shared.last].rank;
    const QColor colour = isChosen ? m_theme.accent : m_theme.text;
    if (last > -kLineBeyond && last < m_frame.size.width() + kLineBeyond) {
        m_painter.setPen(QPen(m_theme.danger, 1, Qt::DashLine));
        m_painter.drawLine(QPointF(last, 0), QPointF(last, height));
    }
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setBrush(Qt::NoBrush);
    for (const ranks::Arrival& arrival : shared.arrivals) {
        const RankBar* bar = m_data.barOf(arrival.rank, collective);
        if (bar == nullptr)
            continue;
        const QRectF rect = rectOf(arrival.rank, *bar);
        if (!visible(rect))
            continue;
        m_painter.setPen(QPen(colour, isChosen ? 2 : 1));
        m_painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5));
    }
    m_painter.restore();
    if (const RankBar* bar = m_data.barOf(lastRank, collective)) {
        const QRectF rect = rectOf(lastRank, *bar);
        const QString text = QStringLiteral("%1 last").arg(rankText(m_data.world(), lastRank));
        m_painter.setFont(smallFont());
        const double wide = QFontMetricsF(m_painter.font()).horizontalAdvance(text) + 16;
        if (visible(rect) && rect.left() > wide) // beside the bar: it says who, the line says when
        {
            const QRectF bounds(0, rect.center().y() - kChipHeight / 2.0, rect.left() - 3, kChipHeight);
            paintChip(m_painter, chipRect(m_painter.font(), bounds, bounds.right() - wide / 2, text), text, isChosen,
                m_theme);
        }
    }
}

void RanksOverlay::range(const std::optional<TimeRange>& range)
{
    if (!range)
        return;
    const double width = m_frame.size.width();
    const double from = std::clamp(m_scale.toPx(range->start), -kLineBeyond, width + kLineBeyond);
    const double to = std::clamp(m_scale.toPx(range->end), -kLineBeyond, width + kLineBeyond);
    QColor fill = m_theme.accent;
    fill.setAlphaF(m_theme.dark ? 0.14F : 0.10F);
    m_painter.fillRect(QRectF(from, 0, to - from, m_frame.size.height()), fill);
    m_painter.setPen(QPen(m_theme.accent, 1));
    for (const double x : {from, to})
        m_painter.drawLine(QPointF(x, 0), QPointF(x, m_frame.size.height()));
}

void RanksOverlay::cursor(const std::optional<std::int64_t>& time)
{
    if (!time)
        return;
    const double x = m_scale.toPx(*time);
    QColor colour = m_theme.text;
    colour.setAlphaF(0.35F);
    if (x >= 0 && x <= m_frame.size.width())
        m_painter.fillRect(QRectF(x, 0, 1, m_frame.size.height()), colour);
}

} // namespace stepscope::widgets
