// SPDX-License-Identifier: GPL-3.0-or-later
// Which entries of a history lie in a record_function range, where times are whole microseconds.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/analysis/memory/annotation_spans.h"
#include "tests/support/snapshot_builder.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace stepscope;

namespace {

constexpr std::uint64_t kSize = std::uint64_t {2} << 20U; // many fit one segment

} // namespace

class TestAnnotationSpans : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatHasTheMicrosecondOfTheStartCameBefore()
    {
        tests::SnapshotBuilder b;
        const StackId stack = b.stack({"train.py:1 main"});
        b.time(990).alloc(kSize, stack);      // the segment, and at 1000 the block
        b.time(1001).begin("ProfilerStep#1"); // begins at 1000
        b.time(1005).alloc(kSize, stack);
        b.time(1009).alloc(kSize, stack);
        b.time(1010).end("ProfilerStep#1");   // ends at 1009
        b.time(1010).begin("ProfilerStep#2"); // begins at 1009
        b.time(1012).alloc(kSize, stack);
        b.time(1020).end("ProfilerStep#2");
        b.time(1030).alloc(kSize, stack);
        const auto snapshot = b.assembled();
        QVERIFY(snapshot);
        const auto spans = analysis::annotationSpans(*snapshot, snapshot->devices[0], "ProfilerStep#");
        QCOMPARE(spans.size(), std::size_t {2});
        QCOMPARE(spans[0].firstEntry, 2);
        QCOMPARE(spans[0].lastEntry, 3);
        QCOMPARE(spans[1].firstEntry, 4); // each entry is in one step
        QCOMPARE(spans[1].lastEntry, 4);
    }
};

STEPSCOPE_TEST(TestAnnotationSpans)

#include "tst_annotation_spans.moc"
