// SPDX-License-Identifier: GPL-3.0-or-later
// Streams as one track: first fit against a plain search, and what the layout says of lanes that are merged.
#include "core/view/merged_lanes.h"
#include "core/view/span_query.h"
#include "core/view/track_layout.h"
#include "tests/core/layout_rows.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <random>

using namespace stepscope;
using namespace stepscope::view;
using model::EventKind;
using stepscope::tests::nodeNamed;
using stepscope::tests::TraceFixture;

namespace {

struct Streams // of one GPU, with work at random times
{
    TraceFixture fixture;
    std::shared_ptr<const model::Trace> trace;
    std::vector<LaneId> lanes;
    std::vector<SliceId> inOrder; // by start
};

Streams randomStreams(unsigned seed, int streams, int slices)
{
    Streams made;
    std::mt19937_64 random(seed);
    const ProcessId gpu = made.fixture.process("0", "GPU 0");
    for (int stream = 0; stream < streams; ++stream) {
        const TrackId track = made.fixture.stream(gpu, 0, stream);
        std::int64_t at = 0;
        for (int i = 0; i < slices; ++i) {
            at += static_cast<std::int64_t>(random() % 40);
            const auto dur = static_cast<std::int64_t>(random() % 4 == 0 ? 0 : random() % 60);
            made.fixture.slice(track, "k", EventKind::Kernel, at, dur);
            at += dur;
        }
    }
    made.trace = made.fixture.build();
    for (std::size_t lane = 0; lane < made.trace->lanes.size(); ++lane)
        made.lanes.emplace_back(lane);
    for (std::size_t i = 0; i < made.trace->slices.size(); ++i)
        made.inOrder.emplace_back(i);
    const auto& starts = made.trace->slices.start;
    std::stable_sort(made.inOrder.begin(), made.inOrder.end(),
        [&starts](SliceId a, SliceId b) { return starts[a.index()] < starts[b.index()]; });
    return made;
}

} // namespace

