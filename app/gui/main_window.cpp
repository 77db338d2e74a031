// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/main_window.h"

#include "app/gui/about_dialog.h"
#include "app/gui/action_states.h"
#include "app/gui/annotate_control.h"
#include "app/gui/appearance.h"
#include "app/gui/compare_dialog.h"
#include "app/gui/comparisons.h"
#include "app/gui/document_page.h"
#include "app/gui/document_tabs.h"
#include "app/gui/drop_target.h"
#include "app/gui/file_opener.h"
#include "app/gui/file_opening.h"
#include "app/gui/go_to_time.h"
#include "app/gui/keys_dialog.h"
#include "app/gui/notice_bar.h"
#include "app/gui/palette_entries.h"
#include "app/gui/sample.h"
#include "app/gui/sessions.h"
#include "app/gui/settings.h"
#include "app/gui/settings_dialog.h"
#include "app/gui/sharing.h"
#include "app/gui/status_line.h"
#include "widgets/common/icon.h"
#include "widgets/compare/compare_page.h"
#include "widgets/details/detail_text.h"
#include "widgets/pages/ranks_page.h"
#include "widgets/pages/step_selector.h"
#include "widgets/pages/welcome_page.h"
#include "widgets/search/search_bar.h"
#include "widgets/timeline/row_controls.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolBar>
#include <QVBoxLayout>

namespace stepscope::app {

using widgets::ContentPage;
using widgets::TracePage;
using Command = widgets::TimelineCommand;

namespace {

constexpr QSize kMinimumSize {640, 360};
constexpr QSize kFirstSize {1280, 800};
constexpr int kMessageMs = 20'000;
constexpr int kCompactWidth = 1100; // below it the tool bar has no room for words

} // namespace

MainWindow::MainWindow(Settings& settings, Appearance& appearance, LoadFunction loader)
    : m_settings(settings)
    , m_appearance(appearance)
    , m_actions(new Actions(this))
    , m_annotate(new AnnotateControl(*m_actions, this))
{
    setWindowTitle(QStringLiteral("Stepscope"));
    setWindowIcon(widgets::tintedIcon(QStringLiteral("stepscope"), Qt::black, Qt::black));
    setMinimumSize(kMinimumSize);
    buildUi(std::move(loader));
    connectActions();
    resize(screen() != nullptr ? kFirstSize.boundedTo(screen()->availableSize()) : kFirstSize);
    restoreGeometry(m_settings.windowGeometry());
    updateForPage();
}

MainWindow::~MainWindow()
{
    // While the window is whole: pages tell each other that they go, and panels of those that stay follow.
    const QSignalBlocker quiet(m_tabs);
    for (DocumentPage* page : pages()) {
        page->disconnect(this);
        delete page;
    }
}

void MainWindow::buildUi(LoadFunction loader)
{
    m_actions->fillMenus(menuBar());
    auto* toolBar = new QToolBar(QStringLiteral("Tools"), this);
    m_actions->fillToolBar(toolBar);
    addToolBar(toolBar);

    m_welcome = new widgets::WelcomePage(m_appearance.theme(), this);
    m_welcome->setSamples(samples());
    m_tabs = new DocumentTabs(m_appearance.theme(), this);
    m_centre = new QStackedWidget(this);
    m_centre->addWidget(m_welcome);
    m_centre->addWidget(m_tabs);
    m_status = new StatusLine(this);
    setStatusBar(m_status);

    connect(m_welcome, &widgets::WelcomePage::openRequested, this, &MainWindow::chooseFiles);
    connect(
        m_welcome, &widgets::WelcomePage::filesRequested, this, [this](const QStringList& paths) { openFiles(paths); });
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::updateForPage);
    connect(m_tabs, &DocumentTabs::closeRequested, this, &MainWindow::closePage);
    connect(m_appearance.theme(), &widgets::ThemeSource::changed, this, &MainWindow::updateForPage);
    connect(m_actions->steps, &QComboBox::activated, this, &MainWindow::focusContent);
    m_opener = new FileOpener(*m_tabs, m_settings, m_appearance, std::move(loader), this);
    connect(m_opener, &FileOpener::contentChanged, this, [this](DocumentPage* page) {
        if (page == currentPage())
            updateForPage();
    });
    connect(m_opener, &FileOpener::opened, this, [this](TracePage* trace) {
        connect(&trace->timeline(), &widgets::TimelineView::goToTimeRequested, this, &MainWindow::goToTime);
    });
    connect(m_opener, &FileOpener::openRequested, this, &MainWindow::chooseFiles);
    connect(m_opener, &FileOpener::closeRequested, this, &MainWindow::closePage);
    connect(m_opener, &FileOpener::messageIssued, m_status,
        [this](const QString& message) { m_status->showMessage(message, kMessageMs); });
    buildComparisons();
    connect(m_annotate, &AnnotateControl::hinted, m_status,
        [this](const QString& hint) { hint.isEmpty() ? m_status->clearMessage() : m_status->showMessage(hint); });
    m_sessions = new Sessions(*m_tabs, *m_opener, *m_comparisons, m_settings, m_appearance.theme(), this);
    connect(m_sessions, &Sessions::changed, this, &MainWindow::showTitle);
    connect(
        m_sessions, &Sessions::closeAllowed, this, &MainWindow::close, Qt::QueuedConnection); // closing asked for it
    auto* column = new QWidget(this);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(&m_sessions->bar());
    layout->addWidget(m_centre, 1);
    setCentralWidget(column);
    m_sharing = new Sharing(*m_actions, {*m_tabs, *m_sessions, m_settings, m_appearance}, this);
    connect(m_sharing, &Sharing::messageIssued, m_status,
        [this](const QString& message) { m_status->showMessage(message, kMessageMs); });
    m_drops = new DropTarget(*m_tabs, m_appearance.theme(), this, m_centre);
    connect(m_drops, &DropTarget::openRequested, this,
        [this](const QStringList& paths) { openFiles(paths, {}, currentPage()); });
    connect(m_drops, &DropTarget::compareRequested, this, &MainWindow::compareFiles);
    auto* recent = new RecentFilesMenu(m_settings, m_actions->recent);
    connect(recent, &RecentFilesMenu::fileRequested, this, [this](const QString& path) { openFiles({path}); });
    const auto listRecent = [this]() { m_welcome->setRecentFiles(m_settings.recentFiles()); };
    connect(&m_settings, &Settings::recentFilesChanged, this, listRecent);
    listRecent();
}

