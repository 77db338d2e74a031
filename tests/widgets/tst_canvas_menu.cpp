// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of a place on the canvas, by right click and by the menu key.
#include "tests/support/test_registry.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/timeline/canvas_menu.h"
#include "widgets/timeline/row_controls.h"
#include "widgets/timeline/timeline_marks.h"
#include "widgets/viewmodel/figures.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;

namespace {

struct Canvas : TimelineFixture
{
    Canvas()
        : Canvas(sampleTrace())
    {
    }
    explicit Canvas(const SampleTrace& from)
        : TimelineFixture(from.trace)
        , sample(from)
        , controls(view.get(), &selection)
        , menu(view.get(), &axis, &selection, &controls)
    {
        const model::SliceTable& slices = sample.trace->slices;
        axis.setRange(slices.start[sample.op.index()] - 1000, slices.end(sample.kernel) + 1000);
    }
    QMenu* open(QPoint at, QContextMenuEvent::Reason reason = QContextMenuEvent::Mouse)
    {
        QContextMenuEvent event(reason, at, canvas()->mapToGlobal(at));
        QApplication::sendEvent(canvas(), &event);
        return view->findChild<QMenu*>();
    }
    // Chooses by text; false: there is no such entry, or it is disabled.
    bool choose(QMenu* from, const QString& text)
    {
        for (QAction* action : from->actions()) {
            if (action->text() == text && action->isEnabled()) {
                action->trigger();
                from->close();
                return QTest::qWaitFor([this]() { return view->findChild<QMenu*>() == nullptr; });
            }
        }
        return false;
    }

    SampleTrace sample;
    RowControls controls;
    CanvasMenu menu;
};

} // namespace

class TestCanvasMenu : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSliceIsCopiedFoundAndMarked()
    {
        Canvas c;
        QVERIFY(c.ok);
        const QPoint at = c.centreOf(c.sample.kernel);
        const QString name = c.view->content().fullName(c.sample.kernel);
        QVERIFY(c.choose(c.open(at), QStringLiteral("Copy name")));
        QCOMPARE(QGuiApplication::clipboard()->text(), name);
        QSignalSpy searches(&c.menu, &CanvasMenu::searchRequested);
        QVERIFY(c.choose(c.open(at), QStringLiteral("Find all of this name")));
        QCOMPARE(searches.takeFirst().at(0).toString(), name);
        QVERIFY(c.choose(c.open(at), QStringLiteral("Mark as a range")));
        const model::SliceTable& slices = c.sample.trace->slices;
        QCOMPARE(c.selection.range(),
            (std::optional<TimeRange> {{slices.start[c.sample.kernel.index()], slices.end(c.sample.kernel)}}));
    }

    void linksAndMeasuresFromWhatIsThere()
    {
        Canvas c;
        const QPoint at = c.centreOf(c.sample.kernel);
        QVERIFY(!c.choose(c.open(at), QStringLiteral("To the launched work"))); // the end of the chain
        delete c.view->findChild<QMenu*>();
        QVERIFY(c.choose(c.open(at), QStringLiteral("To the launch or operator")));
        QCOMPARE(c.selection.slice(), c.sample.launch);
        QVERIFY(c.choose(c.open(c.centreOf(c.sample.kernel)), QStringLiteral("Measure from the selected slice")));
        QCOMPARE(c.selection.slice(), c.sample.launch);
        QCOMPARE(c.selection.measured(), c.sample.kernel);
    }

    void theMenuKeyMeansTheSelection()
    {
        Canvas c;
        c.selection.select(c.sample.kernel);
        QMenu* menu = c.open(QPoint(1, 1), QContextMenuEvent::Keyboard);
        QVERIFY(menu != nullptr);
        QVERIFY(c.choose(menu, QStringLiteral("Copy name")));
        QCOMPARE(QGuiApplication::clipboard()->text(), c.view->content().fullName(c.sample.kernel));
    }

    void gapsLeadToWhatEndedThem()
    {
        Canvas c;
        Figures figures(c.sample.trace);
        figures.start();
        c.view->setFigures(&figures);
        QTRY_VERIFY(c.view->marks());
        const auto& gaps = c.view->marks()->causes().gaps;
        const auto longest = std::max_element(
            gaps.begin(), gaps.end(), [](const auto& a, const auto& b) { return a.span.length() < b.span.length(); });
        QVERIFY(longest != gaps.end() && longest->launch.valid());
        c.axis.setRange(longest->span.start - 1000, longest->span.end + 1000);
        const auto row = c.view->content().layout().rowOfNode(nodeNamed(c.view->content(), "GPU 0"));
        QVERIFY(row.has_value());
        const view::Row& device = c.view->content().layout().rows()[*row];
        const double x = c.axis.scale().toPx(longest->span.start + longest->span.length() / 2);
        const QPoint at(static_cast<int>(x), c.view->frame().topOf(device) + device.height / 2);
        QVERIFY(c.choose(c.open(at), QStringLiteral("Mark as a range")));
        QCOMPARE(c.selection.range(), (std::optional<TimeRange> {{longest->span.start, longest->span.end}}));
        QVERIFY(c.choose(c.open(at), QStringLiteral("Copy as JSON")));
        const QJsonObject json = QJsonDocument::fromJson(QGuiApplication::clipboard()->text().toUtf8()).object();
        QCOMPARE(json.value(QStringLiteral("dur_ns")).toInteger(), longest->span.length());
        QVERIFY(c.choose(c.open(at), QStringLiteral("Copy as text")));
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("Range\n")));
        QVERIFY(c.choose(c.open(at), QStringLiteral("To the launch that ended it")));
        QCOMPARE(c.selection.slice(), longest->launch);
    }

    // The row of the place, too: whatever its name's menu has.
    void theRowIsThere()
    {
        Canvas c;
        QMenu* menu = c.open(c.centreOf(c.sample.kernel));
        QVERIFY(menu != nullptr);
        QMenu* row = nullptr;
        for (QAction* action : menu->actions()) {
            if (action->text() == QStringLiteral("Row"))
                row = action->menu();
        }
        QVERIFY(row != nullptr);
        const view::NodeId stream = nodeNamed(c.view->content(), "stream 7");
        QVERIFY(!c.view->content().layout().isPinned(stream));
        for (QAction* action : row->actions()) {
            if (action->text() == QStringLiteral("Pin to the top"))
                action->trigger();
        }
        QVERIFY(c.view->content().layout().isPinned(stream));
    }

    void emptyPlacesHaveAMenuToo()
    {
        Canvas c;
        QMenu* menu = c.open(QPoint(300, c.canvas()->height() - 3));
        QVERIFY(menu != nullptr);
        QVERIFY(!c.axis.showsAll());
        QVERIFY(c.choose(menu, QStringLiteral("Show the whole trace")));
        QVERIFY(c.axis.showsAll());
    }
};

STEPSCOPE_TEST(TestCanvasMenu)
#include "tst_canvas_menu.moc"
