// SPDX-License-Identifier: GPL-3.0-or-later
// Links from forward to backward operators that are made of sequence numbers, through the loader.
#include "core/analysis/trace_counts.h"
#include "core/model/derived_flows.h"
#include "tests/support/as_json.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_files.h"

#include <QObject>
#include <QTest>

#include <memory>
#include <string>
#include <vector>

using namespace stepscope;
using namespace stepscope::model;
using stepscope::tests::asJson;

namespace {

struct NumberedOp
{
    const char* name;
    int tid;
    int start;
    int dur;
    int number;
    int forwardThread = 0;
    int pid = 1;
};

std::string eventOf(const NumberedOp& op)
{
    return asJson("{'ph': 'X', 'cat': 'cpu_op', 'name': '" + std::string(op.name)
        + "', 'pid': " + std::to_string(op.pid) + ", 'tid': " + std::to_string(op.tid)
        + ", 'ts': " + std::to_string(op.start) + ", 'dur': " + std::to_string(op.dur)
        + ", 'args': {'External id': 7, 'Sequence number': " + std::to_string(op.number)
        + ", 'Fwd thread id': " + std::to_string(op.forwardThread) + ", 'Input Dims': [[1]]}}");
}

std::vector<std::string> eventsOf(const std::vector<NumberedOp>& ops)
{
    std::vector<std::string> events;
    for (const NumberedOp& op : ops)
        events.push_back(eventOf(op));
    return events;
}

std::shared_ptr<const Trace> loaded(const std::vector<std::string>& events, const tests::LoadSetting& setting = {})
{
    const auto trace = tests::loadText(tests::traceOf(events), setting);
    if (!trace)
        qFatal("%s", trace.error().message.c_str());
    return *trace;
}

/// "forward>backward" by name, in the order of the flows.
QString linksOf(const Trace& trace)
{
    std::string text;
    for (const Flow& flow : trace.flows) {
        text += text.empty() ? "" : " ";
        text.append(trace.nameOf(flow.from)).append(">").append(trace.nameOf(flow.to));
    }
    return QString::fromStdString(text);
}

const std::vector<NumberedOp> kLinear {{"linear", 1, 0, 100, 4}, {"t", 1, 10, 20, 4}, {"addmm", 1, 40, 20, 5},
    {"eval Addmm", 2, 200, 50, 5, 1}, {"AddmmBackward0", 2, 210, 30, 5, 1}, {"mm", 2, 212, 5, 9},
    {"eval T", 2, 300, 50, 4, 1}, {"TBackward0", 2, 310, 30, 4, 1}};

} // namespace

