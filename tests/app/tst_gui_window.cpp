// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a person uses it: dropping files, tabs, menus and keys, themes, recent files, errors.
#include "app/gui/document_page.h"
#include "app/gui/go_to_time.h"
#include "app/gui/keys_dialog.h"
#include "app/gui/main_window.h"
#include "app/gui/status_line.h"
#include "app/gui/system_theme.h"
#include "tests/app/desk.h"
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "widgets/pages/error_page.h"
#include "widgets/pages/loading_page.h"
#include "widgets/pages/recorder_box.h"
#include "widgets/pages/trace_page.h"
#include "widgets/pages/welcome_page.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QTextDocument>
#include <QToolButton>

using namespace stepscope;
using namespace stepscope::app;
using tests::Desk;
using widgets::TimelineCommand;
using widgets::TracePage;

namespace {

void drop(QWidget& target, const QStringList& paths)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    const QPoint middle = target.rect().center();
    QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&target, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&target, &event);
    QVERIFY(event.isAccepted());
}

QList<QAction*> actionsOf(const QMenu& menu)
{
    QList<QAction*> actions;
    for (QAction* action : menu.actions()) {
        actions << action;
        if (action->menu() != nullptr)
            actions << actionsOf(*action->menu());
    }
    return actions;
}

} // namespace

class TestGuiWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startsWithAWelcome();
    void dropOpensTabs();
    void dropOfOtherThingsIsRefused();
    void sameFileIsShownNotOpenedTwice();
    void closingTheLastTabWelcomesAgain();
    void brokenFileBecomesAnErrorPage();
    void loadingPageCancels();
    void fastLoadsShowNoLoadingPage();
    void reloadReadsTheFileAgain();
    void recentFilesAreListed();
    void everyActionIsInAMenuAndHasATip();
    void everyKeyIsInTheList();
    void helpHandsOutTheRecorder();
    void keysWorkWhereverTheFocusIs();
    void timelineKeepsItsOwnKeys();
    void healthLinkSelectsAndTheListStays();
    void themeIsRememberedAndReversible();
    void portalAnswersAreUnderstood();
    void windowOfTimeIsShown();
    void goToTime();
    void statusLineTells();
};

void TestGuiWindow::startsWithAWelcome()
{
    Desk desk;
    auto* welcome = desk.window.findChild<widgets::WelcomePage*>();
    QVERIFY(welcome != nullptr && welcome->isVisible());
    QVERIFY(desk.window.isIdle());
    QVERIFY(!desk.window.actions().reload->isEnabled());
    QVERIFY(!desk.window.actions().of(TimelineCommand::FitAll)->isEnabled());
    QVERIFY(desk.window.currentPage() == nullptr);
}

void TestGuiWindow::dropOpensTabs()
{
    Desk desk;
    drop(desk.window, {desk.file("a.json"), desk.file("b.json")});
    QCOMPARE(desk.window.pages().size(), 2);
    QVERIFY(desk.settled());
    for (DocumentPage* page : desk.window.pages())
        QVERIFY(page->tracePage() != nullptr);
    QCOMPARE(desk.window.currentPage()->document().title(), QStringLiteral("a.json"));
    QCOMPARE(desk.window.windowTitle(), QStringLiteral("a.json"));
    QTest::keyClick(&desk.window, Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(desk.window.currentPage()->document().title(), QStringLiteral("b.json"));
}

void TestGuiWindow::dropOfOtherThingsIsRefused()
{
    Desk desk;
    QMimeData text;
    text.setText(QStringLiteral("no file"));
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QApplication::sendEvent(&desk.window, &enter);
    QVERIFY(!enter.isAccepted());
    QVERIFY(desk.window.pages().isEmpty());
}

void TestGuiWindow::sameFileIsShownNotOpenedTwice()
{
    Desk desk;
    const QString a = desk.file("a.json");
    desk.window.openFiles({a, desk.file("b.json"), a});
    QCOMPARE(desk.window.pages().size(), 2);
    desk.window.showPage(1);
    desk.window.openFiles({a});
    QCOMPARE(desk.window.pages().size(), 2);
    QCOMPARE(desk.window.currentPage()->document().path(), a);
    QVERIFY(desk.settled());
}

void TestGuiWindow::closingTheLastTabWelcomesAgain()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json"), desk.file("b.json")});
    QVERIFY(desk.settled());
    desk.window.actions().closeTab->trigger();
    QCOMPARE(desk.window.pages().size(), 1);
    QToolButton* cross = nullptr;
    for (QToolButton* button : desk.window.findChildren<QToolButton*>())
        cross = button->accessibleName() == QStringLiteral("Close b.json") ? button : cross;
    QVERIFY(cross != nullptr);
    QTest::mouseClick(cross, Qt::LeftButton);
    QVERIFY(desk.window.pages().isEmpty());
    QVERIFY(desk.window.findChild<widgets::WelcomePage*>()->isVisible());
    QVERIFY(!desk.window.actions().closeTab->isEnabled());
    QTest::keyClick(&desk.window, Qt::Key_W, Qt::ControlModifier); // nothing there: nothing happens
}

