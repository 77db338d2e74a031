// SPDX-License-Identifier: GPL-3.0-or-later
// The memory timeline as people use it: what is under the pointer is what is live there, and every key and drag does
// what it says.
#include "tests/support/random_history.h"
#include "tests/support/snapshot_builder.h"
#include "tests/support/test_registry.h"
#include "tests/support/training_snapshot.h"
#include "tests/widgets/paint_watch.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/timeline/hover_card.h"

#include <QPicture>
#include <QTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::widgets;
using tests::HistoryShape;

namespace {

struct ShownMemoryTimeline
{
    explicit ShownMemoryTimeline(std::shared_ptr<const model::MemorySnapshot> what, QSize size = QSize(900, 500))
        : snapshot(std::move(what))
        , view(snapshot, &axis, &cursor, &theme)
    {
        view.resize(size);
        view.show();
        ok = QTest::qWaitForWindowExposed(&view);
        settle();
    }
    void settle()
    {
        ok = QTest::qWaitFor([this] { return view.idle(); }) && ok;
        view.grab();
    }
    [[nodiscard]] const model::MemoryDevice& device() const { return snapshot->devices[0]; }
    // Somewhere on a band, in the widget.
    [[nodiscard]] QPoint onABand() const
    {
        for (int x = view.canvas().center().x(); x < view.canvas().right(); ++x) {
            for (int y = view.canvas().bottom() - 2; y > view.canvas().top(); y -= 3) {
                if (view.hitAt(QPointF(QPoint(x, y) - view.canvas().topLeft())).allocation.valid())
                    return {x, y};
            }
        }
        return {};
    }
    [[nodiscard]] MemoryHit hitAt(QPoint at) const { return view.hitAt(QPointF(at - view.canvas().topLeft())); }

    std::shared_ptr<const model::MemorySnapshot> snapshot;
    TimeAxis axis;
    MemoryCursor cursor;
    ThemeSource theme;
    MemoryTimelineView view;
    bool ok = false;
};

std::shared_ptr<const model::MemorySnapshot> sawtooth(std::uint64_t seed = 1)
{
    HistoryShape shape;
    shape.sawtooth = true;
    shape.entries = 3000;
    return tests::randomHistory(seed, shape);
}

std::shared_ptr<const model::MemorySnapshot> withoutHistory()
{
    auto snapshot = std::make_shared<model::MemorySnapshot>();
    snapshot->record.streams = {0};
    snapshot->record.pools = {{0, 0}};
    snapshot->record.devices.emplace_back();
    snapshot->devices.emplace_back();
    return snapshot;
}

} // namespace

