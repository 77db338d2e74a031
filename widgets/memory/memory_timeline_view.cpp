// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_view.h"

#include "core/util/time.h"
#include "widgets/common/style.h"
#include "widgets/memory/memory_axis_bytes.h"
#include "widgets/memory/memory_ruler.h"
#include "widgets/memory/memory_timeline_height.h"
#include "widgets/memory/memory_timeline_overlay.h"
#include "widgets/memory/memory_timeline_text.h"
#include "widgets/memory/memory_words.h"
#include "widgets/timeline/hover_card.h"
#include "widgets/timeline/zoom_easer.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kCardDelay = 250;     // ms
constexpr int kStripHeight = 56;    // of the segments
constexpr int kStripFrom = 260;     // height of the widget from which there is room for it
constexpr double kRoomAbove = 1.06; // of the highest point

} // namespace

MemoryTimelineView::MemoryTimelineView(std::shared_ptr<const model::MemorySnapshot> snapshot, TimeAxis* axis,
    MemoryCursor* cursor, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_data(std::move(snapshot))
    , m_axis(axis)
    , m_cursor(cursor)
    , m_theme(theme)
    , m_easer(new ZoomEaser(axis, this))
    , m_height(new HeightEaser(this))
    , m_card(new HoverCard(theme, this))
    , m_pictures(m_data, theme->theme())
    , m_interaction(m_data, *axis, *cursor, *this)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(360, 160);
    setAccessibleName(tr("Memory timeline"));
    m_cardTimer.setSingleShot(true);
    m_cardTimer.setInterval(kCardDelay);
    connectParts();
    showDevice();
}

MemoryTimelineView::~MemoryTimelineView() = default;

void MemoryTimelineView::connectParts()
{
    const auto repaint = [this] { update(); };
    connect(m_easer, &ZoomEaser::shownChanged, this, repaint);
    connect(m_axis, &TimeAxis::rangeChanged, this, [this] {
        m_card->hide();
        aimHeight(false);
    });
    connect(m_axis, &TimeAxis::cursorChanged, this, &MemoryTimelineView::overlayMoved);
    connect(m_height, &HeightEaser::shownChanged, this, repaint);
    connect(m_cursor, &MemoryCursor::deviceChanged, this, &MemoryTimelineView::showDevice);
    connect(m_cursor, &MemoryCursor::entryChanged, this, repaint);
    connect(m_cursor, &MemoryCursor::rangeChanged, this, repaint);
    connect(m_cursor, &MemoryCursor::markedChanged, this, &MemoryTimelineView::showMarked);
    connect(m_cursor, &MemoryCursor::hoveredChanged, this, &MemoryTimelineView::hoverChanged);
    connect(m_cursor, &MemoryCursor::allocationChanged, this, [this] {
        m_chosen = outlineOf(m_cursor->allocation());
        update();
    });
    connect(&m_cardTimer, &QTimer::timeout, this, &MemoryTimelineView::showCard);
    connect(m_theme, &ThemeSource::changed, this, &MemoryTimelineView::contentChanged);
    connect(&m_pictures, &MemoryPictures::changed, this, repaint);
}

// ---- content ----

void MemoryTimelineView::showDevice()
{
    m_pictures.beforeChange();
    m_data.showDevice(m_cursor->device());
    m_data.setMarked(m_cursor->marked());
    contentChanged();
    setBounds();
    describe();
}

void MemoryTimelineView::setBounds()
{
    if (!m_sharedZero)
        m_axis->setBounds(m_data.positions().begin(), m_data.positions().end());
    aimHeight(true);
}

void MemoryTimelineView::contentChanged()
{
    m_pictures.contentChanged(m_theme->theme());
    update();
}

void MemoryTimelineView::setAxisMode(view::MemoryAxisMode mode)
{
    m_pictures.beforeChange();
    m_data.setMode(mode);
    m_pictures.marksChanged();
    setBounds();
    update();
}

void MemoryTimelineView::setColourBy(MemoryColourBy by)
{
    m_pictures.beforeChange();
    m_data.setColourBy(by);
    contentChanged();
}

