// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/action_states.h"

#include "app/gui/actions.h"
#include "app/gui/document_page.h"
#include "app/gui/document_tabs.h"
#include "widgets/compare/compare_page.h"
#include "widgets/pages/trace_page.h"

#include <QAction>
#include <QMenu>

namespace stepscope::app {

void enableActions(Actions& actions, const DocumentTabs& tabs)
{
    const DocumentPage* page = tabs.current();
    const widgets::ContentPage* content = tabs.content();
    const bool isTrace = qobject_cast<const widgets::TracePage*>(content) != nullptr;
    const auto* compared = qobject_cast<const widgets::ComparePage*>(content);
    actions.shareCut->setEnabled(isTrace);
    actions.reload->setEnabled(page != nullptr);
    for (QAction* action : {actions.closeTab, actions.saveSession, actions.saveSessionAs})
        action->setEnabled(tabs.count() > 0);
    for (QAction* action :
        {actions.sharePicture, actions.copyPicture, actions.exportReport, actions.share->menuAction()})
        action->setEnabled(content != nullptr);
    actions.alignSelected->setEnabled(compared != nullptr && compared->canAlignSelected());
    for (QAction* action : {actions.nextTab, actions.previousTab})
        action->setEnabled(tabs.count() > 1);
    for (QAction* action : {actions.panels, actions.findings})
        action->setEnabled(content != nullptr);
    for (QAction* action : {actions.selectionPanel, actions.healthPanel, actions.metadataPanel})
        action->setEnabled(content != nullptr && content->hasCommonPanels());
    for (const Actions::TraceAction& entry : actions.trace)
        entry.action->setEnabled(content != nullptr && content->can(entry.command));
    actions.find->setEnabled(content != nullptr && content->canFind());
    for (const Actions::RowAction& entry : actions.rows)
        entry.action->setEnabled(isTrace);
}

} // namespace stepscope::app
