// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_view.h"

#include "core/util/time.h"
#include "core/view/flow_links.h"
#include "widgets/common/style.h"
#include "widgets/timeline/hit_test.h"
#include "widgets/timeline/hover_guide.h"
#include "widgets/timeline/interaction.h"
#include "widgets/timeline/item_place.h"
#include "widgets/timeline/item_text.h"
#include "widgets/timeline/overlay_painter.h"
#include "widgets/timeline/overlay_shapes.h"
#include "widgets/timeline/overview_bar.h"
#include "widgets/timeline/row_scroll.h"
#include "widgets/timeline/stream_idle.h"
#include "widgets/timeline/time_ruler.h"
#include "widgets/timeline/timeline_marks.h"
#include "widgets/timeline/timeline_painter.h"
#include "widgets/timeline/track_header.h"
#include "widgets/viewmodel/figures.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

// From the first slice that is linked to the end of the last one.
Interval linkSpanOf(
    const model::SliceTable& slices, const view::LaunchChain& chain, const std::vector<model::Flow>& flows)
{
    std::optional<Interval> span;
    const auto add = [&](SliceId id) {
        const Interval its {slices.start[id.index()], slices.end(id)};
        span = span ? Interval {std::min(span->start, its.start), std::max(span->end, its.end)} : its;
    };
    for (const auto& [launch, work] : chain.links) {
        add(launch);
        add(work);
    }
    for (const model::Flow& flow : flows) {
        add(flow.from);
        add(flow.to);
    }
    return span.value_or(Interval {});
}

} // namespace

TimelineView::TimelineView(std::shared_ptr<const model::Trace> trace, TimeAxis* axis, Selection* selection,
    ThemeSource* theme, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_data(std::make_unique<TimelineData>(std::move(trace)))
    , m_axis(axis)
    , m_selection(selection)
    , m_theme(theme)
    , m_painter(std::make_unique<TimelinePainter>(*m_data, theme->theme()))
    , m_picture(*m_painter)
    , m_easer(new ZoomEaser(axis, this))
    , m_commands(new TimelineCommands(*m_data, *axis, *selection, *this, this))
    , m_interaction(new Interaction(*axis, *selection, *this, *m_commands, this))
    , m_overview(new OverviewBar(*m_data, axis, m_easer, theme, this))
    , m_ruler(new TimeRuler(axis, m_easer, selection, theme, m_data->trace().rangeStart, this))
    , m_header(new TrackHeader(*m_data, theme, this))
    , m_hover(new HoverGuide(*m_data, *selection, *this, *m_interaction, theme, viewport()))
    , m_rows(std::make_unique<RowScroll>(*m_data, *axis, verticalScrollBar(), [this] { rowsChanged(); }))
    , m_rulerHeight(TimeRuler::kHeight)
    , m_headerWidth(TrackHeader::kDefaultWidth)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // the canvas keeps its width when rows fold
    verticalScrollBar()->setSingleStep(kLaneHeight);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    viewport()->setMouseTracking(true);
    setMinimumSize(360, 160);
    setAccessibleName(tr("Timeline"));
    connectParts(theme);
    rowsChanged();
}

TimelineView::~TimelineView() = default;

void TimelineView::connectParts(ThemeSource* theme)
{
    connect(m_easer, &ZoomEaser::shownChanged, this, &TimelineView::rangeShown);
    connect(m_axis, &TimeAxis::cursorChanged, this, &TimelineView::overlayMoved);
    connect(m_selection, &Selection::itemChanged, this, &TimelineView::selectionChanged);
    connect(m_hover, &HoverGuide::changed, this, &TimelineView::overlayMoved);
    connect(m_hover, &HoverGuide::described, this, &TimelineView::setAccessibleDescription);
    connect(m_selection, &Selection::rangeChanged, viewport(), qOverload<>(&QWidget::update));
    connect(m_selection, &Selection::measuredChanged, viewport(), qOverload<>(&QWidget::update));
    connect(m_commands, &TimelineCommands::goToTimeRequested, this, &TimelineView::goToTimeRequested);
    connect(m_interaction, &Interaction::rangeDragged, this, &TimelineView::rangeDragged);
    connect(m_interaction, &Interaction::itemClicked, this, &TimelineView::itemClicked);
    connect(m_ruler, &TimeRuler::rangeDragged, this, &TimelineView::rangeDragged);
    connect(m_interaction, &Interaction::dragChanged, this, &TimelineView::updateCursorShape);
    connect(m_header, &TrackHeader::foldRequested, this, &TimelineView::toggleFold);
    connect(m_header, &TrackHeader::scrolledBy, this, [this](int px, QPointF at) {
        if (!scrollPinnedAt(at - QPointF(0, m_header->corner()), px))
            m_rows->by(px);
    });
    connect(m_header, &TrackHeader::widthRequested, this, &TimelineView::setHeaderWidth);
    connect(theme, &ThemeSource::changed, this, [this] {
        m_painter->setTheme(m_theme->theme());
        m_picture.invalidate();
        viewport()->update();
    });
}

