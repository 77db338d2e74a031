// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a memory snapshot with real mouse and keys: findings, panels and timeline move one cursor.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/test_registry.h"
#include "tests/widgets/memory_page_fixture.h"
#include "widgets/findings/finding_card.h"
#include "widgets/findings/findings_panel.h"
#include "widgets/flame/flame_view.h"
#include "widgets/memory/allocation_details.h"
#include "widgets/memory/allocations_panel.h"
#include "widgets/memory/allocator_state_panel.h"
#include "widgets/memory/allocator_state_view.h"
#include "widgets/memory/entries_panel.h"
#include "widgets/memory/holders_panel.h"
#include "widgets/memory/memory_steps_panel.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/memory/oom_panel.h"
#include "widgets/memory/timeline_options.h"
#include "widgets/tables/table_view.h"

#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QToolButton>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;
using Panel = MemoryPage::Panel;

namespace {

void doubleClickRow(TableView& view, int row)
{
    const QPoint at = view.visualRect(view.model().index(row, 0)).center();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, at);
}

void pointAt(QWidget& viewport, QPoint at)
{
    QMouseEvent move(QEvent::MouseMove, at, viewport.mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(&viewport, &move);
}

} // namespace

class TestMemoryPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startsWhereItMatters();
    void findingsMoveTheCursor();
    void aLeakMarksAllItsBlocks();
    void selectionTellsEverything();
    void allocationsListAndLead();
    void agesAreAtLeastWhereTheyAreNotKnown();
    void allocationsFollowPointAndRange();
    void entriesLead();
    void stepsLead();
    void holdersAddUp();
    void stateFollowsTheCursor();
    void blocksOfTheStateAnswer();
    void oomLeadsToItsState();
    void deviceSwitchClearsTheRest();
    void withoutAHistoryOnlyTheEndIsTold();
    void coloursAreShared();
    void withoutHistoryTheEndIsShown();
};

void TestMemoryPage::startsWhereItMatters()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    QCOMPARE(s.page->cursor().device(), s.page->snapshot().defaultDevice);
    QCOMPARE(s.page->cursor().entry(), s.page->snapshot().devices[0].ooms.front());
    QVERIFY(s.page->shownPanel() == Panel::Oom);
    s.page->cursor().setDevice(1);
    QCOMPARE(s.page->cursor().entry(), s.page->snapshot().devices[1].active.peakEntry);
    QVERIFY(s.page->figures().figures() != nullptr);
    QVERIFY(s.page->whatText().contains(QStringLiteral("peak")));
}

void TestMemoryPage::findingsMoveTheCursor()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    const auto& findings = s.page->figures().judgement()->findings;
    QCOMPARE(s.page->findingsPanel().cards().size(), findings.size());
    for (std::size_t i = 0; i < findings.size(); ++i) {
        if (findings[i].memory.empty())
            continue;
        QTest::mouseClick(s.page->findingsPanel().cards()[i], Qt::LeftButton);
        const analysis::MemoryEvidence& evidence = findings[i].memory.front();
        QCOMPARE(s.page->cursor().device(), evidence.device);
        if (evidence.entryFrom < evidence.entryTo)
            QCOMPARE(s.page->cursor().range()->first, evidence.entryFrom);
        QVERIFY(!s.page->figures().placeText(findings[i], 0).isEmpty());
    }
}

