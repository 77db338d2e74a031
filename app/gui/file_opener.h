// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Opens files as tabs of the window: one page a file, none twice; remembers them in the settings, and brings trace and
// snapshot of one run together. Pages belong to the tabs. GUI thread only.

#include "app/gui/document.h"

#include <QList>
#include <QObject>
#include <QStringList>

class QWidget;

namespace stepscope::widgets {
class TracePage;
}

namespace stepscope::app {

class Appearance;
class DocumentPage;
class DocumentTabs;
class RunPairs;
class Settings;

class FileOpener : public QObject
{
    Q_OBJECT

public:
    // All must outlive it; `window` is its parent and that of its dialogs.
    FileOpener(DocumentTabs& tabs, Settings& settings, Appearance& appearance, LoadFunction loader, QWidget* window);

    // One new tab a file, the first of them is shown; a file that is open already is only shown. The pages in order,
    // each once. Trace and snapshot of one run that are opened together, or beside `with`, become a pair.
    // Several ranks of one job become one tab, and so does a folder.
    QList<DocumentPage*> open(const QStringList& paths, DocumentPage* with = nullptr);
    DocumentPage* openRanks(
        const QStringList& paths);       // files and folders as the ranks of a job, whatever they look like
    QList<DocumentPage*> chooseFolder(); // by a dialog
    void rememberRows(DocumentPage& page);

Q_SIGNALS:
    void contentChanged(stepscope::app::DocumentPage* page); // another page is shown in it
    void opened(stepscope::widgets::TracePage* trace);       // for the first time, or again
    void openRequested();
    void closeRequested(stepscope::app::DocumentPage* page);
    void messageIssued(const QString& message); // for a while in the status line

private:
    DocumentPage* pageFor(const QString& path, const QStringList& rankFiles = {});
    void greet(DocumentPage& page);
    void showPair(DocumentPage* trace, DocumentPage* snapshot);

    DocumentTabs& m_tabs;
    Settings& m_settings;
    Appearance& m_appearance;
    LoadFunction m_loader;
    QWidget* m_window;
    RunPairs* m_pairs;
};

} // namespace stepscope::app
