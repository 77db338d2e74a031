// SPDX-License-Identifier: GPL-3.0-or-later
// Which blocks a finding about memory is about: all of a leak, however many its evidence holds, and no others.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/analysis/memory/finding_blocks.h"
#include "tests/core/memory_judged.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

constexpr std::uint64_t kLeakSize = 6 * kMiB;

std::vector<AllocId> blocksOfSize(const Judged& judged, std::uint64_t size)
{
    const model::AllocationTable& table = judged.snapshot->devices[0].allocations;
    std::vector<AllocId> blocks;
    for (std::size_t a = 0; a < table.count(); ++a) {
        if (table.size[a] == size)
            blocks.emplace_back(a);
    }
    return blocks;
}

} // namespace

class TestFindingBlocks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLeakHasAllBlocksOfItsStack_data()
    {
        QTest::addColumn<int>("steps");
        QTest::newRow("few") << 8;
        QTest::newRow("more than its evidence holds") << static_cast<int>(analysis::Finding::kMaxEvidence) + 20;
    }
    void aLeakHasAllBlocksOfItsStack()
    {
        QFETCH(int, steps);
        Training options;
        options.leak = kLeakSize;
        options.steps = steps;
        const Judged judged = trained(options);
        const Finding* growth = judged.find("memory.growth");
        QVERIFY(growth != nullptr);
        const std::vector<AllocId> blocks = analysis::blocksOfFinding(*judged.snapshot, 0, *growth);
        QCOMPARE(blocks.size(), static_cast<std::size_t>(steps));
        QVERIFY(blocks == blocksOfSize(judged, kLeakSize));
        QVERIFY(analysis::blocksOfFinding(*judged.snapshot, 1, *growth).empty()); // there is no such device
    }

    // What the stack made that was freed in time is no part of what it keeps.
    void whatIsFreedIsNoLeak()
    {
        SnapshotBuilder b;
        const StackId leak = b.stack({"train.py:33 log_loss", "train.py:21 main"});
        for (int step = 0; step < 8; ++step) {
            b.begin("ProfilerStep#" + std::to_string(step));
            (void)b.alloc(kLeakSize, leak);
            const std::uint64_t freed = b.alloc(3 * kMiB, leak);
            b.free(freed);
            b.end("ProfilerStep#" + std::to_string(step));
        }
        const Judged judged(b);
        const Finding* growth = judged.find("memory.growth");
        QVERIFY(growth != nullptr);
        QVERIFY(analysis::blocksOfFinding(*judged.snapshot, 0, *growth) == blocksOfSize(judged, kLeakSize));
    }

    // Two lines that leak: the many blocks of the first leave room for the other in the evidence.
    void eachLeakingStackIsThere()
    {
        constexpr std::size_t kSteps = Finding::kMaxEvidence + 10;
        SnapshotBuilder b;
        const StackId first = b.stack({"train.py:33 log_loss", "train.py:21 main"});
        const StackId second = b.stack({"cache.py:7 put", "train.py:22 main"});
        for (std::size_t step = 0; step < kSteps; ++step) {
            b.begin("ProfilerStep#" + std::to_string(step));
            (void)b.alloc(kLeakSize, first);
            (void)b.alloc(2 * kMiB, second);
            b.end("ProfilerStep#" + std::to_string(step));
        }
        const Judged judged(b);
        const Finding* growth = judged.find("memory.growth");
        QVERIFY(growth != nullptr);
        QVERIFY(growth->memory.size() <= Finding::kMaxEvidence);
        const std::vector<AllocId> blocks = analysis::blocksOfFinding(*judged.snapshot, 0, *growth);
        QCOMPARE(blocks.size(), 2 * kSteps);
    }

    // Other rules name their blocks one by one.
    void otherFindingsHaveThoseOfTheirEvidence()
    {
        Training options;
        options.layers = 5;
        const Judged judged = trained(options);
        for (const Finding& finding : judged.findings()) {
            const auto named = static_cast<std::size_t>(std::count_if(finding.memory.begin(), finding.memory.end(),
                [](const MemoryEvidence& evidence) { return evidence.address.has_value(); }));
            QCOMPARE(analysis::blocksOfFinding(*judged.snapshot, 0, finding).size(), named);
        }
    }
};

STEPSCOPE_TEST(TestFindingBlocks)

#include "tst_finding_blocks.moc"
