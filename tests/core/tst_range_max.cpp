// SPDX-License-Identifier: GPL-3.0-or-later
// The pyramid gives the same position as a look at every value.
#include "core/util/range_max.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace stepscope;

namespace {

std::vector<std::int64_t> randomValues(std::size_t count, std::int64_t distinct, std::mt19937_64& random)
{
    std::vector<std::int64_t> values(count);
    for (std::int64_t& value : values)
        value = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(distinct)) - distinct / 2;
    return values;
}

std::size_t leftmostLargest(const std::vector<std::int64_t>& values, std::size_t first, std::size_t last)
{
    const auto begin = values.begin();
    const auto at
        = std::max_element(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last));
    return static_cast<std::size_t>(at - begin);
}

} // namespace

class TestRangeMax : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allRunsOfShortColumns()
    {
        std::mt19937_64 random(1);
        for (const std::size_t count : std::vector<std::size_t> {1, 2, 15, 16, 17, 31, 32, 33, 255, 256, 257, 300}) {
            for (const std::int64_t distinct : {1, 3, 1'000'000}) {
                const std::vector<std::int64_t> values = randomValues(count, distinct, random);
                const RangeMax index(values);
                for (std::size_t first = 0; first < count; ++first) {
                    for (std::size_t last = first + 1; last <= count; ++last)
                        QCOMPARE(index.query(values, first, last), leftmostLargest(values, first, last));
                }
            }
        }
    }

    void randomRunsOfLongColumns()
    {
        std::mt19937_64 random(2);
        for (const std::size_t count : std::vector<std::size_t> {4'095, 4'096, 4'097, 70'000, 100'003}) {
            const std::vector<std::int64_t> values = randomValues(count, random() % 2 == 0 ? 5 : 1'000'000'000, random);
            const RangeMax index(values);
            for (int i = 0; i < 1'500; ++i) {
                const std::size_t first = random() % count;
                const std::size_t last = first + 1 + random() % (count - first);
                QCOMPARE(index.query(values, first, last), leftmostLargest(values, first, last));
            }
        }
    }

    void extremeValues()
    {
        std::vector<std::int64_t> values(100, std::numeric_limits<std::int64_t>::min());
        values[60] = std::numeric_limits<std::int64_t>::max();
        const RangeMax index(values);
        QCOMPARE(index.query(values, 0, 100), std::size_t {60});
        QCOMPARE(index.query(values, 0, 60), std::size_t {0});
        QCOMPARE(index.query(values, 61, 100), std::size_t {61});
    }

    void canBeBuiltAgain()
    {
        std::mt19937_64 random(3);
        RangeMax index(randomValues(5'000, 100, random));
        const std::vector<std::int64_t> values = randomValues(40, 100, random);
        index.build(values);
        QCOMPARE(index.query(values, 0, 40), leftmostLargest(values, 0, 40));
    }

    void staysSmall()
    {
        const std::vector<std::int64_t> values(1'000'000, 1);
        QVERIFY(RangeMax(values).bytes() < values.size() * 28 / 100);
        QCOMPARE(RangeMax().bytes(), std::size_t {0});
    }
};

STEPSCOPE_TEST(TestRangeMax)

#include "tst_range_max.moc"
