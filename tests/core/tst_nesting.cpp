// SPDX-License-Identifier: GPL-3.0-or-later
// nest() against brute force on random intervals: parents, lanes and crossings.
#include "core/model/nesting.h"
#include "tests/support/slice_columns.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

using namespace stepscope;
using namespace stepscope::model;
using stepscope::tests::addSlice;
using stepscope::tests::below;
using stepscope::tests::plainOrder;

namespace {

constexpr std::uint32_t kNone = NestedGroup::kNone;
const std::vector<bool> kSections {false, true}; // category 1 is Python's

struct Shape
{
    std::int64_t times;    // starts below this …
    std::int64_t longest;  // … and durations below this
    int unfinishedPercent; // of all slices
    std::int64_t tolerance;
};
constexpr Shape kShapes[] = {
    {1000, 100, 0, 0}, {1000, 100, 10, 0}, {40, 10, 5, 0}, // nearly everything starts with something else
    {3, 4, 20, 0},                                         // many equal starts, many of no length
    {100, 1, 0, 0},                                        // nothing has a length
    {200, 200, 5, 0},                                      // deep
    {1000, 100, 0, 3}, {60, 20, 10, 5}, {10000, 30, 0, 0}, // hardly anything touches
};

class Oracle
{
public:
    Oracle(const SliceTable& slices, const std::vector<std::uint32_t>& order, std::int64_t tolerance)
        : m_slices(slices)
        , m_order(order)
        , m_tolerance(tolerance)
    {
    }

    std::int64_t start(std::uint32_t i) const { return m_slices.start[m_order[i]]; }
    std::int64_t end(std::uint32_t i) const { return start(i) + m_slices.dur[m_order[i]]; }
    bool python(std::uint32_t i) const { return kSections[m_slices.category[m_order[i]]]; }

    /// The container that starts last; among equal starts the shortest, which is the last in order.
    std::uint32_t parent(std::uint32_t i) const
    {
        for (std::uint32_t j = i; j-- > 0;) {
            if (end(j) > start(i) && end(j) + m_tolerance >= end(i))
                return j;
        }
        return kNone;
    }
    bool crosses(std::uint32_t a, std::uint32_t b) const
    {
        const auto finished = [&](std::uint32_t i) { return (m_slices.flags[m_order[i]] & kUnfinished) == 0; };
        return finished(a) && finished(b) && start(a) < start(b) && start(b) < end(a) && end(a) < end(b);
    }
    /// The depth of each slice: below its ancestors of its section, on the first lane without anything at its start.
    std::vector<std::uint32_t> depths() const
    {
        std::vector<std::uint32_t> depths;
        for (std::uint32_t i = 0; i < m_order.size(); ++i) {
            std::uint32_t depth = 0;
            for (std::uint32_t a = parent(i); a != kNone; a = parent(a)) {
                if (python(a) == python(i))
                    depth = std::max(depth, depths[a] + 1);
            }
            const auto taken = [&] {
                for (std::uint32_t j = 0; j < i; ++j) {
                    if (python(j) == python(i) && depths[j] == depth && end(j) > start(i))
                        return true;
                }
                return false;
            };
            while (taken())
                ++depth;
            depths.push_back(depth);
        }
        return depths;
    }

private:
    const SliceTable& m_slices;
    const std::vector<std::uint32_t>& m_order;
    std::int64_t m_tolerance;
};

SliceTable randomSlices(const Shape& shape, std::mt19937_64& random, int count)
{
    SliceTable slices;
    for (int i = 0; i < count; ++i) {
        const bool unfinished = below(random, 100) < shape.unfinishedPercent;
        const std::int64_t start = below(random, shape.times);
        const std::int64_t dur = unfinished ? 1'000'000 - start : below(random, shape.longest);
        addSlice(slices, start, dur, static_cast<std::uint16_t>(below(random, 2)), unfinished ? kUnfinished : 0);
    }
    return slices;
}

NestedGroup nested(const SliceTable& slices, std::int64_t tolerance = 0)
{
    return nest(slices, plainOrder(slices), kSections, tolerance);
}

} // namespace

