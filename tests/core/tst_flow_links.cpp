// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/flow_links.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::view;
using model::EventKind;
using stepscope::tests::TraceFixture;

class TestFlowLinks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bothEndsAndWhatLiesInside()
    {
        TraceFixture f;
        const ProcessId process = f.process("1", "p");
        const TrackId main = f.thread(process, "1", "main");
        const TrackId autograd = f.thread(process, "2", "autograd");
        const auto forward = f.slice(main, "aten::linear", EventKind::CpuOp, 0, 100);
        const auto inside = f.slice(main, "aten::addmm", EventKind::CpuOp, 10, 50, 1);
        const auto alone = f.slice(main, "aten::relu", EventKind::CpuOp, 200, 50);
        const auto backward = f.slice(autograd, "AddmmBackward0", EventKind::CpuOp, 500, 80);
        f.flow(forward, backward, "fwdbwd");
        const auto trace = f.build();
        for (const auto from : {forward, inside, backward}) {
            const std::vector<model::Flow> flows = flowsAround(*trace, f.id(from));
            QCOMPARE(flows.size(), 1U);
            QCOMPARE(flows[0].from, f.id(forward));
            QCOMPARE(flows[0].to, f.id(backward));
        }
        QVERIFY(flowsAround(*trace, f.id(alone)).empty());
        QVERIFY(flowsAround(*trace, SliceId()).empty());
    }

    void launchesAreLeftToTheirLinks()
    {
        TraceFixture f;
        const TrackId main = f.thread(f.process("1", "p"), "1", "main");
        const TrackId stream = f.stream(f.process("0", "p"), 0, 7);
        const auto call = f.slice(main, "cudaLaunchKernel", EventKind::Runtime, 0, 10);
        const auto work = f.slice(stream, "gemm", EventKind::Kernel, 20, 10);
        const auto next = f.slice(stream, "relu", EventKind::Kernel, 40, 10);
        f.launch(call, work);
        f.flow(call, work, "ac2g");
        f.flow(work, next, "waits");
        const auto trace = f.build();
        QVERIFY(flowsAround(*trace, f.id(call)).empty());
        QCOMPARE(flowsAround(*trace, f.id(work)).size(), 1U);
        QCOMPARE(flowsAround(*trace, f.id(work))[0].to, f.id(next));
    }

    void manyFlowsAreCut()
    {
        TraceFixture f;
        const TrackId main = f.thread(f.process("1", "p"), "1", "main");
        const auto hub = f.slice(main, "hub", EventKind::CpuOp, 0, 10);
        for (int i = 0; i < 100; ++i)
            f.flow(hub, f.slice(main, "woken", EventKind::CpuOp, 20 + 10 * i, 5), "wake");
        const auto trace = f.build();
        QCOMPARE(flowsAround(*trace, f.id(hub)).size(), kMaxFlowLinks);
    }
};

STEPSCOPE_TEST(TestFlowLinks)
#include "tst_flow_links.moc"
