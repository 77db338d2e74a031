// SPDX-License-Identifier: GPL-3.0-or-later
// Labels of notes that people move away from what they are of, with real drags and keys.
#include "tests/support/test_registry.h"
#include "tests/widgets/annotation_fixture.h"

#include <QObject>

using namespace stepscope;
using namespace stepscope::widgets;
using share::Annotation;
using tests::dragOn;
using tests::Written;
using Command = AnnotationCommand;

class TestAnnotationLabels : public QObject
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

    // What it is of stays where it is; the label stays as far from that at another zoom and in another size.
    void aLabelIsDraggedAwayFromWhatItIsOf()
    {
        noteAt({300, 200}, "over here");
        const Annotation before = m_written->only();
        const auto away = [this]() {
            const PlacedAnnotation* item = m_written->layer.scene().find(1);
            return (item->place.rect.topLeft() - item->shape.point).toPoint();
        };
        const QPoint beside = away();
        const QPoint label = m_written->labelOf(1);
        dragOn(m_written->canvas(), label, label + QPoint(150, 120));
        const QPoint put = away();
        QVERIFY((put - beside - QPoint(150, 120)).manhattanLength() <= 2);
        Annotation moved = m_written->only();
        QVERIFY(moved.label.has_value());
        moved.label.reset();
        QCOMPARE(moved, before); // nothing else has changed
        // A line leads from it to the point.
        const QPoint point = m_written->layer.scene().find(1)->shape.point.toPoint();
        QVERIFY(m_written->layer.scene().find(1)->bounds().contains(point));
        m_written->axis.zoomAt(before.from.at, 2);
        QTRY_VERIFY(m_written->view->idle());
        QVERIFY((away() - put).manhattanLength() <= 1);
        m_written->annotator->run(Command::Undo);
        QCOMPARE(m_written->only(), before);
        m_written->annotator->run(Command::Redo);
        QVERIFY((away() - put).manhattanLength() <= 1);
        // Near the border it is pulled in, and comes back with its note.
        m_written->axis.centreOn(before.from.at - static_cast<std::int64_t>(450 * m_written->axis.nsPerPixel()));
        QTRY_VERIFY(m_written->view->idle());
        const QRectF pulled = m_written->layer.scene().find(1)->place.rect;
        QVERIFY(QRectF(m_written->layer.surface().area()).contains(pulled));
        // It moves with its note, and goes back to its place.
        m_written->annotator->run(Command::ResetLabel);
        QCOMPARE(m_written->only(), before);
        QVERIFY(!m_written->annotator->can(Command::ResetLabel));
    }

    void keysMoveTheLabelAlone()
    {
        noteAt({300, 200}, "one");
        m_written->view->setFocus();
        const Annotation before = m_written->only();
        const QPointF corner = m_written->layer.scene().find(1)->place.rect.topLeft();
        QTest::keyClick(m_written->view.get(), Qt::Key_Right, Qt::AltModifier);
        QTest::keyClick(m_written->view.get(), Qt::Key_Down, Qt::AltModifier);
        QTest::keyClick(m_written->view.get(), Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
        const QPointF now = m_written->layer.scene().find(1)->place.rect.topLeft();
        QVERIFY(qAbs(now.x() - corner.x() - 8) <= 1 && qAbs(now.y() - corner.y() - 9) <= 1);
        QCOMPARE(m_written->only().from, before.from);
        QTest::keyClick(m_written->view.get(), Qt::Key_Right); // the note, with its label
        QVERIFY(m_written->only().from.at > before.from.at);
        QVERIFY(m_written->layer.scene().find(1)->place.rect.left() > now.x() + 4);
        m_written->annotator->run(Command::Undo);
        m_written->annotator->run(Command::Undo); // the three of the label are one
        QCOMPARE(m_written->only(), before);
    }

    void everyKindHasALabelToMove()
    {
        for (const Command command : {Command::DrawBox, Command::DrawArrow, Command::DrawSpan, Command::DrawRegion}) {
            draw(command, {200, 150}, {500, 250});
            const std::uint32_t number = m_written->all().back().number;
            const Annotation before = m_written->all().back();
            const QPoint label = m_written->labelOf(number);
            dragOn(m_written->canvas(), label, label + QPoint(60, 90));
            QVERIFY(m_written->all().back().label.has_value());
            QCOMPARE(m_written->all().back().from, before.from);
            QCOMPARE(m_written->all().back().to, before.to);
            QVERIFY((m_written->labelOf(number) - label - QPoint(60, 90)).manhattanLength() <= 2);
            m_written->annotator->run(Command::Delete);
        }
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

    tests::SampleTrace m_sample;
    std::unique_ptr<Written> m_written;
};

STEPSCOPE_TEST(TestAnnotationLabels)
#include "tst_annotation_labels.moc"
