// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of a range, Python frames and histograms against oracles that look at every slice.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/analysis/duration_histogram.h"
#include "core/analysis/launch_delays.h"
#include "core/analysis/launch_stats.h"
#include "core/analysis/python_stats.h"
#include "core/analysis/range_sums.h"
#include "tests/core/random_run.h"
#include "tests/support/test_registry.h"

#include <algorithm>
#include <map>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::analysis;

namespace {

struct Sum
{
    std::uint64_t calls = 0;
    std::int64_t total = 0;
    std::int64_t parts = 0;
    std::int64_t self = 0;
    std::int64_t longest = -1;
    friend bool operator==(const Sum&, const Sum&) = default;
};
using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>; // track, category, name; all ones: any
using Sums = std::map<Key, Sum>;

std::int64_t inside(Interval range, std::int64_t start, std::int64_t end)
{
    return std::max<std::int64_t>(0, std::min(range.end, end) - std::max(range.start, start));
}

Key keyOf(const model::Trace& trace, SliceId id, RangeGrouping grouping)
{
    constexpr std::uint32_t kAny = ~std::uint32_t {0};
    const std::uint32_t category = trace.slices.category[id.index()];
    if (grouping == RangeGrouping::Row)
        return {trace.trackOf(id).value, kAny, kAny};
    return {kAny, category, grouping == RangeGrouping::Name ? trace.slices.name[id.index()].value : kAny};
}

// Time of the children is taken off what they lie in, but never more than there is of one name in one row.
Sums expectedSums(const model::Trace& trace, Interval range, RangeGrouping grouping)
{
    Sums sums;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::pair<Key, std::int64_t>> selfs;
    std::map<std::pair<std::uint32_t, Key>, std::vector<Interval>> ran; // by track, and by what is summed up
    const auto selfOf = [&](SliceId id) -> std::int64_t& {
        const std::tuple finest {trace.trackOf(id).value, std::uint32_t {trace.slices.category[id.index()]},
            trace.slices.name[id.index()].value};
        return selfs.try_emplace(finest, keyOf(trace, id, grouping), 0).first->second.second;
    };
    for (std::uint32_t i = 0; i < trace.slices.size(); ++i) {
        const SliceId id(i);
        const std::int64_t start = trace.slices.start[i];
        const std::int64_t end = trace.slices.end(id);
        const bool counts = start < range.end && (end > range.start || start >= range.start);
        if (!trace.slices.placed(id) || !counts)
            continue;
        const std::int64_t ns = inside(range, start, end);
        Sum& sum = sums[keyOf(trace, id, grouping)];
        ++sum.calls;
        sum.parts += ns;
        ran[{trace.trackOf(id).value, keyOf(trace, id, grouping)}].push_back(
            {std::max(range.start, start), std::min(range.end, end)});
        sum.longest = std::max(sum.longest, ns);
        selfOf(id) += ns;
        const SliceId parent = trace.slices.parent[i];
        if (parent.valid())
            selfOf(parent) -= inside({std::max(range.start, trace.slices.start[parent.index()]),
                                         std::min(range.end, trace.slices.end(parent))},
                start, end);
    }
    for (const auto& [finest, self] : selfs)
        sums[self.first].self += std::max<std::int64_t>(0, self.second);
    for (auto& [where, parts] : ran) {
        for (const Interval& part : makeSet(std::move(parts)))
            sums[where.second].total += part.length();
    }
    std::erase_if(sums, [](const auto& entry) { return entry.second.calls == 0; });
    return sums;
}

Sums asMap(const std::vector<RangeRow>& rows)
{
    constexpr std::uint32_t kAny = ~std::uint32_t {0};
    Sums sums;
    for (const RangeRow& row : rows)
        sums[{row.track.value, row.category ? *row.category : kAny, row.name.value}]
            = {row.calls, row.totalNs, row.partsNs, row.selfNs, row.longestNs};
    return sums;
}

} // namespace

