// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of a device: forced growth against a count on a random program's allocator, the end by segments, and why an
// allocation failed.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/analysis/memory/end_state.h"
#include "core/analysis/memory/forced_growth.h"
#include "core/analysis/memory/oom_figures.h"
#include "tests/support/allocator_sim.h"
#include "tests/support/snapshot_builder.h"
#include "tests/support/test_registry.h"
#include "tests/support/units.h"

using namespace stepscope;
using namespace stepscope::tests;
using analysis::MemoryDeviceFigures;
using analysis::OomFigures;
using model::MemoryAction;

namespace {

using stepscope::tests::kMiB;

// Growth of a segment of which there were that many free bytes in its pool and stream before.
std::uint64_t countedGrowth(const AllocatorSim& sim, const model::MemoryEntries& entries)
{
    std::uint64_t forced = 0;
    for (std::size_t i = 0; i < entries.count(); ++i) {
        if (entries.action[i] != MemoryAction::SegmentAlloc && entries.action[i] != MemoryAction::SegmentMap)
            continue;
        const auto entry = static_cast<std::int64_t>(i);
        const SimSegment& grown = std::prev(sim.after(entry).upper_bound(entries.address[i]))->second;
        std::uint64_t free = 0;
        for (const auto& [address, segment] : sim.after(entry - 1)) {
            for (const auto& [at, block] : segment.blocks) {
                const bool sameGroup
                    = segment.stream == grown.stream && segment.pool == grown.pool && segment.large == grown.large;
                free += sameGroup && !block.live ? block.size : 0;
            }
        }
        forced += free >= entries.size[i] ? entries.size[i] : 0;
    }
    return forced;
}

// Three blocks of 6 MiB in a segment of 20 MiB, the middle one free again: pieces of 6 and 2 MiB.
OomFigures failure(std::uint64_t asked, std::optional<std::uint64_t> deviceFree)
{
    SnapshotBuilder b;
    (void)b.alloc(6 * kMiB);
    const std::uint64_t middle = b.alloc(6 * kMiB);
    (void)b.alloc(6 * kMiB);
    b.free(middle);
    if (deviceFree)
        b.oom(asked, *deviceFree);
    else
        b.entry(MemoryAction::Oom, 0, asked);
    const auto snapshot = b.assembled();
    return analysis::oomFigures(*snapshot, snapshot->devices[0], {}).front();
}

} // namespace

class TestMemoryFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void forcedGrowthIsThatOfTheAllocator_data()
    {
        QTest::addColumn<bool>("expandable");
        QTest::newRow("segments") << false;
        QTest::newRow("expandable") << true;
    }
    void forcedGrowthIsThatOfTheAllocator()
    {
        QFETCH(const bool, expandable);
        std::uint64_t all = 0;
        for (std::uint32_t seed = 1; seed <= 5; ++seed) {
            AllocatorSim sim({expandable, 0, 0, 2, 1, seed});
            sim.run(1200);
            Progress progress;
            const auto snapshot = model::assembleSnapshot(sim.record(), progress);
            QVERIFY(snapshot);
            const model::MemoryDevice& device = (*snapshot)->devices[0];
            const std::uint64_t forced = analysis::forcedGrowth(**snapshot, device);
            QCOMPARE(forced, countedGrowth(sim, (*snapshot)->entries(device)));
            all += forced;
        }
        QVERIFY(all > 0);
    }

    void theEndIsThatOfTheSegments()
    {
        SnapshotBuilder b;
        (void)b.alloc(3 * kMiB - 100);
        b.requestFree(b.alloc(5 * kMiB));
        b.free(b.alloc(30 * kMiB)); // leaves an empty segment
        const auto snapshot = b.assembled();
        MemoryDeviceFigures figures;
        analysis::addEndFigures(*snapshot, snapshot->devices[0], figures);
        QCOMPARE(figures.activeEnd, 8 * kMiB - 100);
        QCOMPARE(figures.heldEnd, 3 * kMiB - 100);
        QCOMPARE(figures.allocatedEnd, 3 * kMiB);
        QCOMPARE(figures.rounding, std::uint64_t {100});
        QCOMPARE(figures.liveBlocksEnd, std::uint64_t {1});
        QCOMPARE(figures.pendingBlocksEnd, std::uint64_t {1});
        QCOMPARE(figures.largestLiveBlock, 5 * kMiB);
        QCOMPARE(figures.reservedEnd, 50 * kMiB);
        QCOMPARE(figures.inactive, 42 * kMiB);
        QCOMPARE(figures.stranded, 12 * kMiB);
    }

    void withoutSegmentsTheEndIsThatOfTheHistory()
    {
        SnapshotBuilder b;
        b.entry(MemoryAction::Alloc, 0x1000, 600).entry(MemoryAction::Alloc, 0x2000, 700);
        b.entry(MemoryAction::FreeRequested, 0x2000, 700);
        const auto snapshot = b.assembled();
        MemoryDeviceFigures figures;
        analysis::addEndFigures(*snapshot, snapshot->devices[0], figures);
        QCOMPARE(figures.activeEnd, std::uint64_t {1300});
        QCOMPARE(figures.liveBlocksEnd, std::uint64_t {1});
        QCOMPARE(figures.pendingBlocksEnd, std::uint64_t {1});
        QCOMPARE(snapshot->record.diagnostics.warnings(), std::uint64_t {0});
    }

    void whyAnAllocationFailed()
    {
        const OomFigures pieces = failure(7 * kMiB, kMiB);
        QCOMPARE(pieces.fragmentation, std::optional(true));
        QCOMPARE(pieces.largestFree, 6 * kMiB);
        QCOMPARE(pieces.freePieces, 2U);
        QCOMPARE(pieces.reservedUnused, 8 * kMiB);
        const OomFigures shortage = failure(10 * kMiB, kMiB);
        QCOMPARE(shortage.fragmentation, std::optional(false));
        QVERIFY(shortage.verdict.find("1 MiB too little") != std::string::npos);
        // There was room on the device: something else than memory was short.
        QCOMPARE(failure(7 * kMiB, 7 * kMiB).fragmentation, std::optional(false));
        QCOMPARE(failure(7 * kMiB, std::nullopt).fragmentation, std::optional(true));
        QCOMPARE(failure(10 * kMiB, std::nullopt).fragmentation, std::optional<bool>());
    }
};

STEPSCOPE_TEST(TestMemoryFigures)
#include "tst_memory_figures.moc"
