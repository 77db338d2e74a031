// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_timeline_view.h"

#include "core/util/time.h"
#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/ranks/rank_lanes.h"
#include "widgets/ranks/ranks_header.h"
#include "widgets/ranks/ranks_overlay.h"
#include "widgets/ranks/ranks_step_strip.h"
#include "widgets/ranks/ranks_words.h"
#include "widgets/timeline/hover_card.h"
#include "widgets/timeline/time_ruler.h"
#include "widgets/timeline/track_header.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kCardDelay = 250;     // ms
constexpr double kHitTolerance = 2; // px
constexpr double kLaneShare = 0.65; // of the canvas that one rank's events take at most

} // namespace

RanksTimelineView::RanksTimelineView(TimeAxis* axis, RanksCursor* cursor, ThemeSource* theme, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_axis(axis)
    , m_cursor(cursor)
    , m_theme(theme)
    , m_easer(new ZoomEaser(axis, this))
    , m_ruler(new TimeRuler(axis, m_easer, &m_selection, theme, 0, this))
    , m_steps(new RanksStepStrip(axis, m_easer, theme, this))
    , m_header(new RanksHeader(cursor, theme, this))
    , m_lanes(new RankLanes(axis, theme, this))
    , m_card(new HoverCard(theme, viewport()))
    , m_interaction(*axis, m_selection, *cursor, *this)
    , m_headerWidth(TrackHeader::kDefaultWidth)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    verticalScrollBar()->setSingleStep(RanksLayout::kLeastHeight);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    viewport()->setMouseTracking(true);
    setMinimumSize(360, 160);
    setAccessibleName(QStringLiteral("Timeline of the ranks"));
    m_cardTimer.setSingleShot(true);
    m_cardTimer.setInterval(kCardDelay);
    connectParts();
}

RanksTimelineView::~RanksTimelineView()
{
    m_lanes->closeAll(); // what is written over them asks about the rows
}

void RanksTimelineView::connectParts()
{
    const auto repaint = qOverload<>(&QWidget::update);
    connect(m_easer, &ZoomEaser::shownChanged, this, &RanksTimelineView::rangeShown);
    connect(m_axis, &TimeAxis::cursorChanged, viewport(), repaint);
    connect(&m_selection, &Selection::rangeChanged, viewport(), repaint);
    connect(m_cursor, &RanksCursor::collectiveChanged, viewport(), repaint);
    connect(m_cursor, &RanksCursor::hoveredChanged, this, &RanksTimelineView::hoverChanged);
    connect(&m_cardTimer, &QTimer::timeout, this, &RanksTimelineView::showCard);
    connect(m_header, &RanksHeader::scrolledBy, this, [this](int px) { scrollRowsBy(px); });
    connect(m_header, &RanksHeader::pageRequested, this, &RanksTimelineView::pageRequested);
    connect(m_header, &RanksHeader::foldRequested, this,
        [this](std::uint32_t rank) { setUnfolded(rank, !isUnfolded(rank)); });
    connect(m_lanes, &RankLanes::changed, this, &RanksTimelineView::lanesChanged);
    connect(m_lanes, &RankLanes::shown, this, &RanksTimelineView::eventsShown);
    connect(m_lanes, &RankLanes::selectionChanged, this, &RanksTimelineView::eventSelected);
    connect(m_lanes, &RankLanes::headerWidthRequested, this, &RanksTimelineView::setHeaderWidth);
    connect(m_lanes, &RankLanes::scrolledBy, this, [this](int px) { scrollRowsBy(px); });
    connect(m_theme, &ThemeSource::changed, this, [this] {
        if (m_painter)
            m_painter->setTheme(m_theme->theme());
        m_isDirty = true;
        viewport()->update();
    });
}

void RanksTimelineView::setJob(RankJobPtr job)
{
    m_lanes->closeAll();
    m_painter.reset();
    m_data = std::make_unique<RanksData>(std::move(job));
    m_layout = std::make_unique<RanksLayout>(m_data->world());
    m_painter = std::make_unique<RanksPainter>(*m_data, *m_layout, m_theme->theme());
    m_header->setContent(m_data.get(), m_layout.get());
    m_steps->setSteps(*m_data);
    m_selection.setRange({});
    m_ruler->setOrigin(m_data->bounds().start);
    m_axis->setBounds(m_data->bounds().start, m_data->bounds().end);
    setAccessibleDescription(QStringLiteral("%1, %2").arg(
        countedText(m_data->world().ranks.size(), QStringLiteral("rank"), QStringLiteral("ranks")),
        countedText(m_data->world().collectives.size(), QStringLiteral("collective"), QStringLiteral("collectives"))));
    lanesChanged();
}

// ---- geometry ----

