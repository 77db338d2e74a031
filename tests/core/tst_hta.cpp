// SPDX-License-Identifier: GPL-3.0-or-later
// HolisticTraceAnalysis' definitions: by hand on small traces, and on real ones against values that another program
// computed from the definitions.
#include "core/analysis/hta.h"
#include "tests/core/analysis_fixture.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_registry.h"
#include "tests/support/units.h"

#include <QFileInfo>
#include <QTest>

#include <cmath>
#include <fmt/format.h>
#include <tuple>

using namespace stepscope;
using namespace stepscope::tests;
using analysis::HtaClass;
using analysis::HtaFigures;

namespace {

using stepscope::tests::kUs;

HtaFigures figuresOf(const model::Trace& trace, const analysis::Window& window = {})
{
    return analysis::htaFigures(trace, analysis::buildStepIndex(trace), window);
}

struct Reference
{
    const char* file;
    std::int64_t kernelUs;
    std::int64_t idleUs;
    std::int64_t computeUs;
    std::int64_t commUs;
    std::int64_t hostWaitUs; // of stream 7, or the only one
    std::int64_t kernelWaitUs;
    std::int64_t otherUs;
    std::uint64_t launches;
    std::uint64_t shortKernels;
};

constexpr Reference kReferences[] = {
    {"hta-nccl_data.json.gz", 435586, 338781, 75169, 24278, 357247, 2155, 0, 2416, 1345},
    {"hta-df_index_resolver.json.gz", 1396669, 643612, 496485, 238274, 791330, 16727, 73829, 17832, 9688},
    {"hta-negative_queue_length_rank0.json.gz", 1016554, 705853, 143836, 136490, 0, 17159, 691231, 5224, 1753},
    {"hta-mi250_minitoy_train_ROCm6_2_kineto.json.gz", 8911, 8780, 96, 0, 8780, 0, 0, 12, 8},
};

} // namespace

