// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_runner.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QSet>
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

// A step whose loss is read between two kernels: the GPU runs dry until the next launch.
QByteArray waitingTrace()
{
    return R"json({"schemaVersion": 1, "traceEvents": [
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#7", "pid": 9, "tid": 9, "ts": 0, "dur": 500},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": 9, "ts": 20, "dur": 5, "args": {"correlation": 1}},
{"ph": "X", "cat": "cpu_op", "name": "aten::item", "pid": 9, "tid": 9, "ts": 40, "dur": 265, "args": {"External id": 1}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaMemcpyAsync", "pid": 9, "tid": 9, "ts": 50, "dur": 5, "args": {"correlation": 2}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaStreamSynchronize", "pid": 9, "tid": 9, "ts": 60, "dur": 240, "args": {"correlation": 3}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": 9, "ts": 310, "dur": 5, "args": {"correlation": 4}},
{"ph": "X", "cat": "kernel", "name": "ampere_bf16_s16816gemm_bf16_128x64_tn", "pid": 0, "tid": 7, "ts": 30, "dur": 150, "args": {"device": 0, "stream": 7, "correlation": 1}},
{"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy DtoH (Device -> Pageable)", "pid": 0, "tid": 7, "ts": 185, "dur": 3, "args": {"device": 0, "stream": 7, "correlation": 2, "bytes": 4}},
{"ph": "X", "cat": "kernel", "name": "ampere_bf16_s16816gemm_bf16_128x64_nn", "pid": 0, "tid": 7, "ts": 320, "dur": 100, "args": {"device": 0, "stream": 7, "correlation": 4}}
]
})json";
}

} // namespace

class TestCliReport : public QObject
{
    Q_OBJECT

    CliFiles m_files;

private Q_SLOTS:
    // What is made to be passed on says what it gives away; what goes to a terminal or a script does not.
    void pagesMaskWhatShouldNotBeShared()
    {
        QByteArray text = waitingTrace();
        text.replace("aten::item", "/home/mallory/loss");
        const QString path = m_files.write("w.json", text);
        for (const QString& format : {QStringLiteral("--html"), QStringLiteral("--markdown")}) {
            const CliRun open = runCli({"report", format, path});
            QCOMPARE(open.exitCode, 0);
            QVERIFY2(open.out.contains("/home/mallory"), open.out);
            QVERIFY2(open.err.contains("(--mask masks it)") && open.err.contains("home folder"), open.err);
            const CliRun masked = runCli({"report", format, "--mask", path});
            QCOMPARE(masked.exitCode, 0);
            QVERIFY2(masked.out.contains("/home/user/loss") && !masked.out.contains("mallory"), masked.out);
            QVERIFY2(masked.err.contains("masked in the report"), masked.err);
        }
        for (const QString& format : {QStringLiteral("--text"), QStringLiteral("--json")})
            QVERIFY(runCli({"report", format, path}).err.isEmpty());
    }

