// SPDX-License-Identifier: GPL-3.0-or-later
// The call tree against an oracle that asks, for every moment of every thread, which call it belongs to.
#include "core/analysis/call_tree.h"
#include "tests/core/random_run.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string>

using namespace stepscope;
using namespace stepscope::tests;
using analysis::CallFrames;
using analysis::CallNode;
using analysis::CallNodeKind;
using analysis::CallTree;
using analysis::CallWeight;

namespace {

constexpr std::int64_t kUnit = 1000;

struct Sums
{
    std::int64_t self = 0;
    std::uint64_t calls = 0;
    friend bool operator==(const Sums&, const Sums&) = default;
};
using SumsOfPath = std::map<std::string, Sums>;

class Oracle
{
public:
    Oracle(const model::Trace& trace, const analysis::Window& window, CallFrames frames, CallWeight weight)
        : m_trace(trace)
        , m_window(window)
        , m_frames(frames)
        , m_weight(weight)
    {
    }

    SumsOfPath run()
    {
        if (m_weight == CallWeight::DeviceTime) {
            addWork();
            return m_sums;
        }
        const Interval window = m_window.whole ? Interval {m_trace.rangeStart, m_trace.rangeEnd} : m_window.cpu;
        for (std::size_t i = 0; i < m_trace.slices.size(); ++i) {
            const SliceId id(i);
            if (isCall(id) && analysis::overlaps(m_window.cpu, m_trace.slices.start[i], m_trace.slices.end(id)))
                ++m_sums[pathOf(id)].calls;
        }
        for (std::size_t track = 0; track < m_trace.tracks.size(); ++track) {
            for (std::int64_t time = window.start; time < window.end; time += kUnit)
                addMoment(TrackId(track), time);
        }
        return m_sums;
    }

private:
    [[nodiscard]] bool isCall(SliceId id) const
    {
        using model::EventKind;
        if (m_trace.tracks[m_trace.trackOf(id).index()].kind != model::TrackKind::CpuThread)
            return false;
        const EventKind kind = m_trace.kindOf(id);
        if (kind == EventKind::PythonFunction)
            return m_frames != CallFrames::Operators;
        if (model::isApiCall(kind) && m_weight == CallWeight::DeviceTime)
            return false;
        return m_frames != CallFrames::Python;
    }
    [[nodiscard]] SliceId callerOf(SliceId id) const
    {
        do
            id = m_trace.slices.parent[id.index()];
        while (id.valid() && !isCall(id));
        return id;
    }
    [[nodiscard]] std::string nameOf(SliceId id) const
    {
        const std::string name(m_trace.nameOf(id));
        return name.rfind("ProfilerStep#", 0) == 0 ? "step" : name;
    }
    [[nodiscard]] std::string pathOf(SliceId id) const
    {
        const std::string thread = m_trace.tracks[m_trace.trackOf(id).index()].name;
        std::string path;
        for (; id.valid(); id = callerOf(id))
            path = fmt::format(";{}{}", nameOf(id), path);
        return thread + path;
    }
    [[nodiscard]] bool isBefore(SliceId a, SliceId b) const
    {
        const auto& starts = m_trace.slices.start;
        if (starts[a.index()] != starts[b.index()])
            return starts[a.index()] < starts[b.index()];
        return m_trace.depthOf(a) != m_trace.depthOf(b) ? m_trace.depthOf(a) < m_trace.depthOf(b) : a < b;
    }

    void addMoment(TrackId track, std::int64_t time)
    {
        SliceId innermost;
        for (bool isDeeper = true; isDeeper;) {
            SliceId chosen;
            for (std::size_t i = 0; i < m_trace.slices.size(); ++i) {
                const SliceId id(i);
                if (m_trace.slices.start[i] > time || m_trace.slices.end(id) <= time || m_trace.trackOf(id) != track
                    || !isCall(id) || callerOf(id) != innermost)
                    continue;
                if (!chosen.valid() || isBefore(id, chosen))
                    chosen = id;
            }
            isDeeper = chosen.valid();
            if (isDeeper)
                innermost = chosen;
        }
        if (innermost.valid())
            m_sums[pathOf(innermost)].self += kUnit;
    }

