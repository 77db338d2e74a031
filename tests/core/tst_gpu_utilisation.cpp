// SPDX-License-Identifier: GPL-3.0-or-later
// GPU use against a brute-force oracle: one cell a nanosecond.
#include "core/analysis/gpu_utilisation.h"
#include "core/analysis/idle.h"
#include "core/analysis/kernel_names.h"
#include "tests/core/analysis_fixture.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <random>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

constexpr std::int64_t kLength = 4000;

struct BusyOracle
{
    // Cell i: [i, i + 1)
    std::array<std::vector<bool>, 4> cells; // all, compute, communication, copy
    std::int64_t first = kLength;
    std::int64_t last = 0;

    BusyOracle()
    {
        for (auto& part : cells)
            part.assign(kLength, false);
    }
    void add(const TestEvent& event, Interval window)
    {
        first = std::min(first, event.start);
        last = std::max(last, event.end());
        const std::size_t part = event.category != "kernel" ? 3 : analysis::isCommunication(event.name) ? 2 : 1;
        for (std::int64_t t = std::max(event.start, window.start); t < std::min(event.end(), window.end); ++t)
            cells[0][static_cast<std::size_t>(t)] = cells[part][static_cast<std::size_t>(t)] = true;
    }
    [[nodiscard]] std::int64_t count(std::size_t part) const
    {
        return std::count(cells[part].begin(), cells[part].end(), true);
    }
    [[nodiscard]] std::int64_t both(std::size_t a, std::size_t b) const
    {
        std::int64_t n = 0;
        for (std::size_t i = 0; i < cells[a].size(); ++i)
            n += cells[a][i] && cells[b][i] ? 1 : 0;
        return n;
    }
};

EventList randomWork(std::mt19937& random)
{
    const auto below = [&random](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    EventList list;
    const int devices = 1 + below(2);
    for (int i = 0; i < 60; ++i) {
        const int kind = below(4);
        const char* category = kind == 3 ? "gpu_memcpy" : "kernel";
        const char* name = kind == 2 ? "ncclDevKernel_AllReduce(x)"
            : kind == 3              ? "Memcpy DtoD (Device -> Device)"
                                     : "k";
        // Short enough that no piece swallows two others of its stream, which would be repaired.
        const int stream = 7 + below(6);
        const std::int64_t start = below(kLength - 100);
        list.add(category, name, below(devices), stream, start, below(5) == 0 ? 0 : 1 + below(60));
    }
    return list;
}

bool wasRepaired(const model::Trace& trace)
{
    return trace.diagnostics.count(DiagnosticKind::impossible_duration) > 0;
}

} // namespace

class TestGpuUtilisation : public QObject
{
    Q_OBJECT

private:
    static void compare(const analysis::DeviceUse& device, const BusyOracle& oracle, Interval window)
    {
        QCOMPARE(device.busyNs, oracle.count(0));
        QCOMPARE(device.computeNs, oracle.count(1));
        QCOMPARE(device.commNs, oracle.count(2));
        QCOMPARE(device.copyNs, oracle.count(3));
        QCOMPARE(device.commOverlapNs, oracle.both(1, 2));
        QCOMPARE(device.exposedCommNs, device.commNs - device.commOverlapNs);
        const std::int64_t start = std::max(window.start, oracle.first);
        const std::int64_t end = std::min(window.end, oracle.last);
        if (end <= start)
            return;
        QCOMPARE(device.window.start, start);
        QCOMPARE(device.window.end, end);
        QCOMPARE(device.busyNs + device.idleNs, device.window.length());
        std::int64_t gaps = 0;
        for (const Interval& gap : device.gaps) {
            QVERIFY(gap.length() > 0);
            gaps += gap.length();
            for (std::int64_t t = gap.start; t < gap.end; ++t)
                QVERIFY(!oracle.cells[0][static_cast<std::size_t>(t)]);
        }
        QCOMPARE(gaps, device.idleNs);
    }

