// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Compares what is open: waits until the files are read, takes the first two traces of them (each with the snapshot
// that belongs to it) or else the first two snapshots, and opens a tab that shows both. What was compared already is
// only shown. GUI thread only; pages may go at any time.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/compare/compare_run.h"

#include <QList>
#include <QObject>
#include <QPointer>

#include <functional>
#include <utility>

namespace stepscope::widgets {
class ComparePage;
class ThemeSource;
} // namespace stepscope::widgets

namespace stepscope::app {

class DocumentPage;
class DocumentTabs;

class Comparisons : public QObject
{
    Q_OBJECT

public:
    Comparisons(DocumentTabs& tabs, widgets::ThemeSource* theme, QObject* parent);

    using Then = std::function<void(widgets::ComparePage&)>;         // once it is shown
    void compare(const QList<DocumentPage*>& pages, Then then = {}); // the earlier run first
    [[nodiscard]] bool isIdle() const; // nothing is being waited for, and what is shown is complete

Q_SIGNALS:
    void shown(stepscope::widgets::ComparePage* page);
    void refused(const QString& reason);

private:
    using Pages = QList<QPointer<DocumentPage>>;
    struct Request
    {
        Pages pages;
        Then then;
    };
    void tryAll();
    [[nodiscard]] static bool isSettled(const Pages& pages);
    void start(const Request& request);
    void show(widgets::CompareRuns runs, const Then& then);

    DocumentTabs& m_tabs;
    widgets::ThemeSource* m_theme;
    QList<Request> m_pending;
};

} // namespace stepscope::app
