// SPDX-License-Identifier: GPL-3.0-or-later
// Notes over a timeline, made and changed with real clicks, drags and keys: each kind can be drawn, they stay with what
// they mark whatever becomes of the view, and the timeline under them works as ever.
#include "tests/support/test_registry.h"
#include "tests/widgets/annotation_fixture.h"
#include "widgets/annotate/notes_panel.h"
#include "widgets/timeline/row_scroll.h"

#include <QObject>
#include <QPaintEvent>
#include <QScrollBar>
#include <QTableView>

using namespace stepscope;
using namespace stepscope::widgets;
using share::Annotation;
using share::AnnotationKind;
using tests::dragOn;
using tests::nodeNamed;
using tests::Written;
using Command = AnnotationCommand;

namespace {

// How much of a widget is painted, in px².
class PaintWatch : public QObject
{
public:
    explicit PaintWatch(QWidget* widget)
        : m_widget(widget)
    {
        widget->installEventFilter(this);
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == m_widget && event->type() == QEvent::Paint) {
            std::int64_t area = 0;
            for (const QRect& rect : static_cast<QPaintEvent*>(event)->region())
                area += std::int64_t {rect.width()} * rect.height();
            most = std::max(most, area);
        }
        return false;
    }
    std::int64_t most = 0;

private:
    QWidget* m_widget;
};

} // namespace