void TestGuiWindow::brokenFileBecomesAnErrorPage()
{
    Desk desk;
    const QString path = desk.file("photo.json", QByteArray("\x89PNG\r\n\x1a\n and so on"));
    desk.window.openFiles({path});
    QVERIFY(desk.settled());
    QVERIFY(desk.trace() == nullptr);
    auto* page = desk.window.findChild<widgets::ErrorPage*>();
    QVERIFY(page != nullptr && page->isVisible());
    QVERIFY2(page->messageText().startsWith(path), qPrintable(page->messageText()));
    QVERIFY(desk.settings.recentFiles().isEmpty());
    QVERIFY(!desk.window.actions().of(TimelineCommand::FitAll)->isEnabled());

    QVERIFY(!desk.file("photo.json").isEmpty()); // repaired by its owner
    for (QPushButton* button : page->findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("Try again"))
            QTest::keyClick(button, Qt::Key_Space);
    }
    QVERIFY(desk.settled());
    QVERIFY(desk.trace() != nullptr);
    QVERIFY(!page->isVisible());
}

void TestGuiWindow::loadingPageCancels()
{
    Desk desk([](const std::string&, Progress& progress, std::stop_token stop) -> Expected<TracePtr> {
        progress.stage = LoadStage::Reading;
        progress.bytesTotal = 2048;
        progress.bytesDone = 1024;
        while (!stop.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return fail(ErrorClass::Cancelled, "cancelled");
    });
    desk.window.openFiles({desk.file("a.json")});
    auto* loading = desk.window.findChild<widgets::LoadingPage*>();
    QVERIFY(loading != nullptr);
    QTRY_VERIFY(loading->isVisible());
    QVERIFY(!desk.window.isIdle());
    const auto shows = [loading](const QString& text) {
        const QList<QLabel*> labels = loading->findChildren<QLabel*>();
        return std::any_of(
            labels.begin(), labels.end(), [&](const QLabel* label) { return label->text().contains(text); });
    };
    QTRY_VERIFY(shows(QStringLiteral("1 KiB of 2 KiB")));
    QTest::keyClick(loading->findChild<QPushButton*>(), Qt::Key_Space);
    QVERIFY(!loading->isVisible());
    QVERIFY(desk.window.findChild<widgets::ErrorPage*>()->isVisible());
    QVERIFY(desk.window.isIdle());
}

void TestGuiWindow::fastLoadsShowNoLoadingPage()
{
    Desk desk([](const std::string&, Progress&, std::stop_token) -> Expected<TracePtr> {
        return TracePtr(std::make_shared<model::Trace>());
    });
    desk.window.openFiles({desk.file("a.json")});
    auto* loading = desk.window.findChild<widgets::LoadingPage*>();
    QVERIFY(!loading->isVisible());
    QVERIFY(desk.settled());
    QVERIFY(!loading->isVisible());
    QVERIFY(desk.trace() != nullptr); // an empty trace is a trace
}

void TestGuiWindow::reloadReadsTheFileAgain()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    const std::uint64_t before = desk.trace()->trace().events;
    QVERIFY(
        !desk.file("a.json", R"([{"ph": "X", "cat": "cpu_op", "name": "one", "pid": 1, "tid": 1, "ts": 1, "dur": 2}])")
             .isEmpty());
    QTest::keyClick(&desk.window, Qt::Key_R, Qt::ControlModifier);
    QVERIFY(desk.settled());
    QVERIFY(desk.trace()->trace().events != before);
    QCOMPARE(desk.trace()->trace().events, std::uint64_t {1});
}

