// SPDX-License-Identifier: GPL-3.0-or-later
// kernels, ops, steps, gaps, syncs; info and dump.
#include "cli_runner.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using namespace stepscope::tests;

class TestCliTables : public QObject
{
    Q_OBJECT

    CliFiles m_files;

    QString sample() const { return m_files.write("a.json", smallTrace()); }

private Q_SLOTS:
    void everyTableHasThreeShapes_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("rows");
        QTest::newRow("kernels") << "kernels"
                                 << "kernels" << 2;
        QTest::newRow("ops") << "ops"
                             << "operators" << 1;
        QTest::newRow("steps") << "steps"
                               << "steps" << 1;
        QTest::newRow("gaps") << "gaps"
                              << "gaps" << 2;
        QTest::newRow("syncs") << "syncs"
                               << "syncs" << 1;
    }

    void everyTableHasThreeShapes()
    {
        QFETCH(QString, command);
        QFETCH(QString, name);
        QFETCH(int, rows);
        const CliRun json = runCli({command, "--json", sample()});
        QCOMPARE(json.exitCode, 0);
        QCOMPARE(json.json()["schema"].toString(), QStringLiteral("stepscope.%1/1").arg(name));
        QCOMPARE(json.json()[name].toArray().size(), rows);
        const CliRun csv = runCli({command, "--csv", sample()});
        QCOMPARE(csv.out.split('\n').size(), rows + 2);
        for (const QByteArray& line : csv.out.split('\n').mid(0, rows + 1))
            QVERIFY(line.endsWith('\r'));
        const CliRun text = runCli({command, sample()});
        QCOMPARE(text.lines().size(), rows + 1);
        for (const QString& line : text.lines())
            QVERIFY2(line.size() <= 120, qPrintable(line));
    }

    void sortAndLimit()
    {
        const CliRun run = runCli({"kernels", "--json", "--sort", "name", "--limit", "1", sample()});
        const QJsonArray rows = run.json()["kernels"].toArray();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows[0]["name"].toString(), QStringLiteral("ampere_sgemm_128x64_tn"));
        QCOMPARE(run.json()["total"].toInt(), 2);
        QVERIFY(runCli({"kernels", "--limit", "1", sample()}).out.contains("1 of 2 shown"));
        const CliRun wrong = runCli({"kernels", "--sort", "colour", sample()});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY(wrong.err.contains("total_ns"));
    }

    void stepsTellTheirIdleTimeByCause()
    {
        const QJsonObject step = runCli({"steps", "--json", sample()}).json()["steps"][0].toObject();
        int sum = 0;
        for (const char* cause :
            {"input", "host_dispatch", "sync", "dependency", "comm_wait", "launch_latency", "unexplained"}) {
            const QString key = QStringLiteral("idle_%1_ns").arg(QLatin1String(cause));
            QVERIFY2(step.contains(key), cause);
            sum += step[key].toInt();
        }
        QCOMPARE(sum, step["gpu_idle_ns"].toInt());
        QVERIFY(sum > 0);
        QVERIFY(runCli({"steps", sample()}).out.contains("idle because of"));
    }

    void operatorsByShapeAndByStack()
    {
        QByteArray events = "[";
        int at = 0;
        for (const char* dims : {"[[8, 4], [4, 2]]", "[[8, 4], [4, 2]]", "[[16, 4], [4, 2]]"})
            events += QByteArray(
                          R"({"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "dur": 5, "ts": )")
                + QByteArray::number(10 * ++at) + R"(, "args": {"Input Dims": )" + dims + "}},";
        const QString path = m_files.write("shapes.json", events + "{}]");
        QCOMPARE(runCli({"ops", "--json", path}).json()["operators"].toArray().size(), 1);
        const QJsonArray rows = runCli({"ops", "--json", "--by-shape", path}).json()["operators"].toArray();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0]["calls"].toInt(), 2);
        QCOMPARE(rows[0]["input_shapes"].toString(), QStringLiteral("[[8, 4], [4, 2]]"));
        QCOMPARE(rows[1]["input_shapes"].toString(), QStringLiteral("[[16, 4], [4, 2]]"));
        QCOMPARE(runCli({"ops", "--by-stack", path}).exitCode, 0);
        QCOMPARE(runCli({"ops", "--by-stack", "--by-shape", path}).exitCode, 2);
        QCOMPARE(runCli({"kernels", "--by-shape", path}).exitCode, 2);
    }

    void gapsNameWhatEndsThem()
    {
        const CliRun run = runCli({"gaps", "--json", sample()});
        const QJsonObject gap = run.json()["gaps"][0].toObject();
        QCOMPARE(gap["start_ns"].toInt(), 85'000);
        QCOMPARE(gap["dur_ns"].toInt(), 15'000);
        QCOMPARE(gap["launch_ns"].toInt(), 70'000);
        QVERIFY(gap["kernel_after"].toString().startsWith(QLatin1String("Memcpy")));
    }

    void anEmptyTableSaysSo()
    {
        const QString path = m_files.write("cpu.json",
            R"([{"ph": "X", "cat": "cpu_op", "name": "aten::add", "pid": 1, "tid": 1, "ts": 1, "dur": 2}])");
        for (const char* command : {"kernels", "gaps", "steps", "syncs"}) {
            const CliRun run = runCli({QLatin1String(command), path});
            QCOMPARE(run.exitCode, 0);
            QVERIFY2(run.out.startsWith("no "), command);
        }
    }

    void aRefusedFileIsAnError()
    {
        const QString path = m_files.write("empty.json", "");
        const CliRun run = runCli({"kernels", "--json", path});
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.json()["result"].toString(), QStringLiteral("refused"));
        QCOMPARE(run.json()["error"]["class"].toString(), QStringLiteral("empty_file"));
        QCOMPARE(runCli({"dump", path}).exitCode, 2);
        QCOMPARE(runCli({"info", path}).exitCode, 2);
    }

    void infoCountsWhatTheFileHolds()
    {
        const CliRun run = runCli({"info", "--json", sample()});
        QCOMPARE(run.exitCode, 0);
        const QJsonObject info = run.json().object();
        QCOMPARE(info["per_phase"]["X"].toInt(), 9);
        QCOMPARE(info["per_phase"]["i"].toInt(), 1);
        QCOMPARE(info["categories"]["cuda_runtime"].toInt(), 4);
        QCOMPARE(info["events"].toInt(), 10);
        QCOMPARE(info["producer"]["name"].toString(), QStringLiteral("PyTorch profiler"));
        QCOMPARE(info["files"][0]["compression"].toString(), QStringLiteral("none"));
        QVERIFY(info["metadata"].toArray().contains(QStringLiteral("deviceProperties")));
        QVERIFY(runCli({"info", sample()}).out.contains("cuda_runtime"));
    }

    void dumpDoesNotDependOnTheFile()
    {
        const QString again = m_files.write("other_name.json", smallTrace());
        const CliRun a = runCli({"dump", sample()});
        QCOMPARE(a.exitCode, 0);
        QVERIFY(a.out.startsWith("stepscope dump 1\n"));
        QVERIFY(a.out.contains("\"aten::mm\""));
        QCOMPARE(a.out, runCli({"dump", again}).out);
    }

    void aLongDumpHasALineForEachSlice()
    {
        QByteArray events = "[";
        for (int i = 0; i < 5000; ++i)
            events += QByteArray(R"({"ph": "X", "cat": "c", "name": "n", "pid": 1, "tid": 1, "ts": )")
                + QByteArray::number(i) + R"(, "dur": 1},)";
        const CliRun run = runCli({"dump", m_files.write("long.json", events + "]")});
        QCOMPARE(run.exitCode, 0);
        int slices = 0;
        for (const QString& line : run.lines()) {
            if (!line.startsWith(QLatin1String("    ")))
                continue;
            QCOMPARE(line.section(QLatin1Char(' '), 4, 4).toInt(), slices);
            QVERIFY2(line.endsWith(QLatin1String(" \"n\"")), qPrintable(line));
            ++slices;
        }
        QCOMPARE(slices, 5000);
    }
};

STEPSCOPE_TEST(TestCliTables)
#include "tst_cli_tables.moc"