// ---- marks ----

void TimelineView::setFigures(const Figures* figures)
{
    m_figures = figures;
    connect(figures, &Figures::wholeChanged, this, &TimelineView::marksChanged);
    marksChanged();
}

void TimelineView::marksChanged()
{
    m_hover->setMarks(nullptr);
    m_painter->setMarks(nullptr);
    m_marks = m_figures->whole() ? std::make_unique<TimelineMarks>(*m_data, m_figures->whole()) : nullptr;
    m_hover->setMarks(m_marks.get());
    m_painter->setMarks(m_marks.get());
    // What is seen stays where it is when rows for brackets come in above it.
    m_rows->keepingPlace(
        [this] { m_data->layout().setBracketed(m_marks ? m_marks->tracksWithWalls() : std::vector<TrackId>()); });
}

void TimelineView::setDisplay(const TimelineDisplay& display)
{
    m_display = display;
    m_painter->setGapFilter(display.gaps);
    const model::Trace& trace = m_data->trace();
    const auto clock = display.time == TimeDisplay::WallClock ? localClock(trace.unixBase(), trace.rangeStart)
                                                              : std::optional<view::ClockBase>();
    m_ruler->setClock(clock);
    m_painter->setClock(clock);
    m_picture.invalidate();
    viewport()->update();
}

void TimelineView::setHits(const SearchHitsPtr& hits)
{
    m_overview->setHits(hits);
    m_painter->setHits(hits);
    m_picture.invalidate();
    viewport()->update();
}

void TimelineView::setOverviewVisible(bool visible)
{
    m_overview->setVisible(visible);
    arrange();
}

void TimelineView::setRulerVisible(bool visible)
{
    m_rulerHeight = visible ? TimeRuler::kHeight : 0;
    m_ruler->setVisible(visible);
    arrange();
}

void TimelineView::setHeaderWidth(int width)
{
    m_headerWidth = width;
    arrange();
}

void TimelineView::setOrigin(std::int64_t time)
{
    m_data->setOrigin(time);
    m_ruler->setOrigin(time);
    m_picture.invalidate();
    viewport()->update();
}

// ---- geometry ----

void TimelineView::arrange()
{
    constexpr double kMostPinned = 0.5; // of the canvas
    const int above = m_overview->isHidden() ? 0 : OverviewBar::kHeight;
    const int top = above + m_rulerHeight;
    const int left = std::min(m_headerWidth, std::max(TrackHeader::kMinimumWidth, width() / 2));
    setViewportMargins(left, top, 0, 0);
    const QRect canvas = viewport()->geometry();
    m_overview->setGeometry(0, 0, width(), OverviewBar::kHeight);
    m_overview->setMargins(canvas.left(), width() - canvas.right() - 1);
    m_ruler->setGeometry(canvas.left(), above, canvas.width(), TimeRuler::kHeight);
    m_header->setGeometry(0, above, canvas.left(), canvas.height() + m_rulerHeight);
    m_axis->setWidth(canvas.width());
    m_data->layout().setPinLimit(static_cast<int>(kMostPinned * canvas.height()));
    m_rows->arrange(canvas.height());
    rangeShown();
}

