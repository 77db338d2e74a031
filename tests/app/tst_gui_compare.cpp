// SPDX-License-Identifier: GPL-3.0-or-later
// Ways to a comparison: the dialog, a file dropped on the lower part of the window, a tab dropped on another one, and
// the command line.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "app/gui/compare_dialog.h"
#include "app/gui/compare_tab_bar.h"
#include "app/gui/drop_target.h"
#include "app/gui/status_line.h"
#include "tests/app/desk.h"
#include "tests/app/dropping.h"
#include "tests/app/run_files.h"
#include "tests/support/snapshot_builder.h"
#include "tests/support/test_registry.h"
#include "tests/support/training_steps.h"
#include "widgets/common/combo_box.h"
#include "widgets/compare/compare_page.h"
#include "widgets/compare/memory_pair.h"
#include "widgets/compare/run_bar.h"
#include "widgets/compare/timeline_pair.h"
#include "widgets/memory/memory_strip.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/picture/picture_words.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QDir>
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QDragMoveEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QTabWidget>
#include <QTimer>

using namespace stepscope;
using namespace stepscope::app;
using tests::Desk;
using tests::filesData;

namespace {

LoadFunction loader()
{
    return [](const std::string& path, Progress& progress, std::stop_token stop) -> Expected<Loaded> {
        if (!path.ends_with(".pickle"))
            return defaultLoader()(path, progress, std::move(stop));
        tests::SnapshotBuilder b;
        (void)b.alloc(1U << 20U, b.stack({"train.py:88 train_step"}));
        return b.assembled();
    };
}

// Drags over the window to a point of it and lets go there; whether it was taken.
bool dropAt(QWidget& target, const QMimeData& data, QPoint entry, QPoint at)
{
    QDragEnterEvent enter(entry, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&target, &enter);
    QDragMoveEvent move(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&target, &move);
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&target, &drop);
    return enter.isAccepted() && move.isAccepted() && drop.isAccepted();
}

QString before(widgets::ComparePage& page)
{
    return page.source().run(compare::kBefore).label;
}

QString after(widgets::ComparePage& page)
{
    return page.source().run(compare::kAfter).label;
}

} // namespace

class TestGuiCompare : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFileDroppedBelowIsCompared();
    void severalFilesSayWhatADropWouldDo_data();
    void severalFilesSayWhatADropWouldDo();
    void aFileDroppedAboveIsOpened();
    void aTabDroppedOnAnotherIsCompared();
    void aTabDroppedOnTheWindow();
    void filesAreOpenedAndCompared();
    void theDialogAsksWhich();
    void differentKindsAreRefused();
    void unreadableFilesAreRefused();
    void comparisonsAreTabs();
    void filesOfOneNameAreToldApart();
    void tracesAndSnapshotsOfTwoRuns();
};

void TestGuiCompare::aFileDroppedBelowIsCompared()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json", tests::trainingSteps(3))});
    QVERIFY(desk.settled());
    const auto data = filesData({desk.file("b.json", tests::trainingSteps(4))});
    QDragEnterEvent enter(QPoint(300, 200), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&desk.window, &enter);
    const DropZones& zones = desk.window.drops().zones();
    QVERIFY(zones.isVisible());
    const QPoint lower = zones.rectOf(1).center();
    QVERIFY(dropAt(desk.window, *data, QPoint(300, 200), lower));
    QVERIFY(!zones.isVisible());
    QVERIFY(desk.settled());
    widgets::ComparePage* page = desk.window.comparison();
    QVERIFY(page != nullptr && page->isVisible());
    QCOMPARE(before(*page), QStringLiteral("a.json"));
    QCOMPARE(after(*page), QStringLiteral("b.json"));
    QCOMPARE(desk.window.pages().size(), 2); // both are open as well
    QCOMPARE(desk.window.windowTitle(), page->title());
}

void TestGuiCompare::severalFilesSayWhatADropWouldDo_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QString>("opens");
    QTest::addColumn<bool>("compares");
    QStringList ranks;
    for (int rank = 0; rank < 8; ++rank)
        ranks << QStringLiteral("rank%1.json").arg(rank);
    QTest::newRow("two traces") << QStringList {QStringLiteral("a.json"), QStringLiteral("b.json")}
                                << QStringLiteral("Open 2 files") << true;
    QTest::newRow("three traces") << QStringList {QStringLiteral("a.json"), QStringLiteral("b.json"),
        QStringLiteral("c.json")} << QStringLiteral("Open 3 files")
                                  << false;
    QTest::newRow("a trace and its snapshot") << QStringList {QStringLiteral("a.json"), QStringLiteral("mem.pickle")}
                                              << QStringLiteral("Open together on one time axis") << false;
    QTest::newRow("eight ranks") << ranks << QStringLiteral("Open 8 ranks") << false;
    QTest::newRow("a folder") << QStringList {QStringLiteral("job")} << QStringLiteral("Open the ranks in job")
                              << false;
}

