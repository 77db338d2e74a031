// SPDX-License-Identifier: GPL-3.0-or-later
// The level of detail of marks against brute force.
#include "core/view/stretches.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <limits>
#include <random>

using namespace stepscope;
using namespace stepscope::view;

namespace {

std::vector<Interval> randomStretches(std::mt19937_64& random, std::size_t count)
{
    std::vector<Interval> all;
    std::int64_t at = static_cast<std::int64_t>(random() % 50);
    for (std::size_t i = 0; i < count; ++i) {
        const auto length = static_cast<std::int64_t>(random() % (random() % 8 == 0 ? 900 : 9));
        all.push_back({at, at + length});
        at += length + static_cast<std::int64_t>(random() % 12);
    }
    return all;
}

StretchIndex indexOf(const std::vector<Interval>& all)
{
    StretchIndex index;
    index.reserve(all.size());
    for (const Interval& stretch : all)
        index.add(stretch);
    index.finish();
    return index;
}

} // namespace

class TestStretches : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithALoopOverAll()
    {
        std::mt19937_64 random(17);
        for (int round = 0; round < 300; ++round) {
            const auto all = randomStretches(random, random() % 200);
            const StretchIndex index = indexOf(all);
            const auto from = static_cast<std::int64_t>(random() % 4000);
            const auto to = from + 1 + static_cast<std::int64_t>(random() % 4000);
            const auto least = static_cast<std::int64_t>(random() % 60);
            std::vector<std::size_t> expected;
            std::optional<std::size_t> longest;
            const auto [first, last] = index.within(from, to);
            for (std::size_t i = 0; i < all.size(); ++i) {
                const bool shares = all[i].start < to && all[i].end > from;
                if (shares)
                    QVERIFY(i >= first && i < last);
                if (i < first || i >= last)
                    continue;
                QVERIFY(shares || all[i].length() == 0);
                if (all[i].length() >= least)
                    expected.push_back(i);
                if (!longest || all[i].length() > all[*longest].length())
                    longest = i;
            }
            std::vector<std::size_t> found;
            index.atLeast(first, last, least, found);
            QCOMPARE(found, expected);
            QCOMPARE(index.longest(first, last), longest);
        }
    }

    void emptyAndHostile()
    {
        StretchIndex none;
        none.finish();
        std::vector<std::size_t> found;
        none.atLeast(0, 10, 0, found);
        QVERIFY(found.empty());
        QVERIFY(!none.longest(0, 10));
        QCOMPARE(none.within(0, 10), (std::pair<std::size_t, std::size_t> {0, 0}));
        constexpr std::int64_t kLow = std::numeric_limits<std::int64_t>::min();
        constexpr std::int64_t kHigh = std::numeric_limits<std::int64_t>::max();
        const StretchIndex wide = indexOf({{kLow, kHigh}});
        QCOMPARE(wide.within(kHigh - 2, kHigh - 1).second, std::size_t {1});
        QCOMPARE(wide.at(0).start, kLow);
        QVERIFY(wide.at(0).end >= -1); // a length beyond int64 is cut
    }

    void theHeaviestComeFirst()
    {
        std::mt19937_64 random(5);
        for (int round = 0; round < 200; ++round) {
            std::vector<RankedTimes::Entry> all(random() % 120);
            for (std::size_t i = 0; i < all.size(); ++i)
                all[i] = {static_cast<std::int64_t>(random() % 500), static_cast<std::int64_t>(random() % 40),
                    static_cast<std::uint32_t>(i)};
            const auto from = static_cast<std::int64_t>(random() % 500);
            const std::int64_t to = from + static_cast<std::int64_t>(random() % 300);
            const std::size_t limit = random() % 9;
            const auto least = static_cast<std::int64_t>(random() % 20);
            std::vector<std::int64_t> expected;
            for (const auto& entry : all) {
                if (entry.time >= from && entry.time < to && entry.weight >= least)
                    expected.push_back(entry.weight);
            }
            std::sort(expected.rbegin(), expected.rend());
            expected.resize(std::min(expected.size(), limit));
            std::vector<std::int64_t> weights;
            for (const std::uint32_t item : RankedTimes(all).heaviest(from, to, least, limit)) {
                QVERIFY(all[item].time >= from && all[item].time < to);
                weights.push_back(all[item].weight);
            }
            QCOMPARE(weights, expected);
        }
    }
};

STEPSCOPE_TEST(TestStretches)
#include "tst_stretches.moc"
