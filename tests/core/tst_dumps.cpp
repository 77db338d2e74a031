// SPDX-License-Identifier: GPL-3.0-or-later
// Each small trace of tests/data/dumps gives exactly the model written down beside it: one file a rule of the format
// (README.md there says which). REBASELINE=1 in the environment rewrites the expected texts: check the differences by
// hand before keeping them.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/export/dump.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_checks.h"
#include "tests/support/trace_files.h"

#include <QDir>
#include <QFile>
#include <QObject>

#include <string>
#include <string_view>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

QString dumpsFolder()
{
    return testData(QStringLiteral("dumps"));
}

QStringList traceNames()
{
    QStringList names;
    for (const QString& file : QDir(dumpsFolder()).entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name))
        names.append(file.chopped(5));
    return names;
}

std::string dumpOf(const model::Trace& trace)
{
    std::string text;
    exporting::dumpTrace(trace, [&text](std::string_view piece) { text += piece; });
    return text;
}

} // namespace

class TestDumps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTraceIsExplained()
    {
        QFile file(dumpsFolder() + QStringLiteral("/README.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        const QStringList names = traceNames();
        QVERIFY(names.size() >= 17);
        for (const QString& name : names)
            QVERIFY2(text.contains(QStringLiteral("`%1`").arg(name)), qPrintable(name));
    }

    void dump_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : traceNames())
            QTest::newRow(qPrintable(name)) << name;
    }
    void dump()
    {
        QFETCH(QString, name);
        const QString base = dumpsFolder() + QLatin1Char('/') + name;
        const TraceOrError loaded = loadFile(QString(base + QStringLiteral(".json")).toStdString());
        QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().message.c_str());
        const std::string actual = dumpOf(**loaded);
        QFile expected(base + QStringLiteral(".expected.txt"));
        if (qEnvironmentVariableIntValue("REBASELINE") == 1) {
            QVERIFY(expected.open(QIODevice::WriteOnly));
            QCOMPARE(
                expected.write(actual.data(), static_cast<qint64>(actual.size())), static_cast<qint64>(actual.size()));
            QSKIP("expected text rewritten");
        }
        QVERIFY2(expected.open(QIODevice::ReadOnly), qPrintable(expected.fileName()));
        const std::string difference = firstDifference(expected.readAll().toStdString(), actual);
        QVERIFY2(difference.empty(), difference.c_str());
    }
};

STEPSCOPE_TEST(TestDumps)

#include "tst_dumps.moc"
