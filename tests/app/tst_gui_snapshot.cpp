// SPDX-License-Identifier: GPL-3.0-or-later
// Memory snapshots in the window: opened, shown as what they are, beside traces, with the window's actions.
#include "app/gui/actions.h"
#include "app/gui/palette_entries.h"
#include "app/gui/status_line.h"
#include "tests/app/desk.h"
#include "tests/support/snapshot_builder.h"
#include "tests/support/test_registry.h"
#include "widgets/memory/allocations_panel.h"
#include "widgets/memory/colour_legend.h"
#include "widgets/memory/device_bar.h"
#include "widgets/pages/category_page.h"
#include "widgets/pages/error_page.h"
#include "widgets/pages/memory_page.h"

#include <QAction>
#include <QComboBox>
#include <QTabWidget>
#include <QTest>

using namespace stepscope;
using namespace stepscope::app;
using tests::Desk;
using widgets::MemoryPage;
using widgets::TimelineCommand;

namespace {

SnapshotPtr smallSnapshot()
{
    tests::SnapshotBuilder b;
    const StackId step = b.stack({"train.py:88 train_step", "train.py:12 main"});
    const std::uint64_t kept = b.alloc(6U << 20U, step);
    const std::uint64_t short1 = b.alloc(3U << 20U, step);
    b.free(short1);
    b.free(kept);
    b.device(1);
    (void)b.alloc(1U << 20U, step);
    return b.assembled();
}

// Names decide here, so that no file of either kind is needed.
LoadFunction loaderByName()
{
    return [](const std::string& path, Progress& progress, std::stop_token stop) -> Expected<Loaded> {
        if (path.ends_with(".pickle"))
            return smallSnapshot();
        return defaultLoader()(path, progress, std::move(stop));
    };
}

} // namespace

class TestGuiSnapshot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isShownAsASnapshot();
    void actionsFit();
    void paletteFindsDevicesAndHolders();
    void opensTimelinesByCategory();
    void remembersTheLayoutOfTraces();
    void devicesAreChosen();
    void unsafePicklesAreExplained();
};

void TestGuiSnapshot::isShownAsASnapshot()
{
    Desk desk(loaderByName());
    desk.window.openFiles({desk.file("mem.pickle"), desk.file("a.json")});
    QVERIFY(desk.settled());
    DocumentPage* first = desk.window.pages().at(0);
    QVERIFY(first->memoryPage() != nullptr && first->tracePage() == nullptr);
    QVERIFY(first->document().snapshot() != nullptr && first->document().trace() == nullptr);
    DocumentPage* second = desk.window.pages().at(1);
    QVERIFY(second->memoryPage() == nullptr && second->tracePage() != nullptr);
    QVERIFY(desk.settings.recentFiles().contains(first->document().path()));
    QVERIFY(desk.window.statusLine().whatText().contains(QStringLiteral("GPU 0")));
    desk.window.actions().reload->trigger();
    QVERIFY(desk.settled());
    QVERIFY(first->memoryPage() != nullptr);
    desk.window.actions().closeTab->trigger();
    QVERIFY(desk.settled());
    QVERIFY(desk.trace() != nullptr);
}

void TestGuiSnapshot::actionsFit()
{
    Desk desk(loaderByName());
    desk.window.openFiles({desk.file("mem.pickle")});
    QVERIFY(desk.settled());
    Actions& actions = desk.window.actions();
    MemoryPage* page = desk.window.currentPage()->memoryPage();
    QTest::keyClick(page, Qt::Key_Slash);
    QVERIFY(page->shownPanel() == MemoryPage::Panel::Allocations);
    QVERIFY(actions.stepBox->isVisible());
    QVERIFY(!actions.of(TimelineCommand::NextSlice)->isEnabled());
    QVERIFY(actions.of(TimelineCommand::NextFinding)->isEnabled());
    actions.healthPanel->trigger();
    QVERIFY(page->shownPanel() == MemoryPage::Panel::FileHealth);
    actions.metadataPanel->trigger();
    QVERIFY(page->shownPanel() == MemoryPage::Panel::Settings);
    actions.selectionPanel->trigger();
    QVERIFY(page->shownPanel() == MemoryPage::Panel::Selection);
    actions.panels->trigger();
    QVERIFY(!page->panelsVisible());
    for (QAction* action : actions.all()) {                     // none of them may stumble over a page that is no trace
        const bool asks = action->text().endsWith(QChar(u'…')); // a dialog would wait for an answer
        const bool opensSomething = asks || action == actions.keys || action == actions.about || action == actions.quit
            || action == actions.palette || action == actions.closeTab;
        if (action->isEnabled() && !opensSomething)
            action->trigger();
    }
    QVERIFY(desk.settled());
}

