// SPDX-License-Identifier: GPL-3.0-or-later
// Traces without GPU work: what the training steps do on the CPU is judged, and nothing is said about a GPU.
#include "tests/core/findings_run.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

// Steps of 10 ms that load data for `loading` of it and compute in one operator for the rest.
Run cpuSteps(int count, std::int64_t loading)
{
    Run run;
    run.at = kMs;
    for (int i = 1; i <= count; ++i) {
        run.step(i);
        if (loading > 0)
            run.list.add("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", kCpu, kMain,
                run.at, loading);
        run.list.op("aten::addmm", kMain, run.at + loading, kStep - loading);
        run.at += kStep;
    }
    return run;
}

} // namespace

class TestFindingsHost : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void trainingThatLoadsMoreThanItComputes()
    {
        const auto trace = cpuSteps(5, 8 * kMs).load();
        QVERIFY(trace);
        const analysis::Judgement judgement = figuresOf(*trace).judgement;
        QCOMPARE(judgement.findings.size(), 1U);
        const analysis::Finding& input = judgement.findings[0];
        QCOMPARE(input.rule, std::string("host.input"));
        QCOMPARE(input.totalNs, 40 * kMs);
        QCOMPARE(input.share, 0.8);
        QCOMPARE(input.steps.size(), 5U);
        QVERIFY(!input.evidence[0].device.has_value());
        QVERIFY(input.evidence[0].slice.valid());
        QVERIFY(judgement.verdict.bucket == analysis::Bucket::NoGpuWork);
        QCOMPARE(judgement.verdict.finding, std::optional<std::size_t>(0));
        QCOMPARE(judgement.verdict.sentence,
            std::string(
                "No GPU work is in this file. The CPU spends 8 ms (80 %) of each of 5 steps on training data of "
                "the DataLoader."));
        QVERIFY(judgement.checklist.empty());
    }

    void trainingThatComputes()
    {
        const auto trace = cpuSteps(5, 0).load();
        QVERIFY(trace);
        const analysis::Judgement judgement = figuresOf(*trace).judgement;
        QVERIFY(judgement.findings.empty());
        QCOMPARE(judgement.verdict.sentence,
            std::string("No GPU work is in this file, so nothing can be said about what the GPU waited for. On the CPU "
                        "aten::addmm takes longest: 50 ms in 5 calls."));
    }

    // It may well have device work, under names that only its writer knows.
    void aFileOfAnotherProfilerIsNotSaidToHaveNoWork()
    {
        Run run = cpuSteps(5, 0);
        run.list.add("async_npu", "MatMulV2", 0, 3, kMs, kMs);
        const auto trace = run.list.load();
        QVERIFY(trace);
        QCOMPARE(figuresOf(*trace).judgement.verdict.sentence,
            std::string(
                "The device work of a file of Ascend PyTorch profiler (torch_npu) is shown but not analysed, so "
                "nothing can be said about what the GPU waited for. On the CPU aten::addmm takes longest: 50 ms "
                "in 5 calls."));
    }

    void aStepChosenIsAllThatIsJudged()
    {
        Run run = cpuSteps(4, kMs);
        run.step(5);
        run.list.add("user_annotation", "data_wait", kCpu, kMain, run.at, 9 * kMs);
        const auto trace = run.list.load();
        QVERIFY(trace);
        const analysis::StepIndex steps = analysis::buildStepIndex(*trace);
        analysis::WindowRequest request;
        request.step = 5;
        const auto figures = figuresOf(*trace, *analysis::resolveWindow(request, steps));
        const analysis::Finding* input = findingOf(figures, "host.input");
        QVERIFY(input != nullptr);
        QCOMPARE(input->totalNs, 9 * kMs);
        QVERIFY(input->headline.find("9 ms (90 %) of ProfilerStep#5") != std::string::npos);
    }

    void compilingAgainCostsTheStepsItsTime()
    {
        Run run = cpuSteps(3, 0);
        run.step(4, 5 * kStep);
        run.list.add("user_annotation", "entire_frame_compile (dynamo_timed)", kCpu, kMain, run.at + kMs, 4 * kStep);
        run.at += 5 * kStep;
        run.step(5);
        const auto trace = run.list.load();
        QVERIFY(trace);
        const auto figures = figuresOf(*trace);
        const analysis::Finding* compile = findingOf(figures, "host.recompile");
        QVERIFY(compile != nullptr);
        QCOMPARE(compile->totalNs, 4 * kStep);
        QCOMPARE(compile->headline, std::string("torch.compile compiles again: 40 ms (80 %) of ProfilerStep#4"));
        QVERIFY(figures.judgement.verdict.sentence.find(compile->headline) != std::string::npos);
    }

    void aWarmUpStepStandsApart()
    {
        Run run;
        run.at = kMs;
        run.step(0, 10 * kStep);
        run.list.op("aten::addmm", kMain, run.at, 10 * kStep);
        run.at += 10 * kStep;
        for (int i = 1; i <= 3; ++i) {
            run.step(i);
            run.list.op("aten::addmm", kMain, run.at, kStep);
            run.at += kStep;
        }
        const auto trace = run.list.load();
        QVERIFY(trace);
        const auto figures = figuresOf(*trace);
        QCOMPARE(figures.judgement.findings.size(), 1U);
        QCOMPARE(figures.judgement.findings[0].rule, std::string("step.warm_up"));
    }
};

STEPSCOPE_TEST(TestFindingsHost)
#include "tst_findings_host.moc"
