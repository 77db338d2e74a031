// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/memory_page.h"

#include "widgets/details/detail_text.h"
#include "widgets/details/health_view.h"
#include "widgets/findings/findings_panel.h"
#include "widgets/memory/allocation_details.h"
#include "widgets/memory/device_bar.h"
#include "widgets/memory/memory_guide.h"
#include "widgets/memory/memory_words.h"
#include "widgets/memory/settings_view.h"
#include "widgets/memory/snapshot_report.h"

#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::widgets {

MemoryPage::MemoryPage(SnapshotPtr snapshot, ThemeSource* theme, QWidget* parent)
    : ContentPage(parent)
    , m_snapshot(std::move(snapshot))
    , m_figures(m_snapshot)
    , m_findings(&m_figures)
    , m_guide(new MemoryGuide(m_snapshot, &m_findings, &m_cursor, this))
{
    m_cursor.setDevice(m_snapshot->defaultDevice);
    if (hasDevice())
        m_cursor.setEntry(device().active.peakEntry);
    buildPanels(theme);
    assemble(new FindingsPanel(&m_figures, &m_findings, theme, this), buildCentre(theme));
    connect(&m_cursor, &MemoryCursor::deviceChanged, this, &MemoryPage::textsChanged);
    connect(&m_cursor, &MemoryCursor::entryChanged, this, &MemoryPage::textsChanged);
    connect(&m_cursor, &MemoryCursor::hoveredChanged, this, &MemoryPage::textsChanged);
    connect(&m_cursor, &MemoryCursor::rangeChanged, this, &MemoryPage::textsChanged);
    m_figures.start();
}

MemoryPage::~MemoryPage()
{
    removeViews();
}

QWidget* MemoryPage::buildCentre(ThemeSource* /*theme*/)
{
    auto* column = new QWidget(this);
    m_bar = new DeviceBar(*m_snapshot, &m_cursor, column);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addStretch(1);
    return column;
}

void MemoryPage::buildPanels(ThemeSource* theme)
{
    m_details = new AllocationDetails(m_snapshot, &m_cursor, theme, this);
    auto* health = new HealthView(theme, this);
    health->setTexts(snapshotHealth(*m_snapshot));
    addPanel(Panel::Selection, m_details, QStringLiteral("Selection"));
    addPanel(Panel::FileHealth, health, QStringLiteral("File health"));
    addPanel(Panel::Settings, new SettingsView(snapshotSettings(*m_snapshot), theme, this), QStringLiteral("Settings"));
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
    case TimelineCommand::NextFinding:
    case TimelineCommand::PreviousFinding:
    case TimelineCommand::NextPlace:
    case TimelineCommand::PreviousPlace:
    case TimelineCommand::NextStep:
    case TimelineCommand::PreviousStep:
        return true;
    default:
        return false;
    }
}

void MemoryPage::run(TimelineCommand command)
{
    if (command == TimelineCommand::NextStep || command == TimelineCommand::PreviousStep)
        stepBy(command == TimelineCommand::NextStep ? 1 : -1);
    else
        walk(m_findings, command);
}

// From the step that is looked at, or the point, to the next one.
void MemoryPage::stepBy(int direction)
{
    const std::vector<analysis::MemoryStep>* all = steps();
    if (all == nullptr || all->empty())
        return;
    const std::int32_t at = m_cursor.range() ? m_cursor.range()->first : m_cursor.entry();
    auto next = std::upper_bound(all->begin(), all->end(), at,
        [](std::int32_t entry, const analysis::MemoryStep& step) { return entry < step.firstEntry; });
    if (direction < 0) {
        while (next != all->begin() && std::prev(next)->firstEntry >= at)
            --next;
        if (next == all->begin())
            return;
        --next;
    }
    if (next != all->end())
        m_guide->showRange({next->firstEntry, next->lastEntry});
}

QString MemoryPage::whatText() const
{
    if (!hasDevice())
        return QStringLiteral("The file holds no memory of any device.");
    const AllocId hovered = m_cursor.hovered();
    const model::AllocationTable& table = device().allocations;
    if (hovered.index() < table.count())
        return QStringList {bytesText(table.size[hovered.index()]),
            stackText(m_snapshot->record, table.stack[hovered.index()]),
            QStringLiteral("since ") + entryText(table.born[hovered.index()])}
            .join(QStringLiteral("  ·  "));
    QStringList parts {memoryDeviceText(device()),
        countedText(
            static_cast<std::uint64_t>(device().entryCount()), QStringLiteral("entry"), QStringLiteral("entries")),
        countedText(device().allocations.count(), QStringLiteral("allocation"), QStringLiteral("allocations"))};
    if (device().active.peak > 0)
        parts << QStringLiteral("peak %1 at %2")
                     .arg(bytesText(device().active.peak), entryText(device().active.peakEntry));
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
    parts << entryText(m_cursor.entry());
    const QString time = entryTimeText(m_snapshot->entries(device()), m_cursor.entry());
    if (!time.isEmpty())
        parts << time;
    return parts.join(QStringLiteral("  ·  "));
}

bool MemoryPage::isIdle() const
{
    return !m_figures.isBusy();
}

} // namespace stepscope::widgets
