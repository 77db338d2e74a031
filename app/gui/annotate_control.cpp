// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/annotate_control.h"

#include "widgets/annotate/annotator.h"
#include "widgets/pages/content_page.h"

#include <QAction>
#include <QMenu>

#include <utility>

namespace stepscope::app {

namespace {

QString hintFor(const std::optional<share::AnnotationKind>& tool)
{
    if (!tool)
        return {};
    switch (*tool) {
    case share::AnnotationKind::Note:
        return QStringLiteral("Click where the note belongs. Enter: at the selection. Esc: no note.");
    case share::AnnotationKind::Highlight:
        return QStringLiteral("Click the event. Enter: the selected one. Esc: none.");
    default:
        return QStringLiteral("Drag from one end to the other. Enter: around the selection. Esc: nothing is drawn.");
    }
}

} // namespace

AnnotateControl::AnnotateControl(Actions& actions, QObject* parent)
    : QObject(parent)
    , m_actions(actions)
{
    for (const Actions::AnnotateAction& entry : actions.annotate) {
        connect(entry.action, &QAction::triggered, this, [this, command = entry.command]() {
            if (m_annotator)
                m_annotator->run(command);
            showState(); // a tool's mark is that of the page, whatever the click has made of it
        });
    }
}

void AnnotateControl::follow(widgets::ContentPage* content)
{
    disconnect(m_connection);
    m_annotator = content != nullptr ? content->annotator() : nullptr;
    if (m_annotator)
        m_connection = connect(m_annotator, &widgets::Annotator::stateChanged, this, &AnnotateControl::showState);
    showState();
}

void AnnotateControl::showState()
{
    m_actions.annotateMenu->setEnabled(m_annotator != nullptr);
    for (const Actions::AnnotateAction& entry : m_actions.annotate) {
        entry.action->setEnabled(m_annotator && m_annotator->can(entry.command));
        const auto tool = widgets::toolOf(entry.command);
        entry.action->setChecked(tool && m_annotator && m_annotator->tool() == tool);
    }
    const QString hint = m_annotator ? hintFor(m_annotator->tool()) : QString();
    if (hint != std::exchange(m_hint, hint))
        Q_EMIT hinted(hint);
}

} // namespace stepscope::app
