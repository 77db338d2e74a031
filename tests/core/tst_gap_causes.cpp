// SPDX-License-Identifier: GPL-3.0-or-later
// Each row of the definition of idle causes, on traces made by hand.
#include "tests/core/analysis_fixture.h"
#include "tests/support/test_registry.h"

#include "core/analysis/gap_causes.h"
#include "core/analysis/queue_waits.h"
#include "tests/support/units.h"

#include <fmt/format.h>

using namespace stepscope;
using namespace stepscope::tests;
using analysis::IdleCause;

namespace {

constexpr int kMain = 100;
using stepscope::tests::kUs;

struct Explained
{
    std::shared_ptr<const model::Trace> trace;
    analysis::GpuUse use;
    analysis::GapCauses causes;

    explicit Explained(const EventList& list)
        : trace(list.load())
    {
        if (!trace)
            return;
        use = analysis::gpuUtilisation(*trace, analysis::Window());
        causes = analysis::explainGaps(*trace, use);
    }

    // "input 10..20 enumerate(DataLoader); …" of the gap, times from its start.
    [[nodiscard]] std::string parts(std::size_t gap = 0) const
    {
        if (gap >= causes.gaps.size())
            return "no such gap";
        std::string out;
        const analysis::DeviceGap& found = causes.gaps[gap];
        for (const analysis::GapPart& part : causes.partsOf(found)) {
            out += fmt::format("{}{} {}..{}{}", out.empty() ? "" : "; ", analysis::idleCauseName(part.cause),
                part.span.start - found.span.start, part.span.end - found.span.start,
                part.activity.valid() ? fmt::format(" {}", trace->nameOf(part.activity)) : std::string());
        }
        return out;
    }
};

// A kernel that ends at 1000 ns, and one from 2000 ns on whose launch is at the given time.
EventList oneGap(std::int64_t launch, std::int64_t dur = 10)
{
    EventList list;
    list.launch(kMain, 100, 10, 1);
    list.kernel("before", 7, 200, 800, 1);
    list.launch(kMain, launch, dur, 2);
    list.kernel("after", 7, 2000, 100, 2);
    return list;
}

} // namespace

