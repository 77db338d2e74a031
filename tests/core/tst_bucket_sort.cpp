// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/bucket_sort.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

#include <random>

using stepscope::BucketSort;

namespace {

struct Record
{
    std::uint64_t key = 0;
    int time = 0;
    int order = 0;
    friend bool operator==(const Record&, const Record&) = default;
};

bool before(const Record& a, const Record& b)
{
    return a.key != b.key ? a.key < b.key : a.time < b.time;
}

std::vector<Record> sorted(const std::vector<Record>& records, unsigned keyBits)
{
    BucketSort sort(records.size(), keyBits);
    for (const Record& record : records)
        sort.count(record.key);
    sort.settle();
    std::vector<Record> out(records.size());
    for (const Record& record : records)
        out[sort.place(record.key)] = record;
    sort.finish(std::span(out), before);
    return out;
}

} // namespace

class TestBucketSort : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sortsAsStableSortDoes_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<unsigned>("keyBits");
        QTest::addColumn<quint64>("keyMask");
        QTest::newRow("none") << 0 << 64U << ~quint64 {0};
        QTest::newRow("one") << 1 << 64U << ~quint64 {0};
        QTest::newRow("hashes") << 5000 << 64U << ~quint64 {0};
        QTest::newRow("all in the first bucket") << 5000 << 64U << quint64 {0xff};
        QTest::newRow("all equal") << 500 << 64U << quint64 {0};
        QTest::newRow("indices") << 5000 << 12U << quint64 {0xfff};
        QTest::newRow("fewer records than indices") << 7 << 32U << quint64 {0xffffffff};
        QTest::newRow("no bits") << 100 << 0U << quint64 {0};
    }
    void sortsAsStableSortDoes()
    {
        QFETCH(int, count);
        QFETCH(unsigned, keyBits);
        QFETCH(quint64, keyMask);
        std::mt19937_64 random(7);
        std::vector<Record> records;
        for (int i = 0; i < count; ++i)
            records.push_back({random() & keyMask, static_cast<int>(random() % 3), i});
        for (int i = 1; i < count; i += 3) // some keys twice or more
            records[static_cast<std::size_t>(i)].key = records[static_cast<std::size_t>(i / 2)].key;
        std::vector<Record> expected = records;
        std::stable_sort(expected.begin(), expected.end(), before);
        QVERIFY(sorted(records, keyBits) == expected);
    }
};

STEPSCOPE_TEST(TestBucketSort)
#include "tst_bucket_sort.moc"
