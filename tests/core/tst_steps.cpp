// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/trace_figures.h"
#include "tests/core/analysis_fixture.h"
#include "tests/support/test_registry.h"
#include "tests/support/units.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

using stepscope::tests::kUs;

void addStep(EventList& list, int number, std::int64_t start, std::int64_t dur)
{
    list.add("user_annotation", "ProfilerStep#" + std::to_string(number), kCpu, 100, start, dur);
}

analysis::TraceFigures figuresOf(const model::Trace& trace, const analysis::WindowRequest& request = {})
{
    analysis::StepIndex index = analysis::buildStepIndex(trace);
    const std::optional<analysis::Window> window = analysis::resolveWindow(request, index);
    return analysis::computeFigures(trace, std::move(index), window.value_or(analysis::Window()));
}

// Two steps of 100 µs. The work of the first reaches into the second; a thread of its own launches the backward work.
EventList twoSteps()
{
    EventList list;
    addStep(list, 4, 0, 100 * kUs);
    addStep(list, 5, 100 * kUs, 100 * kUs);
    for (int step = 0; step < 2; ++step) {
        const std::int64_t at = step * 100 * kUs;
        list.add("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", kCpu, 100,
            at + 1 * kUs, 9 * kUs);
        list.add("user_annotation", "forward", kCpu, 100, at + 20 * kUs, 20 * kUs);
        list.add("user_annotation", "nested label", kCpu, 100, at + 22 * kUs, 5 * kUs);
        list.add("user_annotation", "backward", kCpu, 100, at + 50 * kUs, 30 * kUs);
        list.launch(100, at + 23 * kUs, 2 * kUs, 1 + 10 * step);
        list.launch(200, at + 55 * kUs, 2 * kUs, 2 + 10 * step);
        list.kernel("fwd", 7, at + 40 * kUs, 10 * kUs, 1 + 10 * step);
        list.kernel("bwd", 7, at + 90 * kUs, 20 * kUs, 2 + 10 * step);
    }
    return list;
}

} // namespace

class TestSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void gpuIntervalsFollowTheLaunches()
    {
        const auto trace = twoSteps().load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QCOMPARE(figures.steps.steps.size(), 2U);
        const analysis::StepFigures& first = figures.steps.steps[0];
        const analysis::StepFigures& second = figures.steps.steps[1];
        QCOMPARE(first.span.number, 4);
        QCOMPARE(*first.span.gpu, (Interval {40 * kUs, 110 * kUs}));
        QCOMPARE(*second.span.gpu, (Interval {110 * kUs, 210 * kUs}));
        QCOMPARE(*first.gpuBusyNs, 30 * kUs);
        QCOMPARE(*first.gpuIdleNs, 40 * kUs);
        QCOMPARE(*second.gpuBusyNs, 30 * kUs);
        QCOMPARE(*second.gpuIdleNs, 70 * kUs);
        QCOMPARE(second.kernels, 2U);
        QCOMPARE(*figures.steps.medianNs, 100 * kUs);
    }

    void phasesAreTheLabelsRightBelowTheStep()
    {
        const auto trace = twoSteps().load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::StepFigures& step = figures.steps.steps.at(1);
        QCOMPARE(step.dataLoadingNs, 9 * kUs);
        QCOMPARE(step.phases.size(), 3U); // no row for the nested label
        QCOMPARE(trace->names.view(step.phases[1].name), std::string_view("forward"));
        QCOMPARE(step.phases[1].cpuNs, 20 * kUs);
        QCOMPARE(*step.phases[1].gpuNs, 10 * kUs);
        QCOMPARE(trace->names.view(step.phases[2].name), std::string_view("backward"));
        QCOMPARE(*step.phases[2].gpuNs, 20 * kUs); // launched by another thread meanwhile
    }

    void workWithoutLaunchGoesByTheGpuAnnotation()
    {
        EventList list;
        addStep(list, 1, 0, 100 * kUs);
        addStep(list, 2, 100 * kUs, 100 * kUs);
        list.add("gpu_user_annotation", "ProfilerStep#1", 0, 7, 50 * kUs, 75 * kUs);
        list.kernel("late", 7, 120 * kUs, 5 * kUs);
        list.kernel("other", 7, 150 * kUs, 5 * kUs);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QCOMPARE(figures.steps.steps.at(0).kernels, 1U);
        QCOMPARE(figures.steps.steps.at(1).kernels, 1U);
        QCOMPARE(*figures.steps.steps[1].span.gpu, (Interval {125 * kUs, 155 * kUs}));
    }

    // A stream works in order: what stands before the first work that the first step launched, and has no launch in the
    // file, was launched before the recording. It is no work of the steps that run meanwhile.
    void workLaunchedBeforeTheRecordingIsOfNoStep()
    {
        EventList list;
        addStep(list, 1, 0, 100 * kUs);
        addStep(list, 2, 100 * kUs, 100 * kUs);
        list.kernel("before", 7, 10 * kUs, 20 * kUs);
        list.kernel("before", 7, 110 * kUs, 20 * kUs);
        list.launch(100, 50 * kUs, 2 * kUs, 1);
        list.kernel("first", 7, 140 * kUs, 10 * kUs, 1);
        list.kernel("lost", 7, 155 * kUs, 5 * kUs); // among others: goes by its time
        list.launch(100, 160 * kUs, 2 * kUs, 2);
        list.kernel("second", 7, 165 * kUs, 5 * kUs, 2);
        list.kernel("alone", 9, 30 * kUs, 5 * kUs); // nothing of its stream has a launch
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QCOMPARE(figures.steps.steps.at(0).kernels, 2U);
        QCOMPARE(*figures.steps.steps[0].span.gpu, (Interval {30 * kUs, 150 * kUs}));
        QCOMPARE(figures.steps.steps.at(1).kernels, 2U);
        QCOMPARE(*figures.steps.steps[1].span.gpu, (Interval {150 * kUs, 170 * kUs}));
    }

    // Its first step is not the first of the recording, and those at its ends are there in part.
    void aCutTraceHasTheStepsItWasCutTo()
    {
        EventList list;
        std::int64_t at = 0;
        for (const int dur : {100, 250, 100, 90, 100}) {
            addStep(list, static_cast<int>(at), at, dur);
            at += dur;
        }
        const auto stepsOf = [&list](const std::string& mark) {
            list.topLevel = mark.empty() ? "" : "\"stepscopeCut\": " + mark + ", ";
            const auto trace = list.load();
            return trace ? figuresOf(*trace).steps.steps : std::vector<analysis::StepFigures>();
        };
        QCOMPARE(stepsOf("").size(), 5U);
        const auto whole = stepsOf("{\"start_ns\": 100, \"end_ns\": 560}"); // the last ends at 640
        QCOMPARE(whole.size(), 3U);
        QCOMPARE(whole.front().span.number, 100);
        QVERIFY(!whole.front().warmUp);
        QVERIFY(whole.front().outlier);
        QCOMPARE(stepsOf("{\"start_ns\": 0, \"end_ns\": 640, \"steps\": [100, 350]}").size(), 2U);
        QCOMPARE(stepsOf("{\"start_ns\": 640, \"end_ns\": 0}").size(), 5U); // says nothing
        QCOMPARE(stepsOf("{\"start_ns\": \"x\", \"end_ns\": [1]}").size(), 5U);
        QCOMPARE(stepsOf("{\"start_ns\": 0, \"end_ns\": 640, \"steps\": [9, 3]}").size(), 5U);
        QCOMPARE(stepsOf("{\"start_ns\": 0, \"end_ns\": 640, \"steps\": [[1], {}]}").size(), 5U);
    }

    void aSlowFirstStepIsWarmUpAndLeftOutOfTheMedian()
    {
        EventList list;
        std::int64_t at = 0;
        for (const int dur : {250, 100, 110, 90, 150}) {
            addStep(list, static_cast<int>(at), at, dur);
            at += dur;
        }
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QVERIFY(figures.steps.steps[0].warmUp);
        QVERIFY(!figures.steps.steps[0].outlier);
        QCOMPARE(*figures.steps.medianNs, 100);
        QVERIFY(!figures.steps.steps[2].outlier);
        QVERIFY(figures.steps.steps[4].outlier);
        QVERIFY(!figures.steps.steps[4].warmUp);
    }

    void lazyLoadingMakesTheFirstStepWarmUp()
    {
        EventList list;
        addStep(list, 0, 0, 100);
        addStep(list, 1, 100, 100);
        list.add("overhead", "Lazy Function Loading", -1, 0, 20, 10);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QVERIFY(figures.steps.steps[0].warmUp);
        QVERIFY(!figures.steps.steps[1].warmUp);
    }

    void stepsOnTheCpuAloneHaveNoGpuFigures()
    {
        EventList list;
        addStep(list, 0, 0, 100);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QVERIFY(!figures.steps.steps[0].span.gpu);
        QVERIFY(!figures.steps.steps[0].gpuBusyNs);
        QVERIFY(!figures.steps.steps[0].warmUp && !figures.steps.steps[0].outlier);
    }

    void theWindowOfAStepDiffersForCpuAndGpu()
    {
        const auto trace = twoSteps().load();
        QVERIFY(trace);
        analysis::WindowRequest request;
        request.step = 5;
        const analysis::TraceFigures figures = figuresOf(*trace, request);
        QCOMPARE(figures.shownSteps, std::vector<std::uint32_t> {1});
        QCOMPARE(figures.gpu.devices.at(0).window, (Interval {110 * kUs, 210 * kUs}));
        QCOMPARE(figures.gpu.devices[0].busyNs, 30 * kUs);
        QCOMPARE(figures.launches.count, 2U);
        QCOMPARE(figures.kernels.calls, 2U);
        request.step = 6;
        QVERIFY(!analysis::resolveWindow(request, analysis::buildStepIndex(*trace)));
    }

    void stepsThatOverlapBelongToTheLaterOne()
    {
        EventList list;
        addStep(list, 7, 0, 110);
        addStep(list, 8, 100, 100);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::StepIndex index = analysis::buildStepIndex(*trace);
        QCOMPARE(index.at(99), 0U);
        QCOMPARE(index.at(105), 1U);
        QCOMPARE(index.at(199), 1U);
        QCOMPARE(index.at(200), analysis::StepIndex::kNone);
        QCOMPARE(index.at(-1), analysis::StepIndex::kNone);
    }
};

STEPSCOPE_TEST(TestSteps)
#include "tst_steps.moc"