class TestRangeSums : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sumsAsOneWouldByHand()
    {
        for (std::uint64_t seed = 1; seed <= 25; ++seed) {
            const auto trace = RandomRun(seed, 100).make().load();
            QVERIFY(trace);
            const std::vector<LaneId> lanes = placedLanes(*trace);
            std::mt19937_64 random(seed);
            for (int i = 0; i < 8; ++i) {
                const auto place
                    = [&]() { return trace->rangeStart + 100 * static_cast<std::int64_t>(random() % 3200); };
                Interval range {place(), place()};
                if (i == 0)
                    range = {trace->rangeStart, trace->rangeEnd + 1};
                if (range.end < range.start)
                    std::swap(range.start, range.end);
                const auto sums = rangeSums(*trace, range, lanes);
                QVERIFY(sums.has_value());
                for (const RangeGrouping grouping :
                    {RangeGrouping::Name, RangeGrouping::Row, RangeGrouping::Category}) {
                    const std::vector<RangeRow> rows = groupRange(*sums, grouping);
                    QCOMPARE(rows.size(), asMap(rows).size());
                    QVERIFY(asMap(rows) == expectedSums(*trace, range, grouping));
                }
            }
        }
    }

    void lanesThatAreLeftOutCountNothing()
    {
        EventList list;
        list.op("aten::mm", 100, 0, 1000);
        list.op("aten::inner", 100, 100, 300);
        list.op("aten::instant", 100, 500, 0);
        const auto trace = list.load();
        QVERIFY(trace);
        const std::vector<LaneId> lanes = placedLanes(*trace);
        QVERIFY(lanes.size() >= 2);
        const auto outer = rangeSums(*trace, {0, 1000}, std::span(lanes).first(1));
        QCOMPARE(outer->slices, 1U);
        QCOMPARE(outer->rows.front().selfNs, 1000);
        const auto both = rangeSums(*trace, {200, 600}, lanes);
        QCOMPARE(both->slices, 3U);
        const std::vector<RangeRow> rows = groupRange(*both, RangeGrouping::Name);
        QCOMPARE(rows[0].totalNs, 400);
        QCOMPARE(rows[0].selfNs, 200);
        QCOMPARE(rows[1].totalNs, 200);
        QCOMPARE(rows[2].totalNs, 0);
        // What starts at the end of a range is not in it, what has no length and starts at its start is.
        QCOMPARE(rangeSums(*trace, {400, 500}, lanes)->slices, 1U);
        QCOMPARE(rangeSums(*trace, {500, 501}, lanes)->slices, 2U);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!rangeSums(*trace, {0, 1000}, lanes, stop.get_token()).has_value());
    }

    // A range of 1 µs holds no name for more than 1 µs a row, however deep its calls nest.
    void callsInsideCallsOfTheirNameCountOnce()
    {
        EventList list;
        for (int depth = 0; depth < 5; ++depth)
            list.add("python_function", "module.py(1743): _call_impl", kCpu, 100, depth * 10, 1000 - depth * 20);
        list.add("python_function", "module.py(1743): _call_impl", kCpu, 200, 400, 100); // on another thread
        list.op("aten::mm", 100, 100, 200);
        const auto trace = list.load();
        QVERIFY(trace);
        const auto sums = rangeSums(*trace, {0, 1000}, placedLanes(*trace));
        QVERIFY(sums.has_value());
        const std::vector<RangeRow> names = groupRange(*sums, RangeGrouping::Name);
        QCOMPARE(names.size(), 2U);
        QCOMPARE(names[0].calls, 6U);
        QCOMPARE(names[0].totalNs, 1000 + 100);
        QCOMPARE(names[0].partsNs, 1000 + 980 + 960 + 940 + 920 + 100);
        QCOMPARE(names[0].selfNs, 1000 - 200 + 100);
        const std::vector<RangeRow> rows = groupRange(*sums, RangeGrouping::Row);
        QCOMPARE(rows[0].totalNs, 1000);
        QCOMPARE(rows[1].totalNs, 100);
    }

    void pythonFramesCountRecursionOnce()
    {
        EventList list;
        const auto frame = [&list](const char* name, std::int64_t start, std::int64_t dur) {
            list.add("python_function", name, kCpu, 100, start, dur);
        };
        frame("a.py(1): f", 0, 1000);
        frame("a.py(1): f", 100, 500);
        frame("b.py(2): g", 200, 100);
        list.op("aten::mm", 100, 700, 200);
        const auto trace = list.load();
        QVERIFY(trace);
        const std::vector<PythonRow> rows = pythonStats(*trace, Window());
        QCOMPARE(rows.size(), 2U);
        QCOMPARE(trace->names.view(rows[0].name), std::string_view("a.py(1): f"));
        QCOMPARE(rows[0].calls, 2U);
        QCOMPARE(rows[0].totalNs, 1000);
        QCOMPARE(rows[0].selfNs, 1000 - 500 - 200 + 500 - 100);
        QCOMPARE(trace->slices.dur[rows[0].longest.index()], 1000);
        QCOMPARE(rows[1].selfNs, 100);
        const std::vector<PythonRow> cut = pythonStats(*trace, cutTo({250, 800}));
        QCOMPARE(cut[0].totalNs, 550);
        QCOMPARE(cut[0].selfNs, 550 - 350 - 100 + 350 - 50);
    }

    void bucketsHoldEveryDelayOnce()
    {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const auto trace = RandomRun(seed, 100).make().load();
            QVERIFY(trace);
            for (const std::size_t count : {1U, 7U, 1000U}) {
                const LaunchStats stats = launchStats(*trace, Window());
                const LaunchDelays delays = launchDelays(*trace, Window(), count);
                QCOMPARE(delays.delays, stats.delays);
                QCOMPARE(delays.negative, stats.negative);
                QVERIFY(delays.buckets.size() <= count);
                std::uint64_t sum = 0;
                for (std::size_t i = 0; i < delays.buckets.size(); ++i) {
                    const DelayBucket& bucket = delays.buckets[i];
                    sum += bucket.count;
                    QVERIFY(i == 0 || bucket.span.start == delays.buckets[i - 1].span.end);
                    QCOMPARE(bucket.count > 0, bucket.medianNs.has_value() && bucket.slowest.valid());
                    if (bucket.count == 0)
                        continue;
                    const GpuWorkId work = trace->gpuWorkOf(bucket.slowest);
                    const SliceId launch = trace->gpuWork.launch[work.index()];
                    const std::int64_t at = trace->slices.start[launch.index()];
                    QVERIFY(at >= bucket.span.start && at < bucket.span.end);
                    QCOMPARE(trace->slices.start[bucket.slowest.index()] - at, bucket.maxNs);
                }
                QCOMPARE(sum, stats.delays);
                if (count == 1 && stats.delays > 0) {
                    QCOMPARE(delays.buckets.front().medianNs, stats.delayMedianNs);
                    QCOMPARE(delays.buckets.front().p99Ns, stats.delayP99Ns);
                }
            }
        }
    }

    void histogramsCountEveryDurationOnce()
    {
        std::mt19937_64 random(5);
        for (int round = 0; round < 50; ++round) {
            std::vector<std::int64_t> durations;
            const std::uint64_t spread = std::uint64_t {1} << (random() % 40);
            for (std::uint64_t i = 0; i < 1 + random() % 300; ++i)
                durations.push_back(static_cast<std::int64_t>(random() % (spread + 1)));
            const DurationHistogram histogram = histogramOf(durations);
            QVERIFY(histogram.counts.size() <= DurationHistogram::kMostBars);
            QCOMPARE(histogram.edges.size(), histogram.counts.size() + 1);
            QVERIFY(std::is_sorted(histogram.edges.begin(), histogram.edges.end(), std::less_equal<> {}));
            std::sort(durations.begin(), durations.end());
            QCOMPARE(histogram.minNs, durations.front());
            QCOMPARE(histogram.maxNs, durations.back());
            QCOMPARE(histogram.medianNs, durations[(durations.size() + 1) / 2 - 1]);
            std::vector<std::uint64_t> counts(histogram.counts.size(), 0);
            for (const std::int64_t ns : durations) {
                std::size_t bar = 0;
                while (bar + 1 < counts.size() && ns >= histogram.edges[bar + 1])
                    ++bar;
                ++counts[bar];
                QCOMPARE(histogram.barOf(ns), std::optional(bar));
            }
            QCOMPARE(histogram.counts, counts);
            QVERIFY(!histogram.barOf(durations.back() + 2));
        }
        QVERIFY(histogramOf({}).edges.empty());
    }
};

STEPSCOPE_TEST(TestRangeSums)
#include "tst_range_sums.moc"
