// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_view.h"

#include "core/util/time.h"
#include "widgets/common/style.h"
#include "widgets/timeline/hit_test.h"
#include "widgets/timeline/hover_card.h"
#include "widgets/timeline/interaction.h"
#include "widgets/timeline/item_text.h"
#include "widgets/timeline/mark_words.h"
#include "widgets/timeline/overlay_painter.h"
#include "widgets/timeline/overview_bar.h"
#include "widgets/timeline/time_ruler.h"
#include "widgets/timeline/timeline_marks.h"
#include "widgets/timeline/timeline_painter.h"
#include "widgets/timeline/track_header.h"
#include "widgets/viewmodel/figures.h"

#include <QElapsedTimer>
#include <QKeyEvent>

#include <QMouseEvent>
#include <QPaintEngine>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kCardDelay = 250; // ms
constexpr std::chrono::milliseconds kFrameBudget {12};
constexpr int kDraftCoarseness = 4;
constexpr int kRowMargin = 2 * kLaneHeight; // kept around a row that is scrolled to

} // namespace

TimelineView::TimelineView(std::shared_ptr<const model::Trace> trace, TimeAxis* axis, Selection* selection,
    ThemeSource* theme, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_data(std::make_unique<TimelineData>(std::move(trace)))
    , m_axis(axis)
    , m_selection(selection)
    , m_theme(theme)
    , m_painter(std::make_unique<TimelinePainter>(*m_data, theme->theme()))
    , m_easer(new ZoomEaser(axis, this))
    , m_commands(new TimelineCommands(*m_data, *axis, *selection, *this, this))
    , m_interaction(new Interaction(*axis, *selection, *this, *m_commands, this))
    , m_overview(new OverviewBar(*m_data, axis, m_easer, theme, this))
    , m_ruler(new TimeRuler(axis, m_easer, selection, theme, m_data->trace().rangeStart, this))
    , m_header(new TrackHeader(*m_data, theme, this))
    , m_card(new HoverCard(theme, viewport()))
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
    m_cardTimer.setSingleShot(true);
    m_cardTimer.setInterval(kCardDelay);
    connectParts(theme);
    rowsChanged();
}

TimelineView::~TimelineView() = default;

