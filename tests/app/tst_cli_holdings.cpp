// SPDX-License-Identifier: GPL-3.0-or-later
// stepscope-cli memory: who holds the memory of a snapshot at one point.
#include "cli_runner.h"

#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using namespace stepscope::tests;

namespace {

QByteArray frames(const char* line)
{
    return QByteArray(", 'frames': [{'name': 'f', 'filename': '/x/") + line
        + "', 'line': 1}, {'name': 'main', 'filename': '/x/train.py', 'line': 9}]";
}

QByteArray entry(const char* action, int address, int size, const char* line)
{
    return QByteArray("{'action': '") + action + "', 'addr': " + QByteArray::number(address)
        + ", 'size': " + QByteArray::number(size) + ", 'stream': 0, 'time_us': 1" + frames(line) + '}';
}

// Two blocks of a.py and one of b.py at the peak; one of each at the end.
QByteArray smallSnapshot()
{
    QByteArray text = "{'segments': [{'device': 0, 'address': 4096, 'total_size': 2097152, 'stream': 0, "
                      "'segment_type': 'small', 'allocated_size': 1536, 'active_size': 1536, 'blocks': ["
                      "{'address': 4096, 'size': 1024, 'requested_size': 1000, 'state': 'active_allocated'"
        + frames("a.py") + "}, {'address': 5120, 'size': 512, 'requested_size': 300, 'state': 'active_allocated'"
        + frames("b.py")
        + "}, {'address': 5632, 'size': 2095616, 'requested_size': 0, 'state': 'inactive', 'frames': []}]}], "
          "'device_traces': [["
        + QByteArray(
            "{'action': 'segment_alloc', 'addr': 4096, 'size': 2097152, 'stream': 0, 'time_us': 1, 'frames': []}, ")
        + entry("alloc", 4096, 1000, "a.py") + ", " + entry("alloc", 5120, 300, "b.py") + ", "
        + entry("alloc", 5632, 500, "a.py") + ", " + entry("free_requested", 5632, 500, "a.py") + ", "
        + entry("free_completed", 5632, 500, "a.py") + "]]}";
    return text.replace('\'', '"');
}

// A document of lists, dictionaries, texts and small integers as a pickle of protocol 2.
QByteArray pickled(const QJsonValue& value)
{
    const auto integer = [](int number) {
        QByteArray bytes;
        for (int shift = 0; shift < 32; shift += 8)
            bytes += static_cast<char>(static_cast<unsigned>(number) >> static_cast<unsigned>(shift));
        return bytes;
    };
    QByteArray out;
    if (value.isObject()) {
        out = "}(";
        const QJsonObject object = value.toObject();
        for (auto at = object.begin(); at != object.end(); ++at)
            out += pickled(at.key()) + pickled(at.value());
        return out + 'u';
    }
    if (value.isArray()) {
        out = "](";
        for (const QJsonValue& element : value.toArray())
            out += pickled(element);
        return out + 'e';
    }
    if (value.isString()) {
        const QByteArray text = value.toString().toUtf8();
        return 'X' + integer(static_cast<int>(text.size())) + text;
    }
    return 'J' + integer(value.toInt());
}

QJsonArray rowsOf(const CliRun& run)
{
    return run.json().object().value(QStringLiteral("memory")).toArray();
}

} // namespace

class TestCliHoldings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_snapshot = m_files.write(
            "snapshot.pickle", "\x80\x02" + pickled(QJsonDocument::fromJson(smallSnapshot()).object()) + '.');
    }

    void atThePeakByStack()
    {
        const CliRun run = runCli({QStringLiteral("memory"), m_snapshot, QStringLiteral("--json")});
        QCOMPARE(run.exitCode, 0);
        const QJsonArray rows = rowsOf(run);
        QCOMPARE(rows.size(), 2);
        const QJsonObject first = rows[0].toObject();
        QCOMPARE(first.value(QStringLiteral("bytes")).toInt(), 1500);
        QCOMPARE(first.value(QStringLiteral("blocks")).toInt(), 2);
        QCOMPARE(first.value(QStringLiteral("rounded")).toInt(), 1536);
        QCOMPARE(first.value(QStringLiteral("stack")).toString(), QStringLiteral("train.py:9 main;a.py:1 f"));
    }

    void anyEntryAndTheEnd()
    {
        const auto bytes = [this](const QString& at) {
            qint64 sum = 0;
            const CliRun run = runCli({QStringLiteral("memory"), m_snapshot, QStringLiteral("--json"),
                QStringLiteral("--by"), QStringLiteral("category"), QStringLiteral("--at"), at});
            for (const QJsonValue& row : rowsOf(run))
                sum += row.toObject().value(QStringLiteral("bytes")).toInt();
            return sum;
        };
        QCOMPARE(bytes(QStringLiteral("-1")), 0);
        QCOMPARE(bytes(QStringLiteral("1")), 1000);
        QCOMPARE(bytes(QStringLiteral("2")), 1300);
        QCOMPARE(bytes(QStringLiteral("peak")), 1800);
        QCOMPARE(bytes(QStringLiteral("end")), 1300);
    }

    void foldedTextForFlameGraphs()
    {
        const CliRun run = runCli({QStringLiteral("memory"), m_snapshot, QStringLiteral("--folded")});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.out, QByteArray("train.py:9 main;a.py:1 f 1500\ntrain.py:9 main;b.py:1 f 300\n"));
    }

    void textAndCsv()
    {
        const CliRun text = runCli({QStringLiteral("memory"), m_snapshot, QStringLiteral("--by"),
            QStringLiteral("segment"), QStringLiteral("--limit"), QStringLiteral("1")});
        QCOMPARE(text.exitCode, 0);
        QVERIFY2(text.out.contains("GPU 0 after entry 3: 1.76 KiB in 3 blocks"), text.out.constData());
        QVERIFY(text.out.contains("0x1000"));
        const CliRun csv = runCli({QStringLiteral("memory"), m_snapshot, QStringLiteral("--csv")});
        QCOMPARE(csv.lines().size(), 3);
        QVERIFY(csv.lines()[0].startsWith(QStringLiteral("bytes,share,blocks")));
    }

    void wrongArgumentsAreExplained()
    {
        const CliRun entry
            = runCli({QStringLiteral("memory"), m_snapshot, QStringLiteral("--at"), QStringLiteral("99")});
        QCOMPARE(entry.exitCode, 2);
        QVERIFY(entry.err.contains("-1 (before the history) to 5"));
        const CliRun device
            = runCli({QStringLiteral("memory"), m_snapshot, QStringLiteral("--device"), QStringLiteral("7")});
        QCOMPARE(device.exitCode, 2);
        QVERIFY(device.err.contains("the devices are 0"));
        const CliRun trace = runCli({QStringLiteral("memory"), m_files.write("trace.json", smallTrace())});
        QCOMPARE(trace.exitCode, 2);
        QVERIFY(trace.err.contains("is a trace"));
    }

private:
    CliFiles m_files;
    QString m_snapshot;
};

STEPSCOPE_TEST(TestCliHoldings)
#include "tst_cli_holdings.moc"
