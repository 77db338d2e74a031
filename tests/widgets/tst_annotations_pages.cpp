// SPDX-License-Identifier: GPL-3.0-or-later
// Notes on whole pages: over memory, whichever way its axis counts, over both runs of a comparison, and in their list.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/memory_page_fixture.h"
#include "tests/widgets/ranks_fixture.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/annotate/annotator.h"
#include "widgets/annotate/note_editor.h"
#include "widgets/annotate/notes_panel.h"
#include "widgets/compare/compare_page.h"
#include "widgets/compare/memory_pair.h"
#include "widgets/compare/timeline_pair.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/memory/memory_words.h"
#include "widgets/pages/ranks_page.h"
#include "widgets/pages/trace_page.h"
#include "widgets/ranks/rank_lane.h"
#include "widgets/ranks/ranks_timeline_view.h"

#include <QLineEdit>
#include <QObject>
#include <QTableView>
#include <QTemporaryDir>

using namespace stepscope;
using namespace stepscope::widgets;
using share::Annotation;
using share::AnnotationKind;
using tests::dragOn;
using Command = AnnotationCommand;

namespace {

void type(AnnotationLayer& layer, const char* text)
{
    QTest::keyClicks(&layer.editor(), QString::fromUtf8(text));
    QTest::keyClick(&layer.editor(), Qt::Key_Return);
}

AnnotationLayer& layerOver(QWidget& canvas)
{
    return *canvas.findChild<AnnotationLayer*>();
}

// Draws with an armed tool; both points in px of the canvas.
void draw(ContentPage& page, QWidget& canvas, Command command, QPoint from, QPoint to, const char* text)
{
    page.annotator()->run(command);
    dragOn(&canvas, from, to);
    type(layerOver(canvas), text);
}

struct Pair
{
    Pair()
    {
        const tests::SampleTrace sample = tests::sampleTrace();
        CompareRuns runs;
        for (const std::size_t side : {compare::kBefore, compare::kAfter}) {
            const QString name = side == compare::kBefore ? QStringLiteral("before") : QStringLiteral("after");
            runs[side] = {name, {}, sample.trace, nullptr, tests::leakingRun(), 0};
        }
        page = std::make_unique<ComparePage>(std::move(runs), &theme);
        page->resize(1200, 800);
        page->show();
        page->activateWindow();
        ready = QTest::qWaitForWindowActive(page.get()) && QTest::qWaitFor([this]() { return page->isIdle(); }, 10'000);
    }
    ThemeSource theme;
    std::unique_ptr<ComparePage> page;
    bool ready = false;
};

} // namespace

class TestAnnotationsPages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // ---- memory ----

    void memoryNotesStayAtTheirEntryOnAnyAxis()
    {
        tests::ShownSnapshot s(tests::leakingRun());
        QVERIFY(s.ready);
        MemoryTimelineView& view = s.page->timeline();
        const QPoint at = view.canvas().center();
        s.page->annotator()->run(Command::DrawNote);
        QTest::mouseClick(&view, Qt::LeftButton, Qt::NoModifier, at);
        type(layerOver(view), "here");
        const Annotation note = s.page->annotations()->annotations().front();
        QCOMPARE(note.view, share::AnnotationView::Memory);
        for (const view::MemoryAxisMode mode :
            {view::MemoryAxisMode::Compact, view::MemoryAxisMode::Time, view::MemoryAxisMode::Entries}) {
            view.setAxisMode(mode);
            QVERIFY(s.settle());
            view.grab();
            const view::EntryPositions& positions = view.content().positions();
            const view::TimeScale scale = view.frame().scale();
            const auto entry = static_cast<std::int32_t>(note.from.at);
            const PlacedAnnotation* item = layerOver(view).scene().find(1);
            QVERIFY(item != nullptr);
            QVERIFY(item->shape.point.x() >= scale.toPx(positions.of(entry)) - 0.5);
            QVERIFY(item->shape.point.x() <= scale.toPx(positions.of(entry + 1)) + 0.5);
            QVERIFY(qAbs(item->shape.point.y() - view.frame().yOf(note.from.bytes)) < 1);
        }
    }

