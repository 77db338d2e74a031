// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs side by side, with real clicks, drags and keys: what changed comes first and leads to its event in both;
// both timelines move together, and one can be shifted under the other.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/test_registry.h"
#include "tests/widgets/compare_fixture.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/common/combo_box.h"
#include "widgets/compare/change_words.h"
#include "widgets/compare/compare_header.h"
#include "widgets/compare/compare_page.h"
#include "widgets/compare/difference_card.h"
#include "widgets/compare/differences_panel.h"
#include "widgets/compare/run_bar.h"
#include "widgets/compare/shift_handle.h"
#include "widgets/compare/timeline_pair.h"
#include "widgets/details/detail_text.h"
#include "widgets/tables/table_box.h"
#include "widgets/tables/table_view.h"
#include "widgets/timeline/timeline_view.h"

#include <QLineEdit>
#include <QScrollBar>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>

using namespace stepscope;
using namespace stepscope::widgets;
using compare::kAfter;
using compare::kBefore;
using compare::Topic;
using tests::buttonOf;
using tests::Compared;
using tests::runWith;
using tests::seesDevice;
using tests::seesRowOf;

namespace {

QString tabTitles(ComparePage& page)
{
    return page.panelTitles().join(QLatin1Char(','));
}

} // namespace

class TestComparePage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatChangedComesFirst();
    void keysWalkThroughTheDifferences();
    void aClickShowsTheEventInBoth();
    void waitsAreShownWhereTheyCost();
    void kernelsKeepTheirDeviceInView();
    void rowsOfTablesKeepTheDeviceInView();
    void tablesKeepTheirRoomInLowWindows();
    void shortEventsAreShownInTheirSteps();
    void equalRunsSaySo();
    void bothTimelinesMoveTogether();
    void stepsAlign();
    void selectedEventsAlign();
    void aDragWithCtrlShiftsOneRun();
    void theHandleShiftsAndResets();
    void rowsOfTablesLeadToBoth();
    void tablesSortByTheSizeOfTheChange();
    void rowsOfOneRunOnlyAreMarked();
    void wordsOfChanges();
};

void TestComparePage::whatChangedComesFirst()
{
    Compared c(runWith(2000, false), runWith(5000, false));
    QVERIFY(c.ready);
    const ComparisonPtr& comparison = c.page->source().comparison();
    QVERIFY(comparison != nullptr && !comparison->differences.empty());
    QVERIFY(!c.page->header().headline().isEmpty());
    QVERIFY(c.page->header().isVisible());
    QVERIFY(c.page->header().geometry().bottom() <= c.page->differences().mapTo(c.page.get(), QPoint(0, 0)).y());
    const std::vector<DifferenceCard*>& cards = c.page->differences().cards();
    QCOMPARE(cards.size(), comparison->differences.size());
    // The first is shown at once, in both runs.
    QCOMPARE(c.page->source().current(), std::optional<std::size_t>(0));
    QVERIFY(cards.front()->isChecked());
    QCOMPARE(cards.front()->text().toStdString(), comparison->differences.front().sentence);
    const compare::Difference& first = comparison->differences.front();
    QVERIFY(cards.front()->accessibleName().contains(changeWord(changeKind(first.change(), first.withinNoise))));
}

void TestComparePage::keysWalkThroughTheDifferences()
{
    Compared c(runWith(2000, true), runWith(5000, false));
    QVERIFY(c.ready);
    const std::size_t count = c.page->source().comparison()->differences.size();
    QVERIFY(count >= 2);
    c.page->timelines()->timeline(kBefore).setFocus();
    QTest::keyClick(&c.page->timelines()->timeline(kBefore), Qt::Key_N);
    QCOMPARE(c.page->source().current(), std::optional<std::size_t>(1));
    QTest::keyClick(&c.page->timelines()->timeline(kBefore), Qt::Key_P);
    QTest::keyClick(&c.page->timelines()->timeline(kBefore), Qt::Key_P);
    QCOMPARE(c.page->source().current(), std::optional<std::size_t>(count - 1));
    // Arrows walk along the cards, Enter shows one.
    DifferenceCard* first = c.page->differences().cards().front();
    first->setFocus();
    QTest::keyClick(first, Qt::Key_Down);
    QWidget* second = c.page->differences().cards()[1];
    QVERIFY(second->hasFocus());
    QTest::keyClick(second, Qt::Key_Return);
    QCOMPARE(c.page->source().current(), std::optional<std::size_t>(1));
}

