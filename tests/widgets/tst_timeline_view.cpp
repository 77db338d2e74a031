// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline under real mouse and wheel events, judged by what the view-models say afterwards.
#include "tests/support/test_registry.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/timeline/hover_card.h"
#include "widgets/timeline/overview_bar.h"
#include "widgets/timeline/time_ruler.h"
#include "widgets/timeline/timeline_painter.h"
#include "widgets/timeline/track_header.h"

#include <QObject>
#include <QScrollBar>
#include <QSignalSpy>

using namespace stepscope;
using namespace stepscope::widgets;
using tests::dragOn;
using tests::nodeNamed;
using tests::wheelOn;
using Fixture = tests::TimelineFixture;

class TestTimelineView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_sample = tests::sampleTrace();
        f = std::make_unique<Fixture>(m_sample.trace);
        QVERIFY(f->ok);
    }
    void cleanup() { f.reset(); }

    // The line from a call below them reaches work in pinned rows.
    void linksReachIntoPinnedRows()
    {
        const model::Trace& trace = *m_sample.trace;
        view::TrackLayout& layout = f->view->content().layout();
        layout.setPinned(layout.nodeOfLane(layout.laneOf(m_sample.kernel)), true);
        f->view->showLayout();
        std::size_t work = 0;
        while (trace.gpuWork.slice[work] != m_sample.kernel)
            ++work;
        QVERIFY(trace.gpuWork.launch[work].valid());
        const std::int64_t around = 4 * trace.slices.dur[m_sample.kernel.index()];
        f->axis.setRange(
            trace.slices.start[m_sample.kernel.index()] - around, trace.slices.end(m_sample.kernel) + around);
        const QRect place = f->view->rectOf(m_sample.kernel).toAlignedRect().adjusted(-8, -1, 1, 1);
        QVERIFY(place.bottom() <= layout.pinnedHeight());
        const QImage before = f->canvas()->grab(place).toImage();
        f->selection.select(trace.gpuWork.launch[work]);
        QVERIFY(f->canvas()->grab(place).toImage() != before);
    }

    // ---- wheel ----

    void wheelZoomKeepsTheTimeUnderThePointer()
    {
        f->axis.setRange(10'000'000, 50'000'000);
        const QPointF pointer(313, 120);
        const std::int64_t time = f->axis.scale().toNs(pointer.x());
        double worst = 0;
        int frames = 0;
        connect(f->view->findChild<ZoomEaser*>(), &ZoomEaser::shownChanged, this, [&] {
            const view::TimeScale shown(f->view->findChild<ZoomEaser*>()->shown(), f->canvas()->width());
            worst = std::max(worst, qAbs(shown.toPx(time) - pointer.x()));
            ++frames;
        });
        for (int i = 0; i < 4; ++i)
            wheelOn(f->canvas(), pointer, QPoint(0, 120), Qt::ControlModifier);
        QTRY_VERIFY(f->view->idle());
        QVERIFY(f->axis.window().span < 20'000'000);
        QVERIFY(frames > 1);
        QVERIFY2(worst < 0.1, qPrintable(QString::number(worst)));
        wheelOn(f->canvas(), pointer, QPoint(0, -120), Qt::ControlModifier);
        QTRY_VERIFY(f->view->idle());
        QVERIFY(qAbs(f->axis.scale().toPx(time) - pointer.x()) < 0.1);
    }

    void plainWheelScrollsRowsAndShiftPans()
    {
        f->view->resize(1000, 220);
        QVERIFY(f->view->verticalScrollBar()->maximum() > 60);
        f->axis.setRange(10'000'000, 20'000'000);
        const TimeRange before = f->axis.range();
        wheelOn(f->canvas(), {300, 60}, QPoint(0, -120), Qt::NoModifier);
        QVERIFY(f->view->verticalScrollBar()->value() > 0);
        QCOMPARE(f->axis.range(), before);
        const int scroll = f->view->verticalScrollBar()->value();
        wheelOn(f->canvas(), {300, 60}, QPoint(0, -120), Qt::ShiftModifier);
        QCOMPARE(f->view->verticalScrollBar()->value(), scroll);
        QVERIFY(f->axis.range().start > before.start);
        QCOMPARE(f->axis.window().span, static_cast<double>(before.length()));
        wheelOn(f->canvas(), {300, 60}, QPoint(120, 0), Qt::NoModifier);
        QVERIFY(f->axis.range().start <= before.start + 1);
    }

    // ---- drag ----

    void dragPansExactlyBothWays()
    {
        f->view->resize(1000, 220);
        f->axis.setRange(20'000'000, 30'000'000);
        f->view->verticalScrollBar()->setValue(10);
        const std::int64_t grabbed = f->axis.scale().toNs(400);
        dragOn(f->canvas(), {400, 100}, {251, 77});
        QVERIFY(qAbs(f->axis.scale().toPx(grabbed) - 251) < f->axis.width() / f->axis.window().span + 0.01);
        QCOMPARE(f->view->verticalScrollBar()->value(), 33);
        QVERIFY(f->view->idle());
        // There and back leaves no trace.
        const TimeRange before = f->axis.range();
        dragOn(f->canvas(), {400, 100}, {123, 100});
        dragOn(f->canvas(), {123, 100}, {400, 100});
        QCOMPARE(f->axis.range(), before);
    }

    void shiftDragMarksARange()
    {
        f->axis.setRange(20'000'000, 30'000'000);
        const TimeRange before = f->axis.range();
        dragOn(f->canvas(), {100, 100}, {300, 140}, Qt::ShiftModifier);
        QCOMPARE(f->axis.range(), before);
        QVERIFY(f->selection.range());
        QCOMPARE(f->selection.range()->start, f->axis.scale().toNs(100));
        QCOMPARE(f->selection.range()->end, f->axis.scale().toNs(300));
        dragOn(f->canvas(), {300, 100}, {100, 100}, Qt::ShiftModifier); // leftwards is the same range
        QCOMPARE(f->selection.range()->start, f->axis.scale().toNs(100));
    }

    void escapeGivesUpADrag()
    {
        dragOn(f->canvas(), {100, 100}, {300, 140}, Qt::ShiftModifier, false);
        QVERIFY(f->selection.range());
        QVERIFY(!f->view->idle());
        QTest::keyClick(f->view.get(), Qt::Key_Escape);
        QVERIFY(!f->selection.range());
        QVERIFY(f->view->idle());
    }

    void rulerDragMarksARangeToo()
    {
        auto* ruler = f->view->findChild<TimeRuler*>();
        dragOn(ruler, {50, 10}, {250, 10});
        QCOMPARE(f->selection.range()->start, f->axis.scale().toNs(50));
        QCOMPARE(f->selection.range()->end, f->axis.scale().toNs(250));
        const TimeRange range = *f->selection.range();
        QTest::mouseDClick(ruler, Qt::LeftButton, {}, QPoint(150, 10));
        QCOMPARE(f->axis.range(), range);
    }

    // ---- click ----

    void clickSelectsAndClickOnNothingClears()
    {
        f->axis.setRange(30'000'000, 40'000'000);
        QTest::mouseClick(f->canvas(), Qt::LeftButton, {}, f->centreOf(m_sample.kernel));
        QCOMPARE(f->selection.slice(), m_sample.kernel);
        QTest::mouseClick(f->canvas(), Qt::LeftButton, {}, f->centreOf(m_sample.op) - QPoint(10, 0));
        QCOMPARE(f->selection.slice(), m_sample.op);
        QTest::mouseClick(f->canvas(), Qt::LeftButton, {}, QPoint(500, f->canvas()->height() - 5));
        QVERIFY(!f->selection.item().valid());
    }

    void everySliceIsFoundWhereItIsDrawn()
    {
        f->view->setFolded(nodeNamed(f->view->content(), "Python"), false);
        f->view->resize(1000, 900);
        f->axis.setRange(30'000'000, 40'000'000);
        int found = 0;
        for (std::size_t i = 0; i < m_sample.trace->slices.size(); ++i) {
            const QRectF rect = f->view->rectOf(SliceId(i));
            if (rect.left() < 1 || rect.right() > f->canvas()->width() - 1 || rect.width() < 3)
                continue;
            QCOMPARE(f->view->hitAt(rect.center()).item.slice(), SliceId(i));
            ++found;
        }
        QVERIFY(found > 50);
    }

    void doubleClickZoomsToTheSlice()
    {
        f->axis.setRange(30'000'000, 40'000'000);
        QTest::mouseDClick(f->canvas(), Qt::LeftButton, {}, f->centreOf(m_sample.kernel));
        QCOMPARE(f->selection.slice(), m_sample.kernel);
        const TimeRange range = f->axis.range();
        const std::int64_t start = m_sample.trace->slices.start[m_sample.kernel.index()];
        const std::int64_t end = m_sample.trace->slices.end(m_sample.kernel);
        QVERIFY(range.start < start && range.end > end);
        QVERIFY(range.length() < 2 * (end - start));
        QTest::keyClick(f->view.get(), Qt::Key_Escape);
        QCOMPARE(f->axis.range(), (TimeRange {30'000'000, 40'000'000}));
    }

    void instantsAndCounterSamplesCanBeSelected()
    {
        const auto& layout = f->view->content().layout();
        for (const view::Row& row : layout.rows()) {
            const int y = row.y + row.height / 2;
            if (row.kind == view::RowKind::Instants) {
                const auto x = static_cast<int>(f->axis.scale().toPx(m_sample.trace->instants.time[2]));
                QTest::mouseClick(f->canvas(), Qt::LeftButton, {}, QPoint(x + 1, y));
                QCOMPARE(f->selection.item().instant(), InstantId(2U));
            } else if (row.kind == view::RowKind::Counter) {
                const auto x = static_cast<int>(f->axis.scale().toPx(12'000'000));
                QTest::mouseClick(f->canvas(), Qt::LeftButton, {}, QPoint(x, y));
                QCOMPARE(f->selection.item(), Item::ofSample(0, 1));
            }
        }
    }

    void collectivesWithoutANameAreCalledAsTheirOperator()
    {
        tests::TraceFixture fixture;
        const TrackId thread = fixture.thread(fixture.process("1", "python"), "1", "main");
        const TrackId stream = fixture.stream(fixture.process("0", "GPU 0"), 0, 20);
        const auto op = fixture.slice(thread, "nccl:all_reduce", model::EventKind::UserAnnotation, 0, 30);
        const auto call = fixture.slice(thread, "cudaLaunchKernel", model::EventKind::Runtime, 5, 10, 1);
        const auto generic
            = fixture.slice(stream, "ncclDevKernel_Generic_1(ncclDevKernelArgs)", model::EventKind::Kernel, 40, 50);
        const auto telling = fixture.slice(stream, "ncclDevKernel_AllReduce_Sum", model::EventKind::Kernel, 100, 50);
        const auto orphan = fixture.slice(stream, "ncclDevKernel_Generic_1", model::EventKind::Kernel, 200, 50);
        fixture.launch(call, generic);
        const TimelineData data(fixture.build());
        QCOMPARE(data.namedBy(fixture.id(generic)), fixture.id(op));
        for (const auto itself : {telling, orphan, op, call})
            QCOMPARE(data.namedBy(fixture.id(itself)), fixture.id(itself));
    }

    // ---- folding ----

    void clickOnANameFoldsItsRows()
    {
        auto& layout = f->view->content().layout();
        auto* header = f->view->findChild<TrackHeader*>();
        const view::NodeId thread = nodeNamed(f->view->content(), "pt_main_thread");
        const std::size_t before = layout.rows().size();
        QSignalSpy changed(f->view.get(), &TimelineView::layoutChanged);
        QTest::mouseClick(header, Qt::LeftButton, {}, header->foldMark(*layout.rowOfNode(thread)).center());
        QVERIFY(layout.isFolded(thread));
        QVERIFY(layout.rows().size() < before);
        QCOMPARE(changed.count(), 1);
        QTest::mouseClick(header, Qt::LeftButton, {}, header->foldMark(*layout.rowOfNode(thread)).center());
        QCOMPARE(layout.rows().size(), before);
    }

    void theNameStaysWhileItsLanesScroll()
    {
        tests::TraceFixture fixture;
        const TrackId thread = fixture.thread(fixture.process("1", "python"), "1", "thread 1 (main)");
        for (std::uint32_t depth = 0; depth < 40; ++depth)
            fixture.slice(thread, "aten::op", model::EventKind::CpuOp, depth, 1000 - 2 * depth, depth);
        Fixture tall(fixture.build(), QSize(700, 300));
        QVERIFY(tall.ok);
        auto& layout = tall.view->content().layout();
        auto* header = tall.view->findChild<TrackHeader*>();
        std::size_t row = 0;
        while (layout.rows()[row].lane != layout.laneOf(SliceId(std::uint32_t {0})) || !layout.rows()[row].labelled)
            ++row;
        const view::NodeId node = layout.rows()[row].node;
        const int edge = header->corner() + layout.pinnedHeight();
        tall.view->verticalScrollBar()->setValue(20 * 18);
        QCOMPARE(header->foldMark(row).top(), edge);
        QVERIFY(layout.node(node).foldable);
        QTest::mouseClick(header, Qt::LeftButton, {}, header->foldMark(row).center());
        QVERIFY(layout.isFolded(node));
    }

    void spaceFoldsTheRowOfTheSelection()
    {
        f->selection.select(m_sample.op);
        QTest::keyClick(f->view.get(), Qt::Key_Space);
        QVERIFY(f->view->content().layout().isFolded(nodeNamed(f->view->content(), "pt_main_thread")));
    }

    void theNamesCanBeMadeWider()
    {
        auto* header = f->view->findChild<TrackHeader*>();
        const int before = header->width();
        dragOn(header, {before - 2, 200}, {before + 60, 200});
        QCOMPARE(header->width(), before + 60);
        QCOMPARE(f->canvas()->x(), header->width());
        QCOMPARE(f->axis.width(), f->canvas()->width());
    }

    // ---- hover ----

    void hoverTellsAfterAMoment()
    {
        f->axis.setRange(30'000'000, 40'000'000);
        auto* card = f->canvas()->findChild<HoverCard*>();
        const QPoint at = f->centreOf(m_sample.kernel);
        QMouseEvent move(QEvent::MouseMove, at, f->canvas()->mapToGlobal(QPointF(at)), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(f->canvas(), &move);
        QCOMPARE(f->selection.hovered().slice(), m_sample.kernel);
        QVERIFY(f->axis.cursor().has_value());
        QVERIFY(!card->isVisible());
        QVERIFY(!f->view->idle());
        QTRY_VERIFY(card->isVisible());
        QVERIFY(card->title().contains(QStringLiteral("winograd")) || !card->title().isEmpty());
        QVERIFY(card->lines().join(QLatin1Char(' ')).contains(QStringLiteral("stream 7")));
        QVERIFY(!card->geometry().contains(at)); // beside the pointer, never under it
        QVERIFY(f->canvas()->rect().contains(card->geometry()));
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(f->canvas(), &leave);
        QVERIFY(!card->isVisible());
        QVERIFY(!f->selection.hovered().valid());
        QVERIFY(!f->axis.cursor());
    }

    // ---- overview ----

    // As in other viewers: a drag over the overview shows what was dragged over, and Esc goes back.
    void aDragInTheOverviewShowsThatPart()
    {
        f->axis.fitAll();
        auto* overview = f->view->findChild<OverviewBar*>();
        const QRectF strip = overview->stripRect();
        const int y = static_cast<int>(strip.center().y());
        const auto x = [&strip](double share) { return static_cast<int>(strip.left() + share * strip.width()); };
        dragOn(overview, {x(0.25), y}, {x(0.5), y});
        QTRY_VERIFY(f->view->idle());
        const TimeRange all = f->axis.bounds();
        const TimeRange seen = f->axis.range();
        const auto near = [&all](std::int64_t time, double share) {
            return std::abs(static_cast<double>(time - all.start) / static_cast<double>(all.length()) - share) < 0.01;
        };
        QVERIFY(near(seen.start, 0.25) && near(seen.end, 0.5));
        dragOn(overview, {x(0.9), y}, {x(0.7), y}); // beside the window, and backwards
        QTRY_VERIFY(f->view->idle());
        QVERIFY(near(f->axis.range().start, 0.7) && near(f->axis.range().end, 0.9));
        QTest::keyClick(f->view.get(), Qt::Key_Escape);
        QTRY_VERIFY(f->view->idle());
        QVERIFY(near(f->axis.range().start, 0.25));
    }

    void overviewWindowCanBeDraggedAndResized()
    {
        auto* overview = f->view->findChild<OverviewBar*>();
        f->axis.setRange(20'000'000, 30'000'000);
        const QRectF window = overview->windowRect();
        const double nsPerPx = 60'000'000 / overview->stripRect().width();
        dragOn(overview, window.center().toPoint(), window.center().toPoint() + QPoint(40, 0));
        QVERIFY(qAbs(static_cast<double>(f->axis.range().start) - (20'000'000 + 40 * nsPerPx)) < 2);
        const QRectF moved = overview->windowRect();
        const std::int64_t start = f->axis.range().start;
        dragOn(overview, QPoint(qRound(moved.right()), qRound(moved.center().y())),
            QPoint(qRound(moved.right()) + 50, qRound(moved.center().y())));
        QCOMPARE(f->axis.range().start, start);
        QVERIFY(qAbs(static_cast<double>(f->axis.range().length()) - (10'000'000 + 50 * nsPerPx)) < 2);
        QTest::mouseDClick(overview, Qt::LeftButton, {}, moved.center().toPoint());
        QVERIFY(f->axis.showsAll());
    }

    void clickInTheOverviewGoesThere()
    {
        auto* overview = f->view->findChild<OverviewBar*>();
        f->axis.setRange(0, 5'000'000);
        const QRectF strip = overview->stripRect();
        QTest::mouseClick(overview, Qt::LeftButton, {}, QPoint(qRound(strip.left() + strip.width() / 2), 30));
        QVERIFY(f->axis.range().start > 26'000'000 && f->axis.range().end < 34'000'000);
    }

    // ---- painting ----

    void paintingAsksForWhatIsSeenAndNoMore()
    {
        tests::TraceFixture many;
        const TrackId track = many.thread(many.process("1", "p"), "1", "t");
        for (int i = 0; i < 200'000; ++i)
            many.slice(track, "s", model::EventKind::CpuOp, i * 10, 9);
        Fixture dense(many.build());
        QVERIFY(dense.ok);
        dense.view->grab();
        const PaintStats& stats = dense.view->paintStats();
        const auto columns = static_cast<std::uint64_t>(dense.canvas()->width() * dense.view->devicePixelRatioF());
        QVERIFY(stats.spans > columns / 2 && stats.spans <= columns);
        QVERIFY2(stats.query.steps <= 4 * columns + 8, qPrintable(QString::number(stats.query.steps)));
        QVERIFY(stats.labels == 0);
    }

    void scrollingRowsAsksNothingAnew()
    {
        f->view->resize(1000, 220);
        f->view->grab();
        f->view->verticalScrollBar()->setValue(f->view->verticalScrollBar()->maximum());
        f->view->grab();
        f->view->verticalScrollBar()->setValue(0);
        f->view->grab();
        QCOMPARE(f->view->paintStats().query.queries, 0U);
        QVERIFY(f->view->paintStats().spans > 0);
    }

    void labelsAreCapped()
    {
        tests::TraceFixture many;
        const ProcessId process = many.process("1", "p");
        for (int t = 0; t < 60; ++t) {
            const TrackId track = many.thread(process, std::to_string(t), "t");
            for (int i = 0; i < 60; ++i)
                many.slice(track, "slice", model::EventKind::CpuOp, i * 100, 100);
        }
        Fixture full(many.build(), QSize(3000, 1500));
        full.view->grab();
        QCOMPARE(full.view->paintStats().labels, TimelinePainter::kMaxLabels);
    }

    void selectionIsToldToScreenReaders()
    {
        f->selection.select(m_sample.op);
        QVERIFY(f->view->accessibleDescription().contains(QStringLiteral("aten::")));
        QVERIFY(f->view->accessibleDescription().contains(QStringLiteral("pt_main_thread")));
        QCOMPARE(f->view->accessibleName(), QStringLiteral("Timeline"));
    }

    void anotherThemeIsAnotherPicture()
    {
        const QImage light = f->view->grab().toImage();
        f->theme.setTheme(darkTheme());
        const QImage dark = f->view->grab().toImage();
        const QPoint empty(f->canvas()->x() + 20, f->view->height() - 4);
        QCOMPARE(light.pixelColor(empty), lightTheme().surface);
        QCOMPARE(dark.pixelColor(empty), darkTheme().surface);
    }

    void aTraceOfNothingSaysSo()
    {
        Fixture empty(tests::TraceFixture().build());
        const QImage picture = empty.view->grab().toImage();
        const QRect middle(empty.canvas()->geometry().center() - QPoint(150, 40), QSize(300, 80));
        bool hasText = false;
        for (int y = middle.top(); y < middle.bottom(); ++y) {
            for (int x = middle.left(); x < middle.right(); ++x)
                hasText = hasText || picture.pixelColor(x, y).lightness() < 150;
        }
        QVERIFY(hasText);
        for (const auto& info : timelineCommandTable())
            empty.view->commands().run(info.command);
        QVERIFY(!empty.selection.item().valid());
    }

private:
    tests::SampleTrace m_sample;
    std::unique_ptr<Fixture> f;
};

STEPSCOPE_TEST(TestTimelineView)
#include "tst_timeline_view.moc"
