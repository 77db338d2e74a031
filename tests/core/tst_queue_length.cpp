// SPDX-License-Identifier: GPL-3.0-or-later
// Queue lengths against an oracle that counts, for every moment, the work that is launched and not finished.
#include "core/analysis/queue_length.h"
#include "tests/core/random_run.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::tests;
using analysis::QueueEnd;
using analysis::queueLength;

namespace {

std::int64_t countAt(const model::Trace& trace, TrackId stream, QueueEnd end, std::int64_t time)
{
    std::int64_t count = 0;
    for (std::size_t i = 0; i < trace.gpuWork.size(); ++i) {
        const SliceId work = trace.gpuWork.slice[i];
        if (trace.trackOf(work) != stream)
            continue;
        const std::int64_t start = trace.slices.start[work.index()];
        const SliceId launch = trace.gpuWork.launch[i];
        const std::int64_t from = launch.valid() ? std::min(start, trace.slices.start[launch.index()]) : start;
        const std::int64_t to = end == QueueEnd::Finished ? trace.slices.end(work) : start;
        count += from <= time && time < to ? 1 : 0;
    }
    return count;
}

double valueAt(const model::CounterSeries& series, std::int64_t time)
{
    const auto* after = std::upper_bound(series.time.begin(), series.time.end(), time);
    return after == series.time.begin() ? 0 : series.value[static_cast<std::size_t>(after - series.time.begin() - 1)];
}

} // namespace

class TestQueueLength : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheOracle_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 0; seed < 10; ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }
    void agreesWithTheOracle()
    {
        QFETCH(const int, seed);
        const auto trace = RandomRun(static_cast<std::uint64_t>(seed), 1).make().load();
        QVERIFY(trace);
        int streams = 0;
        for (std::size_t track = 0; track < trace->tracks.size(); ++track) {
            if (trace->tracks[track].gpuWork == 0)
                continue;
            ++streams;
            for (const QueueEnd end : {QueueEnd::Finished, QueueEnd::Started}) {
                const model::CounterSeries series = queueLength(*trace, TrackId(track), end);
                QVERIFY(std::is_sorted(series.time.begin(), series.time.end(), std::less_equal<>()));
                QVERIFY(!series.value.empty());
                QCOMPARE(series.value.back(), 0.0);
                for (std::int64_t time = trace->rangeStart; time < trace->rangeEnd; ++time)
                    QCOMPARE(valueAt(series, time), double(countAt(*trace, TrackId(track), end, time)));
            }
        }
        QVERIFY(streams >= 2);
    }

    void workBeforeItsLaunchNeverMakesItNegative()
    {
        EventList list;
        list.launch(100, 500, 10, 1);
        list.kernel("early", 7, 100, 50, 1);
        list.kernel("late", 7, 600, 50, 2);
        list.launch(100, 200, 10, 2);
        const auto trace = list.load();
        QVERIFY(trace);
        const SliceId work = trace->gpuWork.slice[0];
        for (const QueueEnd end : {QueueEnd::Finished, QueueEnd::Started}) {
            const model::CounterSeries series = queueLength(*trace, trace->trackOf(work), end);
            QVERIFY(std::all_of(series.value.begin(), series.value.end(), [](double v) { return v >= 0; }));
        }
        const model::CounterSeries series = queueLength(*trace, trace->trackOf(work));
        QCOMPARE(valueAt(series, 120), 1.0);
        QCOMPARE(valueAt(series, 150), 0.0);
        QCOMPARE(valueAt(series, 400), 1.0);
        QCOMPARE(series.value.size(), 4U);
    }
};

STEPSCOPE_TEST(TestQueueLength)
#include "tst_queue_length.moc"
