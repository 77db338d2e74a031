// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/span_query.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"

#include <QObject>
#include <QTest>

#include <random>

using namespace stepscope;
using namespace stepscope::view;
using stepscope::tests::TraceFixture;

namespace {

// A lane of slices that do not overlap: dense runs of tiny ones, zero lengths, gaps, and some long ones.
std::shared_ptr<const model::Trace> randomLane(unsigned seed, int count, std::int64_t base)
{
    std::mt19937_64 random(seed);
    TraceFixture f;
    const TrackId track = f.thread(f.process("1", "p"), "1", "t");
    std::int64_t at = base;
    for (int i = 0; i < count; ++i) {
        const std::uint64_t dice = random() % 100;
        const std::int64_t dur = dice < 10 ? 0
            : dice < 80                    ? static_cast<std::int64_t>(random() % 40)
            : dice < 97                    ? static_cast<std::int64_t>(random() % 900)
                                           : static_cast<std::int64_t>(random() % 50'000);
        f.slice(track, "s", model::EventKind::Other, at, dur);
        at += dur;
        if (random() % 3 != 0)
            at += static_cast<std::int64_t>(random() % (random() % 20 == 0 ? 5000 : 30));
    }
    return f.build();
}

bool touches(const model::Trace& trace, std::size_t i, std::int64_t from, std::int64_t to)
{
    const std::int64_t start = trace.slices.start[i];
    const std::int64_t end = trace.slices.end(SliceId(i));
    return start < to && (end > from || start >= from);
}

} // namespace

class TestSpanQuery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void emptyWindowsAndLanesGiveNothing()
    {
        const auto trace = randomLane(1, 50, 0);
        std::vector<Span> spans;
        querySpans(runOf(*trace, SliceId(0U), SliceId(0U)), 0, 100, 1, spans);
        querySpans(runOf(*trace, SliceId(0U), SliceId(50U)), 100, 100, 1, spans);
        querySpans(runOf(*trace, SliceId(0U), SliceId(50U)), INT64_MAX - 10, INT64_MAX, 1, spans);
        QVERIFY(spans.empty());
    }

    void eachSliceIsInExactlyOneSpanAndTheLongestShows()
    {
        for (unsigned seed = 0; seed < 60; ++seed) {
            const auto trace = randomLane(seed, 400, static_cast<std::int64_t>(seed) * 1'000'003 - 7'000'000);
            std::mt19937_64 random(seed + 1000);
            const std::int64_t resolution = std::int64_t {1} << (random() % 14);
            const auto length = static_cast<std::uint64_t>(trace->rangeEnd - trace->rangeStart + 1);
            const std::int64_t t0 = trace->rangeStart + static_cast<std::int64_t>(random() % length);
            const std::int64_t t1 = t0 + 1 + static_cast<std::int64_t>(random() % length);
            checkAgainstBruteForce(*trace, t0, t1, resolution);
        }
    }

