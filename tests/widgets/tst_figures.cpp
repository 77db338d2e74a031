// SPDX-License-Identifier: GPL-3.0-or-later
// Figures in the background, and the cursor that walks through findings and their evidence.
#include "tests/support/as_json.h"
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "widgets/viewmodel/finding_cursor.h"

#include <QSignalSpy>
#include <QTest>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;

namespace {

// Two steps; in each an all-reduce that nothing hides and a pageable copy: at least two findings.
QByteArray twoSteps()
{
    std::string events;
    const auto add = [&events](const std::string& text) { events += (events.empty() ? "" : ",\n") + text; };
    for (int i = 0; i < 2; ++i) {
        const auto at = [i](int us) { return std::to_string(1000 + i * 10000 + us); };
        const std::string corr = std::to_string(10 * (i + 1));
        add("{'ph':'X','cat':'user_annotation','name':'ProfilerStep#" + std::to_string(i + 1)
            + "','pid':1,'tid':1,'ts':" + at(0) + ",'dur':10000}");
        add("{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':1,'tid':1,'ts':" + at(10)
            + ",'dur':5,'args':{'correlation':" + corr + "1}}");
        add("{'ph':'X','cat':'kernel','name':'ncclDevKernel_AllReduce_Sum_bf16','pid':0,'tid':7,'ts':" + at(20)
            + ",'dur':5000,'args':{'correlation':" + corr + "1,'device':0,'stream':7}}");
        add("{'ph':'X','cat':'cuda_runtime','name':'cudaMemcpyAsync','pid':1,'tid':1,'ts':" + at(30)
            + ",'dur':5,'args':{'correlation':" + corr + "2}}");
        add("{'ph':'X','cat':'gpu_memcpy','name':'Memcpy HtoD (Pageable -> Device)','pid':0,'tid':7,'ts':" + at(5020)
            + ",'dur':4900,'args':{'correlation':" + corr + "2,'device':0,'stream':7,'bytes':50000000}}");
    }
    return QByteArray::fromStdString(asJson("{'schemaVersion':1,'traceEvents':[\n" + events + "]}"));
}

} // namespace

class TestFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWholeTraceComesFirstThenTheScope()
    {
        const LoadedTrace loaded(twoSteps());
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
        const LoadedTrace loaded(twoSteps());
        Figures figures(loaded.trace());
        figures.start();
        QTRY_VERIFY(figures.whole());
        figures.setScope({std::nullopt, 77});
        QTRY_VERIFY(!figures.problem().isEmpty());
        QCOMPARE(figures.scoped(), figures.whole());
    }

    void theCursorWalksRound()
    {
        const LoadedTrace loaded(twoSteps());
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
