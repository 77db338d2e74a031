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
