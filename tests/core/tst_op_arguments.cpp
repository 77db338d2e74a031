// SPDX-License-Identifier: GPL-3.0-or-later
// Input shapes and [memory] marks through the loader, whatever the layout, threads and chunks.
#include "tests/support/as_json.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_files.h"

#include <QObject>
#include <QTest>

#include <random>

using namespace stepscope;
using namespace stepscope::model;
using stepscope::tests::asJson;

namespace {

std::string op(const std::string& name, int ts, const std::string& args, const char* category = "cpu_op")
{
    return asJson("{'ph': 'X', 'cat': '" + std::string(category) + "', 'name': '" + name
        + "', 'pid': 1, 'tid': 1, 'ts': " + std::to_string(ts) + ", 'dur': 1, 'args': {" + args + "}}");
}

std::string mark(int ts, const std::string& args)
{
    return asJson("{'ph': 'i', 's': 't', 'cat': 'cpu_instant_event', 'name': '[memory]', 'pid': 1, 'tid': 1, 'ts': "
        + std::to_string(ts) + ", 'args': {" + args + "}}");
}

std::shared_ptr<const Trace> load(const std::vector<std::string>& events, const tests::LoadSetting& setting = {})
{
    const auto trace = tests::loadText(tests::traceOf(events), setting);
    if (!trace)
        qFatal("%s", trace.error().message.c_str());
    return *trace;
}

/// "name=dims " of all slices, in their order; `-` for none.
QString shapes(const Trace& trace)
{
    std::string text;
    for (std::uint32_t i = 0; i < trace.slices.size(); ++i) {
        const NameId dims = trace.shapes.dimsOf(SliceId(i));
        text.append(trace.nameOf(SliceId(i)))
            .append("=")
            .append(dims.valid() ? trace.names.view(dims) : "-")
            .append(" ");
    }
    return QString::fromStdString(text);
}

} // namespace

class TestOpArguments : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void textsAsInTheFile()
    {
        const auto trace = load({op("a", 1, "'Input Dims': [[8, 1024], []], 'Ev Idx': 2"),
            op("b", 2, "'Concrete Inputs': ['Input Dims', ''], 'Input Dims' : [ [1],\n [[2], [3]] ]"),
            op("old", 3, "'x': {'Input Dims': [[9]]}, 'Input dims': [[4]]"), op("none", 4, "'Input Dims': 7"),
            op("inner", 5, "'x': {'Input Dims': [[9]]}"), op("empty", 6, "'Input Dims': []"),
            op("call", 7, "'Input Dims': [[5]]", "cuda_runtime"), op("last", 8, "'Ev Idx': 1")});
        QCOMPARE(shapes(*trace),
            QStringLiteral(
                "a=[[8, 1024], []] b=[ [1],\n [[2], [3]] ] old=[[4]] none=- inner=- empty=[] call=- last=- "));
        QVERIFY(!load({op("a", 1, "'Ev Idx': 2")})->shapes.recorded());
    }

    void damagedEventsKeepTheirs()
    {
        const auto trace = load(
            {op("a", 1, "'Input Dims': [[1], [2]], 'note': 'raw\tcontrol'"), op("b", 2, "'Input Dims': [[3]],")});
        QCOMPARE(shapes(*trace), QStringLiteral("a=[[1],[2]] b=[[3]] ")); // repaired text has no blanks;
    }

    void sameForAnyThreadsAndChunks()
    {
        std::mt19937_64 random(7);
        std::vector<std::string> events;
        std::string expected;
        for (int i = 0; i < 3000; ++i) {
            const std::string dims = "[[" + std::to_string(random() % 50) + ", 3]]";
            const bool has = random() % 3 != 0;
            events.push_back(op("op", 10 * i, has ? "'Input Dims': " + dims : "'Ev Idx': 1"));
            expected.append("op=").append(has ? dims : "-").append(" ");
            if (random() % 4 == 0)
                events.push_back(mark(10 * i, "'Bytes': " + std::to_string(i) + ", 'Device Type': 1"));
        }
        for (const unsigned threads : {1U, 3U}) {
            for (const std::size_t chunk : {std::size_t {1024}, std::size_t {10000}, std::size_t {1} << 20U}) {
                const auto trace = load(events, {threads, chunk});
                QCOMPARE(shapes(*trace), QString::fromStdString(expected));
                QCOMPARE(trace->memory.size(), trace->instants.size());
                for (std::size_t i = 0; i < trace->memory.size(); ++i)
                    QCOMPARE(trace->memory.bytes[i] * 10'000, trace->instants.time[trace->memory.instant[i]]);
            }
        }
    }

    void memoryMarks()
    {
        const auto trace = load({mark(9,
                                     "'Total Allocated': 70, 'Total Reserved': 2097152, 'Bytes': -512, 'Addr': 94, "
                                     "'Device Id': 0, 'Device Type': 1"),
            mark(3, "'Bytes': 4, 'Device Type': 0, 'Device Id': -1"), mark(5, "'Addr': 4"),
            asJson("{'ph': 'i', 'name': 'other', 'pid': 1, 'tid': 1, 'ts': 4, 'args': {'Bytes': 3}}")});
        QCOMPARE(trace->instants.size(), std::size_t {4}); // by time: 3, other, without bytes, 9
        QCOMPARE(trace->memory.size(), std::size_t {2});
        QCOMPARE(trace->memory.instant[0], 0U);
        QCOMPARE(trace->memory.instant[1], 3U);
        QCOMPARE(trace->memory.bytes[0], std::int64_t {4});
        QCOMPARE(trace->memory.bytes[1], std::int64_t {-512});
        QCOMPARE(trace->memory.deviceType[0], MemoryMarks::kHost);
        QCOMPARE(trace->memory.deviceType[1], 1);
        QCOMPARE(trace->memory.device[0], -1);
        QCOMPARE(trace->memory.address[1], std::uint64_t {94});
        QVERIFY(trace->memory.totalAllocated[0] == MemoryMarks::kUnknown);
        QCOMPARE(trace->memory.totalAllocated[1], std::int64_t {70});
        QVERIFY(trace->memory.totalReserved[0] == MemoryMarks::kUnknown);
        QCOMPARE(trace->memory.totalReserved[1], std::int64_t {2'097'152});
        QCOMPARE(trace->diagnostics.count(DiagnosticKind::incomplete_event), std::uint64_t {1});
    }
};

STEPSCOPE_TEST(TestOpArguments)

#include "tst_op_arguments.moc"
