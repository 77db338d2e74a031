// SPDX-License-Identifier: GPL-3.0-or-later
// The order of a group against std::stable_sort, and the repair of durations against its rule read word by word.
#include "core/model/slice_sorting.h"
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

std::vector<std::uint32_t> sorted(const SliceTable& slices, std::uint32_t first, std::uint32_t last)
{
    SliceGroup group;
    group.first = first;
    group.last = last;
    std::vector<std::uint32_t> order(last - first);
    sortGroup(slices, group, order);
    return order;
}

/// The rule, piece by piece: the piece swallows two or more that start later and end no later.
std::vector<ImpossibleDuration> judged(const SliceTable& slices, const std::vector<std::uint32_t>& order,
    const std::vector<std::uint8_t>& fromGraph, std::vector<std::int64_t>& repaired)
{
    std::vector<ImpossibleDuration> found;
    repaired.assign(slices.dur.begin(), slices.dur.end());
    for (const std::uint32_t row : order) {
        int inside = 0;
        std::int64_t next = INT64_MAX;
        for (const std::uint32_t other : order) {
            if (slices.start[other] <= slices.start[row])
                continue;
            next = std::min(next, slices.start[other]);
            const bool beyond = slices.dur[other] == 0 && slices.start[other] == endOf(slices, row);
            inside += endOf(slices, other) <= endOf(slices, row) && !beyond ? 1 : 0;
        }
        if (inside < 2 || fromGraph[row] != 0 || (slices.flags[row] & kUnfinished) != 0)
            continue;
        found.push_back({row, slices.dur[row]});
        repaired[row] = next - slices.start[row];
    }
    return found;
}

void compareRepair(SliceTable& slices, const std::vector<std::uint8_t>& fromGraph)
{
    const std::vector<std::uint32_t> order = plainOrder(slices);
    std::vector<std::int64_t> repaired;
    const std::vector<ImpossibleDuration> expected = judged(slices, order, fromGraph, repaired);
    const std::vector<std::uint8_t> flags(slices.flags.begin(), slices.flags.end());
    const std::vector<ImpossibleDuration> found = repairDurations(slices, order, fromGraph);
    QCOMPARE(found.size(), expected.size());
    std::vector<bool> cut(slices.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        QCOMPARE(found[i].row, expected[i].row);
        QCOMPARE(found[i].raw, expected[i].raw);
        cut[found[i].row] = true;
    }
    for (std::size_t row = 0; row < slices.size(); ++row) {
        QCOMPARE(slices.dur[row], repaired[row]);
        QCOMPARE(int(slices.flags[row]), flags[row] | (cut[row] ? kRepaired : 0));
    }
}

} // namespace

class TestSliceSorting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void randomGroups_data()
    {
        QTest::addColumn<int>("times");
        QTest::addColumn<int>("runs"); // length of the sorted runs
        for (const int times : {1, 5, 1000, 1'000'000}) {
            for (const int runs : {1, 2, 31, 32, 33, 400})
                QTest::addRow("starts below %d, runs of %d", times, runs) << times << runs;
        }
    }
    void randomGroups()
    {
        QFETCH(const int, times);
        QFETCH(const int, runs);
        std::mt19937_64 random(static_cast<std::uint64_t>(times + runs));
        for (const int size : {0, 1, 2, 31, 32, 33, 63, 64, 65, 96, 97, 500, 1777}) {
            SliceTable slices;
            std::int64_t start = 0;
            for (int i = 0; i < size + 20; ++i) {
                start = i % runs == 0 ? below(random, times) : start + below(random, times);
                addSlice(slices, start, below(random, 4));
            }
            const auto last = static_cast<std::uint32_t>(size + 13);
            QCOMPARE(sorted(slices, 13, last), plainOrder(slices, 13, last)); // a group amid others
        }
    }

    void orderIsStartThenLongerThenFile()
    {
        SliceTable slices;
        addSlice(slices, 5, 1);
        addSlice(slices, 5, 9);
        addSlice(slices, -3, 0);
        addSlice(slices, 5, 9);
        QCOMPARE(sorted(slices, 0, 4), (std::vector<std::uint32_t> {2, 1, 3, 0}));
    }

    void sortingStops()
    {
        SliceTable slices;
        const std::uint32_t many = 1U << 17U; // stops are looked for now and then
        for (std::uint32_t i = 0; i < many; ++i)
            addSlice(slices, i, 0);
        std::stop_source source;
        source.request_stop();
        SliceGroup group;
        group.last = many;
        std::vector<std::uint32_t> order(many);
        const StopCheck stop(source.get_token());
        QVERIFY_THROWS_EXCEPTION(Stopped, sortGroup(slices, group, order, stop));
    }

    void randomDurations_data()
    {
        QTest::addColumn<int>("times");
        QTest::addColumn<int>("longest");
        QTest::addColumn<int>("graphPercent");
        QTest::newRow("sparse") << 1000 << 60 << 0;
        QTest::newRow("dense") << 60 << 20 << 0;
        QTest::newRow("equal starts") << 4 << 4 << 0;
        QTest::newRow("no lengths") << 20 << 2 << 0;
        QTest::newRow("graphs") << 60 << 20 << 50;
    }
    void randomDurations()
    {
        QFETCH(const int, times);
        QFETCH(const int, longest);
        QFETCH(const int, graphPercent);
        std::mt19937_64 random(static_cast<std::uint64_t>(times * 7 + longest));
        for (int round = 0; round < 400; ++round) {
            SliceTable slices;
            std::vector<std::uint8_t> fromGraph;
            const std::int64_t count = 1 + below(random, round < 200 ? 5 : 60);
            for (std::int64_t i = 0; i < count; ++i) {
                const bool unfinished = below(random, 20) == 0;
                const std::int64_t dur = unfinished ? kOpenDuration : below(random, longest);
                addSlice(slices, below(random, times), dur, 0, unfinished ? kUnfinished : 0);
                fromGraph.push_back(below(random, 100) < graphPercent ? 1 : 0);
            }
            compareRepair(slices, fromGraph);
            if (QTest::currentTestFailed()) {
                qWarning("round %d", round);
                return;
            }
        }
    }

    void swallowedPieces()
    {
        SliceTable slices;
        addSlice(slices, 0, 100);
        addSlice(slices, 10, 20);
        addSlice(slices, 40, 60);
        const std::vector<std::uint32_t> order {0, 1, 2};
        const std::vector<std::uint8_t> graph {1, 0, 0};
        QVERIFY(repairDurations(slices, order, graph).empty());
        const auto found = repairDurations(slices, order, std::vector<std::uint8_t>(3));
        QCOMPARE(found.size(), std::size_t {1});
        QCOMPARE(found[0].row, 0U);
        QCOMPARE(found[0].raw, std::int64_t {100});
        QCOMPARE(slices.dur[0], std::int64_t {10});
        QCOMPARE(int(slices.flags[0]), int(kRepaired));
        QVERIFY(repairDurations(slices, order, std::vector<std::uint8_t>(3)).empty()); // nothing is left to repair
    }
};

STEPSCOPE_TEST(TestSliceSorting)

#include "tst_slice_sorting.moc"
