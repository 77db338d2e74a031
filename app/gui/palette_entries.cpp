// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/palette_entries.h"

#include "app/gui/actions.h"
#include "app/gui/document_page.h"
#include "widgets/memory/colour_legend.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/memory/memory_words.h"
#include "widgets/pages/memory_page.h"
#include "widgets/pages/ranks_page.h"
#include "widgets/pages/step_choice.h"
#include "widgets/pages/trace_page.h"
#include "widgets/ranks/ranks_timeline_view.h"
#include "widgets/ranks/ranks_words.h"
#include "widgets/timeline/row_scroll.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QActionGroup>
#include <QPointer>

#include <algorithm>

namespace stepscope::app {

namespace {

constexpr double kStepMargin = 0.02;

using Entries = std::vector<widgets::PaletteEntry>;

// But those that have an action of their own.
void addPanels(Entries& entries, const Actions& actions, widgets::ContentPage* page)
{
    const QStringList known {
        actions.selectionPanel->text(), actions.healthPanel->text(), actions.metadataPanel->text()};
    for (const QString& title : page->panelTitles()) {
        if (known.contains(title))
            continue;
        entries.push_back({title, QStringLiteral("panel"), [page = QPointer<widgets::ContentPage>(page), title]() {
                               if (page)
                                   page->showPanelTitled(title);
                           }});
    }
}

void addRows(Entries& entries, widgets::TracePage* page)
{
    const widgets::TimelineData& data = page->timeline().content();
    for (std::size_t i = 0; i < data.layout().nodes().size(); ++i) {
        const view::NodeId node(i);
        if (!data.layout().isMovable(node))
            continue; // the steps, and the heading of what is hidden
        entries.push_back(
            {data.place(node), QStringLiteral("row"), [page = QPointer<widgets::TracePage>(page), node]() {
                 if (page)
                     page->timeline().scroller().toNode(node);
             }});
    }
}

void addSteps(Entries& entries, widgets::TracePage* page)
{
    for (std::size_t i = 0; i < page->stepScope().count(); ++i) {
        entries.push_back(
            {page->stepScope().name(i), QStringLiteral("step"), [page = QPointer<widgets::TracePage>(page), i]() {
                 if (!page)
                     return;
                 const view::Step& step = page->steps().steps()[i];
                 page->selection().select(step.slice);
                 page->axis().fit(step.start, step.end, kStepMargin);
             }});
    }
}

void addMemorySteps(Entries& entries, widgets::MemoryPage* page)
{
    const widgets::StepChoice& steps = *page->stepChoice();
    for (std::size_t i = 0; i < steps.count(); ++i) {
        entries.push_back({steps.name(i), QStringLiteral("step"), [page = QPointer<widgets::MemoryPage>(page), i]() {
                               if (page)
                                   page->stepChoice()->choose(i);
                           }});
    }
}

void addMemoryDevices(Entries& entries, widgets::MemoryPage* page)
{
    const std::vector<model::MemoryDevice>& devices = page->snapshot().devices;
    for (std::size_t i = 0; devices.size() > 1 && i < devices.size(); ++i) {
        entries.push_back({widgets::memoryDeviceText(devices[i]), QStringLiteral("device"),
            [page = QPointer<widgets::MemoryPage>(page), i]() {
                if (page)
                    page->cursor().setDevice(i);
            }});
    }
}

// What the colours stand for, by default the lines of the program that allocate.
void addHolders(Entries& entries, widgets::MemoryPage* page)
{
    constexpr std::size_t kMost = 1000;
    const std::vector<widgets::LegendEntry>& legend = page->legend().entries();
    if (page->timeline().content().colourBy() > widgets::MemoryColourBy::Category)
        return; // sizes and lifetimes are no words of the table
    for (std::size_t i = 0; i < std::min(legend.size(), kMost); ++i) {
        entries.push_back({legend[i].name, QStringLiteral("allocations"),
            [page = QPointer<widgets::MemoryPage>(page), name = legend[i].name]() {
                if (page)
                    page->findAllocations(name);
            }});
    }
}

void addRanks(Entries& entries, widgets::RanksPage* page)
{
    for (std::uint32_t r = 0; r < page->job().world.ranks.size(); ++r) {
        entries.push_back({widgets::rankText(page->job().world, r), QStringLiteral("rank"),
            [page = QPointer<widgets::RanksPage>(page), r]() {
                if (!page || r >= page->job().world.ranks.size())
                    return;
                page->cursor().setRank(r);
                page->timeline().showRank(r);
            }});
    }
}

} // namespace

Entries paletteEntries(const Actions& actions, const DocumentPage* page)
{
    Entries entries;
    for (QAction* action : actions.all()) {
        if (action->isEnabled() && action != actions.palette) {
            const bool isTheme = actions.themes->actions().contains(action);
            entries.push_back({action->text(),
                isTheme ? QStringLiteral("theme") : action->shortcut().toString(QKeySequence::NativeText),
                [action = QPointer<QAction>(action)]() {
                    if (action)
                        action->trigger();
                }});
        }
    }
    if (page == nullptr)
        return entries;
    if (page->content() != nullptr)
        addPanels(entries, actions, page->content());
    if (widgets::TracePage* trace = page->tracePage()) {
        addRows(entries, trace);
        addSteps(entries, trace);
    }
    if (widgets::MemoryPage* memory = page->memoryPage()) {
        addMemorySteps(entries, memory);
        addMemoryDevices(entries, memory);
        addHolders(entries, memory);
    }
    if (widgets::RanksPage* ranks = page->ranksPage())
        addRanks(entries, ranks);
    return entries;
}

} // namespace stepscope::app
