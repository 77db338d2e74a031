// SPDX-License-Identifier: GPL-3.0-or-later
// The findings panel with real mouse and keys, judged by the cursor, the axis, the selection and the clipboard.
#include "tests/support/as_json.h"
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "tests/support/training_steps.h"
#include "widgets/findings/check_row.h"
#include "widgets/findings/finding_card.h"
#include "widgets/findings/findings_panel.h"
#include "widgets/findings/verdict_view.h"
#include "widgets/findings/wrap_label.h"
#include "widgets/pages/trace_page.h"
#include "widgets/timeline/overview_bar.h"
#include "widgets/timeline/timeline_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QScrollArea>
#include <QTest>
#include <QToolButton>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;

namespace {

QByteArray cpuOnly()
{
    return QByteArray::fromStdString(
        asJson("{'schemaVersion':1,'deviceProperties':[],'traceEvents':[\n"
               "{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':1,'tid':1,'ts':1000,'dur':50},\n"
               "{'ph':'X','cat':'cpu_op','name':'aten::add','pid':1,'tid':1,'ts':1100,'dur':50}]}"));
}

struct ShownFindingsPanel
{
    explicit ShownFindingsPanel(const QByteArray& json, QSize size = QSize(1100, 700))
        : loaded(json)
    {
        page = std::make_unique<TracePage>(loaded.trace(), &theme);
        page->resize(size);
        page->show();
        page->activateWindow();
        ready = QTest::qWaitForWindowActive(page.get())
            && QTest::qWaitFor([this]() { return page->isIdle() && page->figures().scoped(); });
        layOut();
    }
    static void layOut()
    {
        for (int i = 0; i < 3; ++i) {
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
        }
    }
    [[nodiscard]] FindingsPanel& panel() { return page->findingsPanel(); }
    [[nodiscard]] FindingCard* card(std::size_t i) { return panel().cards()[i]; }
    [[nodiscard]] const analysis::Finding& finding(std::size_t i)
    {
        return page->figures().scoped()->judgement.findings[i];
    }
    [[nodiscard]] bool shows(const Interval& span)
    {
        const TimeRange range = page->axis().range();
        return range.start <= span.start && range.end >= span.end;
    }

    ThemeSource theme;
    LoadedTrace loaded;
    std::unique_ptr<TracePage> page;
    bool ready = false;
};

bool says(const QWidget& widget, const QString& text)
{
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (label->isVisibleTo(&widget) && label->text().contains(text))
            return true;
    }
    return false;
}

} // namespace

class TestFindingsPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void waitsThenAnswers()
    {
        const LoadedTrace loaded(trainingSteps(3));
        ThemeSource theme;
        Figures figures(loaded.trace());
        FindingCursor cursor(&figures);
        FindingsPanel panel(&figures, &cursor, &theme);
        QVERIFY(says(panel, QStringLiteral("Analysing")));
        QVERIFY(panel.plainText().isEmpty());
        figures.start();
        QTRY_VERIFY(!panel.cards().empty());
        const analysis::Judgement& judgement = figures.whole()->judgement;
        QCOMPARE(panel.verdict().sentence().toStdString(), judgement.verdict.sentence);
        QCOMPARE(panel.cards().size(), judgement.findings.size());
        figures.setScope({std::nullopt, 77});
        QTRY_VERIFY(says(panel, QStringLiteral("no such step")));
    }

    void aClickOnATickOfTheOverviewLeadsThereToo()
    {
        ShownFindingsPanel s(trainingSteps(3));
        QVERIFY(s.ready);
        OverviewBar& overview = s.page->timeline().overview();
        const analysis::Evidence& evidence = s.finding(0).evidence.front();
        const TimeRange bounds = s.page->axis().bounds();
        const double middle = static_cast<double>(evidence.span.start - bounds.start) / 2
            + static_cast<double>(evidence.span.end - bounds.start) / 2;
        const QRectF lane = overview.ticksRect();
        const double x = lane.left() + lane.width() * middle / static_cast<double>(bounds.length());
        const QPoint at(static_cast<int>(x), static_cast<int>(lane.center().y()));
        QTest::mouseClick(&overview, Qt::LeftButton, {}, at);
        QVERIFY(s.page->findings().current().has_value());
        const analysis::Evidence* gone = s.page->findings().evidence();
        const auto time = bounds.start + static_cast<std::int64_t>(middle);
        QVERIFY(gone->span.start <= time && gone->span.end >= time);
        QVERIFY(s.shows(gone->span));
        // Beside the ticks a click moves the window, as before.
        s.page->findings().clear();
        QTest::mouseClick(&overview, Qt::LeftButton, {}, QPoint(at.x(), static_cast<int>(lane.top()) - 10));
        QVERIFY(!s.page->findings().current().has_value());
    }

    void clickLeadsToTheEvidence()
    {
        ShownFindingsPanel s(trainingSteps(3));
        QVERIFY(s.ready && s.panel().cards().size() >= 2);
        const TimeRange all = s.page->axis().range();
        QTest::mouseClick(s.card(1), Qt::LeftButton);
        QCOMPARE(s.page->findings().current()->finding, 1U);
        const analysis::Evidence& evidence = s.finding(1).evidence.front();
        QVERIFY(s.shows(evidence.span));
        QVERIFY(s.page->axis().range().length() < 3 * evidence.span.length());
        QVERIFY(s.page->axis().lastChangeIsEased());
        QCOMPARE(s.page->selection().slice(), evidence.slice);
        QVERIFY(s.card(1)->isUnfolded() && !s.card(0)->isUnfolded());
        for (const std::string& advice : s.finding(1).advice)
            QVERIFY(says(*s.card(1), QString::fromStdString(advice)));
        QVERIFY(says(*s.card(1), QStringLiteral("Place 1 of")));
        s.page->timeline().setFocus();
        QTest::keyClick(&s.page->timeline(), Qt::Key_Escape);
        QCOMPARE(s.page->axis().range(), all);
    }

    void foldedRowsUnfold()
    {
        ShownFindingsPanel s(trainingSteps(3));
        QVERIFY(s.ready);
        TimelineView& timeline = s.page->timeline();
        const SliceId slice = s.finding(0).evidence.front().slice;
        QVERIFY(slice.valid());
        const view::TrackLayout& layout = timeline.content().layout();
        view::NodeId node = layout.nodeOfLane(s.page->trace().laneOf(slice));
        while (!layout.node(node).foldable)
            node = layout.node(node).parent;
        timeline.setFolded(node, true);
        QTest::mouseClick(s.card(0), Qt::LeftButton);
        QVERIFY(layout.rowOfLane(s.page->trace().laneOf(slice)).has_value());
        QTRY_VERIFY(timeline.idle());
        QVERIFY(timeline.viewport()->rect().intersects(timeline.rectOf(slice).toRect()));
    }

    void letterKeysWalk()
    {
        ShownFindingsPanel s(trainingSteps(3));
        QVERIFY(s.ready);
        TimelineView* timeline = &s.page->timeline();
        const auto place = [&s]() { return *s.page->findings().current(); };
        QTest::keyClick(timeline, Qt::Key_N);
        QCOMPARE(place(), (FindingCursor::Place {0, 0}));
        QTest::keyClick(timeline, Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(place(), (FindingCursor::Place {0, 1}));
        QVERIFY(s.shows(s.finding(0).evidence[1].span));
        QVERIFY(says(*s.card(0), QStringLiteral("Place 2 of")));
        QTest::keyClick(timeline, Qt::Key_P, Qt::ShiftModifier);
        QCOMPARE(place(), (FindingCursor::Place {0, 0}));
        QTest::keyClick(timeline, Qt::Key_P);
        QCOMPARE(place().finding, s.panel().cards().size() - 1);
    }

    void arrowsWalkTheListAndEnterVisits()
    {
        ShownFindingsPanel s(trainingSteps(3));
        QVERIFY(s.ready);
        s.panel().setFocus();
        QVERIFY(s.card(0)->hasFocus());
        QTest::keyClick(s.card(0), Qt::Key_Down);
        QVERIFY(s.card(1)->hasFocus());
        QCOMPARE(s.page->findings().hovered(), std::optional<std::size_t>(1)); // lit up, not visited
        QVERIFY(!s.page->findings().current());
        QTest::keyClick(s.card(1), Qt::Key_Return);
        QCOMPARE(s.page->findings().current()->finding, 1U);
        QTest::keyClick(s.card(1), Qt::Key_Right);
        QCOMPARE(s.page->findings().current()->evidence, 1U);
        QTest::keyClick(s.card(1), Qt::Key_Left);
        QCOMPARE(s.page->findings().current()->evidence, 0U);
        QTest::keyClick(s.card(1), Qt::Key_End); // the last line of the checklist
        auto* last = qobject_cast<CheckRow*>(QApplication::focusWidget());
        QVERIFY(last != nullptr);
        QTest::keyClick(last, Qt::Key_Space);
        QVERIFY(last->isUnfolded());
        QTest::keyClick(last, Qt::Key_Home);
        QVERIFY(s.card(0)->hasFocus());
        for (const PanelRow* row : s.panel().findChildren<PanelRow*>())
            QVERIFY(!row->accessibleName().isEmpty());
    }

    void hoverIsShared()
    {
        ShownFindingsPanel s(trainingSteps(3));
        QVERIFY(s.ready);
        QTest::mouseMove(s.card(0), s.card(0)->rect().center());
        QTRY_COMPARE(s.page->findings().hovered(), std::optional<std::size_t>(0));
        QTest::mouseMove(&s.page->timeline(), QPoint(300, 200));
        QTRY_VERIFY(!s.page->findings().hovered());
    }

    void placeButtonsWalk()
    {
        ShownFindingsPanel s(trainingSteps(3));
        QVERIFY(s.ready);
        QTest::mouseClick(s.card(0), Qt::LeftButton);
        ShownFindingsPanel::layOut();
        for (QToolButton* button : s.card(0)->findChildren<QToolButton*>()) {
            if (button->accessibleName().startsWith(QStringLiteral("Next place")))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(*s.page->findings().current(), (FindingCursor::Place {0, 1}));
    }

    void copiesAsText()
    {
        ShownFindingsPanel s(trainingSteps(3));
        QVERIFY(s.ready);
        s.panel().setFocus();
        QTest::keyClick(s.card(0), Qt::Key_C, Qt::ControlModifier);
        const QString text = QGuiApplication::clipboard()->text();
        const analysis::Judgement& judgement = s.page->figures().scoped()->judgement;
        QVERIFY(text.contains(QString::fromStdString(judgement.verdict.sentence)));
        for (const analysis::Finding& finding : judgement.findings)
            QVERIFY(text.contains(QString::fromStdString(finding.headline)));
        for (const analysis::ChecklistItem& item : judgement.checklist)
            QVERIFY(text.contains(QString::fromStdString(item.check)));
    }

    void withoutGpuWorkItSaysWhatToRecord()
    {
        ShownFindingsPanel s(cpuOnly());
        QVERIFY(s.ready);
        QVERIFY(s.panel().cards().empty());
        QVERIFY(says(s.panel(), QStringLiteral("No GPU work")));
        QVERIFY(says(s.panel(), QStringLiteral("activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]")));
        QTest::keyClick(&s.page->timeline(), Qt::Key_N); // nowhere to go
        QVERIFY(!s.page->findings().current());
    }

    // Rows of an NPU are no GPU work, but they are there.
    void workOfOtherDevicesIsNotSaidToBeMissing()
    {
        ShownFindingsPanel s(QByteArray(R"([{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "Python"}},
            {"ph": "X", "cat": "enqueue", "name": "Enqueue", "pid": 1, "tid": 1, "ts": "10.5", "dur": 2},
            {"ph": "M", "name": "process_name", "pid": 800, "args": {"name": "Ascend Hardware"}},
            {"ph": "M", "name": "process_labels", "pid": 800, "args": {"labels": "NPU"}},
            {"ph": "M", "name": "process_sort_index", "pid": 800, "args": {"sort_index": 8}},
            {"ph": "X", "name": "aclnnAdd", "pid": 800, "tid": 3, "ts": "14.5", "dur": 9}])"));
        QVERIFY(s.ready);
        QVERIFY(says(s.panel(), QStringLiteral("Not analysed")));
        QVERIFY(!says(s.panel(), QStringLiteral("No GPU work")));
        QVERIFY(!says(s.panel(), QStringLiteral("ProfilerActivity.CUDA")));
        const view::TrackLayout& layout = s.page->timeline().content().layout();
        QCOMPARE(layout.node(layout.rows().front().node).label, std::string("Ascend Hardware"));
    }

    void nothingIsCutInANarrowPanel()
    {
        ShownFindingsPanel s(trainingSteps(3), QSize(640, 360)); // 1280x720 at 200 %
        QVERIFY(s.ready);
        s.page->stepScope().choose(1); // says so beside the verdict
        QTRY_VERIFY(s.page->isIdle() && !s.page->figures().scoped()->window.whole);
        QTest::mouseClick(s.card(0), Qt::LeftButton);
        QTRY_VERIFY(s.card(0)->isUnfolded());
        ShownFindingsPanel::layOut();
        QVERIFY(s.panel().width() >= FindingsPanel::kMinimumWidth);
        auto* scroll = s.panel().findChild<QScrollArea*>();
        QTRY_COMPARE(scroll->widget()->width(), scroll->viewport()->width());
        for (const QLabel* label : s.panel().findChildren<QLabel*>()) {
            if (!label->isVisible())
                continue;
            const QRect place(label->mapTo(scroll->widget(), QPoint(0, 0)), label->size());
            QVERIFY2(scroll->widget()->rect().contains(place), qPrintable(label->text()));
            const auto* wrapped = qobject_cast<const WrapLabel*>(label);
            if (wrapped != nullptr && wrapped->maxLines() == 0)
                QVERIFY2(label->height() >= wrapped->heightForWidth(label->width()), qPrintable(label->text()));
        }
    }

    void foldingAndWidthAreRemembered()
    {
        ShownFindingsPanel s(trainingSteps(3));
        QVERIFY(s.ready);
        const QByteArray before = s.page->layoutState();
        for (QToolButton* button : s.panel().findChildren<QToolButton*>()) {
            if (button->accessibleName().startsWith(QStringLiteral("Fold")))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QVERIFY(!s.page->findingsVisible());
        const QByteArray folded = s.page->layoutState();
        s.page->restoreLayoutState(before);
        QVERIFY(s.page->findingsVisible());
        s.page->restoreLayoutState(folded);
        QVERIFY(!s.page->findingsVisible());
        s.page->restoreLayoutState(QByteArray("something else"));
        QVERIFY(!s.page->findingsVisible());
    }

    void longWordsWrapAndElide()
    {
        WrapLabel label(QString(200, QLatin1Char('k')));
        label.resize(100, 20);
        const int line = label.fontMetrics().lineSpacing();
        QVERIFY(label.heightForWidth(100) > 5 * line);
        QVERIFY(!label.isElided());
        label.setMaxLines(3);
        QCOMPARE(label.heightForWidth(100), 3 * line);
        QVERIFY(label.isElided());
    }
};

STEPSCOPE_TEST(TestFindingsPanel)
#include "tst_findings_panel.moc"