void TestGuiSnapshot::paletteFindsDevicesAndHolders()
{
    Desk desk(loaderByName());
    desk.window.openFiles({desk.file("mem.pickle")});
    QVERIFY(desk.settled());
    MemoryPage* page = desk.window.currentPage()->memoryPage();
    const auto run = [&](const QString& text) {
        for (const widgets::PaletteEntry& entry : paletteEntries(desk.window.actions(), desk.window.currentPage())) {
            if (entry.text == text)
                return entry.run(), true;
        }
        return false;
    };
    QVERIFY(run(QStringLiteral("GPU 1")));
    QCOMPARE(page->cursor().device(), std::size_t {1});
    QVERIFY(run(page->legend().entries().front().name));
    QVERIFY(page->shownPanel() == MemoryPage::Panel::Allocations);
    QVERIFY(desk.settled());
    QCOMPARE(page->allocations().rows().size(), std::size_t {1});
    QVERIFY(!run(QStringLiteral("no such thing")));
}

void TestGuiSnapshot::opensTimelinesByCategory()
{
    Desk desk;
    const QString path = desk.file("mem.json", "[[-1, 1, 4096, 0], [10000, 2, 8192, 4], [20000, 4, -8192, 4]]");
    desk.window.openFiles({path});
    QVERIFY(desk.settled());
    DocumentPage* page = desk.window.currentPage();
    QVERIFY(page->document().timeline() != nullptr && page->document().trace() == nullptr);
    auto* shown = qobject_cast<widgets::CategoryPage*>(page->content());
    QVERIFY(shown != nullptr);
    QVERIFY(desk.window.statusLine().whatText().contains(QStringLiteral("12 KiB")));
    Actions& actions = desk.window.actions();
    QVERIFY(!actions.find->isEnabled() && !actions.stepBox->isVisible());
    const std::int64_t whole = shown->axis().range().length();
    actions.of(TimelineCommand::ZoomIn)->trigger();
    QVERIFY(shown->axis().range().length() < whole);
    actions.healthPanel->trigger();
    QVERIFY(desk.settled());
}

void TestGuiSnapshot::remembersTheLayoutOfTraces()
{
    Desk desk(loaderByName());
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    desk.window.actions().findings->trigger();
    desk.window.actions().closeTab->trigger();
    desk.window.openFiles({desk.file("mem.pickle")});
    QVERIFY(desk.settled());
    QVERIFY(!desk.window.currentPage()->memoryPage()->findingsVisible());
    QVERIFY(!desk.window.actions().findings->isChecked());
}

void TestGuiSnapshot::devicesAreChosen()
{
    Desk desk(loaderByName());
    desk.window.openFiles({desk.file("mem.pickle")});
    QVERIFY(desk.settled());
    MemoryPage* page = desk.window.currentPage()->memoryPage();
    QComboBox& selector = page->deviceBar().selector();
    QCOMPARE(selector.count(), 2);
    QCOMPARE(page->cursor().device(), page->snapshot().defaultDevice); // which comes first
    QTest::keyClick(&selector, Qt::Key_Down);
    QVERIFY(page->cursor().device() != page->snapshot().defaultDevice);
    QVERIFY(desk.window.statusLine().whatText().contains(QStringLiteral("GPU 1")));
    QVERIFY(page->deviceBar().figures().contains(QStringLiteral("active")));
}

void TestGuiSnapshot::unsafePicklesAreExplained()
{
    Desk desk([](const std::string&, Progress&, std::stop_token) -> Expected<Loaded> {
        return fail(ErrorClass::UnsafePickle, "It contains the code reference os.system; nothing was run.", 12, -1);
    });
    desk.window.openFiles({desk.file("evil.pickle")});
    QVERIFY(desk.settled());
    auto* page = desk.window.findChild<widgets::ErrorPage*>();
    QVERIFY(page != nullptr && page->isVisible());
    QVERIFY(page->messageText().contains(QStringLiteral("os.system")));
}

STEPSCOPE_TEST(TestGuiSnapshot)
#include "tst_gui_snapshot.moc"
