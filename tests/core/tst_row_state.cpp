// SPDX-License-Identifier: GPL-3.0-or-later
// What people do to rows: pinning, hiding, moving, filters, and all of it kept for the next trace of the kind.
#include "core/view/track_layout.h"
#include "tests/core/layout_rows.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"

#include <QObject>
#include <QTest>

#include <random>

using namespace stepscope;
using namespace stepscope::view;
using stepscope::tests::nodeNamed;

namespace {

QStringList labels(const TrackLayout& layout)
{
    QStringList list;
    for (const Row& row : layout.rows()) {
        if (row.labelled)
            list << (row.pinned ? QStringLiteral("^") : QString())
                    + QString::fromStdString(layout.node(row.node).label);
    }
    return list;
}

} // namespace

class TestRowState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowHeightsAreThoseOfLanesOnly()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        const LaneId lane = sample.trace->laneOf(sample.kernel);
        const std::int32_t before = layout.height();
        layout.setRowHeight(RowHeight::Tall);
        QCOMPARE(layout.rowHeight(), RowHeight::Tall);
        QCOMPARE(layout.rows()[layout.rowOfLane(lane).value()].height, kRowHeights[2]);
        QVERIFY(layout.height() > before);
        for (const Row& row : layout.rows()) {
            if (row.kind == RowKind::Heading)
                QCOMPARE(row.height, kHeadingHeight);
        }
        layout.setRowHeight(RowHeight::Compact);
        QVERIFY(layout.height() < before);
    }

    void theLeadingDeviceStaysWhileItsRowsScroll()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        const NodeId device = layout.nodeOf(layout.keyOf(nodeNamed(layout, "GPU 0")));
        QVERIFY(device.valid() && layout.node(device).kind == NodeKind::Device);
        const QStringList before = labels(layout);
        const std::vector<RowState> state = layout.state();
        const std::int32_t height = layout.height();
        layout.setLead(device);
        QStringList expected = before;
        const qsizetype at = expected.indexOf(QStringLiteral("GPU 0"));
        QVERIFY(at >= 0);
        const QString moved = QStringLiteral("^") + expected.takeAt(at);
        expected.insert(expected.front().startsWith(QLatin1Char('^')) ? 1 : 0, moved);
        QCOMPARE(labels(layout), expected); // its heading is above all but the steps, its streams are where they were
        QVERIFY(layout.pinnedHeight() >= kHeadingHeight);
        QVERIFY(layout.state() == state); // nothing that anybody has done
        layout.setFolded(device, true);
        QVERIFY(labels(layout).contains(moved));
        layout.setFolded(device, false);
        layout.setLead({});
        QCOMPARE(labels(layout), before);
        QCOMPARE(layout.height(), height);
    }

    void lanesOfHiddenRowsAreTold()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        QVERIFY(layout.hiddenLanes().empty());
        const NodeId stream = layout.nodeOfLane(sample.trace->laneOf(sample.kernel));
        layout.setFolded(layout.node(stream).parent, true); // folded is not hidden
        QVERIFY(layout.hiddenLanes().empty());
        layout.setHidden(layout.node(stream).parent, true); // with all that is below it
        const std::vector<LaneId> lanes = layout.hiddenLanes();
        QVERIFY(std::binary_search(lanes.begin(), lanes.end(), sample.trace->laneOf(sample.kernel)));
        QVERIFY(!std::binary_search(lanes.begin(), lanes.end(), sample.trace->laneOf(sample.launch)));
    }

    void pinnedRowsComeFirstAndOnce()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        layout.setPinned(nodeNamed(layout, "pt_main_thread"), true);
        QCOMPARE(labels(layout),
            (QStringList {"^Steps", "^pt_main_thread", "^Python", "^[memory]", "GPU 0", "stream 7", "annotations",
                "stream 20", "python train.py", "pt_autograd_0", "python train.py", "GPU memory"}));
        QVERIFY(layout.pinnedHeight() > kHeadingHeight);
        const Row& last = layout.rows()[layout.pinnedRows() - 1];
        QCOMPARE(last.y + last.height, layout.pinnedHeight());
        // A folded parent does not hide it.
        layout.setFolded(nodeNamed(layout, "python train.py"), true);
        QVERIFY(labels(layout).contains(QStringLiteral("^pt_main_thread")));
        layout.setPinned(nodeNamed(layout, "pt_main_thread"), false);
        QCOMPARE(layout.pinnedHeight(), kHeadingHeight);
    }

    void pinnedRowsScrollWhereTheyHaveNoRoom()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        layout.setPinned(nodeNamed(layout, "pt_main_thread"), true);
        const std::size_t all = layout.pinnedRows();
        const std::vector<Row> pinned(layout.rows().begin(), layout.rows().begin() + static_cast<std::ptrdiff_t>(all));
        const std::size_t others = layout.rows().size() - all;
        constexpr std::int32_t kOne = kHeadingHeight + kTrackGap + 18; // the steps always, and one of the others
        QVERIFY(all > 3);
        for (std::int32_t limit = 0; limit < 200; limit += 7) {
            layout.setPinLimit(limit);
            QCOMPARE(layout.rows().size(), layout.pinnedRows() + others);
            QVERIFY(layout.pinnedRows() >= 2 && layout.pinnedRows() <= all);
            QVERIFY(layout.pinnedHeight() <= std::max(limit, kOne));
            QCOMPARE(layout.pinnedScroll(), layout.pinnedRows() < all);
            for (std::size_t i = 0; i < layout.rows().size(); ++i) {
                const Row& row = layout.rows()[i];
                QCOMPARE(row.pinned, i < layout.pinnedRows());
                QVERIFY(row.pinned || row.y >= layout.pinnedHeight());
            }
            // All of them come by, one after the other.
            for (std::size_t first = 1; first < all; ++first) {
                const Row& seen = layout.rows()[layout.pinnedRows() - 1];
                QVERIFY(layout.pinnedHeight() <= std::max(limit, kOne));
                if (layout.scrollPinned(1))
                    continue;
                QCOMPARE(seen.node, pinned.back().node);
                QCOMPARE(seen.lane, pinned.back().lane);
                break;
            }
            while (layout.scrollPinned(-1)) { }
            QCOMPARE(layout.rows()[1].node, pinned[1].node);
            QCOMPARE(layout.rows()[1].lane, pinned[1].lane);
        }
        layout.setPinLimit(1000);
        QCOMPARE(layout.pinnedRows(), all);
        QVERIFY(!layout.scrollPinned(1));
    }

    // What is asked for comes into view, and what is scrolled away is nowhere else.
    void pinnedRowsAreRevealed()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        layout.setPinned(nodeNamed(layout, "pt_main_thread"), true);
        std::size_t lowest = layout.pinnedRows() - 1;
        while (lowest > 0 && layout.node(layout.rows()[lowest].node).lanes() == 0)
            --lowest; // below it are counters
        const Row last = layout.rows()[lowest];
        const Row first = layout.rows()[1];
        QVERIFY(first.kind == RowKind::Lane && first.node != last.node);
        layout.setPinLimit(kHeadingHeight + kTrackGap + 18);
        QVERIFY(!layout.rowOfNode(last.node));
        layout.reveal(layout.node(last.node).firstLane);
        QVERIFY(layout.rowOfNode(last.node));
        QVERIFY(!layout.rowOfLane(first.lane));
        layout.reveal(first.lane);
        QVERIFY(layout.rowOfLane(first.lane));
        QCOMPARE(layout.rows()[*layout.rowOfLane(first.lane)].lane, first.lane);
    }

    void hiddenRowsAreCountedAtTheEnd()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        const QStringList before = labels(layout);
        layout.setHidden(nodeNamed(layout, "stream 20"), true);
        QCOMPARE(labels(layout).back(), QStringLiteral("1 hidden row"));
        QVERIFY(!labels(layout).contains(QStringLiteral("stream 20")));
        layout.setHidden(nodeNamed(layout, "pt_main_thread"), true);
        QCOMPARE(labels(layout).back(), QStringLiteral("2 hidden rows"));
        QCOMPARE(layout.hiddenNodes().size(), std::size_t {2});
        layout.showAllHidden();
        QCOMPARE(labels(layout), before);
    }

    void rowsMoveAmongTheirSiblings()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        const NodeId compute = nodeNamed(layout, "stream 7");
        layout.move(compute, 1);
        QCOMPARE(labels(layout).mid(1, 4), (QStringList {"GPU 0", "stream 20", "stream 7", "annotations"}));
        layout.move(compute, 1); // at the end already
        QCOMPARE(labels(layout).at(3), QStringLiteral("stream 7"));
        layout.moveBefore(compute, nodeNamed(layout, "stream 20"));
        QCOMPARE(labels(layout).at(2), QStringLiteral("stream 7"));
        layout.moveBefore(nodeNamed(layout, "GPU 0"), NodeId());
        QCOMPARE(labels(layout).at(1), QStringLiteral("python train.py"));
        QVERIFY(labels(layout).indexOf(QStringLiteral("GPU 0")) > labels(layout).indexOf(QStringLiteral("GPU memory")));
        layout.moveBefore(compute, nodeNamed(layout, "pt_main_thread")); // of another parent: stays
        layout.move(nodeNamed(layout, "Steps"), 1);
        QCOMPARE(labels(layout).front(), QStringLiteral("^Steps"));
    }

    void filtersKeepWhatIsAboveAndBelow()
    {
        const auto sample = tests::sampleTrace();
        TrackLayout layout(*sample.trace, 6);
        const QStringList before = labels(layout);
        layout.setNameFilter("PT_MAIN");
        QCOMPARE(labels(layout), (QStringList {"^Steps", "python train.py", "pt_main_thread", "Python", "[memory]"}));
        layout.setOnlyGpuWork(true);
        QCOMPARE(labels(layout), QStringList {"^Steps"});
        layout.setNameFilter("");
        const QStringList withWork {"^Steps", "GPU 0", "stream 7", "annotations", "stream 20"};
        QCOMPARE(labels(layout).mid(0, withWork.size()), withWork);
        QCOMPARE(labels(layout).size(), withWork.size() + 1); // what is left out is told
        QVERIFY2(labels(layout).back().endsWith(" without GPU work"), qPrintable(labels(layout).back()));
        layout.reveal(sample.trace->laneOf(sample.op)); // to go somewhere is worth more than a filter
        QCOMPARE(labels(layout), before);
    }

    void stateComesBackInAnotherTraceOfTheKind()
    {
        const auto sample = tests::sampleTrace();
        std::mt19937_64 random(5);
        TrackLayout layout(*sample.trace, 6);
        const std::size_t nodes = layout.nodes().size();
        for (int i = 0; i < 60; ++i) {
            const NodeId id(static_cast<std::size_t>(random() % nodes));
            if (!layout.isMovable(id))
                continue;
            switch (random() % 4) {
            case 0:
                layout.setFolded(id, !layout.isFolded(id));
                break;
            case 1:
                layout.setHidden(id, !layout.isHidden(id));
                break;
            case 2:
                layout.setPinned(id, !layout.isPinned(id));
                break;
            default:
                layout.move(id, random() % 2 == 0 ? 1 : -1);
            }
            TrackLayout other(*sample.trace, 6);
            other.restore(layout.state());
            QCOMPARE(labels(other), labels(layout));
            QVERIFY(other.state() == layout.state());
            std::int32_t y = 0;
            for (const Row& row : layout.rows()) {
                QVERIFY(row.y >= y);
                y = row.y + row.height;
            }
        }
    }
};

STEPSCOPE_TEST(TestRowState)
#include "tst_row_state.moc"
