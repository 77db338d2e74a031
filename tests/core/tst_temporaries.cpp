// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/temporaries.h"
#include "tests/core/memory_trace.h"
#include "tests/support/test_registry.h"
#include "tests/support/units.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::tests;
using analysis::TemporaryRow;

namespace {

constexpr auto kMarkMiB = static_cast<std::int64_t>(kMiB); // marks have signs

struct Operators : MemoryTrace
{
    [[nodiscard]] std::vector<TemporaryRow> temporaries(const analysis::Window& window = {})
    {
        trace = load();
        return trace ? analysis::largeTemporaries(*trace, window) : std::vector<TemporaryRow>();
    }
    [[nodiscard]] std::string_view name(const TemporaryRow& row) const { return trace->names.view(row.op); }

    std::shared_ptr<const model::Trace> trace;
};

// aten::outer calls aten::softmax; then aten::next.
Operators operators()
{
    Operators out;
    out.list.add("user_annotation", "ProfilerStep#1", kCpu, 100, 0, 1000 * kUs);
    out.list.op("aten::outer", 100, 100 * kUs, 100 * kUs);
    out.list.op("aten::softmax", 100, 110 * kUs, 50 * kUs);
    out.list.op("aten::next", 100, 300 * kUs, 100 * kUs);
    return out;
}

} // namespace

class TestTemporaries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBlockFreedBeforeTheOperatorReturnsIsATemporary()
    {
        Operators memory = operators();
        memory.mark(120, 200 * kMarkMiB, 1, 1000 * kMarkMiB);
        memory.mark(130, 100 * kMarkMiB, 2, 900 * kMarkMiB);
        memory.mark(140, -100 * kMarkMiB, 2, 800 * kMarkMiB);
        memory.mark(180, -200 * kMarkMiB, 1, 600 * kMarkMiB); // after aten::softmax, before aten::outer ends
        memory.mark(310, 300 * kMarkMiB, 3, 900 * kMarkMiB);
        memory.mark(500, -300 * kMarkMiB, 3, 600 * kMarkMiB); // outlives aten::next
        memory.mark(320, 9 * kMarkMiB, 4, 650 * kMarkMiB);    // less than a hundredth of the peak
        memory.mark(330, -9 * kMarkMiB, 4, 600 * kMarkMiB);
        const std::vector<TemporaryRow> rows = memory.temporaries();
        QCOMPARE(rows.size(), 1U);
        QCOMPARE(memory.name(rows[0]), std::string_view("aten::softmax"));
        QCOMPARE(rows[0].count, 2U);
        QCOMPARE(rows[0].largestBytes, 200 * kMarkMiB);
        QCOMPARE(rows[0].totalBytes, 300 * kMarkMiB);
        QCOMPARE(rows[0].shareOfPeak, std::optional<double>(0.2));
        QCOMPARE(memory.trace->nameOf(rows[0].slice), std::string_view("aten::softmax"));
        QVERIFY(memory.temporaries(analysis::cutTo({200 * kUs, 1000 * kUs})).empty());
    }

    void devicesAndTheHostAreApart()
    {
        Operators memory = operators();
        memory.mark(120, 500 * kMarkMiB, 1, 600 * kMarkMiB, 1, 0);
        memory.mark(130, -500 * kMarkMiB, 1, 100 * kMarkMiB, 1, 1); // the same address of another device
        memory.mark(140, 500 * kMarkMiB, 2, 500 * kMarkMiB, 0, -1);
        memory.mark(150, -500 * kMarkMiB, 2, 0, 0, -1); // the host
        QVERIFY(memory.temporaries().empty());
    }

    void withoutTotalsTheShareIsUnknown()
    {
        Operators memory = operators();
        memory.mark(120, 64 * kMarkMiB, 1, -1);
        memory.mark(130, -64 * kMarkMiB, 1, -1);
        memory.mark(140, 63 * kMarkMiB, 1, -1);
        memory.mark(150, -63 * kMarkMiB, 1, -1);
        const std::vector<TemporaryRow> rows = memory.temporaries();
        QCOMPARE(rows.size(), 1U);
        QCOMPARE(rows[0].count, 1U);
        QVERIFY(!rows[0].shareOfPeak);
    }

    void freesThatMatchNothingAreLeftOut()
    {
        Operators memory = operators();
        memory.mark(115, -200 * kMarkMiB, 9, 1000 * kMarkMiB); // allocated before the recording
        memory.mark(120, 200 * kMarkMiB, 1, 1000 * kMarkMiB);
        memory.mark(130, 300 * kMarkMiB, 1, 1000 * kMarkMiB); // the free in between was lost
        memory.mark(140, -200 * kMarkMiB, 1, 800 * kMarkMiB); // of another size than what is there
        memory.mark(220, 200 * kMarkMiB, 5, 1000 * kMarkMiB); // between the operators
        memory.mark(230, -200 * kMarkMiB, 5, 800 * kMarkMiB);
        QVERIFY(memory.temporaries().empty());
    }
};

STEPSCOPE_TEST(TestTemporaries)
#include "tst_temporaries.moc"
