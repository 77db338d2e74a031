// SPDX-License-Identifier: GPL-3.0-or-later
// What the window remembers: recent files, theme, layout; and that nothing is remembered without a store.
#include "app/gui/settings.h"
#include "tests/support/test_registry.h"

#include <QFileInfo>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope::app;

class TestGuiSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recentFilesNewestFirstWithoutDoubles();
    void recentFilesAreCapped();
    void everythingSurvivesARestart();
    void nonsenseFallsBack();
    void worksWithoutAStore();

private:
    [[nodiscard]] std::unique_ptr<QSettings> store() const
    {
        return std::make_unique<QSettings>(
            m_folder.filePath(QString::fromLatin1(QTest::currentTestFunction()) + QStringLiteral(".ini")),
            QSettings::IniFormat);
    }
    QTemporaryDir m_folder;
};

void TestGuiSettings::recentFilesNewestFirstWithoutDoubles()
{
    Settings settings(store());
    const QSignalSpy changed(&settings, &Settings::recentFilesChanged);
    settings.addRecentFile(QStringLiteral("/t/a.json"));
    settings.addRecentFile(QStringLiteral("/t/b.json"));
    settings.addRecentFile(QStringLiteral("/t/a.json"));
    QCOMPARE(settings.recentFiles(), QStringList({QStringLiteral("/t/a.json"), QStringLiteral("/t/b.json")}));
    settings.removeRecentFile(QStringLiteral("/t/a.json"));
    QCOMPARE(settings.recentFiles(), QStringList {QStringLiteral("/t/b.json")});
    settings.clearRecentFiles();
    QVERIFY(settings.recentFiles().isEmpty());
    QCOMPARE(changed.size(), 5);
    settings.addRecentFile(QStringLiteral("relative.json"));
    QVERIFY(QFileInfo(settings.recentFiles().constFirst()).isAbsolute());
}

void TestGuiSettings::recentFilesAreCapped()
{
    Settings settings(store());
    for (int i = 0; i < 2 * Settings::kMaxRecentFiles; ++i)
        settings.addRecentFile(QStringLiteral("/t/%1.json").arg(i));
    QCOMPARE(settings.recentFiles().size(), Settings::kMaxRecentFiles);
    QCOMPARE(settings.recentFiles().constFirst(), QStringLiteral("/t/%1.json").arg(2 * Settings::kMaxRecentFiles - 1));
}

void TestGuiSettings::everythingSurvivesARestart()
{
    {
        Settings settings(store());
        settings.addRecentFile(QStringLiteral("/t/a.json"));
        settings.setTheme(ThemeChoice::Dark);
        settings.setLastFolder(QStringLiteral("/t"));
        settings.setWindowGeometry("geometry");
        settings.setPageLayout("layout");
    }
    Settings settings(store());
    QCOMPARE(settings.recentFiles(), QStringList {QStringLiteral("/t/a.json")});
    QVERIFY(settings.theme() == ThemeChoice::Dark);
    QCOMPARE(settings.lastFolder(), QStringLiteral("/t"));
    QCOMPARE(settings.windowGeometry(), QByteArray("geometry"));
    QCOMPARE(settings.pageLayout(), QByteArray("layout"));
    settings.setTheme(ThemeChoice::Light);
    QVERIFY(settings.theme() == ThemeChoice::Light);
    settings.setTheme(ThemeChoice::System);
    QVERIFY(settings.theme() == ThemeChoice::System);
}

void TestGuiSettings::nonsenseFallsBack()
{
    auto nonsense = store();
    nonsense->setValue(QStringLiteral("theme"), QStringLiteral("pink"));
    nonsense->setValue(QStringLiteral("recentFiles"), 7);
    const Settings settings(std::move(nonsense));
    QVERIFY(settings.theme() == ThemeChoice::System);
    QVERIFY(settings.recentFiles().size() <= 1);
}

void TestGuiSettings::worksWithoutAStore()
{
    Settings settings(nullptr);
    settings.addRecentFile(QStringLiteral("/t/a.json"));
    settings.setTheme(ThemeChoice::Dark);
    QVERIFY(settings.recentFiles().isEmpty());
    QVERIFY(settings.theme() == ThemeChoice::System);
}

STEPSCOPE_TEST(TestGuiSettings)
#include "tst_gui_settings.moc"