void MainWindow::buildComparisons()
{
    m_comparisons = new Comparisons(*m_tabs, m_appearance.theme(), this);
    connect(m_comparisons, &Comparisons::shown, this, [this](widgets::ComparePage* page) {
        connect(page, &widgets::ComparePage::alignableChanged, this, [this, page]() {
            m_actions->alignSelected->setEnabled(m_tabs->content() == page && page->canAlignSelected());
        });
    });
    connect(m_comparisons, &Comparisons::refused, m_status,
        [this](const QString& reason) { m_status->showMessage(reason, kMessageMs); });
    connect(m_tabs, &DocumentTabs::compareRequested, this, [this](DocumentPage* dragged, DocumentPage* onto) {
        m_comparisons->compare({onto, dragged});
    });
}

void MainWindow::connectActions()
{
    const auto on = [this](QAction* action, auto function) { connect(action, &QAction::triggered, this, function); };
    on(m_actions->open, [this]() { chooseFiles(); });
    on(m_actions->openFolder, [this]() { m_opener->chooseFolder(); });
    on(m_actions->compare, [this]() { chooseRuns(); });
    on(m_actions->alignSelected, [this]() {
        if (auto* page = qobject_cast<widgets::ComparePage*>(m_tabs->content()))
            page->alignSelected();
    });
    on(m_actions->reload, [this]() { reload(*currentPage()); });
    on(m_actions->closeTab, [this]() { closePage(m_tabs->currentWidget()); });
    on(m_actions->quit, [this]() { close(); });
    for (const Actions::TraceAction& entry : m_actions->trace)
        on(entry.action, [this, command = entry.command]() { perform(command); });
    on(m_actions->palette,
        [this]() { (new widgets::CommandPalette(paletteEntries(*m_actions, currentPage()), this))->open(); });
    on(m_actions->find, [this]() {
        if (ContentPage* content = currentContent())
            content->find();
    });
    for (const Actions::RowAction& entry : m_actions->rows) {
        on(entry.action, [this, command = entry.command]() {
            if (TracePage* trace = currentTrace())
                trace->rows().run(command);
        });
    }
    connectViewActions();
}