void TestComparePage::aClickShowsTheEventInBoth()
{
    Compared c(runWith(2000, false), runWith(5000, false));
    QVERIFY(c.ready);
    c.page->timelines()->selection(kBefore).clear();
    c.page->timelines()->selection(kAfter).clear();
    c.page->timelines()->axes().axis(kBefore).fitAll();
    const auto& differences = c.page->source().comparison()->differences;
    for (std::size_t i = 0; i < differences.size(); ++i) {
        QTest::mouseClick(c.page->differences().cards()[i], Qt::LeftButton);
        for (const std::size_t side : {kBefore, kAfter}) {
            if (!differences[i].examples[side].valid() || differences[i].gaps[side])
                continue;
            const SliceId slice = c.page->timelines()->selection(side).slice();
            QCOMPARE(slice, differences[i].examples[side]);
            const double x = c.pixelOf(side, slice);
            QVERIFY(x >= 0 && x < c.page->timelines()->axes().axis(side).width());
        }
    }
}

void TestComparePage::waitsAreShownWhereTheyCost()
{
    Compared c(runWith(2000, false), runWith(5000, false));
    QVERIFY(c.ready);
    c.page->resize(1200, 430);
    c.page->timelines()->timeline(kAfter).content().layout().setRowHeight(view::RowHeight::Tall);
    c.page->timelines()->timeline(kAfter).showLayout();
    QVERIFY(c.settle());
    QScrollBar* rows = c.page->timelines()->timeline(kAfter).verticalScrollBar();
    QVERIFY(rows->maximum() > 0);
    rows->setValue(rows->maximum());
    c.page->timelines()->showCosts(c.page->source().comparison()->differences.front().examples);
    for (const std::size_t side : {kBefore, kAfter})
        QVERIFY(seesDevice(c.page->timelines()->timeline(side), 0));
}

