// SPDX-License-Identifier: GPL-3.0-or-later
// Operators and modules against an oracle that looks at every pair of events.
#include "core/analysis/modules.h"
#include "core/analysis/op_stats.h"
#include "tests/core/analysis_fixture.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <map>
#include <random>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

struct Sums
{
    std::uint64_t calls = 0;
    std::int64_t cpuTotal = 0;
    std::int64_t cpuSelf = 0;
    std::int64_t deviceTotal = 0;
    std::int64_t deviceSelf = 0;
};

// A random tree of operators with launches at its leaves, on one thread; never two of the same extent.
EventList randomTree(std::mt19937& random)
{
    EventList list;
    int correlation = 0;
    std::int64_t gpu = 0;
    const std::function<void(std::int64_t, std::int64_t, int)> grow
        = [&](std::int64_t start, std::int64_t end, int depth) {
              std::int64_t at = start + 1;
              while (at + 12 < end) {
                  const auto length = static_cast<std::int64_t>(8 + random() % 60);
                  const std::int64_t stop = std::min(end - 1, at + length);
                  if (stop - at < 8)
                      return;
                  if (random() % 4 == 0 || depth > 4) {
                      list.launch(100, at, 3, ++correlation);
                      gpu = std::max(gpu, at) + static_cast<std::int64_t>(random() % 5);
                      const auto dur = static_cast<std::int64_t>(random() % 30);
                      list.kernel("k", 7, gpu, dur, correlation);
                      gpu += dur;
                  } else {
                      list.op("aten::op" + std::to_string(random() % 3), 100, at, stop - at);
                      grow(at, stop, depth + 1);
                  }
                  at = stop + static_cast<std::int64_t>(random() % 6);
              }
          };
    grow(0, 1500, 0);
    return list;
}

bool encloses(const TestEvent& outer, const TestEvent& inner)
{
    return &outer != &inner && outer.tid == inner.tid && outer.pid == inner.pid && outer.start <= inner.start
        && inner.end() <= outer.end();
}

const TestEvent* parentOf(const EventList& list, const TestEvent& event)
{
    const TestEvent* parent = nullptr;
    for (const TestEvent& other : list.events) {
        if (other.category != "kernel" && encloses(other, event) && (parent == nullptr || other.dur < parent->dur))
            parent = &other;
    }
    return parent;
}

// The operator around it calls itself again and does nothing else.
bool repeats(const EventList& list, const TestEvent& event)
{
    const TestEvent* parent = parentOf(list, event);
    return parent != nullptr && event.category == "cpu_op" && parent->name == event.name
        && std::none_of(list.events.begin(), list.events.end(), [&](const TestEvent& other) {
               return &other != &event && other.category != "kernel" && parentOf(list, other) == parent;
           });
}

std::map<std::string, Sums> bruteForce(const EventList& list)
{
    std::map<std::string, Sums> sums;
    std::map<int, std::int64_t> gpuOfCorrelation;
    for (const TestEvent& event : list.events) {
        if (event.category == "kernel")
            gpuOfCorrelation[event.correlation] = event.dur;
    }
    for (const TestEvent& event : list.events) {
        if (event.category == "kernel")
            continue;
        const TestEvent* parent = parentOf(list, event);
        if (parent != nullptr && parent->category == "cpu_op")
            sums[parent->name].cpuSelf -= event.dur;
        if (event.category == "cpu_op") {
            Sums& own = sums[event.name];
            const bool first = !repeats(list, event);
            own.calls += first ? 1 : 0;
            own.cpuTotal += first ? event.dur : 0;
            own.cpuSelf += event.dur;
            continue;
        }
        bool innermost = true;
        for (const TestEvent* up = parent; up != nullptr; up = parentOf(list, *up)) {
            if (repeats(list, *up))
                continue;
            sums[up->name].deviceTotal += gpuOfCorrelation[event.correlation];
            if (innermost)
                sums[up->name].deviceSelf += gpuOfCorrelation[event.correlation];
            innermost = false;
        }
    }
    return sums;
}

} // namespace

