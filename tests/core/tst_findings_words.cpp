// SPDX-License-Identifier: GPL-3.0-or-later
// What findings and verdicts say, and what they must not: costs a call cannot have caused, figures that do not fit each
// other, judgements of next to nothing.
#include "core/analysis/findings/wording.h"
#include "tests/core/findings_run.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <string>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

constexpr int kOther = 101;

bool saysWord(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

// One step with a gap of 3 ms in the middle, which ends with work launched `late` before it starts.
void gapStep(Run& run, int number, std::int64_t late)
{
    run.step(number, kStep + 3 * kMs);
    run.work(run.at + 80 * kUs, run.at + 100 * kUs, run.at + 5 * kMs);
    run.work(run.at + 8 * kMs - late, run.at + 8 * kMs, run.at + 13 * kMs);
}

} // namespace

class TestFindingsWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSyncCostsNoMoreThanItBlocks()
    {
        Run run;
        run.at = kMs;
        gapStep(run, 1, 20 * kUs);
        run.list.op("aten::item", kMain, run.at + 4 * kMs, 1100 * kUs);
        run.list.add("cuda_runtime", "cudaStreamSynchronize", kCpu, kMain, run.at + 4010 * kUs, kMs, 900);
        run.at += kStep + 3 * kMs;
        run.busyStep(2);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* sync = findingOf(figures, "sync.in_step");
        const analysis::Finding* host = findingOf(figures, "idle.host_dispatch");
        QVERIFY(sync != nullptr && host != nullptr);
        QCOMPARE(sync->totalNs, kMs);
        QVERIFY(host->totalNs > 1900 * kUs); // the CPU takes its time after the call
    }

    // A wall of short kernels costs all of its time, but the GPU works in it now and then: that is not called idle.
    void theGpuSitsIdleForNoMoreThanItIdles()
    {
        Run run;
        run.at = kMs;
        run.step(1, 2 * kStep);
        for (int i = 0; i < 100; ++i) {
            const std::int64_t at = run.at + 100 * kUs + i * 30 * kUs;
            run.work(at - 5 * kUs, at, at + 10 * kUs, "vectorized_elementwise_kernel", 7, "aten::add");
        }
        run.work(run.at + 7500 * kUs, run.at + 7520 * kUs, run.at + 2 * kStep);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QVERIFY(findingOf(figures, "wall.short_kernels") != nullptr);
        const Interval step = *figures.steps.steps.at(0).span.gpu;
        const double idle = static_cast<double>(*figures.steps.steps[0].gpuIdleNs) / static_cast<double>(step.length());
        const std::string sentence = figures.judgement.verdict.sentence;
        QVERIFY2(
            saysWord(sentence, "GPU 0 sits idle for " + std::to_string(std::lround(100 * idle)) + " % of the step"),
            sentence.c_str());
        QVERIFY(figures.judgement.verdict.share > idle + 0.02);
    }

    void workQueuedBeforeACallIsNotItsFault()
    {
        Run run;
        run.at = kMs;
        gapStep(run, 1, 7 * kMs);
        run.list.add("cuda_runtime", "cudaStreamSynchronize", kCpu, kMain, run.at + 2 * kMs, 6 * kMs, 900);
        run.work(run.at + 12 * kMs, run.at + 13 * kMs, run.at + 13 * kMs + 100 * kUs);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QVERIFY(findingOf(figures, "sync.in_step") == nullptr);
        const analysis::Finding* unexplained = findingOf(figures, "idle.unexplained");
        QVERIFY(unexplained != nullptr);
        QVERIFY(saysWord(unexplained->headline, "launched in time"));
        QVERIFY(!unexplained->advice.empty() && !saysWord(unexplained->advice.front(), "record CPU activities"));
    }

    // Two threads wait at once, each for other work after: the idle time is there once.
    void callsThatOverlapShareTheIdleTime()
    {
        Run run;
        run.at = kMs;
        gapStep(run, 1, 20 * kUs);
        run.list.add("cuda_runtime", "cudaStreamSynchronize", kCpu, kMain, run.at + kMs, 4100 * kUs, 900);
        run.list.add("cuda_runtime", "cudaDeviceSynchronize", kCpu, kOther, run.at + kMs, 7990 * kUs, 901);
        run.work(run.at + 9 * kMs, run.at + 13 * kMs, run.at + 13 * kMs + 50 * kUs);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* sync = findingOf(figures, "sync.in_step");
        QVERIFY(sync != nullptr);
        QVERIFY2(sync->totalNs <= figures.idle.totalNs, qPrintable(QString::number(sync->totalNs)));
    }

    void aKernelAloneIsTooLittle()
    {
        Run run;
        run.work(10 * kUs, 30 * kUs, 50 * kUs, "ncclDevKernel_AllReduce");
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::Judgement judgement = figuresOf(*trace).judgement;
        QVERIFY(judgement.findings.empty());
        QVERIFY(judgement.verdict.bucket == analysis::Bucket::CannotTell);
        QVERIFY(saysWord(judgement.verdict.sentence, "Too little to judge: one piece of GPU work, 20.0 µs")
            || saysWord(judgement.verdict.sentence, "Too little to judge: one piece of GPU work, 20 µs"));
    }

    void lessThanAMillisecondIsNeverHealthy()
    {
        Run run;
        for (int i = 0; i < 5; ++i)
            run.work(10 * kUs, 30 * kUs + i * 20 * kUs, 50 * kUs + i * 20 * kUs);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::Judgement judgement = figuresOf(*trace).judgement;
        QVERIFY(judgement.verdict.bucket == analysis::Bucket::CannotTell);
        QVERIFY(saysWord(judgement.verdict.sentence, "Too little to judge: 5 pieces"));
    }

    void aWarmUpStepAloneIsCalledThat()
    {
        Run run;
        run.at = kMs;
        for (int i = 0; i < 3; ++i) {
            run.list.launch(kOther, run.at + 2 * kUs + i * 10 * kUs, 2 * kUs, run.correlation);
            run.list.kernel("gemm_f16_s16816", 7, run.at + 5 * kUs + i * 10 * kUs, 9 * kUs, run.correlation++);
        }
        run.inputStep(1, 50 * kMs);
        for (int i = 2; i <= 6; ++i)
            run.busyStep(i);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::StepIndex steps = analysis::buildStepIndex(*trace);
        analysis::Window window;
        window.whole = false;
        window.cpu = {kMs, 61 * kMs};
        window.gpu = window.cpu;
        const analysis::TraceFigures figures = analysis::computeFigures(*trace, steps, window);
        QVERIFY2(figures.judgement.verdict.sentence.find("Only a warm-up step: GPU 0 waits") == 0,
            figures.judgement.verdict.sentence.c_str());
    }

    // Two streams at once: 8 ms of kernels in 4 ms are no more than all of the time, in finding and verdict alike.
    void kernelsSideBySideTakeTheirPartOfTheTime()
    {
        Run run;
        run.at = kMs;
        for (int i = 0; i < 4; ++i) {
            run.work(kMs - 20 * kUs, run.at + i * kMs, run.at + (i + 1) * kMs, "ampere_sgemm_128x64_tn", 7);
            run.work(kMs - 20 * kUs, run.at + i * kMs, run.at + (i + 1) * kMs, "ampere_sgemm_128x64_tn", 8);
        }
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* kernels = findingOf(figures, "kernel.low_efficiency");
        QVERIFY(kernels != nullptr);
        QCOMPARE(kernels->totalNs, 4 * kMs);
        QCOMPARE(std::get<std::int64_t>(kernels->metrics.front().second), 8 * kMs); // of kernels
        QCOMPARE(kernels->share, 1.0);
        QCOMPARE(figures.judgement.verdict.share, std::optional<double>(1.0));
        QCOMPARE(figures.judgement.verdict.sentence, kernels->headline + ".");
    }

    void copiesBesideNoComputeDelayNone()
    {
        Run run;
        run.at = kMs;
        for (int i = 0; i < 4; ++i) {
            run.list.launch(kMain, run.at - 20 * kUs, 2 * kMs, run.correlation);
            run.list.add("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 0, 7, run.at, 2 * kMs, run.correlation++)
                .args
                = "\"bytes\": 8000000";
            run.at += 2 * kMs;
        }
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* copy = findingOf(figures, "copy.pageable");
        QVERIFY(copy != nullptr);
        QVERIFY(saysWord(copy->headline, "there is no compute beside them"));
    }

    void aNameStandsForTheWholeOnlyWhereItIsMostOfIt_data()
    {
        QTest::addColumn<int>("names");
        QTest::addColumn<QString>("says");
        QTest::newRow("one") << 1 << "launch more work: op0";
        QTest::newRow("three") << 3 << "most often in op";
        QTest::newRow("many") << 15 << "in many operators such as op";
    }
    void aNameStandsForTheWholeOnlyWhereItIsMostOfIt()
    {
        QFETCH(int, names);
        QFETCH(QString, says);
        Run run;
        run.at = kMs;
        for (int i = 0; i < 15; ++i) {
            run.work(run.at - 20 * kUs, run.at, run.at + kMs);
            run.list.op("op" + std::to_string(i % names), kMain, run.at + kMs, 960 * kUs);
            run.at += 2 * kMs;
        }
        run.work(run.at - 20 * kUs, run.at, run.at + kMs);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* host = findingOf(figures, "idle.host_dispatch");
        QVERIFY(host != nullptr);
        QVERIFY2(saysWord(host->headline, says.toStdString()), host->headline.c_str());
    }

    void memoryCallsAreNamed()
    {
        Run run;
        run.at = kMs;
        for (int i = 0; i < 4; ++i) {
            run.work(run.at - 20 * kUs, run.at, run.at + kMs);
            run.list.op("aten::empty", kMain, run.at + kMs, 900 * kUs);
            run.list.add("cuda_runtime", "cudaMalloc", kCpu, kMain, run.at + 1010 * kUs, 800 * kUs);
            run.at += 2 * kMs;
        }
        run.work(run.at - 20 * kUs, run.at, run.at + kMs);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* host = findingOf(figures, "idle.host_dispatch");
        QVERIFY(host != nullptr);
        QVERIFY2(saysWord(host->headline, "; cudaMalloc takes "), host->headline.c_str());
        QVERIFY(saysWord(host->advice.front(), "at the start of a run")); // four calls are no habit
    }

    void shortCallsAreNoLoadingOfKernels()
    {
        Run run;
        run.at = kMs;
        for (int i = 0; i < 20; ++i) { // 30 µs between launch and start, of which the call takes 10
            run.work(run.at - 30 * kUs, run.at, run.at + 70 * kUs);
            run.at += 100 * kUs;
        }
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* latency = findingOf(figures, "idle.launch_latency");
        QVERIFY(latency != nullptr);
        QVERIFY2(saysWord(latency->headline, "before each of 19 kernels"), latency->headline.c_str());
        QVERIFY(!saysWord(latency->headline, "loads"));
    }

    void figuresOfSeveralGpusArePlural()
    {
        Run run;
        run.at = kMs;
        for (int i = 0; i < 4; ++i) {
            for (int device = 0; device < 2; ++device) {
                run.list.op("aten::mm", kMain, run.at - 22 * kUs + device * 10 * kUs, 8 * kUs);
                run.list.launch(kMain, run.at - 20 * kUs + device * 10 * kUs, 4 * kUs, run.correlation);
                run.list.add("kernel", "gemm_f16_s16816", device, 7, run.at, kMs, run.correlation++);
            }
            run.at += 3 * kMs;
        }
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* host = findingOf(figures, "idle.host_dispatch");
        QVERIFY(host != nullptr);
        QVERIFY2(host->headline.find("The GPUs wait ") == 0, host->headline.c_str());
    }

    void whatAGpuCannotDoIsNotAdvised_data()
    {
        QTest::addColumn<int>("major");
        QTest::addColumn<QString>("tf32");
        QTest::addColumn<bool>("finding");
        QTest::newRow("Pascal") << 6 << "no TF32" << false;
        QTest::newRow("Volta") << 7 << "no TF32" << true;
        QTest::newRow("Ampere") << 8 << "kernels, such as" << true;
    }
    void whatAGpuCannotDoIsNotAdvised()
    {
        QFETCH(int, major);
        QFETCH(QString, tf32);
        QFETCH(bool, finding);
        Run run;
        run.list.topLevel = "\"deviceProperties\": [{\"id\": 0, \"name\": \"NVIDIA X\", \"computeMajor\": "
            + std::to_string(major) + ", \"computeMinor\": 0}], ";
        run.at = kMs;
        for (int i = 0; i < 4; ++i)
            run.work(kMs - 20 * kUs, run.at + i * kMs, run.at + (i + 1) * kMs, "volta_sgemm_128x64_tn");
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QVERIFY2(
            saysWord(checkOf(figures, "TF32").evidence, tf32.toStdString()), checkOf(figures, "TF32").evidence.c_str());
        const analysis::Finding* kernels = findingOf(figures, "kernel.low_efficiency");
        QCOMPARE(kernels != nullptr, finding);
        if (major == 7)
            QVERIFY(saysWord(kernels->advice.front(), "FP16"));
    }

    void graphsAreSeenByTheirLaunchToo()
    {
        Run run;
        run.at = kMs;
        for (int i = 0; i < 4; ++i)
            run.busyStep(i + 1);
        QVERIFY(checkOf(figuresOf(*run.load()), "graph").state == analysis::CheckState::NotSeen);
        run.list.add("cuda_runtime", "cudaGraphLaunch", kCpu, kMain, 2 * kMs, 10 * kUs);
        const analysis::ChecklistItem item = checkOf(figuresOf(*run.load()), "graph");
        QVERIFY(item.state == analysis::CheckState::Seen);
        QCOMPARE(item.evidence, std::string("1 launch of a graph"));
    }

    void withoutTheCpuSomeChecksCannotTell()
    {
        EventList list;
        for (int i = 0; i < 4; ++i)
            list.kernel("gemm", 7, i * kMs, kMs);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QVERIFY(checkOf(figures, "graph").state == analysis::CheckState::CannotTell);
        QVERIFY(checkOf(figures, "sync").state == analysis::CheckState::CannotTell);
    }

    void nearlyAllIsNotAll()
    {
        QCOMPARE(analysis::wholePercent(0.997), std::string("over 99 %"));
        QCOMPARE(analysis::wholePercent(1.0), std::string("100 %"));
        QCOMPARE(analysis::wholePercent(0.993), std::string("99 %"));
        QCOMPARE(analysis::wholePercent(0.004), std::string("under 1 %"));
    }

    void longNamesAreCut()
    {
        QCOMPARE(
            analysis::shortName("/usr/lib/python3/site-packages/torch/nn/modules/a_long_file_name.py(12): forward"),
            std::string("a_long_file_name.py(12): forward"));
        QCOMPARE(analysis::shortName("/cache/ov/cov463qhi2m2kw6ldmzzijfv5t3cjjklfci3qly3nsw6upcskct3.py(25): call"),
            std::string("cov463qh….py(25): call"));
        QCOMPARE(analysis::shortName("aten::add"), std::string("aten::add"));
    }
};

STEPSCOPE_TEST(TestFindingsWords)
#include "tst_findings_words.moc"
