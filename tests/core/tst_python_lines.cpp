// SPDX-License-Identifier: GPL-3.0-or-later
// The line of Python behind a call, a gap and a finding's place: from frames, and from stacks in the arguments of
// operators, as profilers before torch 1.12 wrote them.
#include "core/analysis/findings/evidence_line.h"
#include "core/analysis/python_frames.h"
#include "core/analysis/python_lines.h"
#include "core/export/trace_tables.h"
#include "tests/core/findings_run.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

SliceId sliceNamed(const model::Trace& trace, std::string_view name)
{
    for (std::size_t i = 0; i < trace.slices.size(); ++i) {
        if (trace.nameOf(SliceId(i)) == name)
            return SliceId(i);
    }
    return {};
}

const std::string kStack = R"("Call stack": "torch/nn/f.py(9): item;/site-packages/torch/t.py(3): item;)"
                           R"(/home/u/train.py(12): log;train.py(3): <module>")";
const std::string kLine = "/home/u/train.py(12): log";

// A sync in the middle of a step, under an operator that has the stack; the GPU idles behind it.
Run runWithStack()
{
    Run run;
    run.busyStep(1);
    run.step(2);
    run.work(run.at + 80 * kUs, run.at + 100 * kUs, run.at + 4 * kMs);
    run.list.op("aten::item", kMain, run.at + 1 * kMs, 5 * kMs).args = kStack;
    run.list.op("aten::_local_scalar_dense", kMain, run.at + 1 * kMs + kUs, 5 * kMs - 2 * kUs).args
        = R"("Call stack": "")";
    run.list.add(
        "cuda_runtime", "cudaStreamSynchronize", kCpu, kMain, run.at + 1 * kMs + 2 * kUs, 5 * kMs - 4 * kUs, 900);
    run.work(run.at + 7 * kMs, run.at + 7 * kMs + 20 * kUs, run.at + kStep);
    run.at += kStep;
    return run;
}

} // namespace