// Not only the one the finding leads to: every block of the line, until one goes on to something else.
void TestMemoryPage::aLeakMarksAllItsBlocks()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    const auto& findings = s.page->figures().judgement()->findings;
    const auto leak = std::find_if(findings.begin(), findings.end(),
        [](const analysis::Finding& finding) { return finding.rule == "memory.growth"; });
    QVERIFY(leak != findings.end());
    const model::AllocationTable& table = s.page->snapshot().devices[0].allocations;
    const auto isLeak = [&table](std::size_t block) { return table.size[block] == 6 * kMiB; };
    QTest::mouseClick(
        s.page->findingsPanel().cards()[static_cast<std::size_t>(leak - findings.begin())], Qt::LeftButton);
    QVERIFY(s.settle());
    QCOMPARE(s.page->cursor().marked().size(), std::size_t {6});
    const MemoryTimelineData& content = s.page->timeline().content();
    for (std::size_t block = 0; block < table.count(); ++block)
        QCOMPARE(content.isMuted(block), !isLeak(block));

    const auto clickOn = [&s, &isLeak](bool wanted) {
        const QRect canvas = s.page->timeline().canvas();
        for (int y = canvas.height() - 2; y > 0; y -= 3) {
            const QPointF at(canvas.width() - 3, y);
            const AllocId block = s.page->timeline().hitAt(at).allocation;
            if (!block.valid() || isLeak(block.index()) != wanted)
                continue;
            QTest::mouseClick(&s.page->timeline(), Qt::LeftButton, {}, (at + canvas.topLeft()).toPoint());
            return s.page->cursor().allocation() == block;
        }
        return false;
    };
    s.page->timeline().fitEntries({-1, s.page->snapshot().devices[0].entryCount() - 1});
    QVERIFY(s.settle());
    QVERIFY(clickOn(true));
    QCOMPARE(s.page->cursor().marked().size(), std::size_t {6});
    QVERIFY(clickOn(false));
    QVERIFY(s.page->cursor().marked().empty());
    QVERIFY(!content.isMuted(0));
    s.page->goToFinding(static_cast<std::size_t>(leak - findings.begin()));
    QCOMPARE(s.page->cursor().marked().size(), std::size_t {6});
    s.page->cursor().setDevice(1);
    QVERIFY(s.page->cursor().marked().empty());
    QVERIFY(s.settle());
}

void TestMemoryPage::selectionTellsEverything()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    QVERIFY(s.page->details().plainText().isEmpty());
    s.page->cursor().choose(AllocId(1U)); // the first activation
    const QString text = s.page->details().plainText();
    for (const char* part : {"0x7f", "30.0 MiB", "31 458 280 B", "model.py", "default stream", "default pool"})
        QVERIFY2(text.contains(QLatin1String(part)), part);
    const QJsonObject json = QJsonDocument::fromJson(s.page->details().jsonText().toUtf8()).object();
    QCOMPARE(json.value(QStringLiteral("size")).toInteger(), qint64 {30 * kMiB + 1000});
    QCOMPARE(json.value(QStringLiteral("frames")).toArray().size(), 2);
}

void TestMemoryPage::allocationsListAndLead()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    s.page->showPanel(Panel::Allocations);
    QVERIFY(s.settle());
    AllocationsPanel& panel = s.page->allocations();
    QCOMPARE(panel.rows().size(), s.page->snapshot().devices[0].allocations.count());
    TableView& view = panel.view();
    doubleClickRow(view, 0); // the largest
    const AllocId chosen = s.page->cursor().allocation();
    QCOMPARE(s.page->snapshot().devices[0].allocations.size[chosen.index()], 40 * kMiB);
    QCOMPARE(s.page->cursor().entry(), s.page->snapshot().devices[0].allocations.born[chosen.index()]);
    QTest::keyClicks(&panel.filterBox(), QStringLiteral("log_loss"));
    QTRY_COMPARE(view.model().rowCount(), 6);
    panel.filterBox().clear();
    panel.sizeBox().setCurrentIndex(1); // 1 MiB and more: not the six of 700 bytes
    QVERIFY(s.settle());
    QCOMPARE(panel.rows().size(), s.page->snapshot().devices[0].allocations.count() - 6);
}

