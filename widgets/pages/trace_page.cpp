// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/trace_page.h"

#include "widgets/annotate/annotator.h"
#include "widgets/annotate/notes_panel.h"
#include "widgets/common/style.h"
#include "widgets/details/counter_report.h"
#include "widgets/details/event_details.h"
#include "widgets/details/file_health.h"
#include "widgets/details/gap_report.h"
#include "widgets/details/metadata_view.h"
#include "widgets/details/step_words.h"
#include "widgets/findings/evidence_guide.h"
#include "widgets/findings/findings_panel.h"
#include "widgets/memory/memory_guide.h"
#include "widgets/memory/memory_strip.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/pages/memory_page.h"
#include "widgets/pages/trace_status.h"
#include "widgets/search/search_bar.h"
#include "widgets/share/page_report.h"
#include "widgets/tables/table_tabs.h"
#include "widgets/timeline/canvas_menu.h"
#include "widgets/timeline/overview_bar.h"
#include "widgets/timeline/row_controls.h"
#include "widgets/timeline/row_scroll.h"
#include "widgets/timeline/time_ruler.h"
#include "widgets/timeline/timeline_marks.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QEvent>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <utility>

namespace stepscope::widgets {

namespace {

std::optional<std::int64_t> timeOf(const TimelineData& data, const Item& item)
{
    if (item.kind == ItemKind::Instant && item.index < data.trace().instants.size())
        return data.trace().instants.time[item.index];
    if (item.kind == ItemKind::CounterSample && item.series < data.counters()) {
        const auto& times = data.series(item.series).time;
        if (item.index < times.size())
            return times[item.index];
    }
    return std::nullopt;
}

} // namespace

TracePage::TracePage(std::shared_ptr<const model::Trace> trace, ThemeSource* theme, QWidget* parent, FiguresPtr figures)
    : ContentPage(parent)
    , m_trace(std::move(trace))
    , m_theme(theme)
    , m_steps(*m_trace, &m_axis, &m_selection)
    , m_figures(m_trace)
    , m_judgement(&m_figures)
    , m_findings(&m_judgement)
    , m_stepScope(&m_steps, &m_figures, &m_axis, &m_selection)
    , m_search(m_trace)
{
    m_axis.setBounds(m_trace->rangeStart, m_trace->rangeEnd);
    buildUi(theme);
    connect(m_details, &EventDetails::itemActivated, this, &TracePage::reveal);
    connect(m_health, &FileHealth::itemActivated, this, &TracePage::reveal); // its list stays for the next one
    m_figures.start(std::move(figures));
}

TracePage::~TracePage()
{
    delete m_guide;
    dropMemory();
    removeViews();
}

void TracePage::buildUi(ThemeSource* theme)
{
    m_timeline = new TimelineView(m_trace, &m_axis, &m_selection, theme, this);
    m_timeline->setFigures(&m_figures);
    keepKeysOf(m_timeline);
    m_rows = new RowControls(m_timeline, &m_selection);
    auto* findings = new FindingsPanel(&m_judgement, &m_findings, theme, this);
    m_guide = new EvidenceGuide(&m_findings, &m_axis, &m_selection, m_timeline, this);
    buildPanels(theme);
    assemble(findings, buildSearch(theme));
    connect(&m_timeline->commands(), &TimelineCommands::findingRequested, this,
        [this](TimelineCommand command) { walk(m_findings, command); });
    connect(&m_timeline->commands(), &TimelineCommands::gapRequested, this,
        [this](TimelineCommand command) { m_tables->goToGap(command == TimelineCommand::NextLargestGap); });
    connect(&m_timeline->commands(), &TimelineCommands::rangeMarked, this,
        [this]() { panels().setCurrentIndex(static_cast<int>(Panel::Range)); });
    connect(&m_timeline->commands(), &TimelineCommands::steppedTo, &m_stepScope, &StepScope::follow);
    connect(&m_timeline->commands(), &TimelineCommands::wentBack, &m_stepScope, &StepScope::wentBack);
    OverviewBar& overview = m_timeline->overview();
    overview.setFindings(&m_figures, &m_findings); // places in memory are none of its
    connect(&overview, &OverviewBar::findingClicked, &m_findings, &FindingCursor::go);
    connect(&overview, &OverviewBar::hitClicked, this, &TracePage::goToHit);
    connect(m_timeline, &TimelineView::rangeDragged, this, &TracePage::offerRange);
    connect(m_timeline, &TimelineView::itemClicked, this, &TracePage::offerSelection);
    connect(&m_findings, &FindingCursor::visited, this, [this]() { m_wantedInMemory.reset(); });
    followTexts();
}

void TracePage::followTexts()
{
    connect(&m_axis, &TimeAxis::rangeChanged, this, &TracePage::textsChanged);
    connect(&m_axis, &TimeAxis::cursorChanged, this, &TracePage::textsChanged);
    connect(&m_selection, &Selection::hoverChanged, this, &TracePage::textsChanged);
    connect(&m_selection, &Selection::rangeChanged, this, &TracePage::textsChanged);
    connect(&m_stepScope, &StepScope::chosenChanged, this, &TracePage::textsChanged);
    connect(&m_stepScope, &StepScope::statisticsChanged, this, &TracePage::textsChanged);
}

bool TracePage::can(TimelineCommand command) const
{
    switch (command) {
    case TimelineCommand::NextStep:
    case TimelineCommand::PreviousStep:
        return m_steps.hasSteps();
    case TimelineCommand::LargestGap:
    case TimelineCommand::NextLargestGap:
        return m_trace->gpuWork.size() > 0;
    default:
        return true;
    }
}

void TracePage::run(TimelineCommand command)
{
    m_timeline->commands().run(command);
}

void TracePage::find()
{
    m_searchBar->open();
}

ReportTask TracePage::reportTask() const
{
    return traceReport(m_figures);
}

QString TracePage::whatText() const
{
    return traceWhatText(*this);
}

QString TracePage::whereText() const
{
    return traceWhereText(*this);
}

QWidget* TracePage::buildSearch(ThemeSource* theme)
{
    auto* column = new QWidget(this);
    m_searchBar = new SearchBar(&m_search, &m_selection, &m_axis, theme, column);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_searchBar);
    m_lanes = new QSplitter(Qt::Vertical, column);
    m_lanes->setChildrenCollapsible(false);
    m_lanes->addWidget(m_timeline);
    m_canvas = m_timeline->viewport();
    m_canvas->installEventFilter(this);
    layout->addWidget(m_lanes, 1);
    auto* menu = new CanvasMenu(m_timeline, &m_axis, &m_selection, m_rows);
    connect(menu, &CanvasMenu::searchRequested, this,
        [this](const QString& name) { m_searchBar->show(SearchQuery {name}, NameId()); });
    connect(m_searchBar, &SearchBar::closed, m_timeline, qOverload<>(&QWidget::setFocus));
    connect(&m_search, &TraceSearch::hitsChanged, this, [this]() { m_timeline->setHits(m_search.hits()); });
    connect(&m_search, &TraceSearch::wentTo, this, &TracePage::goToHit);
    return column;
}

