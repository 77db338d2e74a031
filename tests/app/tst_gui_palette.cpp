// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette of the window: by key, narrowed by typing, run by Enter; rows kept from one opening to the next.
#include "app/gui/appearance.h"
#include "app/gui/document_page.h"
#include "app/gui/main_window.h"
#include "app/gui/settings.h"
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "widgets/search/command_palette.h"
#include "widgets/search/search_bar.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QLineEdit>
#include <QSettings>
#include <QTest>

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
    bool open(MainWindow& window)
    {
        const QString path = folder.filePath(QStringLiteral("small.json"));
        if (!tests::writeFile(path, tests::smallTraceJson()))
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
