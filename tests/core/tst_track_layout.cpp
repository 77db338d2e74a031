// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/steps.h"
#include "core/view/track_layout.h"
#include "tests/core/layout_rows.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"

#include <QObject>
#include <QTest>

using namespace stepscope;
using namespace stepscope::view;
using model::EventKind;
using model::LaneSection;
using stepscope::tests::nodeNamed;
using stepscope::tests::TraceFixture;

namespace {

QStringList labels(const TrackLayout& layout)
{
    QStringList list;
    for (const Row& row : layout.rows()) {
        if (row.labelled)
            list << QString::fromStdString(layout.node(row.node).label);
    }
    return list;
}

} // namespace

class TestTrackLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void gpuComesFirstAndCommunicationAfterCompute()
    {
        const auto sample = tests::sampleTrace();
        const TrackLayout layout(*sample.trace, view::findSteps(*sample.trace).size());
        QCOMPARE(labels(layout),
            (QStringList {"Steps", "GPU 0", "stream 7", "annotations", "stream 20", "python train.py", "pt_main_thread",
                "Python", "[memory]", "pt_autograd_0", "python train.py", "GPU memory"}));
    }

    void computedCountersComeLastBelowTheirDevice()
    {
        const auto sample = tests::sampleTrace();
        const model::Trace& trace = *sample.trace;
        TrackId stream;
        for (std::size_t i = 0; i < trace.tracks.size(); ++i) {
            if (trace.tracks[i].gpuWork > 0)
                stream = TrackId(i);
        }
        const ProcessId process = trace.tracks[trace.trackOf(sample.launch).index()].process;
        const std::vector<ComputedCounter> computed {{stream, {}, "utilisation", "", false},
            {{}, process, "memory", "host", true}, {stream, {}, "allocated", "", true}};
        TrackLayout layout(trace, 6, computed);
        QCOMPARE(labels(layout),
            (QStringList {"Steps", "GPU 0", "stream 7", "annotations", "stream 20", "allocated", "counters",
                "python train.py", "pt_main_thread", "Python", "[memory]", "pt_autograd_0", "memory", "python train.py",
                "GPU memory"}));
        layout.setFolded(nodeNamed(layout, "counters"), false);
        const LayoutNode& utilisation = layout.node(nodeNamed(layout, "utilisation"));
        QVERIFY(utilisation.kind == NodeKind::Counter);
        QCOMPARE(std::size_t {utilisation.first}, trace.counters.size());
        QCOMPARE(utilisation.device, 0);
        QVERIFY(layout.rowOfNode(nodeNamed(layout, "utilisation")).has_value());
        QCOMPARE(std::size_t {layout.node(nodeNamed(layout, "memory")).first}, trace.counters.size() + 1);
    }

    void threadsThatLaunchComeBeforeOthers()
    {
        TraceFixture f;
        const ProcessId cpu = f.process("9", "p");
        const TrackId worker = f.thread(cpu, "10", "worker");
        const TrackId driver = f.thread(cpu, "11", "driver");
        const TrackId stream = f.stream(f.process("0", "p"), 0, 7);
        f.slice(worker, "w", EventKind::CpuOp, 0, 10);
        const auto call = f.slice(driver, "cudaLaunchKernel", EventKind::Runtime, 0, 5);
        f.launch(call, f.slice(stream, "k", EventKind::Kernel, 6, 4));
        const auto trace = f.build();
        const TrackLayout layout(*trace, 0);
        QCOMPARE(labels(layout), (QStringList {"GPU 0", "stream 7", "p", "driver", "worker"}));
    }

    void profilerRowsAreLastAndFoldedAndEmptyRowsAreHidden()
    {
        TraceFixture f;
        const ProcessId spans = f.process("Spans", "Spans");
        f.slice(f.track(model::TrackKind::Profiler, spans, "PyTorch Profiler"), "x", EventKind::ProfilerSpan, 0, 100);
        f.stream(f.process("1", "announced"), 1, 7);
        const ProcessId cpu = f.process("9", "p");
        f.slice(f.thread(cpu, "10", "t"), "w", EventKind::CpuOp, 0, 10);
        const auto trace = f.build();
        const TrackLayout layout(*trace, 0);
        QCOMPARE(labels(layout), (QStringList {"p", "t", "Profiler"}));
    }

    void rowsTileWithoutOverlapAndAreFoundAgain()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        for (std::size_t i = 0; i < layout.rows().size(); ++i) {
            const Row& row = layout.rows()[i];
            QVERIFY(row.height > 0);
            if (i > 0)
                QVERIFY(layout.rows()[i - 1].y + layout.rows()[i - 1].height <= row.y);
            QCOMPARE(layout.rowAt(row.y).value(), i);
            QCOMPARE(layout.rowAt(row.y + row.height - 1).value(), i);
            const auto [first, last] = layout.rowsBetween(row.y, row.y + row.height);
            QCOMPARE(first, i);
            QCOMPARE(last, i + 1);
        }
        QVERIFY(!layout.rowAt(-1));
        QVERIFY(!layout.rowAt(layout.height()));
        QCOMPARE(layout.rows().back().y + layout.rows().back().height, layout.height());
        QCOMPARE(layout.pinnedHeight(), kHeadingHeight);
    }

    void everyPlacedLaneHasItsRow()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        layout.setFolded(nodeNamed(layout, "Python"), false);
        for (std::size_t i = 0; i < sample.trace->lanes.size(); ++i) {
            const auto row = layout.rowOfLane(LaneId(i));
            QVERIFY(row);
            QCOMPARE(layout.rows()[*row].lane, LaneId(i));
        }
    }

    void foldingPutsOneRowInPlaceOfLanes()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        const std::size_t before = layout.rows().size();
        const NodeId main = nodeNamed(layout, "pt_main_thread");
        const LaneId lane = layout.node(main).firstLane;
        layout.setFolded(main, true);
        QVERIFY(layout.rows().size() < before);
        const auto row = layout.rowOfLane(lane);
        QVERIFY(row);
        QCOMPARE(layout.rows()[*row].kind, RowKind::Mini);
        QCOMPARE(layout.rows()[*row].node, main);
        layout.setFolded(main, false);
        QCOMPARE(layout.rows().size(), before);
    }

    void whatIsFoldedAwayIsShownByTheRowAbove()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        const NodeId device = nodeNamed(layout, "GPU 0");
        const LaneId lane = sample.trace->laneOf(sample.kernel);
        layout.setFolded(device, true);
        QCOMPARE(layout.rows()[layout.rowOfLane(lane).value()].node, device);
        layout.reveal(lane);
        QCOMPARE(layout.rows()[layout.rowOfLane(lane).value()].lane, lane);
    }

    void pythonStartsFoldedInADensityStrip()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        const NodeId python = nodeNamed(layout, "Python");
        QVERIFY(layout.isFolded(python));
        QCOMPARE(layout.rows()[layout.rowOfNode(python).value()].kind, RowKind::Density);
        layout.setFolded(python, false);
        QCOMPARE(layout.rows()[layout.rowOfNode(python).value()].kind, RowKind::Lane);
    }

    void hiddenRowsAreGone()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        const NodeId stream = nodeNamed(layout, "stream 20");
        layout.setHidden(stream, true);
        QVERIFY(!labels(layout).contains("stream 20"));
        QVERIFY(!layout.rowOfLane(layout.node(stream).firstLane));
        layout.setHidden(stream, false);
        QVERIFY(labels(layout).contains("stream 20"));
    }

    void unplacedLanesAreNeverDrawn()
    {
        TraceFixture f;
        const TrackId track = f.thread(f.process("9", "p"), "10", "t");
        f.slice(track, "w", EventKind::CpuOp, 0, 10);
        f.slice(track, "lost", EventKind::CpuOp, 0, 0, 0, LaneSection::Unplaced);
        const auto trace = f.build();
        const TrackLayout layout(*trace, 0);
        QCOMPARE(trace->lanes[1].section, LaneSection::Unplaced);
        QVERIFY(!layout.rowOfLane(LaneId(1U)));
        QVERIFY(layout.rowOfLane(LaneId(0U)));
    }

    void emptyTraceHasNoRows()
    {
        const auto trace = TraceFixture().build();
        const TrackLayout layout(*trace, 0);
        QCOMPARE(layout.height(), 0);
        QVERIFY(!layout.rowAt(0));
        QCOMPARE(layout.rowsBetween(0, 100).second, 0U);
    }

    void stepsAreFoundInOrder()
    {
        const auto sample = tests::sampleTrace(12);
        const auto steps = findSteps(*sample.trace);
        QCOMPARE(steps.size(), 12U);
        QCOMPARE(stepLabel(*sample.trace, steps[3]), std::string("#3"));
        QCOMPARE(firstStepEndingAfter(steps, 9'999'999), 0U);
        QCOMPARE(firstStepEndingAfter(steps, 10'000'000), 1U);
        QCOMPARE(firstStepEndingAfter(steps, INT64_MAX), steps.size());
    }
};

STEPSCOPE_TEST(TestTrackLayout)
#include "tst_track_layout.moc"
