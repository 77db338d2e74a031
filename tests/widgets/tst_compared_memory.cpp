// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of two runs side by side: aligned, on one scale, of every device that both have.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/test_registry.h"
#include "tests/support/training_snapshot.h"
#include "tests/widgets/compare_fixture.h"
#include "widgets/common/combo_box.h"
#include "widgets/compare/memory_pair.h"
#include "widgets/compare/run_bar.h"
#include "widgets/memory/memory_timeline_view.h"

#include <cmath>

using namespace stepscope;
using namespace stepscope::widgets;
using compare::kAfter;
using compare::kBefore;
using tests::buttonOf;
using tests::Compared;

class TestComparedMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void snapshotsAlignAndShareTheScale();
    void everyDeviceCanBeChosen();
};

void TestComparedMemory::snapshotsAlignAndShareTheScale()
{
    const auto snapshot = [](std::uint64_t leak, int steps) {
        tests::SnapshotBuilder b;
        tests::Training options;
        options.leak = leak;
        options.steps = steps;
        tests::train(b, options);
        return b.assembled();
    };
    Compared c(snapshot(0, 6), snapshot(24 * tests::kMiB, 8));
    QVERIFY(c.ready);
    QVERIFY(c.page->timelines() == nullptr && c.page->memory() != nullptr);
    MemoryPair& pair = *c.page->memory();
    std::array<std::int64_t, 2> peaks {};
    for (const std::size_t side : {kBefore, kAfter}) {
        const model::MemoryDevice& device = pair.timeline(side).content().device();
        peaks[side] = pair.timeline(side).content().positions().of(device.active.peakEntry);
    }
    // At first the same step stands under itself, and of both there is something to be seen.
    QCOMPARE(pair.bar(kBefore).steps().currentText(), QStringLiteral("ProfilerStep#1"));
    QCOMPARE(pair.bar(kAfter).steps().currentText(), QStringLiteral("ProfilerStep#1"));
    QVERIFY(pair.axes().alignment().anchors != peaks);
    QVERIFY(!pair.grab().isNull());
    const auto scale = [&](std::size_t side) { return static_cast<double>(pair.timeline(side).frame().bytesPerPixel); };
    QVERIFY(std::abs(scale(kBefore) / scale(kAfter) - 1) < 0.02); // one may be a pixel higher
    QToolButton* atPeaks = buttonOf(pair, QStringLiteral("Peaks"));
    QToolButton* byShare = buttonOf(pair, QStringLiteral("Share of entries"));
    QVERIFY(!atPeaks->isChecked() && !byShare->isChecked());
    QTest::mouseClick(atPeaks, Qt::LeftButton);
    QCOMPARE(pair.axes().alignment().anchors, peaks);
    QVERIFY(atPeaks->isChecked() && !byShare->isChecked());
    pair.alignByShare();
    QVERIFY(!atPeaks->isChecked() && byShare->isChecked());
    const auto& positions = pair.timeline(kAfter).content().positions();
    QCOMPARE(pair.axes().inOther(kBefore, pair.timeline(kBefore).content().positions().end()), positions.end());
    QVERIFY(pair.bar(kBefore).steps().count() == 6 && pair.bar(kAfter).steps().count() == 8);
    pair.alignAtSteps(1, 3);
    QVERIFY(pair.axes().alignment().pace == 1.0);
    // Groups of one name have one colour.
    const MemoryGroups& before = pair.timeline(kBefore).content().groups();
    const MemoryGroups& after = pair.timeline(kAfter).content().groups();
    int common = 0;
    for (std::size_t i = 0; i < before.names.size(); ++i) {
        for (std::size_t j = 0; j < after.names.size(); ++j) {
            if (before.names[i] != after.names[j])
                continue;
            ++common;
            QCOMPARE(before.colours[i], after.colours[j]);
        }
    }
    QVERIFY(common > 1);
    QVERIFY(!c.page->source().comparison()->differences.empty());
}

void TestComparedMemory::everyDeviceCanBeChosen()
{
    const auto snapshot = [](std::uint64_t second) {
        tests::SnapshotBuilder b;
        b.alloc(64 * tests::kMiB, b.stack({"model.py:10 forward"}));
        b.device(1).alloc(second, b.stack({"shard.py:7 gather"}));
        return b.assembled();
    };
    Compared c(snapshot(16 * tests::kMiB), snapshot(48 * tests::kMiB));
    QVERIFY(c.ready);
    MemoryPair& pair = *c.page->memory();
    QComboBox& box = pair.deviceBox();
    QVERIFY(box.isVisible());
    QCOMPARE(box.count(), 2);
    // What changed is on the second GPU: it is shown in both runs.
    QCOMPARE(pair.chosenDevice(), std::size_t {1});
    QCOMPARE(box.currentText(), QStringLiteral("GPU 1"));
    for (const std::size_t side : {kBefore, kAfter})
        QCOMPARE(pair.timeline(side).content().device().id, 1);
    QVERIFY(pair.cursor(kAfter).allocation().valid());
    // By keys the other one, on its own scale.
    box.setFocus();
    QTest::keyClick(&box, Qt::Key_Up);
    QCOMPARE(pair.chosenDevice(), std::size_t {0});
    for (const std::size_t side : {kBefore, kAfter})
        QCOMPARE(pair.timeline(side).content().device().id, 0);
    const auto peak
        = pair.timeline(kAfter).content().positions().of(pair.timeline(kAfter).content().device().active.peakEntry);
    QCOMPARE(pair.axes().alignment().anchors[kAfter], peak);
}

STEPSCOPE_TEST(TestComparedMemory)
#include "tst_compared_memory.moc"
