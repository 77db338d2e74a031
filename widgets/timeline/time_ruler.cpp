// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/time_ruler.h"

#include "core/util/time.h"
#include "widgets/common/canvas_drag.h"
#include "widgets/common/chip.h"
#include "widgets/common/style.h"

#include <QDateTime>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kLabelSpacing = 110;
constexpr double kClockSpacing = 150;
constexpr int kTickHeight = 5;

} // namespace

std::optional<view::ClockBase> localClock(std::optional<std::int64_t> baseTimeNs, std::int64_t time)
{
    constexpr std::int64_t kNsPerMs = 1'000'000;
    std::int64_t unixNs = 0;
    if (!baseTimeNs || __builtin_add_overflow(*baseTimeNs, time, &unixNs))
        return std::nullopt;
    const int offset = QDateTime::fromMSecsSinceEpoch(unixNs / kNsPerMs).offsetFromUtc(); // s
    view::ClockBase clock;
    if (__builtin_add_overflow(*baseTimeNs, std::int64_t {offset} * 1'000 * kNsPerMs, &clock.toLocalNs))
        return std::nullopt;
    return clock;
}

view::RulerTicks timelineTicks(
    const view::TimeWindow& window, double widthPx, std::int64_t origin, const std::optional<view::ClockBase>& clock)
{
    return clock ? view::clockTicks(window, widthPx, *clock, kClockSpacing)
                 : view::rulerTicks(window, widthPx, origin, kLabelSpacing);
}

TimeRuler::TimeRuler(
    TimeAxis* axis, ZoomEaser* easer, Selection* selection, ThemeSource* theme, std::int64_t origin, QWidget* parent)
    : QWidget(parent)
    , m_axis(axis)
    , m_easer(easer)
    , m_selection(selection)
    , m_theme(theme)
    , m_origin(origin)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFixedHeight(kHeight);
    setAccessibleName(tr("Time ruler"));
    const auto repaint = [this] { update(); };
    connect(easer, &ZoomEaser::shownChanged, this, repaint);
    connect(axis, &TimeAxis::cursorChanged, this, &TimeRuler::cursorMoved);
    connect(selection, &Selection::rangeChanged, this, repaint);
    connect(theme, &ThemeSource::changed, this, repaint);
}

void TimeRuler::setOrigin(std::int64_t origin)
{
    m_origin = origin;
    update();
}

void TimeRuler::setClock(const std::optional<view::ClockBase>& clock)
{
    m_clock = clock;
    update();
}

view::TimeScale TimeRuler::scale() const
{
    return {m_easer->shown(), static_cast<double>(width())};
}

void TimeRuler::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_theme->theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.setFont(smallFont());
    m_chip = cursorChip();
    const QRectF range = rangeChip();
    paintTicks(painter, {m_chip, range});
    paintRange(painter, range);
    paintCursor(painter, m_chip);
    painter.fillRect(QRectF(0, height() - 1, width(), 1), theme.line);
}

// The length of a range gives way to the chip, labels of ticks vanish under it.
void TimeRuler::cursorMoved()
{
    if (m_selection->range())
        return update();
    for (const QRectF& chip : {m_chip, cursorChip()}) {
        if (!chip.isEmpty())
            update(
                chip.adjusted(-kClockSpacing, 0, kClockSpacing, 0).toAlignedRect().adjusted(0, -height(), 0, height()));
    }
}

QRectF TimeRuler::chipBounds() const
{
    return {1.0, 3.0, width() - 2.0, height() - 8.0};
}

void TimeRuler::paintTicks(QPainter& painter, const std::array<QRectF, 2>& chips)
{
    const Theme& theme = m_theme->theme();
    const view::TimeScale toPx = scale();
    const view::RulerTicks ruler = timelineTicks(m_easer->shown(), width(), m_origin, m_clock);
    const QFontMetricsF metrics(painter.font());
    const double baseline = (height() - kTickHeight - metrics.height()) / 2 + metrics.ascent();
    const QString base = QString::fromStdString(ruler.base);
    // The base stands at the left border; labels that would run into it give way.
    const double taken = base.isEmpty() ? 0 : metrics.horizontalAdvance(base) + 12;
    for (const view::Tick& tick : ruler.ticks) {
        const double x = std::floor(toPx.toPx(tick.time) + 0.5);
        const int length = tick.major ? kTickHeight + 2 : kTickHeight - 2;
        painter.fillRect(
            QRectF(x, height() - length, 1, length), tick.major ? theme.muted : blend(theme.panel, theme.muted, 0.5));
        const QString label = QString::fromStdString(tick.label);
        const double labelWidth = metrics.horizontalAdvance(label);
        const QRectF place(x + 4, 0, labelWidth, height());
        const bool isCovered = chips[0].intersects(place) || chips[1].intersects(place);
        if (!tick.major || x < taken || place.right() > width() || isCovered)
            continue;
        painter.setPen(theme.muted);
        painter.drawText(QPointF(x + 4, baseline), label);
    }
    painter.setPen(theme.text);
    painter.drawText(QPointF(4, baseline), base);
}