// Said over the window before anybody lets go, whatever is open already.
void TestGuiCompare::severalFilesSayWhatADropWouldDo()
{
    QFETCH(QStringList, names);
    QFETCH(QString, opens);
    QFETCH(bool, compares);
    for (const bool isOpen : {false, true}) {
        Desk desk;
        if (isOpen) {
            desk.window.openFiles({desk.file("shown.json")});
            QVERIFY(desk.settled());
        }
        QVERIFY(QDir(desk.folder.path()).mkdir(QStringLiteral("job")));
        QStringList paths;
        for (const QString& name : names) {
            const bool isFolder = !name.contains(QLatin1Char('.'));
            const bool isSnapshot = name.endsWith(QStringLiteral(".pickle"));
            const QByteArray content = isSnapshot ? QByteArray("\x80\x04}\x94.", 5) : tests::trainingSteps(3);
            paths << (isFolder ? desk.folder.filePath(name) : desk.file(name.toLatin1().constData(), content));
        }
        const auto data = filesData(paths);
        QDragEnterEvent enter(desk.window.rect().center(), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&desk.window, &enter);
        const DropZones& zones = desk.window.drops().zones();
        QVERIFY(enter.isAccepted() && zones.isVisible());
        QTRY_VERIFY(desk.window.drops().isIdle());
        QTRY_VERIFY2(zones.accessibleDescription().startsWith(opens), qPrintable(zones.accessibleDescription()));
        QDragMoveEvent lower(
            zones.rectOf(compares ? 1 : 0).center(), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&desk.window, &lower);
        QCOMPARE(zones.accessibleDescription().startsWith(QStringLiteral("Compare")), compares);
        QVERIFY(!desk.window.grab().isNull());
        QDragLeaveEvent leave;
        QApplication::sendEvent(&desk.window, &leave);
        QVERIFY(!zones.isVisible());
    }
}

void TestGuiCompare::aFileDroppedAboveIsOpened()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    const auto data = filesData({desk.file("b.json")});
    QVERIFY(dropAt(desk.window, *data, QPoint(300, 200), QPoint(300, 200)));
    QVERIFY(desk.settled());
    QCOMPARE(desk.window.pages().size(), 2);
    QVERIFY(desk.window.comparison() == nullptr);
    // A drag that goes away leaves nothing behind.
    QDragEnterEvent enter(QPoint(300, 200), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&desk.window, &enter);
    QDragLeaveEvent leave;
    QApplication::sendEvent(&desk.window, &leave);
    QVERIFY(!desk.window.drops().zones().isVisible());
}

void TestGuiCompare::aTabDroppedOnAnotherIsCompared()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json"), desk.file("b.json")});
    QVERIFY(desk.settled());
    auto* bar = desk.window.findChild<CompareTabBar*>();
    QVERIFY(bar != nullptr);
    const std::unique_ptr<QMimeData> data(CompareTabBar::dataOf(1));
    QVERIFY(!dropAt(*bar, *data, bar->tabRect(1).center(), bar->tabRect(1).center())); // on itself: nothing
    QVERIFY(dropAt(*bar, *data, bar->tabRect(1).center(), bar->tabRect(0).center()));
    QVERIFY(desk.settled());
    QVERIFY(desk.window.comparison() != nullptr);
    QCOMPARE(before(*desk.window.comparison()), QStringLiteral("a.json"));
    QMimeData other; // of another program
    other.setData(QStringLiteral("application/x-stepscope-tab"), "1 0");
    QVERIFY(!CompareTabBar::draggedTab(other).has_value());
}

void TestGuiCompare::aTabDroppedOnTheWindow()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json"), desk.file("b.json")});
    QVERIFY(desk.settled());
    const std::unique_ptr<QMimeData> data(CompareTabBar::dataOf(0));
    QVERIFY(dropAt(desk.window, *data, QPoint(300, 300), QPoint(300, 300)));
    QVERIFY(desk.settled());
    QVERIFY(desk.window.comparison() != nullptr);
    QCOMPARE(before(*desk.window.comparison()), QStringLiteral("b.json")); // the dragged one is the later run
    QCOMPARE(after(*desk.window.comparison()), QStringLiteral("a.json"));
}

