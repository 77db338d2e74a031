// SPDX-License-Identifier: GPL-3.0-or-later
// A few events through the whole loader: launches, flows, tracks, counters, instants, times, and stopping.
#include "core/json/trace_loader.h"
#include "tests/support/as_json.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_files.h"

#include <QObject>
#include <QTest>

#include <array>
#include <thread>

using namespace stepscope;
using namespace stepscope::model;
using stepscope::tests::asJson;

namespace {

std::string slice(
    const char* cat, const char* name, const char* ids, const char* ts, const char* dur, const std::string& rest = {})
{
    return asJson("{'ph': 'X', 'cat': '" + std::string(cat) + "', 'name': '" + name + "', " + ids + ", 'ts': " + ts
        + ", 'dur': " + dur + rest + "}");
}
std::string args(const std::string& members)
{
    return ", 'args': {" + members + "}";
}
const char* const kThread = "'pid': 100, 'tid': 1";
const char* const kStream = "'pid': 0, 'tid': 7";

std::string runtime(const char* name, const char* ts, const char* dur, const char* correlation)
{
    return slice("cuda_runtime", name, kThread, ts, dur, args(std::string("'correlation': ") + correlation));
}
std::string kernel(const char* name, const char* ts, const char* correlation, const std::string& more = {})
{
    return slice("kernel", name, kStream, ts, "2",
        args(std::string("'device': 0, 'stream': 7, 'correlation': ") + correlation + more));
}

std::shared_ptr<const Trace> load(const std::vector<std::string>& events)
{
    const auto trace = tests::loadText(tests::traceOf(events));
    if (!trace)
        qFatal("%s", trace.error().message.c_str());
    return *trace;
}

SliceId find(const Trace& trace, std::string_view name)
{
    for (std::uint32_t i = 0; i < trace.slices.size(); ++i) {
        if (trace.nameOf(SliceId(i)) == name)
            return SliceId(i);
    }
    return {};
}

/// "launch>work", by name, of all GPU work in its order; `-` for no launch.
std::string launches(const Trace& trace)
{
    std::string text;
    for (std::size_t i = 0; i < trace.gpuWork.size(); ++i) {
        const SliceId launch = trace.gpuWork.launch[i];
        text += text.empty() ? "" : " ";
        text.append(launch.valid() ? trace.nameOf(launch) : "-")
            .append(">")
            .append(trace.nameOf(trace.gpuWork.slice[i]));
    }
    return text;
}
std::string flows(const Trace& trace)
{
    std::string text;
    for (const Flow& flow : trace.flows) {
        text += text.empty() ? "" : " ";
        text.append(trace.nameOf(flow.from)).append(">").append(trace.nameOf(flow.to));
    }
    return text;
}

} // namespace

