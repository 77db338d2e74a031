// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/memory_page.h"

#include "widgets/annotate/annotator.h"
#include "widgets/annotate/notes_panel.h"
#include "widgets/details/detail_text.h"
#include "widgets/details/health_view.h"
#include "widgets/findings/findings_panel.h"
#include "widgets/memory/allocation_details.h"
#include "widgets/memory/allocations_panel.h"
#include "widgets/memory/allocator_state_panel.h"
#include "widgets/memory/allocator_state_view.h"
#include "widgets/memory/colour_legend.h"
#include "widgets/memory/device_bar.h"
#include "widgets/memory/entries_panel.h"
#include "widgets/memory/holders_panel.h"
#include "widgets/memory/memory_guide.h"
#include "widgets/memory/memory_steps_panel.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/memory/memory_words.h"
#include "widgets/memory/oom_panel.h"
#include "widgets/memory/settings_view.h"
#include "widgets/memory/snapshot_report.h"
#include "widgets/memory/timeline_options.h"
#include "widgets/pages/memory_steps.h"
#include "widgets/share/page_report.h"

#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::widgets {

MemoryPage::MemoryPage(SnapshotPtr snapshot, ThemeSource* theme, QWidget* parent)
    : ContentPage(parent)
    , m_snapshot(std::move(snapshot))
    , m_stacks(std::make_shared<const analysis::StackReader>(m_snapshot->record))
    , m_figures(m_snapshot, m_stacks)
    , m_categories(m_snapshot, m_stacks, &m_cursor)
    , m_findings(&m_figures)
    , m_context {m_snapshot, m_stacks, &m_cursor, &m_figures, &m_categories, theme}
    , m_guide(new MemoryGuide(m_snapshot, &m_findings, &m_cursor, this))
    , m_stepChoice(new MemorySteps(m_context, m_guide, this))
{
    m_cursor.setDevice(m_snapshot->defaultDevice);
    goToTheTellingPoint();
    QWidget* centre = buildCentre();
    buildPanels();
    assemble(new FindingsPanel(&m_figures, &m_findings, theme, this), centre);
    setFocusProxy(m_timeline);
    connectParts();
    panels().setCurrentWidget(m_oom != nullptr ? static_cast<QWidget*>(m_oom) : m_holders);
    m_categories.start();
    m_figures.start();
}

// Where memory ran out, else where most of it is in use.
void MemoryPage::goToTheTellingPoint()
{
    if (hasDevice())
        m_cursor.setEntry(device().ooms.empty() ? device().active.peakEntry : device().ooms.front());
}

MemoryPage::~MemoryPage()
{
    Q_EMIT aboutToGo();
    removeViews();
}

QWidget* MemoryPage::buildCentre()
{
    auto* column = new QWidget(this);
    m_bar = new DeviceBar(*m_snapshot, &m_cursor, column);
    m_timeline = new MemoryTimelineView(m_snapshot, &m_axis, &m_cursor, m_context.theme, column);
    m_options = new TimelineOptions(m_timeline, hasDevice() && view::hasTimes(*m_snapshot, device()), column);
    m_bar->add(m_options);
    m_legend = new ColourLegend(m_context.theme, column);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_legend);
    layout->addWidget(m_timeline, 1);
    return column;
}

void MemoryPage::buildPanels()
{
    m_details = new AllocationDetails(m_context, this);
    m_state = new AllocatorStatePanel(m_context, this);
    m_holders = new HoldersPanel(m_context, this);
    m_allocations = new AllocationsPanel(m_context, m_guide, this);
    m_entries = new EntriesPanel(m_context, this);
    m_steps = new MemoryStepsPanel(m_context, m_guide, this);
    auto* health = new HealthView(m_context.theme, this);
    health->setTexts(snapshotHealth(*m_snapshot));
    addPanel(Panel::Selection, m_details, QStringLiteral("Selection"));
    addPanel(Panel::State, m_state, QStringLiteral("Allocator state"));
    addPanel(Panel::Holders, m_holders, QStringLiteral("Who holds it"));
    addPanel(Panel::Allocations, m_allocations, QStringLiteral("Allocations"));
    addPanel(Panel::Entries, m_entries, QStringLiteral("Entries"));
    addPanel(Panel::Steps, m_steps, QStringLiteral("Steps"));
    const auto failed = [](const model::MemoryDevice& of) { return !of.ooms.empty(); };
    if (std::any_of(m_snapshot->devices.begin(), m_snapshot->devices.end(), failed)) {
        m_oom = new OomPanel(m_context, this);
        addPanel(Panel::Oom, m_oom, QStringLiteral("Out of memory"));
        connect(m_oom, &OomPanel::stateRequested, this, [this](std::int32_t entry) {
            m_guide->showEntry(entry);
            showPanel(Panel::State);
        });
    }
    addPanel(Panel::FileHealth, health, QStringLiteral("File health"));
    addPanel(Panel::Settings, new SettingsView(snapshotSettings(*m_snapshot), m_context.theme, this),
        QStringLiteral("Settings"));
    Annotator& annotator = makeAnnotator(m_context.theme);
    annotator.addMemory(m_timeline, &m_axis, &m_cursor);
    addPanel(Panel::Notes, &annotator.panel(), QStringLiteral("Notes"));
}

