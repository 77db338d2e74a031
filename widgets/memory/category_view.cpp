// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/category_view.h"

#include "core/view/memory_columns.h"
#include "widgets/common/canvas_drag.h"
#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_axis_bytes.h"
#include "widgets/memory/memory_ruler.h"
#include "widgets/memory/memory_timeline_overlay.h"
#include "widgets/memory/memory_words.h"
#include "widgets/timeline/hover_card.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kCardDelay = 250;     // ms
constexpr double kRoomAbove = 1.06; // of the highest point
constexpr double kKeyZoom = 1.5;
constexpr double kKeyPan = 0.15; // of the width
constexpr double kDragDistance = 3;

} // namespace

CategoryView::CategoryView(const model::CategoryTimeline& timeline, const analysis::CategoryFigures& figures,
    TimeAxis* axis, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_timeline(timeline)
    , m_figures(figures)
    , m_columns(timeline, view::CurveView(figures.initial, figures.total))
    , m_axis(axis)
    , m_theme(theme)
    , m_easer(new ZoomEaser(axis, this))
    , m_height(new HeightEaser(this))
    , m_card(new HoverCard(theme, this))
    , m_painter(m_columns, figures)
    , m_point(figures.peakPoint)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(360, 160);
    setAccessibleName(tr("Memory by category"));
    setAccessibleDescription(tr("%1 times; peak %2").arg(countText(timeline.count()), bytesText(figures.peak)));
    m_cardTimer.setSingleShot(true);
    m_cardTimer.setInterval(kCardDelay);
    const auto repaint = [this] { update(); };
    connect(m_easer, &ZoomEaser::shownChanged, this, repaint);
    connect(m_height, &HeightEaser::shownChanged, this, repaint);
    connect(m_axis, &TimeAxis::rangeChanged, this, [this] {
        m_card->hide();
        aimHeight(false);
    });
    connect(&m_cardTimer, &QTimer::timeout, this, &CategoryView::showCard);
    connect(m_theme, &ThemeSource::changed, this, [this] {
        m_dirty = true;
        update();
    });
    m_axis->setBounds(m_columns.positions().begin(), m_columns.positions().end());
    aimHeight(true);
}

void CategoryView::setPoint(std::int32_t point)
{
    point = std::clamp(point, model::kBeforeHistory, m_columns.positions().count() - 1);
    if (point == m_point)
        return;
    m_point = point;
    update();
    Q_EMIT pointChanged();
}

QString CategoryView::timeText(std::int32_t point) const
{
    return point < 0 ? tr("before the first time")
                     : relativeTimeText(m_timeline.timeNs[static_cast<std::size_t>(point)], m_timeline.timeNs[0]);
}

std::optional<std::int32_t> CategoryView::hovered() const
{
    return m_pointer && !m_panning ? pointAt(*m_pointer) : std::nullopt;
}

bool CategoryView::idle() const
{
    return !m_easer->isRunning() && !m_height->isRunning() && !m_cardTimer.isActive() && !m_pressed;
}

// ---- geometry ----

QRect CategoryView::canvas() const
{
    return {kByteAxisWidth, 0, std::max(1, width() - kByteAxisWidth), std::max(1, height() - kMemoryRulerHeight)};
}

MemoryFrame CategoryView::frameFor(const PaintTarget& target) const
{
    MemoryFrame frame {m_easer->shown(), canvas().size(), target.ratio, 1, target.lettered};
    frame.bytesPerPixel = view::bytesPerPixelFor(m_height->shown(), frame.bandLines());
    return frame;
}

void CategoryView::aimHeight(bool atOnce)
{
    const TimeRange seen = m_axis->range();
    const view::EntryPositions& positions = m_columns.positions();
    const std::uint64_t top = m_columns.highestIn({positions.entryAt(seen.start), positions.entryAt(seen.end)});
    const auto wanted = static_cast<std::uint64_t>(static_cast<double>(std::max<std::uint64_t>(top, 1)) * kRoomAbove);
    atOnce ? m_height->jumpTo(wanted) : m_height->aimAt(wanted);
}

void CategoryView::resizeEvent(QResizeEvent* /*event*/)
{
    m_axis->setWidth(canvas().width());
}

std::optional<std::int32_t> CategoryView::pointAt(QPointF position) const
{
    const double x = std::floor((position.x() - canvas().left()) * m_frame.ratio);
    const std::vector<view::CategoryColumn>& columns = m_painter.columns();
    if (x < 0 || x >= static_cast<double>(columns.size()) || !canvas().contains(position.toPoint()))
        return std::nullopt;
    const view::CategoryColumn& column = columns[static_cast<std::size_t>(x)];
    return column.empty ? std::nullopt : std::optional(column.highest);
}

// ---- painting ----

