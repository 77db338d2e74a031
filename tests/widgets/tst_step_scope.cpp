// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing a step: tables and findings are limited to it, the view goes there, and every way back takes the limit away.
#include "tests/support/as_json.h"
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "widgets/pages/step_selector.h"
#include "widgets/pages/trace_page.h"
#include "widgets/timeline/overview_bar.h"
#include "widgets/timeline/timeline_view.h"

#include <QAbstractItemView>
#include <QTest>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;

namespace {

// Four steps of 10 ms, #7 to #10; the one named slow waits most of its time for data.
QByteArray fourSteps(int slow)
{
    std::string events;
    const auto add = [&events](const std::string& text) { events += (events.empty() ? "" : ",\n") + text; };
    for (int i = 7; i <= 10; ++i) {
        const int origin = 1000 + i * 10000;
        const auto at = [origin](int us) { return std::to_string(origin + us); };
        const int wait = i == slow ? 7000 : 0;
        const std::string corr = std::to_string(i);
        add("{'ph':'X','cat':'user_annotation','name':'ProfilerStep#" + std::to_string(i)
            + "','pid':1,'tid':1,'ts':" + at(0) + ",'dur':10000}");
        if (wait > 0) {
            add("{'ph':'X','cat':'user_annotation','name':'enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__'"
                ","
                "'pid':1,'tid':1,'ts':"
                + at(1) + ",'dur':" + std::to_string(wait) + "}");
        }
        add("{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':1,'tid':1,'ts':" + at(wait + 10)
            + ",'dur':5,'args':{'correlation':" + corr + "}}");
        add("{'ph':'X','cat':'kernel','name':'ampere_bf16_gemm','pid':0,'tid':7,'ts':" + at(wait + 20)
            + ",'dur':" + std::to_string(9950 - wait) + ",'args':{'correlation':" + corr + ",'device':0,'stream':7}}");
    }
    return QByteArray::fromStdString(asJson("{'schemaVersion':1,'traceEvents':[\n" + events + "]}"));
}

struct Shown
{
    Shown()
        : loaded(fourSteps(9))
    {
        page = std::make_unique<TracePage>(loaded.trace(), &theme);
        page->resize(1000, 600);
        page->show();
        selector.follow(&page->stepScope());
        selector.show();
        page->activateWindow();
        ready = QTest::qWaitForWindowActive(page.get()) && settled();
    }
    [[nodiscard]] bool settled()
    {
        return QTest::qWaitFor([this]() { return page->isIdle() && page->figures().scoped(); });
    }
    // As a person does: opens the list and takes a row of it with the keyboard.
    void take(int row)
    {
        selector.setFocus();
        selector.showPopup();
        QAbstractItemView* view = selector.view();
        view->setCurrentIndex(selector.model()->index(row, 0));
        QTest::keyClick(view, Qt::Key_Return);
    }
    [[nodiscard]] TimeRange step(std::size_t i) const
    {
        const view::Step& of = page->steps().steps()[i];
        return {of.start, of.end};
    }
    [[nodiscard]] bool shows(const TimeRange& wanted)
    {
        const TimeRange range = page->axis().range();
        return range.start <= wanted.start && range.end >= wanted.end
            && range.length() < wanted.length() + wanted.length() / 5;
    }

    ThemeSource theme;
    LoadedTrace loaded;
    std::unique_ptr<TracePage> page;
    StepSelector selector;
    bool ready = false;
};

} // namespace

