// SPDX-License-Identifier: GPL-3.0-or-later
// Notes over a timeline, made and changed with real clicks, drags and keys: each kind can be drawn, they stay with what
// they mark whatever becomes of the view, and the timeline under them works as ever.
#include "tests/support/test_registry.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/annotate/annotation_words.h"
#include "widgets/annotate/annotator.h"
#include "widgets/annotate/note_editor.h"
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
using Command = AnnotationCommand;

namespace {

struct Written : tests::TimelineFixture
{
    explicit Written(std::shared_ptr<const model::Trace> shown, QSize size = QSize(1000, 600))
        : tests::TimelineFixture(std::move(shown), size)
        , annotator(std::make_unique<Annotator>(&theme, &page))
        , layer(annotator->addTimeline(view.get(), &axis, &selection))
    {
        view->activateWindow();
        ok = ok && QTest::qWaitForWindowActive(view.get());
    }
    ~Written() { view.reset(); } // as pages do: views go first
    [[nodiscard]] const std::vector<Annotation>& all() const { return annotator->board().annotations(); }
    [[nodiscard]] const Annotation& only() const { return all().front(); }
    // Types into the editor, which is open.
    void type(const char* text, Qt::Key end = Qt::Key_Return)
    {
        QTest::keyClicks(&layer.editor(), QString::fromUtf8(text));
        QTest::keyClick(&layer.editor(), end);
    }
    void click(QPoint at) { QTest::mouseClick(canvas(), Qt::LeftButton, Qt::NoModifier, at); }
    [[nodiscard]] QPoint labelOf(std::uint32_t number)
    {
        const PlacedAnnotation* item = layer.scene().find(number);
        return item != nullptr ? item->place.rect.center().toPoint() : QPoint(-1, -1);
    }
    [[nodiscard]] std::int64_t timeAt(double x) const { return axis.scale().toNs(x); }

