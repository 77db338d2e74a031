// SPDX-License-Identifier: GPL-3.0-or-later
// Random programs on an allocator in the simplest words, recorded from some entry on, against what the rules make of
// the record: allocations, block sizes, segments and curves at every entry.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/model/memory_snapshot.h"
#include "tests/support/allocator_sim.h"
#include "tests/support/test_registry.h"

#include <algorithm>
#include <map>

using namespace stepscope;
using namespace stepscope::tests;
using model::MemoryAction;
using model::MemoryDevice;
using model::MemorySnapshot;

namespace {

std::shared_ptr<const MemorySnapshot> assembled(model::SnapshotRecord&& record)
{
    Progress progress;
    auto snapshot = model::assembleSnapshot(std::move(record), progress);
    return snapshot ? *snapshot : nullptr;
}

struct Sums
{
    std::uint64_t active = 0, held = 0, reserved = 0;
};

Sums sumsOf(const SimState& state)
{
    Sums sums;
    for (const auto& [address, segment] : state) {
        sums.reserved += segment.size;
        for (const auto& [at, block] : segment.blocks) {
            sums.active += block.live ? block.requested : 0;
            sums.held += block.live && !block.pending ? block.requested : 0;
        }
    }
    return sums;
}

struct Block
{
    std::uint64_t requested = 0, size = 0;
    bool guessed = false; // its remainder may have been behind a block that was freed before recording began
};
using Blocks = std::map<std::uint64_t, Block>; // by address

Blocks blocksOf(const SimState& state)
{
    Blocks out;
    for (const auto& [segment, in] : state) {
        for (const auto& [at, block] : in.blocks) {
            if (block.live)
                out[at] = {block.requested, block.size, false};
        }
    }
    return out;
}

Blocks blocksOf(const MemorySnapshot& snapshot, const MemoryDevice& device, std::int32_t entry)
{
    Blocks out;
    const model::AllocationTable& table = device.allocations;
    for (const AllocId id : model::liveAt(snapshot, device, entry)) {
        const std::size_t a = id.index();
        out[table.address[a]] = {table.size[a], table.blockSize[a], (table.flags[a] & model::kFreeSiteStack) != 0};
    }
    return out;
}

bool isTruth(const Blocks& blocks, const Blocks& truth)
{
    const auto same = [](const Blocks::value_type& a, const Blocks::value_type& b) {
        const bool mayBeLess = a.second.guessed && b.second.size - a.second.size <= (1U << 20U);
        return a.first == b.first && a.second.requested == b.second.requested
            && (a.second.size == b.second.size || mayBeLess);
    };
    return std::equal(blocks.begin(), blocks.end(), truth.begin(), truth.end(), same);
}

} // namespace

class TestMemorySnapshot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheAllocator_data()
    {
        QTest::addColumn<bool>("expandable");
        QTest::addColumn<quint64>("maxSplit");
        QTest::addColumn<quint64>("divisions");
        QTest::newRow("default") << false << quint64 {0} << quint64 {0};
        QTest::newRow("max_split_size") << false << quint64 {24U << 20U} << quint64 {0};
        QTest::newRow("roundup_power2_divisions") << false << quint64 {0} << quint64 {4};
        QTest::newRow("expandable") << true << quint64 {0} << quint64 {0};
    }
    void agreesWithTheAllocator()
    {
        QFETCH(const bool, expandable);
        QFETCH(const quint64, maxSplit);
        QFETCH(const quint64, divisions);
        for (std::uint32_t seed = 1; seed <= 6; ++seed) {
            AllocatorSim sim({expandable, maxSplit, divisions, 2, 2, seed});
            sim.run(700);
            for (const std::size_t cut : {std::size_t {0}, std::size_t {seed * 60}, sim.entryCount() - 3}) {
                compareAll(sim, cut);
                if (QTest::currentTestFailed())
                    return;
            }
        }
    }

private:
    static void compareAll(const AllocatorSim& sim, std::size_t cut)
    {
        const auto snapshot = assembled(sim.record(cut));
        QVERIFY(snapshot);
        const MemoryDevice& device = snapshot->devices[0];
        QCOMPARE(static_cast<std::size_t>(device.entryCount()), sim.entryCount() - cut);
        Sums peak;
        for (std::int32_t i = -1; i < device.entryCount(); ++i) {
            const SimState& truth = sim.after(static_cast<std::int64_t>(cut) + i);
            const Sums sums = sumsOf(truth);
            QCOMPARE(device.active.at(i), sums.active);
            QCOMPARE(device.held.at(i), sums.held);
            QCOMPARE(device.reserved.at(i), sums.reserved);
            QVERIFY2(isTruth(blocksOf(*snapshot, device, i), blocksOf(truth)),
                qPrintable(QStringLiteral("cut %1 entry %2").arg(cut).arg(i)));
            if (sums.active > peak.active) {
                peak.active = sums.active;
                QVERIFY(device.active.peak >= sums.active);
                if (device.active.peak == sums.active)
                    QCOMPARE(device.active.peakEntry, i);
            }
        }
        QCOMPARE(device.active.peak, peak.active);
        QCOMPARE(snapshot->record.diagnostics.count(DiagnosticKind::end_state_differs), std::uint64_t {0});
        QCOMPARE(snapshot->record.diagnostics.count(DiagnosticKind::missed_free), std::uint64_t {0});
    }
};

STEPSCOPE_TEST(TestMemorySnapshot)
#include "tst_memory_snapshot.moc"
