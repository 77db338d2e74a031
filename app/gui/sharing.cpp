// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/sharing.h"

#include "app/gui/actions.h"
#include "app/gui/appearance.h"
#include "app/gui/cut_dialog.h"
#include "app/gui/document_page.h"
#include "app/gui/document_tabs.h"
#include "app/gui/picture_dialog.h"
#include "app/gui/picture_output.h"
#include "app/gui/report_export.h"
#include "app/gui/sessions.h"
#include "widgets/pages/trace_page.h"

#include <QAction>

namespace stepscope::app {

using widgets::ContentPage;

Sharing::Sharing(Actions& actions, const SharingParts& parts, QWidget* window)
    : QObject(window)
    , m_parts(parts)
    , m_window(window)
    , m_report(new ReportExport(parts.settings, window))
{
    connect(m_report, &ReportExport::finished, this, &Sharing::messageIssued);
    connect(&m_parts.sessions, &Sessions::messageIssued, this, &Sharing::messageIssued);
    connect(actions.saveSession, &QAction::triggered, &m_parts.sessions, &Sessions::save);
    connect(actions.saveSessionAs, &QAction::triggered, &m_parts.sessions, &Sessions::saveAs);
    connect(actions.shareCut, &QAction::triggered, this, &Sharing::cutTrace);
    onContent(actions.sharePicture, &Sharing::choosePicture);
    onContent(actions.copyPicture, &Sharing::copyPicture);
    onContent(actions.exportReport, &Sharing::exportReport);
}

void Sharing::onContent(QAction* action, void (Sharing::*share)(ContentPage&))
{
    connect(action, &QAction::triggered, this, [this, share]() {
        if (ContentPage* content = m_parts.tabs.content())
            (this->*share)(*content);
    });
}

bool Sharing::isIdle() const
{
    return m_report->isIdle();
}

const widgets::Theme& Sharing::theme() const
{
    return m_parts.appearance.theme()->theme();
}

void Sharing::choosePicture(ContentPage& content)
{
    PictureDialog dialog(content, theme(), m_parts.settings, m_window);
    m_parts.sessions.prepareFor(content);
    dialog.setKeys([this, &content](const QString& folder) { return m_parts.sessions.pictureKeys(content, folder); });
    dialog.exec();
}

void Sharing::copyPicture(ContentPage& content)
{
    Q_EMIT messageIssued(copyView(content, theme()));
}

void Sharing::exportReport(ContentPage& content)
{
    m_report->choose(content, m_parts.tabs.tabText(m_parts.tabs.currentIndex()), theme());
}

void Sharing::cutTrace()
{
    DocumentPage* page = m_parts.tabs.current();
    if (page == nullptr || page->tracePage() == nullptr)
        return;
    CutDialog dialog(page->document().trace(), partsOf(*page->tracePage()), m_window);
    if (dialog.exec() == QDialog::Accepted)
        Q_EMIT messageIssued(dialog.message());
}

} // namespace stepscope::app
