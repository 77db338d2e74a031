// SPDX-License-Identifier: GPL-3.0-or-later
// Times of a trace as readings of a clock, and back.
#include "core/view/clock_text.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <random>

using namespace stepscope;
using namespace stepscope::view;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDay = 86'400 * kSecond;
// 2024-02-29 23:59:58.123456789 is the trace's zero.
const ClockBase kBase {1'709'251'198'123'456'789};

} // namespace

class TestClockText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void digitsFollowTheResolution()
    {
        QCOMPARE(clockText(0, kBase, 1), std::string("23:59:58.123 456 789"));
        QCOMPARE(clockText(0, kBase, 1000), std::string("23:59:58.123 456"));
        QCOMPARE(clockText(0, kBase, 200'000), std::string("23:59:58.123 4"));
        QCOMPARE(clockText(0, kBase, 50'000'000), std::string("23:59:58.12"));
        QCOMPARE(clockText(0, kBase, 20 * kSecond), std::string("23:59:58"));
    }

    void datesChangeAtMidnight()
    {
        QCOMPARE(clockDate(0, kBase), std::string("2024-02-29"));
        QCOMPARE(clockDate(2 * kSecond, kBase), std::string("2024-03-01"));
        QCOMPARE(clockText(2 * kSecond, kBase, kSecond), std::string("00:00:00"));
        QCOMPARE(clockDate(0, {-1}), std::string("1969-12-31"));
        QCOMPARE(clockText(0, {-1}, kSecond), std::string("23:59:59"));
    }

    void timesBeyondTheClockAreUnknown()
    {
        QCOMPARE(clockText(INT64_MAX, kBase, 1), std::string("unknown"));
        QCOMPARE(clockDate(INT64_MAX, kBase), std::string("unknown"));
        QVERIFY(clockTicks({INT64_MAX - 1000, 0, 500}, 500, kBase, 100).ticks.empty());
    }

    void readingsComeBack()
    {
        std::mt19937_64 random(1);
        for (int i = 0; i < 2000; ++i) {
            const auto near = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(40 * kDay)) - 20 * kDay;
            const auto away = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(kDay - 2)) - kDay / 2 + 1;
            const std::int64_t time = near + away;
            const auto found = parseClock(clockText(time, kBase, 1), kBase, near);
            QVERIFY(found.has_value());
            QCOMPARE(*found, time);
        }
    }

    void otherTextsAreNoReadings()
    {
        for (const char* text : {"", "12", "12:30", "24:00:00", "12:60:00", "12:30:60", "12:30:00.", "12:30:00.x",
                 "12:30:00,5", "112:30:00", "12:30:001", "12:30:00.1234567890", "-1:00:00", "12:30:00 "})
            QVERIFY2(!parseClock(text, kBase, 0), text);
        QVERIFY(parseClock("1:2:3", kBase, 0).has_value());
    }

    void ticksStandAtRoundTimesOfTheClock()
    {
        const TimeWindow window {0, 0, 3.0e9};
        const RulerTicks ruler = clockTicks(window, 600, kBase, 100);
        QCOMPARE(ruler.base, std::string("2024-02-29"));
        std::vector<std::string> labels;
        for (const Tick& tick : ruler.ticks) {
            if (tick.major && tick.time >= 0) {
                labels.push_back(tick.label);
                QCOMPARE((tick.time + kBase.toLocalNs) % (kSecond / 2), 0);
            }
        }
        QCOMPARE(labels.size(), 6U);
        QCOMPARE(labels[0], std::string("23:59:58.5"));
        QCOMPARE(labels[3], std::string("00:00:00.0"));
    }
};

STEPSCOPE_TEST(TestClockText)
#include "tst_clock_text.moc"
