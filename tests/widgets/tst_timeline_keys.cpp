// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the timeline, judged by what the view-models say afterwards.
#include "tests/support/test_registry.h"
#include "tests/widgets/timeline_fixture.h"

#include <QObject>
#include <QSignalSpy>

using namespace stepscope;
using namespace stepscope::widgets;
using tests::nodeNamed;
using Fixture = tests::TimelineFixture;

class TestTimelineKeys : public QObject
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

    void zoomAndPanKeys()
    {
        f->axis.setRange(20'000'000, 40'000'000);
        QTest::keyClick(f->view.get(), Qt::Key_W);
        const double once = f->axis.window().span;
        QVERIFY(once < 20'000'000);
        QCOMPARE(f->axis.range().start + f->axis.range().end, 60'000'000); // about the middle
        QTest::keyClick(f->view.get(), Qt::Key_W, Qt::ShiftModifier);
        QVERIFY(f->axis.window().span < once / 2);
        QTest::keyClick(f->view.get(), Qt::Key_S, Qt::ShiftModifier);
        QTest::keyClick(f->view.get(), Qt::Key_S);
        QVERIFY(qAbs(f->axis.window().span - 20'000'000) < 1);
        QTest::keyClick(f->view.get(), Qt::Key_D);
        const std::int64_t slow = f->axis.range().start - 20'000'000;
        QVERIFY(slow > 0);
        QTest::keyClick(f->view.get(), Qt::Key_A);
        QCOMPARE(f->axis.range().start, 20'000'000);
        QTest::keyClick(f->view.get(), Qt::Key_D, Qt::ShiftModifier);
        QVERIFY(f->axis.range().start - 20'000'000 > 2 * slow);
        QTest::keyClick(f->view.get(), Qt::Key_0);
        QVERIFY(f->axis.showsAll());
    }

    void aFullStopBeginsWithTheFirstSliceInView()
    {
        f->axis.setRange(20'000'000, 40'000'000);
        QVERIFY(!f->selection.slice().valid());
        QTest::keyClick(f->view.get(), Qt::Key_Period);
        const SliceId first = f->selection.slice();
        QVERIFY(first.valid());
        const model::SliceTable& slices = m_sample.trace->slices;
        QVERIFY(slices.start[first.index()] < 40'000'000 && slices.end(first) > 20'000'000);
        QVERIFY(m_sample.trace->gpuWorkOf(first).valid()); // GPU rows stand above the others
        QTest::keyClick(f->view.get(), Qt::Key_Period);
        QVERIFY(f->selection.slice().valid() && f->selection.slice() != first);
    }

    void fCentresThenFits()
    {
        f->axis.setRange(10'000'000, 20'000'000);
        f->selection.select(m_sample.kernel);
        const std::int64_t start = m_sample.trace->slices.start[m_sample.kernel.index()];
        const std::int64_t dur = m_sample.trace->slices.dur[m_sample.kernel.index()];
        QTest::keyClick(f->view.get(), Qt::Key_F);
        QCOMPARE(f->axis.range().length(), 10'000'000);
        QCOMPARE((f->axis.range().start + f->axis.range().end) / 2, start + dur / 2);
        QTest::keyClick(f->view.get(), Qt::Key_F);
        QVERIFY(f->axis.range().length() < 2 * dur);
    }

    void mMarksTheSelectionAndEscapeTakesItAway()
    {
        f->selection.select(m_sample.kernel);
        QTest::keyClick(f->view.get(), Qt::Key_M);
        QCOMPARE(f->selection.range()->start, m_sample.trace->slices.start[m_sample.kernel.index()]);
        QCOMPARE(f->selection.range()->length(), m_sample.trace->slices.dur[m_sample.kernel.index()]);
        QTest::keyClick(f->view.get(), Qt::Key_Escape);
        QVERIFY(!f->selection.range());
        QVERIFY(f->selection.item().valid());
        QTest::keyClick(f->view.get(), Qt::Key_Escape);
        QVERIFY(!f->selection.item().valid());
    }

    void commaAndPeriodWalkTheRow()
    {
        f->selection.select(m_sample.kernel);
        QTest::keyClick(f->view.get(), Qt::Key_Period);
        QCOMPARE(f->selection.slice(), SliceId(m_sample.kernel.value + 1));
        QTest::keyClick(f->view.get(), Qt::Key_Comma);
        QCOMPARE(f->selection.slice(), m_sample.kernel);
        const LaneId lane = m_sample.trace->laneOf(m_sample.kernel);
        f->selection.select(m_sample.trace->lanes[lane.index()].first);
        QTest::keyClick(f->view.get(), Qt::Key_Comma); // nothing before it
        QCOMPARE(f->selection.slice(), m_sample.trace->lanes[lane.index()].first);
    }

    void outAndInAgain()
    {
        const model::Trace& trace = *m_sample.trace;
        f->selection.select(m_sample.launch);
        const SliceId around = trace.slices.parent[m_sample.launch.index()];
        QVERIFY(around.valid());
        QTest::keyClick(f->view.get(), Qt::Key_Q);
        QCOMPARE(f->selection.slice(), around);
        QTest::keyClick(f->view.get(), Qt::Key_E);
        const SliceId inside = f->selection.slice();
        QCOMPARE(trace.slices.parent[inside.index()], around);
        for (const SliceId child : trace.childrenOf(around))
            QVERIFY(trace.slices.dur[child.index()] <= trace.slices.dur[inside.index()]);
        f->selection.select(m_sample.steps[0]); // nothing is around it
        QVERIFY(!trace.slices.parent[m_sample.steps[0].index()].valid());
        QTest::keyClick(f->view.get(), Qt::Key_Q);
        QCOMPARE(f->selection.slice(), m_sample.steps[0]);
        f->selection.clear();
        QTest::keyClick(f->view.get(), Qt::Key_E); // where the keyboard begins
        QVERIFY(f->selection.slice().valid());
    }

    void bracketsFollowTheLaunch()
    {
        f->axis.setRange(0, 1'000'000); // far away: following brings it into view
        f->selection.select(m_sample.kernel);
        QTest::keyClick(f->view.get(), Qt::Key_BracketLeft);
        QCOMPARE(f->selection.slice(), m_sample.launch);
        QTest::keyClick(f->view.get(), Qt::Key_BracketLeft);
        QCOMPARE(f->selection.slice(), m_sample.op);
        QVERIFY(f->axis.range().start <= m_sample.trace->slices.start[m_sample.op.index()]);
        QVERIFY(f->axis.range().end > m_sample.trace->slices.start[m_sample.op.index()]);
        QTest::keyClick(f->view.get(), Qt::Key_BracketRight);
        QCOMPARE(f->selection.slice(), m_sample.launch);
        QTest::keyClick(f->view.get(), Qt::Key_BracketRight);
        QCOMPARE(f->selection.slice(), m_sample.kernel);
        QTest::keyClick(f->view.get(), Qt::Key_BracketRight); // the end of the chain
        QCOMPARE(f->selection.slice(), m_sample.kernel);
    }

    void followingALinkUnfoldsWhatHidesIt()
    {
        f->view->setFolded(nodeNamed(f->view->content(), "GPU 0"), true);
        f->selection.select(m_sample.launch);
        QTest::keyClick(f->view.get(), Qt::Key_BracketRight);
        QCOMPARE(f->selection.slice(), m_sample.kernel);
        QVERIFY(!f->view->content().layout().isFolded(nodeNamed(f->view->content(), "GPU 0")));
        const QRectF rect = f->view->rectOf(m_sample.kernel);
        QVERIFY(rect.top() >= 0 && rect.bottom() <= f->canvas()->height());
    }

    void jAndKWalkTheSteps()
    {
        QTest::keyClick(f->view.get(), Qt::Key_J); // from the whole trace: the first
        QCOMPARE(f->selection.slice(), m_sample.steps[0]);
        f->selection.clear();
        f->axis.fitAll();
        QTest::keyClick(f->view.get(), Qt::Key_K); // … or the last
        QCOMPARE(f->selection.slice(), m_sample.steps[5]);
        f->selection.clear();
        f->axis.setRange(21'000'000, 29'000'000); // inside of step 2
        QTest::keyClick(f->view.get(), Qt::Key_J);
        QCOMPARE(f->selection.slice(), m_sample.steps[3]);
        QVERIFY(f->axis.range().start <= 30'000'000 && f->axis.range().end >= 40'000'000);
        QVERIFY(f->axis.range().length() < 11'000'000);
        for (int i = 0; i < 9; ++i)
            QTest::keyClick(f->view.get(), Qt::Key_K);
        QCOMPARE(f->selection.slice(), m_sample.steps[0]);
    }

    void lShowsTheFlowsOfTheSelection()
    {
        tests::TraceFixture fixture;
        const ProcessId process = fixture.process("1", "p");
        const auto forward
            = fixture.slice(fixture.thread(process, "1", "main"), "aten::linear", model::EventKind::CpuOp, 0, 1000);
        const auto backward = fixture.slice(
            fixture.thread(process, "2", "autograd"), "AddmmBackward0", model::EventKind::CpuOp, 3000, 1000);
        fixture.flow(forward, backward, "fwdbwd");
        Fixture shown(fixture.build());
        QVERIFY(shown.ok);
        shown.selection.select(fixture.id(forward));
        QVERIFY(shown.view->shownFlows().empty());
        const QImage without = shown.canvas()->grab().toImage();
        QTest::keyClick(shown.view.get(), Qt::Key_L);
        QCOMPARE(shown.view->shownFlows().size(), 1U);
        QVERIFY(shown.canvas()->grab().toImage() != without);
        shown.selection.clear();
        QVERIFY(shown.view->shownFlows().empty());
        shown.selection.select(fixture.id(backward)); // still on
        QCOMPARE(shown.view->shownFlows().size(), 1U);
        QTest::keyClick(shown.view.get(), Qt::Key_L);
        QVERIFY(shown.view->shownFlows().empty());
    }

    // 40 % of its colour are left of what is not linked, while links are shown.
    void whatIsNotLinkedIsDimmed()
    {
        tests::TraceFixture fixture;
        const ProcessId process = fixture.process("1", "p");
        const TrackId main = fixture.thread(process, "1", "main");
        const TrackId stream = fixture.stream(fixture.process("0", "p"), 0, 7);
        const auto around = fixture.slice(main, "aten::linear", model::EventKind::CpuOp, 0, 4000);
        const auto call = fixture.slice(main, "cudaLaunchKernel", model::EventKind::Runtime, 1000, 1000, 1);
        const auto other = fixture.slice(main, "aten::relu", model::EventKind::CpuOp, 5000, 3000);
        const auto work = fixture.slice(stream, "gemm", model::EventKind::Kernel, 3000, 2000);
        const auto later = fixture.slice(stream, "relu", model::EventKind::Kernel, 6000, 2000);
        fixture.launch(call, work);
        Fixture shown(fixture.build());
        QVERIFY(shown.ok);
        const auto colourOf = [&](tests::TraceFixture::Handle handle) { // beside its name
            const QRectF rect = shown.view->rectOf(fixture.id(handle));
            return shown.canvas()->grab().toImage().pixelColor((rect.bottomRight() - QPointF(8, 4)).toPoint());
        };
        const std::vector<tests::TraceFixture::Handle> all {around, call, other, work, later};
        std::vector<QColor> plain;
        for (const auto handle : all)
            plain.push_back(colourOf(handle));
        const QColor surface = shown.theme.theme().surface;
        shown.selection.select(fixture.id(work));
        for (std::size_t i = 0; i < all.size(); ++i) {
            const bool isLinked = all[i] != other && all[i] != later;
            const QColor expected = isLinked ? plain[i] : blend(plain[i], surface, 0.6);
            const QColor seen = colourOf(all[i]);
            QVERIFY2(qAbs(seen.red() - expected.red()) <= 2 && qAbs(seen.green() - expected.green()) <= 2
                    && qAbs(seen.blue() - expected.blue()) <= 2,
                qPrintable(QStringLiteral("%1: %2, not %3").arg(i).arg(seen.name(), expected.name())));
        }
        shown.view->setVisibleRange(5200, 8000); // out of sight
        QCOMPARE(colourOf(later), plain[4]);
        shown.view->setVisibleRange(0, 8000);
        QVERIFY(colourOf(later) != plain[4]);
        shown.selection.select(fixture.id(later)); // no link leads there
        QCOMPARE(colourOf(other), plain[2]);
        shown.selection.select(fixture.id(call));
        QVERIFY(colourOf(other) != plain[2]);
        QTest::keyClick(shown.view.get(), Qt::Key_Escape); // back, then nothing is selected
        QTest::keyClick(shown.view.get(), Qt::Key_Escape);
        QVERIFY(!shown.selection.slice().valid());
        QCOMPARE(colourOf(other), plain[2]);
    }

    // However short: a frame with a triangle above and below it.
    void aNarrowSelectionIsPointedAt()
    {
        tests::TraceFixture fixture;
        const TrackId main = fixture.thread(fixture.process("1", "p"), "1", "main");
        fixture.slice(main, "aten::linear", model::EventKind::CpuOp, 0, 400'000);
        const auto tiny = fixture.slice(main, "aten::relu", model::EventKind::CpuOp, 500'000, 20);
        const auto wide = fixture.slice(main, "aten::mm", model::EventKind::CpuOp, 600'000, 400'000);
        Fixture shown(fixture.build());
        QVERIFY(shown.ok);
        const QColor accent = shown.theme.theme().accent;
        const auto accented = [&](QRectF place) {
            const QImage picture = shown.canvas()->grab().toImage();
            int count = 0;
            for (int y = int(place.top()); y < int(place.bottom()); ++y) {
                for (int x = int(place.left()); x < int(place.right()); ++x)
                    count += picture.rect().contains(x, y) && picture.pixelColor(x, y) == accent ? 1 : 0;
            }
            return count;
        };
        const QRectF rect = shown.view->rectOf(fixture.id(tiny));
        QVERIFY(rect.width() < 3);
        const QRectF above = QRectF(rect.center().x() - 6, rect.top() - 10, 12, 7);
        const QRectF below = QRectF(rect.center().x() - 6, rect.bottom() + 4, 12, 7);
        QCOMPARE(accented(above) + accented(below), 0);
        shown.selection.select(fixture.id(tiny));
        QVERIFY(accented(above) > 8);
        QVERIFY(accented(below) > 8);
        shown.selection.select(fixture.id(wide)); // is seen as it is
        const QRectF broad = shown.view->rectOf(fixture.id(wide));
        QCOMPARE(accented(QRectF(broad.left(), broad.top() - 10, broad.width(), 7)), 0);
    }

    void gAsksForATime()
    {
        QSignalSpy asked(f->view.get(), &TimelineView::goToTimeRequested);
        QTest::keyClick(f->view.get(), Qt::Key_G);
        QCOMPARE(asked.count(), 1);
    }

    void keysOfOthersPass()
    {
        QVERIFY(!timelineCommandFor(Qt::Key_F, Qt::ControlModifier));
        QVERIFY(!timelineCommandFor(Qt::Key_Slash, Qt::NoModifier));
        QCOMPARE(timelineCommandFor(Qt::Key_BracketLeft, Qt::ShiftModifier).value(), TimelineCommand::TowardsCause);
        for (const TimelineCommandInfo& info : timelineCommandTable())
            QCOMPARE(timelineCommandFor(info.key, info.modifier).value(), info.command);
    }

private:
    tests::SampleTrace m_sample;
    std::unique_ptr<Fixture> f;
};

STEPSCOPE_TEST(TestTimelineKeys)
#include "tst_timeline_keys.moc"