class TestGapCauses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void silenceBetweenRecordsIsDispatch()
    {
        EventList list = oneGap(1600);
        list.op("aten::add", kMain, 90, 30);
        QCOMPARE(Explained(list).parts(), "host_dispatch 0..600; launch_latency 600..1000 cudaLaunchKernel");
    }

    void aThreadWithoutRecordsIsUnexplained()
    {
        const EventList list = oneGap(1600);
        QCOMPARE(Explained(list).parts(), "unexplained 0..600; launch_latency 600..1000 cudaLaunchKernel");
    }

    void callsOfAThreadWithoutRecordsAreActivity()
    {
        EventList list = oneGap(1600);
        list.add("cuda_runtime", "cudaMalloc", kCpu, kMain, 1100, 200);
        list.add("cuda_runtime", "cudaDeviceSynchronize", kCpu, kMain, 1400, 100);
        QCOMPARE(Explained(list).parts(),
            "unexplained 0..100; host_dispatch 100..300; unexplained 300..400; sync 400..500 cudaDeviceSynchronize; "
            "unexplained 500..600; launch_latency 600..1000 cudaLaunchKernel");
    }

    void silenceBeforeTheFirstRecordIsUnexplained()
    {
        EventList list = oneGap(1600);
        list.op("aten::add", kMain, 1300, 400);
        QCOMPARE(Explained(list).parts(),
            "unexplained 0..300; host_dispatch 300..600 aten::add; launch_latency 600..1000 cudaLaunchKernel");
    }

    void aDataLoaderIsInput()
    {
        EventList list = oneGap(1600);
        list.add(
            "user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", kCpu, kMain, 500, 900);
        list.op("aten::stack", kMain, 1000, 300); // what the loader does
        QCOMPARE(Explained(list).parts(),
            "input 0..400 enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__; host_dispatch 400..600; "
            "launch_latency 600..1000 cudaLaunchKernel");
    }

    void labelsAndFramesThatLoadDataAreInput_data()
    {
        QTest::addColumn<QString>("category");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("loads");
        const auto row = [](const char* category, const char* name, bool loads) {
            QTest::newRow(name) << QString(category) << QString(name) << loads;
        };
        row("user_annotation", "data_wait", true);
        row("user_annotation", "Data Wait", true);
        row("user_annotation", "[pl][profile][_TrainingEpochLoop].train_dataloader_next", true);
        row("user_annotation", "get next_batch", true);
        row("user_annotation", "## wait_for_batch ##", true);
        row("user_annotation", "## copy_batch_to_gpu ##", false);
        row("user_annotation", "forward", false);
        row("user_annotation", "DistributedDataParallel.forward", false);
        row("cpu_op", "aten::dataloader", false);
        row("cpu_op", "data_loading", true);
        row("python_function", "torch/utils/data/dataloader.py(1448): _try_get_data", true);
        row("python_function", "/usr/lib/python3/dist-packages/torch/utils/data/dataloader.py(676): __next__", true);
        row("python_function", "train.py(12): get_batch", true);
        row("python_function", "train.py(12): get_batch_norm", false);
        row("python_function", "queue.py(171): get", false);
        row("cuda_runtime", "data_wait", false);
    }
    void labelsAndFramesThatLoadDataAreInput()
    {
        QFETCH(QString, category);
        QFETCH(QString, name);
        QFETCH(bool, loads);
        EventList list = oneGap(2000);
        list.op("aten::add", kMain, 90, 30);
        list.add(category.toStdString(), name.toStdString(), kCpu, kMain, 900, 1200);
        const Explained explained(list);
        QCOMPARE(explained.causes.gaps.size(), 1U);
        QCOMPARE(explained.causes.gaps[0].cause, loads ? IdleCause::Input : IdleCause::HostDispatch);
        QCOMPARE(explained.causes.parts.size(), 1U);
    }

    void theLabelOfALoaderIsNamedRatherThanItsFrames()
    {
        EventList list = oneGap(2000);
        list.add("python_function", "torch/utils/data/dataloader.py(630): __next__", kCpu, kMain, 900, 1090);
        list.add("user_annotation", "enumerate(DataLoader)#x", kCpu, kMain, 910, 1070);
        list.add("python_function", "torch/utils/data/dataloader.py(1448): _try_get_data", kCpu, kMain, 950, 1000);
        QCOMPARE(Explained(list).parts(),
            "input 0..980 enumerate(DataLoader)#x; "
            "input 980..990 torch/utils/data/dataloader.py(630): __next__; host_dispatch 990..1000");
    }

    void theInnermostMeaningDecides()
    {
        EventList list = oneGap(2000);
        list.add("user_annotation", "enumerate(DataLoader)#x", kCpu, kMain, 900, 1050);
        list.op("aten::item", kMain, 1200, 400);
        list.add("cuda_runtime", "cudaStreamSynchronize", kCpu, kMain, 1300, 200);
        QCOMPARE(Explained(list).parts(),
            "input 0..300 enumerate(DataLoader)#x; sync 300..500 cudaStreamSynchronize; "
            "input 500..950 enumerate(DataLoader)#x; host_dispatch 950..1000");
    }

    void theCallThatTakesTheTimeIsNamed()
    {
        EventList list = oneGap(1900);
        list.op("aten::convolution", kMain, 950, 1000);
        list.add("cuda_runtime", "hipFree", kCpu, kMain, 1100, 700);
        const Explained explained(list);
        QCOMPARE(
            explained.parts(), "host_dispatch 0..900 aten::convolution; launch_latency 900..1000 cudaLaunchKernel");
        const analysis::GapPart* part = explained.causes.mainPart(explained.causes.gaps[0]);
        QCOMPARE(explained.trace->nameOf(part->call), std::string_view("hipFree"));
        // One that takes less than half of it explains nothing.
        EventList other = oneGap(1900);
        other.add("cuda_runtime", "hipFree", kCpu, kMain, 1100, 300);
        const Explained without(other);
        QVERIFY(!without.causes.mainPart(without.causes.gaps[0])->call.valid());
    }

    void copiesOfRocmThatWaitAreSyncs()
    {
        EventList list = oneGap(1900);
        list.op("aten::copy_", kMain, 950, 900);
        list.add("cuda_runtime", "hipMemcpyWithStream", kCpu, kMain, 1000, 800);
        QCOMPARE(Explained(list).parts(),
            "sync 0..800 hipMemcpyWithStream; host_dispatch 800..900; launch_latency 900..1000 cudaLaunchKernel");
    }

    void theLongestSliceDoesNotDecide()
    {
        // The whole gap lies in aten::item, but what the thread waits for is the loader of another moment.
        EventList list = oneGap(1900);
        list.add("python_function", "train.py(1): <module>", kCpu, kMain, 0, 3000);
        list.add("cuda_runtime", "cudaStreamSynchronize", kCpu, kMain, 900, 150);
        list.add("user_annotation", "enumerate(DataLoader)#x", kCpu, kMain, 1100, 700);
        const Explained explained(list);
        QCOMPARE(explained.parts(),
            "sync 0..50 cudaStreamSynchronize; host_dispatch 50..100 train.py(1): <module>; "
            "input 100..800 enumerate(DataLoader)#x; host_dispatch 800..900 train.py(1): <module>; "
            "launch_latency 900..1000 cudaLaunchKernel");
        QCOMPARE(explained.causes.gaps[0].cause, IdleCause::Input);
        QCOMPARE(explained.trace->nameOf(explained.causes.mainPart(explained.causes.gaps[0])->activity),
            std::string_view("enumerate(DataLoader)#x"));
    }

    void anotherThreadDoesNotDecide()
    {
        EventList list = oneGap(1600);
        list.op("aten::add", kMain, 90, 30);
        list.add("user_annotation", "enumerate(DataLoader)#x", kCpu, 200, 0, 3000);
        QCOMPARE(Explained(list).parts(), "host_dispatch 0..600; launch_latency 600..1000 cudaLaunchKernel");
    }

    void aCopyToTheHostThatWaitsIsASync()
    {
        EventList list;
        list.op("aten::item", kMain, 90, 1600);
        list.add("cuda_runtime", "cudaMemcpyAsync", kCpu, kMain, 100, 1200, 1);
        list.add("gpu_memcpy", "Memcpy DtoH (Device -> Pageable)", 0, 7, 200, 800, 1);
        list.launch(kMain, 1600, 10, 2);
        list.kernel("after", 7, 2000, 100, 2);
        QCOMPARE(Explained(list).parts(),
            "sync 0..300 cudaMemcpyAsync; host_dispatch 300..600 aten::item; "
            "launch_latency 600..1000 cudaLaunchKernel");
    }

    void aLaunchUnderWayIsLatency()
    {
        EventList list = oneGap(950, 100);
        list.op("aten::add", kMain, 90, 30);
        QCOMPARE(Explained(list).parts(), "launch_latency 0..1000 cudaLaunchKernel");
    }

    void aLaunchAfterItsWorkCountsAsItsStart()
    {
        EventList list = oneGap(2050);
        list.op("aten::add", kMain, 90, 30);
        QCOMPARE(Explained(list).parts(), "host_dispatch 0..1000");
    }

    void workWithoutALaunchIsUnexplained()
    {
        EventList list;
        list.op("aten::add", kMain, 90, 30);
        list.kernel("before", 7, 200, 800);
        list.kernel("after", 7, 2000, 100);
        const Explained explained(list);
        QCOMPARE(explained.parts(), "unexplained 0..1000");
        QVERIFY(!explained.causes.parts[0].thread.valid());
    }

    void oneOfSeveralThatStartTogetherHasALaunch()
    {
        EventList list = oneGap(1600);
        list.op("aten::add", kMain, 90, 30);
        list.kernel("unlinked", 3, 2000, 50);
        const Explained explained(list);
        QCOMPARE(explained.parts(), "host_dispatch 0..600; launch_latency 600..1000 cudaLaunchKernel");
        QCOMPARE(explained.trace->nameOf(explained.causes.gaps[0].workAfter), std::string_view("after"));
    }

    void queuedWorkIsLatencyUpToALimit()
    {
        EventList list;
        list.op("aten::add", kMain, 0, 50);
        list.launch(kMain, 10, 10, 1);
        list.launch(kMain, 30, 10, 2);
        list.launch(kMain, 50, 10, 3);
        list.kernel("a", 7, 200, 800, 1);
        list.kernel("b", 7, 1000 + 50 * kUs, 1000, 2);
        list.kernel("c", 7, 2000 + 150 * kUs, 1000, 3);
        const Explained explained(list);
        QCOMPARE(explained.parts(0), "launch_latency 0..50000");
        QCOMPARE(explained.parts(1), "launch_latency 0..50000; unexplained 50000..100000");
        QCOMPARE(explained.causes.gaps[1].cause, IdleCause::LaunchLatency); // the first of equals
    }

    void queuedWorkBehindAnotherStream_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("expected");
        QTest::newRow("compute") << "gemm"
                                 << "dependency 0..50000 gemm; unexplained 50000..60000";
        QTest::newRow("communication") << "ncclDevKernel_AllReduce(x)"
                                       << "comm_wait 0..50000 ncclDevKernel_AllReduce(x); unexplained 50000..60000";
    }
    void queuedWorkBehindAnotherStream()
    {
        QFETCH(QString, first);
        QFETCH(QString, expected);
        EventList list;
        list.op("aten::add", kMain, 0, 50);
        list.launch(kMain, 10, 10, 1);
        list.launch(kMain, 30, 10, 2);
        list.kernel(first.toStdString(), 20, 200, 800, 1);
        list.kernel("after", 7, 61'000, 1000, 2);
        QCOMPARE(Explained(list).parts(), expected.toStdString());
        // Work of the stream itself that ends there too: nothing was waited for.
        list.kernel("same", 7, 500, 500);
        QCOMPARE(Explained(list).parts(), "launch_latency 0..50000; unexplained 50000..60000");
    }

    void aStreamWaitExplainsTheWholeGap_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<int>("sourceStream");
        QTest::addColumn<QString>("expected");
        QTest::newRow("compute") << "gemm" << 20 << "dependency 0..100000 gemm";
        QTest::newRow("communication") << "ncclDevKernel_AllReduce(x)" << 20
                                       << "comm_wait 0..100000 ncclDevKernel_AllReduce(x)";
        QTest::newRow("unknown stream") << "gemm" << -1 << "dependency 0..100000 Stream Wait Event";
        QTest::newRow("unknown stream, communication ends")
            << "ncclDevKernel_AllReduce(x)" << -1 << "comm_wait 0..100000 ncclDevKernel_AllReduce(x)";
    }
    void aStreamWaitExplainsTheWholeGap()
    {
        QFETCH(QString, source);
        QFETCH(int, sourceStream);
        QFETCH(QString, expected);
        EventList list;
        list.op("aten::add", kMain, 0, 50);
        list.launch(kMain, 10, 5, 1);
        list.kernel(source.toStdString(), 20, 200, 800, 1);
        list.add("cuda_sync", "Stream Wait Event", 0, 7, 20, 2).args
            = fmt::format("\"wait_on_stream\": {}", sourceStream);
        list.launch(kMain, 30, 5, 2);
        list.kernel("waits", 7, 101'000, 1000, 2);
        list.launch(kMain, 40, 5, 3);
        list.kernel("does not", 7, 104'000, 1000, 3); // the record was for the one before
        const Explained explained(list);
        QCOMPARE(explained.parts(0), expected.toStdString());
        QCOMPARE(explained.parts(1), "launch_latency 0..2000");
    }

    void aFileWithStreamWaitsNeedsOneForADependency()
    {
        EventList list;
        list.op("aten::add", kMain, 0, 50);
        list.launch(kMain, 10, 5, 1);
        list.kernel("a", 20, 200, 800, 1);
        list.launch(kMain, 30, 5, 2);
        list.kernel("b", 7, 2000, 1000, 2);
        list.add("cuda_sync", "Stream Wait Event", 0, 7, 60, 2);
        QCOMPARE(Explained(list).parts(), "launch_latency 0..1000");
    }

    void aCollectiveOfAnotherDevice_data()
    {
        QTest::addColumn<int>("end");
        QTest::addColumn<bool>("explains");
        QTest::newRow("ends with the gap") << 101'000 << true;
        QTest::newRow("a little before") << 91'000 << true;
        QTest::newRow("long before") << 90'999 << false;
        QTest::newRow("goes on") << 101'001 << false;
    }
    void aCollectiveOfAnotherDevice()
    {
        QFETCH(int, end);
        QFETCH(bool, explains);
        EventList list;
        list.op("aten::add", kMain, 0, 50);
        list.launch(kMain, 10, 5, 1);
        list.launch(kMain, 30, 5, 2);
        list.kernel("a", 7, 200, 800, 1);
        list.kernel("b", 7, 101'000, 1000, 2);
        list.add("kernel", "ncclDevKernel_AllReduce(x)", 1, 20, 500, end - 500);
        QCOMPARE(Explained(list).parts(),
            explains ? "comm_wait 0..100000 ncclDevKernel_AllReduce(x)"
                     : "launch_latency 0..50000; unexplained 50000..100000");
    }

    void aWindowCutsPartsAndKeepsCauses()
    {
        EventList list = oneGap(1600);
        list.add("user_annotation", "enumerate(DataLoader)#x", kCpu, kMain, 900, 500);
        const Explained explained(list);
        QCOMPARE(explained.parts(),
            "input 0..400 enumerate(DataLoader)#x; host_dispatch 400..600; launch_latency 600..1000 cudaLaunchKernel");
        const analysis::GapCauses cut = analysis::cutCauses(explained.causes, {1300, 1700});
        QCOMPARE(cut.gaps.size(), 1U);
        QCOMPARE(cut.gaps[0].span, (Interval {1300, 1700}));
        QCOMPARE(cut.gaps[0].cause, IdleCause::HostDispatch);
        QCOMPARE(cut.parts.size(), 3U);
        QCOMPARE(cut.total, (analysis::CauseTotals {100, 200, 0, 0, 0, 100, 0}));
        QCOMPARE(analysis::causesWithin(explained.causes, {1300, 1700}), cut.total);
        QVERIFY(analysis::cutCauses(explained.causes, {1700, 1300}).gaps.empty());
        QVERIFY(analysis::cutCauses(explained.causes, {2000, 2100}).gaps.empty());
    }

    void timesAtTheEndsOfWhatIsRead_data()
    {
        QTest::addColumn<qint64>("shift");
        QTest::newRow("earliest") << qint64 {-4'600'000'000'000'000'000};
        QTest::newRow("latest") << qint64 {4'600'000'000'000'000'000};
    }
    void timesAtTheEndsOfWhatIsRead()
    {
        QFETCH(qint64, shift);
        EventList list = oneGap(1600);
        list.add("user_annotation", "enumerate(DataLoader)#x", kCpu, kMain, 900, 500);
        for (TestEvent& event : list.events)
            event.start += shift;
        const Explained explained(list);
        QCOMPARE(explained.parts(),
            "input 0..400 enumerate(DataLoader)#x; host_dispatch 400..600; launch_latency 600..1000 cudaLaunchKernel");
        const Interval everything = analysis::Window::kEverything;
        QCOMPARE(analysis::causesWithin(explained.causes, everything), explained.causes.total);
        QCOMPARE(analysis::cutCauses(explained.causes, everything).total, explained.causes.total);
    }

    void aTraceWithoutAGpuHasNoGaps()
    {
        EventList list;
        list.op("aten::add", kMain, 0, 10);
        const Explained explained(list);
        QVERIFY(explained.causes.gaps.empty());
        QVERIFY(explained.causes.byDevice.empty());
    }
};

STEPSCOPE_TEST(TestGapCauses)
#include "tst_gap_causes.moc"
