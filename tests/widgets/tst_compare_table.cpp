// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between two runs as a table: its words, and what is seen of it where room is short.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/test_registry.h"
#include "tests/widgets/compare_fixture.h"
#include "widgets/compare/compare_page.h"
#include "widgets/compare/compare_table.h"
#include "widgets/compare/difference_card.h"
#include "widgets/compare/differences_panel.h"
#include "widgets/compare/timeline_pair.h"
#include "widgets/tables/table_box.h"
#include "widgets/tables/table_view.h"
#include "widgets/timeline/timeline_view.h"

#include <QScrollBar>
#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::widgets;
using compare::kAfter;
using compare::kBefore;
using tests::Compared;
using tests::seesDevice;
using tests::seesRowOf;

class TestCompareTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void manyTimesAsMuchIsAFactor();
    void changedCallsAreSaid();
    void waitsForLaunchesShowTheirGap();
};

void TestCompareTable::manyTimesAsMuchIsAFactor()
{
    compare::Table table;
    table.topic = compare::Topic::Kernels;
    table.perStep = true;
    compare::Row row;
    row.name = std::string(200, 'n');
    row.sides = {compare::Quantity {1000, 100, 10, {}, {}, {}}, compare::Quantity {60'000, 6000, 10, {}, {}, {}}};
    row.change = 5900;
    table.rows = {row};
    ThemeSource theme;
    TableBox box(QStringLiteral("Kernels"), &theme);
    box.resize(800, 300);
    box.show();
    box.setTable(compareTable(table));
    QTRY_VERIFY(box.isSettled());
    const TableModel& model = box.view().model();
    int relative = 0;
    while (model.headerData(relative, Qt::Horizontal, Qt::DisplayRole).toString() != QStringLiteral("Relative"))
        ++relative;
    QCOMPARE(model.index(0, relative).data().toString(), QStringLiteral("× 60"));
    QVERIFY(box.view().columnWidth(0) >= 200); // the table scrolls rather than hide what it is about
}

void TestCompareTable::changedCallsAreSaid()
{
    compare::Table table;
    table.topic = compare::Topic::Kernels;
    table.perStep = true;
    compare::Row row;
    row.name = "relu";
    row.sides = {compare::Quantity {1000, 100, 10, {}, {}, {}}, compare::Quantity {1200, 120, 20, {}, {}, {}}};
    row.change = 20;
    row.callsChanged = true;
    compare::Row other = row;
    other.name = "hipLaunchKernel";
    other.nameBefore = "cudaLaunchKernel";
    other.match = compare::Match::Meaning;
    other.change = 10;
    compare::Row noise = row;
    noise.change = 5;
    noise.callsChanged = false;
    noise.withinNoise = true;
    table.rows = {row, other, noise};
    ThemeSource theme;
    TableBox box(QStringLiteral("Kernels"), &theme);
    box.resize(1600, 300);
    box.show();
    box.setTable(compareTable(table));
    QTRY_VERIFY(box.isSettled());
    const TableModel& model = box.view().model();
    int remark = 0;
    while (model.headerData(remark, Qt::Horizontal, Qt::DisplayRole).toString() != QStringLiteral("Remark"))
        ++remark;
    QCOMPARE(model.index(0, remark).data().toString(), QStringLiteral("calls changed"));
    QCOMPARE(model.index(1, remark).data().toString(), QStringLiteral("was cudaLaunchKernel, calls changed"));
    QCOMPARE(model.index(2, remark).data().toString(), QStringLiteral("within noise"));
}

// The CPU does other things in both runs: what is shown is the GPU's gap, on the row of the stream.
void TestCompareTable::waitsForLaunchesShowTheirGap()
{
    const auto run = [](const char* frame, std::int64_t lastUs) {
        tests::EventList list;
        for (int i = 0; i < 7; ++i) {
            tests::StepEvents step(list, i, i + 1);
            step.kernel("gemm_f16", 20, 1040, 1000);
            step.cpu("python_function", frame, 100, 2000);
            step.kernel("gemm_f16", 2200, 2210, lastUs);
            for (int thread = 2; thread < 30; ++thread)
                list.add("cpu_op", "aten::other", tests::kCpu, thread, (2000 + i * 10'000) * 1000, 500'000);
        }
        return tests::fileOf(list);
    };
    Compared c(run("train.py(7): prepare", 1000), run("loop.py(90): other", 3000));
    QVERIFY(c.ready);
    const auto& differences = c.page->source().comparison()->differences;
    const auto waits = std::find_if(differences.begin(), differences.end(),
        [](const compare::Difference& d) { return d.kind == "idle.host_dispatch" && d.steps.empty(); });
    QVERIFY(waits != differences.end());
    c.page->resize(1200, 430);
    for (const std::size_t side : {kBefore, kAfter}) {
        QScrollBar* rows = c.page->timelines()->timeline(side).verticalScrollBar();
        rows->setValue(rows->maximum());
    }
    QTest::mouseClick(
        c.page->differences().cards()[static_cast<std::size_t>(waits - differences.begin())], Qt::LeftButton);
    for (const std::size_t side : {kBefore, kAfter}) {
        Selection& selection = c.page->timelines()->selection(side);
        TimelineView& view = c.page->timelines()->timeline(side);
        QVERIFY(!selection.slice().valid());
        QVERIFY(selection.range().has_value() && waits->gaps[side].has_value());
        QCOMPARE(selection.range()->start, waits->gaps[side]->start);
        QCOMPARE(selection.range()->end, waits->gaps[side]->end);
        QVERIFY(seesRowOf(view, waits->examples[side]));
        QVERIFY(seesDevice(view, 0));
        const TimeRange seen = c.page->timelines()->axes().axis(side).range();
        QVERIFY(seen.start <= selection.range()->start && selection.range()->end <= seen.end);
    }
    QVERIFY(c.page->timelines()->canAlignSelected());
    // The row of the table leads there, too.
    for (const std::size_t side : {kBefore, kAfter})
        c.page->timelines()->selection(side).setRange({});
    QVERIFY(c.page->showPanelTitled(QStringLiteral("Idle")));
    TableView& rows = c.page->table(compare::Topic::Idle)->view();
    const QPoint row = rows.visualRect(rows.model().index(0, 0)).center();
    QTest::mouseClick(rows.viewport(), Qt::LeftButton, {}, row);
    QTest::mouseDClick(rows.viewport(), Qt::LeftButton, {}, row);
    QVERIFY(c.page->timelines()->selection(kAfter).range().has_value());
    // Another difference is of an event: the gap is no longer marked.
    c.page->timelines()->showEvents({c.first.slice("gemm_f16"), c.second.slice("gemm_f16")});
    QVERIFY(!c.page->timelines()->selection(kBefore).range().has_value());
}

STEPSCOPE_TEST(TestCompareTable)
#include "tst_compare_table.moc"