void TestMemoryPage::agesAreAtLeastWhereTheyAreNotKnown()
{
    SnapshotBuilder b;
    const std::uint64_t before = b.initial(3 * kMiB); // freed at entry 2 and 3
    const std::uint64_t known = b.alloc(2 * kMiB);    // lives for entries 0 to 5
    (void)b.alloc(kMiB + kMiB / 2);                   // stays
    b.free(before);
    b.free(known);
    ShownSnapshot s(b.assembled());
    QVERIFY(s.ready);
    QCOMPARE(s.page->snapshot().record.diagnostics.count(DiagnosticKind::free_without_alloc), std::uint64_t {1});
    QCOMPARE(s.page->warnings(), std::uint64_t {0}); // that it was there before is no fault of the file
    s.page->showPanel(Panel::Allocations);
    QVERIFY(s.settle());
    QAbstractItemModel& model = s.page->allocations().view().model();
    const auto columnOf = [&model](const QString& title) {
        for (int column = 0; column < model.columnCount(); ++column) {
            if (model.headerData(column, Qt::Horizontal).toString() == title)
                return column;
        }
        return -1;
    };
    const int age = columnOf(QStringLiteral("Age"));
    const int lived = columnOf(QStringLiteral("Lived"));
    QVERIFY(age >= 0 && lived >= 0);
    QCOMPARE(columnOf(QString()), -1); // what stands before the numbers has no column of its own
    const auto shown = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(shown(0, age), QStringLiteral("≥ 3")); // largest first
    QCOMPARE(shown(1, age), QStringLiteral("5"));
    QCOMPARE(shown(2, age), QStringLiteral("≥ 4"));
    QVERIFY(shown(0, lived).startsWith(QStringLiteral("≥ 30")));
    QVERIFY(!shown(1, lived).contains(QStringLiteral("≥")));
    model.sort(age, Qt::DescendingOrder);
    QTRY_COMPARE(shown(0, age), QStringLiteral("5"));
    QCOMPARE(shown(1, age), QStringLiteral("≥ 4"));
    s.page->cursor().choose(AllocId(0U));
    QVERIFY(s.page->details().plainText().contains(QStringLiteral("≥ 3 entries")));
    QVERIFY(s.page->details().jsonText().contains(QStringLiteral("\"age_bound\": \"≥\"")));
    s.page->cursor().choose(AllocId(1U));
    QVERIFY(s.page->details().plainText().contains(QStringLiteral("5 entries")));
    QVERIFY(!s.page->details().plainText().contains(QStringLiteral("≥")));
}

void TestMemoryPage::allocationsFollowPointAndRange()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    s.page->showPanel(Panel::Allocations);
    AllocationsPanel& panel = s.page->allocations();
    panel.scopeBox().setCurrentIndex(static_cast<int>(AllocationScope::LiveAtPoint));
    const model::MemoryDevice& device = s.page->snapshot().devices[0];
    for (std::int32_t entry = 0; entry < device.entryCount(); entry += 3) {
        s.page->cursor().setEntry(entry);
        QVERIFY(s.settle());
        QCOMPARE(panel.rows(), model::liveAt(s.page->snapshot(), device, entry));
    }
    panel.scopeBox().setCurrentIndex(static_cast<int>(AllocationScope::FreedInRange));
    s.page->cursor().setRange(EntryRange {0, device.entryCount() - 1});
    QVERIFY(s.settle());
    QCOMPARE(panel.rows().size(), std::size_t {12});
}

void TestMemoryPage::entriesLead()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    s.page->showPanel(Panel::Entries);
    QVERIFY(s.settle());
    TableView& view = s.page->entries().view();
    QCOMPARE(view.model().rowCount(), s.page->snapshot().devices[0].entryCount());
    doubleClickRow(view, 3);
    QCOMPARE(s.page->cursor().entry(), 3);
    QCOMPARE(s.page->cursor().allocation(), s.page->snapshot().devices[0].allocationOf[3]);
}