void TimelineView::connectParts(ThemeSource* theme)
{
    connect(m_easer, &ZoomEaser::shownChanged, this, &TimelineView::rangeShown);
    connect(m_axis, &TimeAxis::cursorChanged, viewport(), qOverload<>(&QWidget::update));
    connect(m_selection, &Selection::itemChanged, this, &TimelineView::selectionChanged);
    connect(m_selection, &Selection::hoverChanged, this, &TimelineView::hoverChanged);
    connect(m_selection, &Selection::rangeChanged, viewport(), qOverload<>(&QWidget::update));
    connect(m_commands, &TimelineCommands::goToTimeRequested, this, &TimelineView::goToTimeRequested);
    connect(m_interaction, &Interaction::dragChanged, this, &TimelineView::updateCursorShape);
    connect(m_header, &TrackHeader::foldRequested, this, &TimelineView::toggleFold);
    connect(m_header, &TrackHeader::scrolledBy, this, [this](int px) { scrollRowsBy(px); });
    connect(m_header, &TrackHeader::widthRequested, this, [this](int width) {
        m_headerWidth = width;
        arrange();
    });
    connect(&m_cardTimer, &QTimer::timeout, this, &TimelineView::showCard);
    connect(theme, &ThemeSource::changed, this, [this] {
        m_painter->setTheme(m_theme->theme());
        m_dirty = true;
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
    m_hoveredMark = {};
    m_painter->setMarks(nullptr);
    m_marks = m_figures->whole() ? std::make_unique<TimelineMarks>(*m_data, m_figures->whole()) : nullptr;
    m_painter->setMarks(m_marks.get());
    view::TrackLayout& layout = m_data->layout();
    // What is seen stays where it is when rows for brackets come in above it.
    const int scroll = verticalScrollBar()->value();
    const auto [first, last] = layout.rowsBetween(layout.pinnedHeight() + scroll, layout.height());
    const view::NodeId anchor = scroll > 0 && first < last ? layout.rows()[first].node : view::NodeId();
    const auto topOfAnchor = [&] {
        const auto row = anchor.valid() ? layout.rowOfNode(anchor) : std::nullopt;
        return row ? layout.rows()[*row].y : 0;
    };
    const int before = topOfAnchor();
    layout.setBracketed(m_marks ? m_marks->tracksWithWalls() : std::vector<TrackId>());
    rowsChanged();
    verticalScrollBar()->setValue(scroll + topOfAnchor() - before);
}

void TimelineView::setGapFilter(const GapFilter& filter)
{
    m_painter->setGapFilter(filter);
    m_dirty = true;
    viewport()->update();
}

void TimelineView::setHits(const SearchHitsPtr& hits)
{
    m_overview->setHits(hits);
    m_painter->setHits(hits);
    m_dirty = true;
    viewport()->update();
}

// ---- geometry ----

void TimelineView::arrange()
{
    const int top = OverviewBar::kHeight + TimeRuler::kHeight;
    const int left = std::min(m_headerWidth, std::max(TrackHeader::kMinimumWidth, width() / 2));
    setViewportMargins(left, top, 0, 0);
    const QRect canvas = viewport()->geometry();
    m_overview->setGeometry(0, 0, width(), OverviewBar::kHeight);
    m_overview->setMargins(canvas.left(), width() - canvas.right() - 1);
    m_ruler->setGeometry(canvas.left(), OverviewBar::kHeight, canvas.width(), TimeRuler::kHeight);
    m_header->setGeometry(0, OverviewBar::kHeight, canvas.left(), canvas.height() + TimeRuler::kHeight);
    m_axis->setWidth(canvas.width());
    const int scrollable = std::max(0, m_data->layout().height() - canvas.height());
    verticalScrollBar()->setPageStep(std::max(1, canvas.height() - m_data->layout().pinnedHeight()));
    verticalScrollBar()->setRange(0, scrollable);
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
    m_dirty = true;
    arrange();
    m_header->update();
    selectionChanged();
    Q_EMIT layoutChanged();
}

void TimelineView::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    m_header->setScroll(verticalScrollBar()->value());
    viewport()->update();
}

FrameGeometry TimelineView::frameFor(double ratio) const
{
    FrameGeometry frame {m_easer->shown(), viewport()->size(), ratio, verticalScrollBar()->value(), 1};
    // Only where a picture in full takes longer than a frame may, those on the way to the next are drafts.
    if (m_easer->isRunning() && m_fullCost > kFrameBudget)
        frame.coarseness = kDraftCoarseness;
    return frame;
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
    return !m_easer->isRunning() && m_interaction->drag() == Interaction::Drag::None && !m_cardTimer.isActive();
}

// ---- painting ----

void TimelineView::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(viewport());
    const double ratio = painter.paintEngine()->paintDevice()->devicePixelRatioF();
    const FrameGeometry frame = frameFor(ratio);
    if (m_dirty || !(frame == m_frame)) {
        QElapsedTimer timer;
        timer.start();
        m_painter->paint(m_base, frame);
        m_paintCost = std::chrono::nanoseconds(timer.nsecsElapsed());
        if (frame.coarseness == 1)
            m_fullCost = m_paintCost;

        m_frame = frame;
        m_dirty = false;
    }
    painter.drawImage(QPointF(0, 0), m_base);
    if (m_data->layout().rows().empty()) {
        paintEmptyState(painter);
        return;
    }
    OverlayPainter overlay(painter, *m_data, m_frame, m_theme->theme());
    overlay.range(m_selection->range());
    overlay.selection(m_selection->item(), view::launchChain(m_data->trace(), m_selection->slice()));
    overlay.hover(m_selection->hovered());
    if (m_marks)
        overlay.mark(m_hoveredMark, m_hoveredContext, *m_marks);
    overlay.cursor(m_axis->cursor());
}

void TimelineView::paintEmptyState(QPainter& painter)
{
    painter.setFont(uiFont());
    painter.setPen(m_theme->theme().muted);
    painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
        tr("This trace holds no event with a time.\nRecord with activities=[CPU, CUDA] and at least one active step."));
}

const PaintStats& TimelineView::paintStats() const
{
    return m_painter->stats();
}

QRectF TimelineView::rectOf(SliceId slice) const
{
    return sliceRect(*m_data, frameFor(1), slice).value_or(QRectF());
}

void TimelineView::rangeShown()
{
    const view::TimeWindow& shown = m_easer->shown();
    const QString span = QString::fromStdString(formatDuration(static_cast<std::int64_t>(std::ceil(shown.span))));
    m_header->setCorner(TimeRuler::kHeight, span);
    m_card->hide();
    viewport()->update();
}

// ---- what is under the pointer ----

Hit TimelineView::hitAt(QPointF position)
{
    return HitTest(*m_data, *m_painter, frameFor(m_frame.ratio)).at(position);
}

void TimelineView::hoverChanged()
{
    m_card->hide();
    const bool isOverOne = m_selection->hovered().valid() || m_hoveredMark.valid();
    const bool isHere = m_interaction->pointer().has_value() && isOverOne;
    if (isHere && m_interaction->drag() == Interaction::Drag::None)
        m_cardTimer.start();
    else
        m_cardTimer.stop();
    viewport()->update();
}

void TimelineView::hoverMark(const MarkRef& mark)
{
    if (mark == m_hoveredMark)
        return;
    m_hoveredMark = mark;
    m_hoveredContext = m_marks ? markContext(*m_marks, mark) : MarkContext();
    hoverChanged();
}

