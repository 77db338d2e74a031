// SPDX-License-Identifier: GPL-3.0-or-later
// The Range panel with real drags and clicks in the timeline.
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/charts/bars_view.h"
#include "widgets/details/event_details.h"
#include "widgets/details/slice_distance.h"
#include "widgets/pages/trace_page.h"
#include "widgets/tables/range_table.h"
#include "widgets/tables/table_tabs.h"
#include "widgets/tables/table_view.h"

#include <QLabel>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;

namespace {

struct ShownRangePanel
{
    ShownRangePanel()
        : sample(sampleTrace())
    {
        page = std::make_unique<TracePage>(sample.trace, &theme);
        page->resize(1280, 900);
        page->show();
        page->showPanel(TracePage::Panel::Range);
        ready = QTest::qWaitForWindowExposed(page.get()) && QTest::qWaitFor([this]() { return page->isIdle(); });
    }
    [[nodiscard]] RangePanel& range() const { return page->tables().range(); }
    [[nodiscard]] TableView& view() const { return range().table().view(); }
    [[nodiscard]] TimelineView& timeline() const { return page->timeline(); }
    [[nodiscard]] QWidget* canvas() const { return timeline().viewport(); }
    // Zooms to a slice and clicks it.
    void click(SliceId slice, Qt::KeyboardModifiers modifiers = {}) const
    {
        timeline().reveal(slice);
        (void)QTest::qWaitFor([this]() { return page->isIdle(); });
        QTest::mouseClick(canvas(), Qt::LeftButton, modifiers, timeline().rectOf(slice).center().toPoint());
    }
    [[nodiscard]] bool saysThatRowsAreHidden() const
    {
        const auto labels = range().findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
            [](const QLabel* label) { return label->text().contains(QStringLiteral("without hidden rows")); });
    }
    void drag() const
    {
        dragOn(canvas(), QPoint(canvas()->width() / 4, 60), QPoint(canvas()->width() / 2, 60), Qt::ShiftModifier);
        (void)QTest::qWaitFor([this]() { return page->isIdle(); });
    }

    ThemeSource theme;
    SampleTrace sample;
    std::unique_ptr<TracePage> page;
    bool ready = false;
};

std::vector<SliceId> slicesNamedLike(const model::Trace& trace, SliceId like)
{
    std::vector<SliceId> found;
    for (std::uint32_t i = 0; i < trace.slices.size(); ++i) {
        if (trace.slices.name[i] == trace.slices.name[like.index()])
            found.emplace_back(i);
    }
    return found;
}

} // namespace

class TestRangePanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDragSumsUpWhatLiesInTheRange()
    {
        const ShownRangePanel s;
        QVERIFY(s.ready);
        QVERIFY(!s.view().model().table());
        s.drag();
        const std::optional<TimeRange> range = s.page->selection().range();
        QVERIFY(range.has_value());
        const auto sums
            = analysis::rangeSums(*s.sample.trace, {range->start, range->end}, analysis::placedLanes(*s.sample.trace));
        const std::vector<analysis::RangeRow> rows = analysis::groupRange(*sums, analysis::RangeGrouping::Name);
        QVERIFY(rows.size() > 3);
        QTRY_COMPARE(s.view().model().rowCount(), static_cast<int>(rows.size()));
        // GPU work by its time, then the rest by self.
        const auto isWork = [&s](const analysis::RangeRow& row) {
            return model::isGpuWork(s.sample.trace->categories[row.category.value()].kind);
        };
        std::vector<analysis::RangeRow> expected = rows;
        std::stable_sort(expected.begin(), expected.end(), [&](const auto& a, const auto& b) {
            return isWork(a) != isWork(b) ? isWork(a) : isWork(a) && a.totalNs > b.totalNs;
        });
        QVERIFY(isWork(expected.front()) && !isWork(expected.back()));
        for (std::size_t i = 0; i < expected.size(); ++i)
            QCOMPARE(s.view().model().index(static_cast<int>(i), 0).data().toString().toStdString(),
                std::string(s.sample.trace->names.view(expected[i].name)));
        s.page->selection().setRange({});
        QTRY_VERIFY(!s.view().model().table());
    }

    void rowsAndCategoriesHaveGpuWorkFirst()
    {
        const SampleTrace sample = sampleTrace();
        const auto sums = analysis::rangeSums(
            *sample.trace, {sample.trace->rangeStart, sample.trace->rangeEnd}, analysis::placedLanes(*sample.trace));
        for (const auto grouping : {analysis::RangeGrouping::Row, analysis::RangeGrouping::Category}) {
            const TablePtr table = buildRangeTable(*sample.trace, *sums, grouping);
            std::size_t gpu = 0;
            while (table->columns[gpu].column.key != "gpu_ns")
                ++gpu;
            QCOMPARE(table->sortColumn, static_cast<int>(gpu));
            std::int64_t before = INT64_MAX;
            std::size_t row = 0;
            for (; row < table->grid.rows() && table->grid.hasValue(gpu, row); ++row) {
                QVERIFY(table->grid.number(gpu, row) <= before);
                before = table->grid.number(gpu, row);
            }
            QVERIFY(row > 0 && row < table->grid.rows());
            for (; row < table->grid.rows(); ++row)
                QVERIFY(!table->grid.hasValue(gpu, row));
        }
    }

    void hiddenRowsDoNotCount()
    {
        const ShownRangePanel s;
        s.drag();
        QTRY_VERIFY(s.view().model().rowCount() > 3);
        const int all = s.view().model().rowCount();
        view::TrackLayout& layout = s.timeline().content().layout();
        for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
            if (layout.nodes()[i].kind == view::NodeKind::Device)
                layout.setHidden(view::NodeId(i), true);
        }
        s.timeline().showLayout();
        QTRY_VERIFY(s.page->isIdle() && s.view().model().rowCount() < all);
        QVERIFY(s.saysThatRowsAreHidden());
        layout.showAllHidden();
        s.timeline().showLayout();
        QTRY_COMPARE(s.view().model().rowCount(), all);
        QVERIFY(!s.saysThatRowsAreHidden());
    }

    void theFirstDragBringsThePanelForward()
    {
        const ShownRangePanel s;
        s.page->showPanel(TracePage::Panel::Selection);
        s.drag();
        QCOMPARE(s.page->shownPanel(), TracePage::Panel::Range);
        s.page->showPanel(TracePage::Panel::Kernels);
        s.drag(); // people have chosen another one since
        QCOMPARE(s.page->shownPanel(), TracePage::Panel::Kernels);
    }

    void buttonsGroup()
    {
        const ShownRangePanel s;
        s.drag();
        QTRY_VERIFY(s.view().model().rowCount() > 3);
        for (QToolButton* button : s.range().findChildren<QToolButton*>()) {
            if (button->text() == QStringLiteral("Rows"))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(s.range().grouping(), analysis::RangeGrouping::Row);
        QCOMPARE(s.view().model().headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("Row"));
    }

    void enterLeadsToTheLongest()
    {
        const ShownRangePanel s;
        s.drag();
        QTRY_VERIFY(s.view().model().rowCount() > 3);
        s.view().setFocus();
        s.view().selectRow(1);
        s.view().setCurrentIndex(s.view().model().index(1, 0));
        const RowTarget target = s.view().model().table()->targets[s.view().model().dataRow(1)];
        QTest::keyClick(&s.view(), Qt::Key_Return);
        QCOMPARE(s.page->selection().slice(), target.slice);
        QVERIFY(s.page->axis().range().start <= target.span.start && s.page->axis().range().end >= target.span.end);
    }

    void theHistogramMarksTheSelectedSlice()
    {
        const ShownRangePanel s;
        QVERIFY(s.ready);
        QCOMPARE(s.range().histogram().count(), 0U);
        s.click(s.sample.kernel);
        QCOMPARE(s.page->selection().slice(), s.sample.kernel);
        s.page->showPanel(TracePage::Panel::Range);
        QTRY_VERIFY(s.range().histogram().count() > 0);
        const BarsData& bars = s.range().histogram().bars();
        double sum = 0;
        for (const BarSet& set : bars.sets) {
            for (const double value : set.values)
                sum += value;
        }
        QCOMPARE(sum, static_cast<double>(slicesNamedLike(*s.sample.trace, s.sample.kernel).size()));
        const std::vector<double> ticks = s.range().histogram().valueTicks();
        QVERIFY(ticks.size() >= 2 && ticks.front() == 0 && ticks.back() >= 1);
        for (const double tick : ticks)
            QCOMPARE(tick, std::round(tick)); // no half calls
        QVERIFY(bars.marked.has_value());
        QVERIFY(bars.sets.at(1).values[*bars.marked] >= 1);
    }

    void controlClickMeasures()
    {
        const ShownRangePanel s;
        QVERIFY(s.ready);
        s.page->axis().fitAll();
        const std::vector<SliceId>& steps = s.sample.steps;
        s.click(steps[1]);
        QCOMPARE(s.page->selection().slice(), steps[1]);
        s.click(steps[3], Qt::ControlModifier);
        QCOMPARE(s.page->selection().slice(), steps[1]); // stays
        QCOMPARE(s.page->selection().measured(), steps[3]);
        const auto& slices = s.sample.trace->slices;
        const Distance distance = distanceBetween(*s.sample.trace, steps[3], steps[1]);
        QCOMPARE(distance.first, steps[1]);
        QCOMPARE(distance.startToStart, slices.start[steps[3].index()] - slices.start[steps[1].index()]);
        QCOMPARE(distance.endToStart, slices.start[steps[3].index()] - slices.end(steps[1]));
        QTRY_VERIFY(s.range().distances().contains(QStringLiteral("start to start: 20 ms")));
        s.click(steps[2]);
        QVERIFY(!s.page->selection().measured().valid());
        QVERIFY(s.range().distances().isEmpty());
    }

    void markingASliceShowsItsSums()
    {
        const ShownRangePanel s;
        QVERIFY(s.ready);
        s.page->axis().fitAll();
        s.click(s.sample.steps[1]);
        for (int i = 0; i < 2; ++i) {
            s.page->showPanel(TracePage::Panel::Kernels);
            QTest::keyClick(&s.timeline(), Qt::Key_M);
            QCOMPARE(s.page->shownPanel(), TracePage::Panel::Range);
        }
        const auto& slices = s.sample.trace->slices;
        QCOMPARE(s.page->selection().range()->start, slices.start[s.sample.steps[1].index()]);
        s.page->selection().clear();
        s.page->showPanel(TracePage::Panel::Kernels);
        QTest::keyClick(&s.timeline(), Qt::Key_M); // of nothing
        QCOMPARE(s.page->shownPanel(), TracePage::Panel::Kernels);
    }

    void measuringIsSeen()
    {
        const ShownRangePanel s;
        QVERIFY(s.ready);
        s.page->axis().fitAll();
        s.click(s.sample.steps[1]);
        const auto strong = [&s]() {
            const QImage picture = s.canvas()->grab().toImage();
            int count = 0;
            for (int y = 0; y < picture.height(); ++y) {
                for (int x = 0; x < picture.width(); ++x)
                    count += picture.pixelColor(x, y) == s.theme.theme().accent ? 1 : 0;
            }
            return count;
        };
        const int before = strong();
        QVERIFY(!s.page->details().plainText().contains(QStringLiteral("Measured to")));
        s.click(s.sample.steps[3], Qt::ControlModifier);
        QVERIFY2(strong() > before + 200, "a line between the slices, and its length");
        QVERIFY(s.page->details().plainText().contains(QStringLiteral("Measured to")));
        s.click(s.sample.steps[1]);
        s.page->selection().measureTo({});
        QCOMPARE(strong(), before);
    }

    void aSliceOutsideTheRangeIsSaidToBeThere()
    {
        const ShownRangePanel s;
        QVERIFY(s.ready);
        const std::int64_t after = s.sample.trace->slices.end(s.sample.steps.back());
        s.page->selection().setRange(TimeRange {after + 1, after + 1000});
        s.page->selection().select(s.sample.steps[0]);
        const auto says = [&s](const char* words) {
            const auto labels = s.range().findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                [words](const QLabel* label) { return label->text().startsWith(QLatin1String(words)); });
        };
        QTRY_VERIFY(says("The selected one lies outside the range: "));
        s.page->selection().setRange({});
        QTRY_VERIFY(!says("The selected one lies outside"));
    }

    void aClickShowsTheSelection()
    {
        const ShownRangePanel s;
        QVERIFY(s.ready);
        s.page->showPanel(TracePage::Panel::Kernels);
        s.page->selection().select(s.sample.op); // by a table, say
        QCOMPARE(s.page->shownPanel(), TracePage::Panel::Kernels);
        s.click(s.sample.kernel);
        QCOMPARE(s.page->shownPanel(), TracePage::Panel::Selection);
        s.drag();
        QCOMPARE(s.page->shownPanel(), TracePage::Panel::Range);
        s.click(s.sample.kernel); // the panel of the range tells about it too
        QCOMPARE(s.page->shownPanel(), TracePage::Panel::Range);
    }

    void overlapsAreCalledSo()
    {
        const ShownRangePanel s;
        const Distance distance = distanceBetween(*s.sample.trace, s.sample.launch, s.sample.op);
        QCOMPARE(distance.first, s.sample.op);
        QVERIFY(distance.endToStart < 0);
        QVERIFY(distanceText(*s.sample.trace, distance).contains(QStringLiteral("overlap: ")));
    }
};

STEPSCOPE_TEST(TestRangePanel)
#include "tst_range_panel.moc"