void TracePage::buildPanels(ThemeSource* theme)
{
    m_details = new EventDetails(m_trace, &m_selection, theme, this);
    m_details->setCounterReport(
        [this](const Item& item) { return describeCounter(m_timeline->content(), item, m_axis.range()); });
    connect(&m_axis, &TimeAxis::rangeChanged, m_details, &EventDetails::refreshCounter);
    m_details->setRangeReport([this](const TimeRange& range) {
        const TimelineMarks* marks = m_timeline->marks();
        return marks != nullptr ? describeIdle(m_timeline->content(), *marks, range) : QList<DetailSection>();
    });
    m_details->setRangeJson([this](const TimeRange& range) { return rangeJson(m_timeline->marks(), range); });
    m_details->setSliceReport([this](SliceId slice) {
        const FiguresPtr& figures = m_figures.whole();
        const analysis::StepFigures* step = figures ? stepFiguresOf(*m_trace, *figures, slice) : nullptr;
        return step != nullptr ? QList<DetailSection> {stepSection(*step, m_trace->rangeStart)}
                               : QList<DetailSection>();
    });
    connect(&m_figures, &Figures::wholeChanged, m_details, &EventDetails::refresh);
    m_health = new FileHealth(m_trace, &m_selection, theme, this);
    m_metadata = new MetadataView(m_trace, theme, this);
    panels().addTab(m_details, QStringLiteral("Selection"));
    m_tables = new TableTabs(&m_figures, &m_axis, &m_selection, m_timeline, theme, &panels());
    panels().addTab(m_health, QStringLiteral("File health"));
    panels().addTab(m_metadata, QStringLiteral("Metadata"));
    Annotator& annotator = makeAnnotator(theme);
    annotator.addTimeline(m_timeline, &m_axis, &m_selection);
    panels().addTab(&annotator.panel(), QStringLiteral("Notes"));
}

void TracePage::attachMemory(MemoryPage& page, std::int64_t base)
{
    constexpr int kShare = 3;  // the timeline is so many times as high
    constexpr int kBoth = 520; // px, for both of them
    dropMemory();
    m_memoryPage = &page;
    m_memoryBase = base;
    giveCentre(kBoth);
    m_memory = new MemoryStrip(
        {m_trace, page.sharedSnapshot(), &m_axis, &m_selection, &page.cursor(), base}, m_theme, m_lanes);
    m_lanes->addWidget(m_memory);
    m_lanes->setSizes({kShare * m_lanes->height() / (kShare + 1), m_lanes->height() / (kShare + 1)});
    const auto copyMarks = [strip = m_memory, &page]() {
        strip->timeline().setSteps(page.stepMarks());
        strip->timeline().setCategories(page.bandCategories());
        strip->setVerdict(page.figures().judgement().get());
    };
    connect(&page, &MemoryPage::marksChanged, m_memory, copyMarks);
    copyMarks();
    auto* guide = new MemoryGuide(page.sharedSnapshot(), &m_findings, &page.cursor(), m_memory);
    connect(guide, &MemoryGuide::rangeShown, this, &TracePage::showMemory);
    connect(m_memory, &MemoryStrip::verdictActivated, this, [this]() {
        if (const auto finding = m_judgement.memoryFinding())
            m_findings.go(*finding);
    });
    connect(&page.figures(), &JudgementSource::judgementChanged, m_memory, [this]() { takeMemoryFindings(); });
    takeMemoryFindings();
    if (m_wantedInMemory)
        m_findings.restore(std::exchange(m_wantedInMemory, std::nullopt));
    annotator()->addMemory(&m_memory->timeline(), &m_memory->axis(), &page.cursor());
    connect(m_memory, &MemoryStrip::workActivated, this, [this](SliceId slice) {
        m_selection.select(slice);
        m_timeline->reveal(slice);
    });
    connect(&page, &MemoryPage::aboutToGo, this, &TracePage::dropMemory);
    alignMemory();
}

