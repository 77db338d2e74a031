// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Opens sessions, from their files or from pictures that carry one: reads the text, finds its files, asks about those
// that are missing or different, opens them in tabs and brings each page to what was seen of it once it is there. One
// after the other. GUI thread only; reading and looking run in the background; pages may go at any time.

#include "app/gui/session_questions.h"
#include "core/share/session.h"
#include "widgets/jobs/job_runner.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QStringList>

#include <deque>
#include <memory>
#include <vector>

namespace stepscope::widgets {
class ContentPage;
}

namespace stepscope::app {

class Comparisons;
class DocumentPage;
class DocumentTabs;
class FileOpener;
class Settings;

class SessionOpener : public QObject
{
    Q_OBJECT

public:
    // All must outlive it.
    SessionOpener(DocumentTabs& tabs, FileOpener& files, Comparisons& comparisons, Settings& settings, QObject* parent);

    void setQuestions(AskForFile ask) { m_ask = std::move(ask); }
    void open(const QString& path); // of a session, or of a picture
    void open(share::Session session, const QString& folder, const QString& name);
    // Once the page has a content: that of a file which is read again, too.
    void restoreWhenReady(DocumentPage& page, const share::SessionPage& state);
    [[nodiscard]] static bool isSession(const QString& path); // by its name; or a PNG, which may carry one
    [[nodiscard]] bool isIdle() const; // what was asked for is open; its files may still be being read
    [[nodiscard]] const share::SessionPage* waitingFor(const DocumentPage& page) const; // null: nothing

Q_SIGNALS:
    void opened(const QString& path); // the session of this file; its pages are there, and get their state as they come
    void failed(const QString& message);
    void noticed(const QString& message); // something of it could not be opened or restored
    void becameIdle();

private:
    struct Opening
    {
        QString path; // empty: a session that is in no file
        QString name;
        QString folder;
        share::Session session;
        std::vector<share::FoundFile> found;
        std::vector<bool> settled; // by file
        QPointer<QWidget> current; // tab that is to be shown
    };
    using Shared = std::shared_ptr<Opening>;

    void startNext();
    void read(const Shared& opening);
    void find(const Shared& opening, const QStringList& alsoIn = {});
    void ask(const Shared& opening);
    void openPages(const Shared& opening);
    void openPage(const Shared& opening, const share::SessionPage& page, bool isCurrent);
    void compare(const Shared& opening, const share::SessionPage& page, bool isCurrent);
    [[nodiscard]] static QStringList pathsOf(const Opening& opening, const share::SessionPage& page);
    void tryRestore(DocumentPage& page);
    void restore(widgets::ContentPage& content, const share::SessionPage& state, const QString& name);
    void finish(const Shared& opening);

    DocumentTabs& m_tabs;
    FileOpener& m_files;
    Comparisons& m_comparisons;
    Settings& m_settings;
    AskForFile m_ask;
    std::deque<Shared> m_queue;
    QHash<const DocumentPage*, share::SessionPage> m_waiting;
    widgets::JobRunner m_job;
};

} // namespace stepscope::app