void TestGuiWindow::recentFilesAreListed()
{
    Desk desk;
    const QString a = desk.file("a.json");
    desk.window.openFiles({a});
    QVERIFY(desk.settled());
    QCOMPARE(desk.settings.recentFiles(), QStringList {a});
    desk.window.actions().closeTab->trigger();
    QAction* entry = desk.window.actions().recent->actions().constFirst();
    QCOMPARE(entry->text(), QStringLiteral("a.json"));
    entry->trigger();
    QVERIFY(desk.settled());
    QCOMPARE(desk.window.currentPage()->document().path(), a);
    desk.settings.clearRecentFiles();
    QVERIFY(!desk.window.actions().recent->isEnabled());
}

void TestGuiWindow::everyActionIsInAMenuAndHasATip()
{
    Desk desk;
    QList<QAction*> inMenus;
    for (QAction* menu : desk.window.menuBar()->actions())
        inMenus << actionsOf(*menu->menu());
    for (QAction* action : desk.window.actions().all()) {
        const bool faster
            = action->shortcut().toString().startsWith(QStringLiteral("Shift+")); // variants of what is in a menu
        QVERIFY2(faster || inMenus.contains(action), qPrintable(action->text()));
        QVERIFY2(!action->toolTip().isEmpty(), qPrintable(action->text()));
    }
}

void TestGuiWindow::everyKeyIsInTheList()
{
    Desk desk;
    QTextDocument page;
    page.setHtml(keysPage());
    const QString text = page.toPlainText().replace(QChar::Nbsp, QLatin1Char(' '));
    QVERIFY(text.contains(QStringLiteral("Keys")));
    const QStringList known = text.split(QRegularExpression(QStringLiteral("\\s+")));
    for (const QAction* action : desk.window.actions().all()) {
        const QString key = action->shortcut().toString(QKeySequence::PortableText);
        if (key.isEmpty() || key.startsWith(QStringLiteral("Shift+")))
            continue;
        QVERIFY2(known.contains(key), qPrintable(QStringLiteral("%1: %2").arg(key, action->text())));
    }
}

void TestGuiWindow::helpHandsOutTheRecorder()
{
    Desk desk;
    KeysDialog help(desk.appearance.theme(), &desk.window);
    help.show();
    QVERIFY(QTest::qWaitForWindowExposed(&help));
    auto* tabs = help.findChild<QTabBar*>();
    QCOMPARE(tabs->tabText(1), QStringLiteral("Record a run"));
    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
    auto* recorder = help.findChild<widgets::RecorderBox*>();
    QVERIFY(recorder->isVisible());
    QGuiApplication::clipboard()->clear();
    QTest::mouseClick(recorder->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), widgets::recorderText());
    QVERIFY(recordingPage().contains(QStringLiteral("python stepscope_record.py")));
}

void TestGuiWindow::keysWorkWhereverTheFocusIs()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    widgets::TimeAxis& axis = desk.trace()->axis();
    for (const bool inPanel : {false, true}) {
        axis.fitAll();
        if (inPanel)
            desk.trace()->showPanel(TracePage::Panel::FileHealth);
        else
            desk.trace()->timeline().setFocus();
        QWidget* focus = QApplication::focusWidget();
        QVERIFY(focus != nullptr);
        const std::int64_t all = axis.range().length();
        QTest::keyClick(focus, Qt::Key_W);
        QVERIFY2(axis.range().length() < all, inPanel ? "panel" : "timeline");
        QTest::keyClick(focus, Qt::Key_0);
        QCOMPARE(axis.range().length(), all);
    }
}

void TestGuiWindow::timelineKeepsItsOwnKeys()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    widgets::TimelineView& timeline = desk.trace()->timeline();
    timeline.setFocus();
    // Esc during a drag takes the drag back instead of going back in time.
    QWidget* canvas = timeline.viewport();
    QTest::mousePress(canvas, Qt::LeftButton, Qt::ShiftModifier, QPoint(100, 60));
    QTest::mouseMove(canvas, QPoint(200, 60));
    QTest::keyClick(&timeline, Qt::Key_Escape);
    QTest::mouseRelease(canvas, Qt::LeftButton, Qt::ShiftModifier, QPoint(200, 60));
    QVERIFY(!desk.trace()->selection().range().has_value());
}

