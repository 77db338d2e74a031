// SPDX-License-Identifier: GPL-3.0-or-later
// A trace and a memory snapshot of one run in the window: dropped together or one onto the other they share an axis and
// a selection; of different times they do not, and it is said.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "app/gui/compare_tab_bar.h"
#include "app/gui/drop_target.h"
#include "app/gui/run_pairs.h"
#include "app/gui/status_line.h"
#include "tests/app/desk.h"
#include "tests/app/dropping.h"
#include "tests/app/run_files.h"
#include "tests/support/snapshot_builder.h"
#include "tests/support/test_registry.h"
#include "tests/support/training_steps.h"
#include "widgets/findings/finding_card.h"
#include "widgets/findings/findings_panel.h"
#include "widgets/findings/panel_row.h"
#include "widgets/findings/verdict_view.h"
#include "widgets/memory/memory_strip.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/pages/memory_page.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QSignalSpy>
#include <QToolButton>

#include <algorithm>
#include <latch>
#include <memory>
#include <string>
#include <utility>

using namespace stepscope;
using namespace stepscope::app;
using tests::Desk;
using tests::drop;
using tests::kBase;
using tests::loaderOfRun;
using tests::traceWithClock;

namespace {

struct Pair
{
    explicit Pair(std::int64_t shiftNs = 0)
        : desk(loaderOfRun(shiftNs))
    {
        drop(desk.window, {desk.file("run.json", traceWithClock()), desk.file("mem.pickle")});
        ready = desk.settled() && desk.window.pages().size() == 2;
    }
    [[nodiscard]] widgets::TracePage& trace() { return *desk.window.pages().at(0)->tracePage(); }
    [[nodiscard]] widgets::MemoryPage& memory() { return *desk.window.pages().at(1)->memoryPage(); }

    Desk desk;
    bool ready = false;
};

// A window that reads the files of loaderOfRun(), one of them not before open().
struct DeskWithLastFile
{
    explicit DeskWithLastFile(const std::string& name)
        : desk([name, gate = gate, load = loaderOfRun(0)](
                   const std::string& path, Progress& progress, std::stop_token stop) {
            if (path.ends_with(name))
                gate->wait();
            return load(path, progress, std::move(stop));
        })
    {
    }
    ~DeskWithLastFile() { open(); } // a test that fails must not leave the window waiting
    void open()
    {
        if (!gate->try_wait())
            gate->count_down();
    }

    std::shared_ptr<std::latch> gate = std::make_shared<std::latch>(1);
    Desk desk;
};

constexpr int kLeakingSteps = 8;

struct LeakingPair
{
    LeakingPair()
        : desk(tests::loaderOfLeak(kLeakingSteps))
    {
        drop(desk.window, {desk.file("run.json", traceWithClock(kLeakingSteps)), desk.file("mem.pickle")});
        ready = desk.settled() && desk.window.pages().size() == 2 && trace().memory() != nullptr;
    }
    [[nodiscard]] widgets::TracePage& trace() { return *desk.window.pages().at(0)->tracePage(); }
    [[nodiscard]] widgets::MemoryPage& memory() { return *desk.window.pages().at(1)->memoryPage(); }
    [[nodiscard]] std::size_t own() { return trace().figures().judgement()->findings.size(); }
    [[nodiscard]] std::size_t leak() // among all of them
    {
        const auto& findings = memory().figures().judgement()->findings;
        const auto found = std::find_if(findings.begin(), findings.end(),
            [](const analysis::Finding& finding) { return finding.rule == "memory.growth"; });
        return own() + static_cast<std::size_t>(found - findings.begin());
    }

    Desk desk;
    bool ready = false;
};

} // namespace

