// SPDX-License-Identifier: GPL-3.0-or-later
// Operators by input shapes and by stack, and the memory of their calls.
#include "core/analysis/input_dims.h"
#include "core/analysis/op_memory.h"
#include "core/analysis/op_stats.h"
#include "tests/core/analysis_fixture.h"
#include "tests/support/as_json.h"
#include "tests/support/test_registry.h"

#include <QObject>

#include <random>

using namespace stepscope;
using namespace stepscope::analysis;
using tests::EventList;

namespace {

QString text(const model::Trace& trace, NameId name)
{
    return name.valid() ? QString::fromStdString(std::string(trace.names.view(name))) : QStringLiteral("-");
}

/// "name shapes/stack calls total memory; …" in the order of the rows.
QString rowsOf(const model::Trace& trace, OperatorGrouping grouping)
{
    QStringList rows;
    for (const OperatorRow& row : operatorStats(trace, Window(), grouping)) {
        const NameId group = grouping == OperatorGrouping::Shapes ? row.shapes : row.stack;
        rows << QStringLiteral("%1 %2 %3 %4 %5")
                    .arg(text(trace, row.name), text(trace, group))
                    .arg(row.calls)
                    .arg(row.cpuTotalNs)
                    .arg(row.memoryBytes ? QString::number(*row.memoryBytes) : QStringLiteral("?"));
    }
    return rows.join(QStringLiteral("; "));
}

struct Mark
{
    std::int64_t time = 0; // ns
    std::int64_t bytes = 0;
    int tid = 0;
    int deviceType = 1;
};

std::shared_ptr<const model::Trace> loadWith(const EventList& list, const std::vector<Mark>& marks)
{
    std::string json = list.json();
    json.resize(json.rfind(']'));
    for (const Mark& mark : marks) {
        json += tests::asJson(
            ", {'ph': 'i', 'name': '[memory]', 'cat': 'cpu_instant_event', 's': 't', 'pid': 100, 'tid': "
            + std::to_string(mark.tid) + ", 'ts': " + formatExactMicroseconds(mark.time) + ", 'args': {'Bytes': "
            + std::to_string(mark.bytes) + ", 'Device Type': " + std::to_string(mark.deviceType) + "}}");
    }
    return EventList::loadText(json + "]}");
}

} // namespace

class TestOpGrouping : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void byShapes()
    {
        EventList list;
        list.op("aten::mm", 1, 0, 30).args = "\"Input Dims\": [[2, 3], [3, 4]]";
        list.op("aten::mm", 1, 100, 20).args = "\"Input Dims\": [[2, 3], [3, 4]]";
        list.op("aten::mm", 1, 200, 10).args = "\"Input Dims\": [[5]]";
        list.op("aten::mm", 1, 300, 5);
        const auto trace = list.load();
        QVERIFY(trace);
        QCOMPARE(rowsOf(*trace, OperatorGrouping::Shapes),
            QStringLiteral("aten::mm [[2, 3], [3, 4]] 2 50 ?; aten::mm [[5]] 1 10 ?; aten::mm - 1 5 ?"));
        QCOMPARE(rowsOf(*trace, OperatorGrouping::Name), QStringLiteral("aten::mm - 4 65 ?"));
    }

    void byStack()
    {
        EventList list;
        const auto frame = [&list](const char* name, std::int64_t start, std::int64_t dur) {
            list.add("python_function", name, tests::kCpu, 1, start, dur);
        };
        frame("train.py(1): main", 0, 1000);
        frame("model.py(7): forward", 10, 200);
        frame("torch/nn/functional.py(9): linear", 20, 100);
        list.op("aten::mm", 1, 30, 50);
        list.op("aten::mm", 1, 400, 20);
        list.op("aten::mm", 1, 2000, 5);
        const auto trace = list.load();
        QVERIFY(trace);
        QCOMPARE(rowsOf(*trace, OperatorGrouping::Stack),
            QStringLiteral(
                "aten::mm model.py(7): forward 1 50 ?; aten::mm train.py(1): main 1 20 ?; aten::mm - 1 5 ?"));
    }

    void memoryOfCallsAndTheirChildren()
    {
        EventList list;
        list.op("outer", 1, 0, 100'000);
        list.op("inner", 1, 20'000, 30'000);
        list.op("other thread", 2, 0, 100'000);
        const auto trace = loadWith(list,
            {{10'000, 5, 1}, {50'000, 64, 1}, {60'000, -8, 1}, {200'000, 1000, 1},
                {30'000, 100, 1, 0}}); // host: left out
        QVERIFY(trace);
        QCOMPARE(rowsOf(*trace, OperatorGrouping::Name),
            QStringLiteral("other thread - 1 100000 0; outer - 1 100000 61; inner - 1 30000 64"));
        const auto ofHost = loadWith(list, {{30'000, 100, 1, 0}});
        QVERIFY(ofHost);
        QCOMPARE(rowsOf(*ofHost, OperatorGrouping::Name),
            QStringLiteral("other thread - 1 100000 0; outer - 1 100000 100; inner - 1 30000 100"));
    }

    // Random nested calls on two threads; every mark is looked up among all slices.
    void innermostCallsAgreeWithTheOracle()
    {
        std::mt19937_64 random(5);
        EventList list;
        const auto grow = [&](const auto& self, int tid, std::int64_t start, std::int64_t end, int depth) -> void {
            for (std::int64_t at = start + 1; depth < 5 && at + 4 < end;) {
                const std::int64_t length
                    = 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(end - at - 2));
                list.op("op", tid, 2 * at, 2 * length); // even: marks at odd times touch no end
                self(self, tid, at, at + length, depth + 1);
                at += length + static_cast<std::int64_t>(random() % 3);
            }
        };
        for (const int tid : {1, 2})
            grow(grow, tid, 0, 400, 0);
        std::vector<Mark> marks;
        for (int i = 0; i < 500; ++i)
            marks.push_back({static_cast<std::int64_t>(random() % 450) * 2 + 1, i, 1 + static_cast<int>(random() % 2)});
        const auto trace = loadWith(list, marks);
        QVERIFY(trace);
        const auto placed = placedMemory(*trace, Window());
        QCOMPARE(placed.size(), marks.size());
        for (const PlacedMemory& found : placed) {
            const std::uint32_t instant = trace->memory.instant[found.mark];
            const std::int64_t time = trace->instants.time[instant];
            SliceId expected;
            for (std::uint32_t i = 0; i < trace->slices.size(); ++i) {
                const SliceId id(i);
                const bool around = trace->trackOf(id) == trace->instants.track[instant]
                    && trace->slices.start[i] <= time && time <= trace->slices.end(id);
                if (around && (!expected.valid() || trace->depthOf(id) >= trace->depthOf(expected)))
                    expected = id;
            }
            QVERIFY(found.innermost == expected);
        }
    }
};

STEPSCOPE_TEST(TestOpGrouping)

#include "tst_op_grouping.moc"
