// SPDX-License-Identifier: GPL-3.0-or-later
// The builder of hand-made snapshots keeps its promise: segments and blocks are what the history leaves behind.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "tests/support/snapshot_builder.h"
#include "tests/support/test_registry.h"

#include <random>

using namespace stepscope;
using namespace stepscope::model;
using namespace stepscope::tests;

namespace {

struct Sums
{
    std::int64_t live = 0, reserved = 0;
};

Sums sumsOfHistory(const MemoryEntries& entries)
{
    Sums sums;
    for (std::size_t i = 0; i < entries.count(); ++i) {
        const auto size = static_cast<std::int64_t>(entries.size[i]);
        switch (entries.action[i]) {
        case MemoryAction::Alloc:
            sums.live += size;
            break;
        case MemoryAction::FreeCompleted:
            sums.live -= size;
            break;
        case MemoryAction::SegmentAlloc:
            sums.reserved += size;
            break;
        case MemoryAction::SegmentFree:
            sums.reserved -= size;
            break;
        default:
            break;
        }
    }
    return sums;
}

Sums sumsOfEnd(const SnapshotRecord& record)
{
    Sums sums;
    for (const SegmentRecord& segment : record.segments) {
        sums.reserved += static_cast<std::int64_t>(segment.size);
        for (const BlockRecord& block : segment.blocks) {
            if (block.state != BlockState::Inactive)
                sums.live += static_cast<std::int64_t>(block.requested.value_or(0));
        }
    }
    return sums;
}

bool tiles(const SegmentRecord& segment)
{
    std::uint64_t at = segment.address;
    bool free = false;
    for (const BlockRecord& block : segment.blocks) {
        if (block.address != at || (free && block.state == BlockState::Inactive))
            return false;
        free = block.state == BlockState::Inactive;
        at += block.size;
    }
    return at == segment.address + segment.size;
}

} // namespace

class TestSnapshotBuilder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void historyAndEndAgree()
    {
        std::mt19937 random(7);
        SnapshotBuilder b;
        const StackId stack = b.stack({"train.py:88 train_step", "train.py:12 main"});
        std::vector<std::uint64_t> live;
        for (int i = 0; i < 2000; ++i) {
            b.stream(random() % 2 == 0 ? 0 : 0xabc);
            if (live.size() < 5 || random() % 2 == 0) {
                live.push_back(b.alloc(1 + random() % (random() % 2 == 0 ? 4000 : 30'000'000), stack));
            } else {
                const std::size_t which = random() % live.size();
                b.free(live[which]);
                live.erase(live.begin() + static_cast<std::ptrdiff_t>(which));
            }
            if (i % 500 == 499)
                b.releaseCached();
        }
        const Sums history = sumsOfHistory(b.record().devices.front().entries);
        const SnapshotRecord record = b.take();
        const Sums end = sumsOfEnd(record);
        QVERIFY(history.live > 0);
        QCOMPARE(end.live, history.live);
        QCOMPARE(end.reserved, history.reserved);
        for (const SegmentRecord& segment : record.segments)
            QVERIFY(tiles(segment));
    }

    void keepsDevicesStacksAndMarks()
    {
        SnapshotBuilder b(1);
        const StackId stack = b.stack({"a.py:3 f", "b.py:4 g"});
        const std::uint64_t early = b.initial(100, stack);
        b.begin("ProfilerStep#0").requestFree(early).oom(512, 7, stack).end("ProfilerStep#0");
        b.device(0).alloc(5, stack);
        QCOMPARE(b.entries(), 2); // the segment and the block
        const SnapshotRecord record = b.take();
        QCOMPARE(record.devices.size(), std::size_t {2});
        QCOMPARE(record.devices[0].id, 0);
        QCOMPARE(record.devices[1].entries.count(), std::size_t {2});
        QCOMPARE(record.devices[1].ooms.size(), std::size_t {1});
        QCOMPARE(record.devices[1].ooms[0].entry, 1U);
        QCOMPARE(record.devices[1].entries.size[0], std::uint64_t {100});
        QCOMPARE(record.segments.size(), std::size_t {2});
        QCOMPARE(record.segments[1].blocks[0].state, BlockState::PendingFree);
        QCOMPARE(record.annotations.size(), std::size_t {1});
        const auto frames = record.stacks.frames(stack);
        QCOMPARE(frames.size(), std::size_t {2});
        QVERIFY(record.names.view(record.stacks.at(frames[0]).file) == "a.py");
        QVERIFY(record.names.view(record.stacks.at(frames[1]).function) == "g");
        QCOMPARE(record.stacks.at(frames[1]).line, 4U);
    }
};

STEPSCOPE_TEST(TestSnapshotBuilder)
#include "tst_snapshot_builder.moc"