void MainWindow::connectViewActions()
{
    const auto on = [this](QAction* action, auto function) { connect(action, &QAction::triggered, this, function); };
    on(m_actions->selectionPanel, [this]() { showPanel(ContentPage::CommonPanel::Selection); });
    on(m_actions->healthPanel, [this]() { showPanel(ContentPage::CommonPanel::FileHealth); });
    on(m_actions->metadataPanel, [this]() { showPanel(ContentPage::CommonPanel::Metadata); });
    for (int i = 0; i < Actions::kPanelKeys; ++i) {
        on(m_actions->panelsByKey[i], [this, i]() {
            if (ContentPage* content = currentContent())
                content->showPanelNumbered(i);
        });
    }
    connect(m_actions->panelMenu, &QMenu::aboutToShow, this, &MainWindow::listPanels);
    const auto fold = [this, &on](QAction* action, void (ContentPage::*foldPart)(bool)) {
        on(action, [this, foldPart](bool visible) { (currentContent()->*foldPart)(visible); });
    };
    fold(m_actions->panels, &ContentPage::setPanelsVisible); // only enabled while there is a content
    fold(m_actions->findings, &ContentPage::setFindingsVisible);
    on(m_actions->nextTab, [this]() { m_tabs->moveBy(1); });
    on(m_actions->previousTab, [this]() { m_tabs->moveBy(-1); });
    on(m_actions->toggleTheme, [this]() { m_appearance.toggle(); });
    on(m_actions->fullScreen, [this](bool full) { full ? showFullScreen() : showNormal(); });
    on(m_actions->settings, [this]() { SettingsDialog::choose(m_settings, m_appearance, this); });
    on(m_actions->keys, [this]() { KeysDialog(m_appearance.theme(), this).exec(); });
    on(m_actions->about, [this]() { AboutDialog(m_appearance.theme(), this).exec(); });
    connect(m_actions->themes, &QActionGroup::triggered, this,
        [this](QAction* action) { m_appearance.setChoice(static_cast<ThemeChoice>(action->data().toInt())); });
    const auto showChoice = [this](ThemeChoice choice) {
        for (QAction* action : m_actions->themes->actions())
            action->setChecked(action->data().toInt() == static_cast<int>(choice));
    };
    connect(&m_appearance, &Appearance::choiceChanged, this, showChoice);
    connect(&m_appearance, &Appearance::choiceChanged, &m_settings, &Settings::setTheme);
    showChoice(m_appearance.choice());
}

QList<DocumentPage*> MainWindow::pages() const
{
    return m_tabs->pages();
}

DocumentPage* MainWindow::currentPage() const
{
    return m_tabs->current();
}

ContentPage* MainWindow::currentContent() const
{
    return m_tabs->content();
}

TracePage* MainWindow::currentTrace() const
{
    DocumentPage* page = currentPage();
    return page != nullptr ? page->tracePage() : nullptr;
}

void MainWindow::showPage(int index)
{
    if (index >= 0 && index < m_tabs->count())
        m_tabs->setCurrentIndex(index);
}

void MainWindow::openFiles(const QStringList& paths, const std::optional<TimeWindow>& window, DocumentPage* with)
{
    for (DocumentPage* page : m_opener->open(m_sessions->openThose(paths), with)) {
        if (window) {
            connect(
                page, &DocumentPage::contentChanged, this, [this, page, window]() { showTimeWindow(*page, *window); });
        }
    }
    updateForPage();
}

void MainWindow::openRanks(const QStringList& paths)
{
    m_opener->openRanks(paths);
    updateForPage();
}

void MainWindow::compareFiles(const QStringList& paths)
{
    m_comparisons->compare(m_opener->open(paths));
    updateForPage();
}

void MainWindow::chooseRuns()
{
    QStringList open;
    for (DocumentPage* page : pages())
        open << page->document().path();
    CompareDialog dialog(
        open, currentPage() != nullptr ? currentPage()->document().path() : QString(), m_settings, this);
    if (dialog.exec() == QDialog::Accepted)
        compareFiles(dialog.paths());
}

widgets::ComparePage* MainWindow::comparison() const
{
    auto* shown = qobject_cast<widgets::ComparePage*>(m_tabs->content());
    const QList<widgets::ComparePage*> all = m_tabs->comparisons();
    return shown != nullptr || all.isEmpty() ? shown : all.constLast();
}

ReportExport& MainWindow::reports()
{
    return m_sharing->reports();
}

const widgets::Theme& MainWindow::theme() const
{
    return m_appearance.theme()->theme();
}

void MainWindow::chooseFiles()
{
    openFiles(askForFiles(this, m_settings));
}

void MainWindow::closePage(QWidget* page)
{
    if (page == nullptr)
        return;
    if (ContentPage* content = currentContent())
        m_settings.setPageLayout(content->layoutState());
    if (auto* document = qobject_cast<DocumentPage*>(page))
        m_opener->rememberRows(*document);
    m_tabs->removeTab(m_tabs->indexOf(page));
    page->disconnect(this);
    page->deleteLater(); // its own button may have asked for this
    updateForPage();
}

