// SPDX-License-Identifier: GPL-3.0-or-later
// The tables below the timeline with real mouse and keys, judged by rows, axis, selection, clipboard and file.
#include "tests/support/as_json.h"
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "tests/support/training_steps.h"
#include "widgets/pages/trace_page.h"
#include "widgets/tables/table_tabs.h"
#include "widgets/tables/table_view.h"
#include "widgets/timeline/timeline_view.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;

namespace {

// Three steps of 10 ms: a short and a long kernel in each, the long one longest in the second; a module with a frame
// inside; a copy; a call that waits.
QByteArray threeSteps()
{
    EventList list;
    for (int i = 0; i < 3; ++i) {
        StepEvents step(list, i, i + 1);
        step.cpu("python_function", "nn.Module: Net_0", 1, 900);
        step.cpu("python_function", "train.py(7): forward", 2, 800);
        step.cpu("cpu_op", "aten::mm", 5, 300);
        step.kernel("gemm_big", 10, 20, i == 1 ? 4000 : 3000);
        step.cpu("cpu_op", "aten::add", 400, 100);
        step.kernel("add_small", 410, 5000, 200);
        step.copyFromPageable(600, 6000, 500, 4096);
        step.cpu("cuda_runtime", "cudaDeviceSynchronize", 1000, 5500);
    }
    return fileOf(list);
}

struct ShownTablePanel
{
    explicit ShownTablePanel(TracePage::Panel tab, const QByteArray& json = threeSteps(), QSize size = QSize(1280, 720))
        : loaded(json)
    {
        page = std::make_unique<TracePage>(loaded.trace(), &theme);
        page->resize(size);
        page->show();
        page->activateWindow();
        page->showPanel(tab);
        kind = static_cast<TableKind>(static_cast<int>(tab) - static_cast<int>(TracePage::Panel::Steps));
        ready = QTest::qWaitForWindowActive(page.get()) && QTest::qWaitFor([this]() { return table() && settled(); });
    }
    [[nodiscard]] bool settled() const { return page->isIdle() && page->figures().scoped() != nullptr; }
    [[nodiscard]] TablePanel& panel() const { return page->tables().panel(kind); }
    [[nodiscard]] TableView& view() const { return panel().view(); }
    [[nodiscard]] const TablePtr& table() const { return view().model().table(); }
    [[nodiscard]] int rows() const { return view().model().rowCount(); }
    [[nodiscard]] int column(const QString& title) const
    {
        for (int c = 0; c < view().model().columnCount(); ++c) {
            if (view().model().headerData(c, Qt::Horizontal, Qt::DisplayRole).toString().startsWith(title))
                return c;
        }
        return -1;
    }
    [[nodiscard]] QStringList texts(const QString& title) const
    {
        QStringList all;
        for (int row = 0; row < rows(); ++row)
            all << view().model().index(row, column(title)).data().toString();
        return all;
    }
    void clickHeader(const QString& title) const
    {
        QHeaderView* header = view().horizontalHeader();
        const int c = column(title);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
            QPoint(header->sectionViewportPosition(c) + header->sectionSize(c) / 2, header->height() / 2));
    }
    void doubleClick(int row) const
    {
        const QPoint at = view().visualRect(view().model().index(row, 0)).center();
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, at);
    }
    [[nodiscard]] bool sees(std::int64_t start, std::int64_t end) const // µs of the file
    {
        const TimeRange range = page->axis().range();
        return range.start <= start * 1000 && range.end >= end * 1000 && range.length() < 5 * (end - start) * 1000;
    }

    ThemeSource theme;
    LoadedTrace loaded;
    std::unique_ptr<TracePage> page;
    TableKind kind = TableKind::Steps;
    bool ready = false;
};

using Panel = TracePage::Panel;

} // namespace

class TestTablePanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClickOnAHeaderSorts()
    {
        const ShownTablePanel s(Panel::Kernels);
        QVERIFY(s.ready);
        QCOMPARE(
            s.texts(QStringLiteral("Kernel")), (QStringList {QStringLiteral("gemm_big"), QStringLiteral("add_small")}));
        s.clickHeader(QStringLiteral("Total")); // it was sorted by total: turned round
        QCOMPARE(
            s.texts(QStringLiteral("Kernel")), (QStringList {QStringLiteral("add_small"), QStringLiteral("gemm_big")}));
        s.clickHeader(QStringLiteral("Average")); // numbers: largest first
        QCOMPARE(s.texts(QStringLiteral("Kernel")).first(), QStringLiteral("gemm_big"));
        s.clickHeader(QStringLiteral("Kernel")); // names: from A
        QCOMPARE(s.texts(QStringLiteral("Kernel")).first(), QStringLiteral("add_small"));
        QVERIFY(s.view().model().headerData(0, Qt::Horizontal, Qt::DisplayRole).toString().endsWith(QChar(0x2191)));
    }

    void typingFilters()
    {
        const ShownTablePanel s(Panel::Operators);
        QVERIFY(s.ready);
        QCOMPARE(s.rows(), 2);
        QTest::keyClicks(&s.panel().filterBox(), QStringLiteral("ATEN add"));
        QCOMPARE(s.texts(QStringLiteral("Operator")), QStringList {QStringLiteral("aten::add")});
        const QList<QLabel*> labels = s.panel().findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
            [](const QLabel* label) { return label->text() == QStringLiteral("1 of 2 rows"); }));
        QTest::keyClicks(&s.panel().filterBox(), QStringLiteral("x"));
        QCOMPARE(s.rows(), 0);
        QVERIFY(!s.view().isVisible()); // says that nothing matches
        QTest::keyClick(&s.panel().filterBox(), Qt::Key_Escape);
        QCOMPARE(s.rows(), 2);
        QTest::keyClick(&s.panel().filterBox(), Qt::Key_Down);
        QVERIFY(s.view().hasFocus());
        QCOMPARE(s.view().selectedRows().size(), 1U);
    }

    void aDoubleClickLeadsToTheLongestCall()
    {
        const ShownTablePanel s(Panel::Kernels);
        QVERIFY(s.ready);
        s.doubleClick(0);
        const SliceId slice = s.page->selection().slice();
        QVERIFY(slice.valid());
        QCOMPARE(s.page->trace().nameOf(slice), std::string_view("gemm_big"));
        QCOMPARE(s.page->trace().slices.dur[slice.index()], 4'000'000);
        QVERIFY(s.sees(11020, 15020));
        const QRectF rect = s.page->timeline().rectOf(slice);
        QVERIFY(rect.intersects(QRectF(s.page->timeline().viewport()->rect())));
    }

    void enterLeadsToEverythingElse_data()
    {
        QTest::addColumn<int>("panel");
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("start");
        QTest::addColumn<int>("end");
        const auto row = [](const char* what, Panel panel, const char* filter, const char* name, int start, int end) {
            QTest::newRow(what) << static_cast<int>(panel) << QString::fromLatin1(filter) << QString::fromLatin1(name)
                                << start << end;
        };
        row("step", Panel::Steps, "", "ProfilerStep#1", 1000, 11000);
        row("operator", Panel::Operators, "add", "aten::add", 1400, 1500);
        row("module", Panel::Modules, "", "nn.Module: Net_0", 1001, 1901);
        row("gap", Panel::Gaps, "", "", 7500, 11020);
        row("sync", Panel::Syncs, "", "cudaDeviceSynchronize", 2000, 7500);
        row("copy", Panel::Copies, "htod", "Memcpy HtoD (Pageable -> Device)", 7000, 7500);
        row("python", Panel::Python, "train.py", "train.py(7): forward", 1002, 1802);
    }

    void enterLeadsToEverythingElse()
    {
        QFETCH(int, panel);
        QFETCH(QString, filter);
        QFETCH(QString, name);
        QFETCH(int, start);
        QFETCH(int, end);
        const ShownTablePanel s(static_cast<Panel>(panel));
        QVERIFY(s.ready);
        QTest::keyClicks(&s.panel().filterBox(), filter);
        QTest::keyClick(&s.panel().filterBox(), Qt::Key_Down);
        QTest::keyClick(&s.view(), Qt::Key_Return);
        const TimeRange seen = s.page->axis().range();
        QVERIFY2(s.sees(start, end), qPrintable(QStringLiteral("%1 .. %2").arg(seen.start).arg(seen.end)));
        const Selection& selection = s.page->selection();
        if (s.kind == TableKind::Gaps) // selected as by a click on it, so that its launch is found from there
            QVERIFY(
                !selection.slice().valid() && selection.range() && selection.range()->start < selection.range()->end);
        else
            QCOMPARE(QString::fromStdString(std::string(s.page->trace().nameOf(selection.slice()))), name);
    }

    void aTreeOfModulesIndentsUntilSortedOtherwise()
    {
        const ShownTablePanel s(Panel::Modules);
        QVERIFY(s.ready);
        QVERIFY(s.view().model().isTree());
        s.clickHeader(QStringLiteral("Calls"));
        QVERIFY(!s.view().model().isTree());
    }

    void rowsAreCopiedAsTheyAreShown()
    {
        const ShownTablePanel s(Panel::Kernels);
        QVERIFY(s.ready);
        s.view().setFocus();
        QTest::keyClick(&s.view(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(&s.view(), Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 4); // titles, two rows, the end
        QVERIFY(lines[0].startsWith(QStringLiteral("Kernel\tShare\tTotal")));
        QVERIFY(lines[1].startsWith(QStringLiteral("gemm_big\t")) && lines[1].contains(QStringLiteral("\t10 ms\t3\t")));
    }

    void csvHoldsWhatIsShownInExactNumbers()
    {
        const ShownTablePanel s(Panel::Kernels);
        QVERIFY(s.ready);
        QTest::keyClicks(&s.panel().filterBox(), QStringLiteral("gemm"));
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("kernels.csv"));
        QVERIFY(s.panel().saveCsv(path).has_value());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QCOMPARE(text.toStdString(), s.panel().csv());
        const QList<QByteArray> lines = text.split('\n');
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].startsWith("name,share,total_ns,calls,"));
        QVERIFY(lines[1].startsWith("gemm_big,0.94") && lines[1].contains(",10000000,3,3,3333333,3000000,"));
        QVERIFY(!s.panel().saveCsv(folder.filePath(QStringLiteral("no/such/folder.csv"))).has_value());
    }

    void tablesFollowTheRangeOnlyWhenAsked()
    {
        const ShownTablePanel s(Panel::Kernels);
        QVERIFY(s.ready);
        s.page->selection().setRange(TimeRange {1'000'000, 11'000'000});
        QTRY_VERIFY(s.settled());
        QCOMPARE(s.texts(QStringLiteral("Calls")), (QStringList {QStringLiteral("3"), QStringLiteral("3")}));
        QTest::mouseClick(&s.panel().followButton(), Qt::LeftButton);
        QVERIFY(s.page->tables().panel(TableKind::Gaps).followButton().isChecked());
        QTRY_COMPARE(s.texts(QStringLiteral("Calls")), (QStringList {QStringLiteral("1"), QStringLiteral("1")}));
        s.page->selection().setRange(TimeRange {1'000'000, 21'000'000});
        QTRY_COMPARE(s.texts(QStringLiteral("Calls")), (QStringList {QStringLiteral("2"), QStringLiteral("2")}));
        QTest::mouseClick(&s.panel().followButton(), Qt::LeftButton);
        QTRY_COMPARE(s.texts(QStringLiteral("Calls")), (QStringList {QStringLiteral("3"), QStringLiteral("3")}));
    }

    void followingNoRangeSaysThatOneMustBeDragged()
    {
        const ShownTablePanel s(Panel::Kernels);
        QVERIFY(s.ready);
        const auto says = [&s]() {
            const QList<QLabel*> labels = s.panel().findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return label->isVisible() && label->text().contains(QStringLiteral("drag in the timeline with Shift"));
            });
        };
        QVERIFY(!says());
        QTest::mouseClick(&s.panel().followButton(), Qt::LeftButton);
        QVERIFY(says());
        QVERIFY(s.rows() > 0); // all of the trace meanwhile
        s.page->selection().setRange(TimeRange {0, 5'000'000});
        QVERIFY(!says());
        s.page->selection().setRange(std::nullopt);
        QVERIFY(says());
        QTest::mouseClick(&s.panel().followButton(), Qt::LeftButton);
        QVERIFY(!says());
    }

    void gapsAreWalkedThroughByLength()
    {
        const ShownTablePanel s(Panel::Kernels);
        QVERIFY(s.ready);
        std::vector<Interval> spans;
        for (const analysis::DeviceGap& gap : s.page->figures().whole()->idle.causes.gaps)
            spans.push_back(gap.span);
        QVERIFY(spans.size() > 2);
        std::stable_sort(spans.begin(), spans.end(), [](const Interval& a, const Interval& b) {
            return a.length() != b.length() ? a.length() > b.length() : a.start < b.start;
        });
        const auto isAt = [&s](const Interval& span) {
            const TimeRange seen = s.page->axis().range();
            return s.page->selection().range() == TimeRange {span.start, span.end} && seen.start <= span.start
                && seen.end >= span.end;
        };
        TimelineView& timeline = s.page->timeline();
        QTest::keyClick(&timeline, Qt::Key_I, Qt::ShiftModifier); // none is selected: the longest
        QVERIFY(isAt(spans[0]));
        QCOMPARE(s.page->shownPanel(), Panel::Gaps);
        for (std::size_t i = 1; i < spans.size(); ++i) {
            QTest::keyClick(&timeline, Qt::Key_I, Qt::ShiftModifier);
            QVERIFY2(isAt(spans[i]), qPrintable(QString::number(i)));
        }
        QTest::keyClick(&timeline, Qt::Key_I, Qt::ShiftModifier); // there is no other
        QVERIFY(isAt(spans.back()));
        QTest::keyClick(&timeline, Qt::Key_I);
        QVERIFY(isAt(spans[0]));
        QVERIFY(!s.page->selection().slice().valid());
    }

    // Each gap is the range then: what is followed would hold no other.
    void gapsAreWalkedThroughWhileTheRangeIsFollowed()
    {
        const ShownTablePanel s(Panel::Gaps);
        QVERIFY(s.ready);
        QTest::mouseClick(&s.panel().followButton(), Qt::LeftButton);
        QTest::keyClick(&s.page->timeline(), Qt::Key_I);
        const std::optional<TimeRange> first = s.page->selection().range();
        QVERIFY(first.has_value());
        QTRY_VERIFY(s.page->figures().scope().window.has_value() && s.settled());
        QTest::keyClick(&s.page->timeline(), Qt::Key_I, Qt::ShiftModifier);
        QVERIFY(s.page->selection().range() != first);
        QVERIFY(s.page->can(TimelineCommand::LargestGap));
    }

    void orderFilterAndSelectionOutliveNewFigures()
    {
        const ShownTablePanel s(Panel::Kernels);
        QVERIFY(s.ready);
        s.clickHeader(QStringLiteral("Kernel"));
        s.view().selectRow(1);
        QTest::keyClicks(&s.panel().filterBox(), QStringLiteral("gemm"));
        QCOMPARE(s.view().selectedRows().size(), 1U); // still the same row
        s.page->figures().setScope({std::nullopt, 2});
        QTRY_COMPARE(s.texts(QStringLiteral("Calls")), QStringList {QStringLiteral("1")});
        QCOMPARE(s.view().model().sortedColumn(), 0);
        QCOMPARE(s.view().model().filter(), QStringLiteral("gemm"));
    }

    void withoutGpuWorkThereAreNoGpuColumns()
    {
        const ShownTablePanel with(Panel::Operators);
        QVERIFY(with.ready);
        QVERIFY(with.column(QStringLiteral("GPU total")) >= 0);
        EventList cpuOnly;
        cpuOnly.op("aten::mm", 1, 0, 10);
        const ShownTablePanel without(Panel::Operators, fileOf(cpuOnly));
        QVERIFY(without.ready);
        QCOMPARE(without.rows(), 1);
        QVERIFY(without.column(QStringLiteral("CPU total")) >= 0);
        QCOMPARE(without.column(QStringLiteral("GPU")), -1);
    }

    void emptyTablesSayWhatWouldBringRows()
    {
        const ShownTablePanel s(Panel::Kernels,
            QByteArray::fromStdString(asJson("{'traceEvents':[{'ph':'X','cat':'cpu_op',"
                                             "'name':'aten::mm','pid':1,'tid':1,'ts':1,'dur':5}]}")));
        QVERIFY(s.ready);
        const QList<QLabel*> labels = s.panel().findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
            [](const QLabel* label) { return label->isVisible() && label->text().contains(QStringLiteral("CUDA")); }));
    }

    void manyRowsAreSortedInTheBackground()
    {
        auto data = std::make_shared<TableData>();
        const std::size_t column = data->grid.addColumn(view::NumberColumn {});
        data->columns.resize(1);
        data->columns[0].column.type = exporting::CellType::Count;
        data->columns[0].title = QStringLiteral("N");
        data->shown = {column};
        const std::size_t count = TableModel::kAtOnce + 1000;
        for (std::size_t i = 0; i < count; ++i)
            data->grid.valuesOf<view::NumberColumn>(column).push_back(static_cast<std::int64_t>(i * 7919 % count));
        data->grid.setRows(count);
        data->grid.seal();
        data->targets.resize(count);
        TableModel model;
        model.setTable(data);
        QTRY_COMPARE(model.rowCount(), static_cast<int>(count));
        model.sort(0, Qt::DescendingOrder);
        QVERIFY(model.isBusy());
        QCOMPARE(model.rowCount(), static_cast<int>(count)); // what is shown stays until the order is there
        QTRY_VERIFY(!model.isBusy());
        for (std::size_t i = 1; i < count; ++i)
            QVERIFY(data->grid.number(column, model.dataRow(static_cast<int>(i - 1)))
                >= data->grid.number(column, model.dataRow(static_cast<int>(i))));
    }
};

STEPSCOPE_TEST(TestTablePanel)
#include "tst_table_panel.moc"