    void jsonFollowsTheContract()
    {
        const CliRun run = runCli({"report", "--json", m_files.write("a.json", smallTrace())});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(keysInOrder(run.out, 1),
            QStringList({"schema", "result", "error", "files", "diagnostics", "traces", "collectives", "memory",
                "memory_timelines", "verdict", "throughput", "findings", "checklist"}));
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
        QVERIFY(run.json()["verdict"].isObject());
        QVERIFY(run.json()["findings"].isArray());
        QVERIFY(!run.json()["checklist"].toArray().isEmpty());
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
        QCOMPARE(device["idle_by_cause_ns"].toObject()["input"].toInt(-1), 0);
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

    void ratesStandOnThePageWhenAskedFor()
    {
        const QString path = m_files.write("a.json", smallTrace()); // one step of 200 µs
        QVERIFY(!runCli({"report", path}).out.contains("steps/s"));
        const CliRun run = runCli({"report", "--tokens-per-step", "2k", path});
        QVERIFY(run.out.contains("5 000 steps/s"));
        QVERIFY(run.out.contains("10 000 000 tokens/s"));
        QVERIFY(!run.out.contains("MFU"));
        QVERIFY(runCli({"report", "--tokens-per-step", "2", "--parameters", "1B", "--peak-tflops", "120", path})
                    .out.contains("MFU 50.0 % (estimated)"));
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
        // The bases are 10 ns apart, but both ranks left their collective at the same time of their clocks.
        QCOMPARE(traces[1]["shift_ns"].toInt(), 0);
        const QJsonArray collectives = run.json()["collectives"].toArray();
        QCOMPARE(collectives.size(), 1);
        QCOMPARE(collectives[0]["per_rank"].toArray().size(), 2);
        QCOMPARE(collectives[0]["wait_ns"].toInt(), 0);
        QCOMPARE(run.json()["files"].toArray().size(), 2);
    }

    // Without a collective that they share the bases are all that is known; so they are in a part of the traces.
    void withoutCollectivesTheBasesTell()
    {
        const QString a = m_files.write("a.json", smallTrace(0).replace("ncclDevKernel", "gemm_kernel"));
        const QString b = m_files.write("b.json", smallTrace(1).replace("ncclDevKernel", "gemm_kernel"));
        QCOMPARE(runCli({"report", "--json", a, b}).json()["traces"][1]["shift_ns"].toInt(), 10);
        const QString c = m_files.write("c.json", smallTrace(1));
        const CliRun step = runCli({"report", "--json", "--step", "7", m_files.write("d.json", smallTrace(0)), c});
        QCOMPARE(step.json()["traces"][1]["shift_ns"].toInt(), 10);
        QVERIFY(step.json()["collectives"].toArray().isEmpty());
    }

    void tracesOfAJobShareOnePage()
    {
        const QString a = m_files.write("a.json", smallTrace(0));
        const QString b = m_files.write("b.json", smallTrace(1));
        const CliRun run = runCli({"report", a, b});
        QCOMPARE(run.exitCode, 0);
        const QString text = QString::fromUtf8(run.out);
        QVERIFY2(text.startsWith(QLatin1String("rank ")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("2 traces")));
        QCOMPARE(text.count(QStringLiteral("a.json")), 1);
        QCOMPARE(text.count(QStringLiteral("b.json")), 1);
        const QJsonDocument report = runCli({"report", "--json", a, b}).json();
        double before = 1;
        QSet<int> files;
        for (const QJsonValue value : report["findings"].toArray()) {
            const QJsonObject finding = value.toObject();
            QVERIFY(finding["share"].toDouble() <= before);
            before = finding["share"].toDouble();
            files << finding["evidence"][0]["file"].toInt();
        }
        QCOMPARE(files, QSet<int>({0, 1}));
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
        QVERIFY(lines.size() < 45);
        for (const QString& line : lines) {
            QVERIFY2(line.size() <= 100, qPrintable(line));
            QVERIFY2(!line.endsWith(QLatin1Char(' ')), qPrintable(line));
        }
        const QString text = QString::fromUtf8(run.out);
        QVERIFY(text.contains(QStringLiteral("GPU 0 Toy GPU: busy 60.0 µs (75.0 %) of 80.0 µs"))
            || text.contains(QStringLiteral("GPU 0 Toy GPU: busy 60 µs (75.0 %) of 80 µs")));
        QVERIFY(text.contains(QStringLiteral("ampere_sgemm_128x64_tn")));
        QVERIFY2(!text.contains(QStringLiteral("File health")), "what is well takes no room");
    }

    void theVerdictComesFirst()
    {
        const QString path = m_files.write("loss.json", waitingTrace());
        const QString sentence = runCli({"report", "--json", path}).json()["verdict"]["sentence"].toString();
        QVERIFY(!sentence.isEmpty());
        QString text = QString::fromUtf8(runCli({"report", path}).out);
        QVERIFY2(text.replace(QLatin1Char('\n'), QLatin1Char(' ')).startsWith(sentence), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("Findings")));
    }

