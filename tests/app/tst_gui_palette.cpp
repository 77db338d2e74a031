// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette of the window: by key, narrowed by typing, run by Enter; rows kept from one opening to the next.
#include "app/gui/appearance.h"
#include "app/gui/document_page.h"
#include "app/gui/main_window.h"
#include "app/gui/palette_entries.h"
#include "app/gui/settings.h"
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "widgets/search/command_palette.h"
#include "widgets/search/search_bar.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QTest>

#include <algorithm>
#include <set>

using namespace stepscope;
using namespace stepscope::app;

namespace {

struct Opened
{
    Opened()
        : settings(std::make_unique<QSettings>(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat))
        , appearance(*qobject_cast<QApplication*>(QCoreApplication::instance()))
    {
    }
    bool open(MainWindow& window, const QByteArray& json = tests::smallTraceJson())
    {
        const QString path = folder.filePath(QStringLiteral("small.json"));
        if (!tests::writeFile(path, json))
            return false;
        window.resize(1000, 700);
        window.show();
        window.activateWindow();
        window.openFiles({path});
        return QTest::qWaitForWindowActive(&window) && QTest::qWaitFor([&window]() { return window.isIdle(); }, 10'000)
            && window.currentPage()->tracePage() != nullptr;
    }
    QTemporaryDir folder;
    Settings settings;
    Appearance appearance;
};

} // namespace

class TestGuiPalette : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsWhatIsTyped()
    {
        Opened o;
        MainWindow window(o.settings, o.appearance);
        QVERIFY(o.open(window));
        QTest::keyClick(window.currentPage(), Qt::Key_K, Qt::ControlModifier);
        auto* palette = window.findChild<widgets::CommandPalette*>();
        QVERIFY(palette != nullptr && palette->isVisible());
        auto* text = palette->findChild<QLineEdit*>();
        QVERIFY(palette->model().rowCount() > 40);
        QTest::keyClicks(text, QStringLiteral("SEAR"));
        QCOMPARE(palette->model().entryAt(0).text, QStringLiteral("Search"));
        QCOMPARE(palette->model().entryAt(0).detail, QStringLiteral("Ctrl+F"));
        QTest::keyClick(text, Qt::Key_Return);
        QTRY_VERIFY(window.currentPage()->tracePage()->searchBar().isVisible());
        QTRY_VERIFY(window.findChild<widgets::CommandPalette*>() == nullptr);
    }

