// SPDX-License-Identifier: GPL-3.0-or-later
// Idle gaps with their causes as the report and the table of gaps give them.
#include "cli_runner.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using namespace stepscope::tests;

namespace {

// A gap of 1000 µs: 500 in a DataLoader, in two spans, a synchronise between them, and a launch 100 before its end.
QByteArray loaderTrace()
{
    return "{\"traceEvents\": ["
           "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 9, \"tid\": 9, "
           "\"ts\": 80, \"dur\": 5, \"args\": {\"correlation\": 1}},\n"
           "{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": \"enumerate(DataLoader)#x\", \"pid\": 9, "
           "\"tid\": 9, \"ts\": 200, \"dur\": 200},\n"
           "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaStreamSynchronize\", \"pid\": 9, \"tid\": 9, "
           "\"ts\": 450, \"dur\": 50},\n"
           "{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": \"enumerate(DataLoader)#x\", \"pid\": 9, "
           "\"tid\": 9, \"ts\": 600, \"dur\": 300},\n"
           "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::stack\", \"pid\": 9, \"tid\": 9, \"ts\": 610, "
           "\"dur\": 250},\n"
           "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 9, \"tid\": 9, "
           "\"ts\": 1100, \"dur\": 5, \"args\": {\"correlation\": 2}},\n"
           "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"first\", \"pid\": 0, \"tid\": 7, \"ts\": 100, "
           "\"dur\": 100, \"args\": {\"device\": 0, \"stream\": 7, \"correlation\": 1}},\n"
           "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"second\", \"pid\": 0, \"tid\": 7, \"ts\": 1200, "
           "\"dur\": 100, \"args\": {\"device\": 0, \"stream\": 7, \"correlation\": 2}}]}";
}

} // namespace

class TestCliGaps : public QObject
{
    Q_OBJECT

    CliFiles m_files;

    QString sample() const { return m_files.write("loader.json", loaderTrace()); }

private Q_SLOTS:
    void aGapSaysItsPartsByCauseAndActivity()
    {
        const QJsonObject idle = runCli({"report", "--json", sample()}).json()["traces"][0]["idle"].toObject();
        QCOMPARE(idle["by_cause_ns"].toObject()["input"].toInt(), 500'000);
        QCOMPARE(idle["by_cause_ns"].toObject()["dependency"].toInt(-1), 0);
        const QJsonObject gap = idle["gaps"].toArray().at(0).toObject();
        QCOMPARE(gap["cause"].toString(), QStringLiteral("input"));
        QCOMPARE(gap["kernel_after"].toString(), QStringLiteral("second"));
        QCOMPARE(gap["launch_ns"].toInt(), 1'100'000);
        QStringList parts;
        for (const QJsonValue part : gap["parts"].toArray())
            parts << QStringLiteral("%1 %2 %3")
                         .arg(part["cause"].toString(), part["activity"].toString("-"))
                         .arg(part["dur_ns"].toInt());
        QCOMPARE(parts,
            (QStringList {"input enumerate(DataLoader)#x 500000", "host_dispatch - 350000",
                "sync cudaStreamSynchronize 50000", "launch_latency cudaLaunchKernel 100000"}));
        QVERIFY(gap["parts"][0]["thread"].toString().contains("9"));
        QCOMPARE(gap["input_detail"]["hottest"].toString(), QStringLiteral("aten::stack"));
        QCOMPARE(gap["input_detail"]["self_ns"].toInt(), 250'000);
        QVERIFY(gap["input_detail"]["note"].isNull());
    }

    void aWindowCutsTheParts()
    {
        const QJsonObject trace
            = runCli({"report", "--json", "--window", "1000000..1150000", sample()}).json()["traces"][0].toObject();
        const QJsonObject causes = trace["idle"]["by_cause_ns"].toObject();
        QCOMPARE(causes["host_dispatch"].toInt(), 100'000);
        QCOMPARE(causes["launch_latency"].toInt(), 50'000);
        QCOMPARE(causes["input"].toInt(-1), 0);
        QCOMPARE(trace["devices"][0]["idle_by_cause_ns"].toObject(), causes);
        QCOMPARE(trace["idle"]["gaps"][0]["cause"].toString(), QStringLiteral("host_dispatch"));
        QVERIFY(trace["idle"]["gaps"][0]["input_detail"].isNull());
    }

    void theTableNamesCauseActivityAndThread()
    {
        const QJsonObject row = runCli({"gaps", "--json", sample()}).json()["gaps"][0].toObject();
        QCOMPARE(row["cause"].toString(), QStringLiteral("input"));
        QCOMPARE(row["activity"].toString(), QStringLiteral("enumerate(DataLoader)#x"));
        QVERIFY(row["thread"].toString().contains("9"));
    }

    void withoutAGpuCausesAreUnknown()
    {
        const QByteArray text = "[{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::add\", \"pid\": 9, "
                                "\"tid\": 9, \"ts\": 1, \"dur\": 5}]";
        const QJsonObject idle
            = runCli({"report", "--json", m_files.write("cpu.json", text)}).json()["traces"][0]["idle"].toObject();
        QVERIFY(idle["by_cause_ns"].toObject()["input"].isNull());
        QCOMPARE(idle["by_cause_ns"].toObject().size(), 7);
    }
};

STEPSCOPE_TEST(TestCliGaps)
#include "tst_cli_gaps.moc"
