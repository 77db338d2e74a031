// SPDX-License-Identifier: GPL-3.0-or-later
// The test frame itself: classes are found by name, an unknown name is a failure, the locale is UTF-8.
#include "tests/support/shared_data.h"
#include "tests/support/test_registry.h"

#include <QFileInfo>
#include <QTest>

#include <clocale>
#include <cstring>

using namespace stepscope::tests;

class TestRegistry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void registersThisClass() { QVERIFY(registeredTests().contains(QStringLiteral("TestRegistry"))); }

    void unknownClassIsAFailure()
    {
        QCOMPARE(runTests({QStringLiteral("core_tests"), QStringLiteral("NoSuchClass")}), 1);
    }

    void localeIsUtf8() { QCOMPARE(std::strcmp(std::setlocale(LC_ALL, nullptr), "C.UTF-8"), 0); }

    void settingsOfTheUserAreOutOfReach()
    {
        QVERIFY(QFileInfo(qEnvironmentVariable("XDG_CONFIG_HOME")).absolutePath().startsWith(QDir::tempPath()));
    }

    void sharedFolderFollowsTheVariable()
    {
        const QByteArray before = qgetenv("STEPSCOPE_SHARED");
        const QTemporaryDir folder;
        qputenv("STEPSCOPE_SHARED", folder.path().toUtf8());
        QCOMPARE(sharedDir(), std::optional<QString>(folder.path()));
        qputenv("STEPSCOPE_SHARED", (folder.path() + QStringLiteral("/absent")).toUtf8());
        QVERIFY(!sharedDir());
        if (before.isNull())
            qunsetenv("STEPSCOPE_SHARED");
        else
            qputenv("STEPSCOPE_SHARED", before);
    }
};

STEPSCOPE_TEST(TestRegistry)

#include "tst_registry.moc"