    void memoryRegionsAndSpansSayEntriesAndBytes()
    {
        tests::ShownSnapshot s(tests::leakingRun());
        QVERIFY(s.ready);
        MemoryTimelineView& view = s.page->timeline();
        const QRect canvas = view.canvas();
        const QPoint left(canvas.left() + canvas.width() / 4, canvas.bottom() - 10);
        const QPoint right(canvas.left() + canvas.width() / 2, canvas.center().y());
        draw(*s.page, view, Command::DrawRegion, left, right, "step");
        draw(*s.page, view, Command::DrawSpan, left, right, "");
        const auto& all = s.page->annotations()->annotations();
        const std::int64_t entries = all[0].to.at - all[0].from.at + 1;
        const AnnotationScene& scene = layerOver(view).scene();
        QCOMPARE(scene.find(1)->label.heading, QStringLiteral("%1 entries").arg(entries));
        // How much more is in use at its end, however high it was drawn.
        const model::MemoryCurve& active = view.content().device().active;
        const std::uint64_t before = active.at(static_cast<std::int32_t>(all[1].from.at));
        const std::uint64_t after = active.at(static_cast<std::int32_t>(all[1].to.at));
        const QString change = after == before ? QStringLiteral("no change")
            : after > before                   ? QLatin1Char('+') + bytesText(after - before)
                                               : QChar(0x2212) + bytesText(before - after);
        QCOMPARE(scene.find(2)->label.heading, QStringLiteral("%1 over %2 entries").arg(change).arg(entries));
    }

    void anAllocationIsHighlightedAndLedTo()
    {
        tests::ShownSnapshot s(tests::leakingRun());
        QVERIFY(s.ready);
        MemoryTimelineView& view = s.page->timeline();
        s.page->cursor().choose(AllocId(std::size_t {0})); // the weights
        s.page->annotator()->run(Command::Selection);
        type(layerOver(view), "weights");
        const Annotation& made = s.page->annotations()->annotations().front();
        QCOMPARE(made.kind, AnnotationKind::Highlight);
        QCOMPARE(made.from.bytes, 40 * tests::kMiB);
        view.grab();
        QVERIFY(!layerOver(view).scene().find(1)->shape.outline.isEmpty());
        s.page->cursor().setDevice(1); // it is of another one
        QVERIFY(s.settle());
        view.grab();
        QVERIFY(layerOver(view).scene().find(1) == nullptr);
        NotesModel& list = s.page->annotator()->panel().model();
        QVERIFY(list.index(0, NotesModel::kPlace).data().toString().contains(QStringLiteral("hidden")));
        s.page->annotator()->go(1);
        QVERIFY(s.settle());
        view.grab();
        QVERIFY(layerOver(view).scene().find(1) != nullptr);
    }

    // Not on top of all that is in use.
    void aNoteOfAnAllocationStandsOnIt()
    {
        tests::ShownSnapshot s(tests::leakingRun());
        QVERIFY(s.ready);
        MemoryTimelineView& view = s.page->timeline();
        s.page->cursor().choose(AllocId(std::size_t {0})); // the weights, at the bottom
        const auto note = layerOver(view).surface().ofSelection(AnnotationKind::Note);
        QVERIFY(note);
        QCOMPARE(note->from.bytes, 20 * tests::kMiB);
        QVERIFY(view.content().active().curve().at(static_cast<std::int32_t>(note->from.at)) > 40 * tests::kMiB);
        const model::AllocationTable& table = view.content().device().allocations;
        for (std::size_t i = 0; i < table.count(); ++i) {
            s.page->cursor().choose(AllocId(i));
            const auto on = layerOver(view).surface().ofSelection(AnnotationKind::Note);
            QVERIFY(on && on->from.at >= table.born[i] && on->from.at < table.died[i]);
        }
    }

    void arrowKeysMoveANoteByEntriesHoweverWideTheyAre()
    {
        tests::ShownSnapshot s(tests::leakingRun());
        QVERIFY(s.ready);
        MemoryTimelineView& view = s.page->timeline();
        s.page->annotator()->run(Command::DrawNote);
        QTest::mouseClick(&view, Qt::LeftButton, Qt::NoModifier, view.canvas().center());
        type(layerOver(view), "n");
        const std::int64_t entry = s.page->annotations()->annotations().front().from.at;
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(s.page->annotations()->annotations().front().from.at, entry + 1);
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(s.page->annotations()->annotations().front().from.at, entry);
    }

    void theMemoryBelowATraceCanBeWrittenOver()
    {
        tests::ShownSnapshot s(tests::leakingRun());
        QVERIFY(s.ready);
        TracePage page(tests::sampleTrace().trace, &s.theme);
        page.resize(1200, 900);
        page.show();
        page.attachMemory(*s.page, 0);
        QTRY_VERIFY(page.isIdle());
        Annotation note;
        note.view = share::AnnotationView::Memory;
        note.from.at = 3;
        page.annotations()->setAnnotations({note});
        const QModelIndex place = page.annotator()->panel().model().index(0, NotesModel::kPlace);
        QVERIFY(place.data().toString().contains(QStringLiteral("entry 3")));
        page.annotator()->go(1);
        page.grab();
        s.page.reset(); // and with it the memory
        QVERIFY(place.data().toString().contains(QStringLiteral("not among")));
        page.annotator()->go(1);
        page.annotator()->run(Command::Note);
    }