class TestStepScope : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void choosingLimitsFiguresAndShowsTheStep()
    {
        Shown s;
        QVERIFY(s.ready);
        QCOMPARE(s.selector.shownText(), QStringLiteral("All steps"));
        const FiguresPtr whole = s.page->figures().scoped();
        s.take(3);
        QVERIFY(s.settled());
        QCOMPARE(s.page->figures().scoped()->shownSteps, std::vector<std::uint32_t> {2});
        QVERIFY(s.shows(s.step(2)));
        QCOMPARE(s.selector.shownText(), QStringLiteral("Only step #9"));
        QCOMPARE(s.selector.currentIndex(), 3);
        s.take(0);
        QCOMPARE(s.page->figures().scoped(), whole);
        QVERIFY(s.page->axis().showsAll());
        QCOMPARE(s.selector.shownText(), QStringLiteral("All steps"));
    }

    void everyStepIsListedWithItsFigures()
    {
        Shown s;
        QVERIFY(s.ready);
        QCOMPARE(s.selector.count(), 5);
        const QString slow = s.selector.itemText(3);
        for (const char* part : {"ProfilerStep#9", "10 ms", "mostly input", "1 kernel"})
            QVERIFY2(slow.contains(QLatin1String(part)), qPrintable(slow));
        QVERIFY(!s.selector.itemText(2).contains(QStringLiteral("input")));
        s.take(3);
        QVERIFY(s.selector.toolTip().contains(QStringLiteral("mostly input")));
    }

    void escapeGoesBackToTheWhole()
    {
        Shown s;
        QVERIFY(s.ready);
        s.take(2);
        TimelineView& timeline = s.page->timeline();
        timeline.setFocus();
        QTRY_VERIFY(timeline.idle());
        QTest::keyClick(&timeline, Qt::Key_W); // closer: still the step
        QTest::keyClick(&timeline, Qt::Key_Escape);
        QVERIFY(s.page->figures().isScoped());
        QTest::keyClick(&timeline, Qt::Key_Escape);
        QVERIFY(s.page->axis().showsAll());
        QVERIFY(!s.page->figures().isScoped());
    }

    void stepKeysMoveTheLimitWhereThereIsOne()
    {
        Shown s;
        QVERIFY(s.ready);
        TimelineView& timeline = s.page->timeline();
        QTest::keyClick(&timeline, Qt::Key_J);
        QVERIFY(!s.page->figures().isScoped()); // only looks
        QCOMPARE(s.selector.shownText(), QStringLiteral("Step #7"));
        s.take(1);
        QTest::keyClick(&timeline, Qt::Key_J);
        QCOMPARE(s.page->figures().scope().step, std::optional<std::int64_t>(8));
        QVERIFY(s.shows(s.step(1)));
        QTest::keyClick(&timeline, Qt::Key_K);
        QCOMPARE(s.page->figures().scope().step, std::optional<std::int64_t>(7));
    }

    void wheelOverTheBoxDoesNothing()
    {
        Shown s;
        QVERIFY(s.ready);
        QWheelEvent event({5, 5}, s.selector.mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
            Qt::NoScrollPhase, false);
        QApplication::sendEvent(&s.selector, &event);
        QVERIFY(!s.page->figures().isScoped());
    }

    void findingsAreTicksInTheOverview()
    {
        Shown s;
        QVERIFY(s.ready);
        OverviewBar& overview = s.page->timeline().overview();
        const analysis::Finding* finding = s.page->findings().finding(0);
        QVERIFY(finding != nullptr);
        const Interval span = finding->evidence.front().span;
        const TimeRange bounds = s.page->axis().bounds();
        const QRectF lane = overview.ticksRect();
        const auto xOf = [&](std::int64_t time) {
            return static_cast<int>(lane.left()
                + lane.width() * static_cast<double>(time - bounds.start) / static_cast<double>(bounds.length()));
        };
        const int inside = xOf(span.start + (span.end - span.start) / 2);
        const auto tickAt
            = [&](int x) { return overview.grab().toImage().pixelColor(x, static_cast<int>(lane.bottom()) - 1); };
        const QColor tick = tickAt(inside);
        QVERIFY(tick != s.theme.theme().panel);
        s.page->findings().hover(0);
        QCOMPARE(tickAt(inside), s.theme.theme().accent);
        s.page->findings().hover(std::nullopt);
        QCOMPARE(tickAt(inside), tick);
        s.page->findings().go(0);
        QCOMPARE(tickAt(inside), s.theme.theme().accent);
    }
};

STEPSCOPE_TEST(TestStepScope)
#include "tst_step_scope.moc"
