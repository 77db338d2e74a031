// SPDX-License-Identifier: GPL-3.0-or-later
// Who wrote a trace, what it lacks, and how much it holds.
#include "core/analysis/missing.h"
#include "core/analysis/producer.h"
#include "core/analysis/recorded_stack.h"
#include "core/analysis/trace_counts.h"
#include "tests/core/analysis_fixture.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

std::string eraOf(const std::string& text)
{
    const auto trace = EventList::loadText(text);
    return trace ? analysis::guessProducer(*trace).era : "not loaded";
}

bool lacks(const model::Trace& trace, const std::string& what)
{
    const std::vector<analysis::MissingData> missing = analysis::missingData(trace);
    return std::any_of(missing.begin(), missing.end(), [&](const analysis::MissingData& m) { return m.what == what; });
}

} // namespace

class TestProducer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pyTorchErasAreToldByFeatures()
    {
        const std::string op = R"({"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":1,"dur":1})";
        QCOMPARE(eraOf("{\"schemaVersion\":1,\"baseTimeNanoseconds\":5,\"traceEvents\":[" + op + "]}"),
            std::string("2.4 or later"));
        QCOMPARE(eraOf("{\"schemaVersion\":1,\"cuda_driver_version\":12000,\"traceEvents\":[" + op + "]}"),
            std::string("2.1 to 2.3"));
        QCOMPARE(eraOf("{\"schemaVersion\":1,\"traceName\":\"x\",\"traceEvents\":[" + op + "]}"),
            std::string("1.11 to 2.3"));
        QCOMPARE(eraOf(R"([{"ph":"X","cat":"Operator","name":"add","pid":1,"tid":"1","ts":1,"dur":1}])"),
            std::string("1.8"));
    }

    void versionIsTheRecordedOneOrTheEra()
    {
        const std::string op = R"({"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":1,"dur":1})";
        const auto versionOf = [&op](const std::string& keys) {
            const auto trace = EventList::loadText("{" + keys + "\"traceEvents\":[" + op + "]}");
            return trace ? analysis::torchVersion(*trace) : "not loaded";
        };
        QCOMPARE(versionOf(R"("schemaVersion":1,"baseTimeNanoseconds":5,"torch_version":"2.6.0+cu124",)"),
            std::string("2.6.0+cu124"));
        QCOMPARE(versionOf(R"("schemaVersion":1,"baseTimeNanoseconds":5,)"), std::string("2.4 or later"));
        const auto foreign
            = EventList::loadText(R"([{"ph":"X","cat":"cc","name":"a","pid":1,"tid":1,"ts":1,"dur":1}])");
        QVERIFY(foreign);
        QCOMPARE(analysis::torchVersion(*foreign), std::string());
    }

    void otherWritersAreNamedOrUnknown()
    {
        const auto legacy = EventList::loadText(
            R"([{"ph":"X","name":"add","pid":"CPU functions","tid":1,"ts":1,"dur":1,"args":{}}])");
        QVERIFY(legacy);
        QVERIFY(analysis::guessProducer(*legacy).kind == analysis::ProducerKind::LegacyAutograd);
        const auto chrome
            = EventList::loadText(R"([{"ph":"X","cat":"toplevel","name":"x","pid":1,"tid":1,"ts":1,"dur":1}])");
        QVERIFY(chrome);
        QCOMPARE(analysis::guessProducer(*chrome).name, std::string("Chrome tracing"));
        const auto unknown = EventList::loadText(R"([{"ph":"X","name":"x","pid":1,"tid":1,"ts":1,"dur":1}])");
        QVERIFY(unknown);
        QVERIFY(analysis::guessProducer(*unknown).kind == analysis::ProducerKind::Unknown);
        QVERIFY(analysis::missingData(*unknown).empty());
    }

    void missingDataNamesTheSetting()
    {
        EventList list;
        list.op("aten::add", 100, 0, 10).args = "\"Input Dims\": [[2, 3]]";
        list.launch(100, 2, 3, 1);
        const auto trace = list.load();
        QVERIFY(trace);
        QVERIFY(lacks(*trace, "GPU work"));
        QVERIFY(lacks(*trace, "step marks"));
        QVERIFY(lacks(*trace, "Python stacks"));
        QVERIFY(lacks(*trace, "memory events"));
        QVERIFY(!lacks(*trace, "input shapes")); // told from the arguments
        QVERIFY(!lacks(*trace, "operators"));
        for (const analysis::MissingData& missing : analysis::missingData(*trace))
            QVERIFY(!missing.prevents.empty() && !missing.setting.empty());
    }

    void stacksWithinOperatorsAreStacks()
    {
        EventList list;
        list.op("aten::add", 100, 0, 10).args
            = "\"Call stack\": \"loss.py(7): forward;;train.py(3): <module>\", \"Input Dims\": []";
        list.op("aten::mul", 100, 20, 10).args = "\"Call stack\": 5";
        const auto trace = list.load();
        QVERIFY(trace);
        QVERIFY(!lacks(*trace, "Python stacks"));
        QVERIFY(!lacks(*trace, "nn.Module calls")); // these profilers knew none
        const auto stackOf = [&](std::uint32_t slice) {
            const Expected<model::ArgValue> event = trace->args->eventAt(trace->slices.offset(SliceId(slice)));
            return event ? analysis::recordedStack(*event) : std::vector<std::string> {"not read"};
        };
        QCOMPARE(stackOf(0), (std::vector<std::string> {"loss.py(7): forward", "train.py(3): <module>"}));
        QVERIFY(stackOf(1).empty());
    }

    void nothingIsMissingThatIsThere()
    {
        EventList list;
        list.topLevel = "\"record_shapes\": 1, ";
        list.add("user_annotation", "ProfilerStep#1", kCpu, 100, 0, 100);
        list.add("user_annotation", "ProfilerStep#2", kCpu, 100, 100, 100);
        list.add("python_function", "nn.Module: Net_0", kCpu, 100, 1, 90);
        list.op("aten::add", 100, 5, 20);
        list.launch(100, 6, 3, 1);
        list.kernel("k", 7, 20, 3, 1);
        const auto trace = list.load();
        QVERIFY(trace);
        const auto missing = analysis::missingData(*trace);
        QCOMPARE(missing.size(), 1U); // only [memory]
        QCOMPARE(missing[0].what, std::string("memory events"));
    }

    void oneStepIsNotEnough()
    {
        EventList list;
        list.add("user_annotation", "ProfilerStep#1", kCpu, 100, 0, 100);
        list.op("aten::add", 100, 5, 20);
        QVERIFY(lacks(*list.load(), "a second step"));
        list.add("user_annotation", "ProfilerStep#2", kCpu, 100, 100, 100);
        QVERIFY(!lacks(*list.load(), "a second step"));
        QVERIFY(!lacks(*list.load(), "step marks"));
    }

    void breaksBetweenProfilerCyclesAreTold()
    {
        EventList list;
        list.op("aten::add", 100, 5, 20);
        list.add("Trace", "PyTorch Profiler (0)", kCpu, 1, 0, 100);
        list.add("Trace", "__cupti_profiler__ (-1)", kCpu, 2, 10, 80); // another profiler's
        QVERIFY(!lacks(*list.load(), "one recording without breaks"));
        list.add("Trace", "PyTorch Profiler (1)", kCpu, 1, 1000, 100);
        QVERIFY(lacks(*list.load(), "one recording without breaks"));
    }

    void whatIsMissingNamesTheFindingItPrevents()
    {
        EventList list;
        list.kernel("k", 7, 20, 3, 1);
        for (const analysis::MissingData& missing : analysis::missingData(*list.load())) {
            if (missing.what == "operators")
                QVERIFY(missing.prevents.find("idle.host_dispatch") != std::string::npos);
            if (missing.what == "launch calls")
                QVERIFY(missing.prevents.find("idle.") != std::string::npos);
        }
        QVERIFY(lacks(*list.load(), "operators"));
        QVERIFY(lacks(*list.load(), "launch calls"));
        QVERIFY(!lacks(*list.load(), "input shapes")); // without operators there is nothing to have shapes
    }

    void countsOfAWindowArePartOfTheWhole()
    {
        EventList list;
        for (int i = 1; i <= 10; ++i) {
            list.launch(100, i * 10, 4, i);
            list.kernel("k", 7, i * 10 + 5, 4, i);
        }
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::TraceCounts all = analysis::countTrace(*trace, analysis::Window());
        QCOMPARE(all.slices, 20U);
        QCOMPARE(all.arrows, 10U);
        QCOMPARE(all.cpuRows, 1U);
        QCOMPARE(all.gpuStreams, 1U);
        const analysis::TraceCounts part = analysis::countTrace(*trace, analysis::cutTo({20, 39}));
        QCOMPARE(part.slices, 4U);
        QCOMPARE(part.arrows, 2U);
        const analysis::TraceCounts none = analysis::countTrace(*trace, analysis::cutTo({0, 5}));
        QCOMPARE(none.slices, 0U);
    }
};

STEPSCOPE_TEST(TestProducer)
#include "tst_producer.moc"
