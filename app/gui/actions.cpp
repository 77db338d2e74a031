// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/actions.h"

#include "app/gui/command_line.h"
#include "widgets/common/icon.h"
#include "widgets/common/style.h"
#include "widgets/common/theme.h"
#include "widgets/pages/step_selector.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

#include <tuple>

namespace stepscope::app {

using Command = widgets::TimelineCommand;

namespace {

constexpr int kIconSize = 16;

QString withKey(const QString& text, const QAction& action)
{
    const QString key = action.shortcut().toString(QKeySequence::NativeText);
    return key.isEmpty() ? text : QStringLiteral("%1  (%2)").arg(text, key);
}

QToolButton* addButton(QToolBar* bar, QAction* action, Qt::ToolButtonStyle style)
{
    bar->addAction(action);
    auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action));
    if (button != nullptr) {
        button->setToolButtonStyle(style);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(action->text());
    }
    return button;
}

// The menu bar shows a menu's icon in the place of its name: the button has an icon of its own.
QToolButton* addMenuButton(QToolBar* bar, QMenu* menu, const QString& text)
{
    auto* button = new QToolButton(bar);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setText(Actions::besideIcon(text));
    button->setAccessibleName(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    bar->addWidget(button);
    return button;
}

} // namespace

QString Actions::besideIcon(const QString& text)
{
    return QLatin1Char(' ') + text; // the style leaves hardly any space between the two
}