void TimelineView::resizeEvent(QResizeEvent* /*event*/)
{
    arrange();
}

void TimelineView::showEvent(QShowEvent* event)
{
    arrange();
    QAbstractScrollArea::showEvent(event);
}

void TimelineView::rowsChanged()
{
    m_picture.invalidate();
    ++m_layouts;
    arrange();
    m_header->update();
    selectionChanged();
    Q_EMIT layoutChanged();
}

void TimelineView::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    m_rows->scrolled();
    m_header->setScroll(verticalScrollBar()->value());
    viewport()->update();
}

FrameGeometry TimelineView::frameFor(const PaintTarget& target) const
{
    const int coarseness = m_picture.coarseness(m_easer->isRunning());
    return {
        m_easer->shown(), viewport()->size(), target.ratio, verticalScrollBar()->value(), coarseness, target.lettered};
}

view::TimeScale TimelineView::shownScale() const
{
    return {m_easer->shown(), canvasWidth()};
}

double TimelineView::canvasWidth() const
{
    return std::max(1, viewport()->width());
}

void TimelineView::setVisibleRange(std::int64_t start, std::int64_t end)
{
    m_axis->setRange(start, end);
}

bool TimelineView::idle() const
{
    return !m_easer->isRunning() && m_interaction->drag() == Interaction::Drag::None && !m_hover->isWaiting();
}

// ---- painting ----

void TimelineView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    const FrameGeometry frame = frameFor(targetOf(painter));
    if (m_picture.update(frame) && event->region() != QRegion(viewport()->rect()))
        viewport()->update(); // what was asked for is no longer all that is out of date
    m_picture.draw(painter, event->region());
    OverlayPainter overlay(painter, *m_data, m_picture.frame(), m_theme->theme());
    if (m_data->layout().rows().empty()) {
        overlay.emptyState();
        return;
    }
    overlay.range(m_selection->range());
    overlay.selection(m_selection->item(), m_chain);
    overlay.flows(m_flows);
    overlay.distance(m_selection->slice(), m_selection->measured());
    overlay.hover(m_selection->hovered());
    if (m_marks) {
        overlay.stepOnGpu(m_selection->slice(), *m_marks);
        overlay.sync(m_selection->slice(), *m_marks);
        if (m_selection->hovered().slice() != m_selection->slice())
            overlay.sync(m_selection->hovered().slice(), *m_marks);
        overlay.mark(m_hover->mark(), m_hover->context(), *m_marks);
    }
    overlay.cursor(m_axis->cursor());
    m_overlaid = overlayRegion();
}

// What hover and crosshair cover as things are now.
QRegion TimelineView::overlayRegion() const
{
    if (m_marks && m_marks->syncOf(m_selection->hovered().slice()))
        return viewport()->rect(); // its line leads to another row
    const OverlayShapes shapes(*m_data, m_picture.frame());
    QRegion region = shapes.hoverRegion(m_selection->hovered(), m_axis->cursor());
    if (m_marks)
        region += shapes.markRegion(m_hover->mark(), m_hover->context(), *m_marks);
    return region & viewport()->rect();
}

QRegion TimelineView::evidenceRegion() const
{
    if (!m_marks)
        return {};
    const OverlayShapes shapes(*m_data, m_picture.frame());
    return shapes.markRegion(m_hover->mark(), m_hover->context(), *m_marks) & viewport()->rect();
}

void TimelineView::overlayMoved()
{
    viewport()->update(m_overlaid + overlayRegion());
}

const PaintStats& TimelineView::paintStats() const
{
    return m_painter->stats();
}

QRectF TimelineView::rectOf(SliceId slice) const
{
    return sliceRect(*m_data, frameFor({}), slice).value_or(QRectF());
}

void TimelineView::rangeShown()
{
    const view::TimeWindow& shown = m_easer->shown();
    const QString span = QString::fromStdString(formatDuration(static_cast<std::int64_t>(std::ceil(shown.span))));
    m_header->setCorner(m_rulerHeight, m_axis->showsAll() && !m_overview->isHidden() ? QString() : span);
    m_hover->hideCard();
    viewport()->update();
}

// ---- what is under the pointer ----

