// SPDX-License-Identifier: GPL-3.0-or-later
// Implementation of the registry: a function-local map, filled by static initialisers, read after main() has begun.
#include "tests/support/test_registry.h"

#include <QByteArray>
#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <map>
#include <string>

namespace stepscope::tests {

namespace {

constexpr int kHighestExitCode = 125;

std::map<QString, TestFactory>& registry()
{
    static std::map<QString, TestFactory> tests;
    return tests;
}

// Qt Test takes names of test functions as arguments; those begin with a small letter, classes with a capital.
bool namesAClass(const QString& argument)
{
    return !argument.isEmpty() && argument.front().isUpper();
}

int runOne(TestFactory factory, const QStringList& arguments)
{
    const std::unique_ptr<QObject> test = factory();
    return QTest::qExec(test.get(), arguments);
}

} // namespace

TestRegistration::TestRegistration(const char* name, TestFactory factory)
{
    registry().emplace(QString::fromLatin1(name), factory);
}

QStringList registeredTests()
{
    QStringList names;
    for (const auto& entry : registry())
        names << entry.first;
    return names;
}

void prepareEnvironment(bool offscreen)
{
    qputenv("LC_ALL", "C.UTF-8");
    std::setlocale(LC_ALL, "C.UTF-8");
    QLocale::setDefault(QLocale::c());
    // Settings and caches of the person who runs the tests must neither be read nor written.
    static const QTemporaryDir home;
    qputenv("XDG_CONFIG_HOME", home.filePath(QStringLiteral("config")).toUtf8());
    qputenv("XDG_CACHE_HOME", home.filePath(QStringLiteral("cache")).toUtf8());
    qputenv("XDG_DATA_HOME", home.filePath(QStringLiteral("data")).toUtf8());
    if (offscreen && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
}

int runTests(const QStringList& arguments)
{
    if (arguments.contains(QStringLiteral("--list"))) {
        for (const QString& name : registeredTests())
            std::puts(qPrintable(name));
        return 0;
    }
    const auto firstOption = std::find_if_not(arguments.begin() + 1, arguments.end(), namesAClass);
    QStringList names(arguments.begin() + 1, firstOption);
    QStringList forwarded(firstOption, arguments.end());
    forwarded.prepend(arguments.front());
    if (names.isEmpty())
        names = registeredTests();

    int failed = 0;
    for (const QString& name : names) {
        const auto found = registry().find(name);
        if (found == registry().end()) {
            std::fprintf(stderr, "no test class %s is registered here\n", qPrintable(name));
            ++failed;
            continue;
        }
        failed += runOne(found->second, forwarded);
    }
    if (names.size() > 1)
        std::printf("%lld test classes, %d failures\n", static_cast<long long>(names.size()), failed);
    return std::min(failed, kHighestExitCode);
}

} // namespace stepscope::tests
