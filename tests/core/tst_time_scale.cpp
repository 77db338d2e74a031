// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/time_scale.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

#include <limits>
#include <random>

using namespace stepscope::view;

namespace {
constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();
} // namespace

class TestTimeScale : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void differencesNeverOverflow()
    {
        QCOMPARE(timeDifference(kHighest, kHighest - 5), 5.0);
        QVERIFY(timeDifference(kHighest, kLowest) > 1.8e19);
        QVERIFY(timeDifference(kLowest, kHighest) < -1.8e19);
    }

    void additionSplitsAndSaturates()
    {
        QCOMPARE(addTime(100, 2.75).whole, 102);
        QCOMPARE(addTime(100, 2.75).fraction, 0.75);
        QCOMPARE(addTime(100, -0.25).whole, 99);
        QCOMPARE(addTime(100, -0.25).fraction, 0.75);
        QCOMPARE(addTime(kHighest - 1, 10).whole, kHighest);
        QCOMPARE(addTime(kLowest + 1, -10).whole, kLowest);
        QCOMPARE(addTime(0, 1e30).whole, kHighest);
        QCOMPARE(addTime(0, -1e30).whole, kLowest);
        QCOMPARE(addTime(0, std::numeric_limits<double>::quiet_NaN()).whole, kLowest);
    }

    void pixelsAndTimesAgree()
    {
        // A clock of 2026 in ns: a double cannot tell its neighbours apart, the scale must.
        const std::int64_t base = 1'790'000'000'000'000'123;
        const TimeScale scale({base, 0.5, 100}, 1000);
        QCOMPARE(scale.nsPerPx, 0.1);
        QCOMPARE(scale.toPx(base + 1), 5.0);
        QCOMPARE(scale.toNs(5.0), base + 1);
        QCOMPARE(scale.toNs(4.9), base);
        QCOMPARE(scale.toNs(-5.1), base - 1);
    }

    void edgesRoundToTheNearestAndStayInReach()
    {
        const TimeScale scale({0, 0, 1000}, 100);
        QCOMPARE(scale.edgeOf(14), 1);
        QCOMPARE(scale.edgeOf(15), 2);
        QCOMPARE(scale.edgeOf(-4), 0);
        QVERIFY(scale.edgeOf(kHighest) <= std::int64_t {1} << 40);
        QVERIFY(scale.edgeOf(kLowest) >= -(std::int64_t {1} << 40));
    }

    void windowEndCoversTheLastPartOfANs()
    {
        QCOMPARE((TimeWindow {10, 0, 5}).end(), 15);
        QCOMPARE((TimeWindow {10, 0.25, 5}).end(), 16);
    }

    void interpolationKeepsACommonAnchor()
    {
        const TimeWindow from {1000, 0, 800};
        const TimeWindow to {1150, 0, 200}; // time 1200 lies at 1/4 of both
        for (const double share : {0.0, 0.3, 0.7, 1.0}) {
            const TimeScale scale(interpolate(from, to, share), 400);
            QVERIFY(qAbs(scale.toPx(1200) - 100) < 1e-9);
        }
        QCOMPARE(interpolate(from, to, 1.0), to);
    }

    void resolutionIsThePowerOfTwoBelowAPixel()
    {
        QCOMPARE(resolutionFor(0.01), 1);
        QCOMPARE(resolutionFor(1.99), 1);
        QCOMPARE(resolutionFor(2), 2);
        QCOMPARE(resolutionFor(1000), 512);
        QVERIFY(resolutionFor(1e300) > 0);
    }

    void tickStepsAreOneTwoFive()
    {
        QCOMPARE(tickStep(1, 90), 100);
        QCOMPARE(tickStep(1, 110), 200);
        QCOMPARE(tickStep(1000, 300), 500'000);
        QCOMPARE(tickStep(0.001, 10), 1);
    }

    void preciseTimesEndAtTheResolution()
    {
        QCOMPARE(preciseTime(33'020'123, 10'000), std::string("33.02 ms"));
        QCOMPARE(preciseTime(1'234'567'890, 1000), std::string("1.234 567 s"));
        QCOMPARE(preciseTime(1'234'567'890, 1), std::string("1.234 567 890 s"));
        QCOMPARE(preciseTime(567, 1), std::string("567 ns"));
        QCOMPARE(preciseTime(-1'500, 100), std::string("-1.5 µs"));
        QCOMPARE(preciseTime(0, 1000), std::string("0 ns"));
        QVERIFY(preciseTime(kLowest, 1).starts_with("-9 223 372 036.854 775 808"));
    }

    void labelsCountFromTheOriginInFittingUnits()
    {
        const RulerTicks ticks = rulerTicks({5'000, 0, 10'000'000}, 1000, 5'000, 100);
        QVERIFY(ticks.base.empty());
        QStringList labels;
        for (const Tick& tick : ticks.ticks) {
            if (tick.major)
                labels << QString::fromStdString(tick.label);
        }
        QCOMPARE(labels.first(), QStringLiteral("0"));
        QCOMPARE(labels.at(1), QStringLiteral("1 ms"));
        QCOMPARE(labels.last(), QStringLiteral("10 ms"));
    }

    void labelsHaveAtMostThreeDecimals()
    {
        const auto labels = [](std::int64_t start, double span) {
            QStringList list;
            for (const Tick& tick : rulerTicks({start, 0, span}, 1000, 0, 100).ticks) {
                if (tick.major)
                    list << QString::fromStdString(tick.label);
            }
            return list;
        };
        QCOMPARE(labels(31'000'000, 4'000'000).mid(0, 3), (QStringList {"31.0 ms", "31.5 ms", "32.0 ms"}));
        QCOMPARE(labels(0, 1'000'000).mid(0, 3), (QStringList {"0", "100 µs", "200 µs"}));
        QCOMPARE(labels(5'000'000'000, 20'000'000).mid(0, 2), (QStringList {"5.000 s", "5.002 s"}));
        QCOMPARE(labels(5'000'000'000, 4'000'000).mid(0, 2), (QStringList {"+0 µs", "+500 µs"}));
    }

    void farFromTheOriginLabelsCountFromABase()
    {
        const RulerTicks ticks = rulerTicks({2'234'567'890, 0, 500'000}, 1000, 0, 100);
        QCOMPARE(QString::fromStdString(ticks.base), QStringLiteral("2.234 s"));
        const auto major = std::find_if(ticks.ticks.begin(), ticks.ticks.end(), [](const Tick& t) { return t.major; });
        QVERIFY(major != ticks.ticks.end());
        QCOMPARE(QString::fromStdString(major->label), QStringLiteral("+600 µs"));
        QCOMPARE(major->time, 2'234'600'000);
    }

    void rulersHaveAReadableNumberOfTicksEverywhere()
    {
        std::mt19937_64 random(7);
        std::uniform_real_distribution<double> exponent(1.4, 15);
        for (int i = 0; i < 2000; ++i) {
            const double span = std::pow(10.0, exponent(random));
            const auto start = static_cast<std::int64_t>(random() >> 4);
            const RulerTicks ruler = rulerTicks({start, 0, span}, 1200, 0, 100);
            const auto majors
                = std::count_if(ruler.ticks.begin(), ruler.ticks.end(), [](const Tick& t) { return t.major; });
            QVERIFY2(majors <= 13, qPrintable(QString::number(span)));
            QVERIFY(ruler.ticks.size() <= 70);
            for (std::size_t k = 1; k < ruler.ticks.size(); ++k)
                QVERIFY(ruler.ticks[k - 1].time < ruler.ticks[k].time);
        }
    }
};

STEPSCOPE_TEST(TestTimeScale)
#include "tst_time_scale.moc"
