// SPDX-License-Identifier: GPL-3.0-or-later
// The rules about memory, one by one: what they find in snapshots that hold it, and that they are silent in those that
// do not.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/analysis/memory/memory_figures.h"
#include "tests/support/snapshot_builder.h"
#include "tests/support/test_registry.h"
#include "tests/support/training_snapshot.h"

#include <algorithm>
#include <memory>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::tests;

namespace {

struct Judged
{
    std::shared_ptr<const model::MemorySnapshot> snapshot;
    MemoryFigures figures;

    explicit Judged(SnapshotBuilder& b)
        : snapshot(b.assembled())
    {
        if (snapshot)
            figures = computeMemoryFigures(*snapshot);
    }
    explicit Judged(SnapshotBuilder&& b)
        : Judged(b)
    {
    }
    [[nodiscard]] const std::vector<Finding>& findings() const { return figures.judgement.findings; }
    [[nodiscard]] const Finding* find(std::string_view rule) const
    {
        const auto at = std::find_if(
            findings().begin(), findings().end(), [rule](const Finding& finding) { return finding.rule == rule; });
        return at == findings().end() ? nullptr : &*at;
    }
    [[nodiscard]] CheckState check(std::string_view name) const
    {
        for (const ChecklistItem& item : figures.judgement.checklist) {
            if (item.check.find(name) != std::string::npos)
                return item.state;
        }
        return CheckState::CannotTell;
    }
    [[nodiscard]] const Verdict& verdict() const { return figures.judgement.verdict; }
};

Judged trained(const Training& options)
{
    SnapshotBuilder b;
    b.setting("expandable_segments", "False");
    train(b, options);
    return Judged(b);
}

bool contains(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

bool advises(const Finding& finding, std::string_view part)
{
    return std::any_of(finding.advice.begin(), finding.advice.end(),
        [part](const std::string& advice) { return contains(advice, part); });
}

} // namespace

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

