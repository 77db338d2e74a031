// SPDX-License-Identifier: GPL-3.0-or-later
// What of a memory snapshot is looked at: filters and search of the allocations, the step in the tool bar, the legend.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/test_registry.h"
#include "tests/widgets/memory_page_fixture.h"
#include "widgets/memory/allocations_panel.h"
#include "widgets/memory/colour_legend.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/memory/timeline_options.h"
#include "widgets/pages/step_selector.h"
#include "widgets/tables/table_view.h"

#include <QComboBox>
#include <QLineEdit>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;
using Panel = MemoryPage::Panel;

class TestMemoryChoices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allocationsByStreamPoolAndCategory();
    void anyFrameIsFound();
    void stepsAreChosen();
    void legendNamesWhatIsSeen();
};

void TestMemoryChoices::allocationsByStreamPoolAndCategory()
{
    SnapshotBuilder b;
    b.category("PARAMETER");
    (void)b.alloc(3 * kMiB);
    b.category("GRADIENT");
    (void)b.alloc(5 * kMiB);
    (void)b.stream(0x77).alloc(7 * kMiB);
    (void)b.stream(0).pool({0, 4}).alloc(9 * kMiB);
    b.device(1).pool({0, 0});
    (void)b.alloc(kMiB);
    ShownSnapshot s(b.assembled());
    QVERIFY(s.ready);
    s.page->showPanel(Panel::Allocations);
    AllocationsPanel& panel = s.page->allocations();
    const auto sizes = [&]() {
        std::vector<std::uint64_t> mib;
        for (const AllocId id : s.settle() ? panel.rows() : std::vector<AllocId>())
            mib.push_back(s.page->snapshot().devices[0].allocations.size[id.index()] / kMiB);
        return mib;
    };
    const auto choose = [](QComboBox& box, const QString& text) { box.setCurrentIndex(box.findText(text)); };
    QCOMPARE(sizes(), (std::vector<std::uint64_t> {3, 5, 7, 9}));
    choose(panel.categoryBox(), QStringLiteral("gradient"));
    QCOMPARE(sizes(), (std::vector<std::uint64_t> {5, 7, 9}));
    QVERIFY(panel.streamBox().isVisible() && panel.poolBox().isVisible());
    panel.streamBox().setCurrentIndex(1); // the default stream
    QCOMPARE(sizes(), (std::vector<std::uint64_t> {5, 9}));
    panel.poolBox().setCurrentIndex(2); // the private one
    QCOMPARE(sizes(), (std::vector<std::uint64_t> {9}));
    panel.categoryBox().setCurrentIndex(0);
    panel.streamBox().setCurrentIndex(0);
    panel.poolBox().setCurrentIndex(1);
    QCOMPARE(sizes(), (std::vector<std::uint64_t> {3, 5, 7}));
    s.page->cursor().setDevice(1); // has but one of each, and is not limited to what was chosen before
    QVERIFY(s.settle());
    QVERIFY(!panel.streamBox().isVisible() && !panel.poolBox().isVisible());
    QCOMPARE(panel.rows().size(), std::size_t {1});
}

void TestMemoryChoices::anyFrameIsFound()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    QVERIFY(s.page->canFind());
    s.page->find();
    QVERIFY(s.page->shownPanel() == Panel::Allocations);
    QLineEdit& box = s.page->allocations().filterBox();
    QVERIFY(box.hasFocus());
    QVERIFY(s.settle());
    TableView& view = s.page->allocations().view();
    QTest::keyClicks(&box, QStringLiteral("train.py:21")); // an outer frame, that no row shows
    QTRY_COMPARE(view.model().rowCount(), 6);
    const model::AllocationTable& table = s.page->snapshot().devices[0].allocations;
    s.page->findAllocations(QStringLiteral("0x%1").arg(table.address[0], 0, 16));
    const auto reused = std::count(table.address.begin(), table.address.end(), table.address[0]);
    QTRY_COMPARE(view.model().rowCount(), static_cast<int>(reused));
    for (std::size_t c = 0; c < static_cast<std::size_t>(view.model().columnCount()); ++c)
        QVERIFY(view.model().headerData(static_cast<int>(c), Qt::Horizontal, Qt::DisplayRole).toString()
            != QStringLiteral("Stack"));
}

void TestMemoryChoices::stepsAreChosen()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    StepSelector box;
    box.follow(s.page->stepChoice());
    const auto& steps = s.page->figures().figures()->devices[0].steps;
    QCOMPARE(box.count(), static_cast<int>(steps.size()) + 1);
    QVERIFY(box.isEnabled());
    QTest::keyClick(&box, Qt::Key_Down);
    QCOMPARE(s.page->cursor().range(), std::optional(EntryRange {steps[0].firstEntry, steps[0].lastEntry}));
    QCOMPARE(box.shownText(), QStringLiteral("Step #0"));
    QVERIFY(s.page->stepChoice()->statistics(0).contains(QStringLiteral("peak 76.0 MiB")));
    s.page->run(TimelineCommand::NextStep);
    QCOMPARE(box.currentIndex(), 2);
    QVERIFY(!s.page->axis().showsAll());
    s.page->stepChoice()->chooseAll();
    QVERIFY(s.page->axis().showsAll() && !s.page->cursor().range());
    QCOMPARE(box.currentIndex(), 0);
    s.page->cursor().setDevice(1);
    QVERIFY(!box.isEnabled());
    QCOMPARE(box.shownText(), QStringLiteral("No steps"));
}

void TestMemoryChoices::legendNamesWhatIsSeen()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    const auto names = [&s]() {
        QStringList all;
        for (const LegendEntry& entry : s.page->legend().entries())
            all << entry.name;
        return all;
    };
    QCOMPARE(names().size(), 3); // most area first
    QVERIFY2(names()[0].contains(QStringLiteral("model.py:10")), qPrintable(names()[0]));
    const MemoryGroups& groups = s.page->timeline().content().groups();
    const view::BandPalette palette(false);
    for (std::size_t i = 0; i < groups.order.size(); ++i)
        QCOMPARE(s.page->legend().entries()[i].colour.rgb(), palette.colour(groups.colours[groups.order[i]]));
    QCOMPARE(s.page->legend().shownEntries(), 3);
    s.page->legend().resize(250, 22); // too narrow for all of them
    QVERIFY(s.page->legend().shownEntries() < 3);
    QTest::keyClick(&s.page->options().colourBox(), Qt::Key_Down); // by category
    QVERIFY(names().contains(QStringLiteral("parameter")));
    QTest::keyClick(&s.page->options().colourBox(), Qt::Key_Down); // by size, in the order of sizes
    QVERIFY(names().size() >= 2 && names().first().startsWith(QStringLiteral("up to")));
}

STEPSCOPE_TEST(TestMemoryChoices)
#include "tst_memory_choices.moc"
