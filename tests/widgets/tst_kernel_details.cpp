// SPDX-License-Identifier: GPL-3.0-or-later
// What the Selection panel says about a kernel beyond its times: the inputs of its operator, the call stack of its
// launch, the command that profiles it.
#include "tests/core/analysis_fixture.h"
#include "tests/support/test_registry.h"
#include "widgets/details/event_details.h"
#include "widgets/details/report_html.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;

namespace {

constexpr int kFrames = 40;

std::string withQuotes(std::string json)
{
    std::replace(json.begin(), json.end(), '\'', '"');
    return json;
}

// A deep stack of Python frames, an operator with inputs, and two launches of one function.
std::shared_ptr<const model::Trace> run()
{
    EventList list;
    for (int i = 0; i < kFrames; ++i)
        list.add("python_function", "train.py(" + std::to_string(i) + "): f", kCpu, 100, i, 10'000 - 2 * i);
    list.op("aten::addmm", 100, 1000, 500).args = withQuotes(
        "'Input Dims': [[64], [8, 32], [32, 64], []], 'Input type': ['float', 'float', 'c10::Half', 'Scalar'], "
        "'Input Strides': [[1], [32, 1], [1, 32], []], 'Concrete Inputs': ['', '', '', '1']");
    list.launch(100, 1100, 5, 1);
    list.launch(100, 1200, 5, 2);
    list.kernel("void gemm<4>(int)", 7, 2000, 100, 1);
    list.kernel("void gemm<8>(int)", 7, 2200, 100, 2);
    return list.load();
}

SliceId kernelOf(const model::Trace& trace, std::size_t work)
{
    return trace.gpuWork.slice[work];
}

const DetailSection* titled(const QList<DetailSection>& sections, const QString& title)
{
    for (const DetailSection& section : sections) {
        if (section.title == title)
            return &section;
    }
    return nullptr;
}

} // namespace

class TestKernelDetails : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void inputsOfTheOperatorAreATable()
    {
        const auto trace = run();
        QVERIFY(trace);
        const QStringList header {QStringLiteral("input"), QStringLiteral("shape"), QStringLiteral("dtype"),
            QStringLiteral("strides"), QStringLiteral("value")};
        const Item kernel = Item::of(kernelOf(*trace, 1));
        const DeferredFacts facts = readDeferredFacts(*trace, kernel);
        const EventReport report = describeItem(*trace, kernel, &facts);
        const DetailSection* inputs = titled(report.facts, QStringLiteral("Inputs of aten::addmm"));
        QVERIFY(inputs != nullptr);
        QCOMPARE(inputs->header, header);
        QCOMPARE(inputs->rows.size(), 4);
        const auto packed
            = [&](int row, int column) { return QString(inputs->rows[row][column]).remove(QLatin1Char(' ')); };
        QCOMPARE(packed(2, 1), QStringLiteral("[32,64]"));
        QCOMPARE(inputs->rows[2][2], QStringLiteral("c10::Half"));
        QCOMPARE(packed(2, 3), QStringLiteral("[1,32]"));
        QCOMPARE(
            inputs->rows[3], QStringList({QStringLiteral("3"), {}, QStringLiteral("Scalar"), {}, QStringLiteral("1")}));

        const Item op = Item::of(trace->operatorOf(trace->gpuWork.launch[1]));
        const DeferredFacts opFacts = readDeferredFacts(*trace, op);
        const EventReport opReport = describeItem(*trace, op, &opFacts);
        const DetailSection* own = titled(opReport.facts, QStringLiteral("Inputs"));
        QVERIFY(own != nullptr);
        QCOMPARE(own->rows, inputs->rows);
        QVERIFY(toPlainText(opReport, &opFacts).contains(QStringLiteral("c10::Half")));
        QVERIFY(toHtml(opReport.facts, lightTheme()).contains(QStringLiteral("c10::Half")));
    }

    void theCallStackOfTheLaunchLeadsToEachCaller()
    {
        const auto trace = run();
        QVERIFY(trace);
        const EventReport report = describeItem(*trace, Item::of(kernelOf(*trace, 0)), nullptr);
        const DetailSection* stack = titled(report.links, QStringLiteral("Call stack, innermost first"));
        QVERIFY(stack != nullptr);
        QCOMPARE(stack->lines.size(), kFrames + 1);
        QCOMPARE(stack->lines[0].value, QStringLiteral("aten::addmm"));
        SliceId at = trace->slices.parent[trace->gpuWork.launch[0].index()];
        for (const DetailLine& line : stack->lines) {
            QVERIFY(line.target == Item::of(at));
            at = trace->slices.parent[at.index()];
        }
    }

    void theCommandIsCopied()
    {
        const auto trace = run();
        QVERIFY(trace);
        Selection selection;
        ThemeSource theme;
        EventDetails details(trace, &selection, &theme);
        details.resize(1200, 400);
        details.show();
        QToolButton* copy = nullptr;
        for (QToolButton* button : details.findChildren<QToolButton*>()) {
            if (button->text() == QStringLiteral("Copy ncu"))
                copy = button;
        }
        QVERIFY(copy != nullptr);
        selection.select(trace->operatorOf(trace->gpuWork.launch[0]));
        QTRY_VERIFY(details.isIdle());
        QVERIFY(copy->isHidden());
        selection.select(kernelOf(*trace, 1));
        QTRY_VERIFY(details.isIdle());
        QVERIFY(!copy->isHidden());
        QTest::mouseClick(copy, Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(),
            QStringLiteral("ncu --kernel-name 'regex:^gemm$' --launch-skip 1 --launch-count 1 --set full -o kernel"));
        QVERIFY(details.plainText().contains(QStringLiteral("--launch-skip 1")));
    }

    void aCollectiveIsNamedByTheOperatorAroundIt()
    {
        EventList list;
        list.op("record_param_comms", 100, 0, 100).args = withQuotes("'Collective name': 'allreduce'");
        list.launch(100, 10, 5, 1);
        list.kernel("ncclDevKernel_Generic(x)", 7, 50, 10, 1);
        const auto trace = list.load();
        QVERIFY(trace);
        const Item kernel = Item::of(kernelOf(*trace, 0));
        const DeferredFacts facts = readDeferredFacts(*trace, kernel);
        const QString said = toPlainText(describeItem(*trace, kernel, &facts), &facts);
        QVERIFY2(said.contains(QStringLiteral("allreduce")), qPrintable(said));
    }

    void anEventWithoutInputsHasNoTable()
    {
        EventList list;
        list.op("aten::mm", 100, 0, 10);
        list.op("aten::odd", 100, 20, 10).args = withQuotes("'Input Dims': 'none', 'Input type': []");
        const auto trace = list.load();
        QVERIFY(trace);
        for (std::size_t i = 0; i < 2; ++i) {
            const DeferredFacts facts = readDeferredFacts(*trace, Item::of(SliceId(i)));
            QVERIFY(
                titled(describeItem(*trace, Item::of(SliceId(i)), &facts).facts, QStringLiteral("Inputs")) == nullptr);
        }
    }
};

STEPSCOPE_TEST(TestKernelDetails)
#include "tst_kernel_details.moc"
