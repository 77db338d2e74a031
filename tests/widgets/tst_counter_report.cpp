// SPDX-License-Identifier: GPL-3.0-or-later
// What the Selection panel says of counters, of the file and computed ones, against figures found another way.
#include "core/util/interval_ops.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/details/counter_report.h"
#include "widgets/details/event_details.h"

#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;

namespace {

// "value (note)" of the first line of that label.
QString said(const EventReport& report, const char* label)
{
    for (const DetailSection& section : report.facts) {
        for (const DetailLine& line : section.lines) {
            if (line.label == QLatin1String(label))
                return line.note.isEmpty() ? line.value : line.value + QStringLiteral(" (") + line.note + u')';
        }
    }
    return {};
}

std::uint32_t counterNamed(const TimelineData& data, const char* label)
{
    return data.layout().node(nodeNamed(data, label)).first;
}

TimeRange whole(const model::Trace& trace)
{
    return {trace.rangeStart, trace.rangeEnd};
}

} // namespace

class TestCounterReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void utilisationTellsTheBusyShareInView()
    {
        TraceFixture f;
        const TrackId stream = f.stream(f.process("0", "GPU 0"), 0, 7);
        f.slice(stream, "k", model::EventKind::Kernel, 0, 250);
        f.slice(stream, "k", model::EventKind::Kernel, 750, 250);
        const TimelineData data(f.build());
        const Item sample = Item::ofSample(counterNamed(data, "utilisation"), 0);
        const EventReport report = describeCounter(data, sample, {0, 1000});
        QCOMPARE(report.kind, QStringLiteral("Computed counter"));
        QCOMPARE(said(report, "Value"), QStringLiteral("busy"));
        QCOMPARE(said(report, "Holds for"), QStringLiteral("250 ns (until the next sample)"));
        QCOMPARE(said(report, "Busy"), QStringLiteral("50.0 % (500 ns of 1 µs)"));
        QCOMPARE(said(describeCounter(data, sample, {0, 500}), "Busy"), QStringLiteral("50.0 % (250 ns of 500 ns)"));
        QVERIFY(report.facts.last().lines.first().value.contains(QStringLiteral("at least one stream")));
    }

    void queuesTellTheirExtremesInView()
    {
        const auto trace = sampleTrace().trace;
        const TimelineData data(trace);
        const std::uint32_t queue = counterNamed(data, "queue of stream 7");
        const model::CounterSeries& series = data.series(queue);
        const double highest = *std::max_element(series.value.begin(), series.value.end());
        QVERIFY(highest > 0);
        const EventReport report = describeCounter(data, Item::ofSample(queue, 3), whole(*trace));
        QCOMPARE(said(report, "Highest"), QString::number(highest));
        QCOMPARE(said(report, "Lowest"), QStringLiteral("0"));
        QCOMPARE(said(report, "Value"), QString::number(series.value[3]));
        // Between two samples the value that holds there is all that is seen.
        const EventReport one = describeCounter(
            data, Item::ofSample(queue, 3), {series.time[3], std::max(series.time[3] + 1, series.time[4])});
        QCOMPARE(said(one, "Samples"), QStringLiteral("1"));
        QCOMPARE(said(one, "Highest"), QString::number(series.value[3]));
    }

    void countersOfTheFileAreToldToo()
    {
        const auto trace = sampleTrace().trace;
        const TimelineData data(trace);
        QVERIFY(!trace->counters.empty());
        const EventReport report = describeCounter(data, Item::ofSample(0, 0), whole(*trace));
        QCOMPARE(report.kind, QStringLiteral("Counter sample"));
        QVERIFY(!said(report, "Highest").isEmpty());
        for (const Item& item : {Item(), Item::of(SliceId(0U)), Item::ofSample(0, 1U << 30U),
                 Item::ofSample(static_cast<std::uint32_t>(data.counters()), 0)})
            QVERIFY(describeCounter(data, item, whole(*trace)).isEmpty());
    }

    void aClickOnTheRowFillsThePanel()
    {
        TimelineFixture f(sampleTrace().trace, QSize(1000, 700));
        QVERIFY(f.ok);
        TimelineData& data = f.view->content();
        EventDetails details(f.trace, &f.selection, &f.theme);
        details.setCounterReport([&](const Item& item) { return describeCounter(data, item, f.axis.range()); });
        connect(&f.axis, &TimeAxis::rangeChanged, &details, &EventDetails::refreshCounter);
        f.view->setFolded(nodeNamed(data, "counters"), false);
        const auto row = data.layout().rowOfNode(nodeNamed(data, "utilisation"));
        QVERIFY(row.has_value());
        const view::Row& shown = data.layout().rows()[*row];
        QTest::mouseClick(f.canvas(), Qt::LeftButton, {}, QPoint(400, shown.y + shown.height / 2));
        QCOMPARE(f.selection.item().series, counterNamed(data, "utilisation"));
        QTRY_VERIFY(details.isIdle());
        const QString before = details.plainText();
        QVERIFY(before.contains(QStringLiteral("Busy")));
        f.axis.fit(f.trace->rangeStart, f.trace->rangeStart + (f.trace->rangeEnd - f.trace->rangeStart) / 7, 0);
        QVERIFY(details.plainText() != before); // what is in view is another
    }
};

STEPSCOPE_TEST(TestCounterReport)
#include "tst_counter_report.moc"
