// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels, copies and launches by numbers, against sums over the plain events.
#include "core/analysis/copies.h"
#include "core/analysis/kernel_stats.h"
#include "core/analysis/launch_stats.h"
#include "tests/core/analysis_fixture.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

std::int64_t rankOf(std::vector<std::int64_t> values, unsigned percent)
{
    std::sort(values.begin(), values.end());
    std::size_t rank = 1;
    while (rank * 100 < values.size() * percent)
        ++rank;
    return values[rank - 1];
}

// Kernels side by side on one stream, each launched from one of a few operators.
EventList randomKernels(std::mt19937& random, std::map<int, std::string>& operatorOfCorrelation)
{
    const auto below = [&random](int n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
    EventList list;
    std::int64_t cpu = 0;
    std::int64_t gpu = 50;
    for (int i = 1; i <= 80; ++i) {
        const std::string op = "aten::op" + std::to_string(below(4));
        if (below(5) != 0) {
            operatorOfCorrelation[i] = op;
            list.op(op, 100, cpu, 20);
        }
        list.launch(100, cpu + 5, 4, i);
        const std::int64_t dur = below(40);
        list.kernel("kernel" + std::to_string(below(6)), 7, gpu, dur, i);
        cpu += 20 + below(20);
        gpu = std::max(gpu + dur, cpu) + below(10);
    }
    return list;
}

const analysis::KernelRow* rowOf(const model::Trace& trace, const analysis::KernelStats& stats, std::string_view name)
{
    const auto at = std::find_if(stats.rows.begin(), stats.rows.end(),
        [&](const analysis::KernelRow& row) { return trace.names.view(row.name) == name; });
    return at == stats.rows.end() ? nullptr : &*at;
}

} // namespace

