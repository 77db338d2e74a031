// SPDX-License-Identifier: GPL-3.0-or-later
// The state at an entry tiles its segments: with the very blocks of a random program's allocator, and without overlap
// or loss where a record contradicts itself.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/model/memory_state.h"
#include "tests/support/allocator_sim.h"
#include "tests/support/snapshot_builder.h"
#include "tests/support/test_registry.h"

#include <random>

using namespace stepscope;
using namespace stepscope::tests;
using model::MemoryAction;
using model::MemoryDevice;
using model::MemorySnapshot;
using model::MemoryState;

namespace {

std::shared_ptr<const MemorySnapshot> assembledState(model::SnapshotRecord&& record)
{
    Progress progress;
    auto snapshot = model::assembleSnapshot(std::move(record), progress);
    return snapshot ? *snapshot : nullptr;
}

bool tiles(const MemoryState& state)
{
    for (const model::StateSegment& segment : state.segments) {
        std::uint64_t at = segment.address;
        std::uint64_t allocated = 0;
        std::uint64_t largestFree = 0;
        bool wasFree = false;
        for (const model::StateBlock& block : state.blocksOf(segment)) {
            if (block.address != at || block.size == 0 || (wasFree && block.isFree()))
                return false;
            at += block.size;
            wasFree = block.isFree();
            allocated += wasFree ? 0 : block.size;
            largestFree = std::max(largestFree, wasFree ? block.size : 0);
        }
        if (at != segment.address + segment.size || allocated != segment.allocated
            || largestFree != segment.largestFree)
            return false;
    }
    return true;
}

// The allocator's own pieces, in the shape of a state; numbers of allocations are not its business.
bool isTruth(const MemoryState& state, const SimState& truth)
{
    auto segment = state.segments.begin();
    for (const auto& [address, sim] : truth) {
        if (segment == state.segments.end() || segment->address != address || segment->size != sim.size
            || segment->stream != sim.stream || segment->pool != sim.pool)
            return false;
        const auto blocks = state.blocksOf(*segment);
        const auto same = [](const model::StateBlock& block, const SimSegment::Blocks::value_type& other) {
            const SimBlock& in = other.second;
            return block.address == other.first && block.size == in.size && block.isFree() == !in.live
                && (!in.live || (block.requested == in.requested && block.pending == in.pending));
        };
        if (!std::equal(blocks.begin(), blocks.end(), sim.blocks.begin(), sim.blocks.end(), same))
            return false;
        ++segment;
    }
    return segment == state.segments.end();
}

} // namespace

class TestMemoryState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheAllocator_data()
    {
        QTest::addColumn<bool>("expandable");
        QTest::newRow("segments") << false;
        QTest::newRow("expandable") << true;
    }
    void agreesWithTheAllocator()
    {
        QFETCH(const bool, expandable);
        AllocatorSim sim({expandable, 0, 0, 2, 2, 11});
        sim.run(1500);
        const auto snapshot = assembledState(sim.record());
        QVERIFY(snapshot);
        const MemoryDevice& device = snapshot->devices[0];
        std::mt19937 random(5);
        for (int n = 0; n < 300; ++n) {
            const auto entry = static_cast<std::int32_t>(random() % sim.entryCount()) - 1;
            const MemoryState state = model::stateAt(*snapshot, device, entry);
            QVERIFY(tiles(state));
            QVERIFY(state.unplaced.empty());
            QVERIFY2(isTruth(state, sim.after(entry)), qPrintable(QString::number(entry)));
        }
        const auto last = static_cast<std::int64_t>(sim.entryCount()) - 1;
        QVERIFY(isTruth(model::endState(*snapshot, device), sim.after(last)));
    }

    void coversWhatContradictsItself()
    {
        SnapshotBuilder b;
        const std::uint64_t x = b.alloc(3U << 20U);
        b.entry(MemoryAction::Alloc, x + (1U << 20U), 2U << 20U); // inside of x
        b.entry(MemoryAction::Alloc, 0x10, 512);                  // in no segment
        const auto snapshot = b.assembled();
        QVERIFY(snapshot);
        const MemoryDevice& device = snapshot->devices[0];
        const MemoryState state = model::stateAt(*snapshot, device, device.entryCount() - 1);
        QVERIFY(tiles(state));
        QCOMPARE(state.unplaced.size(), std::size_t {1});
        QCOMPARE(device.allocations.address[state.unplaced[0].index()], std::uint64_t {0x10});
        // The end is what the segments say.
        const MemoryState end = model::endState(*snapshot, device);
        QVERIFY(tiles(end));
        QCOMPARE(std::count_if(end.blocks.begin(), end.blocks.end(), [](const auto& block) { return !block.isFree(); }),
            std::ptrdiff_t {1});
        QCOMPARE(snapshot->record.diagnostics.count(DiagnosticKind::end_state_differs), std::uint64_t {2});
    }

    void survivesRandomRecords()
    {
        std::mt19937 random(9);
        for (int run = 0; run < 200; ++run) {
            SnapshotBuilder b;
            for (int i = 0; i < 60; ++i) {
                const auto action = static_cast<MemoryAction>(random() % 13);
                const std::uint64_t address = random() % 8 == 0 ? UINT64_MAX - random() % 4096 : (random() % 64) << 20U;
                const std::uint64_t size = random() % 16 == 0 ? UINT64_MAX - random() % 9 : (random() % 8) << 19U;
                b.entry(action, address, size);
            }
            const auto snapshot = b.assembled();
            QVERIFY(snapshot);
            const MemoryDevice& device = snapshot->devices[0];
            for (std::int32_t entry = -1; entry < device.entryCount(); ++entry) {
                const MemoryState state = model::stateAt(*snapshot, device, entry);
                const std::size_t placed = static_cast<std::size_t>(std::count_if(
                    state.blocks.begin(), state.blocks.end(), [](const auto& block) { return !block.isFree(); }));
                QCOMPARE(placed + state.unplaced.size(), model::liveAt(*snapshot, device, entry).size());
            }
        }
    }
};

STEPSCOPE_TEST(TestMemoryState)
#include "tst_memory_state.moc"
