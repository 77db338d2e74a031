// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/comparison.h"
#include "tests/core/memory_judged.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

compare::Run runOf(const Judged& judged, const char* label)
{
    return {label, nullptr, nullptr, judged.snapshot.get(), &judged.figures};
}

compare::Comparison compared(const Judged& before, const Judged& after)
{
    return compare::compareRuns({runOf(before, "A"), runOf(after, "B")});
}

const compare::Table* tableOf(const compare::Comparison& comparison, compare::Topic topic)
{
    for (const compare::Table& table : comparison.tables) {
        if (table.topic == topic)
            return &table;
    }
    return nullptr;
}

// Steps that each make a block of such a size and free it: a larger one than before takes a new segment. `cached`: that
// many bytes of another stream stay reserved from before.
Judged stepsOf(const std::vector<std::uint64_t>& mib, std::uint64_t cached)
{
    SnapshotBuilder b;
    const StackId work = b.stack({"model.py:5 run", "train.py:8 step"});
    if (cached > 0)
        b.stream(1).free(b.alloc(cached, work)).stream(0);
    for (std::size_t i = 0; i < mib.size(); ++i) {
        b.begin("ProfilerStep#" + std::to_string(i));
        b.free(b.alloc(mib[i] * kMiB, work));
        b.end("ProfilerStep#" + std::to_string(i));
    }
    return Judged(b);
}

Training leaky(std::uint64_t bytes)
{
    Training training;
    training.leak = bytes;
    return training;
}

} // namespace

class TestCompareMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalSnapshotsDoNotDiffer()
    {
        const Judged one = trained(leaky(6 * kMiB));
        const compare::Comparison comparison = compared(one, one);
        QVERIFY(comparison.differences.empty());
        QVERIFY(comparison.warnings.empty());
        QVERIFY(tableOf(comparison, compare::Topic::Memory) != nullptr);
        QCOMPARE(*comparison.peakBytes[0], *comparison.peakBytes[1]);
    }

    void aLeakIsTheFirstDifferenceWithItsSizePerStep()
    {
        const Judged plain = trained({});
        const Judged leak = trained(leaky(6 * kMiB));
        const compare::Comparison comparison = compared(plain, leak);
        QVERIFY(!comparison.differences.empty());
        const compare::Difference& first = comparison.differences.front();
        QCOMPARE(first.kind, std::string("memory.growth"));
        QCOMPARE(first.change(), static_cast<double>(6 * kMiB));
        QVERIFY(contains(first.sentence, "metrics.py:27 log_features"));
        QVERIFY2(contains(first.sentence, "0 → 60 MiB by the end"), first.sentence.c_str()); // of all 10 steps
        const compare::Table* growth = tableOf(comparison, compare::Topic::GrowthByStack);
        QVERIFY(growth != nullptr && first.row.has_value());
        QCOMPARE(growth->rows[*first.row].match, compare::Match::OnlyAfter);
        const compare::Quantity& kept = *growth->rows[*first.row].sides[compare::kAfter];
        QVERIFY(static_cast<double>(kept.total) > 2 * kept.perStep); // of the whole run
        QVERIFY(kept.calls > 1);
        // What the leak adds to the peak is no second difference.
        for (const compare::Difference& difference : comparison.differences)
            QVERIFY(difference.kind != "memory.peak");
        QCOMPARE(compared(leak, plain).differences.front().change(), -static_cast<double>(6 * kMiB));
    }

    // How often a step had to take a new segment is chance; what is reserved besides is not.
    void reservedMemoryHasNoise()
    {
        const Judged one = stepsOf({100, 100, 110, 100, 120, 100, 100}, 0);
        const Judged other = stepsOf({100, 100, 100, 100, 100, 120, 100}, 0);
        const auto reservedOf = [](const compare::Comparison& comparison) {
            const auto at = std::find_if(comparison.differences.begin(), comparison.differences.end(),
                [](const compare::Difference& difference) { return difference.kind == "memory.reserved"; });
            return at == comparison.differences.end() ? nullptr : &*at;
        };
        const compare::Comparison chance = compared(one, other);
        QVERIFY(reservedOf(chance) != nullptr && std::abs(reservedOf(chance)->change()) > 100.0 * kMiB);
        QVERIFY2(reservedOf(chance)->withinNoise, reservedOf(chance)->sentence.c_str());
        QVERIFY(contains(reservedOf(chance)->sentence, "differs as much"));
        const Judged more = stepsOf({100, 100, 110, 100, 120, 100, 100}, 100 * kMiB);
        const Judged muchMore = stepsOf({100, 100, 100, 100, 100, 100, 100}, 90 * kMiB);
        QVERIFY(reservedOf(compared(one, more))->withinNoise);
        const Judged plain = stepsOf({100, 100, 100, 100, 100, 100, 100}, 0);
        QVERIFY(!reservedOf(compared(plain, muchMore))->withinNoise);
    }

    void aHigherPeakIsNamedAfterTheStack()
    {
        Training large;
        large.activation = 60 * kMiB;
        const Judged before = trained({});
        const Judged after = trained(large);
        const compare::Comparison comparison = compared(before, after);
        QCOMPARE(comparison.differences.front().kind, std::string("memory.peak"));
        const auto peakOf
            = [](const Judged& judged) { return static_cast<double>(judged.snapshot->devices[0].active.peak); };
        QVERIFY(peakOf(after) > peakOf(before));
        QCOMPARE(comparison.differences.front().change(), peakOf(after) - peakOf(before));
        QVERIFY(contains(comparison.differences.front().sentence, "most of it"));
        const compare::Table* stacks = tableOf(comparison, compare::Topic::MemoryByStack);
        QVERIFY(stacks != nullptr);
        // Rows add up to the peaks.
        std::array<std::int64_t, 2> sums {};
        for (const compare::Row& row : stacks->rows) {
            for (std::size_t side = 0; side < 2; ++side)
                sums[side] += row.sides[side] ? row.sides[side]->total : 0;
        }
        QCOMPARE(sums[0], static_cast<std::int64_t>(before.snapshot->devices[0].active.peak));
        QCOMPARE(sums[1], static_cast<std::int64_t>(after.snapshot->devices[0].active.peak));
    }

    void stacksOnOtherLinesAreMatched()
    {
        const auto one = [](const char* inner, const char* outer) {
            SnapshotBuilder b;
            const StackId stack = b.stack({inner, outer});
            b.alloc(64 * kMiB, stack);
            return Judged(b);
        };
        const Judged before = one("/a/model.py:10 forward", "/a/train.py:5 main");
        const Judged after = one("/b/model.py:14 forward", "/b/train.py:5 main");
        const compare::Table* stacks = nullptr;
        const compare::Comparison comparison = compared(before, after);
        stacks = tableOf(comparison, compare::Topic::MemoryByStack);
        QVERIFY(stacks != nullptr);
        QCOMPARE(stacks->rows.size(), 1U);
        QCOMPARE(stacks->rows[0].match, compare::Match::Name);
        QCOMPARE(stacks->rows[0].name, std::string("model.py:14 forward"));
        QCOMPARE(stacks->rows[0].nameBefore, std::string("model.py:10 forward"));
        QCOMPARE(stacks->rows[0].change, 0.0);
    }

    void failedAllocationsComeFirst()
    {
        SnapshotBuilder plain;
        plain.alloc(64 * kMiB, plain.stack({"m.py:1 f"}));
        SnapshotBuilder failing;
        failing.alloc(96 * kMiB, failing.stack({"m.py:1 f"}));
        failing.oom(512 * kMiB, 10 * kMiB);
        const compare::Comparison comparison = compared(Judged(plain), Judged(failing));
        QCOMPARE(comparison.differences.size(), 2U);
        QCOMPARE(comparison.differences[0].kind, std::string("memory.oom"));
        QCOMPARE(comparison.differences[0].change(), 1.0);
        QVERIFY2(contains(comparison.differences[0].brief, "0 → 1 (512 MiB asked for)"),
            comparison.differences[0].brief.c_str());
        QCOMPARE(comparison.differences[1].kind, std::string("memory.peak"));
    }

    void memoryInPiecesIsNamed()
    {
        const auto run = [](bool pieces) {
            SnapshotBuilder b;
            std::vector<std::uint64_t> holes;
            for (int i = 0; i < 100; ++i) {
                holes.push_back(b.alloc(16 * kMiB, b.stack({"model.py:5 run"})));
                b.alloc(4 * kMiB, b.stack({"cache.py:3 keep"}));
            }
            for (const std::uint64_t address : holes)
                b.free(address);
            for (int i = 0; i < (pieces ? 8 : 100); ++i)
                b.alloc((pieces ? 100 : 16) * kMiB, b.stack({"model.py:6 run"}));
            return Judged(b);
        };
        const compare::Comparison comparison = compared(run(false), run(true));
        QVERIFY(!comparison.differences.empty());
        QCOMPARE(comparison.differences.front().kind, std::string("memory.fragmentation"));
        QVERIFY2(contains(comparison.headline, "memory free in pieces at the end 0 → 1.56 GiB"),
            comparison.headline.c_str());
    }

    void aGpuOfOneSnapshotIsSaid()
    {
        SnapshotBuilder two;
        two.alloc(64 * kMiB);
        two.device(1).alloc(32 * kMiB);
        SnapshotBuilder both;
        both.alloc(64 * kMiB);
        both.device(3).alloc(32 * kMiB);
        const compare::Comparison comparison = compared(Judged(two), Judged(both));
        QCOMPARE(comparison.unmatched,
            (std::vector<std::string> {"memory of GPU 1: only in A", "memory of GPU 3: only in B"}));
    }

    // Each of its own: the one that grows is not the one that people look at first.
    void everyDeviceOfBothIsCompared()
    {
        const auto two = [](std::uint64_t second) {
            SnapshotBuilder b;
            b.alloc(64 * kMiB, b.stack({"model.py:10 forward"}));
            b.device(1).alloc(second, b.stack({"shard.py:7 gather"}));
            return Judged(b);
        };
        const Judged before = two(16 * kMiB);
        const Judged after = two(48 * kMiB);
        const compare::Comparison comparison = compared(before, after);
        QCOMPARE(comparison.memoryDevices, (std::vector<std::array<std::size_t, 2>> {{0, 0}, {1, 1}}));
        QVERIFY(contains(comparison.differences[0].sentence, "GPU 1: peak"));
        for (const compare::Difference& difference : comparison.differences)
            QVERIFY(contains(difference.sentence, "GPU 1: "));
        const compare::Table* stacks = tableOf(comparison, compare::Topic::MemoryByStack);
        QVERIFY(stacks != nullptr);
        QCOMPARE(stacks->rows.size(), 2U);
        QCOMPARE(stacks->rows[0].name, std::string("GPU 1: shard.py:7 gather"));
        QCOMPARE(stacks->rows[0].device, std::size_t {1});
        QCOMPARE(stacks->rows[0].change, static_cast<double>(32 * kMiB));
        QCOMPARE(stacks->rows[1].device, std::size_t {0});
        // The highest of a run is said of the run.
        QCOMPARE(*comparison.peakBytes[1], static_cast<double>(64 * kMiB));
    }
};

STEPSCOPE_TEST(TestCompareMemory)
#include "tst_compare_memory.moc"