void MainWindow::updateForPage()
{
    ContentPage* content = currentContent();
    m_centre->setCurrentIndex(m_tabs->count() > 0 ? 1 : 0);
    focusContent();
    showTitle();

    enableActions(*m_actions, *m_tabs);
    const std::uint64_t warnings = content != nullptr ? content->warnings() : 0;
    const QString count = warnings > 0 ? QStringLiteral(": ") + widgets::countText(warnings) : QString();
    m_actions->healthPanel->setIconText(Actions::besideIcon(m_actions->healthPanel->text() + count));
    m_actions->setIcons(m_appearance.theme()->theme(), warnings > 0);
    m_status->follow(content);
    m_annotate->follow(content);
    disconnect(m_panelsConnection);
    if (content != nullptr) {
        m_panelsConnection
            = connect(content, &ContentPage::panelsChanged, this, [this, content]() { checkPanels(*content); });
        checkPanels(*content);
    }
    widgets::StepChoice* steps = content != nullptr ? content->stepChoice() : nullptr;
    m_actions->stepBox->setVisible(content == nullptr || steps != nullptr);
    m_actions->steps->follow(steps);
}

void MainWindow::showTitle()
{
    DocumentPage* page = currentPage();
    auto* compared = qobject_cast<widgets::ComparePage*>(m_tabs->content());
    QString title = page != nullptr ? page->document().title() : compared != nullptr ? compared->title() : QString();
    if (!m_sessions->name().isEmpty())
        title += QStringLiteral(" · %1[*]").arg(m_sessions->name());
    setWindowTitle(title);
    setWindowModified(m_sessions->isModified());
}

// What is seen of it and written over it stays.
void MainWindow::reload(DocumentPage& page)
{
    std::optional<share::SessionPage> state;
    if (page.content() != nullptr)
        state = page.content()->state();
    page.document().load();
    if (state)
        m_sessions->opener().restoreWhenReady(page, *state);
}

void MainWindow::checkPanels(const ContentPage& content)
{
    m_actions->panels->setChecked(content.panelsVisible());
    m_actions->findings->setChecked(content.findingsVisible());
}

// Keys should reach what is shown, unless somebody walks along the tabs.
void MainWindow::focusContent()
{
    if (m_tabs->tabBar()->hasFocus())
        return;
    if (QWidget* page = m_tabs->currentWidget())
        page->setFocus();
    else
        m_welcome->setFocus();
}

void MainWindow::perform(Command command)
{
    if (ContentPage* content = currentContent())
        content->run(command);
}

void MainWindow::goToTime()
{
    TracePage* trace = currentTrace();
    if (trace == nullptr)
        return;
    const model::Trace& model = trace->trace();
    GoToTimeDialog dialog(model.rangeStart, model.rangeEnd, model.unixBase(), this);
    if (dialog.exec() == QDialog::Accepted && dialog.time())
        trace->axis().centreOn(*dialog.time());
}

void MainWindow::showPanel(ContentPage::CommonPanel panel)
{
    if (ContentPage* content = currentContent())
        content->showCommonPanel(panel);
}

void MainWindow::listPanels()
{
    QMenu& menu = *m_actions->panelMenu;
    menu.clear();
    ContentPage* content = currentContent();
    const QStringList titles = content != nullptr ? content->panelTitles() : QStringList();
    for (qsizetype i = 0; i < titles.size(); ++i) {
        if (i < Actions::kPanelKeys) {
            m_actions->panelsByKey[i]->setText(titles[i]);
            menu.addAction(m_actions->panelsByKey[i]);
        } else {
            menu.addAction(titles[i], content, [content, title = titles[i]]() { content->showPanelTitled(title); });
        }
    }
    menu.setDisabled(menu.isEmpty());
}

void MainWindow::showTimeWindow(DocumentPage& page, const TimeWindow& window)
{
    widgets::TimeAxis* axis = page.tracePage() != nullptr ? &page.tracePage()->axis()
        : page.ranksPage() != nullptr                     ? &page.ranksPage()->axis()
                                                          : nullptr;
    if (axis == nullptr)
        return;
    const std::int64_t origin = axis->bounds().start;
    const std::int64_t from = window.from.resolve(origin);
    const std::int64_t to = window.to.resolve(origin);
    if (from < to)
        axis->setRange(from, to);
}

bool MainWindow::isIdle() const
{
    const QList<DocumentPage*> all = pages();
    return m_comparisons->isIdle() && m_sessions->isIdle() && m_sharing->isIdle() && m_drops->isIdle()
        && std::all_of(all.begin(), all.end(), [](DocumentPage* page) { return page->isIdle(); });
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    m_actions->setCompact(width() < kCompactWidth);
    QMainWindow::resizeEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_sessions->mayClose())
        return event->ignore();
    m_sessions->end();
    rememberView();
    QMainWindow::closeEvent(event);
}

void MainWindow::endUnasked()
{
    m_sessions->endUnasked();
    rememberView();
    QCoreApplication::exit(); // quit() would ask the window to close
}

void MainWindow::rememberView()
{
    m_settings.setWindowGeometry(saveGeometry());
    for (DocumentPage* page : pages())
        m_opener->rememberRows(*page);
    if (ContentPage* content = currentContent())
        m_settings.setPageLayout(content->layoutState());
}

} // namespace stepscope::app
