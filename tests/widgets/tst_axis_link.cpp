// SPDX-License-Identifier: GPL-3.0-or-later
// Two axes of one run: they stay at the same place in both directions; which entries lie in a stretch of time.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/analysis/memory/run_clock.h"
#include "tests/support/test_registry.h"
#include "widgets/viewmodel/axis_link.h"

#include <QTest>

#include <limits>
#include <random>

using namespace stepscope;
using namespace stepscope::widgets;

class TestAxisLink : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bothFollow();
    void theCursorFollows();
    void entriesOfAStretch();
    void clocksThatDoNotMeet();
};

namespace {

constexpr std::int64_t kOffset = 1'700'000'000'000'000'000;

} // namespace

void TestAxisLink::bothFollow()
{
    TimeAxis leader;
    TimeAxis follower;
    leader.setBounds(1000, 2'000'000);
    leader.setRange(3000, 4000);
    const AxisLink link(&leader, &follower, kOffset);
    QCOMPARE(follower.bounds(), (TimeRange {1000 + kOffset, 2'000'000 + kOffset}));
    QCOMPARE(leader.range(), (TimeRange {3000, 4000})); // stays where it was
    QCOMPARE(follower.range(), (TimeRange {3000 + kOffset, 4000 + kOffset}));
    leader.setRange(5000, 90'000);
    QCOMPARE(follower.range(), (TimeRange {5000 + kOffset, 90'000 + kOffset}));
    follower.setRange(7000 + kOffset, 8000 + kOffset);
    QCOMPARE(leader.range(), (TimeRange {7000, 8000}));
    for (int i = 0; i < 100; ++i) { // sub-pixel steps do not drift apart
        follower.panByPixels(0.37);
        follower.zoomAtPixel(13, 1.01);
    }
    QCOMPARE(leader.window().start + kOffset, follower.window().start);
    QCOMPARE(leader.window().span, follower.window().span);
    leader.setBounds(0, 500);
    QCOMPARE(follower.bounds(), (TimeRange {kOffset, 500 + kOffset}));
}

void TestAxisLink::theCursorFollows()
{
    TimeAxis leader;
    TimeAxis follower;
    const AxisLink link(&leader, &follower, 50);
    leader.setCursor(100);
    QCOMPARE(follower.cursor(), std::optional<std::int64_t>(150));
    follower.setCursor(std::nullopt);
    QVERIFY(!leader.cursor());
}

void TestAxisLink::entriesOfAStretch()
{
    std::mt19937 random(5);
    model::MemoryEntries entries;
    std::int64_t us = 1000;
    for (int i = 0; i < 200; ++i) {
        us += random() % 3; // ties, too
        entries.timeUs.push_back(us);
    }
    for (int i = 0; i < 500; ++i) {
        const std::int64_t from = 990'000 + static_cast<std::int64_t>(random() % 250'000);
        const std::int64_t to = from + static_cast<std::int64_t>(random() % 60'000);
        std::int32_t first = -1;
        std::int32_t last = -1;
        for (std::size_t e = 0; e < 200; ++e) {
            const std::int64_t ns = entries.timeUs[e] * 1000;
            if (ns < from || ns >= to)
                continue;
            first = first < 0 ? static_cast<std::int32_t>(e) : first;
            last = static_cast<std::int32_t>(e);
        }
        const auto found = analysis::entriesBetween(entries, from, to);
        QCOMPARE(found.has_value(), first >= 0);
        if (found) {
            QCOMPARE(found->first, first);
            QCOMPARE(found->last, last);
        }
    }
}

void TestAxisLink::clocksThatDoNotMeet()
{
    model::Trace trace;
    trace.rangeStart = 0;
    trace.rangeEnd = 1'000'000;
    model::MemorySnapshot snapshot;
    QVERIFY(analysis::sharedClock(trace, snapshot).match == analysis::ClockMatch::SnapshotWithoutTimes);
    snapshot.record.devices.resize(1);
    snapshot.devices.resize(1);
    model::MemoryEntries& entries = snapshot.record.devices[0].entries;
    entries.timeUs.push_back(0); // not known
    QVERIFY(analysis::sharedClock(trace, snapshot).match == analysis::ClockMatch::SnapshotWithoutTimes);
    entries.timeUs.push_back(kOffset / 1000 + 500);
    QVERIFY(analysis::sharedClock(trace, snapshot).match == analysis::ClockMatch::TraceWithoutUnixTime);
    trace.baseTimeNs = kOffset;
    QVERIFY(analysis::sharedClock(trace, snapshot).match == analysis::ClockMatch::Shared);
    QCOMPARE(analysis::sharedClock(trace, snapshot).base, kOffset);
    trace.rangeEnd = 400'000;
    QVERIFY(analysis::sharedClock(trace, snapshot).match == analysis::ClockMatch::Apart);
    trace.baseTimeNs = std::numeric_limits<std::int64_t>::max(); // no overflow
    QVERIFY(analysis::sharedClock(trace, snapshot).match == analysis::ClockMatch::TraceWithoutUnixTime);
}

STEPSCOPE_TEST(TestAxisLink)
#include "tst_axis_link.moc"