class TestGuiPairs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void droppedTogetherTheyShareTheAxis();
    void troubleWithMemoryIsSaidBesideIt();
    void findingsOfTheMemoryStandBehindThoseOfTheTrace();
    void whatIsSaidAboutMemoryLeadsThere();
    void aFindingOfTheMemoryIsKeptInSessions();
    void aTraceAndASnapshotAreNotOfferedForComparison();
    void aStepOfTheTraceIsSelectedInMemory();
    void theWorkUnderAPeakIsNamed();
    void aSnapshotDroppedOntoATraceJoinsIt();
    void theSnapshotMayBeClosedFirst();
    void theTraceMayBeClosedFirst();
    void reloadJoinsAgain();
    void otherTimesStayApart();
    void runsOfOneClockAreToldApartByFolder_data();
    void runsOfOneClockAreToldApartByFolder();
    void aFileThatIsClosedHoldsUpNoPair();
};

void TestGuiPairs::droppedTogetherTheyShareTheAxis()
{
    Pair p;
    QVERIFY(p.ready);
    widgets::MemoryStrip* strip = p.trace().memory();
    QVERIFY(strip != nullptr && strip->isVisible());
    QVERIFY(p.desk.window.currentPage() == p.desk.window.pages().at(0));
    QVERIFY(p.trace().axis().showsAll()); // nothing has moved the trace
    // The canvases stand under each other to the pixel.
    QWidget& above = *p.trace().timeline().viewport();
    const QRect below = strip->timeline().canvas();
    QCOMPARE(strip->timeline().mapToGlobal(below.topLeft()).x(), above.mapToGlobal(QPoint(0, 0)).x());
    QCOMPARE(below.width(), above.width());
    const widgets::TimeRange all = p.trace().axis().range();
    p.trace().axis().setRange(all.start + all.length() / 4, all.start + all.length() / 2);
    QTRY_VERIFY(strip->timeline().idle());
    // The memory pans the trace as well.
    const view::TimeWindow before = p.trace().axis().window();
    QTest::mousePress(&strip->timeline(), Qt::LeftButton, {}, below.center());
    QTest::mouseMove(&strip->timeline(), below.center() + QPoint(30, 0));
    QTest::mouseMove(&strip->timeline(), below.center() + QPoint(60, 0));
    QTest::mouseRelease(&strip->timeline(), Qt::LeftButton, {}, below.center() + QPoint(60, 0));
    QVERIFY(p.trace().axis().window().start < before.start);
    QCOMPARE(p.trace().axis().window().span, before.span);
}

// The findings at the left are the trace's: trouble with memory is said where the memory is.
void TestGuiPairs::troubleWithMemoryIsSaidBesideIt()
{
    Pair p;
    QVERIFY(p.ready);
    widgets::MemoryStrip& strip = *p.trace().memory();
    const widgets::JudgementPtr judgement = p.memory().figures().judgement();
    QVERIFY(judgement != nullptr);
    QCOMPARE(!strip.verdict().isEmpty(), judgement->verdict.bucket == analysis::Bucket::Memory);
    analysis::Judgement leak;
    leak.verdict.bucket = analysis::Bucket::Memory;
    leak.verdict.sentence = "6 MiB stay per step.";
    strip.setVerdict(&leak);
    QCOMPARE(strip.verdict(), QStringLiteral("Memory: 6 MiB stay per step."));
    leak.verdict.bucket = analysis::Bucket::Healthy;
    strip.setVerdict(&leak);
    QVERIFY(strip.verdict().isEmpty());
}

void TestGuiPairs::findingsOfTheMemoryStandBehindThoseOfTheTrace()
{
    LeakingPair p;
    QVERIFY(p.ready);
    const std::size_t ofMemory = p.memory().figures().judgement()->findings.size();
    QVERIFY(p.own() > 0 && ofMemory > 0);
    const widgets::FindingsPanel& panel = p.trace().findingsPanel();
    QCOMPARE(panel.cards().size(), p.own() + ofMemory);
    QVERIFY(panel.verdict().sentence().contains(QStringLiteral("stay per step")));
    QVERIFY(panel.plainText().contains(QStringLiteral("memory.growth")));
    // N goes on from the last of the trace, P back; what was looked at stays when the memory goes.
    QWidget& timeline = p.trace().timeline();
    p.trace().findings().go(p.own() - 1);
    QTest::keyClick(&timeline, Qt::Key_N);
    QCOMPARE(p.trace().findings().current()->finding, p.own());
    QTest::keyClick(&timeline, Qt::Key_P);
    QCOMPARE(p.trace().findings().current()->finding, p.own() - 1);
    p.desk.window.showPage(1);
    p.desk.window.actions().closeTab->trigger();
    QTRY_VERIFY(p.trace().memory() == nullptr);
    QCOMPARE(panel.cards().size(), p.own());
    QCOMPARE(p.trace().findings().current()->finding, p.own() - 1);
    QVERIFY(!panel.verdict().sentence().contains(QStringLiteral("stay per step")));
}

