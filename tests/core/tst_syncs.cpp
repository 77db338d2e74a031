// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/python_lines.h"
#include "core/analysis/syncs.h"
#include "tests/core/analysis_fixture.h"
#include "tests/support/test_registry.h"
#include "tests/support/units.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

using stepscope::tests::kUs;

std::vector<analysis::SyncMarker> syncsOf(const model::Trace& trace)
{
    const analysis::StepIndex steps = analysis::buildStepIndex(trace);
    return analysis::findSyncs(trace, steps, analysis::gpuUtilisation(trace, analysis::Window()));
}

TestEvent& call(EventList& list, const char* name, std::int64_t start, std::int64_t dur, int correlation, int tid = 100)
{
    return list.add("cuda_runtime", name, kCpu, tid, start, dur, correlation);
}

} // namespace

class TestSyncs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRecordMergesIntoTheCallItCoincidesWith()
    {
        EventList list;
        call(list, "cudaStreamSynchronize", 100 * kUs, 50 * kUs, 1);
        list.add("cuda_sync", "Stream Sync", 0, 7, 103 * kUs, 46 * kUs, 1);
        list.add("cuda_sync", "Stream Wait Event", 0, 7, 200 * kUs, 2 * kUs, 2);
        const auto trace = list.load();
        QVERIFY(trace);
        const auto markers = syncsOf(*trace);
        QCOMPARE(markers.size(), 1U);
        QCOMPARE(markers[0].blockedNs(), 50 * kUs);
        QVERIFY(markers[0].kind == analysis::SyncKind::Stream);
        QVERIFY(!markers[0].recordOnly);
    }

    void aRecordFarFromItsCallMergesByCorrelation()
    {
        EventList list;
        call(list, "cudaDeviceSynchronize", 100 * kUs, 500 * kUs, 8);
        list.add("cuda_sync", "Context Sync", 0, -1, 300 * kUs, 100 * kUs, 8); // clocks drift
        list.add("cuda_sync", "Context Sync", 0, -1, 900 * kUs, 10 * kUs, 9);  // no call of its own
        const auto trace = list.load();
        QVERIFY(trace);
        const auto markers = syncsOf(*trace);
        QCOMPARE(markers.size(), 2U);
        QVERIFY(!markers[0].recordOnly);
        QVERIFY(markers[1].recordOnly);
        QCOMPARE(markers[1].blockedNs(), 10 * kUs);
    }

    void aQueryDoesNotBlock()
    {
        EventList list;
        call(list, "cudaEventQuery", 100 * kUs, 3 * kUs, 1);
        list.add("cuda_sync", "Event Sync", 0, -1, 100 * kUs, 2 * kUs, 1);
        const auto trace = list.load();
        QVERIFY(trace);
        QVERIFY(syncsOf(*trace).empty());
    }

    void nestedCallsAreOneMarker()
    {
        EventList list;
        call(list, "cudaDeviceSynchronize", 100 * kUs, 50 * kUs, 1);
        list.add("cuda_driver", "cuCtxSynchronize", kCpu, 100, 101 * kUs, 48 * kUs, 1);
        call(list, "cudaStreamSynchronize", 120 * kUs, 5 * kUs, 2, 200); // another thread
        const auto trace = list.load();
        QVERIFY(trace);
        QCOMPARE(syncsOf(*trace).size(), 2U);
    }

    void aCopyToTheHostAndItsSynchroniseAreOneMarker()
    {
        EventList list;
        list.op("aten::item", 100, 0, 200 * kUs);
        call(list, "cudaMemcpyAsync", 10 * kUs, 100 * kUs, 1); // until the copy has ended: pageable memory
        call(list, "cudaStreamSynchronize", 111 * kUs, 4 * kUs, 2);
        list.add("gpu_memcpy", "Memcpy DtoH (Device -> Pageable)", 0, 7, 90 * kUs, 5 * kUs, 1);
        const auto trace = list.load();
        QVERIFY(trace);
        const auto markers = syncsOf(*trace);
        QCOMPARE(markers.size(), 1U);
        QCOMPARE(markers[0].blockedNs(), 104 * kUs);
        QCOMPARE(markers[0].start(), 10 * kUs);
        QCOMPARE(markers[0].end(), 115 * kUs);
        QCOMPARE(trace->nameOf(markers[0].slice), std::string_view("cudaMemcpyAsync"));
        QCOMPARE(trace->names.view(markers[0].op), std::string_view("aten::item"));
    }

    void aCopyThatDoesNotBlockLeavesTheMarkerToTheSynchronise()
    {
        EventList list;
        list.op("aten::item", 100, 0, 200 * kUs);
        call(list, "cudaMemcpyAsync", 10 * kUs, 6 * kUs, 1);
        call(list, "cudaStreamSynchronize", 20 * kUs, 90 * kUs, 2);
        list.add("gpu_memcpy", "Memcpy DtoH (Device -> Pageable)", 0, 7, 90 * kUs, 5 * kUs, 1);
        const auto trace = list.load();
        QVERIFY(trace);
        const auto markers = syncsOf(*trace);
        QCOMPARE(markers.size(), 1U);
        QCOMPARE(markers[0].start(), 20 * kUs);
        QCOMPARE(markers[0].blockedNs(), 90 * kUs);
    }

    void aMarkerKnowsItsStepWhatFollowsAndWhoCalled()
    {
        EventList list;
        list.add("user_annotation", "ProfilerStep#3", kCpu, 100, 0, 300 * kUs);
        list.add("python_function", "train.py(12): log", kCpu, 100, 5 * kUs, 120 * kUs);
        list.add("python_function", "torch/cuda/__init__.py(9): synchronize", kCpu, 100, 8 * kUs, 110 * kUs);
        list.add("python_function", "<built-in function _cuda_synchronize>", kCpu, 100, 9 * kUs, 108 * kUs);
        list.launch(100, 1 * kUs, 2 * kUs, 1);
        list.kernel("a", 7, 10 * kUs, 90 * kUs, 1);
        call(list, "cudaDeviceSynchronize", 20 * kUs, 85 * kUs, 2);
        list.launch(100, 130 * kUs, 2 * kUs, 3);
        list.kernel("b", 7, 140 * kUs, 10 * kUs, 3);
        call(list, "cudaDeviceSynchronize", 200 * kUs, 10 * kUs, 4);
        const auto trace = list.load();
        QVERIFY(trace);
        const auto markers = syncsOf(*trace);
        QCOMPARE(markers.size(), 2U);
        QCOMPARE(markers[0].step, 0U);
        QCOMPARE(*markers[0].atStepEnd, false);
        QCOMPARE(*markers[0].idleAfterNs, 35 * kUs); // from 105 to 140
        QCOMPARE(analysis::pythonLineOf(*trace, markers[0].slice), std::string("train.py(12): log"));
        QVERIFY(!markers[0].op.valid()); // the step is no operator
        QCOMPARE(*markers[1].atStepEnd, true);
        QVERIFY(!markers[1].idleAfterNs);
    }

    void aWindowCutsMarkers()
    {
        EventList list;
        call(list, "cudaDeviceSynchronize", 0, 100, 1);
        call(list, "cudaDeviceSynchronize", 200, 100, 2);
        const auto trace = list.load();
        QVERIFY(trace);
        const auto markers = analysis::cutSyncs(syncsOf(*trace), analysis::cutTo({50, 150}));
        QCOMPARE(markers.size(), 1U);
        QCOMPARE(markers[0].start(), 50);
        QCOMPARE(markers[0].blockedNs(), 50);
    }
};

STEPSCOPE_TEST(TestSyncs)
#include "tst_syncs.moc"
