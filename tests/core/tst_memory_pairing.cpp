// SPDX-License-Identifier: GPL-3.0-or-later
// The reading rules one by one, on histories of a few entries.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/model/memory_snapshot.h"
#include "tests/support/snapshot_builder.h"
#include "tests/support/test_registry.h"
#include "tests/support/units.h"

using namespace stepscope;
using namespace stepscope::tests;
using model::kBeforeHistory;
using model::kNeverInHistory;
using model::MemoryAction;
using model::MemoryDevice;
using model::MemorySnapshot;

namespace {

using stepscope::tests::kMiB;

std::uint64_t warnings(const MemorySnapshot& snapshot, DiagnosticKind kind)
{
    return snapshot.record.diagnostics.count(kind);
}

} // namespace

class TestMemoryPairing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLifeFromAllocToFree()
    {
        SnapshotBuilder b;
        const StackId made = b.stack({"train.py:5 forward"});
        const std::uint64_t x = b.alloc(1000, made); // entries 0 (its segment) and 1
        b.requestFree(x).completeFree(x);
        const auto snapshot = b.assembled();
        const MemoryDevice& device = snapshot->devices[0];
        QCOMPARE(device.allocations.count(), std::size_t {1});
        QCOMPARE(device.allocations.born[0], 1);
        QCOMPARE(device.allocations.requested[0], 2);
        QCOMPARE(device.allocations.died[0], 3);
        QCOMPARE(device.allocations.stack[0], made);
        QCOMPARE(device.allocations.flags[0], std::uint8_t {0});
        QVERIFY(!device.allocationOf[0].valid());
        for (std::size_t entry = 1; entry < 4; ++entry)
            QCOMPARE(device.allocationOf[entry], AllocId(0U));
        QCOMPARE(device.active.at(2), std::uint64_t {1000});
        QCOMPARE(device.held.at(2), std::uint64_t {0});
        QCOMPARE(device.active.at(3), std::uint64_t {0});
        QCOMPARE(snapshot->record.diagnostics.warnings(), std::uint64_t {0});
    }

    void freeOfOldFilesIsBothAtOnce()
    {
        SnapshotBuilder b;
        const std::uint64_t x = b.initial(512);
        b.entry(MemoryAction::Alloc, x + 512, 600).entry(MemoryAction::Free, x + 512, 600);
        const auto snapshot = b.assembled();
        const MemoryDevice& device = snapshot->devices[0];
        QCOMPARE(device.allocations.requested[1], 1);
        QCOMPARE(device.allocations.died[1], 1);
    }

    void anAddressUsedAgainIsAnotherAllocation()
    {
        SnapshotBuilder b;
        const std::uint64_t x = b.alloc(1000);
        b.free(x);
        QCOMPARE(b.alloc(900), x);
        const auto snapshot = b.assembled();
        const model::AllocationTable& table = snapshot->devices[0].allocations;
        QCOMPARE(table.count(), std::size_t {2});
        QCOMPARE(table.version[0], 0U);
        QCOMPARE(table.version[1], 1U);
        QCOMPARE(table.died[1], kNeverInHistory);
    }

    void allocOverALiveOneEndsIt()
    {
        SnapshotBuilder b;
        const std::uint64_t x = b.alloc(1000);
        b.entry(MemoryAction::Alloc, x, 2000);
        const auto snapshot = b.assembled();
        const MemoryDevice& device = snapshot->devices[0];
        QCOMPARE(device.allocations.died[0], 2);
        QCOMPARE(device.allocations.requested[0], 2);
        QVERIFY((device.allocations.flags[0] & model::kMissedFree) != 0);
        QCOMPARE(device.active.at(2), std::uint64_t {2000});
        QCOMPARE(warnings(*snapshot, DiagnosticKind::missed_free), std::uint64_t {1});
    }

    void freesWithoutAllocWereThereBefore()
    {
        SnapshotBuilder b;
        const StackId site = b.stack({"train.py:9 step"});
        b.entry(MemoryAction::FreeRequested, 0x1000, 700, site).entry(MemoryAction::FreeCompleted, 0x1000, 700, site);
        b.entry(MemoryAction::FreeCompleted, 0x2000, 300, site); // its request was before recording began
        const auto snapshot = b.assembled();
        const MemoryDevice& device = snapshot->devices[0];
        const model::AllocationTable& table = device.allocations;
        QCOMPARE(table.count(), std::size_t {2});
        for (std::size_t a = 0; a < 2; ++a) {
            QCOMPARE(table.born[a], kBeforeHistory);
            QCOMPARE(int {table.flags[a]}, model::kInitial | model::kFreeSiteStack);
            QCOMPARE(table.stack[a], site);
        }
        QCOMPARE(table.requested[0], 0);
        QCOMPARE(table.died[0], 1);
        QCOMPARE(table.requested[1], kBeforeHistory);
        QCOMPARE(device.active.initial, std::uint64_t {1000});
        QCOMPARE(device.held.initial, std::uint64_t {700});
        QCOMPARE(device.active.at(2), std::uint64_t {0});
        QCOMPARE(device.active.peakEntry, kBeforeHistory);
        QCOMPARE(warnings(*snapshot, DiagnosticKind::free_without_alloc), std::uint64_t {2});
    }

    void blocksNobodyMentionsWereThereBefore()
    {
        SnapshotBuilder b;
        const StackId made = b.stack({"model.py:1 init"});
        const std::uint64_t quiet = b.initial(5 * kMiB, made);
        const std::uint64_t late = b.alloc(kMiB);
        b.requestFree(late);
        const auto snapshot = b.assembled();
        const MemoryDevice& device = snapshot->devices[0];
        const model::AllocationTable& table = device.allocations;
        QCOMPARE(table.address[0], quiet);
        QCOMPARE(int {table.flags[0]}, model::kInitial | model::kGhost);
        QCOMPARE(table.stack[0], made);
        QCOMPARE(int {table.flags[1]}, int {model::kPendingAtEnd});
        QCOMPARE(warnings(*snapshot, DiagnosticKind::alloc_not_in_history), std::uint64_t {1});
        QCOMPARE(warnings(*snapshot, DiagnosticKind::no_history), std::uint64_t {0});
        // Its segment was there as well: what the history adds comes on top.
        QCOMPARE(device.reserved.initial, 20 * kMiB);
    }

    void withoutHistoryOneWarningIsEnough()
    {
        SnapshotBuilder b;
        (void)b.initial(5 * kMiB);
        (void)b.initial(5 * kMiB);
        b.entry(MemoryAction::UserDefined, 0, 0).entry(MemoryAction::Unknown, 0, 0);
        const auto snapshot = b.assembled();
        QCOMPARE(warnings(*snapshot, DiagnosticKind::no_history), std::uint64_t {1});
        QCOMPARE(warnings(*snapshot, DiagnosticKind::alloc_not_in_history), std::uint64_t {0});
        QCOMPARE(snapshot->devices[0].markers, std::vector<std::int32_t> {0}); // what nobody knows is no mark
        QCOMPARE(snapshot->devices[0].active.at(1), 10 * kMiB);
    }

    void segmentsGivenBackWereThereBefore()
    {
        SnapshotBuilder b;
        b.entry(MemoryAction::SegmentUnmap, 64 * kMiB, 2 * kMiB);
        b.entry(MemoryAction::SegmentMap, 64 * kMiB, 4 * kMiB);
        b.entry(MemoryAction::SegmentUnmap, 65 * kMiB, kMiB); // a hole
        b.entry(MemoryAction::SegmentFree, 256 * kMiB, 20 * kMiB);
        const auto snapshot = b.assembled();
        const MemoryDevice& device = snapshot->devices[0];
        const std::uint64_t expected[] = {22, 20, 24, 23, 3};
        for (std::int32_t entry = -1; entry < 4; ++entry) {
            QCOMPARE(device.reserved.at(entry), expected[entry + 1] * kMiB);
            std::uint64_t sum = 0;
            for (const model::SegmentSpan& span : model::reservedAt(device, entry))
                sum += span.size;
            QCOMPARE(sum, device.reserved.at(entry));
        }
    }

    void theDeviceWithMostMemoryIsShownFirst()
    {
        SnapshotBuilder b;
        b.device(0).entry(MemoryAction::UserDefined, 0, 0).entry(MemoryAction::UserDefined, 0, 0);
        b.device(2);
        (void)b.alloc(kMiB);
        b.device(-1);
        (void)b.alloc(900 * kMiB); // pinned host memory hides no GPU
        const auto snapshot = b.assembled();
        QCOMPARE(snapshot->devices[snapshot->defaultDevice].id, 2);
    }

    void stopsWhenAsked()
    {
        SnapshotBuilder b;
        (void)b.alloc(1000);
        std::stop_source source;
        source.request_stop();
        Progress progress;
        const auto snapshot = model::assembleSnapshot(b.take(), progress, source.get_token());
        QVERIFY(!snapshot);
        QCOMPARE(snapshot.error().errorClass, ErrorClass::Cancelled);
    }
};

STEPSCOPE_TEST(TestMemoryPairing)
#include "tst_memory_pairing.moc"