class TestBackwardLinks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // As PyTorch pairs them: the operator that starts last, and the innermost of what the engine runs.
    void innermostOnBothSides()
    {
        const auto trace = loaded(eventsOf(kLinear));
        QCOMPARE(linksOf(*trace), QStringLiteral("t>TBackward0 addmm>AddmmBackward0"));
        QCOMPARE(trace->flowsByTarget.size(), std::size_t {2});
        QCOMPARE(trace->nameOf(trace->flowsByTarget[0].to), std::string_view("AddmmBackward0"));
        for (const Flow& flow : trace->flows)
            QVERIFY(isDerived(*trace, flow));
        QCOMPARE(analysis::countTrace(*trace, {}).flows, std::uint64_t {0}); // none is in the file
    }

    void flowsOfTheFileStand()
    {
        auto events = eventsOf(kLinear);
        events.push_back(
            asJson("{'ph': 's', 'cat': 'fwdbwd', 'name': 'fwdbwd', 'id': 1, 'pid': 1, 'tid': 1, 'ts': 40}"));
        events.push_back(asJson(
            "{'ph': 'f', 'cat': 'fwdbwd', 'name': 'fwdbwd', 'id': 1, 'pid': 1, 'tid': 2, 'ts': 210, 'bp': 'e'}"));
        const auto trace = loaded(events);
        QCOMPARE(linksOf(*trace), QStringLiteral("addmm>AddmmBackward0"));
        QVERIFY(!isDerived(*trace, trace->flows[0]));
        QCOMPARE(analysis::countTrace(*trace, {}).flows, std::uint64_t {1});
    }

    void otherFlowsKeepTheirOrder()
    {
        auto events = eventsOf(kLinear);
        events.push_back(asJson("{'ph': 's', 'cat': 'wake', 'name': 'wake', 'id': 1, 'pid': 1, 'tid': 1, 'ts': 0}"));
        events.push_back(
            asJson("{'ph': 'f', 'cat': 'wake', 'name': 'wake', 'id': 1, 'pid': 1, 'tid': 2, 'ts': 212, 'bp': 'e'}"));
        const auto trace = loaded(events);
        QCOMPARE(linksOf(*trace), QStringLiteral("linear>mm t>TBackward0 addmm>AddmmBackward0"));
        QCOMPARE(derivedFlows(*trace), std::uint64_t {2});
        QCOMPARE(analysis::countTrace(*trace, {}).flows, std::uint64_t {1});
    }

    // A number is used up by its backward operator, and again from the next forward one on.
    void oneBackwardForOneForward()
    {
        const auto trace = loaded(eventsOf({{"f", 1, 0, 10, 3}, {"b", 2, 20, 10, 3, 1}, {"b again", 2, 40, 10, 3, 1},
            {"g", 1, 60, 10, 3}, {"h", 1, 80, 10, 3}, {"c", 2, 100, 10, 3, 1}, {"never", 1, 200, 10, 6},
            {"early", 2, 210, 10, 8, 1}, {"late", 1, 230, 10, 8}}));
        QCOMPARE(linksOf(*trace), QStringLiteral("f>b h>c"));
    }

    void withoutNumberNoLinks()
    {
        const auto trace = loaded(eventsOf({{"f", 1, 0, 10, -1}, {"b", 2, 20, 10, -1, 1}}));
        QCOMPARE(linksOf(*trace), QString());
        QCOMPARE(trace->categories.size(), std::size_t {1});
    }

    // Threads count on their own: the thread whose operators fit is the one that is meant.
    void forwardThreadsByWhatFits()
    {
        std::vector<NumberedOp> ops {{"a1", 1, 0, 10, 1}, {"a2", 1, 20, 10, 2}, {"x2", 5, 22, 5, 2},
            {"b2", 2, 100, 10, 2, 3}, {"b1", 2, 120, 10, 1, 3}, {"other", 9, 10, 5, 1, 0, 77}};
        QCOMPARE(linksOf(*loaded(eventsOf(ops))), QStringLiteral("a1>b1 a2>b2"));
        ops.push_back({"x1", 5, 2, 5, 1}); // now both fit as well: better no link than a wrong one
        QCOMPARE(linksOf(*loaded(eventsOf(ops))), QString());
    }

    void onOneThread()
    {
        const auto trace = loaded(eventsOf({{"f", 1, 0, 10, 3}, {"eval", 1, 20, 30, 3, 1}, {"b", 1, 25, 20, 3, 1}}));
        QCOMPARE(linksOf(*trace), QStringLiteral("f>b"));
    }

    void sameForAnyThreadsAndChunks()
    {
        std::vector<NumberedOp> ops;
        for (int i = 0; i < 400; ++i) {
            ops.push_back({"f", 1, 10 * i, 5, i});
            ops.push_back({"b", 2, 10'000 - 10 * i, 5, i, 1});
        }
        const auto events = eventsOf(ops);
        const auto whole = loaded(events);
        QCOMPARE(whole->flows.size(), std::size_t {400});
        for (const unsigned threads : {1U, 3U}) {
            const auto trace = loaded(events, {threads, 4096});
            QCOMPARE(linksOf(*trace), linksOf(*whole));
        }
    }
};

STEPSCOPE_TEST(TestBackwardLinks)
#include "tst_backward_links.moc"
