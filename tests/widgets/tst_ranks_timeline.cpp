// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of a job of ranks as people use it: a collective lights up on all ranks, keys and mouse do what they
// say, a rank's own events come under its row and stay in step, and many ranks are no other than few.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/analysis/idle_cause.h"
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/ranks_fixture.h"
#include "widgets/ranks/rank_lane.h"
#include "widgets/ranks/ranks_header.h"
#include "widgets/ranks/ranks_step_strip.h"
#include "widgets/ranks/ranks_timeline_view.h"
#include "widgets/timeline/hover_card.h"
#include "widgets/timeline/timeline_view.h"

#include <QScrollBar>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

using namespace stepscope;
using namespace stepscope::widgets;
using namespace stepscope::tests;

namespace {

struct ShownRanksTimeline
{
    explicit ShownRanksTimeline(RankJob job, QSize size = QSize(900, 400))
        : view(&axis, &cursor, &theme)
    {
        view.setJob(std::make_shared<const RankJob>(std::move(job)));
        view.resize(size);
        view.show();
        ok = QTest::qWaitForWindowExposed(&view) && settle();
    }
    bool settle()
    {
        const bool idle = QTest::qWaitFor([this] { return view.isIdle(); }, 10'000);
        view.grab();
        return idle;
    }
    [[nodiscard]] QWidget* canvas() const { return view.viewport(); }
    [[nodiscard]] QPoint on(std::uint32_t rank, std::uint32_t collective, double share) const
    {
        const QRectF rect = view.rectOf(rank, collective);
        return {static_cast<int>(rect.left() + rect.width() * share), static_cast<int>(rect.center().y())};
    }

    TimeAxis axis;
    RanksCursor cursor;
    ThemeSource theme;
    RanksTimelineView view;
    bool ok = false;
};

QSet<QRgb> coloursIn(const QImage& image, const QRect& rect)
{
    QSet<QRgb> colours;
    for (int y = rect.top(); y <= rect.bottom(); ++y) {
        for (int x = rect.left(); x <= rect.right(); ++x)
            colours.insert(image.pixel(x, y));
    }
    return colours;
}

} // namespace

class TestRanksTimeline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pointingLightsUpAllRanks()
    {
        ShownRanksTimeline shown(lateJob());
        QVERIFY(shown.ok);
        const std::uint64_t pictures = shown.view.pictures();
        QTest::mouseMove(shown.canvas(), shown.on(0, 2, 0.3));
        QCOMPARE(shown.cursor.hovered(), RanksCursor::Index(2U));
        QVERIFY(QTest::qWaitFor([&] { return shown.view.card().isVisible(); }, 5000));
        QCOMPARE(shown.view.card().title(), QStringLiteral("allreduce #2"));
        const QString text = shown.view.card().lines().join(QLatin1Char('\n'));
        QVERIFY2(text.contains(QStringLiteral("step 4")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("rank 0  +0 ns  waits 3 ms")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("rank 2  +3 ms  last")), qPrintable(text));
        shown.view.grab();
        QCOMPARE(shown.view.pictures(), pictures); // what follows the pointer lies over the picture
        QTest::mouseMove(shown.canvas(), shown.on(3, 3, 0.5));
        QCOMPARE(shown.cursor.hovered(), RanksCursor::Index(3U));
    }