void MemoryTimelineView::setColourModel(std::shared_ptr<const MemoryGroups> model)
{
    m_data.setColourModel(std::move(model));
    contentChanged();
}

void MemoryTimelineView::setCategories(MemoryCategories categories)
{
    m_pictures.beforeChange();
    m_data.setCategories(std::move(categories));
    contentChanged();
}

void MemoryTimelineView::setSteps(std::vector<MemoryStepMark> steps)
{
    m_pictures.beforeChange();
    m_data.setSteps(std::move(steps));
    m_pictures.marksChanged();
    update();
}

void MemoryTimelineView::showMarked()
{
    m_pictures.beforeChange();
    m_data.setMarked(m_cursor->marked());
    contentChanged();
}

void MemoryTimelineView::setHeightMode(MemoryHeight mode)
{
    m_heightMode = mode;
    aimHeight(false);
}

void MemoryTimelineView::fitEntries(const EntryRange& range)
{
    m_axis->fit(m_data.positions().of(range.first), m_data.positions().of(range.last + 1));
}

void MemoryTimelineView::setTop(std::uint64_t bytes)
{
    m_top = bytes;
    aimHeight(true);
}

void MemoryTimelineView::describe()
{
    const model::MemoryDevice& device = m_data.device();
    const QString text = tr("%1 allocations over %2 entries; peak %3 active, %4 reserved");
    setAccessibleDescription(text.arg(QString::fromStdString(formatCount(device.allocations.count())),
        QString::fromStdString(formatCount(device.allocationOf.size())), bytesText(device.active.peak),
        bytesText(device.reserved.peak)));
}

// ---- geometry ----

QRect MemoryTimelineView::strip() const
{
    const bool hasRoom = height() >= kStripFrom && !m_data.device().spans.empty();
    const int high = hasRoom ? kStripHeight : 0;
    return {kByteAxisWidth, height() - kMemoryRulerHeight - high, std::max(1, width() - kByteAxisWidth), high};
}

QRect MemoryTimelineView::canvas() const
{
    return {kByteAxisWidth, 0, std::max(1, width() - kByteAxisWidth), std::max(1, strip().top())};
}

view::TimeScale MemoryTimelineView::shownScale() const
{
    return {m_easer->shown(), static_cast<double>(canvas().width())};
}

void MemoryTimelineView::settle()
{
    m_easer->settle();
}

MemoryFrame MemoryTimelineView::frameFor(const PaintTarget& target) const
{
    MemoryFrame frame {m_easer->shown(), canvas().size(), target.ratio, 1, target.lettered};
    frame.bytesPerPixel = view::bytesPerPixelFor(m_height->shown(), frame.bandLines());
    return frame;
}

// The reserved line belongs to the picture, for what it has above the bands is what fragmentation wastes, unless it
// would press them down too far.
void MemoryTimelineView::aimHeight(bool atOnce)
{
    constexpr std::uint64_t kFarAbove = 4; // times the active memory
    const view::EntryPositions& positions = m_data.positions();
    const TimeRange seen = m_heightMode == MemoryHeight::FitAll ? m_axis->bounds() : m_axis->range();
    const view::EntrySpan span {positions.entryAt(seen.start), positions.entryAt(seen.end)};
    const std::uint64_t active = m_data.active().curve().at(m_data.active().highest(span));
    const std::uint64_t reserved = m_data.reserved().curve().at(m_data.reserved().highest(span));
    const std::uint64_t highest = reserved / kFarAbove <= active || active == 0 ? std::max(active, reserved) : active;
    const std::uint64_t top = m_top.value_or(highest);
    const auto wanted = static_cast<std::uint64_t>(static_cast<double>(std::max<std::uint64_t>(top, 1)) * kRoomAbove);
    if (atOnce)
        m_height->jumpTo(wanted);
    else
        m_height->aimAt(wanted);
}