Actions::Actions(QWidget* window)
    : QObject(window)
    , share(new QMenu(QStringLiteral("Share"), window))
    , recent(new QMenu(QStringLiteral("Open recent"), window))
    , annotateMenu(new QMenu(QStringLiteral("&Annotate"), window))
    , m_window(window)
{
    open = make(QStringLiteral("Open…"), {QKeySequence::Open}, QStringLiteral("Open trace files"));
    openFolder = make(QStringLiteral("Open folder…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)},
        QStringLiteral("Open the traces of a job's ranks together"));
    compare = make(QStringLiteral("Compare…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)},
        QStringLiteral("Compare two runs side by side"));
    alignSelected = make(QStringLiteral("Align selected events"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A)},
        QStringLiteral("Put the selected events of both runs under each other"));
    shareCut = make(QStringLiteral("Share a cut of this trace…"), {},
        QStringLiteral("Write a part of the trace as a smaller one, without what should not be shared"));
    saveSession = make(QStringLiteral("Save session…"), {QKeySequence::Save},
        QStringLiteral("Keep open files, views and notes in a file"));
    saveSessionAs = make(QStringLiteral("Save session as…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)});
    reload = make(QStringLiteral("Reload"), {QKeySequence(Qt::CTRL | Qt::Key_R)});
    closeTab = make(QStringLiteral("Close tab"), {QKeySequence(Qt::CTRL | Qt::Key_W)});
    sharePicture = make(QStringLiteral("Share picture…"), {QKeySequence(Qt::CTRL | Qt::Key_P)},
        QStringLiteral("Save or copy a picture: PNG, SVG or PDF"));
    copyPicture = make(QStringLiteral("Copy picture"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)},
        QStringLiteral("Copy what the timeline shows as a picture"));
    exportReport = make(QStringLiteral("Export report…"), {QKeySequence(Qt::CTRL | Qt::Key_E)},
        QStringLiteral("Write findings, tables, notes and what is seen as one HTML file, or as Markdown"));
    share->addActions({sharePicture, copyPicture, exportReport});
    share->addSeparator();
    share->addAction(shareCut);
    quit = make(QStringLiteral("Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)});
    makeTraceActions();
    makeRowActions();
    makeAnnotateActions();
    palette = make(QStringLiteral("Commands…"), {QKeySequence(Qt::CTRL | Qt::Key_K)});
    find = make(QStringLiteral("Search"), {QKeySequence(Qt::CTRL | Qt::Key_F), QKeySequence(Qt::Key_Slash)},
        QStringLiteral("Search names and arguments"));
    makePanelActions();
    selectionPanel = make(QStringLiteral("Selection"), {});
    healthPanel = make(
        QStringLiteral("File health"), {}, QStringLiteral("What had to be repaired, was left out or not recorded"));
    metadataPanel = make(QStringLiteral("Metadata"), {});
    panels = make(QStringLiteral("Panels"), {QKeySequence(Qt::CTRL | Qt::Key_B)});
    panels->setCheckable(true);
    findings = make(QStringLiteral("Findings"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B)},
        QStringLiteral("Show or fold verdict and findings"));
    findings->setCheckable(true);
    nextTab = make(
        QStringLiteral("Next tab"), {QKeySequence(Qt::CTRL | Qt::Key_PageDown), QKeySequence(Qt::CTRL | Qt::Key_Tab)});
    previousTab = make(QStringLiteral("Previous tab"),
        {QKeySequence(Qt::CTRL | Qt::Key_PageUp), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab)});
    makeThemeActions();
    settings = make(QStringLiteral("Settings…"), {QKeySequence(Qt::CTRL | Qt::Key_Comma)});
    fullScreen = make(QStringLiteral("Full screen"), {QKeySequence(Qt::Key_F11)});
    fullScreen->setCheckable(true);
    keys = make(QStringLiteral("Keys and recording"), {QKeySequence(Qt::Key_Question), QKeySequence(Qt::Key_F1)});
    about = make(QStringLiteral("About Stepscope"), {});
}

QAction* Actions::make(const QString& text, const QList<QKeySequence>& shortcuts, const QString& toolTip)
{
    auto* action = new QAction(text, this);
    action->setShortcuts(shortcuts);
    action->setIconText(text);
    action->setIconVisibleInMenu(false);
    action->setToolTip(withKey(toolTip.isEmpty() ? text : toolTip, *action));
    m_window->addAction(action);
    m_all << action;
    return action;
}

void Actions::makeTraceActions()
{
    for (const widgets::TimelineCommandInfo& info : widgets::timelineCommandTable()) {
        const QKeySequence key(info.modifier | static_cast<Qt::Key>(info.key));
        QAction* action = make(QString::fromUtf8(info.text), {key});
        // Everywhere else Space presses buttons and opens branches.
        if (info.key == Qt::Key_Space)
            action->setShortcutContext(Qt::WidgetShortcut);
        trace << TraceAction {action, info.command};
    }
}

// Not among all(): lists of commands have the panels of the page by their names.
void Actions::makePanelActions()
{
    for (int i = 0; i < kPanelKeys; ++i) {
        auto* action = new QAction(this);
        action->setShortcut(QKeySequence(QKeyCombination(Qt::CTRL, static_cast<Qt::Key>(Qt::Key_1 + i))));
        m_window->addAction(action);
        panelsByKey << action;
    }
}

void Actions::makeRowActions()
{
    using widgets::RowCommand;
    const std::tuple<RowCommand, QString, QKeySequence> commands[] = {
        {RowCommand::Pin, QStringLiteral("Pin or unpin the row"), QKeySequence(Qt::ALT | Qt::Key_P)},
        {RowCommand::Hide, QStringLiteral("Hide the row"), QKeySequence(Qt::ALT | Qt::Key_Delete)},
        {RowCommand::MoveUp, QStringLiteral("Move the row up"), QKeySequence(Qt::ALT | Qt::Key_Up)},
        {RowCommand::MoveDown, QStringLiteral("Move the row down"), QKeySequence(Qt::ALT | Qt::Key_Down)},
        {RowCommand::MergeStreams, QStringLiteral("Merge or split the streams of the GPU"), QKeySequence()},
        {RowCommand::ShowHidden, QStringLiteral("Show hidden rows"), QKeySequence()},
        {RowCommand::OnlyGpuWork, QStringLiteral("Only rows with GPU work, or all"), QKeySequence()},
        {RowCommand::Filter, QStringLiteral("Filter rows…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F)},
        {RowCommand::CompactRows, QStringLiteral("Compact rows"), QKeySequence()},
        {RowCommand::NormalRows, QStringLiteral("Rows of normal height"), QKeySequence()},
        {RowCommand::TallRows, QStringLiteral("Tall rows"), QKeySequence()},
        {RowCommand::Reset, QStringLiteral("Reset all rows"), QKeySequence()},
    };
    for (const auto& [command, text, key] : commands)
        rows << RowAction {make(text, key.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence> {key}), command};
}

void Actions::makeAnnotateActions()
{
    for (const widgets::AnnotationCommandInfo& info : widgets::annotationCommandTable()) {
        const bool hasKey = info.key.key() != Qt::Key_unknown;
        QAction* action = make(QString::fromLatin1(info.text),
            hasKey ? QList<QKeySequence> {QKeySequence(info.key)} : QList<QKeySequence>(),
            QString::fromLatin1(info.tip));
        action->setCheckable(widgets::toolOf(info.command).has_value());
        annotate << AnnotateAction {action, info.command};
    }
}

void Actions::fillAnnotateMenu()
{
    using widgets::AnnotationCommand;
    QMenu* colours = nullptr;
    for (const AnnotateAction& entry : annotate) {
        const bool isFirst = entry.command == AnnotationCommand::DrawNote
            || entry.command == AnnotationCommand::EditText || entry.command == AnnotationCommand::Next
            || entry.command == AnnotationCommand::Undo;
        if (isFirst)
            annotateMenu->addSeparator();
        if (widgets::colourOf(entry.command) && colours == nullptr)
            colours = annotateMenu->addMenu(QStringLiteral("Colour"));
        (widgets::colourOf(entry.command) ? colours : annotateMenu)->addAction(entry.action);
    }
}

void Actions::makeThemeActions()
{
    themes = new QActionGroup(this);
    const std::pair<ThemeChoice, QString> choices[] = {{ThemeChoice::System, QStringLiteral("Like the system")},
        {ThemeChoice::Light, QStringLiteral("Light")}, {ThemeChoice::Dark, QStringLiteral("Dark")}};
    for (const auto& [choice, text] : choices) {
        QAction* action = make(text, {});
        action->setCheckable(true);
        action->setData(static_cast<int>(choice));
        themes->addAction(action);
    }
    toggleTheme = make(QStringLiteral("Light or dark"), {QKeySequence(Qt::CTRL | Qt::Key_L)});
}

QAction* Actions::of(Command command) const
{
    for (const TraceAction& entry : trace) {
        if (entry.command == command)
            return entry.action;
    }
    return nullptr;
}

void Actions::fillMenus(QMenuBar* bar)
{
    QMenu* file = bar->addMenu(QStringLiteral("&File"));
    file->addActions({open, openFolder});
    file->addMenu(recent);
    file->addAction(compare);
    file->addAction(reload);
    file->addMenu(share);
    file->addSeparator();
    file->addActions({saveSession, saveSessionAs});
    file->addSeparator();
    file->addAction(settings);
    file->addSeparator();
    file->addActions({closeTab, quit});

    QMenu* view = bar->addMenu(QStringLiteral("&View"));
    for (const Command command : {Command::FitAll, Command::CentreOrFitSelection, Command::Back})
        view->addAction(of(command));
    view->addSeparator();
    for (const Command command : {Command::ZoomIn, Command::ZoomOut, Command::PanLeft, Command::PanRight})
        view->addAction(of(command));
    view->addAction(of(Command::ToggleFlows));
    view->addAction(alignSelected);
    view->addSeparator();
    view->addActions({findings, panels, selectionPanel, healthPanel, metadataPanel});
    panelMenu = view->addMenu(QStringLiteral("Show panel"));
    view->addSeparator();
    QMenu* rowMenu = view->addMenu(QStringLiteral("Rows"));
    for (const RowAction& entry : rows)
        rowMenu->addAction(entry.action);
    QMenu* theme = view->addMenu(QStringLiteral("Theme"));
    theme->addActions(themes->actions());
    theme->addSeparator();
    theme->addAction(toggleTheme);
    view->addActions({previousTab, nextTab, fullScreen});

    QMenu* go = bar->addMenu(QStringLiteral("&Go"));
    go->addActions({find, palette});
    go->addSeparator();
    for (const Command command :
        {Command::PreviousFinding, Command::NextFinding, Command::PreviousPlace, Command::NextPlace})
        go->addAction(of(command));
    go->addSeparator();
    for (const Command command : {Command::LargestGap, Command::NextLargestGap})
        go->addAction(of(command));
    go->addSeparator();
    for (const Command command : {Command::PreviousStep, Command::NextStep})
        go->addAction(of(command));
    go->addSeparator();
    for (const Command command : {Command::PreviousSlice, Command::NextSlice, Command::SliceAround,
             Command::SliceInside, Command::TowardsCause, Command::TowardsEffect})
        go->addAction(of(command));
    go->addSeparator();
    for (const Command command : {Command::MarkSelection, Command::ToggleFold, Command::GoToTime})
        go->addAction(of(command));

    fillAnnotateMenu();
    bar->addMenu(annotateMenu);

    QMenu* help = bar->addMenu(QStringLiteral("&Help"));
    help->addActions({keys, about});
}

void Actions::fillToolBar(QToolBar* bar)
{
    m_toolBar = bar;
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->setIconSize({kIconSize, kIconSize});
    bar->setFixedHeight(widgets::kToolBarHeight);
    m_worded << addButton(bar, open, Qt::ToolButtonTextBesideIcon);
    open->setIconText(besideIcon(open->text()));
    m_worded << addButton(bar, compare, Qt::ToolButtonTextBesideIcon);
    compare->setIconText(besideIcon(compare->text()));
    bar->addSeparator();
    addButton(bar, findings, Qt::ToolButtonIconOnly);
    addButton(bar, of(Command::FitAll), Qt::ToolButtonIconOnly);
    addButton(bar, of(Command::Back), Qt::ToolButtonIconOnly);
    bar->addSeparator();
    addButton(bar, of(Command::PreviousStep), Qt::ToolButtonIconOnly);
    steps = new widgets::StepSelector(bar);
    stepBox = bar->addWidget(steps);
    addButton(bar, of(Command::NextStep), Qt::ToolButtonIconOnly);
    auto* stretch = new QWidget(bar);
    stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(stretch);
    addButton(bar, find, Qt::ToolButtonIconOnly);
    addButton(bar, toggleTheme, Qt::ToolButtonIconOnly);
    addButton(bar, keys, Qt::ToolButtonIconOnly);
    m_worded << addMenuButton(bar, annotateMenu, QStringLiteral("Annotate"));
    m_worded.back()->setToolTip(QStringLiteral("Notes, boxes, arrows and measured spans over the view"));
    m_annotateButton = m_worded.back();
    m_worded << addMenuButton(bar, share, QStringLiteral("Share"));
    m_worded.back()->setToolTip(QStringLiteral("Pictures and cut traces for others"));
    m_shareButton = m_worded.back();
    m_worded << addButton(bar, healthPanel, Qt::ToolButtonTextBesideIcon);
}

void Actions::setCompact(bool compact)
{
    m_toolBar->setStyleSheet(compact ? QStringLiteral("QToolButton { padding: 3px; }") : QString());
    for (QToolButton* button : m_worded)
        button->setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
}

void Actions::setIcons(const widgets::Theme& theme, bool hasWarnings)
{
    const std::pair<QAction*, const char*> icons[] = {
        {open, "open"},
        {compare, "compare"},
        {findings, "findings"},
        {of(Command::FitAll), "fit"},
        {of(Command::Back), "back"},
        {of(Command::PreviousStep), "prev"},
        {of(Command::NextStep), "next"},
        {find, "search"},
        {toggleTheme, "theme"},
        {keys, "keys"},
    };
    for (const auto& [action, name] : icons)
        action->setIcon(widgets::themedIcon(QString::fromLatin1(name), theme));
    m_annotateButton->setIcon(widgets::themedIcon(QStringLiteral("annotate"), theme));
    m_shareButton->setIcon(widgets::themedIcon(QStringLiteral("share"), theme));
    healthPanel->setIcon(hasWarnings ? widgets::tintedIcon(QStringLiteral("warning"), theme.warn, theme.muted)
                                     : widgets::themedIcon(QStringLiteral("health"), theme));
}

} // namespace stepscope::app
