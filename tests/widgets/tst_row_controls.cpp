// SPDX-License-Identifier: GPL-3.0-or-later
// Rows by mouse and keyboard: the menu of a row's name, dragging names, the filter field, and keeping it all.
#include "tests/support/test_registry.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/timeline/item_text.h"
#include "widgets/timeline/row_controls.h"
#include "widgets/timeline/track_header.h"

#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QTest>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;

namespace {

struct Rows : TimelineFixture
{
    Rows()
        : TimelineFixture(sampleTrace().trace)
        , controls(view.get(), &selection)
    {
    }
    view::TrackLayout& layout() const { return view->content().layout(); }
    [[nodiscard]] QPoint nameOf(const char* label) const
    {
        const auto row = layout().rowOfNode(nodeNamed(view->content(), label));
        const view::Row& found = layout().rows()[row.value()];
        return {100, view->header().corner() + found.y + found.height / 2};
    }
    void choose(const char* label, const char* entry)
    {
        const QPoint at = nameOf(label);
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, view->header().mapToGlobal(at));
        QApplication::sendEvent(&view->header(), &event);
        QMenu* menu = view->findChild<QMenu*>();
        QVERIFY(menu != nullptr);
        for (QAction* action : menu->actions()) {
            if (action->text() == QLatin1String(entry)) {
                menu->setActiveAction(action);
                QTest::keyClick(menu, Qt::Key_Return);
                QTRY_VERIFY(view->findChild<QMenu*>() == nullptr);
                return;
            }
        }
        QFAIL(entry);
    }

    RowControls controls;
};

} // namespace