bool MemoryTimelineView::idle() const
{
    const bool isPainted = !isVisible() || m_pictures.isExact(frameFor({m_frame.ratio, m_frame.lettered}));
    return isPainted && !m_pictures.isBusy() && !m_easer->isRunning() && !m_height->isRunning()
        && !m_cardTimer.isActive() && m_interaction.drag() == MemoryTimelineInteraction::Drag::None;
}

void MemoryTimelineView::resizeEvent(QResizeEvent* /*event*/)
{
    m_axis->setWidth(canvas().width());
}

// ---- painting ----

void MemoryTimelineView::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    m_frame = frameFor(targetOf(painter));
    // Another fineness than the screen's is for a picture that somebody takes: that cannot be painted again later.
    const bool isTaken = !m_frame.lettered || m_frame.ratio != devicePixelRatioF();
    m_pictures.ask(m_frame, strip().size(), isTaken);
    if (m_outlined != m_pictures.count()) {
        m_outlined = m_pictures.count();
        m_hovered = outlineOf(m_cursor->hovered());
        m_chosen = outlineOf(m_cursor->allocation());
        if (event->region() != QRegion(rect()))
            update(); // what was asked for is no longer all that is out of date
    }
    m_pictures.draw(painter, canvas(), strip(), m_frame);
    if (!strip().isEmpty())
        painter.fillRect(QRect(strip().left(), strip().top(), strip().width(), 1), m_theme->theme().line);
    paintMargins(painter);
    if (!m_data.hasHistory())
        paintNoHistory(painter, canvas(), m_data.isEmpty(), m_theme->theme());
    else
        paintOverlays(painter);
    m_overlaid = overlayRegion();
}

QRegion MemoryTimelineView::overlayRegion() const
{
    const QTransform toWidget
        = m_pictures.placeIn(m_frame) * QTransform::fromTranslate(canvas().left(), canvas().top());
    constexpr int kLabelRoom = 200; // px at either side: the pointer's label, and ticks that give way to it
    const QRect ruler(kByteAxisWidth, height() - kMemoryRulerHeight, canvas().width(), kMemoryRulerHeight);
    QRegion region = outlineRegion(toWidget.map(m_hovered)) & canvas();
    if (const auto pointer = m_interaction.pointer()) {
        const int x = canvas().left() + static_cast<int>(pointer->x());
        region += ruler & QRect(x - kLabelRoom, ruler.top(), 2 * kLabelRoom, ruler.height());
    }
    return region;
}

void MemoryTimelineView::overlayMoved()
{
    update(m_overlaid + overlayRegion());
}

QPainterPath MemoryTimelineView::outlineOf(AllocId allocation) const
{
    if (!allocation.valid() || allocation.index() >= m_data.blocks().count())
        return {};
    return bandOutline(view::bandShape(m_data.blocks(), m_pictures.entries(), allocation.index()), m_pictures.frame());
}

void MemoryTimelineView::paintOverlays(QPainter& painter)
{
    const Theme& theme = m_theme->theme();
    const double height = canvas().height() + strip().height();
    painter.save();
    painter.translate(canvas().topLeft());
    painter.setClipRect(QRectF(0, 0, canvas().width(), height));
    if (m_cursor->range())
        paintEntryRange(painter, m_frame, m_data.positions(), *m_cursor->range(), height, theme);
    paintMemoryCursor(painter, m_frame, m_data.positions(), m_cursor->entry(), height, theme);
    painter.setClipRect(QRectF(0, 0, canvas().width(), canvas().height()));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setTransform(m_pictures.placeIn(m_frame), true);
    paintHoveredBand(painter, m_hovered, theme);
    paintChosenBand(painter, m_chosen, theme);
    painter.restore();
}