    // ---- two runs ----

    void eachRunHasItsOwn()
    {
        Pair p;
        QVERIFY(p.ready);
        for (const std::size_t side : {compare::kBefore, compare::kAfter}) {
            TimelineView& view = p.page->timelines()->timeline(side);
            draw(*p.page, *view.viewport(), Command::DrawBox, {200, 60}, {320, 110}, "box");
            QCOMPARE(p.page->annotations()->annotations().back().run, static_cast<std::uint32_t>(side));
            QCOMPARE(layerOver(*view.viewport()).scene().items().size(), std::size_t {1});
        }
        QVERIFY(layerOver(*p.page->timelines()->timeline(compare::kBefore).viewport()).scene().find(2) == nullptr);
        const NotesModel& list = p.page->annotator()->panel().model();
        QVERIFY(list.index(0, NotesModel::kPlace).data().toString().startsWith(QStringLiteral("before · ")));
        QVERIFY(list.index(1, NotesModel::kPlace).data().toString().startsWith(QStringLiteral("after · ")));
    }

    void aNoteOverMemoryLeadsThere()
    {
        Pair p;
        QVERIFY(p.ready);
        Annotation note;
        note.view = share::AnnotationView::Memory;
        note.run = 1;
        note.from.at = 5;
        note.text = "peak";
        p.page->annotations()->setAnnotations({note});
        QVERIFY(!p.page->memory()->isVisible());
        p.page->annotator()->go(1);
        QVERIFY(p.page->memory()->isVisible());
        p.page->grab();
        QVERIFY(layerOver(p.page->memory()->timeline(compare::kAfter)).scene().find(1) != nullptr);
    }

    // ---- ranks ----

    void notesStayWithTheirRankAndJob()
    {
        ThemeSource theme;
        RanksPage page(tests::setOf({tests::lateJob(), tests::lateJob(2, 2)}), &theme);
        page.resize(1200, 760);
        page.show();
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QTRY_VERIFY(page.isIdle());
        RanksTimelineView& view = page.timeline();
        const std::size_t job = page.shownJob();
        const int second = static_cast<int>(view.rectOf(1, 0).center().y());
        draw(page, *view.viewport(), Command::DrawBox, {200, second - 8}, {400, second + 8}, "rank 1");
        page.annotator()->run(Command::Selection); // the collective that is chosen from the start
        type(layerOver(*view.viewport()), "late");
        const auto& all = page.annotations()->annotations();
        QCOMPARE(QString::fromStdString(all[0].from.row), QStringLiteral("rank 1"));
        QCOMPARE(all[1].kind, AnnotationKind::Highlight);
        const AnnotationScene& scene = layerOver(*view.viewport()).scene();
        QCOMPARE(scene.items().size(), std::size_t {2});
        const std::uint32_t rank = page.cursor().rank().value();
        QCOMPARE(scene.find(2)->shape.outline.boundingRect(), view.rectOf(rank, page.cursor().collective().value()));
        page.showJob(1 - job);
        QVERIFY(layerOver(*view.viewport()).scene().items().empty());
        page.showJob(job);
        QCOMPARE(layerOver(*view.viewport()).scene().items().size(), std::size_t {2});
    }