Hit TimelineView::hitAt(QPointF position)
{
    return HitTest(*m_data, *m_painter, frameFor({m_picture.frame().ratio})).at(position);
}

void TimelineView::hoverMark(const MarkRef& mark)
{
    m_hover->setMark(mark);
}

void TimelineView::selectionChanged()
{
    const SliceId slice = m_selection->slice();
    m_flows = m_showsFlows ? view::flowsAround(m_data->trace(), slice) : std::vector<model::Flow>();
    m_chain = view::launchChain(m_data->trace(), slice);
    if (m_painter->setLinked(view::linkedSlices(m_data->trace(), slice, m_chain, m_flows),
            linkSpanOf(m_data->trace().slices, m_chain, m_flows)))
        m_picture.invalidate();
    const auto row = slice.valid() ? m_data->layout().rowOfLane(m_data->layout().laneOf(slice)) : std::nullopt;
    m_header->setSelectedRow(row);
    const ItemText text = itemText(*m_data, {row, m_selection->item(), {}, 1});
    setAccessibleDescription(text.title.isEmpty()
            ? tr("Nothing selected")
            : text.title + QStringLiteral(", ") + text.lines.join(QStringLiteral(", ")));
    viewport()->update();
}

// ---- commands of the surface ----

GapLinks TimelineView::gapLinks(const TimeRange& range) const
{
    if (!m_marks)
        return {};
    if (const analysis::DeviceGap* gap = m_marks->gapOver(range))
        return {gap->launch, gap->workAfter};
    const auto idle = idleOver(*m_marks, range);
    if (!idle)
        return {};
    const analysis::GapPart* wait = idle->longestWait();
    return {wait != nullptr ? wait->activity : SliceId(), idle->workAfter};
}

void TimelineView::settle()
{
    m_easer->settle();
}

void TimelineView::scrollRowsBy(double px)
{
    m_rows->by(px);
}

bool TimelineView::scrollPinnedAt(QPointF at, double px)
{
    return at.y() < m_data->layout().pinnedHeight() && m_rows->pinnedBy(px);
}

void TimelineView::keepPlace(const std::function<void()>& change)
{
    m_rows->keepingPlace(change);
}

void TimelineView::setFolded(view::NodeId node, bool folded)
{
    m_data->layout().setFolded(node, folded);
    rowsChanged();
}

void TimelineView::toggleFlows()
{
    setShowsFlows(!m_showsFlows);
}

void TimelineView::setShowsFlows(bool shows)
{
    m_showsFlows = shows;
    selectionChanged();
}

void TimelineView::toggleFold(view::NodeId node)
{
    setFolded(node, !m_data->layout().isFolded(node));
}

void TimelineView::bringIntoView(SliceId slice)
{
    m_rows->toSlice(slice);
}

// ---- events ----

bool TimelineView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        m_interaction->leave();
        m_hover->hide();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::updateCursorShape()
{
    const auto drag = m_interaction->drag();
    if (drag == Interaction::Drag::Pan)
        viewport()->setCursor(Qt::ClosedHandCursor);
    else if (drag == Interaction::Drag::Range)
        viewport()->setCursor(Qt::SizeHorCursor);
    else
        viewport()->unsetCursor();
}

// The menu key asks for the menu of the selection.
void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const QRectF selected = rectOf(m_selection->slice()) & QRectF(viewport()->rect());
    const QPointF place = byMouse || selected.isEmpty() ? QPointF(event->pos()) : selected.center();
    m_hover->hide();
    Q_EMIT menuRequested(hitAt(place), byMouse ? event->globalPos() : viewport()->mapToGlobal(place.toPoint()));
    event->accept();
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    m_interaction->wheel(event);
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    m_hover->hide();
    m_interaction->press(event);
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    m_interaction->move(event);
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    m_interaction->release(event);
    if (m_hover->mark().valid()) // the click has chosen it: say again what it is
        m_hover->restart();
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_interaction->doubleClick(event);
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (m_interaction->keyPress(event))
        event->accept();
    else
        QAbstractScrollArea::keyPressEvent(event);
}

} // namespace stepscope::widgets
