// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is dragged over the window: files are opened or compared with what is shown, a tab is compared with another one.
// Where there is a choice, or what happens is not what one file does, it is offered as places to let go (drop_zones.h).
// What several files are to each other, and what a session or a picture that carries one would open, is said there
// before anybody lets go. GUI thread only; files are read in a job.

#include "app/gui/drop_words.h"
#include "app/gui/drop_zones.h"
#include "widgets/jobs/job_runner.h"

#include <QObject>
#include <QPointer>
#include <QStringList>

class QDragMoveEvent;
class QDropEvent;
class QMimeData;

namespace stepscope::app {

class DocumentPage;
class DocumentTabs;

class DropTarget : public QObject
{
    Q_OBJECT

public:
    // Takes the drag events of `window`; zones lie over `centre`.
    DropTarget(DocumentTabs& tabs, widgets::ThemeSource* theme, QWidget* window, QWidget* centre);
    [[nodiscard]] DropZones& zones() { return *m_zones; }
    [[nodiscard]] bool isIdle() const { return !m_job.isRunning(); }

Q_SIGNALS:
    void openRequested(const QStringList& paths);
    void compareRequested(const QStringList& paths); // before, after

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Choice
    {
        DropZone zone;
        QStringList paths;
        bool compares = false;
    };
    [[nodiscard]] QList<Choice> choicesFor(const QMimeData& data) const;
    [[nodiscard]] QList<Choice> fileChoices(const QStringList& files, DraggedFiles are) const;
    [[nodiscard]] QList<Choice> tabChoices(int tab) const;
    [[nodiscard]] const Choice* choiceAt(QPoint position) const; // null: letting go does nothing
    void describeSession(const QString& path);
    void describeFiles(const QStringList& files);
    void offer(bool always);
    void enter(QDragMoveEvent& event);
    void drop(QDropEvent& event);

    DocumentTabs& m_tabs;
    QWidget* m_window;
    QWidget* m_centre;
    DropZones* m_zones;
    QList<Choice> m_choices;
    QPoint m_position;        // of what is dragged, in the window
    widgets::JobRunner m_job; // reads what is dragged
};

} // namespace stepscope::app