void TestGuiPairs::whatIsSaidAboutMemoryLeadsThere()
{
    LeakingPair p;
    QVERIFY(p.ready);
    widgets::MemoryStrip& strip = *p.trace().memory();
    QVERIFY(strip.verdictRow().isVisible());
    QVERIFY(!strip.verdictRow().accessibleName().isEmpty());
    QTest::mouseClick(&strip.verdictRow(), Qt::LeftButton);
    QCOMPARE(p.trace().findings().current()->finding, p.leak());
    const analysis::MemoryEvidence& evidence = *p.trace().findings().memoryEvidence();
    const model::MemoryEntries& entries = p.memory().snapshot().entries(p.memory().snapshot().devices[0]);
    const std::int64_t born = entries.timeUs[static_cast<std::size_t>(evidence.entryFrom)] * 1000 - kBase;
    QVERIFY(p.trace().axis().range().start <= born && p.trace().axis().range().end > born);
    QVERIFY(p.memory().cursor().allocation().valid());
    QCOMPARE(p.memory().cursor().marked().size(), static_cast<std::size_t>(kLeakingSteps));
    QVERIFY(p.desk.settled());
    // The next place is the next block; Escape in the timeline leads back to where one was.
    QTest::keyClick(&p.trace().timeline(), Qt::Key_N, Qt::ShiftModifier);
    QCOMPARE(p.trace().findings().current()->evidence, std::size_t {1});
    p.trace().axis().back();
    p.trace().axis().back();
    QVERIFY(p.trace().axis().showsAll());
    // With the keyboard, too.
    p.trace().findings().go(0);
    QVERIFY(p.memory().cursor().marked().empty());
    strip.verdictRow().setFocus(Qt::TabFocusReason);
    QTest::keyClick(&strip.verdictRow(), Qt::Key_Return);
    QCOMPARE(p.trace().findings().current()->finding, p.leak());
}

// The snapshot joins after the trace has been restored: until then the finding waits, without a complaint.
void TestGuiPairs::aFindingOfTheMemoryIsKeptInSessions()
{
    share::SessionPage state;
    {
        LeakingPair p;
        QVERIFY(p.ready);
        p.trace().findings().go(p.leak(), 2);
        state = p.trace().state();
    }
    QVERIFY(state.finding && state.finding->rule == "memory.growth");
    state.files = {0, 1};
    Desk desk(tests::loaderOfLeak(kLeakingSteps));
    drop(desk.window, {desk.file("run.json", traceWithClock(kLeakingSteps))});
    QVERIFY(desk.settled());
    widgets::TracePage& page = *desk.trace();
    const QSignalSpy complaints(&page, &widgets::ContentPage::notRestored);
    page.restore(state);
    QVERIFY(!page.findings().current());
    QVERIFY(page.state().finding == state.finding); // saved again before it is there
    drop(desk.window, {desk.file("mem.pickle")});
    QVERIFY(desk.settled() && page.memory() != nullptr);
    QVERIFY(page.findings().current().has_value());
    QCOMPARE(page.findings().current()->evidence, std::size_t {2});
    QVERIFY(page.state().finding == state.finding);
    // A snapshot that is read again brings it back.
    desk.window.showPage(1);
    desk.window.actions().reload->trigger();
    QVERIFY(!page.findings().current());
    QVERIFY(desk.settled() && page.memory() != nullptr);
    QVERIFY(page.state().finding == state.finding);
    QCOMPARE(complaints.count(), 0);
}