void TestGuiCompare::filesAreOpenedAndCompared()
{
    Desk desk;
    desk.window.compareFiles(
        {desk.file("a.json", tests::trainingSteps(3)), desk.file("b.json", tests::trainingSteps(4))});
    QVERIFY(!desk.window.isIdle());
    QVERIFY(desk.settled());
    widgets::ComparePage* page = desk.window.comparison();
    QVERIFY(page != nullptr && page->source().comparison() != nullptr);
    // Keys of the window reach the comparison.
    page->timelines()->axes().axis(compare::kBefore).fitAll();
    const double all = page->timelines()->axes().axis(compare::kBefore).window().span;
    desk.window.actions().of(widgets::TimelineCommand::ZoomIn)->trigger();
    QVERIFY(page->timelines()->axes().axis(compare::kAfter).window().span < all);
    QVERIFY(!desk.window.actions().healthPanel->isEnabled());
    page->timelines()->selection(compare::kAfter).clear();
    QVERIFY(!desk.window.actions().alignSelected->isEnabled());
    for (const std::size_t side : {compare::kBefore, compare::kAfter})
        page->timelines()->selection(side).select(SliceId(0U));
    QVERIFY(desk.window.actions().alignSelected->isEnabled());
    desk.window.actions().alignSelected->trigger();
    QCOMPARE(page->timelines()->axes().alignment().anchors[0], page->source().run(0).trace->slices.start[0]);
    // The same again is only shown.
    desk.window.showPage(0);
    desk.window.compareFiles(
        {desk.file("a.json", tests::trainingSteps(3)), desk.file("b.json", tests::trainingSteps(4))});
    QVERIFY(page->isVisible());
}

void TestGuiCompare::theDialogAsksWhich()
{
    Desk desk;
    const QString a = desk.file("a.json");
    const QString b = desk.file("b.json");
    desk.window.openFiles({a, b});
    QVERIFY(desk.settled());
    QStringList asked;
    QTimer::singleShot(0, &desk.window, [&]() {
        auto* dialog = desk.window.findChild<CompareDialog*>();
        if (dialog == nullptr)
            return;
        asked = dialog->paths();
        dialog->choose(0, b);
        dialog->choose(1, b);
        asked << QString::number(dialog->paths().size()); // a run is not compared with itself
        dialog->choose(1, a);
        QTest::keyClick(dialog, Qt::Key_Return);
    });
    desk.window.actions().compare->trigger();
    QCOMPARE(asked, (QStringList {a, b, QStringLiteral("0")}));
    QVERIFY(desk.settled());
    QVERIFY(desk.window.comparison() != nullptr);
    QCOMPARE(before(*desk.window.comparison()), QStringLiteral("b.json"));
}

void TestGuiCompare::differentKindsAreRefused()
{
    Desk desk(loader());
    desk.window.compareFiles({desk.file("a.json"), desk.file("m.pickle")});
    QVERIFY(desk.settled());
    QVERIFY(desk.window.comparison() == nullptr);
    QVERIFY(desk.window.statusLine().currentMessage().contains(QStringLiteral("nothing in common")));
}

void TestGuiCompare::unreadableFilesAreRefused()
{
    Desk desk;
    desk.window.compareFiles({desk.file("a.json"), desk.file("broken.json", "a letter")});
    QVERIFY(desk.settled());
    QVERIFY(desk.window.comparison() == nullptr);
    QVERIFY(desk.window.statusLine().currentMessage().contains(QStringLiteral("nothing to compare")));
    desk.window.compareFiles({desk.file("a.json")});
    QVERIFY(desk.window.statusLine().currentMessage().contains(QStringLiteral("two different files")));
}

void TestGuiCompare::comparisonsAreTabs()
{
    Desk desk(loader());
    desk.window.compareFiles({desk.file("m.pickle"), desk.file("n.pickle")});
    QVERIFY(desk.settled());
    widgets::ComparePage* page = desk.window.comparison();
    QVERIFY(page != nullptr && page->memory() != nullptr);
    // What was compared may be closed: the comparison keeps it.
    desk.window.showPage(0);
    desk.window.actions().closeTab->trigger();
    desk.window.showPage(0);
    desk.window.actions().closeTab->trigger();
    QTRY_COMPARE(desk.window.pages().size(), 0);
    QVERIFY(page->isVisible());
    QVERIFY(desk.settled());
    desk.window.actions().closeTab->trigger();
    QVERIFY(desk.window.comparison() == nullptr);
    QVERIFY(desk.window.isIdle());
    QVERIFY(!desk.window.actions().closeTab->isEnabled());
}

