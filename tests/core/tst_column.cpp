// SPDX-License-Identifier: GPL-3.0-or-later
// Columns against std::vector: contents, zeros of new elements, growth, giving memory back.
#include "core/util/column.h"
#include "core/util/ids.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <random>

using namespace stepscope;

namespace {

struct Odd // a size that pages are no multiple of
{
    std::uint8_t bytes[13];
};

} // namespace

class TestColumn : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void behavesLikeAVectorOfZeros()
    {
        std::mt19937 random(1);
        for (int round = 0; round < 60; ++round) {
            Column<std::uint32_t> column;
            std::vector<std::uint32_t> oracle;
            for (int step = 0; step < 120; ++step) {
                change(random, column, oracle);
                QCOMPARE(column.size(), oracle.size());
                QVERIFY(column.capacity() >= column.size());
                QVERIFY(std::equal(column.begin(), column.end(), oracle.begin()));
            }
        }
    }

    void newIdsAreZeroToo() // not what Id's constructor makes of them
    {
        Column<TrackId> column(8);
        QCOMPARE(column[7].value, 0U);
        for (TrackId& id : column)
            id = TrackId(77U);
        column.clear();
        column.resize(8);
        for (const TrackId id : column)
            QCOMPARE(id.value, 0U);
    }

    void shrinkingKeepsTheRestAndGrowsAsZeros()
    {
        Column<Odd> column(400'000);
        for (Odd& odd : column)
            std::fill(std::begin(odd.bytes), std::end(odd.bytes), std::uint8_t {0xee});
        column.resize(5'001);
        column.shrinkToFit();
        QCOMPARE(column.bytes(), 5'001 * sizeof(Odd));
        column.resize(400'000);
        for (std::size_t i = 0; i < column.size(); ++i) {
            const std::uint8_t expected = i < 5'001 ? 0xee : 0;
            QVERIFY(std::all_of(std::begin(column[i].bytes), std::end(column[i].bytes),
                [&](std::uint8_t byte) { return byte == expected; }));
        }
        column.clear();
        column.shrinkToFit();
        QCOMPARE(column.bytes(), std::size_t {0});
        column.push_back({});
        QCOMPARE(column.size(), std::size_t {1});
    }

    void growsThroughHugePages()
    {
        Column<std::uint64_t> column;
        constexpr std::uint64_t kCount = 3'000'000;
        for (std::uint64_t i = 0; i < kCount; ++i)
            column.push_back(i * i);
        bool same = true;
        for (std::uint64_t i = 0; i < kCount; ++i)
            same = same && column[i] == i * i;
        QVERIFY(same);
        QCOMPARE(column.back(), (kCount - 1) * (kCount - 1));
        QCOMPARE(column.span().size(), std::size_t {kCount});
    }

    void moves()
    {
        Column<int> column(3);
        column[1] = 5;
        Column<int> other(std::move(column));
        QCOMPARE(other[1], 5);
        Column<int> third(10);
        third = std::move(other);
        QCOMPARE(third.size(), std::size_t {3});
        QCOMPARE(third[1], 5);
        third.release();
        QVERIFY(third.empty());
        QCOMPARE(third.bytes(), std::size_t {0});
        third.resize(2);
        QCOMPARE(third[1], 0);
    }

    void refusesWhatNoMemoryHolds()
    {
        Column<std::uint64_t> column(4);
        column[3] = 9;
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, column.resize(std::numeric_limits<std::size_t>::max() / 4));
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, column.reserve(std::size_t {1} << 59U));
        QCOMPARE(column.size(), std::size_t {4});
        QCOMPARE(column[3], std::uint64_t {9});
    }

private:
    static void change(std::mt19937& random, Column<std::uint32_t>& column, std::vector<std::uint32_t>& oracle)
    {
        switch (random() % 8) {
        case 0:
            column.clear();
            oracle.clear();
            break;
        case 1:
            column.shrinkToFit();
            break;
        case 2:
            column.reserve(random() % 6'000);
            break;
        case 3:
        case 4: {
            const std::size_t size = random() % 5'000;
            column.resize(size);
            oracle.resize(size);
            break;
        }
        default:
            for (std::size_t i = random() % 1'500; i > 0; --i) {
                const auto value = static_cast<std::uint32_t>(random());
                column.push_back(value);
                oracle.push_back(value);
            }
        }
        if (!oracle.empty()) {
            const std::size_t at = random() % oracle.size();
            column[at] = oracle[at] = 0xffffffffU;
        }
    }
};

STEPSCOPE_TEST(TestColumn)

#include "tst_column.moc"