    void addWork()
    {
        std::vector<SliceId> counted;
        for (std::size_t i = 0; i < m_trace.gpuWork.size(); ++i) {
            const SliceId work = m_trace.gpuWork.slice[i];
            const analysis::Share share = analysis::shareOf(m_trace, work, m_window.gpu, m_window.whole);
            if (!share.placed)
                continue;
            std::string path = "launch not recorded";
            if (m_trace.gpuWork.launch[i].valid()) {
                const SliceId around = callerOf(m_trace.gpuWork.launch[i]);
                path = around.valid() ? pathOf(around)
                                      : m_trace.tracks[m_trace.trackOf(m_trace.gpuWork.launch[i]).index()].name;
                for (SliceId id = around; id.valid(); id = callerOf(id)) {
                    if (std::find(counted.begin(), counted.end(), id) != counted.end())
                        continue;
                    counted.push_back(id);
                    ++m_sums[pathOf(id)].calls;
                }
            }
            Sums& sums = m_sums[fmt::format("{};{} on the GPU", path, m_trace.nameOf(work))];
            sums.self += share.span.length();
            ++sums.calls;
        }
    }

    const model::Trace& m_trace;
    const analysis::Window& m_window;
    CallFrames m_frames;
    CallWeight m_weight;
    SumsOfPath m_sums;
};

std::string pathOf(const model::Trace& trace, const CallTree& tree, std::uint32_t node)
{
    std::string path;
    for (std::uint32_t at = node; at != 0; at = tree.nodes[at].parent) {
        const CallNode& shown = tree.nodes[at];
        path = fmt::format("{}{}{}{}", shown.kind == CallNodeKind::Steps ? "step" : callLabel(trace, shown),
            shown.kind == CallNodeKind::Work ? " on the GPU" : "", path.empty() ? "" : ";", path);
    }
    return path;
}

SumsOfPath sumsOf(const model::Trace& trace, const CallTree& tree)
{
    SumsOfPath sums;
    for (std::uint32_t i = 1; i < tree.nodes.size(); ++i) {
        const CallNode& node = tree.nodes[i];
        if (node.kind != CallNodeKind::Thread && node.kind != CallNodeKind::NoLaunch)
            sums[pathOf(trace, tree, i)] = {node.selfNs, node.calls};
    }
    return sums;
}

// What holds of every tree: sums, the order of nodes, and that each can be found in the trace.
void checkShape(const model::Trace& trace, const CallTree& tree)
{
    QVERIFY(!tree.nodes.empty());
    std::uint32_t next = 1;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const CallNode& node = tree.nodes[i];
        QCOMPARE(node.firstChild, next);
        next += node.children;
        QVERIFY(node.selfNs >= 0);
        std::int64_t total = node.selfNs;
        for (std::uint32_t child = node.firstChild; child < node.firstChild + node.children; ++child) {
            QCOMPARE(tree.nodes[child].parent, i);
            QVERIFY(child == node.firstChild || tree.nodes[child - 1].totalNs >= tree.nodes[child].totalNs);
            total += tree.nodes[child].totalNs;
        }
        QCOMPARE(node.totalNs, total);
        if (node.kind == CallNodeKind::Call && node.longest.valid())
            QCOMPARE(std::string(trace.nameOf(node.longest)), callLabel(trace, node));
    }
    QCOMPARE(next, static_cast<std::uint32_t>(tree.nodes.size()));
}

const CallNode* nodeAt(const model::Trace& trace, const CallTree& tree, const std::string& path)
{
    for (std::uint32_t i = 1; i < tree.nodes.size(); ++i) {
        if (pathOf(trace, tree, i) == path)
            return &tree.nodes[i];
    }
    return nullptr;
}

} // namespace

class TestCallTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheOracle_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 0; seed < 12; ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }
    void agreesWithTheOracle()
    {
        QFETCH(const int, seed);
        const auto trace = RandomRun(static_cast<std::uint64_t>(seed), kUnit).make().load();
        QVERIFY(trace);
        for (const analysis::Window& window : {analysis::Window(), analysis::cutTo({700 * kUnit, 1500 * kUnit})}) {
            for (const CallFrames frames : {CallFrames::Operators, CallFrames::Python, CallFrames::All}) {
                for (const CallWeight weight : {CallWeight::CpuTime, CallWeight::DeviceTime}) {
                    const CallTree tree = callTree(*trace, window, frames, weight);
                    checkShape(*trace, tree);
                    const SumsOfPath expected = Oracle(*trace, window, frames, weight).run();
                    QVERIFY(frames == CallFrames::Python || weight == CallWeight::DeviceTime || !expected.empty());
                    QVERIFY2(sumsOf(*trace, tree) == expected,
                        qPrintable(QStringLiteral("frames %1, weight %2, %3")
                                       .arg(static_cast<int>(frames))
                                       .arg(static_cast<int>(weight))
                                       .arg(window.whole)));
                }
            }
        }
    }

    void stepsAreOneCallAndTheLongestCallIsKept()
    {
        EventList list;
        for (int step = 0; step < 3; ++step) {
            list.add("user_annotation", "ProfilerStep#" + std::to_string(step), kCpu, 100, step * 1000, 900);
            list.op("aten::mm", 100, step * 1000 + 100, step == 1 ? 500 : 200);
        }
        const auto trace = list.load();
        QVERIFY(trace);
        const CallTree tree = callTree(*trace, {}, CallFrames::Operators, CallWeight::CpuTime);
        QCOMPARE(tree.nodes.size(), 4U);
        QCOMPARE(callLabel(*trace, tree.nodes[2]), std::string("ProfilerStep"));
        QCOMPARE(tree.nodes[2].calls, 3U);
        QCOMPARE(tree.nodes[2].totalNs, 2700);
        QCOMPARE(tree.nodes[3].totalNs, 900);
        QCOMPARE(trace->slices.start[tree.nodes[3].longest.index()], 1100);
        const CallTree one
            = callTree(*trace, analysis::cutTo({1000, 1900}), CallFrames::Operators, CallWeight::CpuTime);
        QCOMPARE(callLabel(*trace, one.nodes[2]), std::string("ProfilerStep#1"));
    }

    void deviceTimeEndsInTheKernelsAndLeadsToTheLongest()
    {
        EventList list;
        list.op("outer", 100, 0, 100);
        list.op("inner", 100, 10, 30);
        list.op("inner", 100, 50, 40);
        list.launch(100, 20, 5, 1);
        list.launch(100, 60, 5, 2);
        list.kernel("k", 7, 200, 30, 1);
        list.kernel("k", 7, 300, 70, 2);
        list.kernel("lost", 7, 400, 5);
        const auto trace = list.load();
        QVERIFY(trace);
        const CallTree tree = callTree(*trace, {}, CallFrames::All, CallWeight::DeviceTime);
        checkShape(*trace, tree);
        QCOMPARE(tree.nodes[0].totalNs, 105);
        const CallNode* inner = nodeAt(*trace, tree, "thread 100;outer;inner");
        QVERIFY(inner != nullptr);
        QCOMPARE(inner->totalNs, 100);
        QCOMPARE(inner->selfNs, 0);
        QCOMPARE(inner->calls, 2U);
        QCOMPARE(trace->slices.start[inner->longest.index()], 50);
        const CallNode* lost = nodeAt(*trace, tree, "launch not recorded;lost on the GPU");
        QVERIFY(lost != nullptr);
        QCOMPARE(lost->totalNs, 5);
    }

    void anEmptyTraceHasOnlyTheRoot()
    {
        const auto trace = EventList::loadText("{\"schemaVersion\": 1, \"traceEvents\": []}");
        QVERIFY(trace);
        for (const CallWeight weight : {CallWeight::CpuTime, CallWeight::DeviceTime}) {
            const CallTree tree = callTree(*trace, {}, CallFrames::All, weight);
            QCOMPARE(tree.nodes.size(), 1U);
            QCOMPARE(tree.nodes.front().totalNs, 0);
        }
    }
};

STEPSCOPE_TEST(TestCallTree)
#include "tst_call_tree.moc"
