// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the menu Share does with the page that is shown: pictures, reports, cuts of traces, sessions. Puts the parts
// together that do it and says how it went. Owned by the window, GUI thread only; what it is given must outlive it.

#include <QObject>
#include <QString>

class QAction;
class QWidget;

namespace stepscope::widgets {
class ContentPage;
struct Theme;
} // namespace stepscope::widgets

namespace stepscope::app {

class Actions;
class Appearance;
class DocumentTabs;
class ReportExport;
class Sessions;
class Settings;

struct SharingParts
{
    DocumentTabs& tabs;
    Sessions& sessions;
    Settings& settings;
    Appearance& appearance;
};

class Sharing : public QObject
{
    Q_OBJECT

public:
    // `window` is its parent and that of its dialogs.
    Sharing(Actions& actions, const SharingParts& parts, QWidget* window);

    [[nodiscard]] ReportExport& reports() { return *m_report; }
    [[nodiscard]] bool isIdle() const;

Q_SIGNALS:
    void messageIssued(const QString& message);

private:
    void choosePicture(widgets::ContentPage& content);
    void copyPicture(widgets::ContentPage& content);
    void exportReport(widgets::ContentPage& content);
    void cutTrace();
    void onContent(QAction* action, void (Sharing::*share)(widgets::ContentPage&));
    [[nodiscard]] const widgets::Theme& theme() const;

    SharingParts m_parts;
    QWidget* m_window;
    ReportExport* m_report;
};

} // namespace stepscope::app
