// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/overview_bar.h"

#include "core/util/time.h"
#include "widgets/common/paint_target.h"
#include "widgets/common/style.h"
#include "widgets/timeline/strip_painter.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kMargin = 4;       // above the strip
constexpr double kGripWidth = 6; // px around an edge that take hold of it
constexpr double kHandleWidth = 4;
constexpr double kTickReach = 4;      // px beside a tick that still mean it
constexpr std::size_t kMaxStrips = 8; // more GPUs than fit are summed in the last one

} // namespace

OverviewBar::OverviewBar(
    const TimelineData& source, TimeAxis* axis, ZoomEaser* easer, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_data(source)
    , m_axis(axis)
    , m_easer(easer)
    , m_theme(theme)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFixedHeight(kHeight);
    setAccessibleName(tr("Overview of the whole trace"));
    connect(easer, &ZoomEaser::shownChanged, this, [this] { update(); });
    const auto renderAnew = [this] {
        m_strip = {};
        m_ticks.forget();
        m_hits.forget();
        update();
    };
    connect(axis, &TimeAxis::boundsChanged, this, renderAnew);
    connect(theme, &ThemeSource::changed, this, renderAnew);
}

void OverviewBar::setMargins(int left, int right)
{
    if (left == m_left && right == m_right)
        return;
    m_left = left;
    m_right = right;
    m_strip = {};
    m_ticks.forget();
    m_hits.forget();
    update();
}

void OverviewBar::setHits(const SearchHitsPtr& hits)
{
    m_hits.setHits(hits);
    update();
}

QRectF OverviewBar::stripRect() const
{
    return {static_cast<double>(m_left), static_cast<double>(kMargin),
        std::max(1.0, static_cast<double>(width() - m_left - m_right)),
        static_cast<double>(height() - kMargin - FindingTicks::kLane - 1)};
}

QRectF OverviewBar::ticksRect() const
{
    const QRectF strip = stripRect();
    return {strip.left(), strip.bottom(), strip.width(), static_cast<double>(FindingTicks::kLane)};
}

void OverviewBar::setFindings(const Figures* figures, const FindingCursor* cursor)
{
    m_ticks.setCursor(cursor);
    connect(figures, &Figures::scopedChanged, this, [this] {
        m_ticks.forget();
        update();
    });
    connect(cursor, &FindingCursor::currentChanged, this, [this] { update(); });
    connect(cursor, &FindingCursor::hoveredChanged, this, [this] { update(); });
    update();
}

view::TimeWindow OverviewBar::bounds() const
{
    const TimeRange all = m_axis->bounds();
    return {all.start, 0, view::timeDifference(all.end, all.start)};
}

view::TimeScale OverviewBar::scale() const
{
    return {bounds(), stripRect().width()};
}

QRectF OverviewBar::windowRect() const
{
    const view::TimeWindow& shown = m_easer->shown();
    const QRectF strip = stripRect();
    const double left = scale().toPx(shown.start) + shown.fraction / scale().nsPerPx;
    const double width = std::max(2.0, shown.span / scale().nsPerPx);
    return {strip.left() + std::min(left, strip.width() - width), strip.top(), width, strip.height()};
}

void OverviewBar::renderStrip(double ratio)
{
    const QRectF strip = stripRect();
    const Theme& theme = m_theme->theme();
    FrameGeometry frame {bounds(), strip.size().toSize(), ratio, 0};
    m_strip = QImage(frame.columns(), frame.lines(), QImage::Format_RGB32);
    m_strip.fill(theme.surface);
    m_strip.setDevicePixelRatio(ratio);
    Scanlines canvas(m_strip);
    StripPainter strips(canvas, frame, theme);
    const auto& devices = m_data.devices();
    const std::size_t count = std::min(devices.size(), kMaxStrips);
    const int inset = frame.device(3);
    const int inner = canvas.height() - 2 * inset;
    for (std::size_t i = 0; i < count; ++i) {
        const int top = inset + inner * static_cast<int>(i) / static_cast<int>(count);
        const int bottom = inset + inner * static_cast<int>(i + 1) / static_cast<int>(count);
        strips.busy(*m_data.busy(devices[i]), top, std::max(top + 1, bottom - frame.hairline()));
    }
    if (count == 0)
        strips.activityBars(m_data, m_data.threadLanes(), inset, inset + inner);
}

