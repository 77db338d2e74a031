// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/counter_lod.h"
#include "core/view/density.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"

#include <QObject>
#include <QTest>

#include <random>

using namespace stepscope;
using namespace stepscope::view;
using model::EventKind;
using stepscope::tests::TraceFixture;

class TestTimelineDensity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void unionCountsParallelStreamsOnce()
    {
        TraceFixture f;
        const ProcessId gpu = f.process("0", "p");
        const TrackId a = f.stream(gpu, 0, 7);
        const TrackId b = f.stream(gpu, 0, 20);
        f.slice(a, "k", EventKind::Kernel, 0, 10);
        f.slice(a, "k", EventKind::Kernel, 20, 10);
        f.slice(b, "k", EventKind::Kernel, 5, 10);
        f.slice(b, "note", EventKind::GpuAnnotation, 100, 50);
        const auto trace = f.build();
        const std::vector<LaneId> lanes = {LaneId(0U), LaneId(1U)};
        QCOMPARE(unionOfLanes(*trace, lanes, true), (IntervalSet {{0, 15}, {20, 30}}));
        QCOMPARE(unionOfLanes(*trace, lanes, false), (IntervalSet {{0, 15}, {20, 30}, {100, 150}}));
        QVERIFY(unionOfLanes(*trace, {}, true).empty());
    }

    void busyTimeMatchesASlowCount()
    {
        std::mt19937_64 random(11);
        std::vector<Interval> intervals;
        for (int i = 0; i < 200; ++i) {
            const auto start = static_cast<std::int64_t>(random() % 5000);
            intervals.push_back({start, start + static_cast<std::int64_t>(random() % 40)});
        }
        const IntervalSet set = makeSet(intervals);
        const BusyIndex index(set);
        for (int i = 0; i < 500; ++i) {
            const auto t0 = static_cast<std::int64_t>(random() % 6000) - 500;
            const auto t1 = t0 + static_cast<std::int64_t>(random() % 900);
            QCOMPARE(index.busy(t0, t1), overlapLength(set, {t0, t1}));
        }
        QCOMPARE(index.busy(10, 5), 0);
    }

    void columnsAreSharesOfTheirPixel()
    {
        const BusyIndex index(IntervalSet {{0, 50}, {100, 110}});
        const auto columns = index.columns(TimeScale({0, 0, 200}, 4), 4);
        QCOMPARE(columns, (std::vector<float> {1.F, 0.F, 0.2F, 0.F}));
        const auto close = index.columns(TimeScale({49, 0, 2}, 8), 8); // four columns a ns
        QCOMPARE(close, (std::vector<float> {1, 1, 1, 1, 0, 0, 0, 0}));
    }

    void activityGrowsWithTheNumberOfSlices()
    {
        TraceFixture f;
        const TrackId track = f.thread(f.process("1", "p"), "1", "t");
        f.slice(track, "one", EventKind::Other, 0, 100);
        for (int i = 0; i < 1200; ++i)
            f.slice(track, "many", EventKind::Other, 200 + i / 12, 0);
        const auto trace = f.build();
        const std::vector<LaneId> lanes = {LaneId(0U)};
        const auto shares = activityColumns(*trace, lanes, TimeScale({0, 0, 400}, 4), 4, 1);
        QCOMPARE(shares.size(), 4U);
        QVERIFY(shares[0] > 0.05F && shares[0] < 0.2F);
        QCOMPARE(shares[1], 0.F);
        QCOMPARE(shares[2], 1.F);
        QCOMPARE(shares[3], 0.F);
        QCOMPARE(activityColumns(*trace, lanes, TimeScale({0, 0, 400}, 10), 10, 4).size(), 3U);
    }

    void counterBandsMatchASlowScan()
    {
        std::mt19937_64 random(3);
        model::CounterSeries series;
        for (int i = 0; i < 1000; ++i) {
            series.time.push_back(i * 7);
            series.value.push_back(static_cast<double>(random() % 1000) - 500);
        }
        const CounterLod lod(series);
        for (int i = 0; i < 500; ++i) {
            const std::size_t first = random() % 999;
            const std::size_t last = first + 1 + random() % (1000 - first);
            const auto [low, high] = std::minmax_element(series.value.begin() + first, series.value.begin() + last);
            QCOMPARE(lod.band(first, last).low, *low);
            QCOMPARE(lod.band(first, last).high, *high);
        }
    }

    void counterValuesHoldUntilTheNextSample()
    {
        model::CounterSeries series;
        for (const auto& [time, value] : std::vector<std::pair<int, double>> {{100, 5}, {200, 9}, {210, 1}}) {
            series.time.push_back(time);
            series.value.push_back(value);
        }
        const CounterLod lod(series);
        QVERIFY(!lod.sampleAt(99));
        QCOMPARE(lod.sampleAt(150).value(), 0U);
        QCOMPARE(lod.sampleAt(5000).value(), 2U);
        const auto columns = lod.columns(TimeScale({0, 0, 400}, 4), 4);
        QVERIFY(!columns[0]);
        QCOMPARE(columns[1]->high, 5.0);
        QCOMPARE(columns[2]->high, 9.0);
        QCOMPARE(columns[2]->low, 1.0);
        QCOMPARE(columns[3]->high, 1.0); // 5 no longer holds there
        QVERIFY(!CounterLod(model::CounterSeries {}).all());
    }
};

STEPSCOPE_TEST(TestTimelineDensity)
#include "tst_timeline_density.moc"
