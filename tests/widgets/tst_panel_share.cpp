// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a page its panels get: about a third, more where the rows need less, and what people chose if they did.
#include "tests/support/test_registry.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/pages/trace_page.h"
#include "widgets/tables/table_tabs.h"
#include "widgets/tables/table_view.h"

#include <QSplitter>
#include <QSplitterHandle>
#include <QTabWidget>
#include <QTest>

using namespace stepscope;
using namespace stepscope::widgets;

namespace {

struct ShownPanelShare
{
    explicit ShownPanelShare(QSize size, std::shared_ptr<const model::Trace> trace = tests::sampleTrace().trace)
        : page(std::make_unique<TracePage>(std::move(trace), &theme))
    {
        page->resize(size);
        page->show();
        ready = QTest::qWaitForWindowExposed(page.get()) && QTest::qWaitFor([this]() { return page->isIdle(); });
    }
    [[nodiscard]] int panels() const { return page->findChild<QTabWidget*>()->height(); }
    [[nodiscard]] QSplitter* splitter() const
    {
        return qobject_cast<QSplitter*>(page->findChild<QTabWidget*>()->parentWidget());
    }

    ThemeSource theme;
    std::unique_ptr<TracePage> page;
    bool ready = false;
};

// As many rows as fill any window.
std::shared_ptr<const model::Trace> tallTrace()
{
    tests::TraceFixture f;
    const ProcessId process = f.process("1", "python");
    for (int i = 0; i < 80; ++i)
        f.slice(f.thread(process, std::to_string(i), "thread " + std::to_string(i)), "aten::op",
            model::EventKind::CpuOp, 0, 100);
    return f.build();
}

} // namespace

class TestPanelShare : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aboutAThirdOfAPageFullOfRows()
    {
        const ShownPanelShare low({1280, 620}, tallTrace());
        QVERIFY(low.ready);
        QVERIFY2(std::abs(low.panels() - 186) <= 8, qPrintable(QString::number(low.panels())));
        const ShownPanelShare high({1920, 980}, tallTrace());
        QVERIFY2(std::abs(high.panels() - 343) <= 8, qPrintable(QString::number(high.panels())));
        high.page->resize(1920, 1400);
        QTRY_VERIFY(high.panels() > 470);
    }

    void tenRowsOfATable()
    {
        const ShownPanelShare s({1920, 980}, tallTrace());
        s.page->showPanel(TracePage::Panel::Operators);
        QVERIFY(QTest::qWaitFor([&s]() { return s.page->isIdle(); }));
        const TableView* view = s.page->findChild<QTabWidget*>()->currentWidget()->findChild<TableView*>();
        QVERIFY(view != nullptr && view->viewport()->height() >= 10 * 22);
    }

    void whatTheRowsDoNotNeedIsThePanels()
    {
        tests::TraceFixture f;
        f.slice(f.thread(f.process("1", "python"), "1", "thread 1"), "aten::op", model::EventKind::CpuOp, 0, 100);
        const ShownPanelShare s({1920, 980}, f.build());
        QVERIFY2(s.panels() > 450, qPrintable(QString::number(s.panels())));
        QVERIFY(s.panels() < 600); // the timeline stays a timeline
    }

    void whatPeopleChoseIsKept()
    {
        const ShownPanelShare s({1280, 800}, tallTrace());
        const QByteArray untouched = s.page->layoutState();
        QSplitterHandle* handle = s.splitter()->handle(1);
        tests::dragOn(handle, handle->rect().center(), handle->rect().center() - QPoint(0, 120));
        const int chosen = s.panels();
        QVERIFY(chosen > 330);
        const ShownPanelShare next({1280, 800}, tallTrace());
        next.page->restoreLayoutState(s.page->layoutState());
        QCOMPARE(next.panels(), chosen);
        const ShownPanelShare large({1280, 1100}, tallTrace());
        const int share = large.panels();
        large.page->restoreLayoutState(untouched);
        QCOMPARE(large.panels(), share);
    }
};

STEPSCOPE_TEST(TestPanelShare)
#include "tst_panel_share.moc"
