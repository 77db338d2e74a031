// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/trace_page.h"

#include "widgets/details/event_details.h"
#include "widgets/details/file_health.h"
#include "widgets/details/metadata_view.h"
#include "widgets/findings/evidence_guide.h"
#include "widgets/findings/findings_panel.h"
#include "widgets/search/search_bar.h"
#include "widgets/tables/table_tabs.h"
#include "widgets/timeline/overview_bar.h"
#include "widgets/timeline/row_controls.h"
#include "widgets/timeline/timeline_view.h"

#include <QDataStream>
#include <QKeyEvent>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace stepscope::widgets {

namespace {

constexpr int kPanelHeight = 200;
constexpr int kMinPanelHeight = 80;
constexpr quint32 kLayoutMark = 0x53534c32; // of layoutState(): other states are ignored

std::optional<std::int64_t> timeOf(const model::Trace& trace, const Item& item)
{
    if (item.kind == ItemKind::Instant && item.index < trace.instants.size())
        return trace.instants.time[item.index];
    if (item.kind == ItemKind::CounterSample && item.series < trace.counters.size()) {
        const auto& times = trace.counters[item.series].time;
        if (item.index < times.size())
            return times[item.index];
    }
    return std::nullopt;
}

} // namespace

TracePage::TracePage(std::shared_ptr<const model::Trace> trace, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_trace(std::move(trace))
    , m_steps(*m_trace, &m_axis, &m_selection)
    , m_figures(m_trace)
    , m_findings(&m_figures)
    , m_stepScope(&m_steps, &m_figures, &m_axis, &m_selection)
    , m_search(m_trace)
{
    m_axis.setBounds(m_trace->rangeStart, m_trace->rangeEnd);
    buildUi(theme);
    connect(m_details, &EventDetails::itemActivated, this, &TracePage::reveal);
    connect(m_health, &FileHealth::itemActivated, this, [this](const Item& item) {
        showPanel(Panel::Selection);
        reveal(item);
    });
    m_figures.start();
}

TracePage::~TracePage()
{
    // The views tell the view models what the pointer leaves while they are taken apart: they go first.
    delete m_guide;
    delete m_splitter;
}

void TracePage::buildUi(ThemeSource* theme)
{
    m_timeline = new TimelineView(m_trace, &m_axis, &m_selection, theme, this);
    m_timeline->setFigures(&m_figures);
    m_timeline->installEventFilter(this);
    m_rows = new RowControls(m_timeline, &m_selection);
    m_findingsPanel = new FindingsPanel(&m_figures, &m_findings, theme, this);
    m_guide = new EvidenceGuide(&m_findings, &m_axis, &m_selection, m_timeline, this);
    buildPanels(theme);
    m_upper = new QSplitter(Qt::Horizontal, this);
    m_upper->setChildrenCollapsible(false);
    m_upper->addWidget(m_findingsPanel);
    m_upper->addWidget(buildSearch(theme));
    m_upper->setStretchFactor(0, 0);
    m_upper->setStretchFactor(1, 1);
    m_upper->setSizes({FindingsPanel::kDefaultWidth, FindingsPanel::kDefaultWidth * 3});
    m_splitter = new QSplitter(Qt::Vertical, this);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_upper);
    m_splitter->addWidget(m_panels);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setSizes({kPanelHeight * 3, kPanelHeight});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_splitter);
    setFocusProxy(m_timeline);
    connect(m_findingsPanel, &FindingsPanel::foldRequested, this, [this]() { setFindingsVisible(false); });
    connect(&m_timeline->commands(), &TimelineCommands::findingRequested, this, &TracePage::walkFindings);
    connect(&m_timeline->commands(), &TimelineCommands::steppedTo, &m_stepScope, &StepScope::follow);
    connect(&m_timeline->commands(), &TimelineCommands::wentBack, &m_stepScope, &StepScope::wentBack);
    m_timeline->overview().setFindings(&m_figures, &m_findings);
}

