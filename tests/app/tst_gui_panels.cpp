// SPDX-License-Identifier: GPL-3.0-or-later
// Tool bar and panels around a trace: steps, file health, what folds and unfolds, and a window too narrow for words.
#include "tests/app/desk.h"
#include "tests/support/test_registry.h"
#include "widgets/pages/panel_tabs.h"
#include "widgets/pages/step_selector.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>
#include <algorithm>

using namespace stepscope;
using tests::Desk;
using widgets::TimelineCommand;
using widgets::TracePage;

class TestGuiPanels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepsAreNamed();
    void healthButtonCountsWarnings();
    void keysShowPanelsInTheOrderOfTheirTabs();
    void titlesOfPanelsAreWholeInNarrowWindows();
    void panelsFoldAndUnfold();
    void findingsFoldAndUnfold();
    void narrowToolBarHidesNothing();
};

void TestGuiPanels::stepsAreNamed()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    QCOMPARE(desk.window.actions().steps->shownText(), QStringLiteral("All steps"));
    desk.window.actions().of(TimelineCommand::NextStep)->trigger(); // from the whole trace: the first
    QCOMPARE(desk.window.actions().steps->shownText(), QStringLiteral("Step #4"));
    QTest::keyClick(&desk.trace()->timeline(), Qt::Key_J);
    QCOMPARE(desk.window.actions().steps->shownText(), QStringLiteral("Step #5"));
    desk.window.openFiles({desk.file(
        "b.json", R"([{"ph": "X", "cat": "cpu_op", "name": "one", "pid": 1, "tid": 1, "ts": 1, "dur": 2}])")});
    QVERIFY(desk.settled());
    QCOMPARE(desk.window.actions().steps->shownText(), QStringLiteral("No steps"));
    QVERIFY(!desk.window.actions().of(TimelineCommand::NextStep)->isEnabled());
}

void TestGuiPanels::healthButtonCountsWarnings()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    const std::uint64_t warnings = desk.trace()->trace().diagnostics.warnings();
    QVERIFY(warnings > 0);
    QCOMPARE(desk.window.actions().healthPanel->iconText().trimmed(), QStringLiteral("File health: %1").arg(warnings));
    desk.window.actions().healthPanel->trigger();
    QVERIFY(desk.trace()->shownPanel() == TracePage::Panel::FileHealth);
}

void TestGuiPanels::keysShowPanelsInTheOrderOfTheirTabs()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    QVERIFY(desk.active);
    const QStringList titles = desk.trace()->panelTitles();
    Q_EMIT desk.window.actions().panelMenu->aboutToShow();
    for (int i = 0; i < app::Actions::kPanelKeys; ++i) {
        QTest::keyClick(&desk.trace()->timeline(), static_cast<Qt::Key>(Qt::Key_1 + i), Qt::ControlModifier);
        QCOMPARE(static_cast<int>(desk.trace()->shownPanel()), i);
        const QAction* shown = desk.window.actions().panelMenu->actions()[i]; // says the same
        QCOMPARE(shown->text(), titles[i]);
        QCOMPARE(shown->shortcut().toString(QKeySequence::PortableText), QStringLiteral("Ctrl+%1").arg(i + 1));
    }
    QTest::keyClick(&desk.trace()->timeline(), Qt::Key_9, Qt::ControlModifier);
    QCOMPARE(desk.trace()->shownPanel(), TracePage::Panel::Notes);
    QCOMPARE(titles.last(), QStringLiteral("Notes"));
}

// They scroll; one that is seen in part is elided, none is cut by its own padding.
void TestGuiPanels::titlesOfPanelsAreWholeInNarrowWindows()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    constexpr int kPadding = 24; // px of the style
    for (const int width : {1280, 960, 640}) {
        desk.window.resize(width, 540);
        QCoreApplication::processEvents();
        const auto* bar = desk.trace()->findChild<widgets::PanelTabBar*>();
        QVERIFY(bar != nullptr);
        int whole = 0;
        for (int i = 0; i < bar->count(); ++i) {
            const int needed = bar->fontMetrics().horizontalAdvance(bar->tabText(i)) + kPadding;
            QVERIFY2(bar->tabRect(i).width() >= needed, qPrintable(bar->tabText(i)));
            whole += bar->seenOf(i).width() == bar->tabRect(i).width() ? 1 : 0;
        }
        QVERIFY(whole >= 4 && (width == 1280 || whole < bar->count()));
    }
}

void TestGuiPanels::panelsFoldAndUnfold()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    QVERIFY(desk.trace()->panelsVisible() && desk.window.actions().panels->isChecked());
    desk.window.actions().panels->trigger();
    QVERIFY(!desk.trace()->panelsVisible());
    desk.window.actions().metadataPanel->trigger(); // asked for: unfolds
    QVERIFY(desk.trace()->panelsVisible() && desk.window.actions().panels->isChecked());
    QVERIFY(desk.trace()->shownPanel() == TracePage::Panel::Metadata);
}

void TestGuiPanels::findingsFoldAndUnfold()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    QVERIFY(desk.trace()->findingsVisible() && desk.window.actions().findings->isChecked());
    QTest::keyClick(&desk.window, Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!desk.trace()->findingsVisible() && !desk.window.actions().findings->isChecked());
    desk.window.actions().closeTab->trigger();
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    QVERIFY(!desk.trace()->findingsVisible()); // remembered
    desk.window.actions().findings->trigger();
    QVERIFY(desk.trace()->findingsVisible());
}

// NOLINTNEXTLINE(readability-function-size): macros of Qt Test in a loop
void TestGuiPanels::narrowToolBarHidesNothing()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    for (const int width : {640, 1000}) {
        desk.window.resize(width, 600);
        auto* bar = desk.window.findChild<QToolBar*>();
        const auto hidden = [bar](const QToolButton* button) {
            return button->defaultAction() != nullptr
                && !(button->isVisible() && bar->rect().contains(button->geometry()));
        };
        const QList<QToolButton*> buttons = bar->findChildren<QToolButton*>();
        QVERIFY(!buttons.isEmpty());
        QTRY_VERIFY(std::none_of(buttons.begin(), buttons.end(), hidden));
    }
}

STEPSCOPE_TEST(TestGuiPanels)
#include "tst_gui_panels.moc"
