// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of arguments: order, duplicates, nesting, long and huge values.
#include "tests/support/test_registry.h"
#include "widgets/details/value_tree_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace stepscope;
using model::ArgValue;
using widgets::ValueTreeModel;

namespace {

ArgValue number(const char* text)
{
    ArgValue value;
    value.kind = ArgValue::Kind::Number;
    value.text = text;
    return value;
}

ArgValue string(const std::string& text)
{
    ArgValue value;
    value.kind = ArgValue::Kind::String;
    value.text = text;
    return value;
}

ArgValue array(std::size_t count)
{
    ArgValue value;
    value.kind = ArgValue::Kind::Array;
    for (std::size_t i = 0; i < count; ++i)
        value.members.emplace_back(std::string(), number(std::to_string(i).c_str()));
    return value;
}

ValueTreeModel::Root root(const char* key, ArgValue value)
{
    return {QString::fromLatin1(key), std::make_shared<const ArgValue>(std::move(value))};
}

QString text(const QAbstractItemModel& model, int row, int column, const QModelIndex& parent = {})
{
    return model.index(row, column, parent).data().toString();
}

} // namespace

class TestValueTreeModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsOrderAndDuplicates();
    void nests();
    void hugeArraysAreOpenedLazily();
    void longTextsAreCutButWholeOnDemand();
    void deepNestingIsHarmless();
    void resets();
};

void TestValueTreeModel::keepsOrderAndDuplicates()
{
    ValueTreeModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRoots({root("b", number("1")), root("a", string("x")), root("b", number("12345678901234567890"))});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(text(model, 0, 0), QStringLiteral("b"));
    QCOMPARE(text(model, 1, 0), QStringLiteral("a"));
    QCOMPARE(text(model, 2, 0), QStringLiteral("b"));
    QCOMPARE(text(model, 1, 1), QStringLiteral("x"));
    QCOMPARE(text(model, 2, 1), QStringLiteral("12345678901234567890")); // exact digits
}

void TestValueTreeModel::nests()
{
    ArgValue object;
    object.kind = ArgValue::Kind::Object;
    object.members.emplace_back("dims", array(3));
    object.members.emplace_back("name", string("q"));
    ValueTreeModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRoots({root("o", object)});
    QCOMPARE(text(model, 0, 1), QStringLiteral("{dims: [0, 1, 2], name: \"q\"}"));
    const QModelIndex o = model.index(0, 0);
    QCOMPARE(model.rowCount(o), 2);
    const QModelIndex dims = model.index(0, 0, o);
    QCOMPARE(model.rowCount(dims), 3);
    QCOMPARE(text(model, 2, 0, dims), QStringLiteral("2"));
    QVERIFY(model.parent(model.index(1, 1, dims)) == dims);
}

void TestValueTreeModel::hugeArraysAreOpenedLazily()
{
    constexpr int kCount = 200'000;
    ValueTreeModel model;
    model.setRoots({root("big", array(kCount))});
    const QModelIndex big = model.index(0, 0);
    QCOMPARE(model.rowCount(big), kCount);
    QVERIFY(text(model, 0, 1).size() < 1000);
    QCOMPARE(text(model, kCount - 1, 1, big), QString::number(kCount - 1));
}

void TestValueTreeModel::longTextsAreCutButWholeOnDemand()
{
    const std::string longText = std::string(5000, 'x') + "end";
    ValueTreeModel model;
    model.setRoots({root("text", string(longText)), root("lines", string("a\nb"))});
    QVERIFY(text(model, 0, 1).size() < 1000);
    QVERIFY(text(model, 0, 1).endsWith(QChar(0x2026)));
    QCOMPARE(model.index(0, 1).data(ValueTreeModel::kFullTextRole).toString(), QString::fromStdString(longText));
    QVERIFY(!text(model, 1, 1).contains(QLatin1Char('\n')));
}

void TestValueTreeModel::deepNestingIsHarmless()
{
    ArgValue value = number("1");
    for (int i = 0; i < 2000; ++i) {
        ArgValue outer;
        outer.kind = ArgValue::Kind::Array;
        outer.members.emplace_back(std::string(), std::move(value));
        value = std::move(outer);
    }
    QVERIFY(widgets::summaryOf(value, 100).size() <= 101);
}

void TestValueTreeModel::resets()
{
    ValueTreeModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRoots({root("a", array(5))});
    QVERIFY(model.index(4, 0, model.index(0, 0)).isValid());
    model.setRoots({});
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.index(0, 0).isValid());
}

STEPSCOPE_TEST(TestValueTreeModel)
#include "tst_value_tree_model.moc"
