// SPDX-License-Identifier: GPL-3.0-or-later
// Host overhead, compiling, redundant copies and slow steps on traces of a few events.
#include "core/analysis/trace_figures.h"
#include "tests/core/analysis_fixture.h"
#include "tests/support/test_registry.h"
#include "tests/support/units.h"

#include <QTest>

#include <fmt/format.h>
#include <functional>
#include <tuple>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

using stepscope::tests::kUs;
constexpr std::int64_t kStep = 1000 * kUs;

analysis::TraceFigures overheadFigures(const model::Trace& trace, const analysis::Window& window = {})
{
    return analysis::computeFigures(trace, analysis::buildStepIndex(trace), window, {});
}

TestEvent& annotation(EventList& list, const std::string& name, std::int64_t start, std::int64_t dur, int tid = 100)
{
    return list.add("user_annotation", name, kCpu, tid, start, dur);
}

// Steps of one millisecond; each launches kernels k0 … k5, four times each, of 5 … 10 µs × the factor.
EventList steps(int count, const std::function<double(int step, int name)>& factor)
{
    EventList list;
    int correlation = 0;
    for (int step = 0; step < count; ++step) {
        annotation(list, fmt::format("ProfilerStep#{}", step), step * kStep, kStep - 10 * kUs);
        for (int i = 0; i < 24; ++i) {
            const std::int64_t at = step * kStep + (10 + i * 30) * kUs;
            const auto dur = static_cast<std::int64_t>(static_cast<double>((5 + i % 6) * kUs) * factor(step, i % 6));
            list.launch(100, at, 2 * kUs, ++correlation);
            list.kernel(fmt::format("k{}", i % 6), 7, at + 5 * kUs, dur, correlation).args
                = fmt::format("\"grid\": [{}, 1, 1]", 64 + i % 6);
        }
    }
    return list;
}

std::vector<std::uint32_t> slowStepsOf(const EventList& list)
{
    std::vector<std::uint32_t> out;
    const auto trace = list.load();
    if (!trace)
        return {analysis::StepIndex::kNone};
    for (const analysis::SlowStep& slow : overheadFigures(*trace).slowSteps)
        out.push_back(slow.step);
    return out;
}

using Steps = std::vector<std::uint32_t>;

} // namespace