class TestRowControls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void menuPinsAndHides()
    {
        Rows rows;
        QVERIFY(rows.ok);
        rows.choose("pt_autograd_0", "Pin to the top");
        const view::NodeId node = nodeNamed(rows.view->content(), "pt_autograd_0");
        QCOMPARE(rows.layout().rowOfNode(node), std::optional<std::size_t>(1));
        rows.choose("pt_autograd_0", "Unpin");
        QVERIFY(!rows.layout().isPinned(node));
        rows.choose("stream 20", "Hide");
        QVERIFY(rows.layout().isHidden(nodeNamed(rows.view->content(), "stream 20")));
    }

    // Whatever was done to the rows, there is a way back, and what is not shown is told.
    void resetBringsAllRowsBack()
    {
        Rows rows;
        const std::vector<view::RowState> before = rows.layout().state();
        rows.controls.run(RowCommand::OnlyGpuWork);
        const QString footer = QString::fromStdString(rows.layout().node(rows.layout().hiddenHeading()).label);
        QVERIFY2(footer.endsWith(QStringLiteral(" without GPU work")), qPrintable(footer));
        rows.choose("stream 7", "Pin to the top");
        rows.choose("stream 20", "Hide");
        rows.controls.run(RowCommand::TallRows);
        QVERIFY(rows.layout().state() != before);
        rows.choose("stream 7", "Reset all rows");
        QCOMPARE(rows.layout().state().size(), before.size());
        QVERIFY(rows.layout().state() == before);
        QVERIFY(!rows.layout().onlyGpuWork());
        QCOMPARE(rows.layout().rowHeight(), view::RowHeight::Normal);
        QVERIFY(rows.controls.state().isEmpty()); // nothing to be remembered
    }

    // By menu of the window with a row of the CPU selected: all GPUs that have something to merge.
    void mergingNeedsNoRowOfTheGpu()
    {
        Rows rows;
        const SampleTrace sample = sampleTrace();
        rows.selection.select(sample.op);
        const std::vector<view::NodeId> devices = rows.layout().mergeableDevices();
        QVERIFY(!devices.empty());
        rows.controls.run(RowCommand::MergeStreams);
        for (const view::NodeId device : devices)
            QVERIFY(rows.layout().isMerged(device));
    }

    void draggingANameMovesTheRow()
    {
        Rows rows;
        const auto order = [&] { return rows.layout().siblings(nodeNamed(rows.view->content(), "stream 7")); };
        const auto before = order();
        dragOn(&rows.view->header(), rows.nameOf("stream 7"), rows.nameOf("stream 20"));
        QVERIFY(order() != before);
        dragOn(&rows.view->header(), rows.nameOf("stream 7"), rows.nameOf("stream 20"));
        QVERIFY(order() == before);
        QVERIFY(!rows.layout().isFolded(nodeNamed(rows.view->content(), "stream 7"))); // a drag is no click
        QTest::mouseClick(&rows.view->header(), Qt::LeftButton, {}, rows.nameOf("GPU 0"));
        QVERIFY(rows.layout().isFolded(nodeNamed(rows.view->content(), "GPU 0")));
    }

    void fieldFiltersAsOneTypes()
    {
        Rows rows;
        rows.controls.run(RowCommand::Filter);
        QLineEdit& field = rows.controls.filterField();
        QVERIFY(field.isVisible());
        const std::size_t all = rows.layout().rows().size();
        QTest::keyClicks(&field, QStringLiteral("stream 20"));
        QVERIFY(rows.layout().rows().size() < all);
        QVERIFY(!rows.layout().rowOfNode(nodeNamed(rows.view->content(), "pt_autograd_0")));
        QTest::keyClick(&field, Qt::Key_Escape);
        QCOMPARE(rows.layout().rows().size(), all);
        QVERIFY(!field.isVisible());
    }

    void keysActOnTheRowOfTheSelection()
    {
        const SampleTrace sample = sampleTrace();
        Rows rows;
        rows.controls.run(RowCommand::Hide); // nothing is selected
        QVERIFY(rows.layout().hiddenNodes().empty());
        rows.selection.select(sample.kernel);
        rows.controls.run(RowCommand::Hide);
        QCOMPARE(rows.layout().hiddenNodes().size(), std::size_t {1});
        rows.controls.run(RowCommand::ShowHidden);
        QVERIFY(rows.layout().hiddenNodes().empty());
        rows.controls.run(RowCommand::Pin);
        QVERIFY(rows.layout().pinnedRows() > 1);
        // What is pinned stays where it is when the others scroll, and is hit there.
        const QPoint at = rows.centreOf(sample.kernel);
        rows.view->resize(1000, 260);
        wheelOn(rows.canvas(), QPointF(500, 150), {0, -600}, Qt::NoModifier);
        QCOMPARE(rows.centreOf(sample.kernel).y(), at.y());
        QVERIFY(rows.view->hitAt(rows.view->rectOf(sample.kernel).center()).item.slice().valid());
    }

    // A deep stack that is pinned leaves room for the others, and the wheel over it shows all of it.
    void deepPinnedRowsScrollAmongThemselves()
    {
        constexpr std::uint32_t kDeep = 40;
        TraceFixture f;
        const ProcessId process = f.process("1", "python");
        const TrackId deep = f.thread(process, "1", "deep");
        const TrackId other = f.thread(process, "2", "other");
        std::vector<TraceFixture::Handle> frames;
        for (std::uint32_t i = 0; i < kDeep; ++i) {
            frames.push_back(f.slice(deep, "frame " + std::to_string(i), model::EventKind::CpuOp, i, 1000 - 2 * i, i));
            f.slice(other, "call " + std::to_string(i), model::EventKind::CpuOp, i, 1000 - 2 * i, i);
        }
        TimelineFixture shown(f.build(), QSize(1000, 400));
        TimelineView& view = *shown.view;
        view::TrackLayout& layout = view.content().layout();
        layout.setPinned(nodeNamed(view.content(), "deep"), true);
        view.showLayout();
        QVERIFY(layout.pinnedScroll());
        QVERIFY(layout.pinnedHeight() <= shown.canvas()->height() / 2);
        const auto last = [&layout] { return layout.rows()[layout.pinnedRows() - 1].lane; };
        const LaneId before = last();
        wheelOn(shown.canvas(), QPointF(500, 20), {0, -240}, Qt::NoModifier);
        QCOMPARE(last().value, before.value + 6);
        QCOMPARE(view.verticalScrollBar()->value(), 0);
        wheelOn(shown.canvas(), QPointF(500, layout.pinnedHeight() + 20), {0, -240}, Qt::NoModifier);
        QCOMPARE(last().value, before.value + 6);
        QVERIFY(view.verticalScrollBar()->value() > 0);
        for (int i = 0; i < 20; ++i)
            wheelOn(&view.header(), QPointF(20, view.header().corner() + 20), {0, -240}, Qt::NoModifier);
        QCOMPARE(last(), shown.trace->laneOf(f.id(frames.back())));
        for (const std::uint32_t frame : {0U, kDeep - 1, kDeep / 2}) { // what is asked for comes into view
            view.reveal(f.id(frames[frame]));
            const QRectF rect = view.rectOf(f.id(frames[frame]));
            QVERIFY(!rect.isEmpty() && rect.bottom() <= layout.pinnedHeight());
            QCOMPARE(view.hitAt(rect.center()).item.slice(), f.id(frames[frame]));
        }
        QVERIFY(view.rectOf(f.id(frames.front())).isEmpty());
        view.resize(1000, 2000); // now there is room
        QTRY_VERIFY(!layout.pinnedScroll());
        QVERIFY(!view.rectOf(f.id(frames.front())).isEmpty());
    }

    void streamsMergeAndSplit()
    {
        const SampleTrace sample = sampleTrace();
        Rows rows;
        const QRectF apart = rows.view->rectOf(sample.kernel);
        rows.choose("stream 20", "Merge the streams of GPU 0");
        QVERIFY(rows.layout().isMerged(nodeNamed(rows.view->content(), "GPU 0")));
        // Slices are hit, chosen and walked through in the row they now stand in.
        const QRectF merged = rows.view->rectOf(sample.kernel);
        QCOMPARE(merged.left(), apart.left());
        const Hit hit = rows.view->hitAt(merged.center());
        QVERIFY(hit.item.slice().valid());
        const QString place = itemText(rows.view->content(), hit).lines.join(QLatin1Char('\n'));
        QVERIFY2(place.contains(QStringLiteral("stream 7 · GPU 0")), qPrintable(place));
        QTest::mouseClick(rows.canvas(), Qt::LeftButton, {}, merged.center().toPoint());
        QVERIFY(rows.selection.slice().valid());
        const QByteArray state = rows.controls.state();
        Rows other;
        other.controls.restore(state);
        QCOMPARE(other.view->rectOf(sample.kernel), merged);
        rows.choose("2 streams", "Split the streams of GPU 0");
        QCOMPARE(rows.view->rectOf(sample.kernel), apart);
        rows.selection.clear();
        rows.controls.run(RowCommand::MergeStreams); // of all GPUs, when nothing is selected
        QCOMPARE(rows.view->rectOf(sample.kernel), merged);
        rows.controls.run(RowCommand::MergeStreams);
        QVERIFY(rows.controls.state().isEmpty());
    }

    void heightsAreChosenAndKept()
    {
        const SampleTrace sample = sampleTrace();
        Rows rows;
        const double normal = rows.view->rectOf(sample.kernel).height();
        QMenu menu;
        rows.controls.fillMenu(menu, {});
        for (QAction* action : menu.findChildren<QAction*>()) {
            if (action->text() == QStringLiteral("Tall"))
                action->trigger();
        }
        QVERIFY(rows.view->rectOf(sample.kernel).height() > normal);
        const QByteArray state = rows.controls.state();
        QVERIFY(!state.isEmpty());
        Rows other;
        other.controls.setDefaultHeight(view::RowHeight::Compact);
        QVERIFY(other.view->rectOf(sample.kernel).height() < normal);
        QVERIFY(other.controls.state().isEmpty()); // nothing of its own
        other.controls.restore(state);
        QVERIFY(other.view->rectOf(sample.kernel).height() > normal);
        other.controls.setDefaultHeight(view::RowHeight::Normal); // its own goes before
        QVERIFY(other.view->rectOf(sample.kernel).height() > normal);
        QCOMPARE(other.controls.state(), state);
    }

    void onlyChangesAreKept()
    {
        Rows rows;
        QVERIFY(rows.controls.state().isEmpty());
        rows.layout().setPinned(nodeNamed(rows.view->content(), "stream 20"), true);
        const QByteArray state = rows.controls.state();
        Rows other;
        QCOMPARE(other.controls.kind(), rows.controls.kind());
        other.controls.restore(QByteArrayLiteral("damaged"));
        other.controls.restore(state.left(state.size() / 2));
        QVERIFY(other.controls.state().isEmpty());
        other.controls.restore(state);
        QVERIFY(other.layout().isPinned(nodeNamed(other.view->content(), "stream 20")));
        QCOMPARE(other.controls.state(), state);
    }
};

STEPSCOPE_TEST(TestRowControls)
#include "tst_row_controls.moc"
