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
class WelcomePage;
}

namespace stepscope::app {

class Appearance;
class DocumentPage;
class DocumentTabs;
class FileOpener;
class Settings;
class StatusLine;

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    // Both are the caller's and must outlive the window. Tests hand in a loader of their own.
    MainWindow(Settings& settings, Appearance& appearance, LoadFunction loader = defaultLoader());
    ~MainWindow() override;

    // One new tab a file, in order; the first of them is shown. A file that is open already is only shown.
    // Trace and snapshot of one run that are opened together, or beside `with`, become a pair.
    void openFiles(
        const QStringList& paths, const std::optional<TimeWindow>& window = {}, DocumentPage* with = nullptr);
    void openRanks(const QStringList& paths);         // files and folders together, as the ranks of a job
    [[nodiscard]] QList<DocumentPage*> pages() const; // in tab order
    [[nodiscard]] DocumentPage* currentPage() const;  // null when nothing is open
    void showPage(int index);
    void showTimeWindow(DocumentPage& page, const TimeWindow& window);

    [[nodiscard]] bool isIdle() const; // nothing is being loaded or read
    [[nodiscard]] Actions& actions() { return *m_actions; }
    [[nodiscard]] StatusLine& statusLine() { return *m_status; }

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildUi(LoadFunction loader);
    void connectActions();
    void chooseFiles();
    void closePage(DocumentPage* page);
    void updateForPage();
    void checkPanels(const widgets::ContentPage& content);
    void focusContent();
    void goToTime();
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
    QMetaObject::Connection m_panelsConnection;
};

} // namespace stepscope::app