    void costDependsOnPixelsAndNotOnSlices()
    {
        const auto trace = randomLane(3, 60'000, 0);
        QueryStats stats;
        const TimeScale scale({trace->rangeStart, 0, static_cast<double>(trace->rangeEnd - trace->rangeStart)}, 200);
        const auto columns = columnSpans(runOf(*trace, trace->lanes[0]), scale, 200, 1, &stats);
        QVERIFY(columns.size() <= 200);
        QVERIFY(columns.size() > 100);
        QCOMPARE(stats.queries, 1U);
        // Buckets are at least half a pixel wide; each can give a gathered span and the long slice that follows it.
        QVERIFY2(stats.steps <= 2 * 2 * 200 + 4, qPrintable(QString::number(stats.steps)));
    }

    void columnsAreDisjointAndTheLongerSliceKeepsAColumn()
    {
        for (unsigned seed = 0; seed < 60; ++seed) {
            const auto trace = randomLane(seed, 500, 5'000'000'000);
            std::mt19937_64 random(seed);
            const double span = 10.0
                + static_cast<double>(random() % static_cast<std::uint64_t>(trace->rangeEnd - trace->rangeStart));
            const TimeScale scale({trace->rangeStart + static_cast<std::int64_t>(random() % 10'000), 0.25, span}, 300);
            checkColumns(*trace, scale, 300);
        }
    }

    void coarserBucketsAreFewerAndAskLess()
    {
        const auto trace = randomLane(3, 60'000, 0);
        const TimeScale scale({trace->rangeStart, 0, static_cast<double>(trace->rangeEnd - trace->rangeStart)}, 400);
        QueryStats fine;
        QueryStats coarse;
        const auto exact = columnSpans(runOf(*trace, trace->lanes[0]), scale, 400, 1, &fine);
        const auto draft = columnSpans(runOf(*trace, trace->lanes[0]), scale, 400, 4, &coarse);
        QVERIFY(draft.size() < exact.size());
        QVERIFY(coarse.steps * 2 < fine.steps);
    }

    void panningDoesNotChangeWhatABucketShows()
    {
        const auto trace = randomLane(9, 3000, 123'456);
        const std::int64_t resolution = 256;
        std::vector<Span> whole;
        querySpans(runOf(*trace, SliceId(0U), SliceId(3000U)), trace->rangeStart, trace->rangeEnd, resolution, whole);
        for (std::int64_t shift = 0; shift < 2000; shift += 37) {
            std::vector<Span> part;
            querySpans(runOf(*trace, SliceId(0U), SliceId(3000U)), trace->rangeStart + 5000 + shift,
                trace->rangeStart + 40'000 + shift, resolution, part);
            QVERIFY(part.size() > 4);
            for (std::size_t i = 1; i + 1 < part.size(); ++i) // inner spans: those at the borders may be cut there
                QVERIFY(std::find(whole.begin(), whole.end(), part[i]) != whole.end());
        }
    }

    void zeroLengthAtTheRightBorderIsSeen()
    {
        TraceFixture f;
        const TrackId track = f.thread(f.process("1", "p"), "1", "t");
        f.slice(track, "a", model::EventKind::Other, 0, 50);
        f.slice(track, "end", model::EventKind::Other, 100, 0);
        const auto trace = f.build();
        const auto columns = columnSpans(runOf(*trace, trace->lanes[0]), TimeScale({0, 0, 100}, 100), 100);
        QCOMPARE(columns.size(), 2U);
        QCOMPARE(columns[1].x0, 99);
        QCOMPARE(columns[1].x1, 100);
    }

    void hitTestFindsTheSpanOrItsNearNeighbour()
    {
        const std::vector<ColumnSpan> spans
            = {{10, 20, SliceId(0U), 1}, {20, 21, SliceId(1U), 7}, {40, 60, SliceId(2U), 1}};
        QCOMPARE(spanAt(spans, 10, 0)->slice, SliceId(0U));
        QCOMPARE(spanAt(spans, 19, 0)->slice, SliceId(0U));
        QCOMPARE(spanAt(spans, 20, 0)->count, 7U);
        QVERIFY(!spanAt(spans, 30, 2));
        QCOMPARE(spanAt(spans, 22, 2)->slice, SliceId(1U));
        QCOMPARE(spanAt(spans, 38, 2)->slice, SliceId(2U));
        QVERIFY(!spanAt(spans, 9, 0));
        QVERIFY(!spanAt(spans, 60, 0));
        QVERIFY(!spanAt({}, 5, 3));
    }

    void gallopFindsTheSameAsASearch()
    {
        const auto trace = randomLane(4, 700, 0);
        std::mt19937_64 random(5);
        for (int i = 0; i < 2000; ++i) {
            const auto first = static_cast<std::uint32_t>(random() % 700);
            const auto last = first + static_cast<std::uint32_t>(random() % (701 - first));
            const auto time
                = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(trace->rangeEnd + 100)) - 50;
            const auto* starts = trace->slices.start.data();
            const auto expected = std::lower_bound(starts + first, starts + last, time) - starts;
            QCOMPARE(
                firstStartingAt(trace->slices.start.span(), first, last, time), static_cast<std::uint32_t>(expected));
        }
    }

private:
    static void checkAgainstBruteForce(
        const model::Trace& trace, std::int64_t t0, std::int64_t t1, std::int64_t resolution)
    {
        const auto count = static_cast<std::uint32_t>(trace.slices.size());
        std::vector<Span> spans;
        querySpans(runOf(trace, SliceId(0U), SliceId(count)), t0, t1, resolution, spans);
        const std::int64_t from = t0 & ~(resolution - 1);
        const std::int64_t to = ((t1 - 1) & ~(resolution - 1)) + resolution;
        std::size_t at = 0;
        while (at < count && !touches(trace, at, from, to))
            ++at;
        for (std::size_t s = 0; s < spans.size(); ++s) {
            const Span& span = spans[s];
            QVERIFY(span.begin <= span.end);
            if (s > 0)
                QVERIFY(spans[s - 1].end <= span.begin);
            // The span stands for the next `count` slices, lies around them and shows the first longest.
            std::size_t best = at;
            for (std::size_t i = at; i < at + span.count; ++i) {
                QVERIFY(touches(trace, i, from, to));
                QVERIFY(trace.slices.start[i] >= span.begin && trace.slices.end(SliceId(i)) <= span.end);
                if (trace.slices.dur[i] > trace.slices.dur[best])
                    best = i;
                QVERIFY(span.count == 1 || trace.slices.dur[i] < resolution);
            }
            QCOMPARE(span.slice.index(), best);
            QCOMPARE(span.dur, trace.slices.dur[best]);
            if (span.count > 1) // gathered: one bucket, which the last slice may leave by less than its own length
                QVERIFY(span.end - span.begin < 2 * resolution);
            at += span.count;
        }
        QVERIFY(at == count || !touches(trace, at, from, to));
    }

    static void checkColumns(const model::Trace& trace, const TimeScale& scale, std::int32_t width)
    {
        const auto columns = columnSpans(runOf(trace, trace.lanes[0]), scale, width);
        std::vector<std::int64_t> shown(static_cast<std::size_t>(width), -1); // duration shown in each column
        for (std::size_t i = 0; i < columns.size(); ++i) {
            QVERIFY(columns[i].x0 < columns[i].x1 && columns[i].x0 >= 0 && columns[i].x1 <= width);
            if (i > 0)
                QVERIFY(columns[i - 1].x1 <= columns[i].x0);
            for (std::int32_t x = columns[i].x0; x < columns[i].x1; ++x)
                shown[static_cast<std::size_t>(x)] = trace.slices.dur[columns[i].slice.index()];
        }
        // No slice inside the view vanishes: near its place something at least as long is to be seen.
        for (std::size_t i = 0; i < trace.slices.size(); ++i) {
            const double left = scale.toPx(trace.slices.start[i]);
            const double right = scale.toPx(trace.slices.end(SliceId(i)));
            if (left < 2 || right > width - 2)
                continue;
            const auto from = static_cast<std::size_t>(left - 1);
            const auto to = static_cast<std::size_t>(right + 1);
            QVERIFY(*std::max_element(shown.begin() + static_cast<std::ptrdiff_t>(from),
                        shown.begin() + static_cast<std::ptrdiff_t>(to) + 1)
                >= trace.slices.dur[i]);
        }
    }
};

STEPSCOPE_TEST(TestSpanQuery)
#include "tst_span_query.moc"