    // Every panel is there, and a list without hits says so.
    void panelsAndKindsAreFound()
    {
        Opened o;
        MainWindow window(o.settings, o.appearance);
        QVERIFY(o.open(window));
        widgets::ContentPage* page = window.currentPage()->content();
        const auto entries = paletteEntries(window.actions(), window.currentPage());
        for (const QString& title : page->panelTitles()) {
            QVERIFY2(std::any_of(entries.begin(), entries.end(),
                         [&title](const widgets::PaletteEntry& entry) { return entry.text == title; }),
                qPrintable(title));
        }
        Q_EMIT window.actions().panelMenu->aboutToShow();
        QCOMPARE(window.actions().panelMenu->actions().size(), page->panelTitles().size());
        for (QAction* action : window.actions().panelMenu->actions()) {
            if (action->text() == QStringLiteral("Gaps"))
                action->trigger();
        }
        QCOMPARE(window.currentPage()->tracePage()->shownPanel(), widgets::TracePage::Panel::Gaps);

        QTest::keyClick(window.currentPage(), Qt::Key_K, Qt::ControlModifier);
        auto* palette = window.findChild<widgets::CommandPalette*>();
        QVERIFY(palette != nullptr);
        auto* text = palette->findChild<QLineEdit*>();
        const auto saysNothing = [palette]() {
            const auto labels = palette->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return label->isVisible() && label->text().startsWith(QStringLiteral("Nothing has these words"));
            });
        };
        QVERIFY(!saysNothing());
        QTest::keyClicks(text, QStringLiteral("no such thing"));
        QVERIFY(saysNothing());
        text->setText(QStringLiteral("theme dark"));
        QCOMPARE(palette->model().rowCount(), 1);
        text->setText(QStringLiteral("panel kern"));
        QCOMPARE(palette->model().entryAt(0).text, QStringLiteral("Kernels"));
        QTest::keyClick(text, Qt::Key_Return);
        QTRY_COMPARE(window.currentPage()->tracePage()->shownPanel(), widgets::TracePage::Panel::Kernels);
    }

    void escapeRunsNothing()
    {
        Opened o;
        MainWindow window(o.settings, o.appearance);
        QVERIFY(o.open(window));
        QTest::keyClick(window.currentPage(), Qt::Key_K, Qt::ControlModifier);
        auto* palette = window.findChild<widgets::CommandPalette*>();
        QVERIFY(palette != nullptr);
        QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Escape);
        QTRY_VERIFY(window.findChild<widgets::CommandPalette*>() == nullptr);
        QVERIFY(!window.currentPage()->tracePage()->searchBar().isVisible());
    }

    void everyRowCanBeGoneTo()
    {
        const QByteArray json = R"({"traceEvents":[
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":5,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":9,"ts":12,"dur":5,"args":{"device":0,"stream":9}},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":50,"tid":50,"ts":1,"dur":5},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":60,"tid":60,"ts":1,"dur":5},
{"ph":"M","name":"process_name","pid":60,"tid":0,"args":{"name":"second process"}},
{"ph":"C","name":"memory used","pid":50,"ts":3,"args":{"bytes":7}},
{"ph":"b","cat":"request","name":"fetch","id":1,"pid":50,"tid":50,"ts":2},
{"ph":"e","cat":"request","name":"fetch","id":1,"pid":50,"tid":50,"ts":9}]})";
        Opened o;
        MainWindow window(o.settings, o.appearance);
        QVERIFY(o.open(window, json));
        widgets::TracePage& page = *window.currentPage()->tracePage();
        const view::TrackLayout& layout = page.timeline().content().layout();
        std::set<view::NodeKind> kinds;
        for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
            const view::NodeId node(i);
            if (!layout.isMovable(node))
                continue;
            page.timeline().content().layout().setHidden(node, true);
            const QString place = page.timeline().content().place(node);
            const auto entries = paletteEntries(window.actions(), window.currentPage());
            const auto entry = std::find_if(entries.begin(), entries.end(),
                [&](const widgets::PaletteEntry& one) { return one.detail == u"row" && one.text == place; });
            QVERIFY2(entry != entries.end(), qPrintable(place));
            entry->run();
            const auto row = layout.rowOfNode(node);
            QVERIFY2(row && layout.rows()[*row].node == node, qPrintable(place));
            kinds.insert(layout.node(node).kind);
        }
        for (const auto kind : {view::NodeKind::Merged, view::NodeKind::Stream, view::NodeKind::Counter,
                 view::NodeKind::Async, view::NodeKind::Process})
            QVERIFY(kinds.contains(kind));
    }

    void rowsAreKeptByKindOfTrace()
    {
        Opened o;
        view::NodeId folded;
        {
            MainWindow window(o.settings, o.appearance);
            QVERIFY(o.open(window));
            widgets::TimelineView& timeline = window.currentPage()->tracePage()->timeline();
            const auto& nodes = timeline.content().layout().nodes();
            for (std::size_t i = 0; i < nodes.size() && !folded.valid(); ++i)
                folded = nodes[i].foldable && !nodes[i].folded ? view::NodeId(i) : view::NodeId();
            QVERIFY(folded.valid());
            timeline.setFolded(folded, true);
            window.close();
        }
        MainWindow window(o.settings, o.appearance);
        QVERIFY(o.open(window));
        QVERIFY(window.currentPage()->tracePage()->timeline().content().layout().isFolded(folded));
    }
};

STEPSCOPE_TEST(TestGuiPalette)
#include "tst_gui_palette.moc"
