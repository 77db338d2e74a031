// SPDX-License-Identifier: GPL-3.0-or-later
// Positions by sampled times against a plain binary search.
#include "core/view/sampled_times.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <random>

using namespace stepscope;
using view::SampledTimes;

namespace {

constexpr std::int64_t kLow = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHigh = std::numeric_limits<std::int64_t>::max();

void check(const std::vector<std::int64_t>& times, std::mt19937_64& random)
{
    const SampledTimes sampled(times);
    std::vector<std::int64_t> asked {kLow, kLow + 1, -1, 0, 1, kHigh - 1, kHigh};
    for (int i = 0; i < 300 && !times.empty(); ++i) {
        const std::int64_t near = times[random() % times.size()];
        for (const std::int64_t by : {-1, 0, 1}) {
            std::int64_t time = 0;
            if (!__builtin_add_overflow(near, by, &time))
                asked.push_back(time);
        }
        asked.push_back(static_cast<std::int64_t>(random()));
    }
    for (const std::int64_t time : asked) {
        const auto expected = std::upper_bound(times.begin(), times.end(), time) - times.begin();
        QCOMPARE(sampled.firstGreater(times, time), static_cast<std::size_t>(expected));
    }
}

} // namespace

class TestSampledTimes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asABinarySearch()
    {
        std::mt19937_64 random(4);
        for (const std::size_t count : std::vector<std::size_t> {0, 1, 2, 7, 8, 9, 1000, 20'000}) {
            for (const std::uint64_t spread : std::vector<std::uint64_t> {1, 3, 1000, 1'000'000'000'000}) {
                std::vector<std::int64_t> times;
                for (std::size_t i = 0; i < count; ++i) // with bursts at the start
                    times.push_back(
                        static_cast<std::int64_t>(random() % (i % 3 == 0 ? spread / 100 + 1 : spread)) - 700);
                std::sort(times.begin(), times.end());
                check(times, random);
            }
        }
    }

    void extremeTimes()
    {
        std::mt19937_64 random(5);
        check({kLow, kLow, 0, kHigh}, random);
        check({kHigh}, random);
        check({kLow}, random);
        check(std::vector<std::int64_t>(500, 42), random);
    }
};

STEPSCOPE_TEST(TestSampledTimes)

#include "tst_sampled_times.moc"