class TestNesting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void randomIntervals_data()
    {
        QTest::addColumn<int>("shape");
        QTest::addColumn<int>("count");
        for (int shape = 0; shape < static_cast<int>(std::size(kShapes)); ++shape) {
            for (const int count : {1, 2, 3, 7, 40, 160})
                QTest::addRow("shape %d, %d slices", shape, count) << shape << count;
        }
    }
    void randomIntervals()
    {
        QFETCH(const int, shape);
        QFETCH(const int, count);
        std::mt19937_64 random(static_cast<std::uint64_t>(1000 * shape + count));
        for (int round = 0; round < (count < 10 ? 300 : 12); ++round) {
            const SliceTable slices = randomSlices(kShapes[shape], random, count);
            const std::vector<std::uint32_t> order = plainOrder(slices);
            const std::int64_t tolerance = kShapes[shape].tolerance;
            compare(nest(slices, order, kSections, tolerance), Oracle(slices, order, tolerance), count);
            if (QTest::currentTestFailed()) {
                qWarning("round %d", round);
                return;
            }
        }
    }

    void deepAndWideLanes()
    {
        SliceTable deep;
        for (int i = 0; i < 1000; ++i)
            addSlice(deep, i, 3000 - 2 * i);
        NestedGroup group = nested(deep);
        QCOMPARE(group.lanes.size(), std::size_t {1000});
        QCOMPARE(group.parent[999], 998U);
        QCOMPARE(group.crossings, std::uint64_t {0});
        QCOMPARE(group.firstCrossing, kNone);

        SliceTable staircase; // each crosses all that come later
        for (int i = 0; i < 300; ++i)
            addSlice(staircase, i, 1000);
        group = nested(staircase);
        QCOMPARE(group.lanes.size(), std::size_t {300});
        QCOMPARE(group.crossings, std::uint64_t {300 * 299 / 2});
        QCOMPARE(group.firstCrossing, 1U);
        QCOMPARE(group.parent[299], kNone);
    }

    void bounds()
    {
        SliceTable slices;
        addSlice(slices, 0, 10);
        addSlice(slices, 10, 10); // touches
        addSlice(slices, 10, 0);  // at the end of the first, inside the second
        addSlice(slices, 20, 0);  // at the end of the second: outside
        NestedGroup group = nested(slices);
        QCOMPARE(group.parent[1], kNone);
        QCOMPARE(group.parent[2], 1U);
        QCOMPARE(group.parent[3], kNone);
        QCOMPARE(group.crossings, std::uint64_t {0});

        SliceTable rounded; // ends later than its parent by the tolerance, and by more than that
        addSlice(rounded, 0, 10);
        addSlice(rounded, 5, 6);
        QCOMPARE(nested(rounded, 1).parent[1], 0U);
        QCOMPARE(nested(rounded, 1).crossings, std::uint64_t {1});
        QCOMPARE(nested(rounded, 0).parent[1], kNone);
    }

    void sectionsAreApart()
    {
        SliceTable slices;
        addSlice(slices, 0, 100, 1);
        addSlice(slices, 10, 80, 0);
        addSlice(slices, 20, 60, 1);
        addSlice(slices, 30, 40, 0);
        const NestedGroup group = nested(slices);
        for (std::uint32_t i = 0; i < 4; ++i) {
            QCOMPARE(group.parent[i], i == 0 ? kNone : i - 1);
            const NestedGroup::NestedLane& lane = group.lanes[group.lane[i]];
            QCOMPARE(lane.python, i % 2 == 0);
            QCOMPARE(lane.depth, i / 2);
            QCOMPARE(lane.slices, 1U);
        }
    }

    void nothingAndStopped()
    {
        QVERIFY(nested(SliceTable {}).lanes.empty());
        SliceTable slices;
        addSlice(slices, 0, 1);
        std::stop_source source;
        source.request_stop();
        const StopCheck stop(source.get_token());
        QVERIFY_THROWS_EXCEPTION(Stopped, static_cast<void>(nest(slices, plainOrder(slices), kSections, 0, stop)));
    }

private:
    static void compare(const NestedGroup& group, const Oracle& oracle, int count)
    {
        const auto size = static_cast<std::uint32_t>(count);
        QCOMPARE(group.parent.size(), std::size_t {size});
        QCOMPARE(group.lane.size(), std::size_t {size});
        const std::vector<std::uint32_t> depths = oracle.depths();
        std::uint64_t crossings = 0;
        std::uint32_t firstCrossing = kNone;
        std::vector<std::uint32_t> used(group.lanes.size());
        for (std::uint32_t i = 0; i < size; ++i) {
            QCOMPARE(group.parent[i], oracle.parent(i));
            QVERIFY(group.lane[i] < group.lanes.size());
            QCOMPARE(group.lanes[group.lane[i]].depth, depths[i]);
            QCOMPARE(group.lanes[group.lane[i]].python, oracle.python(i));
            ++used[group.lane[i]];
            for (std::uint32_t j = 0; j < i; ++j) {
                QVERIFY(group.lane[i] != group.lane[j] || oracle.end(j) <= oracle.start(i));
                if (!oracle.crosses(j, i))
                    continue;
                ++crossings;
                firstCrossing = std::min(firstCrossing, i);
            }
        }
        QCOMPARE(group.crossings, crossings);
        QCOMPARE(group.firstCrossing, firstCrossing);
        for (std::size_t lane = 0; lane < used.size(); ++lane)
            QCOMPARE(group.lanes[lane].slices, used[lane]);
    }
};

STEPSCOPE_TEST(TestNesting)

#include "tst_nesting.moc"
