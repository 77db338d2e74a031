// SPDX-License-Identifier: GPL-3.0-or-later
// What sessions keep of a page comes back in another page of the same files, of another size, before it is shown and
// before its figures are there; what other files do not have is said.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "tests/support/training_steps.h"
#include "tests/widgets/memory_page_fixture.h"
#include "tests/widgets/page_state_fixture.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/annotate/annotation_board.h"
#include "widgets/common/combo_box.h"
#include "widgets/compare/compare_page.h"
#include "widgets/compare/memory_pair.h"
#include "widgets/compare/run_bar.h"
#include "widgets/compare/timeline_pair.h"
#include "widgets/memory/allocator_state_panel.h"
#include "widgets/memory/allocator_state_view.h"
#include "widgets/memory/category_view.h"
#include "widgets/memory/timeline_options.h"
#include "widgets/pages/category_page.h"
#include "widgets/pages/trace_page.h"
#include "widgets/search/search_bar.h"
#include "widgets/tables/table_box.h"
#include "widgets/tables/table_tabs.h"
#include "widgets/tables/table_view.h"
#include "widgets/timeline/row_controls.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace stepscope;
using namespace stepscope::widgets;
using tests::again;
using tests::kFirst;
using tests::kOther;
using tests::settle;
using tests::show;