void TestMemoryPage::stepsLead()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    s.page->showPanel(Panel::Steps);
    const auto& steps = s.page->figures().figures()->devices[0].steps;
    TableView& view = s.page->stepsPanel().view();
    QCOMPARE(static_cast<std::size_t>(view.model().rowCount()), steps.size());
    QVERIFY(!steps.empty());
    doubleClickRow(view, 0);
    QCOMPARE(s.page->cursor().range()->first, steps[0].firstEntry);
    s.page->run(TimelineCommand::NextStep);
    QCOMPARE(s.page->cursor().range()->first, steps[1].firstEntry);
    s.page->run(TimelineCommand::PreviousStep);
    QCOMPARE(s.page->cursor().range()->first, steps[0].firstEntry);
    s.page->run(TimelineCommand::PreviousStep); // there is none before
    QCOMPARE(s.page->cursor().range()->first, steps[0].firstEntry);
}

void TestMemoryPage::holdersAddUp()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    s.page->showPanel(Panel::Holders);
    const model::MemoryDevice& device = s.page->snapshot().devices[0];
    for (const auto key : {analysis::HoldingKey::Stack, analysis::HoldingKey::UserFrame, analysis::HoldingKey::Category,
             analysis::HoldingKey::Segment}) {
        s.page->holders().setKey(key);
        s.page->cursor().setEntry(device.active.peakEntry);
        QVERIFY(s.settle());
        std::uint64_t sum = 0;
        for (const analysis::Holding& holding : s.page->holders().holdings())
            sum += holding.bytes;
        QCOMPARE(sum, device.active.peak);
    }
    QCOMPARE(s.page->holders().flame().canvas().tree()->nodes.front().total, device.active.peak);
    s.page->holders().setKey(analysis::HoldingKey::UserFrame);
    s.page->holders().setScope(HoldingScope::AllocatedInRange);
    QVERIFY(s.settle());
    QCOMPARE(s.page->holders().holdings().front().bytes, 6 * (30 * kMiB + 1000 + 700));
    doubleClickRow(s.page->holders().table().view(), 0);
    QCOMPARE(device.allocations.size[s.page->cursor().allocation().index()], 30 * kMiB + 1000);
}

void TestMemoryPage::stateFollowsTheCursor()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    s.page->showPanel(Panel::State);
    const AllocatorStateView& view = s.page->statePanel().view();
    const model::MemoryDevice& device = s.page->snapshot().devices[0];
    for (std::int32_t entry = -1; entry < device.entryCount(); ++entry) {
        s.page->cursor().setEntry(entry);
        QCOMPARE(view.state().reserved(), device.reserved.at(entry));
        QVERIFY(s.page->statePanel().summary().startsWith(QStringLiteral("reserved")));
    }
}

void TestMemoryPage::blocksOfTheStateAnswer()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    s.page->showPanel(Panel::State);
    s.page->cursor().setEntry(s.page->snapshot().devices[0].active.peakEntry);
    AllocatorStateView& view = s.page->statePanel().view();
    std::size_t seen = 0;
    for (const model::StateBlock& block : view.state().blocks) {
        const QRectF rect = block.isFree() ? QRectF() : view.rectOf(block.allocation);
        if (rect.width() < 3)
            continue;
        ++seen;
        const QPoint middle(
            static_cast<int>(rect.left() + std::min(rect.width(), 20.0) / 2), static_cast<int>(rect.center().y()));
        pointAt(*view.viewport(), middle);
        QCOMPARE(s.page->cursor().hovered(), block.allocation);
        QVERIFY(s.page->timeline().grab().width() > 0); // lights up there too
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, middle);
        QCOMPARE(s.page->cursor().allocation(), block.allocation);
        QVERIFY(view.textAt(middle).contains(QStringLiteral("MiB")));
    }
    QVERIFY(seen >= 3);
    const AllocId last = s.page->cursor().allocation();
    QTest::keyClick(&view, Qt::Key_Left);
    QVERIFY(s.page->cursor().allocation() != last);
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(s.page->cursor().allocation(), last);
}