void OverviewBar::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_theme->theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    const double ratio = targetOf(painter).ratio;
    if (m_strip.isNull() || m_strip.devicePixelRatio() != ratio)
        renderStrip(ratio);
    const QRectF strip = stripRect();
    painter.drawImage(strip.topLeft(), m_strip);
    paintName(painter);
    paintWindow(painter);
    m_ticks.paint(painter, strip, ticksRect(), scale(), m_theme->theme());
    m_hits.paint(painter, strip, scale(), theme);
    if (const QRectF drawn = drawnRect(); !drawn.isEmpty()) {
        QColor fill = theme.accent;
        fill.setAlphaF(0.25F);
        painter.fillRect(drawn, fill);
        painter.setPen(QPen(theme.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(drawn);
    }
    painter.fillRect(QRectF(0, height() - 1, width(), 1), theme.line);
    painter.fillRect(QRectF(m_left - 1, 0, 1, height()), theme.line);
}

void OverviewBar::paintName(QPainter& painter)
{
    const QRectF strip = stripRect();
    painter.setFont(smallFont());
    const QRectF name(8, strip.top(), m_left - 16, strip.height());
    painter.setPen(m_theme->theme().muted);
    const QString total = QString::fromStdString(formatDuration(m_axis->bounds().length()));
    painter.drawText(name, Qt::AlignVCenter | Qt::AlignRight, total);
    painter.drawText(
        name, Qt::AlignVCenter | Qt::AlignLeft, m_data.devices().empty() ? tr("Activity") : tr("GPU busy"));
}

void OverviewBar::paintWindow(QPainter& painter)
{
    const Theme& theme = m_theme->theme();
    const QRectF strip = stripRect();
    const QRectF window = windowRect();
    QColor veil = theme.panel;
    veil.setAlphaF(theme.dark ? 0.62F : 0.68F);
    painter.fillRect(QRectF(strip.left(), strip.top(), window.left() - strip.left(), strip.height()), veil);
    painter.fillRect(QRectF(window.right(), strip.top(), strip.right() - window.right(), strip.height()), veil);
    if (m_axis->showsAll())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(window.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    for (const double x : {window.left(), window.right()}) {
        const QRectF handle(x - kHandleWidth / 2, window.center().y() - 8, kHandleWidth, 16);
        painter.drawRoundedRect(handle, 2, 2);
    }
}

void OverviewBar::resizeEvent(QResizeEvent* /*event*/)
{
    m_strip = {};
    m_ticks.forget();
    m_hits.forget();
}

OverviewBar::Grip OverviewBar::gripAt(QPointF position) const
{
    const QRectF window = windowRect();
    const double toLeft = std::abs(position.x() - window.left());
    const double toRight = std::abs(position.x() - window.right());
    if (std::min(toLeft, toRight) <= kGripWidth && !m_axis->showsAll())
        return toLeft < toRight || (toLeft == toRight && position.x() < window.left()) ? Grip::Left : Grip::Right;
    return window.contains(QPointF(position.x(), window.center().y())) ? Grip::Window : Grip::None;
}

std::optional<FindingCursor::Place> OverviewBar::findingAt(QPointF position) const
{
    const QRectF lane = ticksRect();
    if (!lane.contains(position))
        return std::nullopt;
    return m_ticks.placeAt(position.x() - lane.left(), kTickReach, scale(), lane.width());
}

Item OverviewBar::hitAt(QPointF position) const
{
    const QRectF strip = stripRect();
    const bool isOnTicks = position.y() >= strip.top() - kTickReach && position.y() < strip.top() + HitTicks::kHeight;
    return isOnTicks ? m_hits.hitAt(position.x() - strip.left(), kTickReach, scale()) : Item();
}

void OverviewBar::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto place = findingAt(event->position())) {
        Q_EMIT findingClicked(place->finding, place->evidence);
        return;
    }
    if (const Item hit = hitAt(event->position()); hit.valid()) {
        Q_EMIT hitClicked(hit);
        return;
    }
    m_easer->settle();
    m_grip = gripAt(event->position());
    m_last = m_pressed = event->position().x();
    if (m_grip == Grip::None || m_axis->showsAll())
        m_grip = Grip::Draw;
}

// From where the mouse was pressed to where it is; empty for what is no more than a click.
QRectF OverviewBar::drawnRect() const
{
    constexpr double kClick = 3; // px that the pointer may move
    const QRectF strip = stripRect();
    const double from = std::clamp(std::min(m_last, m_pressed), strip.left(), strip.right());
    const double to = std::clamp(std::max(m_last, m_pressed), strip.left(), strip.right());
    return m_grip == Grip::Draw && to - from >= kClick ? QRectF(from, strip.top(), to - from, strip.height())
                                                       : QRectF();
}

void OverviewBar::mouseMoveEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    if (m_grip == Grip::None) {
        const Grip grip = gripAt(event->position());
        const bool isEdge = grip == Grip::Left || grip == Grip::Right;
        const bool isTick = findingAt(event->position()) || hitAt(event->position()).valid();
        setCursor(isTick ? Qt::PointingHandCursor : isEdge ? Qt::SplitHCursor : Qt::ArrowCursor);
        return;
    }
    if (m_grip == Grip::Draw) {
        m_last = x;
        update();
        return;
    }
    const double way = (x - m_last) * scale().nsPerPx; // ns
    m_last = x;
    if (m_grip == Grip::Window) {
        m_axis->panByPixels(way / m_axis->nsPerPixel());
        return;
    }
    view::TimeWindow window = m_axis->window();
    const double change = std::min(way, window.span - static_cast<double>(TimeAxis::kMinimumSpan));
    if (m_grip == Grip::Left) {
        const view::SplitTime start = view::addTime(window.start, window.fraction + change);
        window = {start.whole, start.fraction, window.span - change};
    } else {
        window.span += std::max(way, static_cast<double>(TimeAxis::kMinimumSpan) - window.span);
    }
    m_axis->setWindow(window);
}

void OverviewBar::mouseReleaseEvent(QMouseEvent* /*event*/)
{
    const QRectF drawn = drawnRect();
    const double left = stripRect().left();
    if (!drawn.isEmpty())
        m_axis->fit(scale().toNs(drawn.left() - left), scale().toNs(drawn.right() - left));
    else if (m_grip == Grip::Draw && !m_axis->showsAll())
        m_axis->centreOn(scale().toNs(m_pressed - left));
    m_grip = Grip::None;
    update();
}

void OverviewBar::mouseDoubleClickEvent(QMouseEvent* /*event*/)
{
    m_grip = Grip::None;
    m_axis->fitAll();
}

void OverviewBar::wheelEvent(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / 120.0;
    m_axis->zoomAt(scale().toNs(event->position().x() - stripRect().left()), std::pow(1.3, notches));
    event->accept();
}

} // namespace stepscope::widgets
