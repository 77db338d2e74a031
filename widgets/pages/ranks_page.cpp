// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/ranks_page.h"

#include "widgets/annotate/annotator.h"
#include "widgets/annotate/notes_panel.h"
#include "widgets/details/detail_text.h"
#include "widgets/details/event_details.h"
#include "widgets/findings/findings_panel.h"
#include "widgets/pages/ranks_steps.h"
#include "widgets/ranks/arrivals_view.h"
#include "widgets/ranks/heat_map_panel.h"
#include "widgets/ranks/number_ranks_dialog.h"
#include "widgets/ranks/rank_lane.h"
#include "widgets/ranks/ranks_bar.h"
#include "widgets/ranks/ranks_report_text.h"
#include "widgets/ranks/ranks_step_strip.h"
#include "widgets/ranks/ranks_tables.h"
#include "widgets/ranks/ranks_text_panel.h"
#include "widgets/ranks/ranks_timeline_view.h"
#include "widgets/ranks/ranks_words.h"
#include "widgets/share/page_report.h"
#include "widgets/tables/table_box.h"

#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr double kStepMargin = 0.02;

// The recording of most ranks, the first of equals.
std::size_t largestJob(const RankSet& set)
{
    const auto largest = std::max_element(set.jobs.begin(), set.jobs.end(),
        [](const RankJob& a, const RankJob& b) { return a.world.ranks.size() < b.world.ranks.size(); });
    return static_cast<std::size_t>(largest - set.jobs.begin());
}

} // namespace

RanksPage::RanksPage(RankSetPtr set, ThemeSource* theme, QWidget* parent)
    : ContentPage(parent)
    , m_set(std::move(set))
    , m_findings(&m_judgement)
{
    auto* centre = new QWidget(this);
    m_bar = new RanksBar(centre);
    m_timeline = new RanksTimelineView(&m_axis, &m_cursor, theme, centre);
    m_steps = new RanksSteps(m_timeline, &m_axis, this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_timeline, 1);
    buildPanels(theme);
    assemble(new FindingsPanel(&m_judgement, &m_findings, theme, this), centre);
    keepKeysOf(m_timeline);
    connectParts();
    showJob(largestJob(*m_set));
    panels().setCurrentWidget(m_ranks);
}

RanksPage::~RanksPage()
{
    delete m_steps;
    removeViews();
}

void RanksPage::buildPanels(ThemeSource* theme)
{
    m_details = new RanksTextPanel(QStringLiteral("Selection"),
        QStringLiteral("Nothing is chosen. Click a collective in the timeline, a rank, or a row of a table."), theme,
        this);
    m_selection = new QStackedWidget(this);
    m_selection->addWidget(m_details);
    m_ranks = new TableBox(QStringLiteral("Ranks"), theme, this);
    m_collectives = new TableBox(QStringLiteral("Collectives"), theme, this);
    m_arrivals = new ArrivalsView(&m_cursor, theme, this);
    m_heat = new HeatMapPanel(&m_cursor, theme, this);
    m_health = new RanksTextPanel(QStringLiteral("File health"), {}, theme, this);
    // In the order of Panel.
    panels().addTab(m_selection, QStringLiteral("Selection"));
    panels().addTab(m_ranks, QStringLiteral("Ranks"));
    panels().addTab(m_collectives, QStringLiteral("Collectives"));
    panels().addTab(m_arrivals, QStringLiteral("Arrivals"));
    panels().addTab(m_heat, QStringLiteral("Heat map"));
    panels().addTab(m_health, QStringLiteral("File health"));
    Annotator& annotator = makeAnnotator(theme);
    annotator.addRanks(m_timeline, &m_axis, &m_cursor, [this]() { return static_cast<std::uint32_t>(m_shown); });
    panels().addTab(&annotator.panel(), QStringLiteral("Notes"));
}