// Of the marked range; empty without one.
std::pair<double, double> TimeRuler::rangeEnds() const
{
    const auto& range = m_selection->range();
    if (!range)
        return {};
    const auto toPx = [this](std::int64_t time) { return std::clamp(scale().toPx(time), -1.0, width() + 1.0); };
    return {toPx(range->start), toPx(range->end)};
}

QRectF TimeRuler::rangeChip() const
{
    const auto& range = m_selection->range();
    if (!range)
        return {};
    const auto [x0, x1] = rangeEnds();
    const QString text = QString::fromStdString(formatDuration(range->length()));
    return chipRect(smallFont(), chipBounds(), (x0 + x1) / 2, text, cursorChip());
}

void TimeRuler::paintRange(QPainter& painter, const QRectF& chip)
{
    const auto& range = m_selection->range();
    if (!range)
        return;
    const Theme& theme = m_theme->theme();
    const auto [x0, x1] = rangeEnds();
    QColor fill = theme.accent;
    fill.setAlphaF(0.16F);
    painter.fillRect(QRectF(x0, 0, x1 - x0, height()), fill);
    painter.fillRect(QRectF(x0, 0, x1 - x0, 2), theme.accent);
    const QString text = QString::fromStdString(formatDuration(range->length()));
    paintChip(painter, chip, text, true, theme);
}

// Empty where the time under the pointer is not said.
QRectF TimeRuler::cursorChip() const
{
    const auto cursor = m_axis->cursor();
    if (!cursor || m_dragging)
        return {};
    const double x = scale().toPx(*cursor);
    return x < 0 || x > width() ? QRectF() : chipRect(smallFont(), chipBounds(), x, timeText(*cursor));
}

void TimeRuler::paintCursor(QPainter& painter, const QRectF& chip)
{
    if (chip.isEmpty())
        return;
    const std::int64_t cursor = *m_axis->cursor();
    QColor line = m_theme->theme().text;
    line.setAlphaF(0.35F);
    painter.fillRect(QRectF(std::floor(scale().toPx(cursor)), 0, 1, height()), line);
    paintChip(painter, chip, timeText(cursor), false, m_theme->theme());
}

QString TimeRuler::timeText(std::int64_t time) const
{
    const std::int64_t step = view::tickStep(m_easer->shown().span / std::max(1, width()), 0.5);
    if (m_clock)
        return QString::fromStdString(view::clockText(time, *m_clock, step));
    std::int64_t offset = 0;
    if (__builtin_sub_overflow(time, m_origin, &offset))
        return tr("unknown");
    return QString::fromStdString(view::preciseTime(offset, step));
}

void TimeRuler::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_easer->settle();
    m_anchor = scale().toNs(event->position().x());
    m_dragging = true;
}

void TimeRuler::mouseMoveEvent(QMouseEvent* event)
{
    const std::int64_t time = scale().toNs(event->position().x());
    m_axis->setCursor(time);
    if (!m_dragging)
        return;
    const TimeRange bounds = m_axis->bounds();
    m_selection->setRange(TimeRange {m_anchor, std::clamp(time, bounds.start, bounds.end)});
}

void TimeRuler::mouseReleaseEvent(QMouseEvent* /*event*/)
{
    if (m_dragging && m_selection->range())
        Q_EMIT rangeDragged();
    m_dragging = false;
    update();
}

void TimeRuler::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_dragging = false;
    const std::int64_t time = scale().toNs(event->position().x());
    const auto range = m_selection->range();
    if (range && time >= range->start && time < range->end)
        m_axis->fit(range->start, range->end);
    else
        m_axis->fitAll();
}

void TimeRuler::wheelEvent(QWheelEvent* event)
{
    if (event->angleDelta().y() != 0)
        m_axis->zoomAtPixel(event->position().x(), std::pow(kWheelZoom, event->angleDelta().y() / kWheelNotch));
    event->accept();
}

void TimeRuler::leaveEvent(QEvent* /*event*/)
{
    m_axis->setCursor({});
}

} // namespace stepscope::widgets
