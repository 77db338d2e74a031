// SPDX-License-Identifier: GPL-3.0-or-later
// Interval sets against an oracle that marks every nanosecond of a short range.
#include "core/util/interval_ops.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <bitset>
#include <random>

using namespace stepscope;

namespace {

constexpr std::size_t kRange = 96;
using Marks = std::bitset<kRange>; // bit i: [i, i + 1)

Marks marksOf(const std::vector<Interval>& intervals)
{
    Marks marks;
    for (const Interval& interval : intervals) {
        for (std::int64_t t = interval.start; t < interval.end; ++t)
            marks.set(static_cast<std::size_t>(t));
    }
    return marks;
}

IntervalSet setOf(const Marks& marks)
{
    IntervalSet set;
    for (std::size_t i = 0; i < kRange; ++i) {
        const auto t = static_cast<std::int64_t>(i);
        if (!marks.test(i))
            continue;
        if (set.empty() || set.back().end != t)
            set.push_back({t, t});
        ++set.back().end;
    }
    return set;
}

std::vector<Interval> randomIntervals(std::mt19937& random)
{
    std::vector<Interval> intervals(random() % 12);
    const auto longest = static_cast<std::int64_t>(1 + random() % 30);
    for (Interval& interval : intervals) {
        interval.start = static_cast<std::int64_t>(random() % kRange);
        interval.end = std::min<std::int64_t>(interval.start + static_cast<std::int64_t>(random()) % longest, kRange);
        if (random() % 10 == 0)
            std::swap(interval.start, interval.end); // an interval that ends before it starts is empty
    }
    return intervals;
}

} // namespace

class TestIntervalOps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithMarks()
    {
        std::mt19937 random(1);
        for (int i = 0; i < 20'000; ++i) {
            const std::vector<Interval> first = randomIntervals(random);
            const std::vector<Interval> second = randomIntervals(random);
            const Marks a = marksOf(first);
            const Marks b = marksOf(second);
            const IntervalSet setA = makeSet(first);
            const IntervalSet setB = makeSet(second);
            QCOMPARE(setA, setOf(a));
            QCOMPARE(totalLength(setA), static_cast<std::int64_t>(a.count()));
            QCOMPARE(unite(setA, setB), setOf(a | b));
            QCOMPARE(intersect(setA, setB), setOf(a & b));
            QCOMPARE(subtract(setA, setB), setOf(a & ~b));

            const auto start = static_cast<std::int64_t>(random() % kRange);
            const Interval window {
                start, start + static_cast<std::int64_t>(random() % (kRange - static_cast<std::size_t>(start) + 1))};
            const Marks inside = marksOf({window});
            QCOMPARE(complement(setA, window), setOf(inside & ~a));
            QCOMPARE(overlapLength(setA, window), static_cast<std::int64_t>((inside & a).count()));
        }
    }

    void emptyAndTouching()
    {
        QCOMPARE(makeSet({}), IntervalSet {});
        QCOMPARE(makeSet({{5, 5}, {7, 3}}), IntervalSet {});
        QCOMPARE(makeSet({{3, 5}, {0, 3}}), (IntervalSet {{0, 5}}));
        QCOMPARE(complement({}, {2, 2}), IntervalSet {});
        QCOMPARE(complement({}, {2, 9}), (IntervalSet {{2, 9}}));
        QCOMPARE(overlapLength({{0, 10}}, {8, 4}), std::int64_t {0});
    }

    void lengthsDoNotOverflow()
    {
        constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
        constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
        const IntervalSet all = makeSet({{kMin, kMax}});
        QCOMPARE(all.front().length(), kMax);
        QCOMPARE(totalLength(all), kMax);
        QCOMPARE(totalLength({{kMin, 0}, {1, kMax}}), kMax);
        QCOMPARE(overlapLength(all, {kMin, kMax}), kMax);
        QCOMPARE(complement({{0, 1}}, {kMin, kMax}), (IntervalSet {{kMin, 0}, {1, kMax}}));
    }
};

STEPSCOPE_TEST(TestIntervalOps)

#include "tst_interval_ops.moc"