void RanksPage::connectParts()
{
    connect(m_bar, &RanksBar::jobChosen, this, &RanksPage::showJob);
    connect(m_bar, &RanksBar::numbersRequested, this, &RanksPage::askForNumbers);
    connect(&m_findings, &FindingCursor::visited, this, &RanksPage::visitFinding);
    connect(m_timeline, &RanksTimelineView::commandRequested, this, &RanksPage::run);
    connect(m_timeline, &RanksTimelineView::pageRequested, this,
        [this](std::uint32_t rank) { Q_EMIT fileRequested(toQString(job().files[rank].path)); });
    connect(m_timeline, &RanksTimelineView::eventSelected, this, &RanksPage::describeEvent);
    connect(m_ranks, &TableBox::rowActivated, this, [this](std::size_t row) {
        m_cursor.setRank(static_cast<std::uint32_t>(row));
        m_timeline->showRank(static_cast<std::uint32_t>(row));
    });
    connect(m_collectives, &TableBox::rowActivated, this,
        [this](std::size_t row) { goTo(static_cast<std::uint32_t>(row)); });
    connect(&m_heat->view(), &HeatMapView::stepActivated, this, &RanksPage::goToStep);
    for (const auto signal : {&RanksCursor::collectiveChanged, &RanksCursor::rankChanged}) {
        connect(&m_cursor, signal, this, &RanksPage::describe);
        connect(&m_cursor, signal, this, &RanksPage::textsChanged);
    }
    connect(&m_cursor, &RanksCursor::hoveredChanged, this, &RanksPage::textsChanged);
    connect(&m_axis, &TimeAxis::rangeChanged, this, &RanksPage::textsChanged);
    connect(&m_axis, &TimeAxis::cursorChanged, this, &RanksPage::textsChanged);
}

void RanksPage::showJob(std::size_t job)
{
    m_cursor.clear(); // while its indices are those of what is shown
    m_shown = job;
    m_findings.clear();
    const RankJobPtr shown(m_set, &m_set->jobs[job]);
    m_timeline->setJob(shown);
    m_judgement.setJob(shown);
    m_arrivals->setJob(shown);
    m_heat->view().setJob(shown);
    m_ranks->setTable(buildRanksTable(shown->world));
    m_collectives->setTable(buildCollectivesTable(shown->world, m_axis.bounds().start));
    m_health->setTexts({}, describeHealth(*m_set, job));
    m_bar->showJob(*m_set, job);
    // What the first finding is about stands in the panels before anybody asks.
    if (const auto worst = m_judgement.collectiveOf(0, 0)) {
        m_cursor.setRank(m_judgement.rankOf(0));
        m_cursor.choose(*worst);
    }
    describe();
    Q_EMIT textsChanged();
}

void RanksPage::askForNumbers()
{
    NumberRanksDialog dialog(job(), this);
    if (dialog.exec() == QDialog::Accepted)
        numberRanks(dialog.numbers());
}

void RanksPage::numberRanks(std::vector<std::pair<std::string, std::int64_t>> numbers)
{
    m_job.start<RankSetPtr>(
        [set = m_set, numbers = std::move(numbers)](
            Progress&, const std::stop_token&) -> Expected<RankSetPtr> { return widgets::numberRanks(*set, numbers); },
        [this](Expected<RankSetPtr> result) {
            if (result) {
                m_cursor.clear();
                m_set = std::move(*result);
                showJob(largestJob(*m_set));
            }
            if (m_pending)
                apply(*std::exchange(m_pending, std::nullopt));
        });
}

void RanksPage::visitFinding()
{
    const auto& place = m_findings.current();
    if (!place)
        return;
    const auto collective = m_judgement.collectiveOf(place->finding, place->evidence);
    const auto rank = m_judgement.rankOf(place->finding);
    if (collective)
        goTo(*collective);
    if (rank) {
        m_cursor.setRank(*rank);
        m_timeline->showRank(*rank);
    }
}

void RanksPage::goTo(std::uint32_t collective)
{
    m_cursor.choose(collective);
    m_timeline->showCollective(collective);
}

void RanksPage::goToStep(std::uint32_t rank, std::int64_t step)
{
    m_cursor.setRank(rank);
    m_timeline->showRank(rank);
    const Interval span = m_timeline->content().stepOnAll(step);
    if (span.length() > 0)
        m_axis.fit(span.start, span.end, kStepMargin);
}

// What is selected among the events of a rank goes before what is chosen among the collectives of all.
void RanksPage::describeEvent(std::uint32_t rank)
{
    RankLane* lane = m_timeline->lane(rank);
    const bool selected = lane != nullptr && lane->details() != nullptr
        && (lane->selection().item().valid() || lane->selection().range());
    if (!selected)
        return describe();
    m_cursor.choose({});
    m_cursor.setRank(rank);
    if (m_selection->indexOf(lane->details()) < 0)
        m_selection->addWidget(lane->details());
    m_selection->setCurrentWidget(lane->details());
    if (!std::exchange(m_eventOffered, true)) // later ones leave people the panel they have chosen
        panels().setCurrentWidget(m_selection);
}

