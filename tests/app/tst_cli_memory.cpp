// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line says about memory snapshots, on the small ones of tests/data/cases; their figures are the
// business of app.cases.
#include "cli_runner.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using namespace stepscope::tests;

namespace {

QString caseFile(const char* name)
{
    return testData(QStringLiteral("cases/") + QLatin1String(name));
}

QString wideAddresses()
{
    return caseFile("17_snapshot_protocol5_wide_addresses/input.pickle");
}

QString outOfMemory()
{
    return caseFile("19_snapshot_expandable_and_oom/input.pickle");
}

} // namespace

class TestCliMemory : public QObject
{
    Q_OBJECT

    CliFiles m_files;

private Q_SLOTS:
    void sizesAreBinary()
    {
        const CliRun run = runCli({"report", wideAddresses()});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.contains("2 MiB"));
        QVERIFY(!run.out.contains("2.10"));
        QVERIFY(run.out.contains("at entry 2"));
    }

    void failedAllocationsAreExplained()
    {
        const CliRun run = runCli({"report", outOfMemory()});
        QVERIFY(run.out.contains("Out of memory"));
        const CliRun page = runCli({"report", "--markdown", outOfMemory()});
        QVERIFY(page.out.startsWith("## "));
        QVERIFY(page.out.contains("A true shortage: 9 MiB failed with 1.43 MiB free on the device and 190 KiB"));
        QVERIFY(page.out.contains("Fragmentation: 3 MiB failed with 1.91 MiB free on the device and 2 MiB"));
    }

    void traceAndSnapshotTogether()
    {
        const QString trace = m_files.write("trace.json", smallTrace());
        const CliRun run = runCli({"report", "--json", trace, outOfMemory()});
        QCOMPARE(run.exitCode, 0);
        const QJsonObject report = run.json().object();
        QCOMPARE(report["files"][0]["format"].toString(), QStringLiteral("chrome_trace"));
        QCOMPARE(report["files"][1]["format"].toString(), QStringLiteral("memory_snapshot"));
        QCOMPARE(report["traces"].toArray().size(), 1);
        QCOMPARE(report["memory"].toArray().size(), 1);
        QCOMPARE(report["memory"][0]["devices"][0]["ooms"].toArray().size(), 2);
        const CliRun page = runCli({"report", trace, outOfMemory()});
        QCOMPARE(page.exitCode, 0);
        QVERIFY(page.out.contains("1 trace\n"));
        QVERIFY(page.out.contains("1 memory snapshot\n"));
    }

    void infoCountsActions()
    {
        const QJsonObject info = runCli({"info", "--json", outOfMemory()}).json().object();
        const QJsonObject actions = info["devices"][0]["actions"].toObject();
        QCOMPARE(actions["oom"].toInt(), 2);
        QCOMPARE(actions["segment_map"].toInt(), 2);
        QVERIFY(runCli({"info", outOfMemory()}).out.contains("oom 2"));
    }

    void dumpShowsAddressesUnsigned()
    {
        const CliRun run = runCli({"dump", wideAddresses()});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.contains("reserved 0x9000000000000000 2097152 from"));
        QVERIFY(run.out.contains("version 1"));
    }

    void allocationsAsATable()
    {
        const QStringList lines = runCli({"allocations", "--csv", wideAddresses()}).lines();
        QCOMPARE(lines[0].section(QLatin1Char(','), 0, 4), QStringLiteral("bytes,rounded,born,died,age"));
        // The block of entry 2 lives until entry 4; another one at its address is there at the end.
        QVERIFY(lines[1].startsWith(QStringLiteral("1048576,1048576,2,4,2,")));
        QCOMPARE(lines.filter(QStringLiteral("0x9000000000000200")).size(), 2);
        // What is still there at the end has lived at least so long.
        QCOMPARE(lines[0].section(QLatin1Char(','), 5, 5), QStringLiteral("age_bound"));
        QCOMPARE(lines[1].section(QLatin1Char(','), 5, 5), QString());
        QCOMPARE(lines[2].section(QLatin1Char(','), 5, 5), QStringLiteral("≥"));
    }

    void timelinesByCategory()
    {
        const QString path = m_files.write("mem.raw.json",
            "[[-1, 1, 1048576, 0], [1700000000000000000, 2, 3145728, 4], [1700000000000500000, 4, -3145728, 4]]");
        const QJsonObject report = runCli({"report", "--json", path}).json().object();
        QCOMPARE(report["files"][0]["format"].toString(), QStringLiteral("memory_timeline"));
        const QJsonObject timeline = report["memory_timelines"][0].toObject();
        QCOMPARE(timeline["points"].toInt(), 2);
        QCOMPARE(timeline["peak"].toInt(), 4 << 20);
        QCOMPARE(timeline["end"].toInt(), 1 << 20);
        QCOMPARE(timeline["categories"].toArray().size(), 8);
        QCOMPARE(timeline["categories"][4]["at_peak"].toInt(), 3 << 20);
        QCOMPARE(report["findings"][0]["rule"].toString(), QStringLiteral("memory.activations"));
        QCOMPARE(report["findings"][0]["evidence"][0]["name"].toString(), QStringLiteral("peak"));
        for (const char* form : {"--text", "--markdown"}) {
            const CliRun page = runCli({"report", form, path});
            QCOMPARE(page.exitCode, 0);
            QVERIFY(page.out.contains("The peak of 4 MiB is activation 3 MiB (75 %), parameter 1 MiB (25 %)."));
            QVERIFY(page.out.contains("at 0 ns"));
        }
        QVERIFY(runCli({"report", path, outOfMemory()}).out.contains("1 memory timeline\n"));
        QVERIFY(runCli({"info", path}).out.contains("memory timeline of torch.profiler"));
        QCOMPARE(runCli({"info", "--json", path}).json().object()["points"].toInt(), 2);
        QVERIFY(runCli({"dump", path}).out.contains("at 1700000000000000000 1048576 0 0 0 3145728 0 0 0"));
        for (const char* command : {"memory", "steps"})
            QCOMPARE(runCli({command, path}).exitCode, 2);
        QCOMPARE(runCli({"compare", path, path}).exitCode, 2);
    }

    void devicesOfTables()
    {
        const CliRun known = runCli({"allocations", "--csv", "--device", "0", wideAddresses()});
        QCOMPARE(known.exitCode, 0);
        const CliRun unknown = runCli({"allocations", "--device", "7", wideAddresses()});
        QCOMPARE(unknown.exitCode, 2);
        QVERIFY(unknown.err.contains("--device 7: the devices are 0"));
    }

    void tablesOfOtherFilesAreRefused()
    {
        const CliRun run = runCli({"kernels", wideAddresses()});
        QCOMPARE(run.exitCode, 2);
        QVERIFY(run.err.contains("memory snapshot"));
        QCOMPARE(runCli({"allocations", m_files.write("trace.json", smallTrace())}).exitCode, 2);
    }
};

STEPSCOPE_TEST(TestCliMemory)
#include "tst_cli_memory.moc"
