// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a page shows whatever kind of file is opened: findings at the left, the timeline in the centre, panels below;
// how these are folded and remembered, and what the window asks of any of them. GUI thread only.

#include "core/share/session.h"
#include "widgets/share/report_task.h"
#include "widgets/timeline/timeline_commands.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <cstddef>
#include <cstdint>

class QSplitter;
class QTabWidget;

namespace stepscope::widgets {

class AnnotationBoard;
class Annotator;
class FindingCursor;
class FindingsPanel;
class StepChoice;
class TableView;
class ThemeSource;
struct CaptionWords;
struct ReportWords;

class ContentPage : public QWidget
{
    Q_OBJECT

public:
    enum class CommonPanel : std::uint8_t
    {
        Selection,
        FileHealth,
        Metadata
    };

    explicit ContentPage(QWidget* parent = nullptr);

    virtual void showCommonPanel(CommonPanel panel) = 0; // and unfolds the panels where they are folded
    [[nodiscard]] virtual bool hasCommonPanels() const { return true; }
    void setPanelsVisible(bool visible);
    [[nodiscard]] bool panelsVisible() const;
    void setFindingsVisible(bool visible);
    [[nodiscard]] bool findingsVisible() const;
    [[nodiscard]] FindingsPanel& findingsPanel() { return *m_findingsPanel; } // where there is one

    [[nodiscard]] QStringList panelTitles() const;
    void showPanelNumbered(int number);         // from 0, in the order of their tabs; nothing where there is none
    bool showPanelTitled(const QString& title); // or so beginning, in either case; false where there is none

    [[nodiscard]] QByteArray layoutState() const;
    void restoreLayoutState(const QByteArray& state);

    // What is seen, as sessions and pictures keep it; its files are left to whoever opened them. Equal again after
    // restore() in a page of the same files, whatever the size of either. What the files do not have is left out, and
    // notRestored() says so; where it takes figures that are not there yet, both happen when they come.
    [[nodiscard]] virtual share::SessionPage state();
    virtual void restore(const share::SessionPage& page);

    [[nodiscard]] virtual bool can(TimelineCommand command) const = 0;
    virtual void run(TimelineCommand command) = 0;

    [[nodiscard]] virtual ReportTask reportTask() const = 0; // empty while the figures are not known

    [[nodiscard]] virtual StepChoice* stepChoice() { return nullptr; } // for the tool bar; null: there are no steps
    [[nodiscard]] Annotator* annotator() { return m_annotator; }       // null: nothing can be written over it
    [[nodiscard]] AnnotationBoard* annotations();                      // the same
    [[nodiscard]] virtual bool canFind() const { return false; }
    virtual void find() { } // opens what one types into

    [[nodiscard]] virtual std::uint64_t warnings() const = 0; // about the file
    [[nodiscard]] virtual QString whatText() const = 0;       // for the status line: what is pointed at, or all of it
    [[nodiscard]] virtual QString whereText() const = 0;      // and where we are
    [[nodiscard]] virtual bool isIdle() const = 0;            // nothing more will change on its own

    // ---- for pictures (page_picture.h) ----
    // Another page of the same data, in a theme of its own and as it is when a file is opened.
    [[nodiscard]] virtual ContentPage* twin(ThemeSource* theme, QWidget* parent = nullptr) const = 0;
    [[nodiscard]] virtual QList<QWidget*> pictureParts() = 0; // the view, with names, ruler and legend: from above
    [[nodiscard]] virtual QWidget* pictureHeadline() { return nullptr; } // without which the view says too little
    [[nodiscard]] virtual CaptionWords captionWords() const = 0;
    [[nodiscard]] virtual ReportWords reportWords() const = 0;
    [[nodiscard]] virtual std::size_t findingCount() const = 0;       // or differences of a comparison
    virtual void goToFinding(std::size_t finding) = 0;                // its evidence comes into view
    [[nodiscard]] TableView* shownTable() const;                      // of the panel that is shown; null: it has none
    [[nodiscard]] virtual QString tellingPanel() const { return {}; } // title of the one whose table a report shows

Q_SIGNALS:
    void panelsChanged();                       // also when findings fold or unfold
    void textsChanged();                        // whatText() or whereText()
    void notRestored(const QStringList& parts); // "3 rows", "the panel \"Modules\""

protected:
    [[nodiscard]] QTabWidget& panels() { return *m_panels; }
    [[nodiscard]] const QTabWidget& panels() const { return *m_panels; }
    void showPanelAt(int index);
    // Once, with panels() filled. All become children of the page.
    void assemble(FindingsPanel* findings, QWidget* centre);
    void assemble(QWidget* left, QWidget* centre); // where what stands at the left are no findings
    // What stands in the centre needs so much height: the panels give what they can spare, until somebody moves the
    // border. Not remembered as the layout of pages.
    void giveCentre(int height);
    // The page can be written over: it tells of its views, and shows the list of notes among its panels.
    Annotator& makeAnnotator(ThemeSource* theme);
    // For destructors: views tell the view models what the pointer leaves while they are taken apart, so they go first.
    void removeViews();
    // The window's actions have the timeline's keys, so that they work in the panels too. Where the timeline has the
    // focus the keys are its own: it knows of drags to be cancelled and of the pointer.
    void keepKeysOf(QWidget* timeline);
    // The height that the centre can make use of: the panels get what is left. 0: as much as there is.
    [[nodiscard]] virtual int usefulHeight() const { return 0; }
    [[nodiscard]] virtual int leastPanels() const { return 0; }         // px that the panels get in low windows too
    void shareHeight();                                                 // anew, unless somebody has moved the border
    static void walk(FindingCursor& findings, TimelineCommand command); // NextFinding … PreviousPlace
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    FindingsPanel* m_findingsPanel = nullptr;
    QWidget* m_left = nullptr;
    QTabWidget* m_panels;
    Annotator* m_annotator = nullptr;
    FindingCursor* m_findings = nullptr; // kept by sessions; null: none is
    QList<QObject*> m_timelines;
    QSplitter* m_upper = nullptr;    // left | timeline
    QSplitter* m_splitter = nullptr; // those over the panels
    bool m_isMoved = false;          // somebody has moved the border of the panels, now or before
    QByteArray m_beforeGiving;       // state of the splitter
    QList<int> m_given;              // its sizes after it
};

} // namespace stepscope::widgets
