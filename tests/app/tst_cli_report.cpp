// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_runner.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using namespace stepscope::tests;

namespace {

QStringList keysInOrder(const QByteArray& json, int indent)
{
    // QJsonObject sorts its keys: the order is read from the text.
    QStringList keys;
    for (const QByteArray& line : json.split('\n')) {
        if (line.size() > indent + 1 && line[indent] == '"' && line.left(indent).trimmed().isEmpty())
            keys << QString::fromUtf8(line.mid(indent + 1, line.indexOf('"', indent + 1) - indent - 1));
    }
    return keys;
}

} // namespace

class TestCliReport : public QObject
{
    Q_OBJECT

    CliFiles m_files;

private Q_SLOTS:
    void jsonFollowsTheContract()
    {
        const CliRun run = runCli({"report", "--json", m_files.write("a.json", smallTrace())});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(keysInOrder(run.out, 1),
            QStringList({"schema", "result", "error", "files", "diagnostics", "traces", "collectives", "memory",
                "verdict", "throughput", "findings", "checklist"}));
        QCOMPARE(keysInOrder(run.out, 3).filter(QStringLiteral("slices")).size(), 1);
        const QJsonObject trace = run.json()["traces"][0].toObject();
        QCOMPARE(trace["rank"].toInt(), 0);
        QCOMPARE(trace["shift_ns"].toInt(-1), 0);
        QCOMPARE(trace["ranks_in_job"].toInt(), 2);
        QCOMPARE(trace["slices"].toInt(), 9);
        QCOMPARE(trace["range_ns"].toInt(), 210'000);
        QCOMPARE(trace["pytorch"]["schemaVersion"].toInt(), 1);
        QVERIFY(trace["walls"].isArray());
        QVERIFY(trace["slices_list"].isUndefined());
        QVERIFY(run.json()["verdict"].isNull());
        QVERIFY(run.json()["throughput"].toObject().contains("mfu"));
    }

    void figuresAreThoseOfTheFile()
    {
        const QJsonObject trace
            = runCli({"report", "--json", m_files.write("a.json", smallTrace())}).json()["traces"][0].toObject();
        const QJsonObject device = trace["devices"][0].toObject();
        QCOMPARE(device["name"].toString(), QStringLiteral("Toy GPU"));
        QCOMPARE(device["window_ns"].toInt(), 80'000);
        QCOMPARE(device["busy_ns"].toInt(), 60'000);
        QCOMPARE(device["idle_ns"].toInt(), 20'000);
        QCOMPARE(device["compute_ns"].toInt(), 30'000);
        QCOMPARE(device["exposed_comm_ns"].toInt(), 20'000);
        QVERIFY(device["idle_by_cause_ns"].toObject()["input"].isNull());
        QCOMPARE(trace["idle"]["edge_ns"].toInt(), 30'000 + 100'000);
        const QJsonObject step = trace["steps"][0].toObject();
        QCOMPARE(step["gpu_dur_ns"].toInt(), 80'000);
        QCOMPARE(step["kernels"].toInt(), 2);
        QCOMPARE(step["syncs"].toInt(), 1);
        const QJsonObject kernel = trace["kernels"][0].toObject();
        QCOMPARE(kernel["op"].toString(), QStringLiteral("aten::mm"));
        QCOMPARE(kernel["occupancy"].toDouble(), 0.25);
        QVERIFY(kernel["flops"].isNull());
        QVERIFY(trace["kernels"][1]["op"].isNull());
        QCOMPARE(trace["syncs"]["items"][0]["at_step_end"].toBool(), true);
        QCOMPARE(trace["copies"][0]["bandwidth_gb_s"].toDouble(), 5.0);
        QCOMPARE(trace["launches"]["delay_median_ns"].toInt(), 10'000);
    }

    void outputIsTheSameEachTime()
    {
        const QString path = m_files.write("a.json", smallTrace());
        QCOMPARE(
            runCli({"report", "--json", "--slices", path}).out, runCli({"report", "--json", "--slices", path}).out);
    }

    void slicesAreListedOnRequest()
    {
        const CliRun run = runCli({"report", "--json", "--slices", m_files.write("a.json", smallTrace())});
        const QJsonArray slices = run.json()["traces"][0]["slices_list"].toArray();
        QCOMPARE(slices.size(), 9);
        QCOMPARE(slices[1]["name"].toString(), QStringLiteral("aten::mm"));
        QCOMPARE(slices[1]["depth"].toInt(), 1);
        QCOMPARE(slices[1]["start_ns"].toInt(), 10'000);
    }

    void aWindowCutsEverything()
    {
        const QString path = m_files.write("a.json", smallTrace());
        const QJsonObject trace
            = runCli({"report", "--json", "--window", "40000..70000", path}).json()["traces"][0].toObject();
        QCOMPARE(trace["range_start_ns"].toInt(), 40'000);
        QCOMPARE(trace["range_ns"].toInt(), 30'000);
        QCOMPARE(trace["devices"][0]["busy_ns"].toInt(), 25'000);
        QCOMPARE(trace["devices"][0]["window_ns"].toInt(), 30'000);
        QCOMPARE(trace["launches"]["count"].toInt(), 1);
        QCOMPARE(trace["slices"].toInt(), 5);
        QCOMPARE(runCli({"report", "--json", "--step", "7", path}).exitCode, 0);
    }

    void numbersOfTheJobAreRead_data()
    {
        QTest::addColumn<QString>("number");
        for (const char* number : {"7000000000", "7e9", "7B", "1.5b", "125M", "32k", "0.1T"})
            QTest::newRow(number) << QString::fromLatin1(number);
    }

    void numbersOfTheJobAreRead()
    {
        QFETCH(QString, number);
        const QString path = m_files.write("a.json", smallTrace());
        QCOMPARE(runCli({"report", "--json", "--parameters", number, "--tokens-per-step", number, path}).exitCode, 0);
    }

    void shortGapsAreNotListedButCount()
    {
        const QString path = m_files.write("a.json", smallTrace());
        const QJsonObject all = runCli({"report", "--json", path}).json()["traces"][0]["idle"].toObject();
        const QJsonObject large
            = runCli({"report", "--json", "--min-gap-us", "5.001", path}).json()["traces"][0]["idle"].toObject();
        QCOMPARE(all["gaps"].toArray().size(), 2);
        QCOMPARE(large["gaps"].toArray().size(), 1);
        QCOMPARE(large["gaps"][0]["dur_ns"].toInt(), 15'000);
        QCOMPARE(large["total_ns"].toInt(), all["total_ns"].toInt());
        QCOMPARE(runCli({"gaps", "--csv", "--min-gap-us", "5.001", path}).out.count('\n'), 2);
        QCOMPARE(runCli({"gaps", "--csv", "--min-gap-us", "5", path}).out.count('\n'), 3);
    }

    void severalFilesShareTheClockOfTheFirst()
    {
        const QString a = m_files.write("a.json", smallTrace(0));
        const QString b = m_files.write("b.json", smallTrace(1));
        const CliRun run = runCli({"report", "--json", a, b});
        QCOMPARE(run.exitCode, 0);
        const QJsonArray traces = run.json()["traces"].toArray();
        QCOMPARE(traces.size(), 2);
        QCOMPARE(traces[1]["rank"].toInt(), 1);
        QCOMPARE(traces[1]["shift_ns"].toInt(), 10);
        QCOMPARE(run.json()["files"].toArray().size(), 2);
    }

    void aRefusedFileStillGivesADocument()
    {
        const CliRun run = runCli({"report", "--json", m_files.write("no.json", "this is no trace")});
        QCOMPARE(run.exitCode, 2);
        const QJsonObject document = run.json().object();
        QCOMPARE(document["result"].toString(), QStringLiteral("refused"));
        QCOMPARE(document["error"]["class"].toString(), QStringLiteral("not_a_trace"));
        QVERIFY(!document["error"]["message"].toString().isEmpty());
        QCOMPARE(document["files"][0]["bytes"].toInt(), 16);
        QVERIFY(document["files"][0]["format"].isNull());
        QCOMPARE(document["traces"].toArray().size(), 0);
        QVERIFY(run.err.contains("no.json"));
    }

    void oneRefusedFileAmongSeveralRefusesTheReport()
    {
        const QString good = m_files.write("a.json", smallTrace());
        const CliRun run = runCli({"report", "--json", good, m_files.path("absent.json")});
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.json()["result"].toString(), QStringLiteral("refused"));
        QVERIFY(run.json()["error"]["file"].toString().endsWith(QLatin1String("absent.json")));
        QVERIFY(run.json()["files"][1]["bytes"].isNull());
        QCOMPARE(run.json()["traces"].toArray().size(), 1);
    }

    void textFitsOneScreen()
    {
        const CliRun run = runCli({"report", m_files.write("a.json", smallTrace())});
        QCOMPARE(run.exitCode, 0);
        const QStringList lines = run.lines();
        QVERIFY(lines.size() < 50);
        for (const QString& line : lines) {
            QVERIFY2(line.size() <= 120, qPrintable(line));
            QVERIFY2(!line.endsWith(QLatin1Char(' ')), qPrintable(line));
        }
        const QString text = QString::fromUtf8(run.out);
        QVERIFY(text.contains(QStringLiteral("GPU 0 Toy GPU: busy 60.0 µs (75.0 %) of 80.0 µs"))
            || text.contains(QStringLiteral("GPU 0 Toy GPU: busy 60 µs (75.0 %) of 80 µs")));
        QVERIFY(text.contains(QStringLiteral("ampere_sgemm_128x64_tn")));
        QVERIFY(text.contains(QStringLiteral("File health: no warnings")));
    }

    void markdownHasHeadingsAndTables()
    {
        const CliRun run = runCli({"report", "--markdown", m_files.write("a.json", smallTrace())});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.startsWith("# a.json\n"));
        QVERIFY(run.out.contains("\n## GPU\n"));
        QVERIFY(run.out.contains("| ---: |"));
    }

    void wrongArgumentsAreRefused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const QString path = m_files.write("a.json", smallTrace());
        QTest::newRow("no command") << QStringList();
        QTest::newRow("unknown command") << QStringList {"fly", path};
        QTest::newRow("no file") << QStringList {"report"};
        QTest::newRow("unknown option") << QStringList {"report", "--colour", path};
        QTest::newRow("window without end") << QStringList {"report", "--window", "5", path};
        QTest::newRow("window backwards") << QStringList {"report", "--window", "9..5", path};
        QTest::newRow("window no number") << QStringList {"report", "--window", "a..b", path};
        QTest::newRow("no such step") << QStringList {"report", "--step", "8", path};
        QTest::newRow("two shapes") << QStringList {"report", "--json", "--markdown", path};
        QTest::newRow("slices without json") << QStringList {"report", "--slices", path};
        QTest::newRow("definitions of nobody") << QStringList {"report", "--definitions", "vtune", path};
        QTest::newRow("threshold no number") << QStringList {"report", "--short-kernel-us", "fast", path};
        QTest::newRow("threshold below 0") << QStringList {"report", "--min-gap-us=-1", path};
        QTest::newRow("parameters with a unit") << QStringList {"report", "--parameters", "7Q", path};
        QTest::newRow("parameters with a word") << QStringList {"report", "--parameters", "7BB", path};
        QTest::newRow("no parameters") << QStringList {"report", "--parameters", "0", path};
        QTest::newRow("parameters not finite") << QStringList {"report", "--parameters", "inf", path};
        QTest::newRow("parameters beyond all") << QStringList {"report", "--parameters", "1e308T", path};
    }

    void wrongArgumentsAreRefused()
    {
        QFETCH(QStringList, arguments);
        const CliRun run = runCli(arguments);
        QCOMPARE(run.exitCode, 2);
        QVERIFY(!run.err.isEmpty());
        QVERIFY(run.out.isEmpty());
    }

    void helpAndVersionAreNoErrors()
    {
        QCOMPARE(runCli({"--help"}).exitCode, 0);
        QVERIFY(runCli({"report", "--help"}).out.contains("--window"));
        QCOMPARE(runCli({"--version"}).exitCode, 0);
    }
};

STEPSCOPE_TEST(TestCliReport)
#include "tst_cli_report.moc"
