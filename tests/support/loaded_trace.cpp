// SPDX-License-Identifier: GPL-3.0-or-later
// Implementation: plain files in a temporary folder.
#include "tests/support/loaded_trace.h"

#include "core/json/trace_loader.h"

#include <QFile>

namespace stepscope::tests {

QByteArray smallTraceJson()
{
    return R"json({
"schemaVersion": 1,
"deviceProperties": [{"id": 0, "name": "Test GPU", "totalGlobalMem": 1073741824, "computeMajor": 9, "computeMinor": 0, "numSms": 4}],
"distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 8},
"big": 12345678901234567890,
"baseTimeNanoseconds": 1700000000000000000,
"traceEvents": [
{"ph": "M", "name": "process_name", "pid": 10, "tid": 0, "args": {"name": "python"}},
{"ph": "M", "name": "process_labels", "pid": 10, "tid": 0, "args": {"labels": "CPU"}},
{"ph": "M", "name": "thread_name", "pid": 10, "tid": 11, "args": {"name": "thread 11 (main)"
}
},
{"ph": "M", "name": "thread_name", "pid": 0, "tid": 7, "args": {"name": "stream 7 "}},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#4", "pid": 10, "tid": 11, "ts": 1000.0, "dur": 400.0, "args": {}},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#5", "pid": 10, "tid": 11, "ts": 1400.0, "dur": 400.0, "args": {}},
{"ph": "X", "cat": "python_function", "name": "train.py(12): step", "pid": 10, "tid": 11, "ts": 1010.0, "dur": 300.0, "args": {"Python id": 1, "Python parent id": null}},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 10, "tid": 11, "ts": 1020.0, "dur": 100.0,
 "args": {"External id": 5, "Input Dims": [[64, 3], [3, 8]], "note": "first", "note": "second", "nested": {"deep": {"er": true}}}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 10, "tid": 11, "ts": 1030.5, "dur": 10.25, "args": {"correlation": 42, "External id": 5}},
{"ph": "X", "cat": "kernel", "name": "void gemm<float, 128>(int*)", "pid": 0, "tid": 7, "ts": 1060.125, "dur": 41.407,
 "args": {"device": 0, "stream": 7, "correlation": 42, "grid": [512, 2, 1], "block": [128, 1, 1]}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaMemcpyAsync", "pid": 10, "tid": 11, "ts": 1200.0, "dur": 5.0, "args": {"correlation": 43}},
{"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Pinned -> Device)", "pid": 0, "tid": 7, "ts": 1210.0, "dur": 2.0,
 "args": {"device": 0, "stream": 7, "correlation": 43, "bytes": 4096}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernelExC", "pid": 10, "tid": 11, "ts": 1250.0, "dur": 5.0, "args": {"correlation": 99}},
{"ph": "B", "cat": "io", "name": "load", "pid": 10, "tid": 12, "ts": 1100.0, "args": {"file": "a.bin"}},
{"ph": "E", "cat": "io", "pid": 10, "tid": 12, "ts": 1150.0, "args": {"bytes": 77}},
{"ph": "X", "cat": "io", "name": "backwards", "pid": 10, "tid": 12, "ts": 1160.0, "dur": -3.0},
{"ph": "B", "cat": "io", "name": "endless", "pid": 10, "tid": 12, "ts": 1500.0},
{"ph": "s", "cat": "fwdbwd", "name": "fwdbwd", "id": 1, "pid": 10, "tid": 11, "ts": 1021.0},
{"ph": "f", "cat": "fwdbwd", "name": "fwdbwd", "id": 1, "pid": 10, "tid": 12, "ts": 1110.0, "bp": "e"},
{"ph": "i", "cat": "cpu_instant_event", "name": "[memory]", "s": "t", "pid": 10, "tid": 11, "ts": 1035.0, "args": {"Bytes": 512, "Device Type": 1}},
{"ph": "C", "name": "load average", "pid": 10, "ts": 1000.0, "args": {"value": 1.5}},
{"ph": "C", "name": "load average", "pid": 10, "ts": 1300.0, "args": {"value": 2.25}}
]
}
)json";
}

bool writeFile(const QString& path, const QByteArray& content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

LoadedTrace::LoadedTrace(const QByteArray& json, const QString& fileName)
    : m_path(m_folder.filePath(fileName))
{
    if (!writeFile(m_path, json))
        return;
    Progress progress;
    if (auto loaded = json::loadTrace(m_path.toStdString(), progress))
        m_trace = std::move(*loaded);
}

SliceId LoadedTrace::slice(std::string_view name) const
{
    if (!m_trace)
        return {};
    for (std::size_t i = 0; i < m_trace->slices.size(); ++i) {
        if (m_trace->nameOf(SliceId(i)) == name)
            return SliceId(i);
    }
    return {};
}

} // namespace stepscope::tests
