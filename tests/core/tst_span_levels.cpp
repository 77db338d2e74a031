// SPDX-License-Identifier: GPL-3.0-or-later
// Kept levels against what querySpans() finds in the slices themselves: the same to the last field.
#include "core/view/span_levels.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"

#include <QObject>
#include <QTest>

#include <random>

using namespace stepscope;
using namespace stepscope::view;
using stepscope::tests::TraceFixture;

namespace {

constexpr int kSlices = 20'000;

// Bursts of tiny slices, pauses, zero lengths and slices longer than many buckets.
std::shared_ptr<const model::Trace> burstyLane(unsigned seed, std::int64_t base, int count = kSlices)
{
    std::mt19937_64 random(seed);
    const auto below = [&random](std::uint64_t bound) { return static_cast<std::int64_t>(random() % bound); };
    TraceFixture f;
    const TrackId track = f.thread(f.process("1", "p"), "1", "t");
    std::int64_t at = base;
    for (int i = 0; i < count; ++i) {
        const std::int64_t dice = below(1000);
        const std::int64_t dur = dice < 100 ? 0 : dice < 900 ? below(50) : dice < 995 ? below(3000) : below(400'000);
        f.slice(track, "s", model::EventKind::Other, at, dur);
        at += dur + (dice % 3 == 0 ? 0 : below(dice % 50 == 1 ? 90'000 : 60));
    }
    return f.build();
}

} // namespace

class TestSpanLevels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sameAsTheSlicesThemselves_data()
    {
        QTest::addColumn<unsigned>("seed");
        QTest::addColumn<qint64>("base");
        QTest::newRow("from zero") << 1U << qint64 {0};
        QTest::newRow("around zero") << 2U << qint64 {-7'000'003};
        QTest::newRow("epoch") << 3U << qint64 {1'700'000'000'123'456'789};
    }
    void sameAsTheSlicesThemselves()
    {
        QFETCH(unsigned, seed);
        QFETCH(qint64, base);
        const auto trace = burstyLane(seed, base);
        const model::Lane& lane = trace->lanes[0];
        const SpanLevels levels(runOf(*trace, lane));
        std::mt19937_64 random(seed);
        const auto length = static_cast<std::uint64_t>(trace->rangeEnd - trace->rangeStart);
        int asked = 0;
        int straddling = 0;
        for (std::int64_t resolution = 1; resolution < std::int64_t {1} << 40U; resolution *= 2) {
            for (int i = 0; i < 60 && levels.holds(resolution); ++i, ++asked) {
                const std::int64_t t0 = trace->rangeStart - 1000 + static_cast<std::int64_t>(random() % length);
                const std::int64_t t1 = t0 + static_cast<std::int64_t>(random() % length);
                std::vector<Span> expected;
                querySpans(runOf(*trace, lane), t0, t1, resolution, expected);
                const SpanLevels::Spans found = levels.query(runOf(*trace, lane), t0, t1, resolution);
                std::vector<Span> spans(found.rest.begin(), found.rest.end());
                if (found.first.count > 0)
                    spans.insert(spans.begin(), found.first);
                straddling += found.first.count > 0 ? 1 : 0;
                QVERIFY(spans == expected);
            }
        }
        QVERIFY(asked >= 3 * 60);
        QVERIFY(straddling > 0);
    }

    void columnsAreTheSameWithAndWithout()
    {
        const auto trace = burstyLane(7, 5'000'000'000);
        const model::Lane& lane = trace->lanes[0];
        const SpanLevels levels(runOf(*trace, lane));
        std::mt19937_64 random(7);
        const double whole = timeDifference(trace->rangeEnd, trace->rangeStart);
        for (int i = 0; i < 200; ++i) {
            const double span = whole / static_cast<double>(1 + random() % 40);
            const double from = (whole - span) * static_cast<double>(random() % 1000) / 1000;
            const TimeScale scale({addTime(trace->rangeStart, from).whole, 0.25, span}, 700);
            QVERIFY(columnSpans(runOf(*trace, lane), scale, 700)
                == columnSpans(runOf(*trace, lane), scale, 700, 1, nullptr, &levels));
        }
    }

    void lanesWithFewSlicesKeepNothing()
    {
        const auto trace = burstyLane(1, 0, 200);
        const SpanLevels levels(runOf(*trace, trace->lanes[0]));
        for (std::int64_t resolution = 1; resolution < std::int64_t {1} << 40U; resolution *= 2)
            QVERIFY(!levels.holds(resolution));
        QVERIFY(!SpanLevels().holds(1));
    }

    // All in one instant: no time to cut into buckets.
    void slicesWithoutAnyTime()
    {
        TraceFixture f;
        const TrackId track = f.thread(f.process("1", "p"), "1", "t");
        for (int i = 0; i < kSlices; ++i)
            f.slice(track, "s", model::EventKind::Other, 77, 0);
        const auto trace = f.build();
        const model::Lane& lane = trace->lanes[0];
        const SpanLevels levels(runOf(*trace, lane));
        QVERIFY(levels.holds(1));
        std::vector<Span> expected;
        querySpans(runOf(*trace, lane), 0, 100, 1, expected);
        const SpanLevels::Spans found = levels.query(runOf(*trace, lane), 0, 100, 1);
        QVERIFY(std::vector<Span>(found.rest.begin(), found.rest.end()) == expected);
        QCOMPARE(found.first.count, 0U);
    }
};

STEPSCOPE_TEST(TestSpanLevels)
#include "tst_span_levels.moc"
