// SPDX-License-Identifier: GPL-3.0-or-later
// Steps read from the curve of the active bytes alone: equal teeth, steps of several teeth, and curves that are
// neither.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/analysis/memory/memory_steps.h"
#include "tests/support/snapshot_builder.h"
#include "tests/support/test_registry.h"
#include "tests/support/units.h"

#include <random>
#include <utility>
#include <vector>

using namespace stepscope;
using namespace stepscope::tests;
using analysis::MemorySteps;
using analysis::StepSource;

namespace {

using stepscope::tests::kMiB;

// Pairs of entries that allocate so much in all and free it again, but for what stays until the next one.
struct Tooth
{
    int blocks = 10;
    int kept = 0; // blocks
};

class Curve
{
public:
    Curve() { (void)b.initial(50 * kMiB); }
    void add(const Tooth& tooth)
    {
        std::vector<std::uint64_t> blocks = std::exchange(m_kept, {});
        const std::size_t before = blocks.size();
        for (int i = 0; i < tooth.blocks; ++i)
            blocks.push_back(b.alloc(100 * kMiB / static_cast<std::uint64_t>(tooth.blocks)));
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const bool stays = i >= before && i < before + static_cast<std::size_t>(tooth.kept);
            if (stays)
                m_kept.push_back(blocks[i]);
            else
                b.free(blocks[i]);
        }
    }
    [[nodiscard]] MemorySteps steps()
    {
        const auto snapshot = b.assembled();
        const analysis::StackReader reader(snapshot->record);
        return analysis::findMemorySteps(*snapshot, snapshot->devices[0], reader);
    }

private:
    SnapshotBuilder b;
    std::vector<std::uint64_t> m_kept;
};

} // namespace

class TestMemorySteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalTeethAreSteps()
    {
        Curve curve;
        for (int i = 0; i < 8; ++i)
            curve.add({10, 0});
        const MemorySteps found = curve.steps();
        QVERIFY(found.source == StepSource::Curve);
        QVERIFY(found.steps.size() >= 6);
        for (const analysis::MemoryStep& step : found.steps)
            QCOMPARE(step.baseline, 50 * kMiB);
    }

    // The marks of the last steps are lost, their optimizer is not: the step without an end does not take their place.
    void aStepWithoutAnEndEndsWithTheOptimizer()
    {
        constexpr int kSteps = 6;
        constexpr std::size_t kMarked = 3; // the last of them without its end
        SnapshotBuilder b;
        const StackId forward = b.stack({"model.py:5 forward", "train.py:8 main"});
        const StackId optimizer = b.stack({"/site-packages/torch/optim/adam.py:99 step", "train.py:9 main"});
        std::vector<std::int32_t> ends;
        for (int step = 0; step < kSteps; ++step) {
            b.begin("ProfilerStep#" + std::to_string(step));
            for (int i = 0; i < 80; ++i)
                b.free(b.alloc((static_cast<std::uint64_t>(step) + 1) * kMiB, forward));
            b.free(b.alloc(kMiB, optimizer), optimizer);
            ends.push_back(b.entries() - 1);
            b.end("ProfilerStep#" + std::to_string(step));
        }
        model::SnapshotRecord record = b.take();
        const std::int64_t latest = record.annotations.back().endUs;
        record.annotations.resize(kMarked);
        record.annotations.back().unfinished = true;
        record.annotations.back().endUs = latest;
        Progress progress;
        const auto snapshot = model::assembleSnapshot(std::move(record), progress);
        QVERIFY(snapshot);
        const analysis::StackReader reader((*snapshot)->record);
        const MemorySteps found = analysis::findMemorySteps(**snapshot, (*snapshot)->devices[0], reader);
        QVERIFY(found.source == StepSource::Annotations);
        QCOMPARE(found.steps.size(), kMarked);
        QVERIFY(!found.steps.back().complete);
        QCOMPARE(found.steps.back().lastEntry, ends[kMarked - 1]);
        QCOMPARE(found.steps.back().peak, 3 * kMiB);
        QVERIFY(found.steps.back().endUs < latest);
    }

    // Three teeth of different length a step: by themselves far from regular, but every third stands alike.
    void aStepCanHaveSeveralTeeth()
    {
        Curve curve;
        constexpr int kSteps = 9;
        for (int i = 0; i < kSteps; ++i) {
            curve.add({20, 2});
            curve.add({4, 1});
            curve.add({8, 0});
        }
        const MemorySteps found = curve.steps();
        QVERIFY(found.source == StepSource::Curve);
        QVERIFY(found.steps.size() >= kSteps - 2 && found.steps.size() <= kSteps);
        const std::int32_t length = found.steps[1].lastEntry - found.steps[1].firstEntry;
        for (const analysis::MemoryStep& step : found.steps) {
            QCOMPARE(step.lastEntry - step.firstEntry, length);
            QCOMPARE(step.baseline, 50 * kMiB); // the lowest of the three
        }
    }

    void teethWithoutARuleAreNoSteps()
    {
        std::mt19937 random(7);
        Curve curve;
        for (int i = 0; i < 60; ++i)
            curve.add({static_cast<int>(2 + random() % 40), 0});
        const MemorySteps found = curve.steps();
        QVERIFY(found.source == StepSource::None);
        QVERIFY(found.steps.empty());
    }
};

STEPSCOPE_TEST(TestMemorySteps)
#include "tst_memory_steps.moc"
