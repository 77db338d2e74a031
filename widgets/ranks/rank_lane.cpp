// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/rank_lane.h"

#include "core/util/time.h"
#include "widgets/details/counter_report.h"
#include "widgets/details/detail_text.h"
#include "widgets/details/event_details.h"
#include "widgets/timeline/row_scroll.h"
#include "widgets/timeline/timeline_state.h"
#include "widgets/timeline/timeline_view.h"
#include "widgets/timeline/track_header.h"
#include "widgets/viewmodel/axis_link.h"
#include "widgets/viewmodel/figures.h"

#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr int kNoteHeight = 32;
constexpr int kWheelPixels = 54;
constexpr int kNotch = 120;

} // namespace

RankLane::RankLane(const QString& path, std::int64_t shift, TimeAxis* axis, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_path(path)
    , m_shift(shift)
    , m_leader(axis)
    , m_theme(theme)
    , m_note(new QLabel(this))
    , m_headerWidth(TrackHeader::kDefaultWidth)
{
    setAutoFillBackground(true);
    m_note->setAlignment(Qt::AlignCenter);
    m_note->setProperty("role", QStringLiteral("muted"));
    m_note->setWordWrap(true);
    const QString name = QFileInfo(path).fileName();
    say(QStringLiteral("Reading %1 …").arg(name));
    connect(&m_job, &JobRunner::progressChanged, this, [this, name](const JobProgress& progress) {
        if (progress.bytesTotal > 0)
            say(QStringLiteral("Reading %1: %2 of %3")
                    .arg(
                        name, toQString(formatBytes(progress.bytesDone)), toQString(formatBytes(progress.bytesTotal))));
    });
    m_job.start<load::Loaded>([file = QFile::encodeName(path).toStdString()](Progress& progress,
                                  std::stop_token stop) { return load::loadFile(file, progress, std::move(stop)); },
        [this](Expected<load::Loaded> result) { take(std::move(result)); });
}

RankLane::~RankLane()
{
    delete m_details;  // whoever shows it
    delete m_timeline; // it says to the axis what the pointer leaves
}

void RankLane::say(const QString& text)
{
    if (m_timeline == nullptr)
        m_note->setText(text);
}

void RankLane::take(Expected<load::Loaded> result)
{
    if (!result)
        return say(toQString(result.error().message));
    auto* trace = std::get_if<load::TracePtr>(&*result);
    if (trace == nullptr)
        return say(QStringLiteral("This file is no trace any more."));
    showTrace(*trace);
}

void RankLane::showTrace(const load::TracePtr& trace)
{
    m_link = std::make_unique<AxisLink>(m_leader, &m_axis, -m_shift);
    m_timeline = new TimelineView(trace, &m_axis, &m_selection, m_theme, this);
    m_figures = std::make_unique<Figures>(trace);
    m_timeline->setFigures(m_figures.get());
    m_figures->start();
    m_timeline->setOverviewVisible(false);
    m_timeline->setRulerVisible(false);
    m_timeline->setHeaderWidth(m_headerWidth);
    m_timeline->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // or its times would not lie under those above
    m_timeline->setMinimumSize(0, 0);
    foldRows();
    makeDetails(trace);
    m_note->hide();
    m_timeline->viewport()->installEventFilter(this);
    connect(m_timeline, &TimelineView::layoutChanged, this, &RankLane::heightChanged);
    connect(&m_timeline->header(), &TrackHeader::widthRequested, this, &RankLane::headerWidthRequested);
    m_timeline->show();
    arrange();
    Q_EMIT heightChanged();
    Q_EMIT shown();
    if (m_wanted)
        restore(*std::exchange(m_wanted, std::nullopt));
}

std::optional<share::TimelineState> RankLane::state() const
{
    if (m_timeline == nullptr)
        return m_wanted;
    share::TimelineState state = timelineState(*m_timeline, m_axis, m_selection);
    state.window = {};
    return state;
}

void RankLane::restore(const share::TimelineState& state)
{
    if (m_timeline == nullptr) {
        m_wanted = state;
        return;
    }
    share::TimelineState here = state;
    here.window = windowOf(m_axis);
    QStringList missing;
    {
        const QSignalBlocker blocker(this); // nobody has selected it just now
        missing = restoreTimeline(*m_timeline, m_axis, m_selection, here);
    }
    Q_EMIT heightChanged();
    Q_EMIT restored(missing);
}

void RankLane::foldRows()
{
    view::TrackLayout& layout = m_timeline->content().layout();
    for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
        const view::LayoutNode& node = layout.nodes()[i];
        if (!node.parent.valid() && node.foldable)
            layout.setFolded(view::NodeId(i), node.kind != view::NodeKind::Device);
    }
    m_timeline->showLayout();
}

void RankLane::makeDetails(const load::TracePtr& trace)
{
    m_details = new EventDetails(trace, &m_selection, m_theme, this);
    m_details->hide();
    m_details->setCounterReport(
        [this](const Item& item) { return describeCounter(m_timeline->content(), item, m_axis.range()); });
    connect(&m_axis, &TimeAxis::rangeChanged, m_details, &EventDetails::refreshCounter);
    connect(m_details, &EventDetails::itemActivated, this, [this](const Item& item) {
        if (item.slice().valid())
            m_timeline->reveal(item.slice());
        else
            m_timeline->scroller().toRowOf(item);
    });
    connect(&m_selection, &Selection::itemChanged, this, &RankLane::selectionChanged);
    connect(&m_selection, &Selection::rangeChanged, this, &RankLane::selectionChanged);
}

EventDetails* RankLane::details() const
{
    return m_details;
}

int RankLane::wantedHeight() const
{
    if (m_timeline == nullptr)
        return kNoteHeight;
    return std::clamp(m_timeline->content().layout().height() + 1, kNoteHeight, std::max(m_largest, kNoteHeight));
}

void RankLane::setLargestHeight(int px)
{
    m_largest = px;
}

void RankLane::setHeaderWidth(int px)
{
    m_headerWidth = px;
    if (m_timeline != nullptr)
        m_timeline->setHeaderWidth(px);
}

bool RankLane::isIdle() const
{
    return !m_job.isRunning() && (m_details == nullptr || m_details->isIdle())
        && (m_figures == nullptr || !m_figures->isBusy()) && (m_timeline == nullptr || m_timeline->idle());
}

bool RankLane::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Wheel && m_timeline != nullptr && watched == m_timeline->viewport()) {
        const auto* wheel = static_cast<QWheelEvent*>(event);
        const QScrollBar* bar = m_timeline->verticalScrollBar();
        const int way = -wheel->angleDelta().y();
        const bool isAtEnd = way > 0 ? bar->value() >= bar->maximum() : bar->value() <= bar->minimum();
        if (wheel->modifiers() == Qt::NoModifier && way != 0 && isAtEnd) {
            Q_EMIT scrolledBy(way * kWheelPixels / kNotch);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void RankLane::resizeEvent(QResizeEvent* /*event*/)
{
    arrange();
}

void RankLane::arrange()
{
    m_note->setGeometry(rect().adjusted(8, 0, -8, 0));
    if (m_timeline != nullptr)
        m_timeline->setGeometry(rect().adjusted(0, 0, 0, -1));
}

} // namespace stepscope::widgets