QWidget* RanksPage::shownSelection() const
{
    return m_selection->currentWidget();
}

void RanksPage::describe()
{
    m_selection->setCurrentWidget(m_details);
    const ranks::World& world = job().world;
    if (m_cursor.collective())
        m_details->setTexts(collectiveText(world.collectives[*m_cursor.collective()]),
            describeCollective(world, *m_cursor.collective()));
    else if (m_cursor.rank())
        m_details->setTexts(rankText(world, *m_cursor.rank()), describeRank(job(), *m_cursor.rank()));
    else
        m_details->setTexts({}, {});
}

void RanksPage::showPanel(Panel panel)
{
    showPanelAt(static_cast<int>(panel));
}

void RanksPage::showCommonPanel(CommonPanel panel)
{
    switch (panel) {
    case CommonPanel::Selection:
        return showPanel(Panel::Selection);
    case CommonPanel::FileHealth:
        return showPanel(Panel::FileHealth);
    case CommonPanel::Metadata:
        return showPanel(Panel::Ranks);
    }
}

StepChoice* RanksPage::stepChoice()
{
    return m_steps;
}

bool RanksPage::can(TimelineCommand command) const
{
    switch (command) {
    case TimelineCommand::MarkSelection:
    case TimelineCommand::LargestGap:
    case TimelineCommand::NextLargestGap:
    case TimelineCommand::SliceAround:
    case TimelineCommand::SliceInside:
    case TimelineCommand::TowardsCause:
    case TimelineCommand::TowardsEffect:
    case TimelineCommand::ToggleFlows:
    case TimelineCommand::GoToTime:
        return false;
    case TimelineCommand::NextStep:
    case TimelineCommand::PreviousStep:
        return m_steps->count() > 0;
    default:
        return true;
    }
}

void RanksPage::run(TimelineCommand command)
{
    if (command == TimelineCommand::Back && !m_axis.canGoBack())
        return m_cursor.choose({});
    if (roam(m_axis, command))
        return;
    switch (command) {
    case TimelineCommand::CentreOrFitSelection:
        if (m_cursor.collective())
            m_timeline->showCollective(*m_cursor.collective());
        return;
    case TimelineCommand::NextStep:
        return m_timeline->steps().stepBy(1);
    case TimelineCommand::PreviousStep:
        return m_timeline->steps().stepBy(-1);
    case TimelineCommand::NextSlice:
        return m_timeline->selectBy(1);
    case TimelineCommand::PreviousSlice:
        return m_timeline->selectBy(-1);
    case TimelineCommand::ToggleFold:
        if (m_cursor.rank())
            m_timeline->setUnfolded(*m_cursor.rank(), !m_timeline->isUnfolded(*m_cursor.rank()));
        return;
    default:
        return walk(m_findings, command);
    }
}

std::uint64_t RanksPage::warnings() const
{
    return healthWarnings(*m_set, m_shown);
}

ReportTask RanksPage::reportTask() const
{
    return ranksReport(m_set);
}

QString RanksPage::whatText() const
{
    const ranks::World& world = job().world;
    const RanksCursor::Index shown = m_cursor.hovered() ? m_cursor.hovered() : m_cursor.collective();
    if (shown) {
        const ranks::SharedCollective& shared = world.collectives[*shown];
        return QStringList {collectiveText(shared),
            rankText(world, shared.arrivals[shared.last].rank) + QStringLiteral(" last"),
            QStringLiteral("longest wait ") + durationText(shared.waitNs)}
            .join(QStringLiteral("  ·  "));
    }
    return QStringList {jobText(*m_set, m_shown),
        countedText(
            world.collectives.size(), QStringLiteral("shared collective"), QStringLiteral("shared collectives"))}
        .join(QStringLiteral("  ·  "));
}

QString RanksPage::whereText() const
{
    QStringList parts;
    if (m_axis.cursor())
        parts << relativeTimeText(*m_axis.cursor(), m_axis.bounds().start);
    parts << QStringLiteral("%1 shown").arg(durationText(m_axis.range().length()));
    return parts.join(QStringLiteral("  ·  "));
}

bool RanksPage::isIdle() const
{
    return !m_job.isRunning() && m_timeline->isIdle() && m_ranks->isSettled() && m_collectives->isSettled();
}

} // namespace stepscope::widgets
