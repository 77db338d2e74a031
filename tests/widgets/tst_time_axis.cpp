// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_registry.h"
#include "widgets/viewmodel/selection.h"
#include "widgets/viewmodel/time_axis.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <limits>
#include <random>

using namespace stepscope;
using namespace stepscope::widgets;

class TestTimeAxis : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void boundsShowEverything()
    {
        TimeAxis axis;
        QSignalSpy bounds(&axis, &TimeAxis::boundsChanged);
        QSignalSpy range(&axis, &TimeAxis::rangeChanged);
        axis.setBounds(5000, 9000);
        QCOMPARE(bounds.count(), 1);
        QCOMPARE(range.count(), 1);
        QCOMPARE(axis.range(), (TimeRange {5000, 9000}));
        QVERIFY(axis.showsAll());
        QVERIFY(!axis.canGoBack());
    }

    void boundsOfNothingStillSpanSomething()
    {
        TimeAxis axis;
        axis.setBounds(100, 100);
        QCOMPARE(axis.bounds(), (TimeRange {90, 110}));
        axis.setBounds(200, 100);
        QCOMPARE(axis.bounds(), (TimeRange {100, 200}));
        axis.setBounds(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
        axis.zoomAtPixel(500, 1e6);
        QVERIFY(axis.window().span < 2e13);
    }

    void zoomKeepsTheTimeAtItsPixel()
    {
        std::mt19937_64 random(1);
        TimeAxis axis;
        const std::int64_t base = 1'790'000'000'000'000'000;
        axis.setBounds(base, base + 10'000'000'000);
        axis.setWidth(1237);
        axis.zoomAtPixel(618, 50);
        for (int i = 0; i < 300; ++i) {
            const double px = static_cast<double>(random() % 1237);
            const view::TimeScale before = axis.scale();
            const double anchor = before.fraction + px * before.nsPerPx; // ns after before.start
            axis.zoomAtPixel(px, i % 3 == 0 ? 0.7 : 1.4);
            const TimeRange range = axis.range();
            if (range.start == axis.bounds().start || range.end == axis.bounds().end)
                continue; // at a border it cannot hold
            const view::TimeScale after = axis.scale();
            const double moved = view::timeDifference(before.start, after.start) + anchor - after.fraction;
            QVERIFY2(qAbs(moved / after.nsPerPx - px) < 0.01, qPrintable(QString::number(moved / after.nsPerPx - px)));
        }
    }

    void zoomStopsAtTheMinimumAndTheBounds()
    {
        TimeAxis axis;
        axis.setBounds(0, 1'000'000);
        axis.zoomAt(500'000, 1e9);
        QCOMPARE(axis.window().span, static_cast<double>(TimeAxis::kMinimumSpan));
        axis.zoomAt(500'000, 1e-9);
        QVERIFY(axis.showsAll());
        axis.zoomAtPixel(0, 0);
        axis.zoomAtPixel(0, std::numeric_limits<double>::quiet_NaN());
        QVERIFY(axis.showsAll());
    }

    void fractionsOfAPixelAddUp()
    {
        TimeAxis axis;
        axis.setBounds(0, 1'000'000);
        axis.setWidth(1000);
        axis.setRange(500'000, 500'100); // ten pixels a ns
        for (int i = 0; i < 1000; ++i)
            axis.panByPixels(0.3);
        QCOMPARE(axis.range().start, 500'030);
        for (int i = 0; i < 1000; ++i)
            axis.panByPixels(-0.3);
        QVERIFY(qAbs(axis.scale().toPx(500'000)) < 0.001);
    }

    void panningStopsAtTheBounds()
    {
        TimeAxis axis;
        axis.setBounds(0, 1000);
        axis.setRange(100, 200);
        axis.panByNs(-5000);
        QCOMPARE(axis.range(), (TimeRange {0, 100}));
        axis.panByNs(5000);
        QCOMPARE(axis.range(), (TimeRange {900, 1000}));
    }

    void fitIsExactAndHasAMargin()
    {
        TimeAxis axis;
        axis.setBounds(0, 100'000);
        axis.fit(2000, 3000);
        QCOMPARE(axis.range(), (TimeRange {2000, 3000}));
        axis.fit(2000, 3000, 0.1);
        QCOMPARE(axis.range(), (TimeRange {1900, 3100}));
        axis.fit(50, 50);
        QCOMPARE(axis.range(), (TimeRange {40, 60}));
    }

    void backUndoesJumpsAndWholeWalks()
    {
        TimeAxis axis;
        axis.setBounds(0, 100'000);
        axis.fit(10'000, 20'000);
        for (int i = 0; i < 5; ++i) {
            axis.zoomAt(15'000, 1.5);
            axis.panByPixels(10);
        }
        axis.fit(50'000, 51'000);
        axis.back();
        QVERIFY(axis.range().start > 10'000 && axis.range().end < 20'000);
        axis.back();
        QCOMPARE(axis.range(), (TimeRange {10'000, 20'000}));
        axis.back();
        QVERIFY(axis.showsAll());
        QVERIFY(!axis.canGoBack());
        axis.back();
        QVERIFY(axis.showsAll());
    }

    void onlyJumpsAndZoomsAreEased()
    {
        TimeAxis axis;
        axis.setBounds(0, 100'000);
        axis.fit(10'000, 20'000);
        QVERIFY(axis.lastChangeIsEased());
        axis.panByPixels(5);
        QVERIFY(!axis.lastChangeIsEased());
        axis.zoomAt(15'000, 2);
        QVERIFY(axis.lastChangeIsEased());
        axis.setRange(1000, 2000);
        QVERIFY(!axis.lastChangeIsEased());
    }

    void sameValuesEmitNothing()
    {
        TimeAxis axis;
        axis.setBounds(0, 1000);
        QSignalSpy range(&axis, &TimeAxis::rangeChanged);
        QSignalSpy cursor(&axis, &TimeAxis::cursorChanged);
        axis.setRange(0, 1000);
        axis.setWidth(axis.width());
        axis.setCursor({});
        QCOMPARE(range.count() + cursor.count(), 0);
        axis.setCursor(5);
        axis.setCursor(5);
        QCOMPARE(cursor.count(), 1);
    }

    void selectionHoldsOneItemAndOneRange()
    {
        Selection selection;
        QSignalSpy item(&selection, &Selection::itemChanged);
        QSignalSpy range(&selection, &Selection::rangeChanged);
        selection.select(SliceId(7U));
        selection.select(SliceId(7U));
        QCOMPARE(item.count(), 1);
        QCOMPARE(selection.slice(), SliceId(7U));
        selection.select(Item::of(InstantId(7U)));
        QCOMPARE(item.count(), 2);
        QVERIFY(!selection.slice().valid());
        QCOMPARE(selection.item().instant(), InstantId(7U));
        selection.select(Item::ofSample(2, 9));
        QVERIFY(!(selection.item() == Item::ofSample(3, 9)));
        selection.clear();
        QVERIFY(!selection.item().valid());
        selection.setRange(TimeRange {20, 10});
        QCOMPARE(selection.range().value(), (TimeRange {10, 20}));
        selection.setRange(TimeRange {5, 5});
        QVERIFY(!selection.range());
        QCOMPARE(range.count(), 2);
        selection.select(SliceId()); // the invalid id is no item
        QVERIFY(!selection.item().valid());
    }
};

STEPSCOPE_TEST(TestTimeAxis)
#include "tst_time_axis.moc"