    void notesOverTheEventsOfARankStayWithTheirRow()
    {
        const QTemporaryDir folder;
        std::vector<std::string> paths;
        for (int r = 0; r < 2; ++r) {
            paths.push_back(folder.filePath(QStringLiteral("rank%1.json").arg(r)).toStdString());
            QVERIFY(tests::writeFile(QString::fromStdString(paths.back()), tests::rankTrace(r, 2)));
        }
        Progress progress;
        const auto set = loadRankSet(paths, progress, {});
        QVERIFY(set.has_value());
        ThemeSource theme;
        RanksPage page(*set, &theme);
        page.resize(1200, 900);
        page.show();
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        page.timeline().setUnfolded(1, true);
        QTRY_VERIFY(page.isIdle() && page.timeline().lane(1)->timeline() != nullptr);
        TimelineView& events = *page.timeline().lane(1)->timeline();
        const std::int64_t shift = page.timeline().lane(1)->shift();
        const model::Trace& trace = events.content().trace();
        SliceId kernel;
        for (std::size_t i = 0; i < trace.slices.size(); ++i) {
            if (trace.names.view(trace.slices.name[i]) == "gemm")
                kernel = SliceId(i);
        }
        const QPoint at = events.rectOf(kernel).center().toPoint();
        page.annotator()->run(Command::DrawNote);
        QTest::mouseClick(events.viewport(), Qt::LeftButton, Qt::NoModifier, at);
        type(layerOver(*events.viewport()), "slow");
        const Annotation note = page.annotations()->annotations().front();
        QCOMPARE(QString::fromStdString(note.from.row), QStringLiteral("rank 1"));
        QVERIFY(QString::fromStdString(note.from.innerRow).endsWith(QStringLiteral("stream 7")));
        const model::SliceTable& slices = trace.slices;
        QVERIFY(note.from.at >= slices.start[kernel.index()] + shift && note.from.at <= slices.end(kernel) + shift);
        events.grab();
        const PlacedAnnotation* shown = layerOver(*events.viewport()).scene().find(1);
        QVERIFY(shown != nullptr);
        QVERIFY(QLineF(shown->shape.point, QPointF(at)).length() < 2);
        QVERIFY(layerOver(*page.timeline().viewport()).scene().find(1) == nullptr);
        const QModelIndex place = page.annotator()->panel().model().index(0, NotesModel::kPlace);
        QVERIFY2(place.data().toString().startsWith(QStringLiteral("rank 1, ")), qPrintable(place.data().toString()));

        page.timeline().setUnfolded(1, false); // it stands at the rank's row
        page.timeline().grab();
        const PlacedAnnotation* folded = layerOver(*page.timeline().viewport()).scene().find(1);
        QVERIFY(folded != nullptr);
        QVERIFY(qAbs(folded->shape.point.x() - page.timeline().viewport()->mapFrom(&page, QPoint()).x()) > 0);
        page.annotator()->go(1); // and goes back with the events
        QTRY_VERIFY(
            page.isIdle() && page.timeline().lane(1) != nullptr && page.timeline().lane(1)->timeline() != nullptr);
        page.timeline().lane(1)->timeline()->grab();
        QVERIFY(layerOver(*page.timeline().lane(1)->timeline()->viewport()).scene().find(1) != nullptr);
        QVERIFY(page.annotations()->annotations().front() == note);
    }

    // ---- the list ----

    void theListLeadsEditsAndFollows()
    {
        ThemeSource theme;
        const tests::SampleTrace sample = tests::sampleTrace();
        TracePage page(sample.trace, &theme);
        page.resize(1200, 800);
        page.show();
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QTRY_VERIFY(page.isIdle());
        NotesPanel& panel = page.annotator()->panel();
        QVERIFY(page.showPanelTitled(QStringLiteral("Notes")));
        QVERIFY(!panel.view().isVisible()); // it says how to make one
        page.selection().select(sample.kernel);
        page.annotator()->run(Command::Note);
        type(layerOver(*page.timeline().viewport()), "the kernel");
        page.axis().setRange(0, 2'000'000);
        page.annotator()->run(Command::ShowList);
        QVERIFY(panel.view().isVisible());
        QVERIFY(panel.hasKeys());
        QCOMPARE(panel.view().currentIndex().row(), 0);
        QTest::keyClick(&panel.view(), Qt::Key_Return);
        QTRY_VERIFY(page.isIdle());
        QVERIFY(layerOver(*page.timeline().viewport()).scene().find(1) != nullptr);
        page.annotator()->run(Command::EditText);
        auto* editor = panel.view().findChild<QLineEdit*>();
        QVERIFY(editor != nullptr);
        editor->setText(QStringLiteral("said otherwise"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(QString::fromStdString(page.annotations()->find(1)->text), QStringLiteral("said otherwise"));
        QCOMPARE(panel.model().index(0, NotesModel::kText).data().toString(), QStringLiteral("said otherwise"));
        page.annotator()->run(Command::Delete);
        QVERIFY(!panel.view().isVisible());
    }

    void aPageThatGoesWhileTextIsTypedIsNoHarm()
    {
        ThemeSource theme;
        auto page = std::make_unique<TracePage>(tests::sampleTrace().trace, &theme);
        page->resize(1000, 700);
        page->show();
        page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(page.get()));
        page->annotator()->run(Command::Note);
        QTest::keyClicks(&layerOver(*page->timeline().viewport()).editor(), QStringLiteral("unfinished"));
        page.reset();
    }
};

STEPSCOPE_TEST(TestAnnotationsPages)
#include "tst_annotations_pages.moc"
