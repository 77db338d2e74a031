// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between two runs as a table: its words, and what is seen of it where room is short.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/test_registry.h"
#include "widgets/compare/compare_table.h"
#include "widgets/tables/table_box.h"
#include "widgets/tables/table_view.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::widgets;

class TestCompareTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void manyTimesAsMuchIsAFactor();
};

void TestCompareTable::manyTimesAsMuchIsAFactor()
{
    compare::Table table;
    table.topic = compare::Topic::Kernels;
    table.perStep = true;
    compare::Row row;
    row.name = std::string(200, 'n');
    row.sides = {compare::Quantity {1000, 100, 10, {}, {}}, compare::Quantity {60'000, 6000, 10, {}, {}}};
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

STEPSCOPE_TEST(TestCompareTable)
#include "tst_compare_table.moc"