void MemoryPage::connectParts()
{
    for (const auto signal : {&MemoryCursor::deviceChanged, &MemoryCursor::entryChanged, &MemoryCursor::hoveredChanged,
             &MemoryCursor::rangeChanged})
        connect(&m_cursor, signal, this, &MemoryPage::textsChanged);
    connect(&m_cursor, &MemoryCursor::deviceChanged, this, [this]() {
        goToTheTellingPoint();
        showMarks();
    });
    connect(&m_figures, &JudgementSource::judgementChanged, this, &MemoryPage::showMarks);
    connect(&m_categories, &DeviceCategories::changed, this, &MemoryPage::showMarks);
    connect(m_options, &TimelineOptions::coloursChanged, this, &MemoryPage::showColours);
    connect(m_context.theme, &ThemeSource::changed, this, &MemoryPage::showColours);
    connect(
        m_guide, &MemoryGuide::rangeShown, this, [this](const EntryRange& range) { m_timeline->fitEntries(range); });
    showColours();
}

std::vector<MemoryStepMark> MemoryPage::stepMarks() const
{
    std::vector<MemoryStepMark> marks;
    if (const std::vector<analysis::MemoryStep>* all = steps()) {
        marks.reserve(all->size());
        for (const analysis::MemoryStep& step : *all)
            marks.push_back(stepMark(step));
    }
    return marks;
}

MemoryCategories MemoryPage::bandCategories() const
{
    MemoryCategories categories;
    categories.of.reserve(m_categories.categories()->size());
    for (const analysis::MemoryCategory category : *m_categories.categories())
        categories.of.push_back(static_cast<std::uint8_t>(category));
    for (std::size_t i = 0; i < analysis::kMemoryCategories; ++i)
        categories.names << QString::fromLatin1(analysis::memoryCategoryName(static_cast<analysis::MemoryCategory>(i)));
    return categories;
}

void MemoryPage::showMarks()
{
    m_timeline->setSteps(stepMarks());
    m_timeline->setCategories(bandCategories());
    showColours();
    Q_EMIT marksChanged();
}

// Of the allocator state and in the legend as in the timeline.
void MemoryPage::showColours()
{
    const MemoryGroups& groups = m_timeline->content().groups();
    m_state->view().setGroups(groups);
    const view::BandPalette palette(m_context.theme->theme().dark);
    std::vector<LegendEntry> entries;
    entries.reserve(groups.order.size());
    for (const std::uint32_t group : groups.order)
        entries.push_back({groups.names[group], QColor::fromRgb(palette.colour(groups.colours[group]))});
    m_legend->setEntries(std::move(entries));
}

StepChoice* MemoryPage::stepChoice()
{
    return m_stepChoice;
}

void MemoryPage::find()
{
    findAllocations({});
}

void MemoryPage::findAllocations(const QString& words)
{
    showPanel(Panel::Allocations);
    m_allocations->search(words);
}

void MemoryPage::addPanel(Panel panel, QWidget* widget, const QString& title)
{
    m_panelWidgets[static_cast<std::size_t>(panel)] = widget;
    panels().addTab(widget, title);
}

void MemoryPage::showPanel(Panel panel)
{
    if (QWidget* widget = m_panelWidgets[static_cast<std::size_t>(panel)])
        showPanelAt(panels().indexOf(widget));
}

