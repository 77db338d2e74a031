// SPDX-License-Identifier: GPL-3.0-or-later
// Annotations of a page: numbers, the way back and forth, and what a hostile session may say.
#include "tests/support/test_registry.h"
#include "widgets/annotate/annotation_board.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

using stepscope::share::Annotation;
using stepscope::widgets::AnnotationBoard;

namespace {

Annotation noteAt(std::int64_t at, const std::string& text = {})
{
    Annotation annotation;
    annotation.from = {at, "stream 7", 0.5, 0, {}, 1};
    annotation.text = text;
    return annotation;
}

std::vector<std::uint32_t> numbersOf(const AnnotationBoard& board)
{
    std::vector<std::uint32_t> numbers;
    for (const Annotation& annotation : board.annotations())
        numbers.push_back(annotation.number);
    return numbers;
}

} // namespace

class TestAnnotationBoard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyChangeCanBeUndone();
    void numbersAreNeverGivenTwice();
    void movesOfOneMerge();
    void selectionFollowsWhatIsThere();
    void takesWhatAFileSays();
};

void TestAnnotationBoard::everyChangeCanBeUndone()
{
    AnnotationBoard board;
    const QSignalSpy changed(&board, &AnnotationBoard::changed);
    const std::uint32_t number = board.add(noteAt(100, "first"));
    QCOMPARE(number, 1U);
    QCOMPARE(board.selected(), 1U);
    Annotation moved = *board.find(1);
    moved.from.at = 250;
    board.change(moved, QStringLiteral("Move"));
    board.change(moved, QStringLiteral("Move")); // nothing that could be undone
    board.remove(1);
    QVERIFY(board.annotations().empty());
    QCOMPARE(changed.count(), 3);

    board.undoStack().undo();
    QCOMPARE(board.find(1)->from.at, 250);
    board.undoStack().undo();
    QCOMPARE(board.find(1)->from.at, 100);
    board.undoStack().undo();
    QVERIFY(board.annotations().empty());
    QVERIFY(!board.undoStack().canUndo());
    board.undoStack().redo();
    QCOMPARE(QString::fromStdString(board.find(1)->text), QStringLiteral("first"));
    board.undoStack().redo();
    board.undoStack().redo();
    QVERIFY(board.annotations().empty());
}

void TestAnnotationBoard::numbersAreNeverGivenTwice()
{
    AnnotationBoard board;
    board.add(noteAt(1));
    board.add(noteAt(2));
    board.remove(2);
    QCOMPARE(board.add(noteAt(3)), 3U);
    board.undoStack().undo();
    board.undoStack().undo();
    QCOMPARE(numbersOf(board), (std::vector<std::uint32_t> {1, 2})); // in their order again
}

void TestAnnotationBoard::movesOfOneMerge()
{
    AnnotationBoard board;
    board.add(noteAt(100));
    board.add(noteAt(500));
    for (const std::uint32_t number : {1U, 1U, 1U, 2U}) {
        Annotation moved = *board.find(number);
        moved.from.at += 10;
        board.change(moved, QStringLiteral("Move"), AnnotationBoard::Step::Merges);
    }
    QCOMPARE(board.undoStack().count(), 4); // two were added, one was moved three times, one once
    board.undoStack().undo();
    board.undoStack().undo();
    QCOMPARE(board.find(1)->from.at, 100);
    board.undoStack().redo();
    QCOMPARE(board.find(1)->from.at, 130);
}

void TestAnnotationBoard::selectionFollowsWhatIsThere()
{
    AnnotationBoard board;
    board.add(noteAt(1));
    board.select(7);
    QCOMPARE(board.selected(), 0U);
    board.select(1);
    const QSignalSpy selected(&board, &AnnotationBoard::selectedChanged);
    board.remove(1);
    QCOMPARE(board.selected(), 0U);
    QCOMPARE(selected.count(), 1);
}

void TestAnnotationBoard::takesWhatAFileSays()
{
    AnnotationBoard board;
    board.add(noteAt(1));
    std::vector<Annotation> session(5, noteAt(10));
    session[0].number = 4;
    session[1].number = 4;
    session[2].number = 0;
    session[3].number = 2;
    session[4].number = 0xffffffff;
    board.setAnnotations(session);
    QCOMPARE(numbersOf(board), (std::vector<std::uint32_t> {2, 4, 5, 6, 7}));
    QVERIFY(!board.undoStack().canUndo());
    QCOMPARE(board.selected(), 0U);
    QCOMPARE(board.add(noteAt(11)), 8U);
}

STEPSCOPE_TEST(TestAnnotationBoard)
#include "tst_annotation_board.moc"
