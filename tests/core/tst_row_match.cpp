// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of two runs by their roles: ids that differ do not part them, what only one has stays.
#include "core/view/row_match.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

#include <algorithm>

using namespace stepscope;
using model::EventKind;
using tests::TraceFixture;

class TestRowMatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rolesNotIds();
    void oneOrder();
};

namespace {

struct Ids
{
    const char* pid;
    const char* mainThread;
    std::int64_t compute;
    std::int64_t comm;
    bool loader; // has a thread of that name
};

std::shared_ptr<const model::Trace> runWith(const Ids& ids)
{
    TraceFixture f;
    const ProcessId python = f.process(ids.pid, "python");
    const ProcessId gpu = f.process("0", "GPU 0");
    const TrackId thread = f.thread(python, ids.mainThread, "");
    const TrackId compute = f.stream(gpu, 0, ids.compute);
    const TrackId comm = f.stream(gpu, 0, ids.comm);
    const auto launch = f.slice(thread, "cudaLaunchKernel", EventKind::Runtime, 100, 10);
    f.launch(launch, f.slice(compute, "gemm", EventKind::Kernel, 200, 50));
    f.slice(comm, "ncclDevKernel_AllReduce", EventKind::Kernel, 300, 50);
    if (ids.loader)
        f.slice(f.thread(python, "77", "pt_data_worker"), "next", EventKind::CpuOp, 100, 20);
    return f.build();
}

view::NodeId rowNamed(const view::TrackLayout& layout, const std::string& label)
{
    for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
        if (layout.nodes()[i].label == label)
            return view::NodeId(i);
    }
    return {};
}

} // namespace

void TestRowMatch::rolesNotIds()
{
    const auto before = runWith({"10", "1001", 7, 20, true});
    const auto after = runWith({"4242", "555", 13, 5, false});
    const view::TrackLayout first(*before, 0);
    const view::TrackLayout second(*after, 0);
    const view::RowMatch match = view::matchRows(first, second);
    for (const auto& [one, other] : {std::pair("stream 7", "stream 13"), std::pair("stream 20", "stream 5")}) {
        const view::NodeId node = rowNamed(first, one);
        QVERIFY2(node.valid() && rowNamed(second, other).valid(), one);
        QCOMPARE(match.partner(0, node), rowNamed(second, other));
        QCOMPARE(match.partner(1, rowNamed(second, other)), node);
    }
    std::size_t alone = 0;
    for (std::size_t i = 0; i < first.nodes().size(); ++i) {
        if (match.partner(0, view::NodeId(i)).valid())
            continue;
        ++alone;
        QVERIFY2(first.nodes()[i].label.find("data_worker") != std::string::npos, first.nodes()[i].label.c_str());
    }
    QCOMPARE(alone, std::size_t {1});
}

void TestRowMatch::oneOrder()
{
    const auto before = runWith({"10", "1001", 7, 20, true});
    const auto after = runWith({"4242", "555", 13, 5, false});
    view::TrackLayout first(*before, 0);
    view::TrackLayout second(*after, 0);
    const view::RowMatch match = view::matchRows(first, second);
    first.move(rowNamed(first, "stream 20"), -1);
    view::orderLike(first, second, match);
    const std::vector<view::NodeId>& streams = second.siblings(rowNamed(second, "stream 5"));
    const auto place = [&](const char* label) {
        return std::find(streams.begin(), streams.end(), rowNamed(second, label)) - streams.begin();
    };
    QVERIFY(place("stream 5") < place("stream 13")); // as stream 20 stands before stream 7 now
    QCOMPARE(streams.size(), first.siblings(rowNamed(first, "stream 20")).size());
}

STEPSCOPE_TEST(TestRowMatch)
#include "tst_row_match.moc"