class TestMemoryTimeline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPixelAnswersWithWhatIsLiveThere()
    {
        ShownMemoryTimeline shown(sawtooth(), QSize(400, 300));
        QVERIFY(shown.ok);
        const auto& table = shown.device().allocations;
        int found = 0;
        for (int x = shown.view.canvas().left(); x <= shown.view.canvas().right(); x += 7) {
            for (int y = shown.view.canvas().top(); y <= shown.view.canvas().bottom(); ++y) {
                const MemoryHit hit = shown.hitAt({x, y});
                QVERIFY(hit.entry.has_value());
                if (!hit.allocation.valid())
                    continue;
                ++found;
                const std::size_t i = hit.allocation.index();
                QVERIFY(table.born[i] <= *hit.entry && *hit.entry < table.died[i]);
                // The block lies, in part, in the bytes of this pixel.
                std::uint64_t below = 0;
                for (std::size_t other = 0; other < i; ++other)
                    below += table.born[other] <= *hit.entry && *hit.entry < table.died[other] ? table.size[other] : 0;
                const auto pixel = static_cast<std::uint64_t>(shown.view.canvas().bottom() - y);
                const std::uint64_t low = pixel * shown.view.frame().bytesPerPixel;
                QVERIFY(below < low + shown.view.frame().bytesPerPixel);
                QVERIFY(below + table.size[i] > low);
            }
        }
        QVERIFY(found > 1000);
    }

    void clickChoosesAllocationAndEntry()
    {
        ShownMemoryTimeline shown(sawtooth());
        const QPoint at = shown.onABand();
        const MemoryHit hit = shown.hitAt(at);
        QTest::mouseClick(&shown.view, Qt::LeftButton, {}, at);
        QCOMPARE(shown.cursor.allocation(), hit.allocation);
        QCOMPARE(shown.cursor.entry(), *hit.entry);
    }

    void hoverShowsACardAndKeepsThePicture()
    {
        ShownMemoryTimeline shown(sawtooth());
        const std::uint64_t before = shown.view.pictures().count();
        const QPoint at = shown.onABand();
        QTest::mouseMove(&shown.view, at);
        QCOMPARE(shown.cursor.hovered(), shown.hitAt(at).allocation);
        const auto* card = shown.view.findChild<HoverCard*>();
        QVERIFY(!card->isVisible());
        QTRY_VERIFY(card->isVisible());
        QVERIFY(card->title().contains(QStringLiteral("forward_")));
        QCOMPARE(shown.view.pictures().count(), before);
    }

    void hoverRepaintsLittleAndAllThatIsNeeded()
    {
        ShownMemoryTimeline shown(sawtooth());
        QVERIFY(shown.ok);
        tests::pointAt(&shown.view, {100, 100});
        tests::PaintWatch watch(&shown.view);
        const qint64 all = qint64 {shown.view.width()} * shown.view.height();
        const QRect canvas = shown.view.canvas();
        int bands = 0;
        for (int i = 0; i < 20; ++i) {
            tests::pointAt(&shown.view, {canvas.left() + 20 + 37 * i, canvas.bottom() - 5 - 17 * i});
            bands += shown.cursor.hovered().valid() ? 1 : 0;
        }
        QVERIFY(bands > 5);
        QVERIFY(watch.events >= 20);
        QVERIFY2(watch.pixels < all * watch.events / 12,
            qPrintable(QStringLiteral("%1 px in %2 events of %3 px").arg(watch.pixels).arg(watch.events).arg(all)));
        const QImage seen = tests::onScreen(shown.view);
        QCOMPARE(seen, shown.view.grab().toImage().convertToFormat(QImage::Format_RGB32));
    }

    // A drawing keeps texts as texts: what was made for it lacks them and must not be what the screen shows next.
    void aDrawingLeavesNothingOnTheScreen()
    {
        ShownMemoryTimeline shown(sawtooth());
        QVERIFY(shown.ok);
        const QImage before = shown.view.grab().toImage();
        shown.view.pictures().setBudget(std::chrono::nanoseconds(-1));
        QPicture drawing;
        shown.view.render(&drawing);
        QVERIFY(!shown.view.pictures().frame().lettered);
        QCOMPARE(shown.view.grab().toImage(), before);
    }

    // A picture that takes long is made elsewhere; the one before stands in for it until then.
    void slowPicturesAreMadeInTheBackground()
    {
        ShownMemoryTimeline shown(sawtooth());
        ShownMemoryTimeline exact(sawtooth());
        shown.view.pictures().setBudget(std::chrono::nanoseconds(-1));
        for (ShownMemoryTimeline* each : {&shown, &exact}) {
            each->axis.setRange(5000, 15000); // as a drag does, without easing
            each->axis.panByPixels(3);
        }
        const std::uint64_t before = shown.view.pictures().count();
        const MemoryFrame old = shown.view.pictures().frame();
        shown.view.grab();
        QVERIFY(shown.view.pictures().isBusy() && !shown.view.idle());
        QCOMPARE(shown.view.pictures().frame(), old);
        const QPointF origin(0, 0); // of the picture there is: its time and bytes stand at their places
        const QPointF place = shown.view.pictures().placeIn(shown.view.frame()).map(origin);
        QVERIFY(std::abs(place.x() - shown.view.frame().scale().toPx(old.scale().toNs(0))) < 1);
        shown.settle();
        exact.settle();
        QVERIFY(shown.ok && exact.ok);
        QVERIFY(shown.view.pictures().count() > before);
        QCOMPARE(shown.view.pictures().frame(), shown.view.frame());
        QCOMPARE(shown.view.grab().toImage(), exact.view.grab().toImage());

        shown.axis.setRange(2000, 9000); // content that changes meanwhile waits for it
        shown.view.grab();
        QVERIFY(shown.view.pictures().isBusy());
        shown.view.setColourBy(MemoryColourBy::Size);
        QVERIFY(!shown.view.pictures().isBusy());
        exact.axis.setRange(2000, 9000);
        exact.view.setColourBy(MemoryColourBy::Size);
        shown.settle();
        exact.settle();
        QCOMPARE(shown.view.grab().toImage(), exact.view.grab().toImage());
    }

    void dragPansAndShiftDragMarksEntries()
    {
        ShownMemoryTimeline shown(sawtooth());
        const QRect canvas = shown.view.canvas();
        shown.axis.setRange(5000, 15000);
        shown.settle();
        tests::dragOn(&shown.view, canvas.center(), canvas.center() - QPoint(canvas.width() / 2, 0));
        QVERIFY(std::abs(shown.axis.range().start - 10'000) < 50);
        const QPoint from(canvas.left() + canvas.width() / 4, canvas.center().y());
        const QPoint to(canvas.left() + canvas.width() * 3 / 4, canvas.center().y());
        tests::dragOn(&shown.view, to, from, Qt::ShiftModifier);
        QVERIFY(shown.cursor.range().has_value());
        QVERIFY(std::abs(shown.cursor.range()->first - 1250) < 5);
        QVERIFY(std::abs(shown.cursor.range()->last - 1750) < 5);
        QTest::mouseClick(&shown.view, Qt::LeftButton, Qt::ShiftModifier, canvas.center());
        QVERIFY(!shown.cursor.range());
    }

    void keysMoveTheView()
    {
        ShownMemoryTimeline shown(sawtooth());
        const TimeRange all = shown.axis.range();
        QTest::keyClick(&shown.view, Qt::Key_W);
        QVERIFY(shown.axis.range().length() < all.length());
        const TimeRange zoomed = shown.axis.range();
        QTest::keyClick(&shown.view, Qt::Key_D);
        QVERIFY(shown.axis.range().start > zoomed.start);
        QTest::keyClick(&shown.view, Qt::Key_A);
        QVERIFY(std::abs(shown.axis.range().start - zoomed.start) <= 1);
        QTest::keyClick(&shown.view, Qt::Key_S);
        QTest::keyClick(&shown.view, Qt::Key_0);
        QCOMPARE(shown.axis.range(), all);

        const AllocId chosen(shown.device().allocations.count() / 2);
        shown.cursor.choose(chosen);
        QTest::keyClick(&shown.view, Qt::Key_F);
        const auto& positions = shown.view.content().positions();
        const TimeRange fitted = shown.axis.range();
        QVERIFY(fitted.start <= positions.of(shown.device().allocations.born[chosen.index()]));
        QVERIFY(fitted.end >= positions.of(shown.device().allocations.died[chosen.index()]));
        QVERIFY(fitted.length() < all.length());
        QTest::keyClick(&shown.view, Qt::Key_Escape);
        QCOMPARE(shown.axis.range(), all);

        shown.cursor.setEntry(7);
        QTest::keyClick(&shown.view, Qt::Key_Right);
        QCOMPARE(shown.cursor.entry(), 8);
        QTest::keyClick(&shown.view, Qt::Key_Left);
        QTest::keyClick(&shown.view, Qt::Key_Left);
        QCOMPARE(shown.cursor.entry(), 6);
    }

    void wheelZoomsAtThePointerAndPans()
    {
        ShownMemoryTimeline shown(sawtooth());
        const QPointF at = shown.view.canvas().center();
        const TimeRange all = shown.axis.range();
        tests::wheelOn(&shown.view, at, {0, 240}, Qt::ControlModifier);
        const TimeRange zoomed = shown.axis.range();
        QVERIFY(zoomed.length() < all.length());
        QVERIFY(std::abs((zoomed.start + zoomed.end) - (all.start + all.end)) < all.length() / 100);
        tests::wheelOn(&shown.view, at, {0, -120}, Qt::NoModifier);
        QVERIFY(shown.axis.range().start > zoomed.start);
    }

    void modesKeepTheirOwnBounds()
    {
        ShownMemoryTimeline shown(sawtooth());
        const auto& positions = shown.view.content().positions();
        for (const auto mode :
            {view::MemoryAxisMode::Compact, view::MemoryAxisMode::Time, view::MemoryAxisMode::Entries}) {
            shown.view.setAxisMode(mode);
            shown.settle();
            QCOMPARE(shown.axis.bounds(), (TimeRange {positions.begin(), positions.end()}));
            QVERIFY(shown.hitAt(shown.onABand()).allocation.valid());
        }
    }

    void heightFollowsWhatIsInView()
    {
        ShownMemoryTimeline shown(sawtooth());
        const std::uint64_t all = shown.view.frame().top();
        shown.view.setHeightMode(MemoryHeight::FitAll);
        shown.axis.setRange(0, 500);
        shown.settle();
        QCOMPARE(shown.view.frame().top(), all);
        shown.view.setHeightMode(MemoryHeight::FitVisible);
        shown.settle();
        QVERIFY(shown.view.frame().top() < all);
    }

    void whatIsReservedIsSeenUnlessItIsFarAbove()
    {
        for (const std::uint64_t times : {3U, 8U}) {
            tests::SnapshotBuilder b;
            b.free(b.alloc(times * 100 * tests::kMiB));
            for (int i = 0; i < 20; ++i)
                b.free(b.alloc(100 * tests::kMiB));
            ShownMemoryTimeline shown(b.assembled());
            shown.view.setHeightMode(MemoryHeight::FitVisible);
            const auto& positions = shown.view.content().positions();
            shown.axis.setRange((positions.begin() + positions.end()) / 2, positions.end());
            shown.settle();
            QCOMPARE(shown.view.frame().top() >= times * 100 * tests::kMiB, times == 3);
        }
    }

    void withoutHistoryItSaysSo()
    {
        ShownMemoryTimeline shown(withoutHistory());
        QVERIFY(shown.ok);
        const QImage empty = shown.view.grab().toImage();
        ShownMemoryTimeline full(sawtooth());
        QVERIFY(empty != full.view.grab().toImage());
        QVERIFY(full.view.accessibleDescription().contains(QStringLiteral("3 0")));
        model::MemorySnapshot none;
        ShownMemoryTimeline nothing(std::make_shared<model::MemorySnapshot>(std::move(none)));
        QVERIFY(nothing.ok);
    }
};

STEPSCOPE_TEST(TestMemoryTimeline)

#include "tst_memory_timeline.moc"
