// SPDX-License-Identifier: GPL-3.0-or-later
// The rules about memory that goes wrong (growth, out of memory, fragmentation), one by one: what they find in
// snapshots that hold it, and that they are silent in those that do not.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "tests/core/memory_judged.h"
#include "tests/support/test_registry.h"

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::tests;

class TestMemoryRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void growthNamesTheLineAndTheBytes_data()
    {
        QTest::addColumn<bool>("annotations");
        QTest::addColumn<bool>("stacks");
        QTest::newRow("annotations") << true << true;
        QTest::newRow("annotations only") << true << false;
        QTest::newRow("optimizer frames") << false << true;
        QTest::newRow("curve") << false << false;
    }
    void growthNamesTheLineAndTheBytes()
    {
        QFETCH(bool, annotations);
        QFETCH(bool, stacks);
        Training options;
        options.leak = 6 * kMiB;
        options.annotations = annotations;
        options.stacks = stacks;
        options.steps = 12;
        options.layers = 20; // entries enough that optimizer steps are apart
        const Judged judged = trained(options);
        QVERIFY(!judged.findings().empty());
        const Finding& first = judged.findings().front();
        QCOMPARE(first.rule, std::string("memory.growth"));
        QCOMPARE(judged.figures.devices[0].growthPerStep.value_or(0), static_cast<double>(6 * kMiB));
        QVERIFY2(contains(first.headline, "6 MiB stay per step"), first.headline.c_str());
        QVERIFY2(contains(first.headline, stacks ? "metrics.py:27 log_features" : "no stacks"), first.headline.c_str());
        QVERIFY(judged.verdict().bucket == Bucket::Memory);
        QCOMPARE(judged.verdict().sentence, first.headline + ".");
        QVERIFY(!first.memory.empty());
        QVERIFY(first.memory.front().address.has_value());
        QVERIFY(!first.advice.empty());
    }

    void noGrowthWithoutALeak_data() { growthNamesTheLineAndTheBytes_data(); }
    void noGrowthWithoutALeak()
    {
        QFETCH(bool, annotations);
        QFETCH(bool, stacks);
        Training options;
        options.annotations = annotations;
        options.stacks = stacks;
        options.steps = 12;
        options.layers = 20;
        const Judged judged = trained(options);
        QVERIFY(judged.find("memory.growth") == nullptr);
        QVERIFY(judged.find("memory.oom") == nullptr);
        QVERIFY(judged.find("memory.fragmentation") == nullptr);
        QVERIFY2(judged.verdict().bucket == Bucket::Healthy, judged.verdict().sentence.c_str());
        QVERIFY(contains(judged.verdict().sentence, "comes back to its baseline"));
    }

    // However little a line keeps in each step, it is said; what is next to nothing is not.
    void slowGrowthIsFoundByItsLine()
    {
        Training options;
        options.leak = kMiB; // 8 MiB in all
        const Judged little = trained(options);
        const Finding* quiet = little.find("memory.growth");
        QVERIFY(quiet != nullptr && quiet->severity == Severity::Medium);
        QVERIFY2(contains(quiet->headline, "1 MiB stay per step (metrics.py:"), quiet->headline.c_str());
        QCOMPARE(quiet->bytes.value_or(0), 8 * kMiB);
        QVERIFY(!quiet->memory.empty());
        QVERIFY(little.verdict().bucket == Bucket::Memory);
        QVERIFY2(contains(little.verdict().sentence, "1 MiB stay per step"), little.verdict().sentence.c_str());
        QCOMPARE(&little.findings()[little.verdict().finding.value_or(99)], quiet);
        options.leak = 1024;
        const Judged nothing = trained(options);
        QVERIFY(nothing.find("memory.growth") == nullptr);
        QVERIFY2(
            contains(nothing.verdict().sentence, "within 8 KiB of its baseline"), nothing.verdict().sentence.c_str());
    }

    // Growth in one jump: no leak of each step, but it says how much more there is and who keeps it.
    void whatCameInOneJumpIsNamed()
    {
        SnapshotBuilder b;
        const StackId cache = b.stack({"cache.py:5 put", "train.py:8 step"});
        const StackId work = b.stack({"model.py:5 run", "train.py:9 step"});
        const StackId old = b.stack({"setup.py:1 load"});
        b.alloc(100 * kMiB, old);
        const std::uint64_t gone = b.alloc(10 * kMiB, old);
        for (int i = 0; i < 12; ++i) {
            const std::string step = "ProfilerStep#" + std::to_string(i);
            b.begin(step).free(b.alloc(200 * kMiB, work));
            if (i == 6) {
                b.alloc(50 * kMiB, cache);
                b.free(gone);
            }
            b.end(step);
        }
        const Judged judged(b);
        QVERIFY(judged.find("memory.growth") == nullptr); // it does not go on
        const auto growth = std::find_if(judged.findings().begin(), judged.findings().end(),
            [](const Finding& finding) { return contains(finding.headline, "more at the end"); });
        QVERIFY(growth != judged.findings().end() && growth->severity == Severity::Low);
        QCOMPARE(growth->rule, std::string("memory.flat_block"));
        QVERIFY2(contains(growth->headline, "40 MiB more at the end than 10 steps before, but not steadily"),
            growth->headline.c_str());
        QVERIFY2(contains(growth->headline, "from cache.py:5 put 50 MiB"), growth->headline.c_str());
        QCOMPARE(growth->bytes.value_or(0), 40 * kMiB);
        QCOMPARE(growth->memory.size(), std::size_t {1});
        QVERIFY(growth->memory.front().stack == cache);
        QVERIFY(contains(judged.verdict().sentence, "40 MiB more at the end"));
    }

    void fewStepsTellNothing()
    {
        Training options;
        options.leak = 60 * kMiB;
        options.steps = 3;
        const Judged judged = trained(options);
        QVERIFY(judged.find("memory.growth") == nullptr);
        QVERIFY(!judged.figures.devices[0].growthPerStep);
        QVERIFY(judged.verdict().bucket == Bucket::CannotTell);
        // Who holds the peak is known all the same, and said first.
        QVERIFY2(judged.verdict().sentence.starts_with("The peak is"), judged.verdict().sentence.c_str());
        QVERIFY(contains(judged.verdict().sentence, "too few to see whether memory grows"));
    }

    void leakWithoutStepsIsSeenByItsBlocks()
    {
        SnapshotBuilder b;
        const StackId leak = b.stack({"cache.py:5 put", "serve.py:9 handle"});
        const StackId work = b.stack({"model.py:5 run", "serve.py:8 handle"});
        b.alloc(100 * kMiB, b.stack({"model.py:1 __init__"}));
        for (int i = 0; i < 20; ++i) {
            b.alloc(2 * kMiB, leak);
            b.free(b.alloc(kMiB, work)).free(b.alloc(kMiB, work));
        }
        const Judged judged(b);
        const Finding* growth = judged.find("memory.growth");
        QVERIFY(growth != nullptr);
        QVERIFY2(contains(growth->headline, "20 blocks of 2 MiB from cache.py:5 put"), growth->headline.c_str());
        QCOMPARE(growth->bytes.value_or(0), 40 * kMiB);
        QCOMPARE(growth->memory.size(), std::size_t {20});
    }

    void activationsOfOneForwardPassAreNoLeak()
    {
        SnapshotBuilder b;
        const StackId layer = b.stack({"model.py:5 forward", "train.py:8 step"});
        for (int i = 0; i < 48; ++i) {
            b.alloc(20 * kMiB, layer);
            b.free(b.alloc(kMiB, layer));
        }
        const Judged judged(b);
        QVERIFY(judged.find("memory.growth") == nullptr);
        QVERIFY(judged.verdict().bucket == Bucket::CannotTell);
    }

    void blocksThatFollowEachOtherAreNoBurst()
    {
        SnapshotBuilder b;
        const StackId work = b.stack({"model.py:5 run", "train.py:8 step"});
        std::uint64_t kept = b.alloc(30 * kMiB, work);
        for (int i = 0; i < 20; ++i) { // each step frees what the step before made
            b.begin("ProfilerStep#" + std::to_string(i));
            const std::uint64_t next = b.alloc(30 * kMiB, work);
            b.free(kept);
            kept = next;
            b.end("ProfilerStep#" + std::to_string(i));
        }
        QVERIFY(Judged(b).find("memory.growth") == nullptr);
    }

    void whatIsFreedAfterAFailureWasInUse()
    {
        SnapshotBuilder b;
        const StackId layer = b.stack({"model.py:5 forward", "train.py:8 step"});
        std::vector<std::uint64_t> blocks;
        for (int i = 0; i < 20; ++i)
            blocks.push_back(b.alloc(100 * kMiB, layer));
        b.oom(500 * kMiB, kMiB, layer);
        for (const std::uint64_t address : blocks)
            b.free(address);
        const Judged judged(b);
        QVERIFY(judged.figures.devices[0].topAtPeak.front().category == MemoryCategory::Activation);
        QVERIFY(advises(judged.findings().front(), "checkpoint activations"));
    }

    void blocksMadeOnceAtTheStartAreNoLeak()
    {
        SnapshotBuilder b;
        const StackId buffers = b.stack({"pool.py:5 fill", "serve.py:9 setup"});
        const StackId work = b.stack({"model.py:5 run", "serve.py:8 handle"});
        for (int i = 0; i < 20; ++i)
            b.alloc(2 * kMiB, buffers);
        for (int i = 0; i < 60; ++i)
            b.free(b.alloc(kMiB, work));
        QVERIFY(Judged(b).find("memory.growth") == nullptr);
    }

    void blocksOfManyStepsFreedTogetherAreACycle()
    {
        SnapshotBuilder b;
        const StackId cyclic = b.stack({"node.py:5 build", "train.py:9 step"});
        const StackId work = b.stack({"model.py:5 run", "train.py:8 step"});
        b.alloc(200 * kMiB, work);
        std::vector<std::uint64_t> garbage;
        for (int i = 0; i < 24; ++i) {
            b.begin("ProfilerStep#" + std::to_string(i));
            b.free(b.alloc(kMiB, work));
            if (i % 12 == 0) {
                for (const std::uint64_t address : garbage)
                    b.free(address);
                garbage.clear();
            }
            garbage.push_back(b.alloc(3 * kMiB, cyclic));
            b.end("ProfilerStep#" + std::to_string(i));
        }
        const Judged judged(b);
        const Finding* growth = judged.find("memory.growth");
        QVERIFY(growth != nullptr);
        QVERIFY(growth->severity == Severity::Low);
        QVERIFY2(contains(growth->headline, "12 blocks from node.py:5 build pile up over 12 steps"),
            growth->headline.c_str());
        QVERIFY(judged.verdict().bucket != Bucket::Memory);
    }

    void oomTellsShortageFromFragmentation()
    {
        for (const bool pieces : {false, true}) {
            SnapshotBuilder b;
            b.setting("expandable_segments", "False");
            const StackId asked = b.stack({"model.py:70 matmul", "train.py:9 main"});
            const StackId hold = b.stack({"cache.py:3 keep", "train.py:8 main"});
            std::vector<std::uint64_t> blocks;
            for (int i = 0; i < 40; ++i)
                blocks.push_back(b.alloc(10 * kMiB, hold));
            for (std::size_t i = 0; pieces && i < blocks.size(); i += 2)
                b.free(blocks[i]);
            b.oom(100 * kMiB, 30 * kMiB, asked);
            const Judged judged(b);
            const Finding& first = judged.findings().front();
            QCOMPARE(first.rule, std::string("memory.oom"));
            QVERIFY(first.severity == Severity::High);
            QVERIFY2(contains(first.headline, "100 MiB asked for by model.py:70 matmul; 30 MiB free on the GPU"),
                first.headline.c_str());
            QCOMPARE(contains(first.headline, "enough, but in pieces"), pieces);
            QCOMPARE(contains(first.headline, "a true shortage"), !pieces);
            QCOMPARE(advises(first, "expandable_segments:True"), pieces);
            QCOMPARE(judged.find("memory.fragmentation") != nullptr, pieces);
            QVERIFY(judged.verdict().bucket == Bucket::Memory);
            QCOMPARE(judged.verdict().finding.value_or(9), std::size_t {0});
            QCOMPARE(judged.verdict().sentence,
                std::string("Out of memory: model.py:70 matmul asked for 100 MiB with 30 MiB free on the GPU: ")
                    + (pieces ? "fragmentation, as the 200 MiB that are reserved but unused lie in pieces of at most "
                                "10 MiB."
                              : "a true shortage."));
            if (pieces)
                QVERIFY(advises(*judged.find("memory.fragmentation"), "cache.py:3 keep"));
        }
    }

    void growthIsHeldAgainstTheSizeOfTheGpu()
    {
        Training options;
        options.leak = 20 * kMiB;
        options.stopInForward = true;
        SnapshotBuilder b;
        train(b, options);
        b.oom(1000 * kMiB, 10 * kMiB);
        const Judged judged(b);
        QCOMPARE(judged.findings()[0].rule, std::string("memory.oom"));
        QCOMPARE(judged.findings()[1].rule, std::string("memory.growth"));
        QCOMPARE(judged.verdict().sentence,
            std::string(
                "Out of memory: 1 000 MiB were asked for with 10 MiB free on the GPU: a true shortage, and 20 MiB more "
                "stay in each step."));
    }

    void aShortageSaysWhatFillsTheMemory()
    {
        Training options;
        options.steps = 2; // too few to tell of growth
        SnapshotBuilder b;
        train(b, options);
        b.oom(1000 * kMiB, 10 * kMiB);
        b.device(1);
        (void)b.alloc(5000 * kMiB); // more, but nothing failed there
        const Judged judged(b);
        QCOMPARE(judged.verdict().sentence,
            std::string(
                "GPU 0: Out of memory: 1 000 MiB were asked for with 10 MiB free on the GPU: a true shortage, with "
                "most of the memory held by optimizer state (240 MiB)."));
    }

    void segmentsTakenAndGivenBackInTheLoop()
    {
        for (const bool often : {false, true}) {
            SnapshotBuilder b;
            const StackId work = b.stack({"model.py:5 run", "train.py:8 step"});
            b.alloc(200 * kMiB, work);
            for (int i = 0; i < 10; ++i) {
                b.begin("ProfilerStep#" + std::to_string(i));
                b.free(b.alloc(50 * kMiB, work));
                if (often)
                    b.releaseCached();
                b.end("ProfilerStep#" + std::to_string(i));
            }
            const Judged judged(b);
            const Finding* thrash = judged.find("memory.fragmentation");
            QCOMPARE(thrash != nullptr, often);
            if (often)
                QVERIFY2(contains(thrash->headline, "8 times in 8 steps"), thrash->headline.c_str());
        }
    }

    void growthThatIsUsedIsNoFragmentation()
    {
        SnapshotBuilder b;
        const StackId work = b.stack({"model.py:5 run", "train.py:8 step"});
        std::vector<std::uint64_t> blocks;
        for (int i = 0; i < 40; ++i)
            blocks.push_back(b.alloc(50 * kMiB, work));
        for (const std::uint64_t address : blocks)
            b.free(address);
        for (int i = 0; i < 10; ++i)
            b.alloc(100 * kMiB, work); // as much is free, in pieces
        for (int i = 0; i < 40; ++i)
            b.alloc(50 * kMiB, work); // and then the pieces are used
        const Judged judged(b);
        QCOMPARE(judged.figures.devices[0].forcedGrowth, 1000 * kMiB);
        QVERIFY(judged.find("memory.fragmentation") == nullptr);
    }

    void piecesThatForceGrowth()
    {
        for (const bool pieces : {false, true}) {
            SnapshotBuilder b;
            const StackId work = b.stack({"model.py:5 run", "train.py:8 step"});
            const StackId hold = b.stack({"cache.py:3 keep", "train.py:8 main"});
            std::vector<std::uint64_t> holes;
            for (int i = 0; i < 100; ++i) { // 20 MiB segments with 4 MiB that stay
                holes.push_back(b.alloc(16 * kMiB, work));
                b.alloc(4 * kMiB, hold);
            }
            for (const std::uint64_t address : holes)
                b.free(address);
            const std::uint64_t large = (pieces ? 100 : 16) * kMiB;
            for (int i = 0; i < 8; ++i)
                b.alloc(large, work);
            const Judged judged(b);
            const Finding* found = judged.find("memory.fragmentation");
            QCOMPARE(found != nullptr, pieces);
            if (pieces) {
                QCOMPARE(found->bytes.value_or(0), 100 * 16 * kMiB);
                QVERIFY2(contains(found->headline, "800 MiB were added"), found->headline.c_str());
                QVERIFY(!found->memory.empty());
                QVERIFY(judged.verdict().bucket == Bucket::Memory);
            }
        }
    }
};

STEPSCOPE_TEST(TestMemoryRules)
#include "tst_memory_rules.moc"