void TestGuiWindow::healthLinkSelectsAndTheListStays()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    desk.window.actions().healthPanel->trigger();
    QWidget* panel = QApplication::focusWidget();
    QVERIFY(panel != nullptr);
    QTest::keyClick(panel, Qt::Key_Tab);
    QTest::keyClick(panel, Qt::Key_Return);
    QTRY_VERIFY(desk.trace()->selection().item().valid());
    QVERIFY(desk.trace()->shownPanel() == TracePage::Panel::FileHealth); // for the next place
    QVERIFY(desk.settled());
}

void TestGuiWindow::themeIsRememberedAndReversible()
{
    Desk desk;
    desk.appearance.setChoice(ThemeChoice::Light);
    QVERIFY(!desk.appearance.theme()->theme().dark);
    QTest::keyClick(&desk.window, Qt::Key_L, Qt::ControlModifier);
    QVERIFY(desk.appearance.theme()->theme().dark);
    QVERIFY(desk.settings.theme() == ThemeChoice::Dark);
    QCOMPARE(QApplication::palette().color(QPalette::Window), desk.appearance.theme()->theme().panel);
    QTest::keyClick(&desk.window, Qt::Key_L, Qt::ControlModifier);
    QVERIFY(desk.settings.theme() == ThemeChoice::Light);
    desk.appearance.setChoice(ThemeChoice::System);
    QVERIFY(desk.settings.theme() == ThemeChoice::System);
}

void TestGuiWindow::portalAnswersAreUnderstood()
{
    QCOMPARE(darkFromPortal(1U), std::optional(true));
    QCOMPARE(darkFromPortal(2U), std::optional(false));
    QVERIFY(!darkFromPortal(0U)); // no preference
    QVERIFY(!darkFromPortal(QStringLiteral("dark")));
    QVERIFY(!darkFromPortal(QVariant()));
}

void TestGuiWindow::windowOfTimeIsShown()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json")}, TimeWindow {{20'000, true}, {1'120'000, false}});
    QVERIFY(desk.settled());
    QCOMPARE(desk.trace()->axis().range(), (widgets::TimeRange {1'020'000, 1'120'000}));
}

void TestGuiWindow::goToTime()
{
    GoToTimeDialog dialog(1'000'000, 2'000'000);
    auto* input = dialog.findChild<QLineEdit*>();
    QVERIFY(input != nullptr);
    QVERIFY(!dialog.time());
    input->setText(QStringLiteral("0.5ms"));
    QCOMPARE(*dialog.time(), std::int64_t {1'500'000});
    input->setText(QStringLiteral("1750"));
    QCOMPARE(*dialog.time(), std::int64_t {1'750'000});
    for (const char* bad : {"5s", "1", "soon", "-1ms"}) {
        input->setText(QString::fromLatin1(bad));
        QVERIFY2(!dialog.time(), bad);
    }
}

void TestGuiWindow::statusLineTells()
{
    Desk desk;
    QVERIFY(desk.window.statusLine().whatText().isEmpty());
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    const StatusLine& status = desk.window.statusLine();
    QVERIFY2(status.whatText().contains(QStringLiteral("2 pieces of GPU work")), qPrintable(status.whatText()));
    QVERIFY(status.whereText().endsWith(QStringLiteral("800 µs in view")));
    desk.trace()->selection().hover(widgets::Item::of(SliceId(0U)));
    QVERIFY(status.whatText().contains(QString::fromStdString(std::string(desk.trace()->trace().nameOf(SliceId(0U))))));
    desk.trace()->selection().setRange(widgets::TimeRange {1'000'000, 1'050'000});
    QVERIFY(status.whereText().contains(QStringLiteral("50 µs selected")));
    desk.window.actions().closeTab->trigger();
    QVERIFY(status.whatText().isEmpty());
}

STEPSCOPE_TEST(TestGuiWindow)
#include "tst_gui_window.moc"