    void findingsAreRankedWithTheirEvidence()
    {
        const QJsonDocument report = runCli({"report", "--json", m_files.write("loss.json", waitingTrace())}).json();
        const QJsonArray findings = report["findings"].toArray();
        QVERIFY(!findings.isEmpty());
        const QJsonObject first = findings[0].toObject();
        for (const char* key :
            {"rule", "severity", "headline", "share", "total_ns", "bytes", "count", "evidence", "advice", "metrics"})
            QVERIFY2(first.contains(QLatin1String(key)), key);
        QCOMPARE(first["rule"].toString(), QStringLiteral("sync.in_step"));
        QCOMPARE(first["steps"].toArray(), QJsonArray({7}));
        const QJsonObject evidence = first["evidence"][0].toObject();
        QCOMPARE(evidence["file"].toInt(-1), 0);
        QVERIFY(evidence["end_ns"].toInt() > evidence["start_ns"].toInt());
        QVERIFY(evidence["row"].isString());
        QCOMPARE(report["verdict"]["finding"].toInt(-1), 0);
    }

    void markdownIsForAnIssue()
    {
        const CliRun run = runCli({"report", "--markdown", m_files.write("loss.json", waitingTrace())});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.startsWith("## "));
        QVERIFY(run.out.contains("\n### Findings\n"));
        QVERIFY(run.out.contains("| ---: |"));
        QVERIFY(run.out.indexOf("<details>") > run.out.indexOf("### Findings"));
        QCOMPARE(run.out.count("<details>"), 1);
        QCOMPARE(run.out.count("</details>"), 1);
        QVERIFY(run.out.trimmed().endsWith("</details>"));
    }

    void limitsOnFindingsFailTheRun_data()
    {
        QTest::addColumn<QStringList>("limits");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("rule") << QStringList {"sync.in_step"} << 1;
        QTest::newRow("group") << QStringList {"sync"} << 1;
        QTest::newRow("share reached") << QStringList {"sync.in_step:20"} << 1;
        QTest::newRow("share as a part") << QStringList {"sync.in_step:0.2"} << 1;
        QTest::newRow("share in percent") << QStringList {"sync.in_step:0.3%"} << 1;
        QTest::newRow("share not reached") << QStringList {"sync.in_step:99.9"} << 0;
        QTest::newRow("another rule") << QStringList {"comm.straggler"} << 0;
        QTest::newRow("one of two") << QStringList {"memory", "sync.in_step"} << 1;
        QTest::newRow("no such rule") << QStringList {"syn"} << 2;
        QTest::newRow("part of a rule") << QStringList {"sync.in"} << 2;
        QTest::newRow("no share") << QStringList {"sync:"} << 2;
        QTest::newRow("share no number") << QStringList {"sync:much"} << 2;
        QTest::newRow("share above all") << QStringList {"sync:101"} << 2;
        QTest::newRow("share below 0") << QStringList {"sync:-1"} << 2;
    }

    void limitsOnFindingsFailTheRun()
    {
        QFETCH(QStringList, limits);
        QFETCH(int, exitCode);
        QStringList arguments {"report", "--json", m_files.write("loss.json", waitingTrace())};
        for (const QString& limit : limits)
            arguments << QStringLiteral("--fail-on") << limit;
        const CliRun run = runCli(arguments);
        QCOMPARE(run.exitCode, exitCode);
        QCOMPARE(run.err.isEmpty(), exitCode == 0);
        QCOMPARE(run.out.isEmpty(), exitCode == 2); // a limit does not keep the report back
        if (exitCode == 1)
            QVERIFY(run.err.contains("sync.in_step"));
        else if (exitCode == 2 && limits[0].startsWith(QLatin1String("syn")) && !limits[0].contains(QLatin1Char(':')))
            QVERIFY(run.err.contains("idle.host_dispatch"));
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