    static void checkOne(const EventList& list, const model::Trace& trace, const analysis::Window& window)
    {
        const Interval cells {std::max<std::int64_t>(0, window.gpu.start), std::min(kLength, window.gpu.end)};
        std::map<int, BusyOracle> devices;
        std::map<std::pair<int, int>, BusyOracle> streams;
        for (const TestEvent& event : list.events) {
            devices[event.pid].add(event, cells);
            streams[{event.pid, event.tid}].add(event, cells);
        }
        const analysis::GpuUse use = analysis::gpuUtilisation(trace, window);
        QCOMPARE(use.devices.size(), devices.size());
        std::size_t seen = 0;
        for (const analysis::DeviceUse& device : use.devices) {
            compare(device, devices[device.device], cells);
            for (const analysis::StreamUse& stream : device.streams) {
                const auto number = static_cast<int>(trace.tracks[stream.track.index()].stream);
                const BusyOracle& oracle = streams[std::pair(int {device.device}, number)];
                QCOMPARE(stream.busyNs, oracle.count(0));
                const std::int64_t gaps = std::accumulate(stream.gapsNs.begin(), stream.gapsNs.end(), std::int64_t {0});
                QCOMPARE(gaps, stream.window.length() - stream.busyNs);
                QCOMPARE(stream.gapCount, std::uint64_t {stream.gapsNs.size()});
                ++seen;
            }
        }
        QCOMPARE(seen, streams.size());
    }

private Q_SLOTS:
    void randomWorkAgreesWithTheOracle()
    {
        std::mt19937 random(20240501);
        int compared = 0;
        for (int round = 0; round < 60; ++round) {
            const EventList list = randomWork(random);
            const auto trace = list.load();
            QVERIFY(trace);
            if (wasRepaired(*trace))
                continue;
            ++compared;
            checkOne(list, *trace, analysis::Window());
            const auto from = static_cast<std::int64_t>(random() % kLength);
            const auto length = static_cast<std::int64_t>(random() % 1500);
            checkOne(list, *trace, analysis::cutTo({from, std::min(kLength, from + length)}));
        }
        QVERIFY(compared > 20);
    }

    void workOfNoLengthSplitsAGap()
    {
        EventList list;
        list.kernel("a", 7, 0, 10);
        list.kernel("b", 7, 15, 0);
        list.kernel("c", 7, 20, 5);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::GpuUse use = analysis::gpuUtilisation(*trace, analysis::Window());
        QCOMPARE(use.devices.at(0).streams.at(0).gapsNs, (std::vector<std::int64_t> {5, 5}));
        QCOMPARE(use.devices.at(0).busyNs, 15);
    }

    void aGapSaysWhatEndsItAndItsLaunch()
    {
        EventList list;
        list.launch(100, 0, 2, 1);
        list.launch(100, 40, 2, 2);
        list.kernel("first", 7, 10, 10, 1);
        list.kernel("second", 20, 60, 10, 2);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::GpuUse use = analysis::gpuUtilisation(*trace, analysis::Window());
        const analysis::GapCauses causes = analysis::explainGaps(*trace, use);
        const analysis::IdleSummary idle = analysis::idleSummary(*trace, use, causes, analysis::Window());
        QCOMPARE(idle.totalNs, 40);
        QCOMPARE(idle.windowNs, 60);
        QCOMPARE(idle.gapCount, 1U);
        const analysis::DeviceGap& gap = causes.gaps.at(idle.largest.at(0));
        QCOMPARE(gap.span, (Interval {20, 60}));
        QCOMPARE(trace->nameOf(gap.workAfter), std::string_view("second"));
        QCOMPARE(trace->slices.start[gap.launch.index()], 40);
        QCOMPARE(idle.edgeNs, 10); // from the first launch to the first work
    }

    void theLargestGapsComeFirst()
    {
        EventList list;
        std::int64_t at = 0;
        for (const int gap : {3, 9, 1, 9, 5}) {
            list.kernel("k", 7, at, 1);
            at += 1 + gap;
        }
        list.kernel("k", 7, at, 1);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::GpuUse use = analysis::gpuUtilisation(*trace, analysis::Window());
        const analysis::GapCauses causes = analysis::explainGaps(*trace, use);
        const std::vector<std::uint32_t> largest = analysis::largestGaps(causes, 3);
        QCOMPARE(causes.gaps.size(), 5U);
        QCOMPARE(largest.size(), 3U);
        const auto spanOf = [&](std::size_t i) { return causes.gaps.at(largest[i]).span; };
        QCOMPARE(spanOf(0).length(), 9);
        QCOMPARE(spanOf(1).length(), 9);
        QVERIFY(spanOf(0).start < spanOf(1).start);
        QCOMPARE(spanOf(2).length(), 5);
        QCOMPARE(analysis::largestGaps(causes, 10, 5).size(), 3U);
    }

    void aTraceWithoutAGpuHasNoDevices()
    {
        EventList list;
        list.op("aten::add", 100, 0, 10);
        const auto trace = list.load();
        QVERIFY(trace);
        QVERIFY(analysis::gpuUtilisation(*trace, analysis::Window()).devices.empty());
    }
};

STEPSCOPE_TEST(TestGpuUtilisation)
#include "tst_gpu_utilisation.moc"
