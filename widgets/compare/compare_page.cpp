// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/compare_page.h"

#include "widgets/annotate/annotator.h"
#include "widgets/annotate/notes_panel.h"
#include "widgets/compare/change_words.h"
#include "widgets/compare/compare_flame.h"
#include "widgets/compare/compare_header.h"
#include "widgets/compare/compare_table.h"
#include "widgets/compare/differences_panel.h"
#include "widgets/compare/memory_pair.h"
#include "widgets/compare/run_bar.h"
#include "widgets/compare/timeline_pair.h"
#include "widgets/memory/memory_strip.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/share/page_report.h"
#include "widgets/tables/table_box.h"
#include "widgets/timeline/timeline_view.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::widgets {

using compare::kAfter;
using compare::kBefore;
using compare::Topic;

namespace {

bool isMemory(Topic topic)
{
    return topic == Topic::Memory || topic == Topic::MemoryByStack || topic == Topic::GrowthByStack;
}

} // namespace

ComparePage::ComparePage(CompareRuns runs, ThemeSource* theme, QWidget* parent)
    : ContentPage(parent)
    , m_source(std::move(runs))
    , m_theme(theme)
    , m_header(new CompareHeader(&m_source, theme, this))
    , m_differences(new DifferencesPanel(&m_source, theme, this))
{
    assemble(m_differences, buildCentre());
    annotateViews();
    qobject_cast<QVBoxLayout*>(layout())->insertWidget(0, m_header);
    setPanelsVisible(false); // until there are tables
    connect(m_differences, &DifferencesPanel::foldRequested, this, [this]() { setFindingsVisible(false); });
    connect(&m_source, &ComparisonSource::changed, this, &ComparePage::buildTables);
    connect(&m_source, &ComparisonSource::visited, this, &ComparePage::showDifference);
    m_source.start();
}

ComparePage::~ComparePage()
{
    removeViews();
}

QString ComparePage::title() const
{
    return m_source.run(kBefore).label + QStringLiteral(" → ") + m_source.run(kAfter).label;
}

QWidget* ComparePage::buildCentre()
{
    m_stack = new QStackedWidget(this);
    if (m_source.hasTraces()) {
        m_timelines = new TimelinePair(&m_source, m_theme, m_stack);
        m_stack->addWidget(m_timelines);
        for (const std::size_t side : {kBefore, kAfter})
            keepKeysOf(&m_timelines->timeline(side));
        connect(m_timelines, &TimelinePair::textsChanged, this, &ComparePage::textsChanged);
        connect(m_timelines, &TimelinePair::selectionsChanged, this, &ComparePage::alignableChanged);
        connect(m_timelines, &TimelinePair::differenceRequested, this, &ComparePage::run);
    }
    if (m_source.hasSnapshots()) {
        m_memory = new MemoryPair(&m_source, m_theme, m_stack);
        m_stack->addWidget(m_memory);
        connect(m_memory, &MemoryPair::textsChanged, this, &ComparePage::textsChanged);
        const bool oneClock = m_source.run(kBefore).clockBase && m_source.run(kAfter).clockBase;
        if (m_timelines != nullptr && oneClock)
            m_timelines->attachMemory({&m_memory->cursor(kBefore), &m_memory->cursor(kAfter)});
    }
    setFocusProxy(m_stack->currentWidget());
    if (m_memory == nullptr)
        return m_stack;
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(buildChoices());
    column->addWidget(m_stack, 1);
    followMemory();
    return centre;
}

void ComparePage::annotateViews()
{
    Annotator& annotator = makeAnnotator(m_theme);
    for (const std::size_t side : {kBefore, kAfter}) {
        const auto run = static_cast<std::uint32_t>(side);
        if (m_timelines != nullptr)
            annotator.addTimeline(
                &m_timelines->timeline(side), &m_timelines->axes().axis(side), &m_timelines->selection(side), run);
        if (m_memory != nullptr)
            annotator.addMemory(&m_memory->timeline(side), &m_memory->axes().axis(side), &m_memory->cursor(side), run);
    }
    connect(&annotator, &Annotator::viewNeeded, this, [this](AnnotationLayer* layer) {
        if (m_memory != nullptr && m_memory->isAncestorOf(layer))
            showCentre(Shown::Memory);
        else
            showTimelines();
    });
}