void RanksTimelineView::arrange()
{
    if (!m_data)
        return;
    const int steps = m_steps->steps().empty() ? 0 : RanksStepStrip::kHeight;
    const int top = TimeRuler::kHeight + steps;
    const int left = std::min(m_headerWidth, std::max(TrackHeader::kMinimumWidth, width() / 2));
    setViewportMargins(left, top, 0, 0);
    const QRect canvas = viewport()->geometry();
    m_ruler->setGeometry(canvas.left(), 0, canvas.width(), TimeRuler::kHeight);
    m_steps->setGeometry(canvas.left(), TimeRuler::kHeight, canvas.width(), steps);
    m_header->setGeometry(0, 0, canvas.left(), canvas.bottom() + 1);
    m_lanes->setGeometry(0, top, canvas.right() + 1, canvas.height());
    m_axis->setWidth(canvas.width());
    {
        const QScopedValueRollback<bool> guard(m_placing, true);
        verticalScrollBar()->setPageStep(std::max(1, canvas.height()));
        verticalScrollBar()->setRange(0, std::max(0, m_layout->height() - canvas.height()));
        placeKept();
    }
    m_lanes->place(*m_layout, verticalScrollBar()->value());
    rangeShown();
}

void RanksTimelineView::lanesChanged()
{
    m_lanes->claim(*m_layout, static_cast<int>(viewport()->height() * kLaneShare));
    m_layout->setRoom(viewport()->height());
    m_header->setOpened(m_lanes->ranks());
    ++m_layouts;
    m_isDirty = true;
    arrange();
}

void RanksTimelineView::setHeaderWidth(int px)
{
    m_headerWidth = px;
    m_lanes->setHeaderWidth(px);
    arrange();
}

FrameGeometry RanksTimelineView::frameFor(const PaintTarget& target) const
{
    return {m_easer->shown(), viewport()->size(), target.ratio, verticalScrollBar()->value(), 1, target.lettered};
}

view::TimeScale RanksTimelineView::shownScale() const
{
    return {m_easer->shown(), static_cast<double>(std::max(1, viewport()->width()))};
}

void RanksTimelineView::settle()
{
    m_easer->settle();
}

void RanksTimelineView::scrollRowsBy(double px)
{
    verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(std::lround(px)));
}

void RanksTimelineView::resizeEvent(QResizeEvent* /*event*/)
{
    if (m_data)
        lanesChanged();
}

void RanksTimelineView::showEvent(QShowEvent* event)
{
    arrange();
    QAbstractScrollArea::showEvent(event);
}

void RanksTimelineView::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    if (!m_placing)
        m_kept.reset();
    m_header->setScroll(verticalScrollBar()->value());
    m_card->hide();
    m_lanes->place(*m_layout, verticalScrollBar()->value());
    viewport()->update();
}

bool RanksTimelineView::isIdle() const
{
    return !m_easer->isRunning() && !m_cardTimer.isActive() && m_interaction.drag() == RanksInteraction::Drag::None
        && m_lanes->areIdle();
}

// ---- what is shown ----

RankLane* RanksTimelineView::lane(std::uint32_t rank)
{
    return m_lanes->lane(rank);
}

bool RanksTimelineView::isUnfolded(std::uint32_t rank) const
{
    return m_lanes->isOpen(rank);
}

void RanksTimelineView::setUnfolded(std::uint32_t rank, bool unfolded)
{
    const RankFile& file = m_data->job().files[rank];
    if (unfolded == isUnfolded(rank) || !file.isTrace)
        return;
    if (unfolded)
        return m_lanes->open(rank, toQString(file.path), m_data->world().clocks[rank].shiftNs);
    m_layout->setBelow(rank, 0);
    m_lanes->close(rank);
}

void RanksTimelineView::bringIntoView(int top, int bottom)
{
    QScrollBar* bar = verticalScrollBar();
    const int height = viewport()->height();
    if (top < bar->value())
        bar->setValue(top);
    else if (bottom > bar->value() + height)
        bar->setValue(std::min(top, bottom - height));
}

RanksTimelineView::Top RanksTimelineView::top() const
{
    const int edge = verticalScrollBar()->value();
    const auto row = edge > 0 ? m_layout->rowAt(edge) : std::nullopt;
    return row ? Top {m_layout->rows()[*row].label, edge - m_layout->rows()[*row].y} : Top {};
}

void RanksTimelineView::keepAtTop(const Top& top)
{
    m_kept = top;
    const QScopedValueRollback<bool> guard(m_placing, true);
    placeKept();
}

void RanksTimelineView::placeKept()
{
    if (!m_kept)
        return;
    const std::vector<RankRow>& rows = m_layout->rows();
    const auto row
        = std::find_if(rows.begin(), rows.end(), [this](const RankRow& one) { return one.label == m_kept->label; });
    verticalScrollBar()->setValue(row != rows.end() ? row->y + m_kept->offset : 0);
}

void RanksTimelineView::showRank(std::uint32_t rank)
{
    const RankRow& row = m_layout->rows()[m_layout->rowOf(rank)];
    bringIntoView(row.y, row.y + m_layout->rowHeight());
}

void RanksTimelineView::showCollective(std::uint32_t collective)
{
    const ranks::SharedCollective& shared = m_data->world().collectives[collective];
    const Interval span = spanOf(shared);
    m_axis->fitAround(span.start, span.end);
    showRank(shared.arrivals[shared.last].rank);
}

