// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/palette_entries.h"

#include "app/gui/actions.h"
#include "widgets/pages/trace_page.h"
#include "widgets/timeline/row_scroll.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QPointer>

namespace stepscope::app {

namespace {

constexpr double kStepMargin = 0.02;

using Entries = std::vector<widgets::PaletteEntry>;

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

} // namespace

Entries paletteEntries(const Actions& actions, widgets::TracePage* trace)
{
    Entries entries;
    for (QAction* action : actions.all()) {
        if (action->isEnabled() && action != actions.palette) {
            entries.push_back({action->text(), action->shortcut().toString(QKeySequence::NativeText),
                [action = QPointer<QAction>(action)]() {
                    if (action)
                        action->trigger();
                }});
        }
    }
    if (trace != nullptr) {
        addRows(entries, trace);
        addSteps(entries, trace);
    }
    return entries;
}

} // namespace stepscope::app
