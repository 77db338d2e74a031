// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The window: tabs (one a file), tool bar, menus, status line; opens files from dialog, drop, recent list and command
// line. Puts parts together and keeps no data of its own. GUI thread only.

#include "app/gui/actions.h"
#include "app/gui/command_line.h"
#include "app/gui/document.h"
#include "widgets/pages/trace_page.h"

#include <QList>
#include <QMainWindow>

#include <optional>

class QStackedWidget;

namespace stepscope::widgets {
class ComparePage;
class WelcomePage;
} // namespace stepscope::widgets

namespace stepscope::app {

class AnnotateControl;
class Appearance;
class Comparisons;
class DocumentPage;
class DocumentTabs;
class DropTarget;
class FileOpener;
class ReportExport;
class Sessions;
class Settings;
class Sharing;
class StatusLine;

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    // Both are the caller's and must outlive the window. Tests hand in a loader of their own.
    MainWindow(Settings& settings, Appearance& appearance, LoadFunction loader = defaultLoader());
    ~MainWindow() override;

    // Sessions, and pictures that carry one, open what they tell. Of others one new tab a file, in order; the first of
    // them is shown. A file that is open already is only shown. Trace and snapshot of one run that are opened together,
    // or beside `with`, become a pair.
    void openFiles(
        const QStringList& paths, const std::optional<TimeWindow>& window = {}, DocumentPage* with = nullptr);
    void openRanks(const QStringList& paths); // files and folders together, as the ranks of a job
    // Opens the files, and compares the first two runs of them in a tab of its own.
    void compareFiles(const QStringList& paths);
    [[nodiscard]] QList<DocumentPage*> pages() const;                                // in tab order
    [[nodiscard]] DocumentPage* currentPage() const;                                 // null when nothing is open
    [[nodiscard]] widgets::ContentPage* content() const { return currentContent(); } // of any tab; null: none yet
    void showPage(int index);
    void showTimeWindow(DocumentPage& page, const TimeWindow& window);

    void endUnasked();                 // closes, and keeps what closing keeps, where nobody can answer questions
    [[nodiscard]] bool isIdle() const; // nothing is being loaded or read
    [[nodiscard]] Actions& actions() { return *m_actions; }
    [[nodiscard]] StatusLine& statusLine() { return *m_status; }
    [[nodiscard]] widgets::ComparePage* comparison() const; // the one that is shown, or the last; null: none
    [[nodiscard]] DropTarget& drops() { return *m_drops; }
    [[nodiscard]] Sessions& sessions() { return *m_sessions; }
    [[nodiscard]] ReportExport& reports();
    [[nodiscard]] const widgets::Theme& theme() const;

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildUi(LoadFunction loader);
    void buildComparisons();
    void connectActions();
    void connectViewActions(); // panels, tabs, theme, window and help
    void chooseFiles();
    void chooseRuns();
    void closePage(QWidget* page);
    void updateForPage();
    void showTitle();
    void reload(DocumentPage& page);
    void rememberView(); // for the next start
    void checkPanels(const widgets::ContentPage& content);
    void focusContent();
    void goToTime();
    void listPanels();
    void perform(widgets::TimelineCommand command);
    void showPanel(widgets::ContentPage::CommonPanel panel);
    [[nodiscard]] widgets::ContentPage* currentContent() const;
    [[nodiscard]] widgets::TracePage* currentTrace() const;

    Settings& m_settings;
    Appearance& m_appearance;
    Actions* m_actions;
    QStackedWidget* m_centre = nullptr;
    widgets::WelcomePage* m_welcome = nullptr;
    DocumentTabs* m_tabs = nullptr;
    StatusLine* m_status = nullptr;
    FileOpener* m_opener = nullptr;
    Comparisons* m_comparisons = nullptr;
    Sessions* m_sessions = nullptr;
    Sharing* m_sharing = nullptr;
    DropTarget* m_drops = nullptr;
    AnnotateControl* m_annotate;
    QMetaObject::Connection m_panelsConnection;
};

} // namespace stepscope::app