void TestGuiPairs::aTraceAndASnapshotAreNotOfferedForComparison()
{
    Pair p;
    QVERIFY(p.ready);
    const std::unique_ptr<QMimeData> data(CompareTabBar::dataOf(1));
    QDragEnterEvent enter(p.desk.window.rect().center(), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&p.desk.window, &enter);
    QVERIFY(!enter.isAccepted());
    QVERIFY(!p.desk.window.drops().zones().isVisible());
}

void TestGuiPairs::aStepOfTheTraceIsSelectedInMemory()
{
    Pair p;
    QVERIFY(p.ready);
    const view::Step& step = p.trace().steps().steps().at(1);
    p.trace().selection().select(step.slice);
    const auto range = p.memory().cursor().range();
    QVERIFY(range.has_value());
    const model::MemoryEntries& entries = p.memory().snapshot().entries(p.memory().snapshot().devices[0]);
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(entries.count()); ++i) {
        const std::int64_t time = entries.timeUs[static_cast<std::size_t>(i)] * 1000 - kBase;
        const bool inside = time >= step.start && time < step.end;
        QCOMPARE(i >= range->first && i <= range->last, inside);
    }
}

void TestGuiPairs::theWorkUnderAPeakIsNamed()
{
    Pair p;
    QVERIFY(p.ready);
    widgets::MemoryStrip& strip = *p.trace().memory();
    std::size_t named = 0;
    for (std::int32_t entry = 0; entry < 40; ++entry) {
        p.memory().cursor().setEntry(entry);
        if (strip.workButton().isHidden())
            continue;
        ++named;
        QTest::mouseClick(&strip.workButton(), Qt::LeftButton);
        const SliceId slice = p.trace().selection().slice();
        QVERIFY(slice.valid());
        const model::MemoryEntries& entries = p.memory().snapshot().entries(p.memory().snapshot().devices[0]);
        const std::int64_t time = entries.timeUs[static_cast<std::size_t>(entry)] * 1000 - kBase;
        QVERIFY(p.trace().trace().slices.start[slice.index()] <= time);
        QVERIFY(p.trace().trace().slices.end(slice) > time);
    }
    QVERIFY(named > 0);
}

void TestGuiPairs::aSnapshotDroppedOntoATraceJoinsIt()
{
    Desk desk(loaderOfRun(0));
    drop(desk.window, {desk.file("run.json", traceWithClock())});
    QVERIFY(desk.settled() && desk.trace() != nullptr && desk.trace()->memory() == nullptr);
    widgets::TracePage* trace = desk.trace();
    const QByteArray layout = trace->layoutState();
    const int alone = trace->timeline().height();
    drop(desk.window, {desk.file("mem.pickle")});
    QVERIFY(desk.settled());
    QVERIFY(trace->memory() != nullptr);
    QVERIFY(trace->timeline().height() + trace->memory()->height() > alone + 50); // the panels give of their room
    QCOMPARE(trace->layoutState(), layout); // which is not how they are meant to be
    QVERIFY(desk.trace() == trace);         // which is shown
    for (QToolButton* button : trace->memory()->findChildren<QToolButton*>()) {
        if (button->text() == QStringLiteral("Open the snapshot"))
            QTest::mouseClick(button, Qt::LeftButton);
    }
    QVERIFY(desk.window.currentPage()->memoryPage() != nullptr);
}

void TestGuiPairs::theSnapshotMayBeClosedFirst()
{
    Pair p;
    QVERIFY(p.ready);
    p.desk.window.showPage(1);
    p.desk.window.actions().closeTab->trigger();
    QTRY_VERIFY(p.trace().memory() == nullptr);
    QCoreApplication::processEvents();
    QVERIFY(p.desk.settled());
}

void TestGuiPairs::theTraceMayBeClosedFirst()
{
    Pair p;
    QVERIFY(p.ready);
    QTest::mouseMove(&p.trace().memory()->timeline(), QPoint(200, 60)); // it says good-bye to what it points at
    p.desk.window.actions().closeTab->trigger();
    QTRY_COMPARE(p.desk.window.findChildren<widgets::TracePage*>().size(), 0);
    p.desk.window.pages().at(0)->memoryPage()->cursor().setEntry(2);
    QVERIFY(p.desk.settled());
}

