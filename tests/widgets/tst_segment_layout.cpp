// SPDX-License-Identifier: GPL-3.0-or-later
// Where segments stand in the picture of an allocator's state: in order, without overlap, found again at every point.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/test_registry.h"
#include "tests/support/units.h"
#include "widgets/memory/segment_layout.h"

#include <QTest>

#include <random>

using namespace stepscope;
using namespace stepscope::widgets;

namespace {

using stepscope::tests::kMiB;

model::MemoryState randomState(std::uint32_t seed)
{
    std::mt19937 random(seed);
    model::MemoryState state;
    std::uint64_t address = 0x7f0000000000U;
    for (int i = 0; i < 40; ++i) {
        model::StateSegment segment;
        segment.address = address;
        segment.size = (1 + random() % (i % 7 == 0 ? 900 : 20)) * kMiB;
        segment.stream = static_cast<model::StreamIndex>(random() % 2);
        segment.large = random() % 3 != 0;
        address += segment.size + kMiB;
        state.segments.push_back(segment);
    }
    return state;
}

model::SnapshotRecord twoStreams()
{
    model::SnapshotRecord record;
    record.streams = {0, 0xabc};
    record.pools = {{0, 0}};
    return record;
}

} // namespace

class TestSegmentLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void widthsAreSizes();
    void everyByteIsFoundAgain();
    void partsNeverOverlap();
    void theFittingScaleFits();
    void anEmptyStateIsEmpty();
};

void TestSegmentLayout::widthsAreSizes()
{
    const model::MemoryState state = randomState(1);
    const SegmentLayout layout(twoStreams(), state, 800, double {kMiB});
    QCOMPARE(layout.places().size(), state.segments.size());
    for (const SegmentPlace& place : layout.places()) {
        double width = 0;
        for (const SegmentPart& part : layout.parts(place, 0, state.segments[place.segment].size)) {
            QVERIFY(part.from >= SegmentLayout::kMargin && part.to <= 800 - SegmentLayout::kMargin + 1e-6);
            width += part.to - part.from;
        }
        const auto mib = static_cast<double>(state.segments[place.segment].size / kMiB);
        QVERIFY(std::abs(width - mib) < 1e-6);
    }
}

void TestSegmentLayout::everyByteIsFoundAgain()
{
    const model::MemoryState state = randomState(2);
    const SegmentLayout layout(twoStreams(), state, 640, double {kMiB});
    for (const SegmentPlace& place : layout.places()) {
        const std::uint64_t size = state.segments[place.segment].size;
        for (std::uint64_t at = 0; at < size; at += kMiB) { // one pixel each
            const SegmentPart part = layout.parts(place, at, at + kMiB).front();
            const auto hit = layout.at(state, part.from + 0.25, part.top + 3);
            QVERIFY(hit.has_value());
            QCOMPARE(hit->segment, place.segment);
            QVERIFY(hit->offset >= at && hit->offset < at + kMiB);
        }
    }
    QVERIFY(!layout.at(state, 2, 40).has_value());  // the margin
    QVERIFY(!layout.at(state, 100, 6).has_value()); // a title
}

void TestSegmentLayout::partsNeverOverlap()
{
    const model::MemoryState state = randomState(3);
    const SegmentLayout layout(twoStreams(), state, 500, 2.5 * kMiB);
    std::vector<SegmentPart> all;
    for (const SegmentPlace& place : layout.places()) {
        for (const SegmentPart& part : layout.parts(place, 0, state.segments[place.segment].size))
            all.push_back(part);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = i + 1; j < all.size(); ++j) {
            const bool apart = all[i].top != all[j].top || all[i].to <= all[j].from || all[j].to <= all[i].from;
            QVERIFY(apart);
        }
        for (const SegmentGroup& group : layout.groups())
            QVERIFY(all[i].top >= group.top + SegmentLayout::kTitleHeight
                || all[i].top + SegmentLayout::kLineHeight <= group.top);
    }
}

void TestSegmentLayout::theFittingScaleFits()
{
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const model::MemoryState state = randomState(seed);
        const double scale = SegmentLayout::fittingScale(twoStreams(), state, 900, 400);
        QVERIFY(SegmentLayout(twoStreams(), state, 900, scale).height() <= 400);
        QVERIFY(SegmentLayout(twoStreams(), state, 900, scale * 0.8).height() > 400); // no room is wasted
    }
}

void TestSegmentLayout::anEmptyStateIsEmpty()
{
    const SegmentLayout layout(twoStreams(), {}, 800, double {kMiB});
    QVERIFY(layout.places().empty() && layout.groups().empty());
    QVERIFY(!layout.at({}, 100, 100).has_value());
    QVERIFY(SegmentLayout::fittingScale(twoStreams(), {}, 800, 400) >= 1);
}

STEPSCOPE_TEST(TestSegmentLayout)
#include "tst_segment_layout.moc"