void TestComparePage::kernelsKeepTheirDeviceInView()
{
    constexpr int kStreams = 4;
    tests::EventList list;
    for (int i = 0; i < 3; ++i) {
        tests::StepEvents step(list, i, i + 1);
        step.kernel("gemm_f16", 20, 1040, 2000);
        for (int stream = 1; stream <= kStreams; ++stream)
            list.add("kernel", "side_" + std::to_string(stream), 0, 7 + stream, (2000 + i * 10'000) * 1000, 500'000);
        for (int thread = 2; thread < 20; ++thread)
            list.add("cpu_op", "aten::other", tests::kCpu, thread, (2000 + i * 10'000) * 1000, 500'000);
    }
    const QByteArray file = tests::fileOf(list);
    Compared c(file, file);
    QVERIFY(c.ready);
    TimelineView& view = c.page->timelines()->timeline(kAfter);
    const SliceId slice = c.second.slice("side_4");
    QScrollBar* rows = view.verticalScrollBar();
    rows->setValue(rows->maximum());
    QVERIFY(!seesRowOf(view, slice));
    QVERIFY(seesDevice(view, 0));
    c.page->timelines()->showEvents({c.first.slice("side_4"), slice});
    for (const std::size_t side : {kBefore, kAfter})
        QVERIFY(seesDevice(c.page->timelines()->timeline(side), 0));
    QVERIFY(seesRowOf(c.page->timelines()->timeline(kBefore), c.first.slice("side_4")));
    QVERIFY(seesRowOf(view, slice));
}

// The row far below, in a window in which it and the device do not fit together, and in the run that has no such event
// the row that plays its part.
void TestComparePage::rowsOfTablesKeepTheDeviceInView()
{
    constexpr int kThreads = 40;
    const auto run = [](bool marker) {
        tests::EventList list;
        for (int i = 0; i < 3; ++i) {
            tests::StepEvents step(list, i, i + 1);
            step.kernel("gemm_f16", 20, 1040, 2000);
            for (int thread = 2; thread < kThreads; ++thread)
                list.add("cpu_op", "aten::other", tests::kCpu, thread, (2000 + i * 10'000) * 1000, 500'000);
            if (marker)
                list.add("cpu_op", "aten::last", tests::kCpu, kThreads, (2000 + i * 10'000) * 1000, 500'000);
            else
                list.add("cpu_op", "aten::none", tests::kCpu, kThreads, (2000 + i * 10'000) * 1000, 500'000);
        }
        return tests::fileOf(list);
    };
    Compared c(run(true), run(false));
    QVERIFY(c.ready);
    TableBox* operators = c.page->table(Topic::Operators);
    QVERIFY(operators != nullptr && c.page->showPanelTitled(QStringLiteral("Operators")));
    operators->filterBox().setText(QStringLiteral("aten::last"));
    QCOMPARE(operators->view().model().rowCount(), 1);
    const QRect cell = operators->view().visualRect(operators->view().model().index(0, 0));
    QTest::mouseClick(operators->view().viewport(), Qt::LeftButton, {}, cell.center());
    QTest::mouseDClick(operators->view().viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(c.nameOf(kBefore), QStringLiteral("aten::last"));
    QVERIFY(c.page->timelines()->timeline(kBefore).verticalScrollBar()->value() > 0);
    QVERIFY(seesRowOf(c.page->timelines()->timeline(kBefore), c.first.slice("aten::last")));
    QVERIFY(seesRowOf(c.page->timelines()->timeline(kAfter), c.second.slice("aten::none")));
    for (const std::size_t side : {kBefore, kAfter})
        QVERIFY(seesDevice(c.page->timelines()->timeline(side), 0));
}

// A low window: what makes the comparison mislead takes one line until it is asked for, and tables keep their rows.
void TestComparePage::tablesKeepTheirRoomInLowWindows()
{
    const auto on = [](QByteArray file, const char* runtime, const char* gpu) {
        return file.replace("\"deviceProperties\": [{\"id\": 0, \"name\": \"H\"",
            QByteArray("\"cuda_runtime_version\": ") + runtime + ", \"deviceProperties\": [{\"id\": 0, \"name\": \""
                + gpu + "\"");
    };
    Compared c(on(runWith(2000, false), "12040", "H"), on(runWith(5000, false), "12080", "Other"));
    QVERIFY(c.ready);
    c.page->resize(1280, 600); // what a window of 1280 × 720 leaves
    QVERIFY(c.page->source().comparison()->warnings.size() >= 2);
    QCOMPARE(c.page->header().warnings().size(), qsizetype {1});
    QVERIFY(c.page->header().warnings().front().contains(QStringLiteral("Also: ")));
    QVERIFY(c.page->showPanelTitled(QStringLiteral("Kernels")));
    QCoreApplication::processEvents();
    const TableView& table = c.page->table(Topic::Kernels)->view();
    QVERIFY2(
        table.viewport()->height() >= 3 * table.rowHeight(0), qPrintable(QString::number(table.viewport()->height())));
    c.page->header().moreButton().click();
    QTRY_COMPARE(
        c.page->header().warnings().size(), static_cast<qsizetype>(c.page->source().comparison()->warnings.size()));
    c.page->header().moreButton().click();
    QTRY_COMPARE(c.page->header().warnings().size(), qsizetype {1});
}

// A short event stands in its whole step where it matters what it costs; else it is looked at itself.
void TestComparePage::shortEventsAreShownInTheirSteps()
{
    Compared c(runWith(2000, true), runWith(2000, true));
    QVERIFY(c.ready);
    TimelinePair& pair = *c.page->timelines();
    const std::array slices {c.first.slice("aten::extra"), c.second.slice("aten::extra")};
    const auto& steps = pair.timeline(kBefore).content().steps();
    const std::int64_t stepLength = steps.front().end - steps.front().start;
    pair.showEvents(slices);
    QVERIFY(pair.axes().axis(kBefore).range().length() < stepLength);
    pair.showCosts(slices);
    QVERIFY(pair.axes().axis(kBefore).range().length() >= stepLength);
    for (const std::size_t side : {kBefore, kAfter}) {
        const TimeRange seen = pair.axes().axis(side).range();
        const std::int64_t start = c.page->source().run(side).trace->slices.start[slices[side].index()];
        QVERIFY(seen.start < start && start < seen.end);
    }
}

void TestComparePage::equalRunsSaySo()
{
    Compared c(runWith(2000, false), runWith(2000, false));
    QVERIFY(c.ready);
    QVERIFY(c.page->source().comparison()->differences.empty());
    QCOMPARE(c.page->differences().title(), QStringLiteral("No difference"));
    QVERIFY(c.page->header().warnings().isEmpty());
    int arrows = 0;
    for (QToolButton* button : c.page->differences().findChildren<QToolButton*>()) {
        const bool leads = button->toolTip().startsWith(QStringLiteral("Previous"))
            || button->toolTip().startsWith(QStringLiteral("Next"));
        arrows += leads ? 1 : 0;
        QCOMPARE(button->isEnabled(), !leads);
    }
    QCOMPARE(arrows, 2);
    c.page->run(TimelineCommand::NextFinding); // nowhere to go
    QCOMPARE(c.page->source().current(), std::optional<std::size_t>());
}

void TestComparePage::bothTimelinesMoveTogether()
{
    Compared c(runWith(2000, false), runWith(5000, false));
    QVERIFY(c.ready);
    TimelinePair& pair = *c.page->timelines();
    for (const std::size_t side : {kBefore, kAfter}) {
        pair.axes().axis(side).fitAll();
        QTRY_VERIFY(pair.isIdle());
        QWidget* canvas = pair.timeline(side).viewport();
        QCOMPARE(canvas->width(), pair.timeline(1 - side).viewport()->width());
        tests::wheelOn(canvas, QPointF(300, 40), QPoint(0, 240), Qt::ControlModifier);
        QTRY_VERIFY(pair.isIdle());
        tests::dragOn(canvas, QPoint(300, 40), QPoint(220, 40));
        const view::TimeWindow& here = pair.axes().axis(side).window();
        const view::TimeWindow& there = pair.axes().axis(1 - side).window();
        QCOMPARE(here.span, there.span);
        QVERIFY(here.span < static_cast<double>(pair.axes().axis(side).bounds().length()));
        QCOMPARE(pair.axes().inOther(side, here.start), there.start);
    }
    // The same name has the same colour in both.
    QCOMPARE(c.first.slice("gemm_f16").valid(), true);
    QCOMPARE(pair.timeline(kBefore).content().colours().of(c.first.slice("gemm_f16")),
        pair.timeline(kAfter).content().colours().of(c.second.slice("gemm_f16")));
}

void TestComparePage::stepsAlign()
{
    Compared c(runWith(2000, false), runWith(5000, false));
    QVERIFY(c.ready);
    TimelinePair& pair = *c.page->timelines();
    ComboBox& steps = pair.bar(kAfter).steps();
    QCOMPARE(steps.count(), 7);
    QCOMPARE(steps.currentIndex(), pair.bar(kBefore).steps().currentIndex());
    pair.bar(kBefore).steps().setCurrentIndex(2);
    steps.setFocus();
    steps.setCurrentIndex(2);
    QTest::keyClick(&steps, Qt::Key_Down); // as a person chooses: step #4 under step #3
    QCOMPARE(steps.currentIndex(), 3);
    const auto& before = pair.timeline(kBefore).content().steps();
    const auto& after = pair.timeline(kAfter).content().steps();
    QCOMPARE(pair.axes().inOther(kBefore, before[2].start), after[3].start);
}

void TestComparePage::selectedEventsAlign()
{
    Compared c(runWith(2000, false), runWith(5000, false));
    QVERIFY(c.ready);
    TimelinePair& pair = *c.page->timelines();
    pair.selection(kAfter).clear();
    pair.selection(kAfter).setRange({});
    QVERIFY(!c.page->canAlignSelected());
    pair.selection(kBefore).select(c.first.slice("elementwise_add"));
    pair.selection(kAfter).select(c.second.slice("gemm_f16"));
    QVERIFY(c.page->canAlignSelected());
    QToolButton* selected = buttonOf(pair, QStringLiteral("Selected events"));
    QToolButton* starts = buttonOf(pair, QStringLiteral("Starts"));
    QVERIFY(selected != nullptr && starts != nullptr);
    QTest::mouseClick(selected, Qt::LeftButton);
    QCOMPARE(c.pixelOf(kBefore, c.first.slice("elementwise_add")), c.pixelOf(kAfter, c.second.slice("gemm_f16")));
    // The button of what stands is down, also after another click.
    QVERIFY(selected->isChecked() && !starts->isChecked());
    QTest::mouseClick(selected, Qt::LeftButton);
    QVERIFY(selected->isChecked());
    QTest::mouseClick(starts, Qt::LeftButton);
    QVERIFY(starts->isChecked() && !selected->isChecked());
    pair.axes().moveRun(kAfter, 20);
    QVERIFY(!starts->isChecked());
}

void TestComparePage::aDragWithCtrlShiftsOneRun()
{
    Compared c(runWith(2000, false), runWith(5000, false));
    QVERIFY(c.ready);
    TimelinePair& pair = *c.page->timelines();
    pair.axes().axis(kBefore).fitAll();
    QTRY_VERIFY(pair.isIdle());
    const view::TimeWindow before = pair.axes().axis(kBefore).window();
    const view::TimeWindow after = pair.axes().axis(kAfter).window();
    tests::dragOn(pair.timeline(kAfter).viewport(), QPoint(300, 40), QPoint(350, 40), Qt::ControlModifier);
    QCOMPARE(pair.axes().axis(kBefore).window().start, before.start);
    QVERIFY(pair.axes().shift() > 0);
    QVERIFY(pair.axes().axis(kAfter).window().start < after.start);
    // A click with Ctrl still measures.
    const SliceId gemm = c.second.slice("gemm_f16");
    pair.timeline(kAfter).reveal(gemm);
    QTRY_VERIFY(pair.isIdle());
    pair.selection(kAfter).select(c.second.slice("elementwise_add"));
    const QRectF rect = pair.timeline(kAfter).rectOf(gemm);
    QVERIFY(!rect.isEmpty());
    QTest::mouseClick(pair.timeline(kAfter).viewport(), Qt::LeftButton, Qt::ControlModifier, rect.center().toPoint());
    QCOMPARE(pair.selection(kAfter).measured(), gemm);
}

void TestComparePage::theHandleShiftsAndResets()
{
    Compared c(runWith(2000, false), runWith(5000, false));
    QVERIFY(c.ready);
    RunAxes& axes = c.page->timelines()->axes();
    auto* handle = c.page->timelines()->findChild<ShiftHandle*>();
    QVERIFY(handle != nullptr && handle->isVisible());
    axes.resetShift();
    QCOMPARE(handle->text(), QStringLiteral("not shifted"));
    tests::dragOn(handle, QPoint(10, 10), QPoint(60, 10));
    QCOMPARE(axes.shift(), 50 * axes.axis(kBefore).nsPerPixel());
    QVERIFY(handle->text().contains(QLatin1Char('+')));
    QTest::mouseDClick(handle, Qt::LeftButton);
    QCOMPARE(axes.shift(), 0.0);
    handle->setFocus();
    QTest::keyClick(handle, Qt::Key_Left);
    QVERIFY(axes.shift() < 0);
    QTest::keyClick(handle, Qt::Key_Home);
    QCOMPARE(axes.shift(), 0.0);
}

void TestComparePage::rowsOfTablesLeadToBoth()
{
    Compared c(runWith(2000, false), runWith(5000, false));
    QVERIFY(c.ready);
    TableBox* kernels = c.page->table(Topic::Kernels);
    QVERIFY2(kernels != nullptr, qPrintable(tabTitles(*c.page)));
    QVERIFY(c.page->showPanelTitled(QStringLiteral("Kernels")));
    for (const std::size_t side : {kBefore, kAfter})
        c.page->timelines()->selection(side).clear();
    kernels->filterBox().setText(QStringLiteral("gemm"));
    QCOMPARE(kernels->view().model().rowCount(), 1);
    const QRect cell = kernels->view().visualRect(kernels->view().model().index(0, 0));
    QTest::mouseClick(kernels->view().viewport(), Qt::LeftButton, {}, cell.center());
    QTest::mouseDClick(kernels->view().viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(c.nameOf(kBefore), QStringLiteral("gemm_f16"));
    QCOMPARE(c.nameOf(kAfter), QStringLiteral("gemm_f16"));
    QVERIFY(QString::fromStdString(kernels->csv()).startsWith(QStringLiteral("name,before,after,change")));
}

void TestComparePage::tablesSortByTheSizeOfTheChange()
{
    Compared c(runWith(5000, false), runWith(2000, true));
    QVERIFY(c.ready);
    TableBox* kernels = c.page->table(Topic::Kernels);
    QVERIFY(kernels != nullptr);
    const TablePtr& table = kernels->view().model().table();
    std::size_t change = 0;
    while (table->columns[change].column.key != "change")
        ++change;
    // −3 ms stands before what did not change, and its bar leads to the left.
    const std::size_t first = kernels->view().model().dataRow(0);
    QCOMPARE(table->grid.number(change, first), std::int64_t {-3'000'000});
    QCOMPARE(barShare(*table, change, first), -1.0);
    QCOMPARE(cellText(*table, change, first).number, std::string("−3"));
    QCOMPARE(cellText(*table, change + 1, first).number, std::string("−60.0"));
}

void TestComparePage::rowsOfOneRunOnlyAreMarked()
{
    Compared c(tests::trainingSteps(3), tests::smallTraceJson());
    QVERIFY(c.ready);
    int alone = 0;
    for (const std::size_t side : {kBefore, kAfter}) {
        for (const view::LayoutNode& node : c.page->timelines()->timeline(side).content().layout().nodes())
            alone += node.detail.find(side == kBefore ? "only before" : "only after") != std::string::npos ? 1 : 0;
    }
    QVERIFY(alone > 0);
}

void TestComparePage::wordsOfChanges()
{
    using compare::Unit;
    QCOMPARE(signedAmountText(Unit::Nanoseconds, -3'000'000), QStringLiteral("−3 ms"));
    QCOMPARE(signedAmountText(Unit::Bytes, 1048576), QStringLiteral("+1 MiB"));
    QCOMPARE(signedAmountText(Unit::Count, 2.5), QStringLiteral("+2.5"));
    QCOMPARE(signedAmountText(Unit::Count, 0), QStringLiteral("0"));
    QCOMPARE(changeKind(-1, false), ChangeKind::Less);
    QCOMPARE(changeKind(1, true), ChangeKind::None);
    for (const ChangeKind kind : {ChangeKind::Less, ChangeKind::More, ChangeKind::None})
        QVERIFY(!changeWord(kind).isEmpty() && !changeIcon(kind).isEmpty());
}

STEPSCOPE_TEST(TestComparePage)
#include "tst_compare_page.moc"
