// SPDX-License-Identifier: GPL-3.0-or-later
// The axes of two runs: what is aligned stands under each other whatever moves, and shifts come on top.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/test_registry.h"
#include "widgets/compare/run_axes.h"

#include <QSignalSpy>
#include <QTest>

using namespace stepscope;
using namespace stepscope::widgets;

class TestRunAxes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bothFollow();
    void boundsHoldBothRuns();
    void alignmentKeepsWhatTheEarlierRunShows();
    void shiftMovesOneRunAndGoesAway();
    void pace();
    void thePointerFollows();
};

namespace {

constexpr std::int64_t kLate = 1'700'000'000'000'000'000;

struct Runs
{
    Runs()
    {
        axes.axis(0).setBounds(1000, 101'000);
        axes.axis(1).setBounds(kLate, kLate + 60'000);
        for (const std::size_t run : {0U, 1U})
            axes.axis(run).setWidth(1000);
    }
    RunAxes axes;
};

// A time of the later run stands where its counterpart does, in pixels.
void compareUnder(RunAxes& axes, std::int64_t before, std::int64_t after)
{
    QCOMPARE(axes.axis(0).scale().toPx(before), axes.axis(1).scale().toPx(after));
}

} // namespace

void TestRunAxes::bothFollow()
{
    Runs r;
    r.axes.align({{1000, kLate}, 1});
    r.axes.axis(0).setRange(3000, 4000);
    QCOMPARE(r.axes.axis(1).range(), (TimeRange {kLate + 2000, kLate + 3000}));
    r.axes.axis(1).setRange(kLate + 7000, kLate + 9000);
    QCOMPARE(r.axes.axis(0).range(), (TimeRange {8000, 10'000}));
    for (int i = 0; i < 50; ++i) { // sub-pixel steps from either side do not drift apart
        r.axes.axis(0).panByPixels(0.37);
        r.axes.axis(1).zoomAtPixel(13, 1.02);
    }
    compareUnder(r.axes, 5000, kLate + 4000);
    r.axes.axis(0).fit(3000, 4000);
    QVERIFY(r.axes.axis(1).lastChangeIsEased()); // as the one it follows
    r.axes.axis(1).panByPixels(3);
    QVERIFY(!r.axes.axis(0).lastChangeIsEased());
}

void TestRunAxes::boundsHoldBothRuns()
{
    Runs r;
    r.axes.align({{1000, kLate + 30'000}, 1}); // the later run begins 30 µs earlier
    QCOMPARE(r.axes.axis(0).bounds(), (TimeRange {-29'000, 101'000}));
    QCOMPARE(r.axes.axis(1).bounds(), (TimeRange {kLate, kLate + 130'000}));
    r.axes.axis(1).setBounds(kLate, kLate + 200'000); // another device, say
    QCOMPARE(r.axes.axis(0).bounds(), (TimeRange {-29'000, 171'000}));
}

void TestRunAxes::alignmentKeepsWhatTheEarlierRunShows()
{
    Runs r;
    r.axes.axis(0).setRange(20'000, 30'000);
    const QSignalSpy spy(&r.axes, &RunAxes::alignmentChanged);
    r.axes.align({{25'000, kLate + 50'000}, 1});
    QCOMPARE(spy.count(), 1);
    QCOMPARE(r.axes.axis(0).range(), (TimeRange {20'000, 30'000}));
    compareUnder(r.axes, 25'000, kLate + 50'000);
    QCOMPARE(r.axes.inOther(0, 26'000), kLate + 51'000);
    QCOMPARE(r.axes.inOther(1, kLate + 51'000), std::int64_t {26'000});
}

void TestRunAxes::shiftMovesOneRunAndGoesAway()
{
    Runs r;
    r.axes.align({{1000, kLate}, 1});
    r.axes.axis(0).setRange(11'000, 21'000); // 10 ns a pixel
    r.axes.moveRun(1, 40);
    QCOMPARE(r.axes.shift(), 400.0);
    QCOMPARE(r.axes.axis(0).range(), (TimeRange {11'000, 21'000})); // the other one stays
    compareUnder(r.axes, 11'400, kLate + 10'000);
    const TimeRange later = r.axes.axis(1).range();
    r.axes.moveRun(0, 40); // the earlier one by as much: back under each other
    QCOMPARE(r.axes.shift(), 0.0);
    QCOMPARE(r.axes.axis(1).range(), later);
    r.axes.moveRun(1, -7);
    r.axes.resetShift();
    QCOMPARE(r.axes.shift(), 0.0);
    compareUnder(r.axes, 11'000, kLate + 10'000);
}

void TestRunAxes::pace()
{
    Runs r;
    r.axes.align({{1000, kLate}, 0.6}); // 100 µs are as wide as 60
    QCOMPARE(r.axes.axis(0).bounds(), (TimeRange {1000, 101'000}));
    QCOMPARE(r.axes.axis(1).bounds(), (TimeRange {kLate, kLate + 60'000}));
    r.axes.axis(0).setRange(11'000, 21'000);
    QCOMPARE(r.axes.axis(1).range(), (TimeRange {kLate + 6000, kLate + 12'000}));
    r.axes.axis(1).setRange(kLate + 30'000, kLate + 60'000);
    QCOMPARE(r.axes.axis(0).range(), (TimeRange {51'000, 101'000}));
}

void TestRunAxes::thePointerFollows()
{
    Runs r;
    r.axes.align({{1000, kLate}, 1});
    r.axes.axis(0).setCursor(5000);
    QCOMPARE(r.axes.axis(1).cursor(), std::optional<std::int64_t>(kLate + 4000));
    r.axes.axis(1).setCursor(std::nullopt);
    QCOMPARE(r.axes.axis(0).cursor(), std::optional<std::int64_t>());
}

STEPSCOPE_TEST(TestRunAxes)
#include "tst_run_axes.moc"
