// SPDX-License-Identifier: GPL-3.0-or-later
// What findings weigh and where they point: shares of kernels side by side, kernels that start late, gaps that are
// there for another reason, steps that stand out, advice that is taken already.
#include "core/analysis/flops.h"
#include "tests/core/findings_run.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

#include <string>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

bool has(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

class TestFindingsWeights : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    // 8 ms without tensor cores beside 10 ms with them are 80 % of 10 ms, not 44 % of 18.
    void kernelsWeighTheTimeTheyTake()
    {
        Run run;
        run.list.topLevel = "\"deviceProperties\": [{\"id\": 0, \"name\": \"NVIDIA X\", \"computeMajor\": 8}], ";
        run.work(kMs - 20 * kUs, kMs, 9 * kMs, "ampere_sgemm_128x64_tn", 7);
        for (int i = 0; i < 5; ++i)
            run.work(kMs - 20 * kUs, (1 + 2 * i) * kMs, (3 + 2 * i) * kMs, "gemm_f16_s16816", 8);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* kernels = findingOf(figures, "kernel.low_efficiency");
        QVERIFY(kernels != nullptr);
        QCOMPARE(kernels->share, 0.8);
        QVERIFY2(has(kernels->headline, "take 8 ms (80 %) of the recording"), kernels->headline.c_str());
        QCOMPARE(figures.judgement.verdict.share, 0.8);
    }

    // Nothing is wrong with the launches when one kernel starts 29.9 ms after its own.
    void aLateKernelIsUnexplained()
    {
        Run run;
        run.work(500 * kUs, kMs, 2 * kMs);
        run.work(2100 * kUs, 32 * kMs, 33 * kMs);
        run.work(32500 * kUs, 33 * kMs, 42 * kMs);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QVERIFY(findingOf(figures, "idle.launch_latency") == nullptr);
        const analysis::Finding* late = findingOf(figures, "idle.unexplained");
        QVERIFY(late != nullptr);
        QCOMPARE(late->totalNs, 32 * kMs - 2100 * kUs);
        QVERIFY2(has(late->headline, "for work that was launched in time"), late->headline.c_str());
        QVERIFY(has(late->advice.front(), "outside this file"));
        QVERIFY(figures.judgement.verdict.bucket == analysis::Bucket::CannotTell);
        const auto latency = static_cast<std::size_t>(analysis::IdleCause::LaunchLatency);
        const analysis::CauseTotals totals = analysis::causesWithin(figures.idle.causes, {kMs, 42 * kMs});
        QCOMPARE(totals[latency], 32 * kMs - 2100 * kUs); // the gap's parts keep their names
    }

    // A gap of the CPU's with a short launch at its end: the launch's place is that end.
    void placesAreWhereTheCauseIs()
    {
        Run run;
        for (int i = 0; i < 4; ++i) {
            const std::int64_t at = i * 2 * kMs;
            run.list.op("aten::cat", kMain, at + 10 * kUs, 900 * kUs);
            run.work(at + kMs, at + 1200 * kUs, at + 2 * kMs);
        }
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* latency = findingOf(figures, "idle.launch_latency");
        const analysis::Finding* dispatch = findingOf(figures, "idle.host_dispatch");
        QVERIFY(latency != nullptr && dispatch != nullptr);
        QCOMPARE(latency->evidence.front().span, (Interval {3 * kMs, 3200 * kUs}));
        QCOMPARE(dispatch->evidence.front().span, (Interval {2 * kMs, 3200 * kUs}));
    }

    void stepsStandOutByEitherSpan()
    {
        Run run;
        run.at = kMs;
        for (int i = 1; i <= 5; ++i)
            run.busyStep(i);
        run.step(6);
        run.work(run.at + 80 * kUs, run.at + 100 * kUs, run.at + 2 * kStep); // the CPU does not wait for it
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QVERIFY(figures.steps.steps[5].outlier);
        QVERIFY(!figures.steps.steps[4].outlier);
    }

    void ofTwoStepsNoneStandsOut()
    {
        Run run;
        run.at = kMs;
        run.busyStep(1);
        run.inputStep(2, 8 * kMs);
        const auto trace = run.load();
        QVERIFY(trace);
        for (const analysis::StepFigures& step : figuresOf(*trace).steps.steps)
            QVERIFY(!step.outlier);
    }

    // One step among many costs too little for a verdict, and may be why the file was recorded.
    void aHealthyRunNamesTheStepThatIsNot()
    {
        Run run;
        run.at = kMs;
        for (int i = 1; i <= 40; ++i)
            i == 30 ? run.inputStep(i, 30 * kMs) : run.busyStep(i);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const std::string& sentence = figures.judgement.verdict.sentence;
        QVERIFY(figures.judgement.verdict.bucket == analysis::Bucket::Healthy);
        QVERIFY2(has(sentence, "One step stands out: GPU 0 waits 30.0 ms (75 %) of ProfilerStep#30"), sentence.c_str());
    }

    void compilingIsNoAdviceWhereItIsDone()
    {
        const auto firstAdvice = [](const std::string& op) {
            Run run;
            for (int i = 0; i < 4; ++i) {
                const std::int64_t at = i * 2 * kMs;
                run.list.op(op, kMain, at + 10 * kUs, 900 * kUs);
                run.work(at + kMs, at + 1020 * kUs, at + 2 * kMs);
            }
            const auto trace = run.load();
            if (!trace)
                return std::string();
            const analysis::TraceFigures figures = figuresOf(*trace);
            const analysis::Finding* dispatch = findingOf(figures, "idle.host_dispatch");
            return dispatch != nullptr ? dispatch->advice.front() : std::string();
        };
        QVERIFY(has(firstAdvice("aten::cat"), "use torch.compile"));
        QVERIFY(has(firstAdvice("Torch-Compiled Region: 0/0"), "graph breaks"));
    }

    void wallsAreCounted()
    {
        const auto headline = [](int walls) {
            Run run;
            run.at = kMs;
            run.step(1, 100 * kMs);
            for (int wall = 0; wall < walls; ++wall) {
                const std::int64_t start = run.at + kMs + wall * 20 * kMs;
                for (int i = 0; i < 60; ++i)
                    run.work(start + i * 100 * kUs, start + i * 100 * kUs + 10 * kUs, start + i * 100 * kUs + 15 * kUs,
                        "vectorized_elementwise_kernel");
                run.work(start + 6100 * kUs, start + 7200 * kUs, start + 19 * kMs);
            }
            const auto trace = run.load();
            if (!trace)
                return std::string();
            const analysis::TraceFigures figures = figuresOf(*trace);
            const analysis::Finding* finding = findingOf(figures, "wall.short_kernels");
            return finding != nullptr ? finding->headline : std::string();
        };
        QVERIFY2(has(headline(1), "60 short kernels in a row"), headline(1).c_str());
        QVERIFY2(has(headline(3), "180 short kernels in 3 walls"), headline(3).c_str());
    }

    // Idle time inside a wall is the wall's; that of the whole step is both.
    void whatOtherRulesCountIsSaid()
    {
        Run run;
        run.at = kMs;
        run.step(1, 40 * kMs);
        for (int i = 0; i < 60; ++i)
            run.work(run.at + i * 100 * kUs, run.at + i * 100 * kUs + 10 * kUs, run.at + i * 100 * kUs + 15 * kUs,
                "vectorized_elementwise_kernel");
        run.list.op("aten::cat", kMain, run.at + 8 * kMs, 6 * kMs);
        run.work(run.at + 15 * kMs, run.at + 15 * kMs + 10 * kUs, run.at + 40 * kMs);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QVERIFY(findingOf(figures, "wall.short_kernels") != nullptr);
        const analysis::Finding* dispatch = findingOf(figures, "idle.host_dispatch");
        QVERIFY(dispatch != nullptr);
        QVERIFY2(has(dispatch->headline, " of that kind count elsewhere"), dispatch->headline.c_str());
        std::int64_t elsewhere = 0;
        for (const auto& [name, value] : dispatch->metrics) {
            if (name == "counted_elsewhere_ns")
                elsewhere = std::get<std::int64_t>(value);
        }
        const Interval step = *figures.steps.steps.front().span.gpu;
        const analysis::CauseTotals totals = analysis::causesWithin(figures.idle.causes, step);
        QCOMPARE(dispatch->totalNs + elsewhere, totals[static_cast<std::size_t>(analysis::IdleCause::HostDispatch)]);
        QVERIFY(elsewhere > 4 * kMs);
    }

    // What float32 inputs are multiplied with on tensor cores says so by its instruction alone.
    void singlePrecisionOnTensorCoresIsTf32()
    {
        const char* const kernel = "cutlass_80_tensorop_s1688gemm_128x128_16x4_nt_align4";
        QVERIFY(analysis::kernelPrecision(kernel) == analysis::Precision::Tf32);
        QVERIFY(
            analysis::kernelPrecision("turing_fp16_s1688gemm_fp16_128x128_ldg8_f2f_tn") == analysis::Precision::Half);
        Run run;
        run.list.topLevel = "\"deviceProperties\": [{\"id\": 0, \"name\": \"NVIDIA X\", \"computeMajor\": 8}], ";
        for (int i = 0; i < 4; ++i)
            run.work(i * kMs, i * kMs + 20 * kUs, (i + 1) * kMs, i == 0 ? "ampere_sgemm_128x64_nn" : kernel);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QVERIFY(checkOf(figures, "TF32").state == analysis::CheckState::Seen);
    }
};

STEPSCOPE_TEST(TestFindingsWeights)

#include "tst_findings_weights.moc"
