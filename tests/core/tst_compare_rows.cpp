// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that play the same part in two traces, and the difference of their call trees.
#include "core/compare/row_match.h"
#include "core/compare/tree_diff.h"
#include "tests/core/compared_loop.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

// A main and a backward thread, a compute and a communication stream, with ids of its own.
struct Ids
{
    int main = 100;
    int backward = 200;
    int compute = 7;
    int comm = 20;
    int device = 0;
    bool loader = false;
};

EventList rowsOf(const Ids& ids, std::int64_t scale = 1)
{
    EventList list;
    int correlation = 0;
    const auto kernel = [&](const char* name, int stream, std::int64_t at) {
        list.add("kernel", name, ids.device, stream, at * kUs, 10 * scale * kUs, ++correlation);
        return correlation;
    };
    list.add("user_annotation", "ProfilerStep#3", kCpu, ids.main, 0, 1000 * kUs);
    list.op("aten::mm", ids.main, 10 * kUs, 20 * scale * kUs);
    list.launch(ids.main, 12 * kUs, 2 * kUs, kernel("gemm", ids.compute, 30));
    list.op("autograd::engine::evaluate_function: MmBackward0", ids.backward, 200 * kUs, 90 * kUs);
    for (int i = 0; i < 3; ++i)
        list.launch(ids.backward, (210 + i * 20) * kUs, 2 * kUs, kernel("gemm_bwd", ids.compute, 230 + i * 30));
    list.launch(ids.backward, 280 * kUs, 2 * kUs, kernel("ncclDevKernel_AllReduce(x)", ids.comm, 400));
    if (ids.loader)
        list.op("pin", 900, 5 * kUs, 10 * kUs);
    return list;
}

std::string nameOf(const model::Trace& trace, TrackId track)
{
    return trace.tracks[track.index()].name;
}

} // namespace

class TestCompareRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAreMatchedByPartNotById()
    {
        const auto before = rowsOf({}).load();
        const auto after = rowsOf({555, 100, 20, 7, 1, false}).load(); // ids that mean other parts in the first
        QVERIFY(before && after);
        const compare::RowMatch match = compare::matchRows(*before, *after);
        QCOMPARE(match.pairs.size(), 4U);
        QVERIFY(match.onlyBefore.empty() && match.onlyAfter.empty());
        const std::vector<std::string> a = compare::rowRoles(*before);
        const std::vector<std::string> b = compare::rowRoles(*after);
        for (const compare::RowPair& pair : match.pairs)
            QCOMPARE(a[pair.before.index()], b[pair.after.index()]);
        for (const char* role : {"thread main", "thread backward", "GPU 0 compute", "GPU 0 communication"})
            QVERIFY2(std::find(a.begin(), a.end(), role) != a.end(), role);
    }

    void rowsOfOneTraceAreListed()
    {
        Ids more;
        more.loader = true;
        const auto before = rowsOf({}).load();
        const auto after = rowsOf(more).load();
        const compare::RowMatch match = compare::matchRows(*before, *after);
        QCOMPARE(match.pairs.size(), 4U);
        QCOMPARE(match.onlyAfter.size(), 1U);
        QVERIFY(nameOf(*after, match.onlyAfter[0]).find("900") != std::string::npos);
        const compare::RowMatch back = compare::matchRows(*after, *before);
        QCOMPARE(back.onlyBefore, match.onlyAfter);
    }

    void everyRowIsInOnePlace()
    {
        const auto before = rowsOf({}).load();
        Loop loop;
        const auto after = loop.load();
        const compare::RowMatch match = compare::matchRows(*before, *after);
        QCOMPARE(match.pairs.size() + match.onlyBefore.size(), before->tracks.size());
        QCOMPARE(match.pairs.size() + match.onlyAfter.size(), after->tracks.size());
    }

    void namesWithoutWhatDiffersFromRunToRun()
    {
        QCOMPARE(compare::stableName("/home/me/train.py(156): step"), std::string("train.py: step"));
        QCOMPARE(compare::stableName("train.py(7): step"), std::string("train.py: step"));
        QCOMPARE(compare::stableName("<built-in method item of Tensor object at 0x7f2a4c0de3d0>"),
            std::string("<built-in method item of Tensor object at >"));
        QCOMPARE(compare::stableName("aten::mm"), std::string("aten::mm"));
        QCOMPARE(compare::stableName("broken.py("), std::string("broken.py"));
        QCOMPARE(compare::stableName(""), std::string());
    }

    void callTreesAreMatchedByNamesAndDivided()
    {
        const auto before = rowsOf({}).load();
        const auto after = rowsOf({555, 100, 20, 7, 1, false}, 3).load();
        const auto treeOf = [](const model::Trace& trace) {
            return analysis::callTree(
                trace, analysis::Window(), analysis::CallFrames::Operators, analysis::CallWeight::CpuTime);
        };
        const analysis::CallTree a = treeOf(*before);
        const analysis::CallTree b = treeOf(*after);
        const compare::TreeDifference difference = compare::callTreeDifference({*before, a, 1}, {*after, b, 2});
        QCOMPARE(difference.nodes[0].total[0], static_cast<double>(a.nodes[0].totalNs));
        QCOMPARE(difference.nodes[0].total[1], static_cast<double>(b.nodes[0].totalNs) / 2);
        int found = 0;
        for (const compare::DiffNode& node : difference.nodes) {
            if (node.label == "aten::mm") {
                ++found;
                QCOMPARE(node.total[0], 20e3);
                QCOMPARE(node.total[1], 30e3);
                QCOMPARE(node.change(), 10e3);
                QVERIFY(node.source[0] != compare::DiffNode::kNone && node.source[1] != compare::DiffNode::kNone);
            }
        }
        QCOMPARE(found, 1);
        // A tree with itself: each node on both sides, nothing changed.
        const compare::TreeDifference same = compare::callTreeDifference({*before, a, 1}, {*before, a, 1});
        QCOMPARE(same.nodes.size(), a.nodes.size());
        for (const compare::DiffNode& node : same.nodes)
            QCOMPARE(node.change(), 0.0);
    }
};

STEPSCOPE_TEST(TestCompareRows)
#include "tst_compare_rows.moc"
