// SPDX-License-Identifier: GPL-3.0-or-later
// `stepscope-cli compare`: arguments, exit codes and the shapes of its output. Its figures are the business of
// app.compare and of the tests of core.
#include "cli_runner.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using namespace stepscope::tests;

namespace {

QString snapshot()
{
    return testData(QStringLiteral("cases/17_snapshot_protocol5_wide_addresses/input.pickle"));
}

} // namespace

class TestCliCompare : public QObject
{
    Q_OBJECT

    CliFiles m_files;
    QString m_before;
    QString m_after; // its kernel takes 30 µs longer, and the rest comes later

private Q_SLOTS:
    void initTestCase()
    {
        m_before = m_files.write("before.json", smallTrace());
        QByteArray longer = smallTrace();
        longer.replace("\"ts\": 30, \"dur\": 30", "\"ts\": 30, \"dur\": 60");
        longer.replace("\"ts\": 65, ", "\"ts\": 95, ");
        longer.replace("\"ts\": 100, ", "\"ts\": 140, ");
        m_after = m_files.write("after.json", longer);
        QVERIFY(!m_before.isEmpty() && !m_after.isEmpty());
    }

    void aFileDoesNotDifferFromItself()
    {
        const CliRun run = runCli({"compare", "--json", m_before, m_before});
        QCOMPARE(run.exitCode, 0);
        const QJsonObject result = run.json().object();
        QCOMPARE(result["schema"].toString(), QStringLiteral("stepscope.compare/1"));
        QCOMPARE(result["result"].toString(), QStringLiteral("compared"));
        QVERIFY(result["differences"].toArray().isEmpty());
        QVERIFY(!result["tables"].toArray().isEmpty());
    }

    void whatChangedComesFirst()
    {
        const CliRun run = runCli({"compare", "--json", m_before, m_after});
        QCOMPARE(run.exitCode, 0);
        const QJsonObject first = run.json().object()["differences"].toArray().first().toObject();
        QCOMPARE(first["kind"].toString(), QStringLiteral("kernels"));
        QCOMPARE(first["change"].toDouble(), 30e3);
        QCOMPARE(first["examples"].toObject()["after"].toObject()["dur_ns"].toDouble(), 60e3);
    }

    void textAndMarkdownSayTheSame()
    {
        const CliRun text = runCli({"compare", m_before, m_after});
        const CliRun markdown = runCli({"compare", "--markdown", m_before, m_after});
        QCOMPARE(text.exitCode, 0);
        QCOMPARE(markdown.exitCode, 0);
        for (const CliRun* run : {&text, &markdown}) {
            QVERIFY(run->out.contains("computing 30 → 60 µs"));
            QVERIFY(run->out.contains("ampere_sgemm_128x64_tn"));
        }
        QVERIFY(markdown.out.startsWith("## "));
        for (const QString& line : text.lines())
            QVERIFY2(line.size() <= 120, qPrintable(line));
    }

    void limitsSetTheExitCode()
    {
        const CliRun past = runCli({"compare", "--max-step-regression", "10%", m_before, m_after});
        QCOMPARE(past.exitCode, 1);
        QVERIFY(past.err.contains("more than the 10 % allowed"));
        QCOMPARE(runCli({"compare", "--max-step-regression", "900", m_before, m_after}).exitCode, 0);
        QCOMPARE(runCli({"compare", "--max-step-regression", "10%", m_after, m_before}).exitCode, 0);
        QCOMPARE(runCli({"compare", "--max-step-regression", "0", m_before, m_before}).exitCode, 0);
    }

    void limitsOnWhatIsNotThereAreRefused()
    {
        const CliRun memory = runCli({"compare", "--max-peak-memory-regression", "5%", m_before, m_after});
        QCOMPARE(memory.exitCode, 2);
        QVERIFY(memory.err.contains("how much memory"));
        QCOMPARE(runCli({"compare", "--max-step-regression", "5%", snapshot(), snapshot()}).exitCode, 2);
        QCOMPARE(runCli({"compare", "--max-step-regression", "often", m_before, m_after}).exitCode, 2);
        QCOMPARE(runCli({"compare", "--max-step-regression", "-3", m_before, m_after}).exitCode, 2);
        QCOMPARE(runCli({"compare", m_before}).exitCode, 2);
    }

    void refusedFilesPrintADocument()
    {
        const QString broken = m_files.write("notes.txt", "no trace at all");
        const CliRun run = runCli({"compare", "--json", m_before, broken});
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.json().object()["result"].toString(), QStringLiteral("refused"));
        QVERIFY(!run.json().object()["error"].toObject()["message"].toString().isEmpty());
        QCOMPARE(runCli({"compare", broken, m_before}).exitCode, 2);
    }

    void snapshotsAndPairsAreCompared()
    {
        const CliRun snapshots
            = runCli({"compare", "--json", "--max-peak-memory-regression", "1", snapshot(), snapshot()});
        QCOMPARE(snapshots.exitCode, 0);
        QVERIFY(snapshots.json().object()["differences"].toArray().isEmpty());
        const CliRun pair = runCli({"compare", "--json", m_before, m_after, "--with-memory", snapshot(), snapshot()});
        QCOMPARE(pair.exitCode, 0);
        QCOMPARE(pair.json().object()["before"].toArray().size(), 2);
        const CliRun twice = runCli({"compare", snapshot(), snapshot(), "--with-memory", snapshot(), snapshot()});
        QCOMPARE(twice.exitCode, 2);
        QVERIFY(twice.err.contains("--with-memory"));
    }

    void aTraceAndASnapshotHaveNothingInCommon()
    {
        const CliRun run = runCli({"compare", m_before, snapshot()});
        QCOMPARE(run.exitCode, 2);
        QVERIFY(run.out.contains("Not compared"));
    }

    void limitCutsTheTables()
    {
        const CliRun run = runCli({"compare", "--json", "--limit", "1", m_before, m_after});
        for (const auto& table : run.json().object()["tables"].toArray())
            QVERIFY(table.toObject()["rows"].toArray().size() <= 1);
    }
};

STEPSCOPE_TEST(TestCliCompare)
#include "tst_cli_compare.moc"