void TimelineView::showCard()
{
    const auto pointer = m_interaction->pointer();
    if (!pointer)
        return;
    const Hit hit = hitAt(*pointer);
    const bool isMark = hit.mark.valid() && m_marks;
    if ((!hit.item.valid() && !isMark) || m_interaction->drag() != Interaction::Drag::None)
        return;
    ItemText text = isMark ? markText(*m_data, *m_marks, hit.mark) : itemText(*m_data, hit);
    if (!isMark && m_marks)
        text.lines << markLines(*m_data, *m_marks, hit.item.slice());
    m_card->showAt(*pointer, text.title, text.lines);
    if (isMark)
        setAccessibleDescription(text.title + QStringLiteral(", ") + text.lines.join(QStringLiteral(", ")));
}

void TimelineView::selectionChanged()
{
    const SliceId slice = m_selection->slice();
    const auto row = slice.valid() ? m_data->layout().rowOfLane(m_data->trace().laneOf(slice)) : std::nullopt;
    m_header->setSelectedRow(row);
    const ItemText text = itemText(*m_data, {row, m_selection->item(), {}, 1});
    setAccessibleDescription(text.title.isEmpty()
            ? tr("Nothing selected")
            : text.title + QStringLiteral(", ") + text.lines.join(QStringLiteral(", ")));
    viewport()->update();
}

// ---- commands of the surface ----

void TimelineView::settle()
{
    m_easer->settle();
}

void TimelineView::scrollRowsBy(double px)
{
    m_scrollRest += px;
    const double whole = std::trunc(m_scrollRest);
    m_scrollRest -= whole;
    verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(whole));
}

void TimelineView::setFolded(view::NodeId node, bool folded)
{
    m_data->layout().setFolded(node, folded);
    rowsChanged();
}

void TimelineView::toggleFold(view::NodeId node)
{
    setFolded(node, !m_data->layout().isFolded(node));
}

void TimelineView::scrollToRow(std::size_t index)
{
    const view::Row& row = m_data->layout().rows()[index];
    if (index < m_data->layout().pinnedRows())
        return;
    const int scroll = verticalScrollBar()->value();
    const int top = row.y - m_data->layout().pinnedHeight();
    const int bottom = row.y + row.height - viewport()->height();
    if (scroll > top)
        verticalScrollBar()->setValue(top - kRowMargin);
    else if (scroll < bottom)
        verticalScrollBar()->setValue(bottom + kRowMargin);
}

void TimelineView::showLane(LaneId lane)
{
    const auto isSeen = [&] {
        const auto row = m_data->layout().rowOfLane(lane);
        if (!row)
            return false;
        const view::Row& found = m_data->layout().rows()[*row];
        const std::uint32_t depth = lane.value - m_data->layout().node(found.node).firstLane.value;
        return found.kind == view::RowKind::Lane || (found.kind == view::RowKind::Mini && depth < view::kMiniLanes);
    };
    if (!isSeen()) {
        m_data->layout().reveal(lane);
        rowsChanged();
    }
    if (const auto row = m_data->layout().rowOfLane(lane))
        scrollToRow(*row);
}

void TimelineView::showRowOf(SliceId slice)
{
    if (slice.valid())
        showLane(m_data->trace().laneOf(slice));
}

void TimelineView::showTrack(TrackId track)
{
    const model::Trace& trace = m_data->trace();
    if (track.index() >= trace.tracks.size())
        return;
    const model::Track& shown = trace.tracks[track.index()];
    if (shown.firstLane != shown.lastLane)
        showLane(shown.firstLane);
}

void TimelineView::showDevice(std::int32_t device)
{
    const std::vector<view::LayoutNode>& nodes = m_data->layout().nodes();
    const auto found = std::find_if(nodes.begin(), nodes.end(), [device](const view::LayoutNode& node) {
        return node.kind == view::NodeKind::Device && node.device == device;
    });
    if (found == nodes.end())
        return;
    if (const auto row = m_data->layout().rowOfNode(view::NodeId(static_cast<std::size_t>(found - nodes.begin()))))
        scrollToRow(*row);
}

void TimelineView::bringIntoView(SliceId slice)
{
    if (!slice.valid())
        return;
    showRowOf(slice);
    const model::Trace& trace = m_data->trace();
    const std::int64_t start = trace.slices.start[slice.index()];
    const std::int64_t end = trace.slices.end(slice);
    const TimeRange range = m_axis->range();
    if (start >= range.end || (end <= range.start && start < range.start)) {
        const double seen = std::min(view::timeDifference(end, start), m_axis->window().span);
        m_axis->centreOn(view::addTime(start, seen / 2).whole);
    }
}

// ---- events ----

bool TimelineView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        m_interaction->leave();
        m_cardTimer.stop();
        m_card->hide();
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

void TimelineView::wheelEvent(QWheelEvent* event)
{
    m_interaction->wheel(event);
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    m_card->hide();
    m_cardTimer.stop();
    m_interaction->press(event);
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    m_interaction->move(event);
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    m_interaction->release(event);
    if (m_hoveredMark.valid()) // the click has chosen it: say again what it is
        hoverChanged();
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