namespace {

std::shared_ptr<const model::Trace> manyRows()
{
    tests::TraceFixture f;
    const ProcessId cpu = f.process("7", "python");
    const ProcessId gpu = f.process("0", "GPU 0");
    const TrackId stream = f.stream(gpu, 0, 7);
    (void)f.slice(f.stream(gpu, 0, 20), "copy", model::EventKind::Kernel, 1'000'000, 5'000);
    for (int i = 0; i < 30; ++i) {
        (void)f.slice(stream, "gemm", model::EventKind::Kernel, i * 300'000, 200'000);
        const TrackId thread
            = f.thread(cpu, std::to_string(i), "worker" + std::string(static_cast<std::size_t>(i + 1), 'x'));
        for (std::uint32_t depth = 0; depth < 4; ++depth)
            (void)f.slice(thread, "aten::op", model::EventKind::CpuOp, i * 100'000, 400'000 - depth * 1000, depth);
        f.instant(thread, "mark", 5'000 + i);
    }
    f.counter(cpu, "memory", "bytes", {{0, 1.0}, {2'000'000, 7.0}, {4'000'000, 3.0}});
    return f.build();
}

QByteArray runWith(std::int64_t gemmUs)
{
    tests::EventList list;
    for (int i = 0; i < 7; ++i) {
        tests::StepEvents step(list, i, i + 1);
        step.kernel("elementwise_add", 10, 30, 1000);
        step.kernel("gemm_f16", 20, 1040, gemmUs);
    }
    return tests::fileOf(list);
}

std::shared_ptr<const model::CategoryTimeline> categories()
{
    auto timeline = std::make_shared<model::CategoryTimeline>();
    for (int i = 0; i < 20; ++i) {
        timeline->timeNs.push_back(1'000'000 * i);
        for (auto& category : timeline->bytes)
            category.push_back(static_cast<std::uint64_t>(1000 * (i + 1)));
    }
    return timeline;
}

} // namespace

class TestPageState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void traces();
    void panels();
    void tablesStayWhereTheyWere();
    void theAllocatorStateKeepsItsZoom();
    void everyKindOfEventIsFoundAgain();
    void rowsStayWhereTheyWere();
    void snapshots();
    void categoryTimelines();
    void comparisons();
    void comparisonsOfMemory();
    void whatIsNotThereIsSaid();
    void hostileValuesAreClamped();
};

void TestPageState::traces()
{
    const tests::LoadedTrace file(tests::trainingSteps(6));
    ThemeSource theme;
    TracePage first(file.trace(), &theme);
    QVERIFY(show(first, kFirst));
    TimelineView& view = first.timeline();
    view::TrackLayout& layout = view.content().layout();
    first.stepScope().choose(2);
    QVERIFY(settle(first));
    QVERIFY(first.findings().count() > 0);
    first.findings().go(first.findings().count() - 1);
    first.selection().select(file.slice("gemm_f16"));
    first.selection().measureTo(file.slice("elementwise_add"));
    first.selection().setRange(TimeRange {12'000'000, 15'000'000});
    layout.setPinned(tests::nodeNamed(view.content(), "stream 7"), true);
    first.rows().run(RowCommand::TallRows);
    first.rows().filter(QStringLiteral("stream"));
    view.setGapFilter({5.5, 40'000});
    view.setShowsFlows(true);
    first.find();
    first.searchBar().show({QStringLiteral("gem."), true, false, -1}, file.trace()->names.find("gemm_f16"));
    first.axis().setWindow({12'345'678, 0.25, 4'000'000.5});
    first.showPanelTitled(QStringLiteral("Kernels"));
    first.setFindingsVisible(false);
    share::Annotation note;
    note.from = {13'000'000, "GPU 0/stream 7", 1.5, 0, {}, 1};
    note.text = "here";
    QCOMPARE(first.annotations()->add(note), 1U);
    QVERIFY(settle(first));

    TracePage second(file.trace(), &theme);
    const share::SessionPage state = again(first, second);
    QCOMPARE(state.timelines.size(), std::size_t {1});
    QVERIFY(state == first.state());
    QCOMPARE(state.timelines[0].window, (share::Window {12'345'678, 0.25, 4'000'000.5}));
    QCOMPARE(second.selection().slice(), file.slice("gemm_f16"));
    QCOMPARE(second.stepScope().chosen(), std::optional<std::size_t>(2));
    QVERIFY(second.rows().filterField().isVisibleTo(&second));
    QCOMPARE(second.search().limit(), file.trace()->names.find("gemm_f16"));
    QCOMPARE(second.search().total(), first.search().total());
    QVERIFY(second.search().total() > 0);
    QVERIFY(second.timeline().showsFlows());
    QCOMPARE(second.selection().measured(), file.slice("elementwise_add"));
    QCOMPARE(second.findings().current(), first.findings().current());
    QVERIFY(second.findings().current().has_value());
    QVERIFY(second.annotations()->annotations() == first.annotations()->annotations());
    QCOMPARE(second.annotations()->annotations().size(), std::size_t {1});
}

void TestPageState::panels()
{
    const tests::LoadedTrace file(tests::trainingSteps(6));
    ThemeSource theme;
    TracePage first(file.trace(), &theme);
    QVERIFY(show(first, kFirst));
    TablePanel& kernels = first.tables().panel(TableKind::Kernels);
    first.showPanelTitled(QStringLiteral("Kernels"));
    QVERIFY(settle(first));
    kernels.filterBox().setText(QStringLiteral("gemm"));
    kernels.view().model().sort(0, Qt::AscendingOrder);
    kernels.followButton().click();
    first.tables().flame().choose(analysis::CallWeight::DeviceTime);
    first.tables().range().group(analysis::RangeGrouping::Category);
    first.tables().charts().show(ChartKind::Families);
    first.showPanelTitled(QStringLiteral("Flame"));
    QVERIFY(settle(first));
    FlameView& flame = first.tables().flame().view();
    QVERIFY(flame.canvas().tree() != nullptr);
    flame.canvas().zoomTo(1);
    flame.searchBox().setText(QStringLiteral("mm"));
    QVERIFY(!flame.lookedInto().isEmpty());

    TracePage second(file.trace(), &theme);
    const share::SessionPage state = first.state();
    second.restore(state);
    QVERIFY(second.state() == state); // tables and flame graph that are not there yet keep it
    QVERIFY(show(second, kOther));
    QVERIFY(second.state() == state);
    QCOMPARE(second.tables().flame().view().lookedInto(), flame.lookedInto());
    QVERIFY(second.tables().follower().isOn());
    second.showPanelTitled(QStringLiteral("Kernels"));
    QVERIFY(settle(second));
    const TableModel& model = second.tables().panel(TableKind::Kernels).view().model();
    QCOMPARE(model.filter(), QStringLiteral("gemm"));
    QCOMPARE(model.sortedColumn(), 0);
    QCOMPARE(model.sortOrder(), Qt::AscendingOrder);
    QCOMPARE(second.tables().range().grouping(), analysis::RangeGrouping::Category);
    QCOMPARE(second.tables().charts().shown(), ChartKind::Families);

    second.restore(TracePage(file.trace(), &theme).state()); // and back to how it comes
    QVERIFY(settle(second));
    QCOMPARE(model.filter(), QString());
    QVERIFY(model.sortedBy().isEmpty());
    QVERIFY(!second.tables().follower().isOn());
    QVERIFY(second.tables().flame().view().lookedInto().isEmpty());
}

void TestPageState::tablesStayWhereTheyWere()
{
    const auto trace = manyRows();
    ThemeSource theme;
    TracePage first(trace, &theme);
    QVERIFY(show(first, kFirst));
    first.showPanelTitled(QStringLiteral("Gaps"));
    QVERIFY(settle(first));
    TableView& gaps = first.tables().panel(TableKind::Gaps).view();
    gaps.model().sort(1, Qt::AscendingOrder);
    QVERIFY(settle(first));
    QVERIFY(gaps.verticalScrollBar()->maximum() > 12);
    gaps.verticalScrollBar()->setValue(12);
    gaps.setColumnWidth(0, 137);
    first.showPanelTitled(QStringLiteral("Kernels")); // another table is seen

    TracePage second(trace, &theme);
    const share::SessionPage state = first.state();
    second.restore(state);
    QVERIFY(second.state() == state); // before there are rows
    QVERIFY(show(second, kOther));
    QVERIFY(second.state() == state); // and before they are seen
    second.showPanelTitled(QStringLiteral("Gaps"));
    QVERIFY(settle(second));
    TableBox& box = second.tables().panel(TableKind::Gaps);
    QScrollBar& bar = *box.view().verticalScrollBar();
    QCOMPARE(bar.value(), 12);
    QCOMPARE(box.view().columnWidth(0), 137);
    // It is a place to begin at, not one to stay at.
    QWheelEvent wheel(QPointF(60, 60), box.view().viewport()->mapToGlobal(QPointF(60, 60)), {}, {0, 120}, Qt::NoButton,
        Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(box.view().viewport(), &wheel);
    const int scrolled = bar.value();
    QVERIFY(scrolled < 12);
    second.resize(1000, 740);
    QVERIFY(settle(second));
    QCOMPARE(bar.value(), scrolled);
    second.restore(state);
    QTest::keyClicks(&box.filterBox(), QStringLiteral("g"));
    QVERIFY(settle(second));
    QCOMPARE(bar.value(), 0);
    second.restore(TracePage(trace, &theme).state()); // how it comes
    QVERIFY(settle(second));
    QVERIFY(box.view().look().widths.empty());
}

void TestPageState::theAllocatorStateKeepsItsZoom()
{
    const auto snapshot = tests::leakingRun();
    ThemeSource theme;
    MemoryPage first(snapshot, &theme);
    QVERIFY(show(first, kFirst));
    first.showPanelTitled(QStringLiteral("Allocator state"));
    QVERIFY(settle(first));
    AllocatorStateView& view = first.statePanel().view();
    for (int i = 0; i < 20; ++i) {
        QWheelEvent wheel(QPointF(60, 40), view.viewport()->mapToGlobal(QPointF(60, 40)), {}, {0, 120}, Qt::NoButton,
            Qt::ControlModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view.viewport(), &wheel);
    }
    QVERIFY(view.look().zoom > 50 && view.verticalScrollBar()->maximum() > 30);
    view.verticalScrollBar()->setValue(30);
    first.showPanelTitled(QStringLiteral("Entries"));
    MemoryPage second(snapshot, &theme);
    const share::SessionPage state = first.state();
    QCOMPARE(state.memory.front().allocatorTop, 30);
    QVERIFY(again(first, second) == state);
    second.showPanelTitled(QStringLiteral("Allocator state"));
    QVERIFY(settle(second));
    AllocatorStateView& restored = second.statePanel().view();
    QCOMPARE(restored.look().zoom, view.look().zoom);
    QCOMPARE(restored.verticalScrollBar()->value(), 30);
    second.cursor().setDevice(1); // another one comes as it comes
    QCOMPARE(restored.look().zoom, 1.0);
}

void TestPageState::everyKindOfEventIsFoundAgain()
{
    const auto trace = manyRows();
    ThemeSource theme;
    TracePage first(trace, &theme);
    QVERIFY(show(first, kFirst));
    TracePage second(trace, &theme);
    for (const Item& item : {Item::of(SliceId(0U)), Item::of(SliceId(trace->slices.size() - 1)),
             Item::of(InstantId(7U)), Item::ofSample(0, 1), Item::ofSample(0, 2), Item {}}) {
        first.selection().select(item);
        second.restore(first.state());
        QCOMPARE(second.selection().item(), item);
    }
}

void TestPageState::rowsStayWhereTheyWere()
{
    const auto trace = manyRows();
    ThemeSource theme;
    TracePage first(trace, &theme);
    QVERIFY(show(first, kFirst));
    view::TrackLayout& layout = first.timeline().content().layout();
    const view::NodeId moved = tests::nodeNamed(first.timeline().content(), "workerxxxx");
    QVERIFY(moved.valid());
    layout.move(moved, 3);
    layout.setFolded(tests::nodeNamed(first.timeline().content(), "workerxxxxx"), false);
    layout.setHidden(tests::nodeNamed(first.timeline().content(), "workerxx"), true);
    layout.setMerged(layout.mergeableDevices().front(), true);
    first.timeline().showLayout();
    QVERIFY(first.timeline().verticalScrollBar()->maximum() > 200);
    first.timeline().verticalScrollBar()->setValue(150);
    const share::SessionPage state = first.state();
    QVERIFY(!state.timelines[0].topRow.empty());

    TracePage second(trace, &theme);
    QVERIFY(again(first, second) == state);
    QCOMPARE(second.timeline().verticalScrollBar()->value(), 150);
    second.resize(900, 500); // the row stays, however high the window is
    QCOMPARE(second.state().timelines[0].topRow, state.timelines[0].topRow);
    QCOMPARE(second.state().timelines[0].topOffset, state.timelines[0].topOffset);
    second.timeline().verticalScrollBar()->setValue(90); // and not against the will of who scrolls
    second.resize(900, 600);
    QCOMPARE(second.timeline().verticalScrollBar()->value(), 90);
}

void TestPageState::snapshots()
{
    const auto snapshot = tests::leakingRun();
    ThemeSource theme;
    MemoryPage first(snapshot, &theme);
    QVERIFY(show(first, kFirst));
    first.options().axisBox().setCurrentIndex(1);
    first.options().colourBox().setCurrentIndex(2);
    first.cursor().setEntry(9);
    first.cursor().choose(AllocId(3U));
    first.cursor().setRange(EntryRange {4, 12});
    first.axis().setWindow({33, 0.5, 60});
    first.showPanelTitled(QStringLiteral("Entries"));
    first.setPanelsVisible(false);
    QVERIFY(settle(first));
    MemoryPage second(snapshot, &theme);
    const share::SessionPage state = again(first, second);
    QVERIFY(state == first.state());
    QCOMPARE(state.memory.size(), std::size_t {1});
    QCOMPARE(QString::fromStdString(state.memory[0].axis), QStringLiteral("changes"));
    QCOMPARE(QString::fromStdString(state.memory[0].colourBy), QStringLiteral("size"));
    QCOMPARE(second.cursor().entry(), 9);

    first.cursor().setDevice(1);
    MemoryPage third(snapshot, &theme);
    QVERIFY(again(first, third) == first.state());
    QCOMPARE(third.cursor().device(), std::size_t {1});
}

void TestPageState::categoryTimelines()
{
    const auto timeline = categories();
    ThemeSource theme;
    CategoryPage first(timeline, &theme);
    QVERIFY(show(first, kFirst));
    first.view().setPoint(7);
    first.axis().setWindow({3'000'000, 0, 5'000'000});
    first.showPanelTitled(QStringLiteral("File health"));
    CategoryPage second(timeline, &theme);
    QVERIFY(again(first, second) == first.state());
    QCOMPARE(second.view().point(), 7);
    QCOMPARE(second.axis().range(), first.axis().range());
}

void TestPageState::comparisons()
{
    const tests::LoadedTrace before(runWith(3000), QStringLiteral("before.json"));
    const tests::LoadedTrace after(runWith(2000), QStringLiteral("after.json"));
    const auto runs = [&]() {
        CompareRuns both;
        both[0] = {QStringLiteral("before.json"), before.path(), before.trace(), nullptr, nullptr, 0};
        both[1] = {QStringLiteral("after.json"), after.path(), after.trace(), nullptr, nullptr, 0};
        return both;
    };
    ThemeSource theme;
    ComparePage first(runs(), &theme);
    QVERIFY(show(first, kFirst));
    TimelinePair& pair = *first.timelines();
    pair.alignAtSteps(4, 3);
    pair.axes().moveRun(1, 30);
    pair.selection(0).select(before.slice("gemm_f16"));
    pair.selection(1).select(after.slice("elementwise_add"));
    pair.axes().axis(1).setWindow({12'000'000, 0.125, 7'000'000});
    for (const std::size_t side : {0U, 1U})
        pair.timeline(side).verticalScrollBar()->setValue(0);
    first.showPanelTitled(QStringLiteral("Flame"));
    QVERIFY(settle(first));
    const share::SessionPage state = first.state();
    QCOMPARE(state.timelines.size(), std::size_t {2});
    QVERIFY(state.timelineAlignment->shift != 0);

    ComparePage second(runs(), &theme);
    second.restore(state);
    QVERIFY(second.state() == state); // while it waits for the figures it forgets nothing
    QVERIFY(show(second, kOther));
    QVERIFY(second.state() == state);
    QCOMPARE(second.timelines()->bar(0).steps().currentIndex(), 4);
    QCOMPARE(second.timelines()->bar(1).steps().currentIndex(), 3);
    QCOMPARE(second.timelines()->axes().axis(1).window().start, std::int64_t {12'000'000});
    second.restore(state); // and once they are there, at once
    QVERIFY(second.state() == state);
}

void TestPageState::comparisonsOfMemory()
{
    const auto snapshot = tests::leakingRun();
    const auto runs = [&]() {
        CompareRuns both;
        both[0] = {QStringLiteral("before.pickle"), {}, nullptr, nullptr, snapshot, 0};
        both[1] = {QStringLiteral("after.pickle"), {}, nullptr, nullptr, snapshot, 0};
        return both;
    };
    ThemeSource theme;
    ComparePage first(runs(), &theme);
    QVERIFY(show(first, kFirst));
    first.memory()->alignByShare();
    first.memory()->axes().moveRun(0, 12);
    first.memory()->cursor(1).setEntry(5);
    first.memory()->axes().axis(0).setWindow({20, 0.5, 90});
    QVERIFY(settle(first));
    ComparePage second(runs(), &theme);
    QVERIFY(again(first, second) == first.state());
    QCOMPARE(second.memory()->cursor(1).entry(), 5);
}

void TestPageState::whatIsNotThereIsSaid()
{
    const tests::LoadedTrace file(tests::trainingSteps(6));
    ThemeSource theme;
    TracePage first(file.trace(), &theme);
    QVERIFY(show(first, kFirst));
    first.stepScope().choose(5);
    first.selection().select(file.slice("gemm_f16"));
    share::SessionPage state = first.state();
    state.panel = "Astrology";
    state.timelines[0].rows.push_back({"GPU 9", true, false, false, false});

    TracePage other(tests::LoadedTrace(runWith(10)).trace(), &theme);
    QSignalSpy lost(&other, &ContentPage::notRestored);
    state.timelines[0].selected->start += 1;
    state.timelines[0].step = 7;
    other.restore(state);
    QStringList all;
    for (const QList<QVariant>& call : lost)
        all += call[0].toStringList();
    QCOMPARE(all,
        (QStringList {QStringLiteral("the chosen step"), QStringLiteral("1 row"),
            QStringLiteral("the selected event \"gemm_f16\""), QStringLiteral("the panel \"Astrology\"")}));
    QVERIFY(!other.selection().item().valid());
}

void TestPageState::hostileValuesAreClamped()
{
    const tests::LoadedTrace file(tests::trainingSteps(3));
    ThemeSource theme;
    TracePage page(file.trace(), &theme);
    share::SessionPage state = page.state();
    share::TimelineState& timeline = state.timelines[0];
    timeline.window = {std::numeric_limits<std::int64_t>::min(), 0.999, 1e300};
    timeline.topRow = timeline.rows[0].key;
    timeline.topOffset = 1'000'000;
    timeline.range = share::Range {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    page.restore(state);
    QVERIFY(show(page, kFirst));
    QCOMPARE(page.axis().range(), page.axis().bounds());
    QVERIFY(!page.selection().range());

    MemoryPage memory(tests::leakingRun(), &theme);
    share::SessionPage of = memory.state();
    QSignalSpy lost(&memory, &ContentPage::notRestored);
    of.memory[0].entry = std::numeric_limits<std::int32_t>::max();
    of.memory[0].allocation = 4'000'000'000U;
    of.memory[0].range = share::Range {-5, std::numeric_limits<std::int64_t>::max()};
    of.memory[0].axis = "astral";
    memory.restore(of);
    QVERIFY(show(memory, kFirst));
    QCOMPARE(lost.size(), 1);
    QCOMPARE(lost[0][0].toStringList().size(), 3);
}

STEPSCOPE_TEST(TestPageState)

#include "tst_page_state.moc"