class TestHta : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void classesGoByTheStartOfTheName_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("expected");
        const auto row = [](const char* name, HtaClass expected) {
            QTest::newRow(name) << QString::fromLatin1(name) << static_cast<int>(expected);
        };
        row("ncclDevKernel_AllReduce_Sum_f32_RING_LL", HtaClass::Communication);
        row("void ncclDevKernel_AllReduce", HtaClass::Computation); // a return type before it: not caught
        row("void ncclKernel_AllReduce", HtaClass::Communication);
        row("hipMemcpyAsync", HtaClass::Communication); // before memory is asked
        row("hcclAllReduce", HtaClass::Communication);
        row("Memcpy DtoH (Device -> Pinned)", HtaClass::Memory);
        row("Memset (Device)", HtaClass::Memory);
        row("dma_copy", HtaClass::Memory);
        row("my_dma_kernel", HtaClass::Other);
        row("Stream Wait Event", HtaClass::Other);
        row("Context Sync", HtaClass::Other);
        row("cudaLaunchKernelExC", HtaClass::Other);
        row("packet_exe", HtaClass::Other);
        row("void at::native::vectorized_elementwise_kernel<4>", HtaClass::Computation);
    }
    void classesGoByTheStartOfTheName()
    {
        QFETCH(QString, name);
        QFETCH(int, expected);
        QCOMPARE(static_cast<int>(analysis::htaClass(name.toStdString())), expected);
    }

    void breakdownAndOverlap()
    {
        EventList list;
        list.kernel("gemm", 7, 100 * kUs, 100 * kUs);
        list.kernel("ncclDevKernel_AllReduce", 20, 150 * kUs, 150 * kUs);
        list.add("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 0, 7, 400 * kUs, 50 * kUs);
        list.add("cuda_sync", "Stream Sync", 0, 7, 500 * kUs, 30 * kUs); // an event of a stream, so it is busy
        list.add("cuda_sync", "Context Sync", 0, -1, 600 * kUs, 30 * kUs);
        const auto trace = list.load();
        QVERIFY(trace);
        const HtaFigures figures = figuresOf(*trace);
        QVERIFY(figures.breakdown && figures.overlap);
        QCOMPARE(figures.breakdown->kernelNs, 430 * kUs);
        QCOMPARE(figures.breakdown->idleNs, (100 + 50) * kUs);
        QCOMPARE(figures.breakdown->computeNs, 100 * kUs);
        QCOMPARE(figures.breakdown->nonComputeNs, (100 + 50 + 30) * kUs);
        QCOMPARE(figures.overlap->commNs, 150 * kUs);
        QCOMPARE(figures.overlap->overlapNs, 50 * kUs);
    }

    void nothingIsUnknownNotZero()
    {
        EventList list;
        list.op("aten::add", 100, 0, 10 * kUs);
        const auto trace = list.load();
        QVERIFY(trace);
        const HtaFigures figures = figuresOf(*trace);
        QVERIFY(!figures.breakdown && !figures.overlap && figures.idle.empty() && figures.queues.empty());
    }

    void timesWithDecimalsAreRounded()
    {
        EventList list;
        list.kernel("gemm", 7, 10'400, 5'200);  // 10.4 … 15.6 becomes 11 … 15
        list.kernel("gemm", 7, 100'100, 800);   // 100.1 … 100.9 becomes 101 … 100
        list.kernel("gemm", 7, 200'000, 3'000); // stays
        const auto trace = list.load();
        QVERIFY(trace);
        const HtaFigures figures = figuresOf(*trace);
        QCOMPARE(figures.breakdown->kernelNs, 192 * kUs);
        QCOMPARE(figures.breakdown->computeNs, (4 - 1 + 3) * kUs);
        QCOMPARE(figures.idle[0].otherNs, (101 - 15 + 200 - 100) * kUs);
    }

    void idleClassesOfAStream()
    {
        EventList list;
        const auto work = [&list](std::int64_t launch, std::int64_t start, int correlation) {
            if (launch >= 0)
                list.launch(100, launch * kUs, 4 * kUs, correlation);
            list.kernel("k", 7, start * kUs, 10 * kUs, correlation);
        };
        work(90, 100, 1);
        work(111, 120, 2); // launched after 110: the host
        work(125, 150, 3); // launched before 130, 20 µs: the kernel
        work(160, 190, 4); // launched at 160, not after it; 30 µs: other
        work(-1, 220, 5);  // no launch in the file, 20 µs: the kernel
        work(-1, 300, 6);  // … 70 µs: other
        const auto trace = list.load();
        QVERIFY(trace);
        const HtaFigures figures = figuresOf(*trace);
        QCOMPARE(figures.idle.size(), 1U);
        QCOMPARE(figures.idle[0].hostWaitNs, 10 * kUs);
        QCOMPARE(figures.idle[0].kernelWaitNs, 40 * kUs);
        QCOMPARE(figures.idle[0].otherNs, 100 * kUs);
    }

    void launchStatisticsByKernelName()
    {
        EventList list;
        const auto work
            = [&list](const char* call, std::int64_t start, std::int64_t cpu, std::int64_t delay, std::int64_t gpu) {
                  const int correlation = static_cast<int>(list.events.size()) + 1;
                  list.add("cuda_runtime", call, kCpu, 100, start * kUs, cpu * kUs, correlation);
                  list.kernel("k", 7, (start + cpu + delay) * kUs, gpu * kUs, correlation);
              };
        work("cudaLaunchKernel", 1000, 5, 3, 4);      // short
        work("cudaLaunchKernel", 2000, 50, -10, 50);  // begins before the call ends; no outlier at 50
        work("cudaLaunchKernel", 3000, 51, 100, 60);  // outlier of the call
        work("cudaLaunchKernel", 4000, 5, 101, 60);   // outlier of the delay
        work("cudaLaunchKernelExC", 5000, 5, 101, 1); // not in this family
        const auto trace = list.load();
        QVERIFY(trace);
        const HtaFigures figures = figuresOf(*trace);
        QCOMPARE(figures.launches.size(), 1U);
        const analysis::HtaLaunchRow& row = figures.launches[0];
        QCOMPARE(std::tuple(row.launches, row.shortKernels, row.runtimeOutliers, row.delayOutliers),
            std::tuple(std::uint64_t {4}, std::uint64_t {1}, std::uint64_t {1}, std::uint64_t {1}));
        QCOMPARE(row.cpuNs, 111 * kUs);
        QCOMPARE(row.gpuNs, 174 * kUs);
        QCOMPARE(row.delayNs, 204 * kUs);
    }

    void kernelsByClassAndName()
    {
        EventList list;
        std::int64_t at = 0;
        const auto run = [&](const char* name, std::int64_t us) {
            list.kernel(name, 7, at * kUs, us * kUs);
            at += us + 10;
        };
        for (const std::int64_t us : {2, 4, 4, 4, 5, 5, 7, 9})
            run("gemm", us);
        run("add", 50);
        run("ncclKernel_AllReduce", 30);
        list.add("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 0, 7, at * kUs, 3 * kUs);
        const auto trace = list.load();
        QVERIFY(trace);
        const HtaFigures figures = figuresOf(*trace);
        QCOMPARE(figures.kernels.size(), 4U);
        const auto nameOf = [&](std::size_t row) { return std::string(trace->names.view(figures.kernels[row].name)); };
        QCOMPARE(nameOf(0), std::string("ncclKernel_AllReduce"));
        QVERIFY(figures.kernels[0].type == HtaClass::Communication && figures.kernels[0].stdNs == 0);
        QVERIFY(figures.kernels[1].type == HtaClass::Memory);
        QCOMPARE(nameOf(2), std::string("add")); // the most time of its class
        const analysis::HtaKernelRow& gemm = figures.kernels[3];
        QCOMPARE(std::tuple(gemm.calls, gemm.sumNs, gemm.maxNs, gemm.minNs),
            std::tuple(std::uint64_t {8}, 40 * kUs, 9 * kUs, 2 * kUs));
        QCOMPARE(gemm.meanNs, 5.0 * kUs);
        QVERIFY(std::abs(gemm.stdNs - std::sqrt(32.0 / 7) * kUs) < 1e-6);
    }

    void queueLength()
    {
        EventList list;
        for (int i = 0; i < 3; ++i) { // launched at 0, 10, 20; run at 100, 200, 300
            list.launch(100, i * 10 * kUs, 4 * kUs, i + 1);
            list.kernel("k", 7, (i + 1) * 100 * kUs, 10 * kUs, i + 1);
        }
        list.add("cuda_runtime", "cudaGraphLaunch", kCpu, 100, 30 * kUs, 4 * kUs, 9);
        list.kernel("k", 7, 400 * kUs, 10 * kUs, 9);
        const auto trace = list.load();
        QVERIFY(trace);
        const HtaFigures figures = figuresOf(*trace);
        QCOMPARE(figures.queues.size(), 1U);
        QCOMPARE(figures.queues[0].points, 6U);
        QCOMPARE(figures.queues[0].max, 3);
        QCOMPARE(figures.queues[0].min, 0);
        QCOMPARE(figures.queues[0].mean, (1 + 2 + 3 + 2 + 1 + 0) / 6.0);
        QCOMPARE(figures.queues[0].fullNs, 0);
    }

    void aFullQueueIsTimed()
    {
        EventList list;
        for (int i = 0; i < 1025; ++i) {
            list.launch(100, i * 10 * kUs, 4 * kUs, i + 1);
            list.kernel("k", 7, (20'000 + i * 10) * kUs, 5 * kUs, i + 1);
        }
        const auto trace = list.load();
        QVERIFY(trace);
        const HtaFigures figures = figuresOf(*trace);
        QCOMPARE(figures.queues[0].max, 1025);
        QCOMPARE(figures.queues[0].fullNs, (20'010 - 10'230) * kUs); // from the 1024th launch to the second start
    }

    void theLastOfSeveralStepsIsLeftOut()
    {
        EventList list;
        for (int i = 0; i < 3; ++i) {
            list.add("user_annotation", fmt::format("ProfilerStep#{}", i), kCpu, 100, i * 1000 * kUs, 900 * kUs);
            list.launch(100, (i * 1000 + 10) * kUs, 4 * kUs, i + 1);
            list.kernel("k", 7, (i * 1000 + 20) * kUs, 100 * kUs, i + 1);
        }
        list.kernel("k", 7, 500 * kUs, 10 * kUs); // launch not in the file: left out as well
        const auto trace = list.load();
        QVERIFY(trace);
        const HtaFigures figures = figuresOf(*trace);
        QVERIFY(figures.lastStepLeftOut);
        QCOMPARE(figures.breakdown->kernelNs, 1100 * kUs);
        QCOMPARE(figures.breakdown->computeNs, 200 * kUs);

        const HtaFigures last = figuresOf(*trace, analysis::cutTo({2000 * kUs, 3000 * kUs}));
        QVERIFY(!last.lastStepLeftOut);
        QCOMPARE(last.breakdown->kernelNs, 100 * kUs);
    }

    void realFiles_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(std::size(kReferences)); ++i)
            QTest::newRow(kReferences[i].file) << i;
    }
    void realFiles()
    {
        QFETCH(int, index);
        const Reference& reference = kReferences[index];
        const std::optional<QString> shared = sharedDir();
        const QString path
            = shared.value_or(QString()) + QStringLiteral("/data/traces/") + QString::fromLatin1(reference.file);
        if (!shared || !QFileInfo::exists(path))
            QSKIP("the collection of real traces is not here");
        Progress progress;
        const auto trace = json::loadTrace(path.toStdString(), progress);
        QVERIFY(trace);
        const HtaFigures figures = figuresOf(**trace);
        QVERIFY(figures.breakdown && !figures.idle.empty());
        QCOMPARE(figures.breakdown->kernelNs, reference.kernelUs * kUs);
        QCOMPARE(figures.breakdown->idleNs, reference.idleUs * kUs);
        QCOMPARE(figures.breakdown->computeNs, reference.computeUs * kUs);
        QCOMPARE(figures.overlap ? figures.overlap->commNs : 0, reference.commUs * kUs);
        const auto stream = std::find_if(figures.idle.begin(), figures.idle.end(),
            [&](const analysis::HtaStreamIdle& idle) { return (*trace)->tracks[idle.stream.index()].stream == 7; });
        const analysis::HtaStreamIdle& idle = stream == figures.idle.end() ? figures.idle.front() : *stream;
        QCOMPARE(idle.hostWaitNs, reference.hostWaitUs * kUs);
        QCOMPARE(idle.kernelWaitNs, reference.kernelWaitUs * kUs);
        QCOMPARE(idle.otherNs, reference.otherUs * kUs);
        std::uint64_t launches = 0;
        std::uint64_t shortKernels = 0;
        for (const analysis::HtaLaunchRow& row : figures.launches) {
            launches += row.launches;
            shortKernels += row.shortKernels;
        }
        QCOMPARE(launches, reference.launches);
        QCOMPARE(shortKernels, reference.shortKernels);
    }
};

STEPSCOPE_TEST(TestHta)
#include "tst_hta.moc"
