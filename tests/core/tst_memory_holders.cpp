// SPDX-License-Identifier: GPL-3.0-or-later
// The rules about who holds the memory (activations, flat blocks, the peak), the sentence where nothing is wrong, and
// the checklist.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "tests/core/memory_judged.h"
#include "tests/support/test_registry.h"

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::tests;

class TestMemoryHolders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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

    void whatHoldsMostIsSaidBeforeWhatCannotBeTold()
    {
        Training options;
        options.activation = 200 * kMiB;
        options.steps = 3;
        const Judged judged = trained(options);
        QVERIFY(judged.verdict().bucket == Bucket::Memory);
        QVERIFY2(judged.verdict().sentence.starts_with("Activations hold 600 MiB"), judged.verdict().sentence.c_str());
        QVERIFY(contains(judged.verdict().sentence, "too few to see whether memory grows"));
    }

    void forwardWithoutBackwardMayBeInference()
    {
        Training options;
        options.activation = 200 * kMiB;
        options.steps = 0;
        options.layers = 5;
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
        const StackId cache = b.stack({"engine.py:5 allocate_pages", "serve.py:9 main"});
        const StackId work = b.stack({"model.py:5 run", "serve.py:8 handle"});
        b.alloc(900 * kMiB, cache);
        for (int i = 0; i < 30; ++i)
            b.free(b.alloc(10 * kMiB, work));
        const Judged judged(b);
        const Finding* flat = judged.find("memory.flat_block");
        QVERIFY(flat != nullptr);
        QVERIFY2(
            contains(flat->headline, "1 block from engine.py:5 allocate_pages holds 900 MiB"), flat->headline.c_str());
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
        for (int i = 0; i < 5; ++i)
            b.free(b.alloc(kMiB, work));
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

STEPSCOPE_TEST(TestMemoryHolders)
#include "tst_memory_holders.moc"