MemoryPage::Panel MemoryPage::shownPanel() const
{
    const auto found = std::find(m_panelWidgets.begin(), m_panelWidgets.end(), panels().currentWidget());
    return static_cast<Panel>(found - m_panelWidgets.begin());
}

void MemoryPage::showCommonPanel(CommonPanel panel)
{
    switch (panel) {
    case CommonPanel::Selection:
        return showPanel(Panel::Selection);
    case CommonPanel::FileHealth:
        return showPanel(Panel::FileHealth);
    case CommonPanel::Metadata:
        return showPanel(Panel::Settings);
    }
}

const std::vector<analysis::MemoryStep>* MemoryPage::steps() const
{
    const MemoryFiguresPtr& figures = m_figures.figures();
    return figures && m_cursor.device() < figures->devices.size() ? &figures->devices[m_cursor.device()].steps
                                                                  : nullptr;
}

bool MemoryPage::can(TimelineCommand command) const
{
    switch (command) {
    case TimelineCommand::MarkSelection:
    case TimelineCommand::LargestGap:
    case TimelineCommand::NextLargestGap:
    case TimelineCommand::NextSlice:
    case TimelineCommand::PreviousSlice:
    case TimelineCommand::SliceAround:
    case TimelineCommand::SliceInside:
    case TimelineCommand::TowardsCause:
    case TimelineCommand::TowardsEffect:
    case TimelineCommand::ToggleFold:
    case TimelineCommand::ToggleFlows:
    case TimelineCommand::GoToTime:
        return false;
    default:
        return true;
    }
}

void MemoryPage::run(TimelineCommand command)
{
    if (roam(m_axis, command))
        return;
    switch (command) {
    case TimelineCommand::CentreOrFitSelection:
        return showLife();
    case TimelineCommand::NextStep:
        return m_stepChoice->stepBy(1);
    case TimelineCommand::PreviousStep:
        return m_stepChoice->stepBy(-1);
    default:
        return walk(m_findings, command);
    }
}

void MemoryPage::showLife()
{
    const AllocId chosen = m_cursor.allocation();
    if (!hasDevice() || chosen.index() >= device().allocations.count())
        return;
    m_timeline->fitEntries({device().allocations.born[chosen.index()],
        std::min(device().allocations.died[chosen.index()], device().entryCount() - 1)});
}

ReportTask MemoryPage::reportTask() const
{
    return snapshotReport(m_figures);
}

QString MemoryPage::whatText() const
{
    if (!hasDevice())
        return QStringLiteral("The file holds no memory of any device.");
    const AllocId hovered = m_cursor.hovered();
    const model::AllocationTable& table = device().allocations;
    if (hovered.index() < table.count())
        return QStringList {bytesText(table.size[hovered.index()]),
            toQString(m_stacks->label(table.stack[hovered.index()])),
            QStringLiteral("since ") + entryText(table.born[hovered.index()])}
            .join(QStringLiteral("  ·  "));
    QStringList parts {memoryDeviceText(device()),
        countedText(
            static_cast<std::uint64_t>(device().entryCount()), QStringLiteral("entry"), QStringLiteral("entries")),
        countedText(device().allocations.count(), QStringLiteral("allocation"), QStringLiteral("allocations"))};
    if (device().entryCount() == 0)
        parts << peakText(device());
    else if (device().active.peak > 0)
        parts << peakText(device()) + QStringLiteral(", ") + pointText(device(), device().active.peakEntry);
    return parts.join(QStringLiteral("  ·  "));
}

QString MemoryPage::whereText() const
{
    if (!hasDevice())
        return {};
    QStringList parts;
    if (const auto& range = m_cursor.range())
        parts << QStringLiteral("entries %1 to %2 selected")
                     .arg(countText(static_cast<std::uint64_t>(std::max(range->first, 0))),
                         countText(static_cast<std::uint64_t>(std::max(range->last, 0))));
    parts << pointText(device(), m_cursor.entry());
    const QString time = entryTimeText(m_snapshot->entries(device()), m_cursor.entry());
    if (!time.isEmpty())
        parts << time;
    return parts.join(QStringLiteral("  ·  "));
}

bool MemoryPage::isIdle() const
{
    return !m_figures.isBusy() && !m_categories.isBusy() && m_timeline->idle() && m_holders->isIdle()
        && m_allocations->isIdle() && m_entries->isIdle() && (m_oom == nullptr || m_oom->isIdle());
}

} // namespace stepscope::widgets