    QWidget page;
    std::unique_ptr<Annotator> annotator;
    AnnotationLayer& layer;
};

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
        f = std::make_unique<Written>(m_sample.trace);
        QVERIFY(f->ok);
    }
    void cleanup() { f.reset(); }

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
        const TimeRange before = f->axis.range();
        f->annotator->run(static_cast<Command>(command));
        QVERIFY(f->annotator->tool().has_value());
        dragOn(f->canvas(), {200, 150}, {500, 250});
        QVERIFY(!f->annotator->tool());
        QVERIFY(f->layer.isEditing());
        QVERIFY(f->all().empty()); // until its text is ended
        f->type("slow here");
        QCOMPARE(f->all().size(), std::size_t {1});
        const Annotation& made = f->only();
        QCOMPARE(static_cast<int>(made.kind), kind);
        QCOMPARE(QString::fromStdString(made.text), QStringLiteral("slow here"));
        const double slack = 6 * f->axis.nsPerPixel(); // spans and regions snap
        QVERIFY(qAbs(static_cast<double>(made.from.at - f->timeAt(200))) < slack);
        QVERIFY(qAbs(static_cast<double>(made.to.at - f->timeAt(500))) < slack);
        QCOMPARE(f->axis.range(), before); // it did not pan
        QCOMPARE(f->annotator->board().selected(), 1U);
        QVERIFY(f->layer.scene().find(1) != nullptr);
    }

    void aClickSetsANoteWhereItIs()
    {
        f->annotator->run(Command::DrawNote);
        f->click({321, 123});
        f->type("look");
        const PlacedAnnotation* item = f->layer.scene().find(1);
        QVERIFY(item != nullptr);
        QVERIFY(qAbs(item->shape.point.x() - 321) <= 1);
        QVERIFY(qAbs(item->shape.point.y() - 123) <= 1);
    }

    void tNotesAtThePointerElseAtTheSelection()
    {
        QTest::mouseMove(f->canvas(), {400, 222});
        f->annotator->run(Command::Note);
        f->type("here");
        QVERIFY(qAbs(f->layer.scene().find(1)->shape.point.x() - 400) <= 1);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(f->canvas(), &leave);
        f->selection.select(m_sample.kernel);
        f->annotator->run(Command::Note);
        f->type("there");
        QVERIFY(
            f->view->rectOf(m_sample.kernel).adjusted(-1, -1, 1, 1).contains(f->layer.scene().find(2)->shape.point));
    }

    void aClickedEventIsHighlighted()
    {
        f->axis.setRange(30'000'000, 40'000'000);
        QTRY_VERIFY(f->view->idle());
        f->annotator->run(Command::DrawHighlight);
        f->click({f->centreOf(m_sample.kernel)});
        f->type("");
        const Annotation& made = f->only();
        QCOMPARE(made.kind, AnnotationKind::Highlight);
        QCOMPARE(made.from.at, m_sample.trace->slices.start[m_sample.kernel.index()]);
        QCOMPARE(made.to.at, m_sample.trace->slices.end(m_sample.kernel));
        QVERIFY(!made.event.empty());
        QCOMPARE(f->layer.scene().find(1)->shape.outline.boundingRect(), f->view->rectOf(m_sample.kernel));
    }

    void aSpanSnapsToEventsAndSaysItsExactLength()
    {
        f->axis.setRange(30'000'000, 40'000'000);
        QTRY_VERIFY(f->view->idle());
        const QRectF kernel = f->view->rectOf(m_sample.kernel);
        f->annotator->run(Command::DrawSpan);
        dragOn(f->canvas(), QPointF(kernel.left() + 3, kernel.center().y()).toPoint(),
            QPointF(kernel.right() - 3, kernel.center().y()).toPoint());
        f->type("");
        const std::int64_t dur = m_sample.trace->slices.dur[m_sample.kernel.index()];
        QCOMPARE(f->only().from.at, m_sample.trace->slices.start[m_sample.kernel.index()]);
        QCOMPARE(f->only().to.at - f->only().from.at, dur);
        QCOMPARE(f->layer.scene().find(1)->label.heading, exactLengthText(0, dur));
        QCOMPARE(exactLengthText(0, 85'213'000), QStringLiteral("85.213 ms"));
        QCOMPARE(exactLengthText(85'213'456, 0), QStringLiteral("85.213 456 ms"));
    }

    void theSelectionIsAnnotatedByKeysAlone()
    {
        f->view->setFocus();
        f->selection.select(m_sample.kernel);
        f->annotator->run(Command::Selection);
        f->type("the kernel");
        QCOMPARE(f->only().kind, AnnotationKind::Highlight);
        f->selection.setRange(TimeRange {12'000'000, 15'000'000});
        f->annotator->run(Command::Selection);
        f->type("");
        QCOMPARE(f->all().back().kind, AnnotationKind::Region);
        QCOMPARE(f->all().back().from.at, 12'000'000);
        QCOMPARE(f->all().back().to.at, 15'000'000);
        f->selection.measureTo(m_sample.op);
        f->annotator->run(Command::Selection);
        f->type("");
        QCOMPARE(f->all().back().kind, AnnotationKind::Span);
        // A tool and Enter: of any kind.
        f->selection.clear();
        f->selection.setRange({});
        f->annotator->run(Command::DrawBox);
        QTest::keyClick(f->view.get(), Qt::Key_Return);
        f->type("box");
        QCOMPARE(f->all().back().kind, AnnotationKind::Box);
        QVERIFY(f->layer.scene().find(4) != nullptr);
    }

    void escapeDisarmsAndDropsWhatWasNotEnded()
    {
        f->annotator->run(Command::DrawBox);
        QTest::keyClick(f->view.get(), Qt::Key_Escape);
        QVERIFY(!f->annotator->tool());
        f->annotator->run(Command::DrawNote);
        f->click({300, 200});
        f->type("never mind", Qt::Key_Escape);
        QVERIFY(f->all().empty());
        QVERIFY(f->layer.scene().items().empty());
        f->annotator->run(Command::DrawArrow);
        dragOn(f->canvas(), {200, 150}, {500, 250}, Qt::NoModifier, false);
        QCOMPARE(f->layer.scene().items().size(), std::size_t {1});
        QTest::keyClick(f->view.get(), Qt::Key_Escape);
        QVERIFY(f->layer.scene().items().empty());
        QTest::mouseRelease(f->canvas(), Qt::LeftButton, Qt::NoModifier, {500, 250});
        QVERIFY(!f->layer.isEditing());
    }

    void shiftEnterBeginsALine()
    {
        f->annotator->run(Command::DrawNote);
        f->click({300, 200});
        QTest::keyClicks(&f->layer.editor(), QStringLiteral("wasd"));
        QTest::keyClick(&f->layer.editor(), Qt::Key_Return, Qt::ShiftModifier);
        f->type("second");
        QCOMPARE(QString::fromStdString(f->only().text), QStringLiteral("wasd\nsecond"));
        QCOMPARE(f->layer.scene().find(1)->label.lines.size(), 2);
    }

    // ---- changing ----

    void aLabelIsDraggedAndTheWayBackIsThere()
    {
        noteAt({300, 200}, "move me");
        const Annotation before = f->only();
        const QPoint label = f->labelOf(1);
        dragOn(f->canvas(), label, label + QPoint(80, 0));
        const std::int64_t way = f->only().from.at - before.from.at;
        QVERIFY(qAbs(static_cast<double>(way) - 80 * f->axis.nsPerPixel()) < 2);
        QCOMPARE(f->only().from.row, before.from.row); // sideways alone
        QCOMPARE(f->only().from.lane, before.from.lane);
        f->annotator->run(Command::Undo);
        QCOMPARE(f->only(), before);
        f->annotator->run(Command::Redo);
        QVERIFY(f->only() != before);
    }

    void gripsChangeOneEnd()
    {
        draw(Command::DrawSpan, {200, 150}, {500, 150});
        const Annotation before = f->only();
        f->click(f->labelOf(1));
        const QPoint end = f->layer.scene().find(1)->shape.grips[1].point.toPoint();
        dragOn(f->canvas(), end, end + QPoint(60, 40));
        QCOMPARE(f->only().from, before.from);
        QCOMPARE(f->only().to.row, before.to.row);
        QVERIFY(qAbs(static_cast<double>(f->only().to.at - before.to.at) - 60 * f->axis.nsPerPixel()) < 2);
        draw(Command::DrawBox, {200, 180}, {400, 280});
        const Annotation box = f->all().back();
        const QPoint corner = f->layer.scene().find(2)->shape.grips[2].point.toPoint(); // from's time, to's row
        dragOn(f->canvas(), corner, corner + QPoint(-50, 0));
        QVERIFY(f->all().back().from.at < box.from.at);
        QCOMPARE(f->all().back().from.row, box.from.row);
        QCOMPARE(f->all().back().to.at, box.to.at);
    }

    void keysMoveEditColourAndDelete()
    {
        noteAt({300, 200}, "one");
        f->view->setFocus();
        const Annotation before = f->only();
        QTest::keyClick(f->view.get(), Qt::Key_Right);
        QTest::keyClick(f->view.get(), Qt::Key_Right);
        QVERIFY(f->only().from.at > before.from.at);
        QTest::keyClick(f->view.get(), Qt::Key_Down);
        QVERIFY(f->only().from.row != before.from.row || f->only().from.lane > before.from.lane);
        f->annotator->run(Command::Undo);
        QCOMPARE(f->only(), before); // one step back for all of them
        f->annotator->run(Command::Colour3);
        QCOMPARE(int {f->only().colour}, 2);
        QTest::keyClick(f->view.get(), Qt::Key_Return);
        QVERIFY(f->layer.isEditing());
        f->type("two"); // in place of what was there
        QCOMPARE(QString::fromStdString(f->only().text), QStringLiteral("two"));
        QCOMPARE(int {f->only().colour}, 2);
        f->annotator->run(Command::Delete);
        QVERIFY(f->all().empty());
        QVERIFY(!f->annotator->can(Command::Delete));
        f->annotator->run(Command::Undo);
        QCOMPARE(QString::fromStdString(f->only().text), QStringLiteral("two"));
        f->click(f->labelOf(1));
        QTest::keyClick(f->view.get(), Qt::Key_Escape);
        QCOMPARE(f->annotator->board().selected(), 0U);
    }

    void theNextOneHasTheColourThatWasChosenLast()
    {
        f->annotator->run(Command::Colour4);
        noteAt({300, 200}, "one");
        QCOMPARE(int {f->only().colour}, 3);
    }

    void aDoubleClickEditsAndEscapeKeepsTheText()
    {
        noteAt({300, 200}, "as it was");
        QTest::mouseDClick(f->canvas(), Qt::LeftButton, Qt::NoModifier, f->labelOf(1));
        QVERIFY(f->layer.isEditing());
        f->type("other", Qt::Key_Escape);
        QCOMPARE(QString::fromStdString(f->only().text), QStringLiteral("as it was"));
    }

    void aHighlightIsDraggedOntoAnotherEvent()
    {
        f->axis.setRange(30'000'000, 40'000'000);
        QTRY_VERIFY(f->view->idle());
        f->annotator->run(Command::DrawHighlight);
        f->click(f->centreOf(m_sample.kernel));
        f->type("slow");
        const SliceId next(m_sample.kernel.value + 1);
        dragOn(f->canvas(), f->labelOf(1), f->centreOf(next));
        QCOMPARE(f->only().from.at, m_sample.trace->slices.start[next.index()]);
        QCOMPARE(QString::fromStdString(f->only().text), QStringLiteral("slow"));
        QCOMPARE(f->only().number, 1U);
    }

    // ---- the timeline under them ----

    void theTimelineStaysInReach()
    {
        f->axis.setRange(30'000'000, 40'000'000);
        QTRY_VERIFY(f->view->idle());
        const QRect kernel = f->view->rectOf(m_sample.kernel).toRect();
        draw(Command::DrawBox, kernel.topLeft() - QPoint(60, 40), kernel.bottomRight() + QPoint(60, 40));
        f->click(kernel.center()); // inside the box
        QCOMPARE(f->selection.slice(), m_sample.kernel);
        QCOMPARE(f->annotator->board().selected(), 0U);
        const TimeRange before = f->axis.range();
        dragOn(f->canvas(), kernel.center(), kernel.center() + QPoint(30, 0));
        QVERIFY(f->axis.range() != before); // pans
    }

    void draggingANoteRepaintsOnlyWhereItIs()
    {
        noteAt({300, 200}, "small");
        QTest::qWait(20);
        PaintWatch watch(f->canvas());
        const QPoint label = f->labelOf(1);
        dragOn(f->canvas(), label, label + QPoint(30, 0), Qt::NoModifier, false);
        QTest::qWait(20);
        QVERIFY(watch.most > 0);
        QVERIFY(watch.most < std::int64_t {f->canvas()->width()} * f->canvas()->height() / 8);
        QTest::mouseRelease(f->canvas(), Qt::LeftButton, Qt::NoModifier, label + QPoint(30, 0));
    }

    // ---- what they mark ----

    void anchorsStayWithTheirEvent()
    {
        f->selection.select(m_sample.kernel);
        f->annotator->run(Command::Note);
        f->type("kernel");
        view::TrackLayout& layout = f->view->content().layout();
        const view::NodeId stream = layout.nodeOfLane(m_sample.trace->laneOf(m_sample.kernel));
        QVERIFY(marksTheKernel());
        f->axis.setRange(32'000'000, 35'000'000);
        QTRY_VERIFY(f->view->idle());
        QVERIFY(marksTheKernel());
        f->view->setFolded(nodeNamed(f->view->content(), "GPU 0"), true); // the row goes into that of the device
        QVERIFY(f->layer.scene().find(1) != nullptr);
        QVERIFY(qAbs(f->layer.scene().find(1)->shape.point.x() - f->view->rectOf(m_sample.kernel).center().x()) < 2);
        f->view->setFolded(nodeNamed(f->view->content(), "GPU 0"), false);
        f->view->setFolded(stream, true);
        QVERIFY(marksTheKernel());
        f->view->setFolded(stream, false);
        layout.move(stream, 1);
        f->view->showLayout();
        QVERIFY(marksTheKernel());
        layout.setPinned(stream, true);
        f->view->showLayout();
        QVERIFY(marksTheKernel());
        layout.setPinned(stream, false);
        layout.setRowHeight(view::RowHeight::Tall);
        f->view->showLayout();
        f->view->resize(700, 380);
        QVERIFY(marksTheKernel());
    }

    void whatIsHiddenIsSaidAndLedTo()
    {
        f->selection.select(m_sample.kernel);
        f->annotator->run(Command::Note);
        f->type("kernel");
        const view::NodeId stream = f->view->content().layout().nodeOfLane(m_sample.trace->laneOf(m_sample.kernel));
        f->view->content().layout().setHidden(stream, true);
        f->view->showLayout();
        QVERIFY(f->layer.scene().find(1) == nullptr);
        const NotesModel& list = f->annotator->panel().model();
        const QModelIndex place = list.index(0, NotesModel::kPlace);
        QVERIFY(place.data().toString().endsWith(QStringLiteral("(hidden)")));
        QVERIFY(place.data().toString().contains(QStringLiteral("stream 7")));
        f->axis.setRange(0, 1'000'000);
        f->annotator->go(1);
        QTRY_VERIFY(f->view->idle());
        QVERIFY(f->layer.scene().find(1) != nullptr);
        QVERIFY(!place.data().toString().contains(QStringLiteral("hidden")));
    }

    void nextAndPreviousWalkInOrder()
    {
        for (const QPoint at : {QPoint(200, 100), QPoint(500, 200), QPoint(800, 300)})
            noteAt(at, "n");
        f->annotator->board().select(0);
        f->annotator->run(Command::Next);
        QCOMPARE(f->annotator->board().selected(), 1U);
        f->annotator->run(Command::Previous);
        QCOMPARE(f->annotator->board().selected(), 3U);
        f->annotator->run(Command::Next);
        QCOMPARE(f->annotator->board().selected(), 1U);
    }

    void theSameAnchorsInAnotherWindow()
    {
        noteAt({300, 200}, "note");
        draw(Command::DrawBox, {200, 180}, {400, 280});
        draw(Command::DrawRegion, {600, 100}, {700, 100});
        const std::vector<Annotation> saved = f->all();
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
                = {std::numeric_limits<std::int64_t>::min(), i % 2 == 0 ? "no such row" : "", -1e300, ~0ULL};
            hostile[i].to = {std::numeric_limits<std::int64_t>::max(), "", 1e300, 0};
            hostile[i].colour = 255;
            hostile[i].text = std::string(100'000, 'x');
        }
        hostile[7].from.lane = std::numeric_limits<double>::quiet_NaN();
        hostile[7].from.row = f->view->content().layout().keyOf(nodeNamed(f->view->content(), "stream 7"));
        f->annotator->board().setAnnotations(hostile);
        (void)f->layer.scene();
        f->view->grab();
        for (std::uint32_t number = 1; number <= 8; ++number) {
            f->annotator->go(number);
            f->annotator->run(Command::Next);
            QTest::keyClick(f->view.get(), Qt::Key_Right);
            QTest::keyClick(f->view.get(), Qt::Key_Down);
        }
        f->view->grab();
    }

private:
    void noteAt(QPoint at, const char* text)
    {
        f->annotator->run(Command::DrawNote);
        f->click(at);
        f->type(text);
    }
    void draw(Command command, QPoint from, QPoint to)
    {
        f->annotator->run(command);
        dragOn(f->canvas(), from, to);
        f->type("");
    }
    bool marksTheKernel()
    {
        const PlacedAnnotation* item = f->layer.scene().find(1);
        return item != nullptr && f->view->rectOf(m_sample.kernel).adjusted(-1, -1, 1, 1).contains(item->shape.point);
    }

    tests::SampleTrace m_sample;
    std::unique_ptr<Written> f;
};

STEPSCOPE_TEST(TestAnnotations)
#include "tst_annotations.moc"