    void waitIsHatchedAndTheRestSolid()
    {
        ShownRanksTimeline shown(lateJob());
        QVERIFY(shown.ok);
        shown.axis.fit(5 * kMs - 100'000, 9 * kMs);
        QVERIFY(shown.settle());
        const QImage image = shown.canvas()->grab().toImage();
        const QRectF bar = shown.view.rectOf(1, 0);
        const auto part = [&](double from, double to) {
            return QRect(QPoint(static_cast<int>(bar.left() + bar.width() * from), static_cast<int>(bar.top()) + 2),
                QPoint(static_cast<int>(bar.left() + bar.width() * to), static_cast<int>(bar.bottom()) - 3));
        };
        QCOMPARE(coloursIn(image, part(0.97, 0.98)).size(), 1); // 3 of 4 ms are waiting
        QVERIFY(coloursIn(image, part(0.4, 0.6)).size() > 2);
        const QRectF last = shown.view.rectOf(2, 0);
        QVERIFY(last.left() > bar.left() + bar.width() * 0.7); // it came when the others had waited so long
    }

    // What all wait for is seen on the folded rows: before the all-reduce each computes 1 ms and waits 4 ms for data.
    void whatRanksDidMeanwhileStandsAtTheFoot()
    {
        std::vector<ranks::RankSummary> members {rankOfWorld(0, 2, 9, 3), rankOfWorld(1, 2, 9, 3)};
        for (ranks::RankSummary& member : members) {
            ranks::Meanwhile& before = member.collectives[2].before;
            before.lengthNs = 5 * kMs;
            before.computeNs = kMs;
            before.idle[static_cast<std::size_t>(analysis::IdleCause::Input)] = 4 * kMs;
        }
        ShownRanksTimeline shown(jobOf(std::move(members)));
        QVERIFY(shown.ok);
        shown.axis.fit(10 * kMs, 20 * kMs);
        QVERIFY(shown.settle());
        const QImage image = shown.canvas()->grab().toImage();
        for (const std::uint32_t rank : {0U, 1U}) {
            const QRectF bar = shown.view.rectOf(rank, 2);
            const double ms = shown.view.rectOf(rank, 2).width() / 4; // it lasts from 5 to 9 ms
            const auto at = [&](double before, double y, int height) {
                return coloursIn(
                    image, QRect(static_cast<int>(bar.left() - before * ms), static_cast<int>(y), 20, height));
            };
            QCOMPARE(at(4.7, bar.bottom() - 6, 4).size(), 1);                   // computing: solid …
            QVERIFY(at(4.7, bar.bottom() - 6, 4) != at(4.7, bar.top() + 2, 4)); // … at the foot alone
            QVERIFY(at(2, bar.bottom() - 8, 6).size() > 2);                     // hatched
        }
    }

    void rowsFillTheRoom()
    {
        ShownRanksTimeline few(lateJob(4, 4), QSize(900, 500));
        QVERIFY(few.ok);
        QCOMPARE(few.view.layout().rowHeight(), RanksLayout::kMostHeight);
        ShownRanksTimeline many(lateJob(60, 60), QSize(900, 500));
        QVERIFY(many.ok);
        QCOMPARE(many.view.layout().rowHeight(), RanksLayout::kLeastHeight);
        ShownRanksTimeline some(lateJob(9, 9), QSize(900, 500));
        QVERIFY(some.ok);
        QVERIFY(some.view.layout().height() <= some.canvas()->height());
        QVERIFY(some.view.layout().height() > some.canvas()->height() - 9);
    }

    void clickChoosesDoubleClickZooms()
    {
        ShownRanksTimeline shown(lateJob());
        QVERIFY(shown.ok);
        QTest::mouseClick(shown.canvas(), Qt::LeftButton, {}, shown.on(1, 4, 0.5));
        QCOMPARE(shown.cursor.collective(), RanksCursor::Index(4U));
        QCOMPARE(shown.cursor.rank(), RanksCursor::Index(1U));
        QTest::mouseDClick(shown.canvas(), Qt::LeftButton, {}, shown.on(1, 4, 0.5));
        QVERIFY(shown.axis.range().start > 21 * kMs && shown.axis.range().length() < 9 * kMs);
        QVERIFY(shown.settle());
        QTest::mouseClick(shown.canvas(), Qt::LeftButton, {}, QPoint(2, 5)); // beside all of them
        QVERIFY(!shown.cursor.collective());
    }

    void wheelAndDrag()
    {
        ShownRanksTimeline shown(lateJob(60, 60), QSize(900, 300));
        QVERIFY(shown.ok);
        const QPointF at(300, 100);
        const std::int64_t under = shown.axis.scale().toNs(at.x());
        QWheelEvent zoom(at, shown.canvas()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
            Qt::NoScrollPhase, false);
        QApplication::sendEvent(shown.canvas(), &zoom);
        QVERIFY(!shown.axis.showsAll());
        QVERIFY(std::abs(shown.axis.scale().toNs(at.x()) - under) < 40'000);
        QVERIFY(shown.settle());
        QWheelEvent scroll(
            at, shown.canvas()->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(shown.canvas(), &scroll);
        QVERIFY(shown.view.verticalScrollBar()->value() > 0);
        const TimeRange before = shown.axis.range();
        QTest::mousePress(shown.canvas(), Qt::LeftButton, {}, QPoint(300, 100));
        QTest::mouseMove(shown.canvas(), QPoint(280, 100));
        QTest::mouseMove(shown.canvas(), QPoint(200, 100));
        QTest::mouseRelease(shown.canvas(), Qt::LeftButton, {}, QPoint(200, 100));
        QVERIFY(shown.axis.range().start > before.start);
    }

    void missingRanksHaveRows()
    {
        ShownRanksTimeline shown(lateJob(4, 6));
        QVERIFY(shown.ok);
        QCOMPARE(shown.view.layout().rows().size(), std::size_t {6});
        const RankRow& row = shown.view.layout().rows()[4];
        QVERIFY(!row.rank);
        QCOMPARE(row.label, QStringLiteral("rank 4"));
        QVERIFY(shown.view.header().toolTipOf(4).contains(QStringLiteral("None of the files")));
        QVERIFY(!shown.view.hitAt(QPointF(100, row.y + 5)).rank);
    }

    void namesSayWhereTheClockCameFrom()
    {
        std::vector<ranks::RankSummary> members {rankOfWorld(0, 2, 2, 3), rankOfWorld(1, 2, 2, 3)};
        members[1].baseNs = *members[1].baseNs + 5 * kMs; // its clock is ahead
        ShownRanksTimeline shown(jobOf(std::move(members)));
        QVERIFY(shown.ok);
        QVERIFY(shown.view.header().toolTipOf(0).contains(QStringLiteral("Its clock is the common one.")));
        const QString tip = shown.view.header().toolTipOf(1);
        QVERIFY2(tip.contains(QStringLiteral("off rank 0 by +5 ms")), qPrintable(tip));
        QVERIFY2(tip.contains(QStringLiteral("A summary")), qPrintable(tip));
    }

    void summariesDoNotUnfold()
    {
        ShownRanksTimeline shown(lateJob());
        QVERIFY(shown.ok);
        QTest::mouseClick(&shown.view.header(), Qt::LeftButton, {}, shown.view.header().foldMark(1).center());
        QVERIFY(!shown.view.isUnfolded(1));
        QCOMPARE(shown.cursor.rank(), RanksCursor::Index(1U));
    }

    void aRanksOwnEventsStayInStep()
    {
        const QTemporaryDir folder;
        std::vector<std::string> paths;
        for (int r = 0; r < 2; ++r) {
            const QString path = folder.filePath(QStringLiteral("rank%1.json").arg(r));
            QVERIFY(writeFile(path, rankTrace(r, 2, true, r * 500))); // the clock of one is ahead
            paths.push_back(path.toStdString());
        }
        Progress progress;
        const auto set = loadRankSet(paths, progress, {});
        QVERIFY(set.has_value());
        ShownRanksTimeline shown((*set)->jobs.front());
        QVERIFY(shown.ok);
        const int before = shown.view.layout().height();
        QTest::mouseClick(&shown.view.header(), Qt::LeftButton, {}, shown.view.header().foldMark(1).center());
        QVERIFY(shown.view.isUnfolded(1));
        QVERIFY(QTest::qWaitFor([&] { return shown.view.lane(1)->timeline() != nullptr; }, 10'000));
        QVERIFY(shown.settle());
        QVERIFY(shown.view.layout().height() > before);
        TimelineView* own = shown.view.lane(1)->timeline();
        for (std::size_t i = 0; i < own->content().layout().nodes().size(); ++i) {
            const view::LayoutNode& node = own->content().layout().nodes()[i];
            if (!node.parent.valid() && node.foldable) // streams are seen, what is of the CPU is not
                QCOMPARE(own->content().layout().isFolded(view::NodeId(i)), node.kind != view::NodeKind::Device);
        }
        QCOMPARE(own->viewport()->width(), shown.canvas()->width()); // times lie under times
        QCOMPARE(own->viewport()->mapTo(&shown.view, QPoint(0, 0)).x(), shown.canvas()->x());
        const std::int64_t shift = shown.view.content().world().clocks[1].shiftNs;
        QVERIFY(shift != 0);
        shown.axis.setRange(200'000, 600'000);
        QVERIFY(shown.settle());
        const auto kernel = own->content().trace().slices.start.size();
        QVERIFY(kernel > 0);
        bool found = false;
        for (std::size_t i = 0; i < kernel; ++i) {
            if (own->content().trace().nameOf(SliceId(i)).find("nccl") == std::string_view::npos)
                continue;
            found = true;
            shown.view.lane(1)->timeline()->reveal(SliceId(i));
            const double own0 = own->rectOf(SliceId(i)).left();
            QVERIFY2(std::abs(own0 - shown.view.rectOf(1, 0).left()) < 1.5, qPrintable(QString::number(own0)));
        }
        QVERIFY(found);
        QTest::mouseClick(&shown.view.header(), Qt::LeftButton, {}, shown.view.header().foldMark(1).center());
        QVERIFY(!shown.view.isUnfolded(1));
        QCOMPARE(shown.view.layout().height(), before);
    }

    void stepsCanBeClicked()
    {
        ShownRanksTimeline shown(lateJob());
        QVERIFY(shown.ok);
        QCOMPARE(shown.view.steps().steps().size(), std::size_t {3});
        const int x = static_cast<int>(shown.axis.scale().toPx(15 * kMs));
        QTest::mouseClick(&shown.view.steps(), Qt::LeftButton, {}, QPoint(x, 8));
        QVERIFY(shown.axis.range().start <= 10 * kMs && shown.axis.range().start > 9 * kMs);
        QVERIFY(shown.axis.range().end >= 20 * kMs && shown.axis.range().end < 21 * kMs);
    }

    void hundredsOfRanks()
    {
        ShownRanksTimeline shown(lateJob(300, 300, 40));
        QVERIFY(shown.ok);
        shown.view.verticalScrollBar()->setValue(shown.view.verticalScrollBar()->maximum());
        QVERIFY(shown.settle());
        shown.axis.fit(200 * kMs, 210 * kMs);
        QVERIFY(shown.settle());
        QTest::mouseMove(shown.canvas(), shown.on(299, 40, 0.5));
        QCOMPARE(shown.cursor.hovered(), RanksCursor::Index(40U));
        shown.axis.fitAll();
        QVERIFY(shown.settle());
        QVERIFY(coloursIn(shown.canvas()->grab().toImage(), QRect(100, 100, 300, 20)).size() > 3);
    }
};

STEPSCOPE_TEST(TestRanksTimeline)
#include "tst_ranks_timeline.moc"