// What the centre shows, where there is a choice, and which device of the snapshots.
QLayout* ComparePage::buildChoices()
{
    auto* row = new QHBoxLayout();
    m_choice = new QButtonGroup(this);
    const auto add = [&](Shown shown, const QString& text, const QString& tip) {
        QToolButton* button = barButton(text, tip, this);
        button->setCheckable(true);
        m_choice->addButton(button, static_cast<int>(shown));
        row->addWidget(button);
    };
    if (m_timelines != nullptr) {
        row->setContentsMargins(8, 2, 8, 2);
        add(Shown::Timelines, QStringLiteral("Timelines"), QStringLiteral("Events of both runs"));
        if (m_timelines->memory(kBefore) != nullptr)
            add(Shown::Both, QStringLiteral("Timelines and memory"),
                QStringLiteral("Events of both runs, and below each its memory on the same axis"));
        add(Shown::Memory, QStringLiteral("Memory"), QStringLiteral("Allocated memory of both runs, entry by entry"));
        m_choice->button(static_cast<int>(Shown::Timelines))->setChecked(true);
    }
    row->addWidget(&m_memory->deviceBox());
    row->addStretch(1);
    connect(m_choice, &QButtonGroup::idClicked, this, [this](int id) { showCentre(static_cast<Shown>(id)); });
    return row;
}

void ComparePage::followMemory()
{
    connect(m_memory, &MemoryPair::deviceChanged, this, [this]() {
        if (m_flame != nullptr)
            m_flame->setDevices(m_source.comparison()->memoryDevices[m_memory->chosenDevice()]);
    });
    if (m_timelines == nullptr || m_timelines->memory(kBefore) == nullptr)
        return;
    const auto dress = [this]() {
        for (const std::size_t side : {kBefore, kAfter})
            m_memory->dress(side, m_timelines->memory(side)->timeline());
    };
    connect(m_memory, &MemoryPair::dressChanged, m_timelines, dress);
    dress();
    m_timelines->setMemoryVisible(false);
}

void ComparePage::showCentre(Shown shown)
{
    QAbstractButton* choice = m_choice != nullptr ? m_choice->button(static_cast<int>(shown)) : nullptr;
    if (choice == nullptr)
        return;
    choice->setChecked(true);
    m_timelines->setMemoryVisible(shown == Shown::Both);
    m_stack->setCurrentWidget(shown == Shown::Memory ? static_cast<QWidget*>(m_memory) : m_timelines);
    setFocusProxy(m_stack->currentWidget());
    Q_EMIT textsChanged();
}

// With the memory below or without, as it was.
void ComparePage::showTimelines()
{
    if (showsMemory())
        showCentre(Shown::Timelines);
}

bool ComparePage::showsMemory() const
{
    return m_memory != nullptr && m_stack->currentWidget() == m_memory;
}

void ComparePage::buildTables()
{
    if (m_source.comparison())
        fillPanels(m_source.comparison());
    if (m_pending)
        apply(*std::exchange(m_pending, std::nullopt));
    else
        m_source.go(0); // the first thing to see is what changed most
}

void ComparePage::fillPanels(const ComparisonPtr& comparison)
{
    for (const compare::Table& table : comparison->tables) {
        auto* box = new TableBox(topicTitle(table.topic), m_theme, &panels());
        box->setTable(compareTable(table));
        box->setRemark(table.perStep ? QStringLiteral("per step") : QStringLiteral("in all"));
        connect(box, &TableBox::rowActivated, this,
            [this, &table, comparison](std::size_t row) { showRow(table.rows[row], isMemory(table.topic)); });
        panels().addTab(box, topicTitle(table.topic));
        m_tables.emplace_back(table.topic, box);
    }
    if (m_source.hasTraces() || m_source.hasSnapshots()) {
        m_flame = new CompareFlame(&m_source, m_theme, &panels());
        panels().addTab(m_flame, QStringLiteral("Flame"));
        if (m_memory != nullptr && m_memory->deviceCount() > 0)
            m_flame->setDevices(comparison->memoryDevices[m_memory->chosenDevice()]);
        connect(m_flame, &CompareFlame::slicesActivated, this, [this](const std::array<SliceId, 2>& slices) {
            showTimelines();
            m_timelines->showEvents(slices);
        });
    }
    panels().addTab(&annotator()->panel(), QStringLiteral("Notes"));
    setPanelsVisible(true);
    shareHeight();
    constexpr int kRoomForMemory = 640; // px: each run has its timeline and its memory
    if (m_timelines != nullptr && m_timelines->memory(kBefore) != nullptr && m_stack->height() >= kRoomForMemory)
        showCentre(Shown::Both);
}