// Its going makes the timeline higher, which asks for it to be aligned: by then there is none.
void TracePage::dropMemory()
{
    if (m_memory == nullptr)
        return;
    delete std::exchange(m_memory, nullptr);
    m_memoryPage.clear();
    takeMemoryFindings();
}

// The place that is looked at stays, as the findings before those of the memory are the same.
void TracePage::takeMemoryFindings()
{
    const std::optional<share::FindingRef> place = m_findings.ref();
    m_judgement.takeMemory(m_memoryPage ? &m_memoryPage->figures() : nullptr);
    if (m_memoryPage || !isOfMemory(place)) {
        m_findings.restore(place);
        return;
    }
    m_findings.restore(std::nullopt);
    m_wantedInMemory = place; // a snapshot that is read again brings it back
}

// On the trace's axis, which knows the way back.
void TracePage::showMemory(const EntryRange& range)
{
    const view::EntryPositions& positions = m_memory->timeline().content().positions();
    m_axis.fitAround(positions.of(range.first) - m_memoryBase, positions.of(range.last + 1) - m_memoryBase);
}

void TracePage::alignMemory()
{
    if (m_memory == nullptr)
        return;
    const int left = m_memory->mapFromGlobal(m_canvas->mapToGlobal(QPoint(0, 0))).x();
    m_memory->alignTo(left, left + m_canvas->width());
}

bool TracePage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_canvas && (event->type() == QEvent::Resize || event->type() == QEvent::Move))
        alignMemory();
    return ContentPage::eventFilter(watched, event);
}

// All rows, and a few more that come with the figures or unfold.
int TracePage::usefulHeight() const
{
    constexpr int kSpareRows = 3;
    if (m_memory != nullptr)
        return 0;
    return OverviewBar::kHeight + TimeRuler::kHeight + m_timeline->content().layout().height()
        + kSpareRows * kLaneHeight;
}

// What was found is described, unless the panels are where people write something.
void TracePage::goToHit(const Item& item)
{
    m_selection.select(item);
    reveal(item);
    const QWidget* focus = QApplication::focusWidget();
    const bool writesBelow
        = focus != nullptr && focus->testAttribute(Qt::WA_InputMethodEnabled) && panels().isAncestorOf(focus);
    if (!writesBelow)
        panels().setCurrentIndex(static_cast<int>(Panel::Selection));
}

// The first range shows where its sums stand; later ones leave people the panel they have chosen.
void TracePage::offerRange()
{
    if (!m_rangeOffered)
        panels().setCurrentIndex(static_cast<int>(Panel::Range));
    m_rangeOffered = true;
}

// Who clicks on something wants to know what it is; who looks at a range, how that thing is spread over it.
void TracePage::offerSelection()
{
    if (shownPanel() != Panel::Range || !m_selection.range())
        panels().setCurrentIndex(static_cast<int>(Panel::Selection));
}

void TracePage::reveal(const Item& item)
{
    if (item.slice().valid()) {
        m_timeline->reveal(item.slice());
        return;
    }
    m_timeline->scroller().toRowOf(item);
    const std::optional<std::int64_t> time = timeOf(m_timeline->content(), item);
    const TimeRange seen = m_axis.range();
    if (time && (*time < seen.start || *time >= seen.end))
        m_axis.centreOn(*time);
}

void TracePage::showPanel(Panel panel)
{
    showPanelAt(static_cast<int>(panel));
}

void TracePage::showCommonPanel(CommonPanel panel)
{
    switch (panel) {
    case CommonPanel::Selection:
        return showPanel(Panel::Selection);
    case CommonPanel::FileHealth:
        return showPanel(Panel::FileHealth);
    case CommonPanel::Metadata:
        return showPanel(Panel::Metadata);
    }
}

TracePage::Panel TracePage::shownPanel() const
{
    return static_cast<Panel>(panels().currentIndex());
}

bool TracePage::isIdle() const
{
    return !m_judgement.isBusy() && !m_search.isBusy() && m_timeline->idle() && m_details->isIdle()
        && m_health->isIdle() && m_tables->isIdle() && (m_memory == nullptr || m_memory->timeline().idle());
}

} // namespace stepscope::widgets