class TestKernelStats : public QObject
{
    Q_OBJECT

private:
    static void checkRow(const model::Trace& trace, const analysis::KernelRow& row,
        const std::vector<std::int64_t>& durs, const std::map<std::string, std::int64_t>& byOp)
    {
        QCOMPARE(row.calls, std::uint64_t {durs.size()});
        QCOMPARE(row.timedCalls, row.calls);
        std::int64_t total = 0;
        for (const std::int64_t dur : durs)
            total += dur;
        QCOMPARE(row.totalNs, total);
        QCOMPARE(*row.avgNs, total / static_cast<std::int64_t>(durs.size()));
        QCOMPARE(*row.minNs, *std::min_element(durs.begin(), durs.end()));
        QCOMPARE(*row.maxNs, *std::max_element(durs.begin(), durs.end()));
        QCOMPARE(*row.p50Ns, rankOf(durs, 50));
        QCOMPARE(*row.p99Ns, rankOf(durs, 99));
        std::int64_t best = -1;
        for (const auto& [op, sum] : byOp)
            best = std::max(best, sum);
        if (best < 0) {
            QVERIFY(!row.op.valid());
            return;
        }
        QCOMPARE(byOp.at(std::string(trace.names.view(row.op))), best);
    }

private Q_SLOTS:
    void randomKernelsAgreeWithTheOracle()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 20; ++round) {
            std::map<int, std::string> operators;
            const EventList list = randomKernels(random, operators);
            const auto trace = list.load();
            QVERIFY(trace);
            std::map<std::string, std::vector<std::int64_t>> durs;
            std::map<std::string, std::map<std::string, std::int64_t>> byOp;
            for (const TestEvent& event : list.events) {
                if (event.category != "kernel")
                    continue;
                durs[event.name].push_back(event.dur);
                if (operators.count(event.correlation) != 0)
                    byOp[event.name][operators[event.correlation]] += event.dur;
            }
            const analysis::KernelStats stats = analysis::kernelStats(*trace, analysis::Window());
            QCOMPARE(stats.rows.size(), durs.size());
            double shares = 0;
            for (const auto& [name, values] : durs) {
                const analysis::KernelRow* row = rowOf(*trace, stats, name);
                QVERIFY(row != nullptr);
                checkRow(*trace, *row, values, byOp[name]);
                shares += row->share;
            }
            QVERIFY(std::abs(shares - 1) < 1e-9);
            QVERIFY(std::is_sorted(stats.rows.begin(), stats.rows.end(),
                [](const auto& a, const auto& b) { return a.totalNs > b.totalNs; }));
        }
    }

    void aWindowCutsDurations()
    {
        EventList list;
        list.kernel("k", 7, 0, 100);
        list.kernel("k", 7, 200, 100);
        list.kernel("k", 7, 400, 100);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::KernelStats stats = analysis::kernelStats(*trace, analysis::cutTo({250, 450}));
        QCOMPARE(stats.rows.at(0).calls, 2U);
        QCOMPARE(stats.rows[0].totalNs, 100);
        QCOMPARE(analysis::kernelStats(*trace, analysis::cutTo({100, 200})).rows.size(), 0U);
    }

    void lostTimesCountAsCallsOnly()
    {
        EventList list;
        list.kernel("k", 7, 5'000'000'000, 50);
        list.kernel("k", 7, 0, 0);
        list.kernel("lost", 7, 0, 0);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::KernelStats stats = analysis::kernelStats(*trace, analysis::Window());
        const analysis::KernelRow* k = rowOf(*trace, stats, "k");
        const analysis::KernelRow* lost = rowOf(*trace, stats, "lost");
        QVERIFY(k != nullptr && lost != nullptr);
        QCOMPARE(k->calls, 2U);
        QCOMPARE(k->timedCalls, 1U);
        QCOMPARE(*k->avgNs, 50);
        QCOMPARE(lost->calls, 1U);
        QVERIFY(!lost->avgNs && !lost->p50Ns && !lost->longest.valid());
    }

    void copiesAreGroupedAndTheirBandwidthIsRecomputed()
    {
        EventList list;
        list.add("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 0, 7, 0, 100).args
            = "\"bytes\": 1000, \"memory bandwidth (GB/s)\": 99";
        list.add("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 0, 7, 200, 100).args = "\"bytes\": 3000";
        list.add("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 0, 7, 400, 0).args = "\"bytes\": 8";
        list.add("gpu_memcpy", "Memcpy DtoD (Device -> Device)", 0, 7, 500, 50);
        list.add("gpu_memset", "Memset (Device)", 0, 7, 600, 10).args = "\"bytes\": 8";
        const auto trace = list.load();
        QVERIFY(trace);
        const std::vector<analysis::CopyRow> rows = analysis::copyStats(*trace, analysis::Window());
        QCOMPARE(rows.size(), 3U);
        QCOMPARE(rows[0].what.direction, std::string("HtoD"));
        QCOMPARE(rows[0].count, 2U);
        QCOMPARE(*rows[0].bytes, 4000U);
        QCOMPARE(rows[0].totalNs, 200);
        QCOMPARE(*rows[0].bandwidthGbS, 20.0);
        QVERIFY(!rows[1].bytes && !rows[1].bandwidthGbS); // nothing recorded is not 0
        QCOMPARE(*rows[2].bytes, 8U);
        QVERIFY(!rows[2].bandwidthGbS); // no time to divide by
    }

    void launchesAreCountedAndTheirDelaysMeasured()
    {
        EventList list;
        for (int i = 1; i <= 4; ++i) {
            list.launch(100, i * 100, 10, i);
            if (i != 4)
                list.kernel("k", 7, i * 100 + i * 7, 5, i);
        }
        list.launch(100, 900, 10, 9);
        list.kernel("early", 7, 890, 5, 9);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::LaunchStats stats = analysis::launchStats(*trace, analysis::Window());
        QCOMPARE(stats.count, 5U);
        QCOMPARE(stats.withoutGpuWork, 1U);
        QCOMPARE(stats.negative, 1U);
        QCOMPARE(stats.delays, 3U);
        QCOMPARE(*stats.delayMedianNs, 14);
        QCOMPARE(*stats.delayP99Ns, 21);
        const analysis::LaunchStats part = analysis::launchStats(*trace, analysis::cutTo({150, 350}));
        QCOMPARE(part.count, 2U);
    }
};

STEPSCOPE_TEST(TestKernelStats)
#include "tst_kernel_stats.moc"
