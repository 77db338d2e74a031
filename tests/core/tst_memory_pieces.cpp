// SPDX-License-Identifier: GPL-3.0-or-later
// Free memory in pieces: which line is named for it, and that all figures of the finding are of one moment.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/analysis/memory/pinning_stacks.h"
#include "core/util/time.h"
#include "tests/core/memory_judged.h"
#include "tests/support/test_registry.h"

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::tests;

namespace {

// 100 segments of 20 MiB in which 4 MiB stay, and one tiny block in a segment of its own.
void leavePieces(SnapshotBuilder& b)
{
    const StackId work = b.stack({"model.py:5 run", "train.py:8 step"});
    const StackId cache = b.stack({"eval_cache.py:19 append_cache", "train.py:8 step"});
    std::vector<std::uint64_t> holes;
    for (int i = 0; i < 100; ++i) {
        holes.push_back(b.alloc(16 * kMiB, work));
        b.alloc(4 * kMiB, cache);
    }
    b.alloc(32 * 1024, b.stack({"prefetch.py:33 __next__"}));
    for (const std::uint64_t address : holes)
        b.free(address);
}

std::int64_t metricOf(const Finding& finding, std::string_view name)
{
    for (const auto& [key, value] : finding.metrics) {
        if (key == name && std::holds_alternative<std::int64_t>(value))
            return std::get<std::int64_t>(value);
    }
    return -1;
}

} // namespace

class TestMemoryPieces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // Not the block with the most free memory for its own size: that is a tiny one, and little is beside it.
    void theLineThatPinsMostIsNamed()
    {
        SnapshotBuilder b;
        leavePieces(b);
        for (int i = 0; i < 8; ++i)
            b.alloc(100 * kMiB, b.stack({"model.py:5 run", "train.py:8 step"}));
        const Judged judged(b);
        const Finding* found = judged.find("memory.fragmentation");
        QVERIFY(found != nullptr);
        QVERIFY(advises(*found, "blocks of eval_cache.py:19 append_cache lie between 1.56 GiB that are free"));
        QCOMPARE(metricOf(*found, "pinned_bytes"), static_cast<std::int64_t>(100 * 16 * kMiB));
        QVERIFY(!found->memory.empty());
        const model::SnapshotRecord& record = judged.snapshot->record;
        QCOMPARE(StackReader(record).label(found->memory.front().stack), std::string("eval_cache.py:19 append_cache"));
    }

    void aFreeIntervalBelongsToItsNeighbours()
    {
        SnapshotBuilder b;
        const StackId left = b.stack({"left.py:1 f"});
        const StackId right = b.stack({"right.py:1 f"});
        b.alloc(4 * kMiB, left);
        const std::uint64_t hole = b.alloc(8 * kMiB, left);
        b.alloc(4 * kMiB, right);
        b.free(hole);
        const Judged judged(b);
        const model::MemoryDevice& device = judged.snapshot->devices[0];
        const StackReader reader(judged.snapshot->record);
        const HoldingView view {*judged.snapshot, device, reader, judged.figures.devices[0].categories};
        const model::MemoryState state = model::endState(*judged.snapshot, device);
        std::uint64_t all = 0;
        for (const PinningStack& stack : pinningStacks(view, state)) {
            QCOMPARE(stack.blocks.size(), std::size_t {1});
            QVERIFY(stack.free >= 4 * kMiB);
            all += stack.free;
        }
        QCOMPARE(all, judged.figures.devices[0].stranded);
    }

    void allFiguresAreOfTheSameMoment()
    {
        SnapshotBuilder b;
        leavePieces(b);
        const StackId work = b.stack({"model.py:5 run", "train.py:8 step"});
        for (int i = 0; i < 12; ++i) {
            const std::string step = "ProfilerStep#" + std::to_string(i);
            b.begin(step).free(b.alloc(100 * kMiB, work)).alloc(100 * kMiB, work);
            b.end(step);
        }
        b.alloc(300 * kMiB, work); // the end is another moment
        const Judged judged(b);
        const Finding* found = judged.find("memory.fragmentation");
        QVERIFY(found != nullptr);
        const auto entry = static_cast<std::int32_t>(metricOf(*found, "entry"));
        QVERIFY(entry > 0 && entry < judged.snapshot->devices[0].entryCount() - 2);
        const std::uint64_t reserved = judged.snapshot->devices[0].reserved.at(entry);
        QVERIFY2(contains(found->headline, "of the " + formatBytes(reserved) + " reserved"), found->headline.c_str());
        QVERIFY2(contains(found->headline, "at the end of ProfilerStep#"), found->headline.c_str());
    }

    // What was free in pieces would not have been enough: it is told, but not as a cause.
    void piecesBesideAShortageAreNoHeadline()
    {
        SnapshotBuilder b;
        leavePieces(b);
        for (int i = 0; i < 8; ++i)
            b.alloc(100 * kMiB, b.stack({"model.py:5 run", "train.py:8 step"}));
        b.oom(4000 * kMiB, 10 * kMiB, b.stack({"model.py:70 matmul"}));
        const Judged judged(b);
        QVERIFY(contains(judged.findings().front().headline, "a true shortage"));
        const Finding* found = judged.find("memory.fragmentation");
        QVERIFY(found != nullptr && found->severity == Severity::Low);
        QVERIFY2(!contains(judged.verdict().sentence, "Fragmentation"), judged.verdict().sentence.c_str());
    }
};

STEPSCOPE_TEST(TestMemoryPieces)
#include "tst_memory_pieces.moc"
