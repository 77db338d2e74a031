// SPDX-License-Identifier: GPL-3.0-or-later
// The Flame panel of a trace with real clicks, judged by the call tree and by where a node leads.
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"
#include "widgets/pages/trace_page.h"
#include "widgets/tables/table_tabs.h"

#include <QTest>
#include <QToolButton>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;
using analysis::CallFrames;
using analysis::CallTree;
using analysis::CallWeight;

namespace {

struct ShownFlamePanel
{
    ShownFlamePanel()
        : sample(sampleTrace(6))
    {
        page = std::make_unique<TracePage>(sample.trace, &theme);
        page->resize(1280, 900);
        page->show();
        page->showPanel(TracePage::Panel::Flame);
        ready = QTest::qWaitForWindowExposed(page.get()) && settled();
    }
    [[nodiscard]] FlamePanel& flame() const { return page->tables().flame(); }
    [[nodiscard]] bool settled() const
    {
        return QTest::qWaitFor([this]() { return page->isIdle() && flame().calls(); });
    }
    [[nodiscard]] QToolButton* button(const QString& text) const
    {
        for (QToolButton* button : flame().findChildren<QToolButton*>()) {
            if (button->text() == text)
                return button;
        }
        return nullptr;
    }
    // The tree that is shown is that of the analysis.
    [[nodiscard]] bool shows(const analysis::Window& window, CallFrames frames, CallWeight weight) const
    {
        const CallTree expected = callTree(*sample.trace, window, frames, weight);
        const auto& shown = flame().calls()->nodes;
        if (shown.size() != expected.nodes.size() || flame().view().canvas().tree()->nodes.size() != shown.size())
            return false;
        for (std::size_t i = 0; i < shown.size(); ++i) {
            if (shown[i].totalNs != expected.nodes[i].totalNs || shown[i].name != expected.nodes[i].name)
                return false;
        }
        return shown.front().totalNs > 0;
    }

    ThemeSource theme;
    SampleTrace sample;
    std::unique_ptr<TracePage> page;
    bool ready = false;
};

} // namespace

class TestFlamePanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void choicesChangeTheTree()
    {
        const ShownFlamePanel s;
        QVERIFY(s.ready);
        QVERIFY(s.shows({}, CallFrames::All, CallWeight::CpuTime));
        QTest::mouseClick(s.button(QStringLiteral("Operators")), Qt::LeftButton);
        QVERIFY(s.settled() && s.shows({}, CallFrames::Operators, CallWeight::CpuTime));
        QTest::mouseClick(s.button(QStringLiteral("GPU time")), Qt::LeftButton);
        QVERIFY(s.settled() && s.shows({}, CallFrames::Operators, CallWeight::DeviceTime));
        QTest::mouseClick(s.button(QStringLiteral("Python")), Qt::LeftButton);
        QVERIFY(s.settled() && s.shows({}, CallFrames::Python, CallWeight::DeviceTime));
    }

    void followsTheRangeAndTheStep()
    {
        const ShownFlamePanel s;
        QVERIFY(s.ready);
        const auto& slices = s.sample.trace->slices;
        const SliceId step = s.sample.steps[2];
        const std::int64_t start = slices.start[step.index()];
        s.page->selection().setRange(TimeRange {start, start + 3'000'000});
        QVERIFY(!s.flame().isIdle());
        QVERIFY(s.settled());
        QVERIFY(s.shows(analysis::cutTo({start, start + 3'000'000}), CallFrames::All, CallWeight::CpuTime));
        s.page->selection().setRange(std::nullopt);
        QVERIFY(s.settled() && s.shows({}, CallFrames::All, CallWeight::CpuTime));
        s.page->stepScope().choose(2);
        QVERIFY(s.settled());
        QTRY_VERIFY(s.shows(s.page->figures().scoped()->window, CallFrames::All, CallWeight::CpuTime));
        QCOMPARE(s.flame().calls()->nodes.front().totalNs < slices.dur[step.index()] * 3, true);
    }

    void aNodeLeadsToItsLongestSlice()
    {
        const ShownFlamePanel s;
        QVERIFY(s.ready);
        FlameCanvas& canvas = s.flame().view().canvas();
        const auto& nodes = s.flame().calls()->nodes;
        std::uint32_t node = 0;
        while (!nodes[node].longest.valid())
            node = nodes[node].firstChild;
        QVERIFY(!canvas.boxRect(node).isEmpty());
        QTest::mouseDClick(canvas.viewport(), Qt::LeftButton, {}, canvas.boxRect(node).center().toPoint());
        QCOMPARE(s.page->selection().slice(), nodes[node].longest);
        const TimeRange seen = s.page->axis().range();
        const std::int64_t start = s.sample.trace->slices.start[nodes[node].longest.index()];
        QVERIFY(seen.start <= start && start < seen.end);
    }

    void whatIsNotRecordedCannotBeChosen()
    {
        TraceFixture fixture;
        const ProcessId process = fixture.process("1", "python");
        fixture.slice(fixture.thread(process, "1", "main"), "aten::mm", model::EventKind::CpuOp, 0, 100);
        ThemeSource theme;
        TracePage page(fixture.build(), &theme);
        QStringList disabled;
        for (const QToolButton* button : page.tables().flame().findChildren<QToolButton*>()) {
            if (!button->isEnabled())
                disabled << button->text() + QLatin1Char(' ') + button->toolTip();
        }
        QCOMPARE(disabled.size(), 2);
        QVERIFY(disabled.join(QLatin1Char('\n')).contains(QStringLiteral("with_stack=True")));
        QVERIFY(disabled.join(QLatin1Char('\n')).contains(QStringLiteral("ProfilerActivity.CUDA")));
    }
};

STEPSCOPE_TEST(TestFlamePanel)
#include "tst_flame_panel.moc"