class TestOpStats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void randomTreesAgreeWithTheOracle()
    {
        std::mt19937 random(99);
        for (int round = 0; round < 25; ++round) {
            const EventList list = randomTree(random);
            const auto trace = list.load();
            QVERIFY(trace);
            const std::map<std::string, Sums> expected = bruteForce(list);
            const std::vector<analysis::OperatorRow> rows = analysis::operatorStats(*trace, analysis::Window());
            QCOMPARE(rows.size(), expected.size());
            for (const analysis::OperatorRow& row : rows) {
                const Sums& sums = expected.at(std::string(trace->names.view(row.name)));
                QCOMPARE(row.calls, sums.calls);
                QCOMPARE(row.cpuTotalNs, sums.cpuTotal);
                QCOMPARE(row.cpuSelfNs, sums.cpuSelf);
                QCOMPARE(row.deviceTotalNs, sums.deviceTotal);
                QCOMPARE(row.deviceSelfNs, sums.deviceSelf);
            }
        }
    }

    void aWindowCutsOperatorsAndTheirWork()
    {
        EventList list;
        list.op("outer", 100, 0, 100);
        list.op("inner", 100, 20, 60);
        list.launch(100, 30, 5, 1);
        list.kernel("k", 7, 60, 100, 1);
        const auto trace = list.load();
        QVERIFY(trace);
        const auto rows = analysis::operatorStats(*trace, analysis::cutTo({50, 90}));
        QCOMPARE(rows.size(), 2U);
        QCOMPARE(trace->names.view(rows[0].name), std::string_view("outer"));
        QCOMPARE(rows[0].cpuTotalNs, 40);
        QCOMPARE(rows[0].cpuSelfNs, 10);
        QCOMPARE(rows[1].cpuTotalNs, 30);
        QCOMPARE(rows[1].deviceTotalNs, 30);
        QCOMPARE(rows[0].deviceSelfNs, 0);
    }

    void anOperatorThatOnlyCallsItselfIsOneCall()
    {
        EventList list;
        list.op("aten::mean", 100, 0, 100); // dispatched twice more
        list.op("aten::mean", 100, 10, 80);
        list.op("aten::mean", 100, 20, 60);
        list.op("aten::sum", 100, 30, 20);
        list.launch(100, 55, 5, 1);
        list.kernel("k", 7, 60, 7, 1);
        list.op("aten::cat", 100, 200, 100); // calls itself and something else
        list.op("aten::cat", 100, 210, 40);
        list.op("aten::empty", 100, 260, 10);
        const auto trace = list.load();
        QVERIFY(trace);
        const auto rows = analysis::operatorStats(*trace, analysis::Window());
        QCOMPARE(rows.size(), 4U);
        QCOMPARE(trace->names.view(rows[0].name), std::string_view("aten::cat"));
        QCOMPARE(rows[0].calls, 2U);
        QCOMPARE(rows[0].cpuTotalNs, 140);
        QCOMPARE(trace->names.view(rows[1].name), std::string_view("aten::mean"));
        QCOMPARE(rows[1].calls, 1U);
        QCOMPARE(rows[1].cpuTotalNs, 100);
        QCOMPARE(rows[1].cpuSelfNs, 75);
        QCOMPARE(rows[1].deviceTotalNs, 7);
        QCOMPARE(rows[1].deviceSelfNs, 7);
    }

    void stepsAndRuntimeCallsAndPythonFramesHaveNoRows()
    {
        EventList list;
        list.add("user_annotation", "ProfilerStep#1", kCpu, 100, 0, 100);
        list.add("user_annotation", "forward", kCpu, 100, 10, 50);
        list.add("python_function", "train.py(1): main", kCpu, 100, 5, 80);
        list.launch(100, 20, 5, 1);
        list.kernel("k", 7, 30, 5, 1);
        const auto trace = list.load();
        QVERIFY(trace);
        const auto rows = analysis::operatorStats(*trace, analysis::Window());
        QCOMPARE(rows.size(), 1U);
        QCOMPARE(trace->names.view(rows[0].name), std::string_view("forward"));
        QVERIFY(rows[0].annotation);
        QCOMPARE(rows[0].deviceSelfNs, 5);
    }

    void modulesFormATree()
    {
        EventList list;
        const auto frame = [&list](const char* name, std::int64_t start, std::int64_t dur) {
            list.add("python_function", name, kCpu, 100, start, dur);
        };
        frame("train.py(1): main", 0, 1000);
        for (const std::int64_t at : {10, 510}) {
            frame("nn.Module: Net_0", at, 400);
            frame("net.py(7): forward", at + 5, 390);
            frame("nn.Module: Linear_0", at + 10, 100);
            list.op("aten::linear", 100, at + 20, 50);
            list.launch(100, at + 30, 5, static_cast<int>(at));
            list.kernel("k", 7, at + 60, 20, static_cast<int>(at));
            frame("nn.Module: Linear_1", at + 200, 50);
        }
        const auto trace = list.load();
        QVERIFY(trace);
        const std::vector<analysis::ModuleRow> rows = analysis::moduleStats(*trace, analysis::Window());
        QCOMPARE(rows.size(), 3U);
        QCOMPARE(rows[0].path, std::string("Net_0"));
        QCOMPARE(rows[0].calls, 2U);
        QCOMPARE(rows[0].cpuTotalNs, 800);
        QCOMPARE(rows[0].deviceTotalNs, 40);
        QCOMPARE(rows[0].deviceSelfNs, 0);
        QCOMPARE(rows[1].path, std::string("Net_0.Linear_0"));
        QCOMPARE(rows[1].deviceSelfNs, 40);
        QCOMPARE(rows[2].path, std::string("Net_0.Linear_1"));
        QCOMPARE(rows[2].deviceTotalNs, 0);
    }
};

STEPSCOPE_TEST(TestOpStats)
#include "tst_op_stats.moc"
