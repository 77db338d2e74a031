// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing a step: tables and findings are limited to it, the view goes there, and every way back takes the limit away.
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "tests/support/training_steps.h"
#include "widgets/details/detail_text.h"
#include "widgets/details/event_details.h"
#include "widgets/findings/findings_panel.h"
#include "widgets/pages/step_selector.h"
#include "widgets/pages/trace_page.h"
#include "widgets/timeline/hover_card.h"
#include "widgets/timeline/overview_bar.h"
#include "widgets/timeline/timeline_view.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QTest>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;

namespace {

// Four steps of 10 ms, #7 to #10; the one named slow waits most of its time for data.
QByteArray fourSteps(int slow)
{
    EventList list;
    for (int i = 0; i < 4; ++i) {
        StepEvents step(list, i, i + 7);
        const int wait = i + 7 == slow ? 7000 : 0;
        if (wait > 0)
            step.cpu("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 1, wait);
        step.kernel("ampere_bf16_gemm", wait + 10, wait + 20, 9950 - wait);
    }
    return fileOf(list);
}

struct ShownStepScope
{
    ShownStepScope()
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
    void aStepTellsItsFiguresInTheListAndUnderThePointer()
    {
        ShownStepScope s;
        QVERIFY(s.ready);
        const QString slow = s.page->stepScope().statistics(2);
        const QString loading = QStringLiteral("data loading ") + durationText(7'000'000);
        for (const QString& part : {durationText(10'000'000), QStringLiteral("mostly input"),
                 QStringLiteral("GPU busy"), QStringLiteral("1 kernel"), loading})
            QVERIFY2(slow.contains(part), qPrintable(slow));
        QVERIFY(!s.page->stepScope().statistics(1).contains(QStringLiteral("data loading")));

        const TimeRange step = s.step(2);
        QWidget* canvas = s.page->timeline().viewport();
        const double x = s.page->axis().scale().toPx((step.start + step.end) / 2);
        QMouseEvent move(
            QEvent::MouseMove, QPointF(x, 10), canvas->mapToGlobal(QPointF(x, 10)), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(canvas, &move);
        auto* card = canvas->findChild<HoverCard*>();
        QTRY_VERIFY(card->isVisible());
        QCOMPARE(card->title(), QStringLiteral("ProfilerStep#9"));
        QVERIFY2(card->lines().contains(loading), qPrintable(card->lines().join(QLatin1Char('\n'))));
    }

    // The row of the steps shows what they take on the CPU, findings measure what they take on the GPU: both are said,
    // with their names, wherever a step or a share of it is told.
    void bothLengthsOfAStepAreTold()
    {
        ShownStepScope s;
        QVERIFY(s.ready);
        const analysis::StepSpan& first = s.page->figures().whole()->stepIndex.steps[0];
        const QString cpu = durationText(first.cpu.length());
        const QString gpu = durationText(first.gpu->length());
        QVERIFY(cpu != gpu);
        const QString statistics = s.page->stepScope().statistics(0);
        QVERIFY2(statistics.startsWith(QStringLiteral("CPU span %1 · GPU span %2 · ").arg(cpu, gpu)),
            qPrintable(statistics));

        s.page->selection().select(first.slice);
        const QString details = s.page->details().plainText().simplified();
        QVERIFY2(details.contains(QStringLiteral("CPU span: %1").arg(cpu)), qPrintable(details));
        QVERIFY2(details.contains(QStringLiteral("GPU span: %1").arg(gpu)), qPrintable(details));

        QWidget* canvas = s.page->timeline().viewport();
        const double x = s.page->axis().scale().toPx((first.cpu.start + first.cpu.end) / 2);
        QMouseEvent move(
            QEvent::MouseMove, QPointF(x, 10), canvas->mapToGlobal(QPointF(x, 10)), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(canvas, &move);
        auto* card = canvas->findChild<HoverCard*>();
        QTRY_VERIFY(card->isVisible());
        QVERIFY(card->lines().contains(QStringLiteral("CPU span %1").arg(cpu)));
        QVERIFY(card->lines().contains(QStringLiteral("GPU span %1").arg(gpu)));

        const auto& findings = s.page->figures().scoped()->judgement.findings;
        QVERIFY(!findings.empty() && findings[0].steps == std::vector<std::uint32_t> {2});
        const analysis::StepSpan& slow = s.page->figures().whole()->stepIndex.steps[2];
        QCOMPARE(s.page->figures().shareText(findings[0]),
            QStringLiteral("Share of the step's GPU span, %1 (CPU span %2)")
                .arg(durationText(slow.gpu->length()), durationText(slow.cpu.length())));
        s.page->findings().go(0, 0);
        auto* line = s.page->findingsPanel().findChild<QWidget*>(QStringLiteral("shareText"));
        QVERIFY(line != nullptr && line->isVisibleTo(s.page.get()));
    }

    void choosingLimitsFiguresAndShowsTheStep()
    {
        ShownStepScope s;
        QVERIFY(s.ready);
        QCOMPARE(s.selector.shownText(), QStringLiteral("All steps"));
        const FiguresPtr whole = s.page->figures().scoped();
        s.take(3);
        QVERIFY(s.settled());
        QCOMPARE(s.page->figures().scoped()->shownSteps, std::vector<std::uint32_t> {2});
        QVERIFY(s.shows(s.step(2)));
        QCOMPARE(s.selector.shownText(), QStringLiteral("Only step #9"));
        const auto saysScope = [&s]() { // beside the verdict
            const auto labels = s.page->findingsPanel().findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                [](const QLabel* label) { return label->text() == QStringLiteral("in step #9"); });
        };
        QVERIFY(saysScope());
        QCOMPARE(s.selector.currentIndex(), 3);
        s.take(0);
        QCOMPARE(s.page->figures().scoped(), whole);
        QVERIFY(s.page->axis().showsAll());
        QVERIFY(!saysScope());
        QCOMPARE(s.selector.shownText(), QStringLiteral("All steps"));
    }

    void everyStepIsListedWithItsFigures()
    {
        ShownStepScope s;
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
        ShownStepScope s;
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
        ShownStepScope s;
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
        ShownStepScope s;
        QVERIFY(s.ready);
        QWheelEvent event({5, 5}, s.selector.mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
            Qt::NoScrollPhase, false);
        QApplication::sendEvent(&s.selector, &event);
        QVERIFY(!s.page->figures().isScoped());
    }

    void findingsAreTicksInTheOverview()
    {
        ShownStepScope s;
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