void TestGuiPairs::reloadJoinsAgain()
{
    Pair p;
    QVERIFY(p.ready);
    p.desk.window.actions().reload->trigger();
    QVERIFY(p.desk.settled());
    QVERIFY(p.trace().memory() != nullptr);
    p.desk.window.showPage(1);
    p.desk.window.actions().reload->trigger();
    QVERIFY(p.trace().memory() == nullptr);
    QVERIFY(p.desk.settled());
    QVERIFY(p.trace().memory() != nullptr);
}

void TestGuiPairs::otherTimesStayApart()
{
    constexpr std::int64_t kHour = 3'600'000'000'000;
    Pair p(-kHour);
    QVERIFY(p.ready);
    QVERIFY(p.trace().memory() == nullptr);
    QVERIFY(p.desk.window.statusLine().currentMessage().contains(QStringLiteral("different times")));
    for (const auto match : {analysis::ClockMatch::TraceWithoutUnixTime, analysis::ClockMatch::SnapshotWithoutTimes})
        QVERIFY(!RunPairs::reason(match).isEmpty());
    QVERIFY(RunPairs::reason(analysis::ClockMatch::Shared).isEmpty());
}

void TestGuiPairs::runsOfOneClockAreToldApartByFolder_data()
{
    QTest::addColumn<QString>("last");
    for (const char* file : {"a/run.json", "b/run.json", "b/mem.pickle", "a/mem.pickle"})
        QTest::newRow(file) << QString::fromLatin1(file);
}

// Two runs that say the same time: each snapshot belongs to the trace in its folder, and to one trace only, whichever
// of the files is read last.
void TestGuiPairs::runsOfOneClockAreToldApartByFolder()
{
    QFETCH(const QString, last);
    DeskWithLastFile waiting(last.toStdString());
    Desk& desk = waiting.desk;
    const QDir folder(desk.folder.path());
    QVERIFY(folder.mkdir(QStringLiteral("a")) && folder.mkdir(QStringLiteral("b")));
    desk.window.openFiles({desk.file("a/run.json", traceWithClock()), desk.file("b/run.json", traceWithClock()),
        desk.file("b/mem.pickle"), desk.file("a/mem.pickle")});
    const QList<DocumentPage*> pages = desk.window.pages();
    QCOMPARE(pages.size(), 4);
    QTRY_COMPARE(
        std::count_if(pages.begin(), pages.end(), [](DocumentPage* page) { return page->document().isSettled(); }), 3);
    waiting.open();
    QVERIFY(desk.settled());
    const auto stripOf = [&](int page) { return pages[page]->tracePage()->memory(); };
    QVERIFY(stripOf(0) != nullptr && stripOf(1) != nullptr);
    pages[3]->document().load(); // takes the strip of its own run with it, and brings it back
    QVERIFY(stripOf(1) != nullptr);
    QVERIFY(desk.settled());
    QVERIFY(stripOf(0) != nullptr && stripOf(1) != nullptr);
    desk.window.showPage(3);
    desk.window.actions().closeTab->trigger();
    QVERIFY(desk.settled());
    QVERIFY(stripOf(0) == nullptr && stripOf(1) != nullptr);
}

// The pair does not wait for a file that nobody wants any more.
void TestGuiPairs::aFileThatIsClosedHoldsUpNoPair()
{
    DeskWithLastFile waiting("other.json");
    Desk& desk = waiting.desk;
    desk.window.openFiles({desk.file("run.json", traceWithClock()), desk.file("mem.pickle"), desk.file("other.json")});
    const QList<DocumentPage*> pages = desk.window.pages();
    QCOMPARE(pages.size(), 3);
    QTRY_VERIFY(pages[0]->tracePage() != nullptr && pages[1]->memoryPage() != nullptr);
    QVERIFY(pages[0]->tracePage()->memory() == nullptr);
    waiting.open();
    desk.window.showPage(2);
    desk.window.actions().closeTab->trigger();
    QTRY_VERIFY(pages[0]->tracePage()->memory() != nullptr);
}

STEPSCOPE_TEST(TestGuiPairs)
#include "tst_gui_pairs.moc"