void TestMemoryPage::oomLeadsToItsState()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready && s.page->oomPanel() != nullptr);
    s.page->showPanel(Panel::Oom);
    QVERIFY(s.settle());
    const QString text = s.page->oomPanel()->plainText();
    for (const char* part : {"900", "100 MiB", "log_loss", "What would help"})
        QVERIFY2(text.contains(QLatin1String(part)), part);
    for (QToolButton* button : s.page->oomPanel()->findChildren<QToolButton*>())
        QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(s.page->shownPanel() == Panel::State);
    QCOMPARE(s.page->cursor().entry(), s.page->snapshot().devices[0].ooms.front());
}

void TestMemoryPage::deviceSwitchClearsTheRest()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    s.page->showPanel(Panel::Allocations);
    s.page->cursor().choose(AllocId(1U));
    s.page->cursor().setDevice(1);
    QVERIFY(s.settle());
    QVERIFY(!s.page->cursor().allocation().valid());
    QCOMPARE(s.page->allocations().rows().size(), std::size_t {1});
    for (const Panel panel : {Panel::Selection, Panel::State, Panel::Holders, Panel::Entries, Panel::Steps, Panel::Oom,
             Panel::FileHealth, Panel::Settings}) {
        s.page->showPanel(panel);
        QVERIFY(s.settle());
        QVERIFY(s.page->shownPanel() == panel);
    }
}

void TestMemoryPage::withoutAHistoryOnlyTheEndIsTold()
{
    tests::SnapshotBuilder b;
    (void)b.initial(24 * tests::kMiB);
    const auto snapshot = b.assembled();
    QVERIFY(snapshot != nullptr);
    QCOMPARE(snapshot->devices[0].entryCount(), 0);
    tests::ShownSnapshot s(snapshot);
    QVERIFY(s.ready);
    const QString text = s.page->whatText();
    QVERIFY2(
        text.contains(QStringLiteral("24 MiB at the end")) && !text.contains(QStringLiteral("peak")), qPrintable(text));
    tests::ShownSnapshot recorded(tests::leakingRun());
    QVERIFY(recorded.ready && recorded.page->whatText().contains(QStringLiteral("peak ")));
}

void TestMemoryPage::coloursAreShared()
{
    ShownSnapshot s(leakingRun());
    QVERIFY(s.ready);
    QTest::keyClick(&s.page->options().colourBox(), Qt::Key_Down); // by category
    const auto& names = s.page->timeline().content().groups().names;
    QVERIFY(std::find(names.begin(), names.end(), QStringLiteral("activation")) != names.end());
    QTest::keyClick(&s.page->options().axisBox(), Qt::Key_End); // by time
    QVERIFY(s.settle());
    QVERIFY(s.page->axis().bounds().length() > 0);
}

void TestMemoryPage::withoutHistoryTheEndIsShown()
{
    SnapshotBuilder b;
    (void)b.initial(10 * kMiB);
    ShownSnapshot s(b.assembled());
    QVERIFY(s.ready);
    s.page->showPanel(Panel::State);
    QVERIFY(s.page->statePanel().view().state().reserved() >= 10 * kMiB);
    QVERIFY(s.page->oomPanel() == nullptr);
    for (const Panel panel : {Panel::Holders, Panel::Allocations, Panel::Entries, Panel::Steps}) {
        s.page->showPanel(panel);
        QVERIFY(s.settle());
    }
    ShownSnapshot nothing(std::make_shared<const model::MemorySnapshot>());
    QVERIFY(nothing.ready);
    for (const Panel panel : {Panel::Holders, Panel::Allocations, Panel::Entries, Panel::Steps}) {
        nothing.page->showPanel(panel);
        QVERIFY(nothing.settle());
    }
    for (const QLabel* label : nothing.page->findChildren<QLabel*>()) // of what is still to come
        QVERIFY2(label->text() != QStringLiteral("Reading …") && label->text() != QStringLiteral("Analysing …"),
            qPrintable(label->parentWidget()->accessibleName()));
    QVERIFY(nothing.page->whatText().contains(QStringLiteral("no memory")));
}

STEPSCOPE_TEST(TestMemoryPage)
#include "tst_memory_page.moc"
