// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/launch_links.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"

#include <QObject>
#include <QTest>

using namespace stepscope;
using namespace stepscope::view;
using model::EventKind;
using stepscope::tests::TraceFixture;

class TestLaunchLinks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theChainIsTheSameFromEveryEnd()
    {
        const auto sample = tests::sampleTrace();
        for (const SliceId from : {sample.kernel, sample.launch, sample.op}) {
            const LaunchChain chain = launchChain(*sample.trace, from);
            QCOMPARE(chain.links, (std::vector<std::pair<SliceId, SliceId>> {{sample.launch, sample.kernel}}));
            QCOMPARE(chain.launch, sample.launch);
            QCOMPARE(chain.op, sample.op);
        }
        QVERIFY(launchChain(*sample.trace, SliceId()).empty());
    }

    void stepsThatLaunchMuchHaveNoLinks()
    {
        const auto few = tests::sampleTrace(2, 20); // ten of the launches of a step are on its own thread
        QCOMPARE(launchChain(*few.trace, few.steps[0]).links.size(), 10U);
        const auto many = tests::sampleTrace(2, 100);
        QVERIFY(launchChain(*many.trace, many.steps[0]).empty());
    }

    void launchesWithinAreThoseInTimeOnTheTrack()
    {
        const auto sample = tests::sampleTrace(3, 20);
        const model::Trace& trace = *sample.trace;
        const SliceId step = sample.steps[1];
        std::vector<SliceId> expected;
        for (const SliceId launch : trace.launches.launches) {
            if (trace.trackOf(launch) == trace.trackOf(step)
                && trace.slices.start[launch.index()] >= trace.slices.start[step.index()]
                && trace.slices.start[launch.index()] < trace.slices.end(step))
                expected.push_back(launch);
        }
        QCOMPARE(expected.size(), 10U);
        QCOMPARE(launchesWithin(trace, step, 1000), expected);
        QCOMPARE(launchesWithin(trace, step, 3).size(), 3U);
    }

    void oneLaunchOfSeveralPieces()
    {
        TraceFixture f;
        const TrackId thread = f.thread(f.process("1", "p"), "1", "t");
        const TrackId stream = f.stream(f.process("0", "p"), 0, 7);
        const auto call = f.slice(thread, "cudaGraphLaunch", EventKind::Runtime, 0, 5);
        const auto other = f.slice(thread, "cudaDeviceSynchronize", EventKind::Runtime, 10, 5);
        const auto first = f.slice(stream, "k", EventKind::Kernel, 20, 5);
        const auto second = f.slice(stream, "k", EventKind::Kernel, 30, 5);
        const auto orphan = f.slice(stream, "k", EventKind::Kernel, 40, 5);
        f.launch(call, first);
        f.launch(call, second);
        const auto trace = f.build();
        QCOMPARE(launchChain(*trace, f.id(call)).links.size(), 2U);
        QCOMPARE(launchChain(*trace, f.id(second)).links.size(), 1U);
        QVERIFY(launchChain(*trace, f.id(other)).empty());
        QVERIFY(launchChain(*trace, f.id(orphan)).empty());
        QCOMPARE(towardsEffect(*trace, f.id(call)), f.id(first));
        QCOMPARE(towardsCause(*trace, f.id(second)), f.id(call));
        QVERIFY(!towardsCause(*trace, f.id(orphan)).valid());
        QVERIFY(!towardsCause(*trace, f.id(call)).valid()); // no operator around it
        QVERIFY(!towardsEffect(*trace, f.id(orphan)).valid());
        QVERIFY(!towardsEffect(*trace, SliceId()).valid());
    }
};

STEPSCOPE_TEST(TestLaunchLinks)
#include "tst_launch_links.moc"
