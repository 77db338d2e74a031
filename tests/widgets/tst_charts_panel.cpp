// SPDX-License-Identifier: GPL-3.0-or-later
// Charts with real clicks and keys, judged by the figures and by where a bar leads.
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"
#include "widgets/charts/charts_panel.h"
#include "widgets/common/kernel_colour.h"
#include "widgets/pages/trace_page.h"
#include "widgets/tables/table_tabs.h"

#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;

namespace {

struct ShownChartsPanel
{
    explicit ShownChartsPanel(int steps = 6)
        : sample(sampleTrace(steps))
    {
        page = std::make_unique<TracePage>(sample.trace, &theme);
        page->resize(1280, 900);
        page->show();
        page->showPanel(TracePage::Panel::Charts);
        ready = QTest::qWaitForWindowExposed(page.get())
            && QTest::qWaitFor([this]() { return page->isIdle() && charts().bars().count() > 0; });
    }
    [[nodiscard]] ChartsPanel& charts() const { return page->tables().charts(); }
    void choose(const QString& title) const
    {
        for (QToolButton* button : charts().findChildren<QToolButton*>()) {
            if (button->text() == title)
                QTest::mouseClick(button, Qt::LeftButton);
        }
        (void)QTest::qWaitFor([this]() { return page->isIdle(); });
    }
    void click(std::size_t bar) const
    {
        BarsView& bars = charts().bars();
        QWidget* canvas = bars.canvas();
        QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->mapFrom(&bars, bars.columnOf(bar).center().toPoint()));
    }
    [[nodiscard]] bool sees(SliceId slice) const
    {
        const TimeRange range = page->axis().range();
        const auto& slices = sample.trace->slices;
        return range.start <= slices.start[slice.index()] && range.end >= slices.end(slice)
            && range.length() < 4 * slices.dur[slice.index()];
    }

    ThemeSource theme;
    SampleTrace sample;
    std::unique_ptr<TracePage> page;
    bool ready = false;
};

} // namespace

class TestChartsPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClickOnABarGoesToTheStep()
    {
        const ShownChartsPanel s;
        QVERIFY(s.ready);
        QCOMPARE(s.charts().bars().count(), 6U);
        s.click(3);
        QCOMPARE(s.page->selection().slice(), s.sample.steps[3]);
        QVERIFY(s.sees(s.sample.steps[3]));
    }

    void keysDoTheSame()
    {
        const ShownChartsPanel s;
        QVERIFY(s.ready);
        BarsView& bars = s.charts().bars();
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(&bars, Qt::Key_Right);
        QTest::keyClick(&bars, Qt::Key_Left);
        QTest::keyClick(&bars, Qt::Key_Return);
        QCOMPARE(s.page->selection().slice(), s.sample.steps[1]);
    }

    void barsAreTheFigures()
    {
        const ShownChartsPanel s;
        QVERIFY(s.ready);
        const analysis::TraceFigures& figures = *s.page->figures().scoped();
        const BarsData& bars = s.charts().bars().bars();
        for (std::size_t i = 0; i < 6; ++i) {
            double sum = 0;
            for (const BarSet& set : bars.sets)
                sum += set.values[i];
            const analysis::StepFigures& step = figures.steps.steps[i];
            QVERIFY(step.gpuBusyNs && step.gpuIdleNs);
            QVERIFY(std::abs(sum - static_cast<double>(*step.gpuBusyNs + *step.gpuIdleNs) / 1e6) < 1e-3);
        }
    }

    void manyStepsAreSummedUpAndItSaysSo()
    {
        const ShownChartsPanel s(static_cast<int>(Chart::kMostBars) + 60);
        QVERIFY(s.ready);
        QVERIFY(s.charts().bars().count() <= Chart::kMostBars);
        QVERIFY(s.charts().bars().bars().remark.contains(QStringLiteral("mean of 2")));
        s.click(5);
        QCOMPARE(s.page->selection().slice(), s.sample.steps[10]);
    }

    void otherChartsLeadToTheirEvents()
    {
        const ShownChartsPanel s;
        QVERIFY(s.ready);
        s.choose(QStringLiteral("Kernel families"));
        QVERIFY(s.charts().shown() == ChartKind::Families && s.charts().bars().count() > 0);
        for (const BarSet& set : s.charts().bars().bars().sets) { // in the colour of its family, not of one kernel
            int family = 0;
            while (set.name != QLatin1String(analysis::familyName(static_cast<analysis::KernelFamily>(family))))
                ++family;
            const auto colour = familyColour(static_cast<analysis::KernelFamily>(family));
            QCOMPARE(set.brush.color().rgb(), view::Palette(s.theme.theme().dark).colour(colour));
        }
        s.click(0);
        QVERIFY(s.page->selection().slice().valid());
        QVERIFY(model::isGpuWork(s.sample.trace->kindOf(s.page->selection().slice())));
        s.choose(QStringLiteral("Durations"));
        double calls = 0;
        for (const BarSet& set : s.charts().bars().bars().sets) {
            for (const double value : set.values)
                calls += value;
        }
        QVERIFY(calls > 0);
        s.choose(QStringLiteral("Launch delay"));
        QVERIFY(s.charts().bars().count() > 0 && s.charts().bars().count() <= Chart::kMostBars);
        QVERIFY(s.charts().chart().targets.front().slice.valid());
    }

    void whereThereIsRoomTheNextChartStandsBesideIt()
    {
        const ShownChartsPanel s;
        QVERIFY(s.ready);
        ChartPane& beside = s.charts().beside();
        QVERIFY(beside.isVisible());
        QVERIFY(beside.shown() == ChartKind::Families);
        QVERIFY(beside.bars().count() > 0);
        s.choose(QStringLiteral("Launch delay"));
        QVERIFY(s.charts().shown() == ChartKind::Delays && beside.shown() == ChartKind::Steps);
        QWidget* canvas = beside.bars().canvas();
        QTest::mouseClick(
            canvas, Qt::LeftButton, {}, canvas->mapFrom(&beside.bars(), beside.bars().columnOf(2).center().toPoint()));
        QCOMPARE(s.page->selection().slice(), s.sample.steps[2]);
        s.page->resize(ChartsPanel::kTwoCharts - 50, 900);
        QTRY_VERIFY(!beside.isVisible());
    }

    // In a low panel charts keep what tells most, and scroll rather than shrink beyond reading.
    void lowChartsStayReadable()
    {
        const ShownChartsPanel s;
        for (const QSize size : {QSize(960, 540), QSize(1280, 720), QSize(640, 360)}) {
            s.page->resize(size);
            (void)QTest::qWaitFor([&s]() { return s.page->isIdle(); });
            for (const char* title : {"Steps", "Kernel families", "Durations", "Launch delay"}) {
                s.choose(QString::fromLatin1(title));
                const BarsView& bars = s.charts().bars();
                QVERIFY(bars.count() > 0);
                const auto bar = [&bars]() { return bars.columnOf(0); }; // in its place when all is laid out
                QTRY_VERIFY2(bar().height() >= 40, qPrintable(QStringLiteral("%1 %2").arg(title).arg(bar().height())));
                QVERIFY(bars.rect().contains(bar().toAlignedRect()));
            }
        }
    }

    // Nothing that is written is cut, in the panel of a small window either.
    void namesAreWholeWhereTheyStand()
    {
        const ShownChartsPanel s;
        QVERIFY(s.ready);
        s.page->resize(1280, 720);
        s.choose(QStringLiteral("Steps"));
        const BarsView& steps = s.charts().bars();
        QCOMPARE(steps.legendPlaces().size(), steps.bars().sets.size());
        for (const QRect& place : steps.legendPlaces())
            QVERIFY(steps.rect().contains(place));
        BarsData data; // more families than names have room for beside each other
        const QStringList names {QStringLiteral("communication"), QStringLiteral("normalization"),
            QStringLiteral("elementwise"), QStringLiteral("convolution"), QStringLiteral("matrix"),
            QStringLiteral("optimizer"), QStringLiteral("reduction"), QStringLiteral("attention"),
            QStringLiteral("compiled"), QStringLiteral("other")};
        data.namedBars = true;
        data.legend = false;
        data.sets.push_back({QStringLiteral("time"), Qt::blue, {}, {}});
        for (const QString& name : names) {
            data.ticks.emplace_back(static_cast<double>(data.tips.size()), name);
            data.sets[0].values.push_back(static_cast<double>(data.tips.size()) + 1);
            data.tips.push_back(name);
        }
        ThemeSource theme;
        BarsView view(&theme);
        view.setBars(data);
        view.resize(620, 96);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QTRY_VERIFY(
            view.shownNames().size() == static_cast<std::size_t>(names.size()) && view.columnOf(0).height() > 0);
        for (std::size_t i = 0; i < view.shownNames().size(); ++i)
            QCOMPARE(view.shownNames()[i], names[static_cast<qsizetype>(i)]);
        QVERIFY2(view.columnOf(0).height() >= 30, qPrintable(QString::number(view.columnOf(0).height())));
    }

    // Where a bucket begins is an odd time: what the axis tells are round ones, at their place.
    void delaysAreToldAtRoundTimes()
    {
        const ShownChartsPanel s;
        QVERIFY(s.ready);
        s.choose(QStringLiteral("Launch delay"));
        const auto& ticks = s.charts().bars().bars().ticks;
        QVERIFY(ticks.size() >= 3 && ticks.size() <= 7);
        const Chart& chart = s.charts().chart();
        const auto each = static_cast<double>(chart.targets.front().span.length());
        const std::int64_t origin = s.sample.trace->rangeStart;
        const auto first = static_cast<double>(chart.targets.front().span.start - origin);
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            const double ms = (first + (ticks[i].first + 0.5) * each) / 1e6;
            QVERIFY(std::abs(ms / 10 - std::round(ms / 10)) < 1e-6);
            const QString expected = ms < 1 ? QStringLiteral("0") : QStringLiteral("%1 ms").arg(std::lround(ms));
            QCOMPARE(ticks[i].second, expected);
        }
    }

    void chartsFollowTheScope()
    {
        const ShownChartsPanel s;
        QVERIFY(s.ready);
        const std::int64_t number = s.page->figures().scoped()->steps.steps[2].span.number;
        s.page->figures().setScope({std::nullopt, number});
        QTRY_COMPARE(s.charts().bars().count(), 1U);
        s.click(0);
        QCOMPARE(s.page->selection().slice(), s.sample.steps[2]);
    }
};

STEPSCOPE_TEST(TestChartsPanel)
#include "tst_charts_panel.moc"