class TestAnnotations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_sample = tests::sampleTrace();
        m_written = std::make_unique<Written>(m_sample.trace);
        QVERIFY(m_written->ok);
    }
    void cleanup() { m_written.reset(); }

    // ---- making ----

    void aDragDrawsEachKind_data()
    {
        QTest::addColumn<int>("command");
        QTest::addColumn<int>("kind");
        QTest::newRow("box") << static_cast<int>(Command::DrawBox) << static_cast<int>(AnnotationKind::Box);
        QTest::newRow("arrow") << static_cast<int>(Command::DrawArrow) << static_cast<int>(AnnotationKind::Arrow);
        QTest::newRow("span") << static_cast<int>(Command::DrawSpan) << static_cast<int>(AnnotationKind::Span);
        QTest::newRow("region") << static_cast<int>(Command::DrawRegion) << static_cast<int>(AnnotationKind::Region);
    }
    void aDragDrawsEachKind()
    {
        QFETCH(int, command);
        QFETCH(int, kind);
        const TimeRange before = m_written->axis.range();
        m_written->annotator->run(static_cast<Command>(command));
        QVERIFY(m_written->annotator->tool().has_value());
        dragOn(m_written->canvas(), {200, 150}, {500, 250});
        QVERIFY(!m_written->annotator->tool());
        QVERIFY(m_written->layer.isEditing());
        QVERIFY(m_written->all().empty()); // until its text is ended
        m_written->type("slow here");
        QCOMPARE(m_written->all().size(), std::size_t {1});
        const Annotation& made = m_written->only();
        QCOMPARE(static_cast<int>(made.kind), kind);
        QCOMPARE(QString::fromStdString(made.text), QStringLiteral("slow here"));
        const double slack = 6 * m_written->axis.nsPerPixel(); // spans and regions snap
        QVERIFY(qAbs(static_cast<double>(made.from.at - m_written->timeAt(200))) < slack);
        QVERIFY(qAbs(static_cast<double>(made.to.at - m_written->timeAt(500))) < slack);
        QCOMPARE(m_written->axis.range(), before); // it did not pan
        QCOMPARE(m_written->annotator->board().selected(), 1U);
        QVERIFY(m_written->layer.scene().find(1) != nullptr);
    }

    void aClickSetsANoteWhereItIs()
    {
        m_written->annotator->run(Command::DrawNote);
        m_written->click({321, 123});
        m_written->type("look");
        const PlacedAnnotation* item = m_written->layer.scene().find(1);
        QVERIFY(item != nullptr);
        QVERIFY(qAbs(item->shape.point.x() - 321) <= 1);
        QVERIFY(qAbs(item->shape.point.y() - 123) <= 1);
    }

    void tNotesAtThePointerElseAtTheSelection()
    {
        QTest::mouseMove(m_written->canvas(), {400, 222});
        m_written->annotator->run(Command::Note);
        m_written->type("here");
        QVERIFY(qAbs(m_written->layer.scene().find(1)->shape.point.x() - 400) <= 1);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(m_written->canvas(), &leave);
        m_written->selection.select(m_sample.kernel);
        m_written->annotator->run(Command::Note);
        m_written->type("there");
        QVERIFY(m_written->view->rectOf(m_sample.kernel)
                    .adjusted(-1, -1, 1, 1)
                    .contains(m_written->layer.scene().find(2)->shape.point));
    }

    void aClickedEventIsHighlighted()
    {
        m_written->axis.setRange(30'000'000, 40'000'000);
        QTRY_VERIFY(m_written->view->idle());
        m_written->annotator->run(Command::DrawHighlight);
        m_written->click({m_written->centreOf(m_sample.kernel)});
        m_written->type("");
        const Annotation& made = m_written->only();
        QCOMPARE(made.kind, AnnotationKind::Highlight);
        QCOMPARE(made.from.at, m_sample.trace->slices.start[m_sample.kernel.index()]);
        QCOMPARE(made.to.at, m_sample.trace->slices.end(m_sample.kernel));
        QVERIFY(!made.event.empty());
        QCOMPARE(
            m_written->layer.scene().find(1)->shape.outline.boundingRect(), m_written->view->rectOf(m_sample.kernel));
    }

    void theSelectionIsAnnotatedByKeysAlone()
    {
        m_written->view->setFocus();
        m_written->selection.select(m_sample.kernel);
        m_written->annotator->run(Command::Selection);
        m_written->type("the kernel");
        QCOMPARE(m_written->only().kind, AnnotationKind::Highlight);
        m_written->selection.setRange(TimeRange {12'000'000, 15'000'000});
        m_written->annotator->run(Command::Selection);
        m_written->type("");
        QCOMPARE(m_written->all().back().kind, AnnotationKind::Region);
        QCOMPARE(m_written->all().back().from.at, 12'000'000);
        QCOMPARE(m_written->all().back().to.at, 15'000'000);
        m_written->selection.measureTo(m_sample.op);
        m_written->annotator->run(Command::Selection);
        m_written->type("");
        QCOMPARE(m_written->all().back().kind, AnnotationKind::Span);
        // A tool and Enter: of any kind.
        m_written->selection.clear();
        m_written->selection.setRange({});
        m_written->annotator->run(Command::DrawBox);
        QTest::keyClick(m_written->view.get(), Qt::Key_Return);
        m_written->type("box");
        QCOMPARE(m_written->all().back().kind, AnnotationKind::Box);
        QVERIFY(m_written->layer.scene().find(4) != nullptr);
    }

    void escapeDisarmsAndDropsWhatWasNotEnded()
    {
        m_written->annotator->run(Command::DrawBox);
        QTest::keyClick(m_written->view.get(), Qt::Key_Escape);
        QVERIFY(!m_written->annotator->tool());
        m_written->annotator->run(Command::DrawNote);
        m_written->click({300, 200});
        m_written->type("never mind", Qt::Key_Escape);
        QVERIFY(m_written->all().empty());
        QVERIFY(m_written->layer.scene().items().empty());
        m_written->annotator->run(Command::DrawArrow);
        dragOn(m_written->canvas(), {200, 150}, {500, 250}, Qt::NoModifier, false);
        QCOMPARE(m_written->layer.scene().items().size(), std::size_t {1});
        QTest::keyClick(m_written->view.get(), Qt::Key_Escape);
        QVERIFY(m_written->layer.scene().items().empty());
        QTest::mouseRelease(m_written->canvas(), Qt::LeftButton, Qt::NoModifier, {500, 250});
        QVERIFY(!m_written->layer.isEditing());
    }

    void shiftEnterBeginsALine()
    {
        m_written->annotator->run(Command::DrawNote);
        m_written->click({300, 200});
        QTest::keyClicks(&m_written->layer.editor(), QStringLiteral("wasd"));
        QTest::keyClick(&m_written->layer.editor(), Qt::Key_Return, Qt::ShiftModifier);
        m_written->type("second");
        QCOMPARE(QString::fromStdString(m_written->only().text), QStringLiteral("wasd\nsecond"));
        QCOMPARE(m_written->layer.scene().find(1)->label.lines.size(), 2);
    }

    // ---- changing ----

    void aNoteIsDraggedByItsPointAndTheWayBackIsThere()
    {
        noteAt({300, 200}, "move me");
        const Annotation before = m_written->only();
        const QPoint point = m_written->layer.scene().find(1)->shape.point.toPoint();
        dragOn(m_written->canvas(), point, point + QPoint(80, 0));
        const std::int64_t way = m_written->only().from.at - before.from.at;
        QVERIFY(qAbs(static_cast<double>(way) - 80 * m_written->axis.nsPerPixel()) < 2);
        QCOMPARE(m_written->only().from.row, before.from.row); // sideways alone
        QCOMPARE(m_written->only().from.lane, before.from.lane);
        m_written->annotator->run(Command::Undo);
        QCOMPARE(m_written->only(), before);
        m_written->annotator->run(Command::Redo);
        QVERIFY(m_written->only() != before);
    }

    void gripsChangeOneEnd()
    {
        draw(Command::DrawSpan, {200, 150}, {500, 150});
        const Annotation before = m_written->only();
        m_written->click(m_written->labelOf(1));
        const QPoint end = m_written->layer.scene().find(1)->shape.grips[1].point.toPoint();
        dragOn(m_written->canvas(), end, end + QPoint(60, 40));
        QCOMPARE(m_written->only().from, before.from);
        QCOMPARE(m_written->only().to.row, before.to.row);
        const double nsPerPixel = m_written->axis.nsPerPixel(); // it may have snapped
        QVERIFY(qAbs(static_cast<double>(m_written->only().to.at - before.to.at) - 60 * nsPerPixel) < 6 * nsPerPixel);
        draw(Command::DrawBox, {200, 180}, {400, 280});
        const Annotation box = m_written->all().back();
        const QPoint corner = m_written->layer.scene().find(2)->shape.grips[2].point.toPoint(); // from's time, to's row
        dragOn(m_written->canvas(), corner, corner + QPoint(-50, 0));
        QVERIFY(m_written->all().back().from.at < box.from.at);
        QCOMPARE(m_written->all().back().from.row, box.from.row);
        QCOMPARE(m_written->all().back().to.at, box.to.at);
    }

    void keysMoveEditColourAndDelete()
    {
        noteAt({300, 200}, "one");
        m_written->view->setFocus();
        const Annotation before = m_written->only();
        QTest::keyClick(m_written->view.get(), Qt::Key_Right);
        QTest::keyClick(m_written->view.get(), Qt::Key_Right);
        QVERIFY(m_written->only().from.at > before.from.at);
        QTest::keyClick(m_written->view.get(), Qt::Key_Down);
        QVERIFY(m_written->only().from.row != before.from.row || m_written->only().from.lane > before.from.lane);
        m_written->annotator->run(Command::Undo);
        QCOMPARE(m_written->only(), before); // one step back for all of them
        m_written->annotator->run(Command::Colour3);
        QCOMPARE(int {m_written->only().colour}, 2);
        QTest::keyClick(m_written->view.get(), Qt::Key_Return);
        QVERIFY(m_written->layer.isEditing());
        m_written->type("two"); // in place of what was there
        QCOMPARE(QString::fromStdString(m_written->only().text), QStringLiteral("two"));
        QCOMPARE(int {m_written->only().colour}, 2);
        m_written->annotator->run(Command::Delete);
        QVERIFY(m_written->all().empty());
        QVERIFY(!m_written->annotator->can(Command::Delete));
        m_written->annotator->run(Command::Undo);
        QCOMPARE(QString::fromStdString(m_written->only().text), QStringLiteral("two"));
        m_written->click(m_written->labelOf(1));
        QTest::keyClick(m_written->view.get(), Qt::Key_Escape);
        QCOMPARE(m_written->annotator->board().selected(), 0U);
    }

    void theNextOneHasTheColourThatWasChosenLast()
    {
        m_written->annotator->run(Command::Colour4);
        noteAt({300, 200}, "one");
        QCOMPARE(int {m_written->only().colour}, 3);
    }

    void aDoubleClickEditsAndEscapeKeepsTheText()
    {
        noteAt({300, 200}, "as it was");
        QTest::mouseDClick(m_written->canvas(), Qt::LeftButton, Qt::NoModifier, m_written->labelOf(1));
        QVERIFY(m_written->layer.isEditing());
        m_written->type("other", Qt::Key_Escape);
        QCOMPARE(QString::fromStdString(m_written->only().text), QStringLiteral("as it was"));
    }

    void aHighlightIsDraggedOntoAnotherEvent()
    {
        m_written->axis.setRange(30'000'000, 40'000'000);
        QTRY_VERIFY(m_written->view->idle());
        m_written->annotator->run(Command::DrawHighlight);
        m_written->click(m_written->centreOf(m_sample.kernel));
        m_written->type("slow");
        const SliceId next(m_sample.kernel.value + 1);
        const QPoint grip = m_written->layer.scene().find(1)->shape.grips.front().point.toPoint();
        dragOn(m_written->canvas(), grip, m_written->centreOf(next));
        QCOMPARE(m_written->only().from.at, m_sample.trace->slices.start[next.index()]);
        QCOMPARE(QString::fromStdString(m_written->only().text), QStringLiteral("slow"));
        QCOMPARE(m_written->only().number, 1U);
    }

    // ---- the timeline under them ----

    void theTimelineStaysInReach()
    {
        m_written->axis.setRange(30'000'000, 40'000'000);
        QTRY_VERIFY(m_written->view->idle());
        const QRect kernel = m_written->view->rectOf(m_sample.kernel).toRect();
        draw(Command::DrawBox, kernel.topLeft() - QPoint(60, 40), kernel.bottomRight() + QPoint(60, 40));
        m_written->click(kernel.center()); // inside the box
        QCOMPARE(m_written->selection.slice(), m_sample.kernel);
        QCOMPARE(m_written->annotator->board().selected(), 0U);
        const TimeRange before = m_written->axis.range();
        dragOn(m_written->canvas(), kernel.center(), kernel.center() + QPoint(30, 0));
        QVERIFY(m_written->axis.range() != before); // pans
    }

    void draggingANoteRepaintsOnlyWhereItIs()
    {
        noteAt({300, 200}, "small");
        QTest::qWait(20);
        PaintWatch watch(m_written->canvas());
        const QPoint label = m_written->labelOf(1);
        dragOn(m_written->canvas(), label, label + QPoint(30, 0), Qt::NoModifier, false);
        QTest::qWait(20);
        QVERIFY(watch.most > 0);
        QVERIFY(watch.most < std::int64_t {m_written->canvas()->width()} * m_written->canvas()->height() / 8);
        QTest::mouseRelease(m_written->canvas(), Qt::LeftButton, Qt::NoModifier, label + QPoint(30, 0));
    }

    // ---- what they mark ----

    void anchorsStayWithTheirEvent()
    {
        m_written->selection.select(m_sample.kernel);
        m_written->annotator->run(Command::Note);
        m_written->type("kernel");
        view::TrackLayout& layout = m_written->view->content().layout();
        const view::NodeId stream = layout.nodeOfLane(m_sample.trace->laneOf(m_sample.kernel));
        QVERIFY(marksTheKernel());
        m_written->axis.setRange(32'000'000, 35'000'000);
        QTRY_VERIFY(m_written->view->idle());
        QVERIFY(marksTheKernel());
        m_written->view->setFolded(
            nodeNamed(m_written->view->content(), "GPU 0"), true); // the row goes into that of the device
        QVERIFY(m_written->layer.scene().find(1) != nullptr);
        QVERIFY(qAbs(m_written->layer.scene().find(1)->shape.point.x()
                    - m_written->view->rectOf(m_sample.kernel).center().x())
            < 2);
        m_written->view->setFolded(nodeNamed(m_written->view->content(), "GPU 0"), false);
        m_written->view->setFolded(stream, true);
        QVERIFY(marksTheKernel());
        m_written->view->setFolded(stream, false);
        layout.move(stream, 1);
        m_written->view->showLayout();
        QVERIFY(marksTheKernel());
        layout.setPinned(stream, true);
        m_written->view->showLayout();
        QVERIFY(marksTheKernel());
        layout.setPinned(stream, false);
        layout.setRowHeight(view::RowHeight::Tall);
        m_written->view->showLayout();
        m_written->view->resize(700, 380);
        QVERIFY(marksTheKernel());
    }

    void whatIsHiddenIsSaidAndLedTo()
    {
        m_written->selection.select(m_sample.kernel);
        m_written->annotator->run(Command::Note);
        m_written->type("kernel");
        const view::NodeId stream
            = m_written->view->content().layout().nodeOfLane(m_sample.trace->laneOf(m_sample.kernel));
        m_written->view->content().layout().setHidden(stream, true);
        m_written->view->showLayout();
        QVERIFY(m_written->layer.scene().find(1) == nullptr);
        const NotesModel& list = m_written->annotator->panel().model();
        const QModelIndex place = list.index(0, NotesModel::kPlace);
        QVERIFY(place.data().toString().endsWith(QStringLiteral("(hidden)")));
        QVERIFY(place.data().toString().contains(QStringLiteral("stream 7")));
        m_written->axis.setRange(0, 1'000'000);
        m_written->annotator->go(1);
        QTRY_VERIFY(m_written->view->idle());
        QVERIFY(m_written->layer.scene().find(1) != nullptr);
        QVERIFY(!place.data().toString().contains(QStringLiteral("hidden")));
    }

    void nextAndPreviousWalkInOrder()
    {
        for (const QPoint at : {QPoint(200, 100), QPoint(500, 200), QPoint(800, 300)})
            noteAt(at, "n");
        m_written->annotator->board().select(0);
        m_written->annotator->run(Command::Next);
        QCOMPARE(m_written->annotator->board().selected(), 1U);
        m_written->annotator->run(Command::Previous);
        QCOMPARE(m_written->annotator->board().selected(), 3U);
        m_written->annotator->run(Command::Next);
        QCOMPARE(m_written->annotator->board().selected(), 1U);
    }

    void theSameAnchorsInAnotherWindow()
    {
        noteAt({300, 200}, "note");
        draw(Command::DrawBox, {200, 180}, {400, 280});
        draw(Command::DrawRegion, {600, 100}, {700, 100});
        const std::vector<Annotation> saved = m_written->all();
        Written other(m_sample.trace, {640, 400});
        QVERIFY(other.ok);
        other.annotator->board().setAnnotations(saved);
        QCOMPARE(other.all(), saved);
        const auto spot = other.layer.surface().spotOf(saved[0].from);
        QVERIFY(spot.has_value());
        QVERIFY(qAbs(spot->point.x() - other.axis.scale().toPx(saved[0].from.at)) < 1);
        QVERIFY(!other.layer.scene().items().empty());
        QCOMPARE(other.all(), saved);
    }

    void aHostileSessionIsBorne()
    {
        std::vector<Annotation> hostile(8);
        for (std::size_t i = 0; i < hostile.size(); ++i) {
            hostile[i].kind = static_cast<AnnotationKind>(i % 6);
            hostile[i].from
                = {std::numeric_limits<std::int64_t>::min(), i % 2 == 0 ? "no such row" : "", -1e300, ~0ULL, {}, 1};
            hostile[i].to = {std::numeric_limits<std::int64_t>::max(), "", 1e300, 0, {}, 1};
            hostile[i].colour = 255;
            hostile[i].text = std::string(100'000, 'x');
        }
        hostile[7].from.lane = std::numeric_limits<double>::quiet_NaN();
        hostile[7].from.row
            = m_written->view->content().layout().keyOf(nodeNamed(m_written->view->content(), "stream 7"));
        m_written->annotator->board().setAnnotations(hostile);
        (void)m_written->layer.scene();
        m_written->view->grab();
        for (std::uint32_t number = 1; number <= 8; ++number) {
            m_written->annotator->go(number);
            m_written->annotator->run(Command::Next);
            QTest::keyClick(m_written->view.get(), Qt::Key_Right);
            QTest::keyClick(m_written->view.get(), Qt::Key_Down);
        }
        m_written->view->grab();
    }

private:
    void noteAt(QPoint at, const char* text)
    {
        m_written->annotator->run(Command::DrawNote);
        m_written->click(at);
        m_written->type(text);
    }
    void draw(Command command, QPoint from, QPoint to)
    {
        m_written->annotator->run(command);
        dragOn(m_written->canvas(), from, to);
        m_written->type("");
    }
    bool marksTheKernel()
    {
        const PlacedAnnotation* item = m_written->layer.scene().find(1);
        return item != nullptr
            && m_written->view->rectOf(m_sample.kernel).adjusted(-1, -1, 1, 1).contains(item->shape.point);
    }

    tests::SampleTrace m_sample;
    std::unique_ptr<Written> m_written;
};

STEPSCOPE_TEST(TestAnnotations)
#include "tst_annotations.moc"
