// SPDX-License-Identifier: GPL-3.0-or-later
// Findings, verdict and checklist on runs made by hand: what each rule says, what it costs, and when it keeps silent.
#include "tests/core/findings_run.h"
#include "tests/core/packing.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <functional>
#include <numeric>

using namespace stepscope;
using namespace stepscope::tests;

class TestFindings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneSlowStepIsNamed()
    {
        Run run;
        run.at = kMs;
        for (int i = 1; i <= 5; ++i)
            i == 4 ? run.inputStep(i, 30 * kMs) : run.busyStep(i);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* input = findingOf(figures, "idle.input");
        QVERIFY(input != nullptr);
        // All but the 2 µs around the span and the launch's way: (30 ms - 2 µs) of 40 ms.
        QCOMPARE(input->totalNs, 30 * kMs - 2 * kUs);
        QCOMPARE(input->share, static_cast<double>(30 * kMs - 2 * kUs) / static_cast<double>(40 * kMs));
        QCOMPARE(input->steps, std::vector<std::uint32_t> {3});
        QCOMPARE(input->evidence.size(), 1U);
        QCOMPARE(input->evidence[0].span, (Interval {31 * kMs, 61 * kMs + 100 * kUs}));
        QVERIFY(input->severity == analysis::Severity::High);
        QVERIFY(input->headline.find("GPU 0 waits 30.0 ms (75 %) of ProfilerStep#4") == 0);
        QVERIFY(figures.judgement.verdict.bucket == analysis::Bucket::InputPipeline);
        QCOMPARE(figures.judgement.verdict.finding, std::optional<std::size_t>(0));
    }

    void whatEveryStepPaysIsOneFinding()
    {
        Run run;
        run.at = kMs;
        run.busyStep(1);
        for (int i = 2; i <= 7; ++i)
            run.inputStep(i, 2 * kMs);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const auto inputs = std::count_if(figures.judgement.findings.begin(), figures.judgement.findings.end(),
            [](const analysis::Finding& finding) { return finding.rule == "idle.input"; });
        QCOMPARE(inputs, 1);
        const analysis::Finding* input = findingOf(figures, "idle.input");
        QCOMPARE(input->steps.size(), 6U);
        QCOMPARE(input->count, 6U);
        QVERIFY(input->headline.find("of each of 6 of 7 steps") != std::string::npos);
    }

    void aSyncCostsTheIdleTimeItCauses()
    {
        Run run;
        run.at = kMs;
        run.busyStep(1);
        run.step(2, kStep + 3 * kMs);
        run.work(run.at + 80 * kUs, run.at + 100 * kUs, run.at + 5 * kMs);
        run.list.op("aten::item", kMain, run.at + kMs, 4 * kMs + 20 * kUs);
        run.list.add("cuda_runtime", "cudaStreamSynchronize", kCpu, kMain, run.at + kMs + 5 * kUs, 4 * kMs, 900);
        run.work(run.at + 8 * kMs - 20 * kUs, run.at + 8 * kMs, run.at + 13 * kMs);
        run.at += kStep + 3 * kMs;
        run.busyStep(3);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* sync = findingOf(figures, "sync.in_step");
        QVERIFY(sync != nullptr);
        QCOMPARE(sync->totalNs, 3 * kMs);
        QCOMPARE(sync->evidence.size(), 2U); // the call and the gap behind it
        QCOMPARE(sync->evidence[0].span,
            (Interval {run.at - kStep - 12 * kMs + 5 * kUs, run.at - kStep - 8 * kMs + 5 * kUs}));
        QVERIFY(sync->headline.find("aten::item makes the CPU wait") == 0);
        QVERIFY(findingOf(figures, "idle.host_dispatch") == nullptr); // the same idle time is not told twice
        QVERIFY(checkOf(figures, "sync").state == analysis::CheckState::NotSeen);
    }

    void aSyncAtTheEndThatCostsNothingIsNoFinding()
    {
        Run run;
        run.at = kMs;
        for (int i = 1; i <= 3; ++i) {
            run.busyStep(i);
            run.list.add("cuda_runtime", "cudaDeviceSynchronize", kCpu, kMain, run.at - 200 * kUs, 195 * kUs, 900 + i);
        }
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QCOMPARE(figures.syncs.size(), 3U);
        QVERIFY(findingOf(figures, "sync.in_step") == nullptr);
        QVERIFY(checkOf(figures, "sync").state == analysis::CheckState::Seen);
        QVERIFY(figures.judgement.verdict.bucket == analysis::Bucket::Healthy);
    }

    void exposedCommunicationIsWhatComputeDoesNotCover()
    {
        Run run;
        run.at = kMs;
        for (int i = 1; i <= 3; ++i) {
            run.step(i);
            run.work(run.at + 80 * kUs, run.at + 100 * kUs, run.at + 8 * kMs);
            run.work(
                run.at + 120 * kUs, run.at + 6 * kMs, run.at + kStep, "ncclDevKernel_AllReduce_Sum_bf16", 20, "c10d");
            run.at += kStep;
        }
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* comm = findingOf(figures, "comm.exposed");
        QVERIFY(comm != nullptr);
        QCOMPARE(comm->totalNs, 3 * 2 * kMs);
        QCOMPARE(comm->evidence.size(), 3U);
        QVERIFY(comm->headline.find("all-reduce") != std::string::npos);
        QVERIFY(figures.judgement.verdict.bucket == analysis::Bucket::Communication);
    }

    void aCollectiveIsNamedByItsOperatorWhereTheKernelDoesNotTell()
    {
        const auto headline = [](const std::string& op) {
            Run run;
            run.at = kMs;
            for (int i = 1; i <= 3; ++i) {
                run.step(i);
                run.work(run.at + 80 * kUs, run.at + 100 * kUs, run.at + 8 * kMs);
                run.work(run.at + 120 * kUs, run.at + 6 * kMs, run.at + kStep, "ncclDevKernel_Generic(x)", 20, op);
                run.at += kStep;
            }
            const auto trace = run.load();
            const analysis::TraceFigures figures = figuresOf(*trace);
            const analysis::Finding* comm = findingOf(figures, "comm.exposed");
            return comm != nullptr ? comm->headline : std::string("none");
        };
        const std::string told = headline("nccl:all_gather");
        QVERIFY2(told.find("mostly all-gather") != std::string::npos, told.c_str());
        QVERIFY(headline("something").find("mostly ncclDevKernel_Generic") != std::string::npos);
    }

    void pageableCopiesThatNothingHides()
    {
        Run run;
        run.at = kMs;
        for (int i = 1; i <= 3; ++i) {
            run.step(i);
            const std::int64_t from = run.at + 100 * kUs;
            run.list.launch(kMain, run.at + 80 * kUs, 2 * kMs, run.correlation);
            run.list.add("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 0, 7, from, 2 * kMs, run.correlation++).args
                = "\"bytes\": 8000000";
            run.work(run.at + 2100 * kUs, run.at + 2120 * kUs, run.at + kStep);
            run.at += kStep;
        }
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* copy = findingOf(figures, "copy.pageable");
        QVERIFY(copy != nullptr);
        QCOMPARE(copy->totalNs, 6 * kMs);
        QCOMPARE(copy->bytes, std::optional<std::uint64_t>(24'000'000));
        QVERIFY(checkOf(figures, "pinned").state == analysis::CheckState::NotSeen);
    }

    // Of a range that cuts steps nothing is said of "each step", nor of the recording.
    void aRangeIsCalledSo()
    {
        Run run;
        for (int i = 1; i <= 8; ++i)
            run.inputStep(i, 8 * kMs);
        const auto trace = run.load();
        QVERIFY(trace);
        QVERIFY(figuresOf(*trace).judgement.verdict.sentence.find("the range") == std::string::npos);
        const analysis::TraceFigures cut = figuresOf(*trace, analysis::cutTo({20 * kMs, 120 * kMs}));
        const analysis::Finding* input = findingOf(cut, "idle.input");
        QVERIFY(input != nullptr);
        QVERIFY2(input->headline.find(") of the range") != std::string::npos, input->headline.c_str());
        const std::string sentence = cut.judgement.verdict.sentence;
        QVERIFY2(sentence.find("of the range") != std::string::npos && sentence.find("each of") == std::string::npos,
            sentence.c_str());

        EventList list; // without steps
        for (int i = 0; i < 12; ++i) {
            list.launch(kMain, i * 10 * kMs, 10 * kUs, i + 1);
            list.kernel("k", 7, i * 10 * kMs + 20 * kUs, kMs, i + 1);
        }
        const auto plain = list.load();
        QVERIFY(plain);
        const std::string words = figuresOf(*plain, analysis::cutTo({5 * kMs, 105 * kMs})).judgement.verdict.sentence;
        QVERIFY2(words.find("recording") == std::string::npos, words.c_str());
    }

    // A few bytes are not worth a setting.
    void tinyPageableCopiesAreNoFault()
    {
        for (const bool pinned : {false, true}) {
            Run run;
            run.busyStep(1);
            run.list.launch(kMain, run.at - 5 * kMs, 20 * kUs, run.correlation);
            run.list
                .add("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 0, 7, run.at + kUs, 2 * kUs, run.correlation++)
                .args
                = "\"bytes\": 16";
            if (pinned)
                run.list.add("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 0, 7, run.at + 5 * kUs, 2 * kUs).args
                    = "\"bytes\": 8000000";
            const auto trace = run.load();
            QVERIFY(trace);
            const analysis::ChecklistItem item = checkOf(figuresOf(*trace), "pinned");
            QVERIFY(item.state == (pinned ? analysis::CheckState::Seen : analysis::CheckState::CannotTell));
            QVERIFY2(item.evidence.find("1 copy of 16 B") != std::string::npos, item.evidence.c_str());
        }
    }

    void narrowMatrixKernelsAreMoreThanHalf()
    {
        Run run;
        run.step(1);
        run.work(run.at + 80 * kUs, run.at + 100 * kUs, run.at + kStep, "bmm_MxE4m3_MxE2m1_tile128x128x256_cta");
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::ChecklistItem item = checkOf(figuresOf(*trace), "BF16");
        QVERIFY(item.state == analysis::CheckState::Seen);
        QVERIFY2(item.evidence.find("FP8 or narrower") == 0, item.evidence.c_str());
        QVERIFY(item.advice.empty());
    }

    // What a file that ends early does not hold may have been recorded.
    void aCutFileIsSaidToBeCut()
    {
        Run run;
        run.busyStep(1);
        run.busyStep(2);
        std::string text = run.list.json();
        const std::size_t kernel = text.find("\"kernel\"");
        QVERIFY(kernel != std::string::npos);
        const auto trace = EventList::loadText(text.substr(0, text.rfind('{', kernel)));
        QVERIFY(trace);
        QVERIFY(trace->diagnostics.count(DiagnosticKind::truncated_file) > 0);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const std::string& sentence = figures.judgement.verdict.sentence;
        QVERIFY2(sentence.find("No GPU work") == 0 && sentence.find("The file ends early") != std::string::npos,
            sentence.c_str());
        for (const analysis::MissingData& part : analysis::missingData(*trace))
            QVERIFY2(part.setting.find("the file ends early") == 0, part.setting.c_str());
        QVERIFY(figuresOf(*run.load()).judgement.verdict.sentence.find("ends early") == std::string::npos);

        const std::string packed = gzipMember(text);
        const auto unpacked = EventList::loadText(packed.substr(0, packed.size() - 20));
        QVERIFY(unpacked && analysis::endsEarly(*unpacked));
        const std::string left = figuresOf(*unpacked).judgement.verdict.sentence;
        QVERIFY2(left.find("The file ends early") != std::string::npos, left.c_str());
    }

    void warmUpStandsApart()
    {
        Run run;
        run.at = kMs;
        run.inputStep(1, 50 * kMs); // far longer than the others
        for (int i = 2; i <= 6; ++i)
            run.busyStep(i);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QVERIFY(findingOf(figures, "idle.input") == nullptr); // only the warm-up step waited
        const analysis::Finding* warmUp = findingOf(figures, "step.warm_up");
        QVERIFY(warmUp != nullptr);
        QCOMPARE(warmUp->totalNs, 50 * kMs);
        QVERIFY(figures.judgement.verdict.bucket == analysis::Bucket::Healthy);
    }

    void anOutlierThatNothingExplains()
    {
        Run run;
        run.at = kMs;
        for (int i = 1; i <= 5; ++i) {
            if (i != 3) {
                run.busyStep(i);
                continue;
            }
            run.step(i, 2 * kStep); // busy all the time, twice as long
            run.work(run.at + 80 * kUs, run.at + 100 * kUs, run.at + 2 * kStep);
            run.at += 2 * kStep;
        }
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* outlier = findingOf(figures, "step.outlier");
        QVERIFY(outlier != nullptr);
        QCOMPARE(outlier->totalNs, kStep);
        QCOMPARE(outlier->steps, std::vector<std::uint32_t> {2});
    }

    void unevenDimensionsAreNamedWithTheNextMultiple()
    {
        Run run;
        run.at = kMs;
        for (int i = 1; i <= 3; ++i)
            run.busyStep(i);
        for (TestEvent& event : run.list.events) {
            if (event.category == "cpu_op")
                event.args = "\"Input Dims\": [[4096, 1024], [1024, 50257]]";
        }
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* shapes = findingOf(figures, "kernel.shapes");
        QVERIFY(shapes != nullptr);
        QCOMPARE(shapes->count, 3U);
        QCOMPARE(shapes->evidence.size(), 3U);
        QVERIFY(shapes->severity == analysis::Severity::Medium);
        QVERIFY(shapes->headline.find("n = 50257") != std::string::npos);
        QVERIFY(shapes->advice.front().find("50304") != std::string::npos);
    }

    void castsOfAWarmUpStepAreAShareOfTheWholeWindow()
    {
        Run run;
        run.at = kMs;
        run.step(1, 60 * kMs);
        run.work(run.at + 80 * kUs, run.at + 100 * kUs, run.at + 60 * kMs, "elementwise_kernel_copy", 7, "aten::to");
        run.at += 60 * kMs;
        for (int i = 2; i <= 6; ++i)
            run.busyStep(i);
        const auto trace = run.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const analysis::Finding* casts = findingOf(figures, "copy.redundant");
        QVERIFY(casts != nullptr);
        // The casts fill the first step's GPU interval; the other five add 10 ms each.
        QCOMPARE(casts->share, static_cast<double>(59'900 * kUs) / static_cast<double>(109'900 * kUs));
    }

    void withoutGpuWorkNothingIsClaimed()
    {
        EventList list;
        list.op("aten::mm", kMain, kMs, kMs);
        list.op("aten::add", kMain, 90 * kMs, kMs);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QVERIFY(figures.judgement.findings.empty());
        QVERIFY(figures.judgement.checklist.empty());
        QVERIFY(figures.judgement.verdict.bucket == analysis::Bucket::NoGpuWork);
        QVERIFY(!figures.judgement.verdict.share.has_value());
    }

    void idleTimeIsNeverToldTwice_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 30; ++seed)
            QTest::newRow(qPrintable(QString::number(seed))) << seed;
    }
    void idleTimeIsNeverToldTwice()
    {
        QFETCH(int, seed);
        const std::string json = writeTrace(randomEvents(static_cast<std::uint64_t>(seed), 600), Style::Compact);
        const auto trace = EventList::loadText(json);
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        std::int64_t told = 0;
        for (const analysis::Finding& finding : figures.judgement.findings) {
            QVERIFY(finding.share >= 0 && finding.share <= 1);
            QVERIFY(finding.evidence.size() <= analysis::Finding::kMaxEvidence);
            if (finding.rule.find("idle.") == 0 || finding.rule == "sync.in_step")
                told += finding.totalNs;
        }
        QVERIFY(told <= figures.idle.totalNs);
    }
};

STEPSCOPE_TEST(TestFindings)
#include "tst_findings.moc"
