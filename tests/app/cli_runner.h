// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the real stepscope-cli on files that a test writes.
#pragma once

#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

namespace stepscope::tests {

struct CliRun
{
    int exitCode = -1; // -1: crashed or did not start
    QByteArray out;
    QByteArray err;

    [[nodiscard]] QJsonDocument json() const { return QJsonDocument::fromJson(out); }
    [[nodiscard]] QStringList lines() const
    {
        return QString::fromUtf8(out).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    }
};

inline CliRun runCli(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(STEPSCOPE_CLI_PATH), arguments);
    CliRun run;
    if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
        return run;
    run.exitCode = process.exitCode();
    run.out = process.readAllStandardOutput();
    run.err = process.readAllStandardError();
    return run;
}

// A folder for one test class; write() returns the path of the file.
class CliFiles
{
public:
    QString write(const char* name, const QByteArray& content) const
    {
        const QString path = m_dir.filePath(QLatin1String(name));
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? path : QString();
    }
    [[nodiscard]] QString path(const char* name) const { return m_dir.filePath(QLatin1String(name)); }

private:
    QTemporaryDir m_dir;
};

// One step with two kernels, a copy, a collective and a synchronise; every figure can be told by hand.
inline QByteArray smallTrace(int rank = 0)
{
    QByteArray text = R"json({"schemaVersion": 1, "distributedInfo": {"backend": "nccl", "rank": RANK, "world_size": 2},
 "deviceProperties": [{"id": 0, "name": "Toy GPU"}], "baseTimeNanoseconds": 17000000000000000RANK0, "traceEvents": [
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#7", "pid": 9, "tid": 9, "ts": 0, "dur": 200},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 9, "tid": 9, "ts": 10, "dur": 40, "args": {"External id": 1}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": 9, "ts": 20, "dur": 5, "args": {"correlation": 1}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": 9, "ts": 60, "dur": 5, "args": {"correlation": 2}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaMemcpyAsync", "pid": 9, "tid": 9, "ts": 70, "dur": 5, "args": {"correlation": 3}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaDeviceSynchronize", "pid": 9, "tid": 9, "ts": 120, "dur": 50, "args": {"correlation": 4}},
{"ph": "X", "cat": "kernel", "name": "ampere_sgemm_128x64_tn", "pid": 0, "tid": 7, "ts": 30, "dur": 30, "args": {"device": 0, "stream": 7, "correlation": 1, "est. achieved occupancy %": 25}},
{"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce(x)", "pid": 0, "tid": 20, "ts": 65, "dur": 20, "args": {"device": 0, "stream": 20, "correlation": 2}},
{"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Pinned -> Device)", "pid": 0, "tid": 7, "ts": 100, "dur": 10, "args": {"device": 0, "stream": 7, "correlation": 3, "bytes": 50000}},
{"ph": "i", "s": "g", "name": "Record Window End", "pid": "", "tid": "", "ts": 210}
]
})json";
    return text.replace("RANK", QByteArray::number(rank));
}

} // namespace stepscope::tests