void CategoryView::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const Theme& theme = m_theme->theme();
    const MemoryFrame frame = frameFor(targetOf(painter));
    if (m_dirty || !(frame == m_frame)) {
        m_painter.paint(m_base, frame, theme);
        m_frame = frame;
        m_dirty = false;
    }
    const QRect canvas = this->canvas();
    painter.drawImage(canvas.topLeft(), m_base);
    painter.save();
    painter.translate(canvas.topLeft());
    painter.setClipRect(QRect(QPoint(0, 0), canvas.size()));
    if (!frame.lettered)
        m_painter.write(painter, frame, theme);
    paintMemoryCursor(painter, m_frame, m_columns.positions(), m_point, canvas.height(), theme);
    painter.restore();
    paintByteAxis(painter, QRectF(0, 0, kByteAxisWidth, canvas.height()), m_frame, theme);
    painter.fillRect(QRect(0, canvas.height(), kByteAxisWidth, height() - canvas.height()), theme.panel);
    RulerMarks marks;
    marks.entry = m_point;
    marks.pointer = hovered();
    marks.text = timeText(marks.pointer.value_or(m_point));
    paintMemoryRuler(painter, QRectF(canvas.left(), canvas.height(), canvas.width(), kMemoryRulerHeight), m_frame,
        m_columns.positions(), marks, theme);
}

// ---- pointer ----

void CategoryView::hoverAt(std::optional<QPointF> position)
{
    const std::optional<std::int32_t> before = hovered();
    m_pointer = position;
    m_axis->setCursor(position ? std::optional(m_axis->scale().toNs(position->x() - canvas().left())) : std::nullopt);
    m_card->hide();
    m_cardTimer.stop();
    if (hovered())
        m_cardTimer.start();
    if (hovered() == before)
        return;
    update(QRect(canvas().left(), canvas().height(), canvas().width(), kMemoryRulerHeight)); // says where it is
    Q_EMIT hoveredChanged();
}

void CategoryView::showCard()
{
    const std::optional<std::int32_t> point = hovered();
    if (!point)
        return;
    const auto line = static_cast<std::int32_t>(std::floor((m_pointer->y() - canvas().top()) * m_frame.ratio));
    const auto category = view::categoryAt(m_columns.tops(*point, m_frame.bytesPerPixel), m_frame.lines() - 1 - line);
    const auto named = [this, point](std::size_t c) {
        return QString::fromLatin1(model::kMemoryCategories[c]) + QStringLiteral("  ")
            + bytesText(m_timeline.at(c, *point));
    };
    QStringList lines {tr("%1 in all, %2").arg(bytesText(m_columns.totalAt(*point)), timeText(*point))};
    for (std::size_t c = m_figures.categories.size(); c-- > 0;) {
        if (m_timeline.at(c, *point) > 0 && c != category)
            lines << named(c);
    }
    m_card->showAt(*m_pointer, category ? named(*category) : tr("nothing held"), lines);
}

void CategoryView::wheelEvent(QWheelEvent* event)
{
    const QPoint angle = event->angleDelta();
    if (event->modifiers().testFlag(Qt::ControlModifier))
        m_axis->zoomAtPixel(event->position().x() - canvas().left(), std::pow(kWheelZoom, angle.y() / kWheelNotch));
    else
        m_axis->panByPixels(-(angle.x() != 0 ? angle.x() : angle.y()) / kWheelNotch * kWheelPan);
    hoverAt(event->position());
    event->accept();
}

void CategoryView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_pressed = m_last = event->position();
}

void CategoryView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_pressed && !m_panning && std::abs(event->position().x() - m_pressed->x()) >= kDragDistance) {
        m_easer->settle();
        m_panning = true;
        setCursor(Qt::ClosedHandCursor);
    }
    if (m_panning) {
        m_axis->panByPixels(m_last.x() - event->position().x());
        m_last = event->position();
    }
    hoverAt(event->position());
}

void CategoryView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_pressed)
        return;
    const std::optional<std::int32_t> point = m_panning ? std::nullopt : pointAt(event->position());
    m_pressed.reset();
    m_panning = false;
    setCursor(Qt::ArrowCursor);
    if (point)
        setPoint(*point);
    hoverAt(event->position());
}

void CategoryView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_axis->fitAll();
}

void CategoryView::leaveEvent(QEvent* /*event*/)
{
    hoverAt(std::nullopt);
}

// ---- keys ----

void CategoryView::keyPressEvent(QKeyEvent* event)
{
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
        QWidget::keyPressEvent(event);
        return;
    }
    const double fast = event->modifiers().testFlag(Qt::ShiftModifier) ? 3 : 1;
    const auto pan = static_cast<std::int64_t>(m_axis->width() * kKeyPan * fast * m_axis->nsPerPixel());
    const double place = m_pointer ? m_pointer->x() - canvas().left() : m_axis->width() / 2;
    switch (event->key()) {
    case Qt::Key_W:
        return m_axis->zoomAtPixel(place, std::pow(kKeyZoom, fast));
    case Qt::Key_S:
        return m_axis->zoomAtPixel(place, 1 / std::pow(kKeyZoom, fast));
    case Qt::Key_A:
        return m_axis->panByNs(-pan);
    case Qt::Key_D:
        return m_axis->panByNs(pan);
    case Qt::Key_0:
        return m_axis->fitAll();
    case Qt::Key_Left:
        return step(-1);
    case Qt::Key_Right:
        return step(1);
    case Qt::Key_Escape:
        return m_axis->back();
    default:
        QWidget::keyPressEvent(event);
    }
}

// To the next or previous time, which comes into view.
void CategoryView::step(std::int32_t by)
{
    setPoint(m_point + by);
    const std::int64_t position = m_columns.positions().of(m_point);
    const TimeRange seen = m_axis->range();
    if (position < seen.start || position >= seen.end)
        m_axis->centreOn(position);
}

} // namespace stepscope::widgets
