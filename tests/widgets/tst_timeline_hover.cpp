// SPDX-License-Identifier: GPL-3.0-or-later
// Moves of the pointer repaint little, and what is then on the screen is what painting everything anew would give.
#include "tests/support/test_registry.h"
#include "tests/widgets/paint_watch.h"
#include "tests/widgets/timeline_fixture.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::widgets;
using tests::onScreen;
using tests::PaintWatch;
using tests::pointAt;
using tests::TimelineFixture;

class TestTimelineHover : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void movesRepaintLittle()
    {
        const auto sample = tests::sampleTrace();
        TimelineFixture f(sample.trace);
        QVERIFY(f.ok);
        f.axis.setRange(31'000'000, 33'000'000);
        QTRY_VERIFY(f.view->idle());
        pointAt(f.canvas(), QPoint(100, 100));
        PaintWatch watch(f.canvas());
        const qint64 all = qint64 {f.canvas()->width()} * f.canvas()->height();
        for (int i = 0; i < 20; ++i)
            pointAt(f.canvas(), QPoint(110 + 30 * i, 60 + 17 * i));
        QVERIFY(watch.events >= 20);
        QVERIFY2(watch.pixels < all * watch.events / 10,
            qPrintable(QStringLiteral("%1 px in %2 events of %3 px").arg(watch.pixels).arg(watch.events).arg(all)));
    }

    // Of a slice that is pointed to only the outline is out of date, however long it is.
    void longSlicesRepaintTheirOutline()
    {
        const auto sample = tests::sampleTrace();
        TimelineFixture f(sample.trace);
        QVERIFY(f.ok);
        const model::SliceTable& slices = sample.trace->slices;
        const SliceId step = sample.steps[2];
        f.axis.setRange(slices.start[step.index()], slices.end(step));
        QTRY_VERIFY(f.view->idle());
        const QRectF rect = f.view->rectOf(step);
        QVERIFY(rect.width() > 0.9 * f.canvas()->width());
        pointAt(f.canvas(), QPoint(300, f.canvas()->height() - 3)); // nothing is there
        QVERIFY(!f.selection.hovered().valid());
        PaintWatch watch(f.canvas());
        pointAt(f.canvas(), QPoint(301, static_cast<int>(rect.center().y())));
        QCOMPARE(f.selection.hovered().slice(), step);
        const qint64 cursors = qint64 {2} * 4 * f.canvas()->height(); // where it was, where it is
        const auto slice = static_cast<qint64>(rect.width() * rect.height());
        // Its outline, and that of the step in the row of the steps.
        QVERIFY2(watch.pixels > 0 && watch.pixels < cursors + 2 * slice * 3 / 5,
            qPrintable(QStringLiteral("%1 px, %2 of slice, %3 of cursors").arg(watch.pixels).arg(slice).arg(cursors)));
    }

    void theScreenIsAsPaintedAnew()
    {
        const auto sample = tests::sampleTrace();
        TimelineFixture f(sample.trace);
        QVERIFY(f.ok);
        f.axis.setRange(31'000'000, 33'000'000);
        f.selection.select(sample.kernel);
        f.selection.setRange(TimeRange {31'500'000, 31'900'000});
        QTRY_VERIFY(f.view->idle());
        QApplication::processEvents();
        for (int i = 0; i < 12; ++i) {
            pointAt(f.canvas(), QPoint(90 + 41 * i, 30 + 23 * i));
            if (i == 5)
                f.axis.panByPixels(13); // what lies over the picture moves with it
            QApplication::processEvents();
        }
        const QImage shown = onScreen(*f.view);
        const QImage anew = f.view->grab().toImage().convertToFormat(QImage::Format_RGB32);
        QCOMPARE(shown.size(), anew.size());
        QCOMPARE(shown, anew);
    }

    void leavingTakesEverythingAway()
    {
        const auto sample = tests::sampleTrace();
        TimelineFixture f(sample.trace);
        QVERIFY(f.ok);
        f.axis.setRange(31'000'000, 33'000'000);
        QTRY_VERIFY(f.view->idle());
        QApplication::processEvents();
        const QImage before = onScreen(*f.view);
        pointAt(f.canvas(), f.centreOf(sample.kernel));
        QVERIFY(onScreen(*f.view) != before);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(f.canvas(), &leave);
        QApplication::processEvents();
        QCOMPARE(onScreen(*f.view), before);
    }
};

STEPSCOPE_TEST(TestTimelineHover)
#include "tst_timeline_hover.moc"
