// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_ruler.h"

#include "core/util/time.h"
#include "core/view/memory_ticks.h"
#include "widgets/common/chip.h"
#include "widgets/common/style.h"
#include "widgets/memory/memory_tr.h"
#include "widgets/memory/memory_words.h"

#include <QPainter>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr double kLabelSpacing = 110;
constexpr double kTick = 5;

class Ruler
{
public:
    Ruler(QPainter& painter, const QRectF& rect, const MemoryFrame& frame, const view::EntryPositions& positions,
        const Theme& theme)
        : m_painter(painter)
        , m_rect(rect)
        , m_frame(frame)
        , m_positions(positions)
        , m_theme(theme)
        , m_scale(frame.scale())
        , m_metrics(painter.font())
    {
    }

    // `chip`: the label of a tick that it would cut is left out.
    void ticks(std::int64_t zero, const QRectF& chip)
    {
        m_chip = chip;
        if (m_positions.mode() == view::MemoryAxisMode::Time) {
            const view::RulerTicks ruler = view::rulerTicks(m_frame.window, m_frame.size.width(), zero, kLabelSpacing);
            const QString base = QString::fromStdString(ruler.base);
            const double taken = base.isEmpty() ? 0 : m_metrics.horizontalAdvance(base) + 12;
            for (const view::Tick& tick : ruler.ticks)
                this->tick(tick.time, tick.major ? QString::fromStdString(tick.label) : QString(), taken);
            label(4, base, m_theme.text);
            return;
        }
        for (const view::EntryTick& tick :
            view::entryTicks(m_positions, m_frame.window, m_frame.size.width(), kLabelSpacing))
            this->tick(tick.position, QString::fromStdString(tick.label), 0);
    }
    // Its length stands beside the chip of the pointer where that would cover it.
    void range(const EntryRange& range, const QRectF& pointerChip)
    {
        const double x0 = xOf(m_positions.of(range.first));
        const double x1 = xOf(m_positions.of(range.last + 1));
        QColor fill = m_theme.accent;
        fill.setAlphaF(0.16F);
        m_painter.fillRect(QRectF(m_rect.left() + x0, m_rect.top(), x1 - x0, m_rect.height()), fill);
        const auto count = static_cast<std::uint64_t>(range.last - range.first + 1);
        const QString text = memoryTr("%1 entries").arg(QString::fromStdString(formatCount(count)));
        paintChip(m_painter, chipAt((x0 + x1) / 2, text, pointerChip), text, true, m_theme);
    }
    [[nodiscard]] QRectF chipAt(double middle, const QString& text, const QRectF& taken = {}) const
    {
        const QRectF bounds = m_rect.adjusted(1, 4, -1, -4);
        return chipRect(m_painter.font(), bounds, m_rect.left() + middle, text, taken);
    }
    [[nodiscard]] double xOf(std::int64_t position) const
    {
        constexpr double kBeyond = 20;
        return std::clamp(m_scale.toPx(position), -kBeyond, m_frame.size.width() + kBeyond);
    }

private:
    void tick(std::int64_t position, const QString& text, double taken)
    {
        const double x = std::floor(xOf(position));
        const bool major = !text.isEmpty();
        m_painter.fillRect(QRectF(m_rect.left() + x, m_rect.top(), 1, major ? kTick + 2 : kTick - 2),
            major ? m_theme.muted : blend(m_theme.panel, m_theme.muted, 0.5));
        const QRectF place(m_rect.left() + x + 4, m_rect.top(), m_metrics.horizontalAdvance(text), m_rect.height());
        if (major && x >= taken && place.right() <= m_rect.right() && !place.intersects(m_chip))
            label(x + 4, text, m_theme.muted);
    }
    void label(double x, const QString& text, const QColor& colour)
    {
        m_painter.setPen(colour);
        const double baseline = m_rect.top() + (m_rect.height() - m_metrics.height()) / 2 + m_metrics.ascent() + 1;
        m_painter.drawText(QPointF(m_rect.left() + x, baseline), text);
    }

    QPainter& m_painter;
    QRectF m_rect;
    QRectF m_chip;
    const MemoryFrame& m_frame;
    const view::EntryPositions& m_positions;
    const Theme& m_theme;
    view::TimeScale m_scale;
    QFontMetricsF m_metrics;
};

} // namespace

void paintMemoryRuler(QPainter& painter, const QRectF& rect, const MemoryFrame& frame,
    const view::EntryPositions& positions, const RulerMarks& marks, const Theme& theme)
{
    painter.fillRect(rect, theme.panel);
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), theme.line);
    painter.setFont(smallFont());
    if (positions.count() == 0) {
        painter.setPen(theme.muted);
        painter.drawText(rect, Qt::AlignCenter, memoryTr("at the end"));
        return;
    }
    Ruler ruler(painter, rect, frame, positions, theme);
    painter.save();
    painter.setClipRect(rect);
    const std::int32_t entry = marks.pointer.value_or(marks.entry);
    const double x = ruler.xOf(positions.of(entry));
    const QString text = marks.text.isEmpty() ? entryText(entry) : marks.text;
    // A marked range says more than the entry that is shown, not more than the one pointed to.
    const bool saysEntry = x >= 0 && x <= rect.width() && (!marks.range || marks.pointer);
    const QRectF chip = saysEntry ? ruler.chipAt(x, text) : QRectF();
    ruler.ticks(marks.zero.value_or(positions.of(0)), chip);
    if (marks.range)
        ruler.range(*marks.range, chip);
    if (saysEntry)
        paintChip(painter, chip, text, false, theme);
    painter.restore();
}

} // namespace stepscope::widgets