QWidget* TracePage::buildSearch(ThemeSource* theme)
{
    auto* column = new QWidget(this);
    m_searchBar = new SearchBar(&m_search, &m_selection, &m_axis, theme, column);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_searchBar);
    layout->addWidget(m_timeline, 1);
    connect(m_searchBar, &SearchBar::closed, m_timeline, qOverload<>(&QWidget::setFocus));
    connect(&m_search, &TraceSearch::hitsChanged, this, [this]() { m_timeline->setHits(m_search.hits()); });
    connect(&m_search, &TraceSearch::wentTo, this, [this](SliceId slice) {
        m_selection.select(slice);
        m_timeline->reveal(slice);
    });
    return column;
}

void TracePage::buildPanels(ThemeSource* theme)
{
    m_details = new EventDetails(m_trace, &m_selection, theme, this);
    m_health = new FileHealth(m_trace, &m_selection, theme, this);
    m_metadata = new MetadataView(m_trace, theme, this);
    m_panels = new QTabWidget(this);
    m_panels->setDocumentMode(true);
    m_panels->tabBar()->setDrawBase(false);
    m_panels->setMinimumHeight(kMinPanelHeight);
    m_panels->addTab(m_details, QStringLiteral("Selection"));
    m_tables = new TableTabs(&m_figures, &m_axis, &m_selection, m_timeline, theme, m_panels);
    m_panels->addTab(m_health, QStringLiteral("File health"));
    m_panels->addTab(m_metadata, QStringLiteral("Metadata"));
}

void TracePage::walkFindings(TimelineCommand command)
{
    switch (command) {
    case TimelineCommand::NextFinding:
        return m_findings.next();
    case TimelineCommand::PreviousFinding:
        return m_findings.previous();
    case TimelineCommand::NextPlace:
        return m_findings.nextEvidence();
    case TimelineCommand::PreviousPlace:
        return m_findings.previousEvidence();
    default:
        break;
    }
}

void TracePage::reveal(const Item& item)
{
    if (item.slice().valid()) {
        m_timeline->reveal(item.slice());
        return;
    }
    const std::optional<std::int64_t> time = timeOf(*m_trace, item);
    const TimeRange seen = m_axis.range();
    if (time && (*time < seen.start || *time >= seen.end))
        m_axis.centreOn(*time);
}

// The window's actions have the timeline's keys, so that they work in the panels too. Where the timeline has the focus
// the keys are its own: it knows of drags to be cancelled and of the pointer.
bool TracePage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_timeline && event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (timelineCommandFor(key->key(), key->modifiers()))
            event->accept();
    }
    return QWidget::eventFilter(watched, event);
}

void TracePage::showPanel(Panel panel)
{
    setPanelsVisible(true);
    m_panels->setCurrentIndex(static_cast<int>(panel));
    m_panels->currentWidget()->setFocus();
}

TracePage::Panel TracePage::shownPanel() const
{
    return static_cast<Panel>(m_panels->currentIndex());
}

void TracePage::setPanelsVisible(bool visible)
{
    if (m_panels->isHidden() == !visible)
        return;
    m_panels->setVisible(visible);
    Q_EMIT panelsChanged();
}

bool TracePage::panelsVisible() const
{
    return !m_panels->isHidden();
}

void TracePage::setFindingsVisible(bool visible)
{
    if (m_findingsPanel->isHidden() == !visible)
        return;
    m_findingsPanel->setVisible(visible);
    Q_EMIT panelsChanged();
}

bool TracePage::findingsVisible() const
{
    return !m_findingsPanel->isHidden();
}

QByteArray TracePage::layoutState() const
{
    QByteArray state;
    QDataStream out(&state, QIODevice::WriteOnly);
    out << kLayoutMark << m_splitter->saveState() << m_upper->saveState() << findingsVisible();
    return state;
}

void TracePage::restoreLayoutState(const QByteArray& state)
{
    QDataStream in(state);
    quint32 mark = 0;
    QByteArray splitter;
    QByteArray upper;
    bool findings = true;
    in >> mark >> splitter >> upper >> findings;
    if (in.status() != QDataStream::Ok || mark != kLayoutMark)
        return;
    m_splitter->restoreState(splitter);
    m_upper->restoreState(upper);
    setFindingsVisible(findings);
}

bool TracePage::isIdle() const
{
    return !m_figures.isBusy() && !m_search.isBusy() && m_timeline->idle() && m_details->isIdle() && m_health->isIdle()
        && m_tables->isIdle();
}

} // namespace stepscope::widgets