class TestPythonLines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCallHasTheStackOfTheOperatorAround()
    {
        const auto trace = runWithStack().load();
        QVERIFY(trace);
        const SliceId call = sliceNamed(*trace, "cudaStreamSynchronize");
        QVERIFY(call.valid());
        QCOMPARE(analysis::pythonLineOf(*trace, call), kLine); // the user's, not torch's
        QCOMPARE(analysis::recordedStackAround(*trace, call).size(), 4U);
        QVERIFY(analysis::pythonLineOf(*trace, sliceNamed(*trace, "cudaLaunchKernel")).empty());
        QVERIFY(analysis::pythonLineOf(*trace, SliceId()).empty());
        analysis::PythonLines lines(*trace);
        QCOMPARE(lines.of(call), kLine);
        QCOMPARE(lines.of(call), kLine);
    }

    void framesOfInstalledPackagesAreNotTheUsers()
    {
        for (const char* user : {"train.py(12): log", "src/model.py(3): forward", "/srv/lib/data.py(8): <module>"})
            QVERIFY2(analysis::isUserFrame(user), user);
        for (const char* other :
            {"/opt/env/lib/python3.8/site-packages/torchvision/transforms/functional.py(136): df",
                "/usr/lib/python3/dist-packages/numpy/core.py(7): dot", "/opt/env/lib/python3.8/threading.py(870): run",
                "torch/nn/modules/module.py(1): call", "<built-in method run>", "nn.Module: Linear_0"})
            QVERIFY2(!analysis::isUserFrame(other), other);
    }

    void gapsSyncsAndFindingsGiveIt()
    {
        const auto trace = runWithStack().load();
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        const auto& gaps = figures.idle.causes.gaps;
        const auto longest = std::max_element(
            gaps.begin(), gaps.end(), [](const auto& a, const auto& b) { return a.span.length() < b.span.length(); });
        QVERIFY(longest != gaps.end() && longest->span.length() > 2 * kMs);
        QCOMPARE(analysis::pythonLineOf(*trace, figures.idle.causes, *longest), kLine);

        const auto& findings = figures.judgement.findings;
        const auto sync = std::find_if(
            findings.begin(), findings.end(), [](const auto& finding) { return finding.rule == "sync.in_step"; });
        QVERIFY(sync != findings.end());
        QVERIFY2(sync->headline.find("train.py(12): log") != std::string::npos, sync->headline.c_str());
        QCOMPARE(sync->evidence.size(), 2U); // the call, the idle time after it
        QCOMPARE(analysis::pythonLineOf(*trace, figures, sync->evidence[0]), kLine);
        QCOMPARE(analysis::pythonLineOf(*trace, figures, sync->evidence[1]), kLine);

        const exporting::Table table = exporting::syncTable(*trace, figures);
        const auto column = std::find_if(
            table.columns.begin(), table.columns.end(), [](const auto& one) { return one.key == "python"; });
        QVERIFY(column != table.columns.end() && !table.rows.empty());
        QCOMPARE(std::get<std::string>(table.rows[0][static_cast<std::size_t>(column - table.columns.begin())]), kLine);
    }

    void framesOfTheirOwnComeFirst()
    {
        EventList list;
        list.add("python_function", "train.py(7): outer", kCpu, kMain, 0, 100 * kUs);
        list.add("python_function", "torch/x.py(1): inner", kCpu, kMain, 1 * kUs, 90 * kUs);
        list.op("aten::item", kMain, 2 * kUs, 50 * kUs).args = kStack;
        const auto trace = list.load();
        QVERIFY(trace);
        QCOMPARE(analysis::pythonLineOf(*trace, sliceNamed(*trace, "aten::item")), std::string("train.py(7): outer"));
        QVERIFY(analysis::recordedStackAround(*trace, sliceNamed(*trace, "aten::item")).empty());
        const analysis::GapPart part {{60 * kUs, 99 * kUs}, analysis::IdleCause::HostDispatch, {},
            trace->trackOf(sliceNamed(*trace, "aten::item")), {}};
        QCOMPARE(analysis::pythonLineOf(*trace, part), std::string("train.py(7): outer"));
    }

    // Ten calls without any stack: few events are read, and the answer is that none is known.
    void noStacksNoLines()
    {
        EventList list;
        for (int i = 0; i < 200; ++i) {
            list.op("aten::item", kMain, i * 10 * kUs, 5 * kUs);
            list.add("cuda_runtime", "cudaStreamSynchronize", kCpu, kMain, i * 10 * kUs + kUs, 2 * kUs, i + 1);
        }
        const auto trace = list.load();
        QVERIFY(trace);
        analysis::PythonLines lines(*trace);
        for (std::size_t i = 0; i < trace->slices.size(); ++i)
            QVERIFY(lines.of(SliceId(i)).empty());
    }

    void theOldProfilersFileTellsIt()
    {
        const auto shared = sharedDir();
        if (!shared)
            QSKIP("no collection of real traces");
        Progress progress;
        const auto loaded = json::loadTrace((*shared
                                                + QStringLiteral("/data/traces/kineto-resnet50_num_workers_0-worker0."
                                                                 "1623143089861.pt.trace.json.gz"))
                                                .toStdString(),
            progress);
        QVERIFY(loaded);
        const model::Trace& trace = **loaded;
        const analysis::TraceFigures figures = figuresOf(trace);
        std::set<std::string> lines;
        for (const analysis::SyncMarker& sync : figures.syncs)
            lines.insert(analysis::pythonLineOf(trace, sync.slice));
        // The line that copies the batch to the GPU; one call waits outside of every operator.
        QVERIFY(lines.count("resnet50_profiler_api.py(44): <module>") == 1);
        const auto& findings = figures.judgement.findings;
        QVERIFY(!findings.empty() && findings[0].rule == "idle.input");
        const std::string line = analysis::pythonLineOf(trace, figures, findings[0].evidence[0]);
        QVERIFY2(!line.empty(), "the gap has no line");
    }
};

STEPSCOPE_TEST(TestPythonLines)
#include "tst_python_lines.moc"