TableBox* ComparePage::table(Topic topic)
{
    const auto found
        = std::find_if(m_tables.begin(), m_tables.end(), [topic](const auto& t) { return t.first == topic; });
    return found != m_tables.end() ? found->second : nullptr;
}

void ComparePage::showDifference()
{
    const compare::Difference* difference = m_source.difference();
    if (difference == nullptr)
        return;
    const auto& tables = m_source.comparison()->tables;
    const auto table = std::find_if(
        tables.begin(), tables.end(), [&](const compare::Table& t) { return t.topic == difference->topic; });
    const bool hasRow = table != tables.end() && difference->row && *difference->row < table->rows.size();
    if (TableBox* box = this->table(difference->topic)) {
        panels().setCurrentWidget(box);
        if (hasRow)
            box->showRow(*difference->row);
    }
    const bool hasExample = difference->examples[kBefore].valid() || difference->examples[kAfter].valid();
    if (hasExample && m_timelines != nullptr && !isMemory(difference->topic)) {
        showTimelines();
        const bool isGap = difference->gaps[kBefore] || difference->gaps[kAfter];
        const bool costsTheGpu = difference->topic == Topic::StepTime || difference->topic == Topic::Idle
            || difference->topic == Topic::Communication || !difference->steps.empty();
        if (costsTheGpu && !isGap)
            m_timelines->showCosts(difference->examples);
        else
            m_timelines->showEvents(difference->examples, difference->gaps);
    } else if (hasRow) {
        showRow(table->rows[*difference->row], isMemory(difference->topic));
    } else if (isMemory(difference->topic)) {
        showCentre(Shown::Memory);
    }
}

void ComparePage::showRow(const compare::Row& row, bool ofMemory)
{
    std::array<SliceId, 2> slices;
    std::array<StackId, 2> stacks;
    std::array<std::optional<Interval>, 2> gaps;
    for (const std::size_t side : {kBefore, kAfter}) {
        if (row.sides[side]) {
            slices[side] = row.sides[side]->example;
            stacks[side] = row.sides[side]->stack;
            gaps[side] = row.sides[side]->gap;
        }
    }
    if (ofMemory && m_memory != nullptr) {
        showCentre(Shown::Memory);
        m_memory->chooseDevice(row.device);
        m_memory->showStacks(stacks);
    } else if (!ofMemory && m_timelines != nullptr) {
        showTimelines();
        m_timelines->showEvents(slices, gaps);
    }
}

bool ComparePage::canAlignSelected() const
{
    return m_timelines != nullptr && m_timelines->canAlignSelected();
}

void ComparePage::alignSelected()
{
    if (m_timelines != nullptr)
        m_timelines->alignSelected();
}

bool ComparePage::can(TimelineCommand command) const
{
    switch (command) {
    case TimelineCommand::NextFinding:
    case TimelineCommand::PreviousFinding:
        return true;
    default:
        return showsMemory() ? MemoryPair::can(command) : m_timelines != nullptr && m_timelines->can(command);
    }
}

void ComparePage::run(TimelineCommand command)
{
    if (command == TimelineCommand::NextFinding)
        m_source.next();
    else if (command == TimelineCommand::PreviousFinding)
        m_source.previous();
    else if (showsMemory())
        m_memory->run(command);
    else if (m_timelines != nullptr)
        m_timelines->run(command);
}

ReportTask ComparePage::reportTask() const
{
    return comparisonReport(m_source);
}

QString ComparePage::whatText() const
{
    if (showsMemory())
        return m_memory->whatText();
    return m_timelines != nullptr ? m_timelines->whatText() : QString();
}

QString ComparePage::whereText() const
{
    if (showsMemory())
        return m_memory->whereText();
    return m_timelines != nullptr ? m_timelines->whereText() : QString();
}

bool ComparePage::isIdle() const
{
    return !m_source.isBusy() && (m_timelines == nullptr || m_timelines->isIdle())
        && (m_memory == nullptr || m_memory->isIdle()) && (m_flame == nullptr || m_flame->isIdle())
        && std::all_of(m_tables.begin(), m_tables.end(), [](const auto& table) { return table.second->isSettled(); });
}

} // namespace stepscope::widgets
