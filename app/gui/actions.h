// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every action of the window with its text, key and icon, and where it is found: menus and tool bar. What an action
// does is connected by the window. The keys are those of resources/help/keys.html (a test compares them). GUI thread
// only.

#include "widgets/annotate/annotation_commands.h"
#include "widgets/timeline/row_controls.h"
#include "widgets/timeline/timeline_commands.h"

#include <QList>
#include <QObject>

class QAction;
class QActionGroup;
class QKeySequence;
class QMenu;
class QMenuBar;
class QToolBar;
class QToolButton;
class QWidget;

namespace stepscope::widgets {
class StepSelector;
struct Theme;
} // namespace stepscope::widgets

namespace stepscope::app {

class Actions : public QObject
{
    Q_OBJECT

public:
    explicit Actions(QWidget* window);

    void fillMenus(QMenuBar* bar);
    void fillToolBar(QToolBar* bar);
    void setCompact(bool compact); // icons alone in the tool bar, for narrow windows
    void setIcons(const widgets::Theme& theme, bool hasWarnings);
    [[nodiscard]] static QString besideIcon(const QString& text); // a tool button's text that stands beside its icon
    [[nodiscard]] QList<QAction*> all() const { return m_all; }

    QAction* open = nullptr;
    QAction* openFolder = nullptr;
    QAction* compare = nullptr;
    QAction* alignSelected = nullptr; // of two runs
    QAction* exportReport = nullptr;
    QAction* shareCut = nullptr;
    QAction* reload = nullptr;
    QAction* saveSession = nullptr;
    QAction* saveSessionAs = nullptr;
    QAction* closeTab = nullptr;
    QAction* sharePicture = nullptr;
    QAction* copyPicture = nullptr;
    QMenu* share; // of the tool bar, and of the file menu
    QAction* quit = nullptr;
    QMenu* recent;
    QMenu* panelMenu = nullptr; // all panels of what is shown; filled when it opens
    static constexpr int kPanelKeys = 8;
    QList<QAction*> panelsByKey; // the first panels in the order of their tabs: Ctrl+1, Ctrl+2, …

    struct TraceAction
    {
        QAction* action;
        widgets::TimelineCommand command;
    };
    QList<TraceAction> trace; // what acts on the shown trace
    [[nodiscard]] QAction* of(widgets::TimelineCommand command) const;

    struct RowAction
    {
        QAction* action;
        widgets::RowCommand command;
    };
    QList<RowAction> rows; // what acts on the row of the selection, or on all rows
    struct AnnotateAction
    {
        QAction* action;
        widgets::AnnotationCommand command;
    };
    QList<AnnotateAction> annotate; // what acts on the notes of the shown page
    QMenu* annotateMenu;
    QAction* find;
    QAction* palette;
    QAction* selectionPanel;
    QAction* healthPanel;
    QAction* metadataPanel;
    QAction* panels;   // shown or folded
    QAction* findings; // the same
    QAction* nextTab;
    QAction* previousTab;
    QAction* toggleTheme;
    QActionGroup* themes; // data(): ThemeChoice
    QAction* settings;
    QAction* fullScreen;
    QAction* keys;
    QAction* about;
    widgets::StepSelector* steps = nullptr; // between the two step buttons
    QAction* stepBox = nullptr;             // the same as a part of the tool bar

private:
    QAction* make(const QString& text, const QList<QKeySequence>& shortcuts, const QString& toolTip = {});
    void makeTraceActions();
    void makePanelActions();
    void makeRowActions();
    void makeAnnotateActions();
    void fillAnnotateMenu();
    void makeThemeActions();

    QWidget* m_window;
    QToolBar* m_toolBar = nullptr;
    QToolButton* m_annotateButton = nullptr;
    QToolButton* m_shareButton = nullptr;
    QList<QToolButton*> m_worded; // of the tool bar: text beside the icon
    QList<QAction*> m_all;
};

} // namespace stepscope::app
