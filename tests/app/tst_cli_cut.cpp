// SPDX-License-Identifier: GPL-3.0-or-later
// stepscope-cli cut, summarize and ranks, as a user calls them.
#include "cli_runner.h"

#include "tests/support/test_registry.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

using namespace stepscope::tests;

class TestCliCut : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cutsAStep()
    {
        const QString trace = m_files.write("a.json", smallTrace());
        const QString out = m_files.path("cut.json");
        const CliRun run = runCli({"cut", trace, out, "--steps", "7"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.contains("9 of 10 events")); // without the end of the recording, which is behind the step
        const QJsonObject step = runCli({"report", "--json", out}).json()["traces"][0]["steps"][0].toObject();
        QCOMPARE(step, runCli({"report", "--json", trace}).json()["traces"][0]["steps"][0].toObject());
        QCOMPARE(runCli({"cut", trace, out, "--window", "0..70000", "--scrub"}).exitCode, 0);
        QCOMPARE(runCli({"info", "--json", out}).json()["result"].toString(), QStringLiteral("opened"));
    }

    void listsBeforeItMasks()
    {
        const QByteArray text = smallTrace();
        QByteArray secret = text;
        secret.replace("\"traceEvents\"", "\"hostname\": \"fake-node-7\", \"traceEvents\"");
        QVERIFY(secret != text);
        const QString trace = m_files.write("secret.json", secret);
        const CliRun list = runCli({"cut", trace, "--list", "--json"});
        QCOMPARE(list.exitCode, 0);
        const QJsonObject row = list.json()["secrets"][0].toObject();
        QCOMPARE(row["kind"].toString(), QStringLiteral("host_name"));
        QCOMPARE(row["text"].toString(), QStringLiteral("fake-node-7"));
        QCOMPARE(row["place"].toString(), QStringLiteral("hostname"));
        QCOMPARE(row["offset"].toInt(), static_cast<int>(secret.indexOf("\"fake-node")));
        QVERIFY(runCli({"cut", trace, "--list"}).out.contains("fake-node-7"));
        QVERIFY(runCli({"cut", m_files.write("a.json", text), "--list"}).out.contains("nothing"));
        for (const QStringList& wrong : {QStringList {"cut", trace}, {"cut", trace, m_files.path("o.json"), "--list"},
                 {"cut", trace, m_files.path("o.json"), "--json"}})
            QCOMPARE(runCli(wrong).exitCode, 2);
    }

    // Whoever asks it to end finds no half of a file.
    void endedCutsLeaveNothing()
    {
        QByteArray text = "[";
        for (int i = 0; i < 400'000; ++i)
            text += "{\"ph\":\"X\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":" + QByteArray::number(2 * i)
                + ",\"dur\":1},\n";
        text.chop(2);
        const QString trace = m_files.write("large.json", text + "]");
        const QDir folder = QFileInfo(trace).dir();
        const auto parts
            = [&folder] { return folder.entryList({QStringLiteral("*.part")}, QDir::Files | QDir::Hidden); };
        QProcess process;
        process.start(QStringLiteral(STEPSCOPE_CLI_PATH),
            {QStringLiteral("cut"), trace, m_files.path("ended.json.gz"), QStringLiteral("--scrub")});
        QTRY_VERIFY_WITH_TIMEOUT(!parts().isEmpty(), 60'000);
        process.terminate();
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitStatus(), QProcess::CrashExit); // by the signal, as shells expect
        QVERIFY(parts().isEmpty());
        QVERIFY(!QFile::exists(m_files.path("ended.json.gz")));
    }

    void refusesWhatItCannotDo()
    {
        const QString trace = m_files.write("a.json", smallTrace());
        const QString out = m_files.path("none.json");
        for (const QStringList& wrong : {QStringList {"cut", trace, trace}, {"cut", trace, out, "--steps", "8"},
                 {"cut", trace, out, "--steps", "9..7"}, {"cut", trace, out, "--window", "5"},
                 {"cut", trace, out, "--steps", ""}, {"cut", trace, m_files.path("x.json.zst")}, {"cut", out, out},
                 {"compare", trace, ""}, {"ranks", out}, {"summarize", out}}) {
            const CliRun run = runCli(wrong);
            QCOMPARE(run.exitCode, 2);
            QVERIFY(!run.err.isEmpty());
        }
        QVERIFY(!QFile::exists(out));
    }

    void ranksFromTracesAndSummaries()
    {
        const QString a = m_files.write("r0.json", smallTrace(0));
        const QString b = m_files.write("r1.json", smallTrace(1));
        const CliRun traces = runCli({"ranks", "--json", a, b});
        QCOMPARE(traces.exitCode, 0);
        const QJsonObject job = traces.json()["jobs"][0].toObject();
        QCOMPARE(job["ranks"].toArray().size(), 2);
        QCOMPARE(job["collectives"].toArray().size(), 1);
        QCOMPARE(job["missing_count"].toInt(), 0);
        const QString smallA = m_files.write("s0.json", runCli({"summarize", a}).out);
        const QString smallB = m_files.write("s1.json", runCli({"summarize", b}).out);
        QCOMPARE(runCli({"ranks", "--json", smallA, smallB}).out, traces.out);
        QVERIFY(runCli({"ranks", a, b}).out.contains("2 ranks of a job of 2"));
        QVERIFY(runCli({"ranks", a}).out.contains("1 rank without a file: 1"));
        QCOMPARE(runCli({"summarize", a, "--rank", "5"}).json()["rank"].toInt(), 5);
    }

    void aRefusedRankIsSaidAndTheOthersStay()
    {
        const QString a = m_files.write("r0.json", smallTrace(0));
        const CliRun run
            = runCli({"ranks", "--json", a, m_files.write("bad.json", "{\"schema\": \"stepscope.rank/1\"}")});
        QCOMPARE(run.exitCode, 2);
        QVERIFY(run.err.contains("bad.json"));
        QCOMPARE(run.json()["refused"].toArray().size(), 1);
        QCOMPARE(run.json()["jobs"][0]["ranks"].toArray().size(), 1);
    }

private:
    CliFiles m_files;
};

STEPSCOPE_TEST(TestCliCut)
#include "tst_cli_cut.moc"