    void slowGrowthIsBelowTheThreshold()
    {
        Training options;
        options.leak = kMiB; // 8 MiB in all
        QVERIFY(trained(options).find("memory.growth") == nullptr);
        options.steps = 30;
        QVERIFY(trained(options).find("memory.growth") != nullptr);
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
        b.oom(100 * kMiB, 10 * kMiB);
        const Judged judged(b);
        QCOMPARE(judged.findings()[0].rule, std::string("memory.oom"));
        QCOMPARE(judged.findings()[1].rule, std::string("memory.growth"));
        QVERIFY(contains(judged.verdict().sentence, "Out of memory"));
        QVERIFY(contains(judged.verdict().sentence, "20 MiB stay per step"));
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
                QCOMPARE(found->bytes.value_or(0), 8 * 100 * kMiB);
                QVERIFY(!found->memory.empty());
                QVERIFY(judged.verdict().bucket == Bucket::Memory);
            }
        }
    }

    void activationsThatDominate()
    {
        Training options;
        options.activation = 200 * kMiB;
        const Judged judged = trained(options);
        const Finding* found = judged.find("memory.activations");
        QVERIFY(found != nullptr);
        QVERIFY(found->severity == Severity::Medium);
        QVERIFY2(
            contains(found->headline, "Activations hold 600 MiB") && contains(found->headline, "model.py:61 forward"),
            found->headline.c_str());
        QVERIFY(advises(*found, "torch.utils.checkpoint"));
        options.activation = 20 * kMiB;
        QVERIFY(trained(options).find("memory.activations") == nullptr);
    }

    void forwardWithoutBackwardMayBeInference()
    {
        Training options;
        options.activation = 200 * kMiB;
        options.steps = 0;
        options.stopInForward = true;
        const Judged judged = trained(options);
        const Finding* found = judged.find("memory.activations");
        QVERIFY(found != nullptr);
        QVERIFY(found->severity == Severity::Low);
        QVERIFY(advises(*found, "inference_mode"));
    }

    void flatBlocksAreNamedByWhatTheyAre()
    {
        const Judged judged = trained({});
        const Finding* state = nullptr;
        const Finding* parameters = nullptr;
        for (const Finding& finding : judged.findings()) {
            if (finding.rule == "memory.flat_block")
                (contains(finding.headline, "Optimizer state") ? state : parameters) = &finding;
        }
        QVERIFY(state != nullptr);
        QVERIFY(parameters != nullptr);
        QCOMPARE(state->bytes.value_or(0), 240 * kMiB);
        QVERIFY2(contains(state->headline, "2.0 × the parameters, as Adam"), state->headline.c_str());
        QVERIFY(contains(parameters->headline, "Parameters hold 120 MiB"));
    }

    void aLargeBlockOfOneLine()
    {
        SnapshotBuilder b;
        const StackId cache = b.stack({"engine.py:5 allocate_kv_cache", "serve.py:9 main"});
        const StackId work = b.stack({"model.py:5 run", "serve.py:8 handle"});
        b.alloc(900 * kMiB, cache);
        for (int i = 0; i < 30; ++i)
            b.free(b.alloc(10 * kMiB, work));
        const Judged judged(b);
        const Finding* flat = judged.find("memory.flat_block");
        QVERIFY(flat != nullptr);
        QVERIFY2(contains(flat->headline, "1 block from engine.py:5 allocate_kv_cache holds 900 MiB"),
            flat->headline.c_str());
        QVERIFY(flat->severity == Severity::Medium);
    }

    void peakIsAlwaysTold()
    {
        const Judged judged = trained({});
        const Finding& last = judged.findings().back();
        QCOMPARE(last.rule, std::string("memory.peak"));
        QCOMPARE(last.bytes.value_or(0), judged.snapshot->devices[0].active.peak);
        QVERIFY(!last.memory.empty());
    }

    void optimizerTemporariesAtThePeak()
    {
        Training options;
        options.temporaries = 100 * kMiB;
        const Judged judged = trained(options);
        const Finding* peak = judged.find("memory.peak");
        QVERIFY2(contains(peak->headline, "set by 300 MiB of temporaries of the optimizer"), peak->headline.c_str());
        QVERIFY(advises(*peak, "fused=True"));
        QVERIFY(judged.check("fused") == CheckState::NotSeen);
        QVERIFY(trained({}).check("fused") == CheckState::Seen);
    }

    void pendingFreesAndBlocksFromBefore()
    {
        SnapshotBuilder b;
        const StackId work = b.stack({"model.py:5 run", "train.py:8 step"});
        b.initial(50 * kMiB, work);
        const std::uint64_t late = b.alloc(20 * kMiB, work);
        b.requestFree(late);
        b.alloc(30 * kMiB, work);
        const Judged judged(b);
        const Finding* peak = judged.find("memory.peak");
        QVERIFY(peak != nullptr);
        QVERIFY2(contains(peak->headline, "20 MiB are freed but wait"), peak->headline.c_str());
        QVERIFY2(contains(peak->headline, "50 MiB were there before"), peak->headline.c_str());
    }

    void withoutHistoryOnlyTheEndIsTold()
    {
        SnapshotBuilder b;
        b.initial(50 * kMiB, b.stack({"model.py:5 __init__", "train.py:8 main"}));
        const Judged judged(b);
        QCOMPARE(judged.findings().size(), std::size_t {1});
        QVERIFY(contains(judged.findings()[0].headline, "50 MiB of"));
        QVERIFY(judged.verdict().bucket == Bucket::CannotTell);
        QVERIFY(contains(judged.verdict().sentence, "No history was recorded"));
    }

    void nothingAtAll()
    {
        const Judged judged(SnapshotBuilder {});
        QVERIFY(judged.findings().empty());
        QVERIFY(judged.verdict().bucket == Bucket::CannotTell);
    }

    void severalDevicesAreNamed()
    {
        SnapshotBuilder b;
        train(b, {});
        b.device(3);
        Training leaking;
        leaking.leak = 6 * kMiB;
        train(b, leaking);
        const Judged judged(b);
        QVERIFY2(contains(judged.findings()[0].headline, "GPU 3: 6 MiB stay per step"),
            judged.findings()[0].headline.c_str());
        QCOMPARE(judged.findings()[0].memory.front().device, std::size_t {1});
    }

    void gradientsThatStay()
    {
        Training options;
        QVERIFY(trained(options).check("zero_grad") == CheckState::Seen);
        options.keepGradients = true;
        QVERIFY(trained(options).check("zero_grad") == CheckState::NotSeen);
        QVERIFY(trained(options).check("expandable") == CheckState::NotSeen);
        QVERIFY(trained(options).check("checkpointing") == CheckState::NotSeen);
        options.stacks = false;
        QVERIFY(trained(options).check("checkpointing") == CheckState::CannotTell);
    }
};

STEPSCOPE_TEST(TestMemoryRules)
#include "tst_memory_rules.moc"