void MemoryTimelineView::paintMargins(QPainter& painter)
{
    const Theme& theme = m_theme->theme();
    paintByteAxis(painter, QRectF(0, 0, kByteAxisWidth, canvas().height()), m_frame, theme);
    painter.fillRect(QRect(0, canvas().height(), kByteAxisWidth, height() - canvas().height()), theme.panel);
    painter.fillRect(QRect(kByteAxisWidth - 1, canvas().height(), 1, strip().height()), theme.line);
    painter.setPen(theme.muted);
    if (!strip().isEmpty())
        painter.drawText(QRect(0, strip().top(), kByteAxisWidth - 10, strip().height()),
            Qt::AlignRight | Qt::AlignVCenter, tr("segments"));
    RulerMarks marks;
    marks.entry = m_cursor->entry();
    marks.range = m_cursor->range();
    marks.zero = m_sharedZero;
    if (const auto pointer = m_interaction.pointer())
        marks.pointer = hitAt(*pointer).entry;
    const QRectF ruler(kByteAxisWidth, height() - kMemoryRulerHeight, canvas().width(), kMemoryRulerHeight);
    paintMemoryRuler(painter, ruler, m_frame, m_data.positions(), marks, theme);
}

// ---- pointer ----

MemoryHit MemoryTimelineView::hitAt(QPointF position) const
{
    MemoryHit hit;
    const MemoryFrame& frame = m_pictures.frame();
    const QPointF place = m_pictures.placeIn(m_frame).inverted().map(position);
    const auto column = static_cast<std::int32_t>(std::floor(place.x() * frame.ratio));
    const auto line = static_cast<std::int32_t>(std::floor(place.y() * frame.ratio));
    const auto& entries = m_pictures.entries();
    if (column < 0 || static_cast<std::size_t>(column) >= entries.size())
        return hit;
    if (entries[static_cast<std::size_t>(column)] != view::BandColumn::kNothing)
        hit.entry = entries[static_cast<std::size_t>(column)];
    if (const auto piece = m_pictures.bands().pieceAt(column, frame.lines() - 1 - line))
        hit.allocation = AllocId(*piece);
    return hit;
}

QPointF MemoryTimelineView::onCanvas(const QMouseEvent* event) const
{
    return event->position() - canvas().topLeft();
}

void MemoryTimelineView::hoverChanged()
{
    m_hovered = outlineOf(m_cursor->hovered());
    m_card->hide();
    m_cardTimer.stop();
    if (m_cursor->hovered().valid() && m_interaction.pointer())
        m_cardTimer.start();
    overlayMoved();
}

void MemoryTimelineView::showCard()
{
    const auto pointer = m_interaction.pointer();
    if (!pointer || m_interaction.drag() != MemoryTimelineInteraction::Drag::None)
        return;
    const QPointF at = *pointer + canvas().topLeft();
    const MemoryHit hit = hitAt(*pointer);
    CardText text;
    if (hit.allocation.valid() && hit.entry)
        text = allocationText(m_data, hit.allocation, *hit.entry);
    else if (const auto segment = m_pictures.segmentAt(at - strip().topLeft(), m_frame);
             segment && strip().contains(at.toPoint()))
        text = segmentText(m_data, segment->span, segment->entry);
    if (!text.title.isEmpty())
        m_card->showAt(at, text.title, text.lines);
}

void MemoryTimelineView::wheelEvent(QWheelEvent* event)
{
    m_interaction.wheel(event->position() - canvas().topLeft(), *event);
    event->accept();
}

void MemoryTimelineView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_interaction.press(onCanvas(event), event->modifiers());
}

void MemoryTimelineView::mouseMoveEvent(QMouseEvent* event)
{
    m_interaction.move(onCanvas(event));
    setCursor(m_interaction.drag() == MemoryTimelineInteraction::Drag::Pan ? Qt::ClosedHandCursor : Qt::ArrowCursor);
    if (strip().contains(event->position().toPoint())) {
        m_card->hide();
        m_cardTimer.start();
    }
}

void MemoryTimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_interaction.release(onCanvas(event));
    setCursor(Qt::ArrowCursor);
}

void MemoryTimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_interaction.doubleClick(onCanvas(event));
}

void MemoryTimelineView::keyPressEvent(QKeyEvent* event)
{
    if (!m_interaction.keyPress(*event))
        QWidget::keyPressEvent(event);
}

void MemoryTimelineView::leaveEvent(QEvent* /*event*/)
{
    m_interaction.leave();
    m_card->hide();
    m_cardTimer.stop();
    overlayMoved();
}

} // namespace stepscope::widgets