class TestMergedLanes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachGoesToTheFirstFreeLane()
    {
        for (unsigned seed = 1; seed <= 20; ++seed) {
            const Streams streams = randomStreams(seed, 5, 60);
            const MergedLanes merged(*streams.trace, streams.lanes);
            std::vector<std::int64_t> ends; // of the lanes so far
            for (const SliceId id : streams.inOrder) {
                const std::int64_t start = streams.trace->slices.start[id.index()];
                std::size_t lane = 0;
                while (lane < ends.size() && ends[lane] > start)
                    ++lane;
                ends.resize(std::max(ends.size(), lane + 1));
                ends[lane] = streams.trace->slices.end(id);
                const auto place = merged.find(*streams.trace, id);
                QVERIFY(place.has_value());
                QCOMPARE(place->first, lane);
                QCOMPARE(merged.run(lane).id(place->second), id);
            }
            QCOMPARE(merged.size(), ends.size());
        }
        QCOMPARE(MergedLanes().size(), std::size_t {0});
    }

    void spansAreThoseOfTheSlicesOnTheLane()
    {
        const Streams streams = randomStreams(7, 4, 400);
        const MergedLanes merged(*streams.trace, streams.lanes);
        for (std::size_t lane = 0; lane < merged.size(); ++lane) {
            const SliceRun run = merged.run(lane);
            std::vector<Span> exact;
            querySpans(run, 0, streams.trace->rangeEnd + 1, 1, exact);
            std::uint32_t counted = 0;
            for (const Span& span : exact) {
                QCOMPARE(span.dur, streams.trace->slices.dur[span.slice.index()]);
                counted += span.count;
            }
            QCOMPARE(counted, run.size());
            std::vector<Span> coarse;
            querySpans(run, 0, streams.trace->rangeEnd + 1, 256, coarse);
            std::uint32_t gathered = 0;
            for (const Span& span : coarse)
                gathered += span.count;
            QCOMPARE(gathered, run.size());
        }
    }

    void rowsOfStreamsGiveWayToOneTrack()
    {
        TraceFixture f;
        const ProcessId gpu = f.process("0", "GPU 0");
        const TrackId first = f.stream(gpu, 0, 7);
        const TrackId second = f.stream(gpu, 0, 20);
        const auto a = f.slice(first, "a", EventKind::Kernel, 0, 10);
        const auto b = f.slice(second, "b", EventKind::Kernel, 10, 10);
        const auto c = f.slice(first, "c", EventKind::Kernel, 15, 10); // over b
        const auto note = f.slice(first, "step", EventKind::GpuAnnotation, 0, 25, 0, model::LaneSection::Annotation);
        const auto trace = f.build();
        TrackLayout layout(*trace, 0);
        const NodeId device = nodeNamed(layout, "GPU 0");
        const NodeId merged = nodeNamed(layout, "2 streams");
        const NodeId stream = nodeNamed(layout, "stream 7");
        QCOMPARE(layout.mergeableDevice(stream), device);
        QCOMPARE(layout.mergeableDevices(), std::vector {device});
        QVERIFY(!layout.isMerged(device));
        const std::size_t rowsBefore = layout.rows().size();
        const auto rowOf = [&layout](SliceId slice) { return layout.rowOfLane(layout.laneOf(slice)).value(); };
        QVERIFY(rowOf(f.id(a)) != rowOf(f.id(b)));
        QVERIFY(!layout.neighbour(f.id(a), -1).valid());
        QCOMPARE(layout.neighbour(f.id(a), 1), f.id(c));
        QVERIFY(!layout.neighbour(f.id(c), 1).valid());
        QVERIFY(!layout.neighbour(SliceId(), 1).valid());

        layout.setMerged(device, true);
        QVERIFY(layout.isMerged(device));
        QCOMPARE(layout.node(merged).lanes(), 2U);
        QCOMPARE(rowOf(f.id(a)), rowOf(f.id(b)));
        QCOMPARE(rowOf(f.id(c)), rowOf(f.id(a)) + 1);
        QCOMPARE(layout.rows()[rowOf(f.id(a))].node, merged);
        QCOMPARE(layout.rowOfNode(stream), layout.rowOfNode(merged)); // who looks for the stream finds it there
        QCOMPARE(layout.neighbour(f.id(a), 1), f.id(b));
        QCOMPARE(layout.neighbour(f.id(b), -1), f.id(a));
        QVERIFY(!layout.neighbour(f.id(c), -1).valid());
        layout.setFolded(merged, true);
        QVERIFY(layout.rows()[rowOf(f.id(c))].kind == RowKind::Mini);
        layout.setHidden(device, true);
        for (const LaneId lane : layout.hiddenLanes())
            QVERIFY(layout.isOfTrace(lane));
        layout.showAllHidden();

        layout.setFolded(device, true);
        layout.reveal(layout.laneOf(f.id(c)));
        QVERIFY(layout.isMerged(device));
        QVERIFY(layout.rows()[rowOf(f.id(c))].kind == RowKind::Lane);
        // Who asks for a row gets it.
        layout.reveal(stream);
        QCOMPARE(layout.rows()[layout.rowOfNode(stream).value()].node, stream);
        layout.reveal(merged);
        QCOMPARE(layout.rows()[layout.rowOfNode(merged).value()].node, merged);

        // What a stream has beside its work is below its own row only.
        layout.reveal(layout.laneOf(f.id(note)));
        QVERIFY(!layout.isMerged(device));
        QCOMPARE(layout.rows().size(), rowsBefore);
        QVERIFY(rowOf(f.id(a)) != rowOf(f.id(b)));
    }

    void isKeptForTheNextTraceOfTheKind()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        const std::vector<RowState> before = layout.state();
        const NodeId device = nodeNamed(layout, "GPU 0");
        layout.setMerged(device, true);
        const std::vector<RowState> state = layout.state();
        QVERIFY(state != before);
        TrackLayout other(*sample.trace, 6);
        other.restore(state);
        QVERIFY(other.isMerged(nodeNamed(other, "GPU 0")));
        QCOMPARE(other.rows().size(), layout.rows().size());
        QVERIFY(other.state() == state);
        other.restore(before);
        QVERIFY(!other.isMerged(nodeNamed(other, "GPU 0")));
    }

    void oneStreamIsNotMerged()
    {
        TraceFixture f;
        f.slice(f.stream(f.process("0", "GPU 0"), 0, 7), "a", EventKind::Kernel, 0, 10);
        const auto trace = f.build();
        TrackLayout layout(*trace, 0);
        QVERIFY(layout.mergeableDevices().empty());
        QVERIFY(!layout.mergeableDevice(nodeNamed(layout, "stream 7")).valid());
        layout.setMerged(nodeNamed(layout, "GPU 0"), true);
        QVERIFY(!layout.isMerged(nodeNamed(layout, "GPU 0")));
    }
};

STEPSCOPE_TEST(TestMergedLanes)
#include "tst_merged_lanes.moc"