class TestOverheads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStepWhoseKernelsAreAllSlowerIsASlowStep()
    {
        EventList list = steps(8, [](int step, int) { return step == 5 ? 1.5 : 1.0; });
        list.launch(100, 5 * kStep + 900 * kUs, 2 * kUs, 999);
        list.kernel("ncclDevKernel_AllReduce", 7, 5 * kStep + 905 * kUs, 50 * kUs, 999);
        const auto trace = list.load();
        QVERIFY(trace);
        const auto slow = overheadFigures(*trace).slowSteps;
        QCOMPARE(slow.size(), 1U);
        QCOMPARE(slow[0].step, 5U);
        QCOMPARE(slow[0].factor, 1.5);
        QCOMPARE(slow[0].judged, 6U);
        QCOMPARE(slow[0].slower, 6U);
        QCOMPARE(slow[0].kernels, 25U);
        QCOMPARE(slow[0].span.start, 5 * kStep + 15 * kUs);
        QCOMPARE(slow[0].span.end, 5 * kStep + 955 * kUs);
    }

    void fewSlowKernelsOrALittleSlownessAreNone()
    {
        QCOMPARE(slowStepsOf(steps(8, [](int step, int) { return step == 5 ? 1.15 : 1.0; })), Steps());
        QCOMPARE(slowStepsOf(steps(8, [](int step, int n) { return step == 5 && n < 4 ? 1.5 : 1.0; })), Steps());
        QCOMPARE(slowStepsOf(steps(8, [](int step, int n) { return step == 5 && n < 5 ? 1.5 : 1.0; })), Steps({5}));
        QCOMPARE(slowStepsOf(steps(2, [](int step, int) { return step == 1 ? 1.5 : 1.0; })), Steps());
    }

    void moreWorkIsNoSlowness()
    {
        EventList grids = steps(8, [](int step, int) { return step == 5 ? 1.5 : 1.0; });
        EventList calls = grids;
        for (TestEvent& event : grids.events) {
            if (event.category == "kernel" && event.start / kStep == 5)
                event.args = "\"grid\": [4096, 1, 1]";
        }
        QCOMPARE(slowStepsOf(grids), Steps());
        std::vector<TestEvent> more;
        for (const TestEvent& event : calls.events) {
            if (event.category == "kernel" && event.start / kStep == 5) {
                more.push_back(event);
                more.back().tid = 8;
            }
        }
        calls.events.insert(calls.events.end(), more.begin(), more.end());
        QCOMPARE(slowStepsOf(calls), Steps()); // twice as many calls of each: another job
    }

    void aWarmUpStepIsNotJudged()
    {
        EventList list = steps(8, [](int step, int) { return step == 0 ? 1.5 : 1.0; });
        QCOMPARE(slowStepsOf(list), Steps({0}));
        for (TestEvent& event : list.events)
            event.start += event.start < kStep ? 0 : 3 * kStep; // the first step gets four times as long
        list.events[0].dur = 4 * kStep - 10 * kUs;
        QCOMPARE(slowStepsOf(list), Steps());
    }

    void compileSpansAreTheOutermostOnes()
    {
        EventList list = steps(3, [](int, int) { return 1.0; });
        annotation(list, "_compile.compile_inner (dynamo_timed)", kStep + 100 * kUs, 300 * kUs);
        annotation(list, "compile_fx_inner (dynamo_timed)", kStep + 150 * kUs, 100 * kUs);
        annotation(list, "async_compile.wait", kStep + 450 * kUs, 50 * kUs);
        annotation(list, "entire_frame_compile", kStep + 200 * kUs, 20 * kUs, 101); // another thread
        list.add("python_function", "torch/_dynamo/convert_frame.py(697): compile_inner", kCpu, 100, 0, 50 * kUs);
        list.op("TorchDynamo Cache Lookup", 100, kStep + 10 * kUs, 7 * kUs);
        list.op("TorchDynamo Cache Lookup", 100, 2 * kStep + 10 * kUs, 8 * kUs);
        list.op("Torch-Compiled Region: 0/0", 100, kStep + 600 * kUs, 8 * kUs);
        list.op("Torch-Compiled Region: 1/0", 100, kStep + 700 * kUs, 8 * kUs);
        list.op("Torch-Compiled Region: 1/0", 100, kStep + 720 * kUs, 8 * kUs);
        list.op("Torch-Compiled Region: 0/1", 100, 2 * kStep + 720 * kUs, 8 * kUs);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::Recompiles found = overheadFigures(*trace).recompiles;
        QCOMPARE(found.spans.size(), 3U);
        QCOMPARE(trace->nameOf(found.spans[0].slice), std::string_view("_compile.compile_inner (dynamo_timed)"));
        QCOMPARE(found.spans[0].step, 1U);
        QCOMPARE(trace->nameOf(found.spans[1].slice), std::string_view("entire_frame_compile"));
        QCOMPARE(found.totalNs, 370 * kUs);
        QCOMPARE(found.lookups, 2U);
        QCOMPARE(found.lookupNs, 15 * kUs);
        QCOMPARE(found.regions.size(), 2U);
        QCOMPARE(std::tuple(found.regions[0].step, found.regions[0].calls, found.regions[0].different),
            std::tuple(1U, std::uint64_t {3}, std::uint64_t {2}));
        QCOMPARE(std::tuple(found.regions[1].step, found.regions[1].calls, found.regions[1].different),
            std::tuple(2U, std::uint64_t {1}, std::uint64_t {1}));

        const Interval part {kStep, kStep + 150 * kUs};
        const analysis::Recompiles inside = overheadFigures(*trace, analysis::cutTo(part)).recompiles;
        QCOMPARE(inside.totalNs, 50 * kUs);
        QCOMPARE(inside.lookups, 1U);
        QVERIFY(inside.regions.empty());
    }

    void pythonFramesTellOfCompilingWhereNothingElseDoes()
    {
        EventList list;
        list.add("python_function", "torch/_dynamo/convert_frame.py(1198): __call__", kCpu, 100, 0, 900 * kUs);
        list.add(
            "python_function", "torch/_dynamo/convert_frame.py(697): compile_inner", kCpu, 100, 10 * kUs, 700 * kUs);
        list.add("python_function", "torch/_inductor/compile_fx.py(15): compile_fx", kCpu, 100, 20 * kUs, 500 * kUs);
        list.add("python_function", "train.py(7): compile_inner", kCpu, 100, 910 * kUs, 50 * kUs);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::Recompiles found = overheadFigures(*trace).recompiles;
        QCOMPARE(found.spans.size(), 1U);
        QCOMPARE(found.totalNs, 700 * kUs);
    }

    void copiesBelongToTheOutermostCopyingOperator()
    {
        EventList list;
        const auto work = [&list](std::int64_t at, std::int64_t dur, int correlation, const char* copy = nullptr) {
            list.launch(100, at, kUs, correlation);
            if (copy != nullptr)
                list.add("gpu_memcpy", copy, 0, 7, at + 5 * kUs, dur, correlation);
            else
                list.kernel("copy_kernel", 7, at + 5 * kUs, dur, correlation);
        };
        list.op("aten::linear", 100, 0, 100 * kUs);
        list.op("aten::contiguous", 100, 10 * kUs, 50 * kUs);
        list.op("aten::clone", 100, 11 * kUs, 40 * kUs);
        list.op("aten::copy_", 100, 12 * kUs, 30 * kUs);
        work(13 * kUs, 10 * kUs, 1);
        work(30 * kUs, 5 * kUs, 2, "Memcpy DtoD (Device -> Device)");
        work(80 * kUs, 10 * kUs, 3); // of aten::linear itself
        list.op("aten::to", 100, 200 * kUs, 50 * kUs);
        list.op("aten::_to_copy", 100, 201 * kUs, 40 * kUs);
        list.op("aten::copy_", 100, 202 * kUs, 30 * kUs);
        work(203 * kUs, 10 * kUs, 4, "Memcpy HtoD (Pageable -> Device)");
        list.op("aten::to", 100, 300 * kUs, 50 * kUs);
        work(303 * kUs, 20 * kUs, 5);
        list.op("aten::copy_", 100, 400 * kUs, 50 * kUs);
        list.op("aten::mul", 100, 401 * kUs, 40 * kUs);
        work(403 * kUs, 60 * kUs, 6);
        const auto trace = list.load();
        QVERIFY(trace);
        const auto rows = overheadFigures(*trace).redundantCopies;
        QCOMPARE(rows.size(), 2U);
        QCOMPARE(trace->names.view(rows[0].op), std::string_view("aten::to"));
        QCOMPARE(rows[0].calls, 1U);
        QCOMPARE(rows[0].totalNs, 20 * kUs);
        QCOMPARE(rows[0].share, 0.2);
        QCOMPARE(trace->names.view(rows[1].op), std::string_view("aten::contiguous"));
        QCOMPARE(rows[1].calls, 1U);
        QCOMPARE(rows[1].kernels, 2U);
        QCOMPARE(rows[1].totalNs, 15 * kUs);
        QCOMPARE(trace->slices.dur[rows[1].longest.index()], 10 * kUs);
    }

    void hostBoundOperatorsCostTheHostFarMoreThanTheGpu()
    {
        EventList list;
        annotation(list, "ProfilerStep#1", 0, 1000 * kUs);
        const auto op = [&list](const char* name, std::int64_t at, std::int64_t dur, std::int64_t deviceNs) {
            list.op(name, 100, at, dur);
            if (deviceNs == 0)
                return;
            const int correlation = static_cast<int>(list.events.size());
            list.launch(100, at + kUs, 5 * kUs, correlation);
            list.kernel("k", 7, at + 8 * kUs, deviceNs, correlation);
        };
        op("aten::slow", 100 * kUs, 105 * kUs, 20 * kUs); // 100 µs of its own, 20 on the device
        op("aten::fair", 300 * kUs, 105 * kUs, 21 * kUs); // not five times as much
        op("aten::nothing", 500 * kUs, 50 * kUs, 0);
        op("aten::nothing", 560 * kUs, 60 * kUs, 0);
        op("aten::tiny", 700 * kUs, 9 * kUs, 0); // less than 1 %
        annotation(list, "## backward ##", 720 * kUs, 80 * kUs);
        annotation(list, "compile_fx_inner (dynamo_timed)", 810 * kUs, 80 * kUs);
        list.op("aten::_local_scalar_dense", 100, 910 * kUs, 60 * kUs); // waits
        list.add("overhead", "Lazy Function Loading", -1, 0, 100 * kUs, 30 * kUs);
        list.add("overhead", "Lazy Function Loading", -1, 0, 200 * kUs, 40 * kUs);
        list.add("overhead", "Buffer Flush", -1, 0, 300 * kUs, 90 * kUs);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::HostOverhead found = overheadFigures(*trace).hostOverhead;
        QCOMPARE(found.operators.size(), 2U);
        QCOMPARE(trace->names.view(found.operators[0].name), std::string_view("aten::nothing"));
        QCOMPARE(found.operators[0].cpuSelfNs, 110 * kUs);
        QCOMPARE(found.operators[0].share, 0.11);
        QCOMPARE(trace->slices.dur[found.operators[0].longest.index()], 60 * kUs);
        QCOMPARE(trace->names.view(found.operators[1].name), std::string_view("aten::slow"));
        QCOMPARE(found.operators[1].deviceSelfNs, 20 * kUs);
        QCOMPARE(found.profiler.size(), 2U);
        QCOMPARE(trace->names.view(found.profiler[0].name), std::string_view("Buffer Flush"));
        QCOMPARE(found.profiler[1].count, 2U);
        QCOMPARE(found.profiler[1].totalNs, 70 * kUs);
        QCOMPARE(trace->slices.dur[found.profiler[1].longest.index()], 40 * kUs);
    }

    void withoutGpuWorkTheCpuIsNoOverhead()
    {
        EventList list;
        list.op("aten::mm", 100, 0, 100 * kUs);
        const auto trace = list.load();
        QVERIFY(trace);
        QVERIFY(overheadFigures(*trace).hostOverhead.operators.empty());
    }
};

STEPSCOPE_TEST(TestOverheads)
#include "tst_overheads.moc"