void TestGuiCompare::filesOfOneNameAreToldApart()
{
    Desk desk;
    QVERIFY(QDir(desk.folder.path()).mkdir(QStringLiteral("slow"))
        && QDir(desk.folder.path()).mkdir(QStringLiteral("fast")));
    desk.window.compareFiles({desk.file("slow/run.json"), desk.file("fast/run.json")});
    QVERIFY(desk.settled());
    QVERIFY(desk.window.comparison() != nullptr);
    QCOMPARE(desk.window.comparison()->title(), QStringLiteral("slow/run.json → fast/run.json"));
}

// Each run a trace and a snapshot on one clock: memory stands below its own timeline, on its axis.
void TestGuiCompare::tracesAndSnapshotsOfTwoRuns()
{
    Desk desk(tests::loaderOfRun(0));
    QVERIFY(QDir(desk.folder.path()).mkdir(QStringLiteral("slow"))
        && QDir(desk.folder.path()).mkdir(QStringLiteral("fast")));
    desk.window.resize(1400, 1000);
    desk.window.compareFiles({desk.file("slow/run.json", tests::traceWithClock()), desk.file("slow/mem.pickle"),
        desk.file("fast/run.json", tests::traceWithClock(4)), desk.file("fast/mem.pickle")});
    QVERIFY(desk.settled());
    widgets::ComparePage* page = desk.window.comparison();
    QVERIFY(page != nullptr && page->timelines() != nullptr && page->memory() != nullptr);
    widgets::TimelinePair& pair = *page->timelines();
    page->showCentre(widgets::ComparePage::Shown::Both);
    QVERIFY(desk.settled());
    for (const std::size_t side : {compare::kBefore, compare::kAfter}) {
        widgets::MemoryStrip* strip = pair.memory(side);
        QVERIFY(strip != nullptr && strip->isVisible());
        QVERIFY2(pair.bar(side).name().endsWith(QStringLiteral("mem.pickle")), qPrintable(pair.bar(side).name()));
        // Its own snapshot, and the canvases stand under each other to the pixel.
        QCOMPARE(strip->parts().snapshot, page->source().run(side).snapshot);
        const QWidget& above = *pair.timeline(side).viewport();
        const QRect below = strip->timeline().canvas();
        QCOMPARE(strip->timeline().mapToGlobal(below.topLeft()).x(), above.mapToGlobal(QPoint(0, 0)).x());
        QCOMPARE(below.width(), above.width());
        const view::TimeWindow seen = pair.axes().axis(side).window();
        QCOMPARE(strip->timeline().frame().window.start, seen.start + tests::kBase);
        QCOMPARE(strip->timeline().frame().window.span, seen.span);
    }
    // The memory of one run pans both.
    const widgets::RunAxes& axes = pair.axes();
    pair.axes().axis(compare::kBefore).setRange(0, axes.axis(compare::kBefore).bounds().end / 4);
    const view::TimeWindow other = axes.axis(compare::kAfter).window();
    widgets::MemoryTimelineView& memory = pair.memory(compare::kBefore)->timeline();
    const QPoint middle = memory.canvas().center();
    QTest::mousePress(&memory, Qt::LeftButton, {}, middle);
    QTest::mouseMove(&memory, middle - QPoint(30, 0));
    QTest::mouseMove(&memory, middle - QPoint(60, 0));
    QTest::mouseRelease(&memory, Qt::LeftButton, {}, middle - QPoint(60, 0));
    QVERIFY(axes.axis(compare::kAfter).window().start > other.start);
    // An event of a trace is a range of its own memory alone.
    pair.selection(compare::kAfter).select(SliceId(0U));
    QVERIFY(page->memory()->cursor(compare::kAfter).range().has_value());
    QVERIFY(!page->memory()->cursor(compare::kBefore).range().has_value());
    page->showCentre(widgets::ComparePage::Shown::Timelines);
    QVERIFY(!pair.memory(compare::kBefore)->isVisible() && pair.timeline(compare::kBefore).isVisible());
    // What stands above a curve is the name of its own file, told apart by its folder.
    QCOMPARE(pair.bar(compare::kBefore).name(), QStringLiteral("slow/run.json"));
    QCOMPARE(pair.bar(compare::kAfter).name(), QStringLiteral("fast/run.json"));
    QCOMPARE(page->captionWords().file, QStringLiteral("run.json → run.json"));
    page->showCentre(widgets::ComparePage::Shown::Memory);
    QVERIFY(page->memory()->isVisible() && !pair.isVisible());
    QCOMPARE(page->memory()->bar(compare::kBefore).name(), QStringLiteral("slow/mem.pickle"));
    QCOMPARE(page->memory()->bar(compare::kAfter).name(), QStringLiteral("fast/mem.pickle"));
    QCOMPARE(page->captionWords().file, QStringLiteral("mem.pickle → mem.pickle"));
}

STEPSCOPE_TEST(TestGuiCompare)
#include "tst_gui_compare.moc"