class TestEventLoading : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reusedCorrelations()
    {
        const auto trace = load({runtime("first", "10", "5", "9"), kernel("a", "20", "9"),
            runtime("second", "110", "5", "9"), kernel("b", "120", "9"), kernel("other", "130", "8")});
        QCOMPARE(launches(*trace), std::string("first>a second>b ->other"));
        QCOMPARE(trace->diagnostics.count(DiagnosticKind::gpu_work_without_launch), std::uint64_t {1});
        QCOMPARE(trace->gpuWork.correlation[0], 9U);
    }

    void kernelBeforeItsLaunch()
    {
        const auto trace = load({kernel("early", "20", "4"), runtime("call", "25.5", "5", "4")});
        QCOMPARE(launches(*trace), std::string("call>early"));
        QCOMPARE(trace->diagnostics.count(DiagnosticKind::negative_launch_delay), std::uint64_t {1});
        QCOMPARE(trace->diagnostics.entry(DiagnosticKind::negative_launch_delay).samples[0].detail,
            std::string("early starts 5500 ns before its launch"));
    }

    void oneGraphLaunchOfMany()
    {
        const auto trace
            = load({runtime("cudaGraphLaunch", "10", "5", "3"), kernel("c", "40", "3", ", 'graph node id': 12"),
                kernel("a", "20", "3", ", 'graph id': 1"), kernel("b", "30", "3", ", 'graph id': 0")});
        QCOMPARE(launches(*trace), std::string("cudaGraphLaunch>a cudaGraphLaunch>b cudaGraphLaunch>c"));
        QCOMPARE(trace->launches.launches.size(), std::size_t {1});
        QCOMPARE(trace->launches.workOf(find(*trace, "cudaGraphLaunch")).size(), std::size_t {3});
        QCOMPARE(int(trace->gpuWork.fromGraph[0]), 1);
        QCOMPARE(int(trace->gpuWork.fromGraph[1]), 0);
        QCOMPARE(int(trace->gpuWork.fromGraph[2]), 1);
    }

    void runtimeCallWinsOverItsDriverCall()
    {
        const std::string driver = slice("cuda_driver", "cuLaunchKernel", kThread, "12", "2", args("'correlation': 3"));
        const std::string call = runtime("cudaLaunchKernel", "10", "5", "3");
        for (const auto& events : {std::vector {call, driver}, std::vector {driver, call}}) {
            auto all = events;
            all.push_back(kernel("k", "20", "3"));
            const auto trace = load(all);
            QCOMPARE(launches(*trace), std::string("cudaLaunchKernel>k"));
            QVERIFY(trace->launches.withoutWork.empty());
            QCOMPARE(trace->diagnostics.count(DiagnosticKind::launch_without_gpu_record), std::uint64_t {0});
        }
        const auto alone = load({driver, kernel("k", "20", "3"), runtime("cudaLaunchKernel", "40", "5", "5")});
        QCOMPARE(launches(*alone), std::string("cuLaunchKernel>k"));
        QCOMPARE(alone->launches.withoutWork.size(), std::size_t {1});
        QCOMPARE(alone->diagnostics.count(DiagnosticKind::launch_without_gpu_record), std::uint64_t {1});
    }

    void flowsOfVersionOne()
    {
        const auto flow = [](const char* ph, const char* id, const char* ids, const char* ts, const char* rest = "") {
            return asJson("{'ph': '" + std::string(ph) + "', 'cat': 'fwdbwd', 'name': 'f', 'id': " + id + ", " + ids
                + ", 'ts': " + ts + rest + "}");
        };
        const char* other = "'pid': 100, 'tid': 2";
        const std::vector<std::string> slices {slice("cpu_op", "outer", kThread, "10", "50"),
            slice("cpu_op", "inner", kThread, "20", "10"), slice("cpu_op", "target", other, "100", "50"),
            slice("cpu_op", "later", other, "200", "10")};
        const auto with = [&](std::initializer_list<std::string> ends) {
            auto events = slices;
            events.insert(events.end(), ends);
            return flows(*load(events));
        };
        QCOMPARE(with({flow("s", "1", kThread, "20"), flow("f", "1", other, "100", ", 'bp': 'e'")}),
            std::string("inner>target"));
        QCOMPARE(with({flow("s", "1", kThread, "35"), flow("f", "1", other, "120", ", 'bp': 'e'")}),
            std::string("outer>target"));
        QCOMPARE(with({flow("s", "1", kThread, "20"), flow("f", "1", other, "170")}), std::string("inner>later"));
        QCOMPARE(with({flow("s", "1", kThread, "20"), flow("f", "1", other, "170", ", 'bp': 'e'")}), std::string());
        QCOMPARE(with({flow("s", "1", kThread, "20"), flow("f", "2", other, "100", ", 'bp': 'e'")}), std::string());
        QCOMPARE(with({flow("f", "1", other, "100", ", 'bp': 'e'")}), std::string());
        QCOMPARE(with({flow("s", "1", kThread, "12"), flow("t", "1", kThread, "22"),
                     flow("f", "1", other, "110", ", 'bp': 'e'")}),
            std::string("outer>inner inner>target"));
    }

    void flowsOfVersionTwo()
    {
        const auto trace = load({slice("cpu_op", "from", kThread, "10", "5", ", 'bind_id': '0x5', 'flow_out': true"),
            slice("cpu_op", "step", kThread, "20", "5", ", 'bind_id': 5, 'flow_in': true, 'flow_out': true"),
            slice("cpu_op", "to", kThread, "30", "5", ", 'bind_id': '0x5', 'flow_in': true"),
            slice("cpu_op", "none", kThread, "40", "5", ", 'bind_id': '0x5'")});
        QCOMPARE(flows(*trace), std::string("from>step step>to"));
    }

    void flowsLinkLaunchesWithoutNumbers()
    {
        const std::string call = slice("cuda_runtime", "call", kThread, "10", "5");
        const std::string work = slice("kernel", "k", kStream, "20", "5", args("'stream': 7"));
        const std::string start
            = asJson("{'ph': 's', 'cat': 'ac2g', 'name': 'ac2g', 'id': 3, 'pid': 100, 'tid': 1, 'ts': 10}");
        const std::string end
            = asJson("{'ph': 'f', 'cat': 'ac2g', 'name': 'ac2g', 'id': 3, 'pid': 0, 'tid': 7, 'ts': 20, 'bp': 'e'}");
        QCOMPARE(launches(*load({call, work, start, end})), std::string("call>k"));
        QCOMPARE(launches(*load({call, work, start})), std::string("->k"));
    }

    void tracksAreToldApart()
    {
        // Process 0 with a thread 7, and stream 7 of GPU 0, which kineto writes as pid 0.
        const auto trace = load({slice("cpu_op", "op", kStream, "10", "5"), kernel("k", "10", "1"),
            slice("cuda_sync", "sync", "'pid': 0, 'tid': 1000007", "10", "9", args("'stream': 7")),
            slice("overhead", "o", "'pid': -1, 'tid': 0", "1", "1"),
            slice("Trace", "span", "'pid': 'Spans', 'tid': 'PyTorch Profiler'", "1", "50"),
            slice("cpu_op", "text", "'pid': '0', 'tid': 7", "10", "5")});
        QCOMPARE(trace->tracks.size(), std::size_t {4});
        const auto trackOf
            = [&](const char* name) { return trace->tracks[trace->trackOf(find(*trace, name)).index()]; };
        QVERIFY(trackOf("op").kind == TrackKind::CpuThread);
        QVERIFY(trackOf("k").kind == TrackKind::GpuStream);
        QCOMPARE(trackOf("k").stream, std::int64_t {7});
        QCOMPARE(trackOf("k").device, 0);
        QVERIFY(trace->trackOf(find(*trace, "sync")) == trace->trackOf(find(*trace, "k")));
        QVERIFY(trace->lanes[trace->laneOf(find(*trace, "sync")).index()].section == LaneSection::Sync);
        QVERIFY(trackOf("o").kind == TrackKind::Overhead);
        QVERIFY(trackOf("span").kind == TrackKind::Profiler);
        // An id is the same in quotes.
        QVERIFY(trace->trackOf(find(*trace, "text")) == trace->trackOf(find(*trace, "op")));
        QCOMPARE(trace->diagnostics.count(DiagnosticKind::id_collision), std::uint64_t {1});
    }

    void counters()
    {
        const auto counter = [](const char* ts, const char* rest) {
            return asJson("{'ph': 'C', 'name': 'mem', 'pid': 1, 'ts': " + std::string(ts) + ", " + rest + "}");
        };
        const auto trace = load({counter("20", "'args': {'a': 2, 'b': '1.5'}"), counter("10", "'args': {'a': 1}"),
            counter("30", "'args': {'a': NaN}"), counter("40", "'id': 4, 'args': {'': -3}"),
            counter("50", "'tid': 2")});
        QCOMPARE(trace->counters.size(), std::size_t {3});
        const CounterSeries& a = trace->counters[0];
        QCOMPARE(a.counter + "/" + a.series, std::string("mem/a"));
        QCOMPARE(std::vector<std::int64_t>(a.time.begin(), a.time.end()), (std::vector<std::int64_t> {10'000, 20'000}));
        QCOMPARE(std::vector<double>(a.value.begin(), a.value.end()), (std::vector<double> {1, 2}));
        QCOMPARE(trace->counters[1].series, std::string("b"));
        QCOMPARE(trace->counters[1].value[0], 1.5);
        QCOMPARE(trace->counters[2].counter + "/" + trace->counters[2].series, std::string("mem[4]/mem"));
        QCOMPARE(trace->diagnostics.count(DiagnosticKind::nonfinite_number), std::uint64_t {1});
        QCOMPARE(trace->diagnostics.count(DiagnosticKind::numeric_string), std::uint64_t {1});
        QCOMPARE(trace->diagnostics.count(DiagnosticKind::incomplete_event), std::uint64_t {1});
        QCOMPARE(trace->phaseCounts['C'], std::uint64_t {5});
    }

    void counterValuesThatAreNoNumbers()
    {
        const auto trace
            = load({asJson("{'ph': 'C', 'name': 'mem', 'pid': 1, 'ts': 1, 'args': {'a': 'full', 'b': null, "
                           "'c': {'d': 1}, 'e': NaN, 'f': 1e999, 'g': 5}}")});
        QCOMPARE(trace->counters.size(), std::size_t {1});
        QCOMPARE(trace->counters[0].series, std::string("g"));
        QCOMPARE(trace->diagnostics.count(DiagnosticKind::nonfinite_number), std::uint64_t {1}); // the bare word
        QCOMPARE(trace->diagnostics.count(DiagnosticKind::incomplete_event), std::uint64_t {4});
    }

    void phasesNobodyKnows()
    {
        const auto event = [](const char* ph, const char* ts, const char* name) {
            return asJson("{'ph': '" + std::string(ph) + "', 'cat': 'a', 'name': '" + name
                + "', 'id': 1, 'pid': 1, 'tid': 2, 'ts': " + ts + "}");
        };
        const auto trace = load({event("q", "1", "odd"), event("longer", "2", "lost"), event("S", "3", "task"),
            event("T", "4", "task"), event("F", "5", "task"), event("n", "6", "nested mark")});
        QCOMPARE(trace->diagnostics.count(DiagnosticKind::unknown_phase), std::uint64_t {2});
        QCOMPARE(trace->otherPhases, std::uint64_t {1});
        QCOMPARE(trace->asyncSlices, std::uint64_t {1}); // the step splits nothing, and is kept as a mark
        QCOMPARE(trace->instants.size(), std::size_t {3});
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(trace->instants.phase[i], "qTn"[i]);
    }

    void syncsOfTheWholeDevice()
    {
        const auto sync = [](const char* tid, const char* stream, const char* ts) {
            return slice("cuda_sync", "Context Sync", (std::string("'pid': 0, 'tid': ") + tid).c_str(), ts, "2",
                args(std::string("'device': 0, 'stream': ") + stream));
        };
        const auto trace = load({kernel("k", "10", "5"), sync("-1", "-1", "20"), sync("4294967295", "4294967295", "30"),
            sync("999999", "-1", "40"), sync("1000007", "7", "50")});
        std::string rows;
        for (const Track& track : trace->tracks)
            rows.append(track.name).append(":").append(std::to_string(track.slices)).append(" ");
        QCOMPARE(rows, std::string("stream 7:2 device-wide syncs:3 "));
    }

    void instants()
    {
        const auto mark = [](const char* name, const char* ph, const char* ts, const char* scope) {
            return asJson("{'ph': '" + std::string(ph) + "', 'name': '" + name + "', 'pid': 1, 'tid': 2, 'ts': " + ts
                + scope + "}");
        };
        const auto trace = load({mark("late", "i", "9.001", ", 's': 'g'"), mark("early", "I", "3", ""),
            mark("middle", "R", "5", ", 's': 'p'")});
        QCOMPARE(trace->instants.size(), std::size_t {3});
        const char* const names[] = {"early", "middle", "late"};
        const std::int64_t times[] = {3000, 5000, 9001};
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(trace->names.view(trace->instants.name[i]), std::string_view(names[i]));
            QCOMPARE(trace->instants.time[i], times[i]);
            QCOMPARE(trace->instants.phase[i], "IRi"[i]);
            QCOMPARE(trace->instants.scope[i], "tpg"[i]);
        }
    }

    void timesThatWereLost()
    {
        const std::string lost = slice("cpu_op", "lost", kThread, "0", "0");
        auto trace = load({lost, slice("cpu_op", "op", kThread, "2000000", "5")});
        SliceId id = find(*trace, "lost");
        QCOMPARE(int(trace->slices.flags[id.index()] & kNoTime), int(kNoTime));
        QCOMPARE(trace->diagnostics.count(DiagnosticKind::no_time_recorded), std::uint64_t {1});
        QCOMPARE(trace->rangeStart, std::int64_t {2'000'000'000});
        trace = load({lost, slice("cpu_op", "op", kThread, "999999", "5")}); // within a second: 0 is a time
        id = find(*trace, "lost");
        QCOMPARE(int(trace->slices.flags[id.index()] & kNoTime), 0);
        QCOMPARE(trace->rangeStart, std::int64_t {0});
    }

    void outliers()
    {
        std::vector<std::string> events;
        for (const char* ts : {"10000000000", "10000000010", "10000000020"})
            events.push_back(slice("cpu_op", "op", kThread, ts, "5"));
        events.push_back(slice("cpu_op", "hour", kThread, "13600000020", "5"));
        events.push_back(slice("cpu_op", "far", kThread, "13600000020.001", "5"));
        events.push_back(slice("cpu_op", "old", kThread, "1", "5"));
        const auto trace = load(events);
        const auto outlier
            = [&](const char* name) { return (trace->slices.flags[find(*trace, name).index()] & kOutlier) != 0; };
        QVERIFY(!outlier("op"));
        QVERIFY(!outlier("hour")); // from the median, not more
        QVERIFY(outlier("old"));
        QCOMPARE(trace->diagnostics.count(DiagnosticKind::time_outlier), std::uint64_t {2});
        QVERIFY(outlier("far"));
        QCOMPARE(trace->rangeStart, std::int64_t {10'000'000'000'000});
    }

    void stoppedBeforeItStarts()
    {
        const std::string path = tests::writeTemporary("stopped.json", tests::traceOf({kernel("k", "1", "1")}));
        std::stop_source source;
        source.request_stop();
        Progress progress;
        const auto trace = json::loadTrace(path, progress, source.get_token());
        QVERIFY(!trace);
        QCOMPARE(static_cast<int>(trace.error().errorClass), static_cast<int>(ErrorClass::Cancelled));
        QVERIFY(tests::loadFile(path));
    }

    // A stop in whatever stage ends the load without a trace. A stage that still is the current one after the stop was
    // asked for has a look at it to come.
    void stoppedInEachStage()
    {
        std::vector<std::string> events;
        for (int i = 0; i < 40000; ++i) {
            const std::string ts = std::to_string(10 * i);
            const std::string number = std::to_string(i + 1);
            events.push_back(runtime("cudaLaunchKernel", ts.c_str(), "4", number.c_str()));
            events.push_back(kernel("k", ts.c_str(), number.c_str()));
        }
        const std::string path = tests::writeTemporary("stopped.json", tests::traceOf(events));
        constexpr std::array kStages {LoadStage::Reading, LoadStage::Merging, LoadStage::Sorting, LoadStage::Linking};
        for (const LoadStage wanted : kStages) {
            bool stopped = false;
            for (int attempt = 0; attempt < 500 && !stopped; ++attempt) {
                Progress progress;
                std::stop_source source;
                std::thread stopper([&] {
                    while (progress.stage < wanted)
                        std::this_thread::yield();
                    source.request_stop();
                    stopped = progress.stage == wanted;
                });
                const auto trace = json::loadTrace(path, progress, source.get_token());
                progress.stage = LoadStage::Done; // the load may have ended before that stage
                stopper.join();
                const bool cancelled = !trace && trace.error().errorClass == ErrorClass::Cancelled;
                QVERIFY(cancelled || (trace && !stopped));
            }
            QVERIFY(stopped);
        }
    }
};

STEPSCOPE_TEST(TestEventLoading)

#include "tst_event_loading.moc"