void RanksTimelineView::selectBy(int direction)
{
    const std::uint32_t rank = m_cursor->rank().value_or(0);
    const auto bars = m_data->bars(rank);
    if (bars.empty())
        return;
    auto next = static_cast<std::ptrdiff_t>(m_data->firstBarFrom(rank, m_axis->range().start));
    if (m_cursor->collective()) {
        if (const RankBar* chosen = m_data->barOf(rank, *m_cursor->collective()))
            next = chosen - bars.data() + direction;
    }
    if (next < 0 || next >= static_cast<std::ptrdiff_t>(bars.size()))
        return;
    const RankBar& bar = bars[static_cast<std::size_t>(next)];
    m_cursor->choose(bar.collective);
    if (bar.end <= m_axis->range().start || bar.start >= m_axis->range().end)
        m_axis->centreOn(bar.start);
}

// ---- painting ----

void RanksTimelineView::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(viewport());
    if (!m_data)
        return painter.fillRect(viewport()->rect(), m_theme->theme().surface);
    const FrameGeometry frame = frameFor(targetOf(painter));
    if (m_isDirty || !(frame == m_frame)) {
        m_painter->paint(m_picture, frame);
        m_frame = frame;
        m_isDirty = false;
        ++m_pictures;
    }
    painter.drawImage(QPointF(0, 0), m_picture);
    if (!frame.lettered)
        m_painter->write(painter, frame);
    RanksOverlay overlay(painter, *m_data, *m_layout, m_frame, m_theme->theme());
    overlay.range(m_selection.range());
    if (m_cursor->collective())
        overlay.collective(*m_cursor->collective(), true);
    if (m_cursor->hovered() && m_cursor->hovered() != m_cursor->collective())
        overlay.collective(*m_cursor->hovered(), false);
    overlay.cursor(m_axis->cursor());
}

void RanksTimelineView::rangeShown()
{
    const auto span = static_cast<std::int64_t>(std::ceil(m_easer->shown().span));
    const int corner = TimeRuler::kHeight + (m_steps->steps().empty() ? 0 : RanksStepStrip::kHeight);
    m_header->setCorner(corner, durationText(span));
    m_card->hide();
    viewport()->update();
}

// ---- pointer ----

QRectF RanksTimelineView::rectOf(std::uint32_t rank, std::uint32_t collective) const
{
    const RankBar* bar = m_data->barOf(rank, collective);
    if (bar == nullptr)
        return {};
    const view::TimeScale scale = shownScale();
    const int top = m_layout->rows()[m_layout->rowOf(rank)].y - verticalScrollBar()->value();
    const double from = scale.toPx(bar->start);
    return {from, static_cast<double>(top + RanksPainter::kBarInset), std::max(1.0, scale.toPx(bar->end) - from),
        m_layout->rowHeight() - 2.0 * RanksPainter::kBarInset};
}

RanksHit RanksTimelineView::hitAt(QPointF position) const
{
    RanksHit hit;
    const int y = static_cast<int>(std::floor(position.y())) + verticalScrollBar()->value();
    const auto row = m_layout->rowAt(y);
    if (!row || !m_layout->rows()[*row].rank)
        return hit;
    hit.rank = m_layout->rows()[*row].rank;
    const view::TimeScale scale = shownScale();
    const auto tolerance = static_cast<std::int64_t>(std::ceil(kHitTolerance * scale.nsPerPx));
    if (y - m_layout->rows()[*row].y < m_layout->rowHeight()) {
        if (const RankBar* bar = m_data->barAt(*hit.rank, scale.toNs(position.x()), tolerance))
            hit.collective = bar->collective;
    }
    return hit;
}

void RanksTimelineView::hoverChanged()
{
    m_card->hide();
    m_cardTimer.stop();
    if (m_cursor->hovered() && m_interaction.pointer())
        m_cardTimer.start();
    viewport()->update();
}

void RanksTimelineView::showCard()
{
    const auto pointer = m_interaction.pointer();
    if (!pointer || !m_cursor->hovered())
        return;
    const ranks::SharedCollective& shared = m_data->world().collectives[*m_cursor->hovered()];
    m_card->showAt(*pointer, collectiveText(shared), collectiveLines(m_data->world(), shared));
}

bool RanksTimelineView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        m_interaction.leave();
        m_card->hide();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void RanksTimelineView::wheelEvent(QWheelEvent* event)
{
    m_interaction.wheel(*event);
    event->accept();
}

void RanksTimelineView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_interaction.press(*event);
}

void RanksTimelineView::mouseMoveEvent(QMouseEvent* event)
{
    m_interaction.move(*event);
    viewport()->setCursor(m_interaction.drag() == RanksInteraction::Drag::Pan ? Qt::ClosedHandCursor : Qt::ArrowCursor);
}

void RanksTimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_interaction.release(*event);
    viewport()->setCursor(Qt::ArrowCursor);
}

void RanksTimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_interaction.doubleClick(*event);
}

void RanksTimelineView::keyPressEvent(QKeyEvent* event)
{
    const auto command = timelineCommandFor(event->key(), event->modifiers());
    if (!command)
        return QAbstractScrollArea::keyPressEvent(event);
    Q_EMIT commandRequested(*command);
    event->accept();
}

} // namespace stepscope::widgets
