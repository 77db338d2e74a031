// SPDX-License-Identifier: GPL-3.0-or-later
// Figures in the background, and the cursor that walks through findings and their evidence.
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "tests/support/training_steps.h"
#include "widgets/viewmodel/figures.h"
#include "widgets/viewmodel/finding_cursor.h"

#include <QSignalSpy>
#include <QTest>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;

class TestFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWholeTraceComesFirstThenTheScope()
    {
        const LoadedTrace loaded(trainingSteps(2));
        QVERIFY(loaded.ok());
        Figures figures(loaded.trace());
        QSignalSpy whole(&figures, &Figures::wholeChanged);
        QVERIFY(!figures.whole());
        figures.start();
        figures.setScope({std::nullopt, 2}); // before the first figures are there
        QTRY_VERIFY(figures.scoped() && !figures.scoped()->window.whole);
        QCOMPARE(whole.count(), 1);
        QVERIFY(figures.whole()->window.whole);
        QCOMPARE(figures.scoped()->shownSteps, std::vector<std::uint32_t> {1});
        figures.setScope({});
        QCOMPARE(figures.scoped(), figures.whole()); // at once
        QVERIFY(!figures.isBusy());
    }

    void aScopeThatIsNotThereIsAProblem()
    {
        const LoadedTrace loaded(trainingSteps(2));
        Figures figures(loaded.trace());
        figures.start();
        QTRY_VERIFY(figures.whole());
        figures.setScope({std::nullopt, 77});
        QTRY_VERIFY(!figures.problem().isEmpty());
        QCOMPARE(figures.scoped(), figures.whole());
    }

    void theCursorWalksRound()
    {
        const LoadedTrace loaded(trainingSteps(2));
        Figures figures(loaded.trace());
        FindingCursor cursor(&figures);
        cursor.next(); // nothing there yet
        QVERIFY(!cursor.current());
        figures.start();
        QTRY_VERIFY(figures.whole());
        const std::size_t count = figures.whole()->judgement.findings.size();
        QVERIFY(count >= 2);
        QSignalSpy visited(&cursor, &FindingCursor::visited);
        cursor.previous();
        QCOMPARE(cursor.current()->finding, count - 1);
        cursor.next();
        QCOMPARE(cursor.current()->finding, 0U);
        const std::size_t pieces = cursor.finding(0)->evidence.size();
        QVERIFY(pieces >= 2);
        cursor.nextEvidence();
        QCOMPARE(cursor.current()->evidence, 1U);
        QVERIFY(cursor.evidence() == &figures.whole()->judgement.findings[0].evidence[1]);
        cursor.previousEvidence();
        cursor.previousEvidence();
        QCOMPARE(cursor.current()->evidence, pieces - 1);
        QCOMPARE(visited.count(), 5);
        figures.setScope({std::nullopt, 1});
        QTRY_VERIFY(!cursor.current()); // the findings are others now
    }
};

STEPSCOPE_TEST(TestFigures)
#include "tst_figures.moc"
