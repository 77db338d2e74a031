// SPDX-License-Identifier: GPL-3.0-or-later
// Computed counters against brute force, and as rows of the timeline.
#include "core/analysis/queue_length.h"
#include "core/util/interval_ops.h"
#include "tests/core/analysis_fixture.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/timeline/hover_card.h"
#include "widgets/timeline/timeline_data.h"

#include <QApplication>
#include <QMouseEvent>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <random>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;

namespace {

IntervalSet busyOf(const model::Trace& trace)
{
    std::vector<Interval> work;
    for (std::size_t i = 0; i < trace.gpuWork.size(); ++i) {
        const SliceId slice = trace.gpuWork.slice[i];
        work.push_back({trace.slices.start[slice.index()], trace.slices.end(slice)});
    }
    return makeSet(std::move(work));
}

view::TimeScale scaleOf(std::int64_t start, std::int64_t span, double width)
{
    return {view::TimeWindow {start, 0, static_cast<double>(span)}, width};
}

} // namespace

class TestComputedCounters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theShareOfBusyTimeIsExactAtEveryZoom()
    {
        const auto trace = sampleTrace().trace;
        const IntervalSet busy = busyOf(*trace);
        const ComputedCounters counters(*trace);
        std::mt19937 random(5);
        const std::int64_t length = trace->rangeEnd - trace->rangeStart;
        for (const std::int64_t span : {length, length / 10, length / 1000, std::int64_t {4000}, std::int64_t {100}}) {
            for (int round = 0; round < 50; ++round) {
                const std::int64_t start
                    = trace->rangeStart + static_cast<std::int64_t>(random()) % (length - span + 1);
                const view::TimeScale scale = scaleOf(start, span, 800);
                const auto columns = counters.columns(0, scale, 800);
                QCOMPARE(columns.size(), 800U);
                const std::size_t x = random() % 800;
                const std::int64_t time = scale.toNs(static_cast<double>(x) + 0.5);
                // The window: 8 px, counted from the start of the trace.
                const std::int64_t window = std::max<std::int64_t>(1, std::llround(8 * scale.nsPerPx));
                Interval around {trace->rangeStart, 0};
                while (around.start + window <= time)
                    around.start += window;
                around.end = std::min(around.start + window, trace->rangeEnd);
                const double share
                    = 100.0 * static_cast<double>(overlapLength(busy, around)) / static_cast<double>(around.length());
                QVERIFY(columns[x].has_value());
                QVERIFY(std::abs(columns[x]->high - share) < 1e-9);
                QCOMPARE(columns[x]->low, columns[x]->high);
                QCOMPARE(counters.valueAt(0, time, scale), std::optional<double>(columns[x]->high));
            }
        }
    }

    void thereIsNothingOutsideOfTheTrace()
    {
        const auto trace = sampleTrace().trace;
        const ComputedCounters counters(*trace);
        const std::int64_t length = trace->rangeEnd - trace->rangeStart;
        const auto columns = counters.columns(0, scaleOf(trace->rangeStart - length, 3 * length, 300), 300);
        QVERIFY(!columns[50] && columns[150] && !columns[250]);
    }

    void queuesKeepLeastAndMostAtEveryZoom()
    {
        const auto trace = sampleTrace().trace;
        const ComputedCounters counters(*trace);
        std::size_t queues = 0;
        for (std::size_t i = 0; i < counters.rows().size(); ++i) {
            if (counters.rows()[i].label.find("queue") == std::string::npos)
                continue;
            ++queues;
            const model::CounterSeries expected = analysis::queueLength(*trace, counters.rows()[i].stream);
            QVERIFY(std::equal(expected.value.begin(), expected.value.end(), counters.series(i).value.begin(),
                counters.series(i).value.end()));
            const auto one
                = counters.columns(i, scaleOf(trace->rangeStart, trace->rangeEnd - trace->rangeStart + 1, 1), 1);
            QVERIFY(one[0].has_value());
            QCOMPARE(one[0]->high, *std::max_element(expected.value.begin(), expected.value.end()));
            QCOMPARE(one[0]->low, *std::min_element(expected.value.begin(), expected.value.end()));
        }
        QCOMPARE(queues, 2U);
    }

    void memoryMarksAreCurvesOfTheirDevices()
    {
        EventList list;
        list.op("aten::empty", 100, 0, 1000);
        list.launch(100, 100, 10, 1);
        list.kernel("k", 7, 200, 700, 1);
        std::string marks;
        const auto mark = [&marks](int us, int type, int device, int bytes, int total) {
            marks += fmt::format(
                ",\n{{\"ph\": \"i\", \"cat\": \"cpu_instant_event\", \"name\": \"[memory]\", \"pid\": {}, "
                "\"tid\": 100, \"ts\": 0.{:03}, \"s\": \"t\", \"args\": {{\"Device Type\": {}, "
                "\"Device Id\": {}, \"Bytes\": {}, \"Total Allocated\": {}, \"Total Reserved\": {}}}}}",
                kCpu, us, type, device, bytes, total, type == 0 ? 0 : 2 * total);
        };
        mark(150, 1, 0, 4096, 4096);
        mark(160, 1, 0, 2048, 6144);
        mark(400, 1, 0, -4096, 2048);
        mark(170, 0, -1, 100, 100);
        std::string json = list.json();
        json.insert(json.rfind("\n]"), marks);
        const auto trace = EventList::loadText(json);
        QVERIFY(trace);
        QCOMPARE(trace->memory.size(), 4U);
        const ComputedCounters counters(*trace);
        std::map<std::string, std::size_t> memory; // by what the row says beside its name
        for (std::size_t i = 0; i < counters.rows().size(); ++i) {
            if (counters.rows()[i].label == "memory")
                memory.try_emplace(counters.rows()[i].detail, i);
        }
        QCOMPARE(memory.size(), 2U);
        QVERIFY(memory.contains("allocated, reserved") && memory.contains("host"));
        const std::size_t gpu = memory["allocated, reserved"];
        QVERIFY(trace->tracks[counters.rows()[gpu].stream.index()].device == 0);
        QVERIFY(!counters.rows()[memory["host"]].stream.valid());
        const view::TimeScale scale = scaleOf(0, 1000, 1);
        QCOMPARE(counters.valueAt(gpu, 165, scale), std::optional<double>(6144));
        QCOMPARE(counters.valueAt(gpu, 900, scale), std::optional<double>(2048));
        QVERIFY(!counters.valueAt(gpu, 100, scale));
        QCOMPARE(counters.columns(gpu, scale, 1)[0]->high, 6144.0);
        QCOMPARE(counters.text(gpu, 6144), QStringLiteral("6 KiB"));
        QCOMPARE(counters.valueAt(memory["host"], 500, scale), std::optional<double>(100));
        // What is reserved is a line of the same row; the host reserves nothing.
        QCOMPARE(counters.beside(gpu), std::vector<std::size_t> {gpu + 1});
        QCOMPARE(counters.beside(gpu + 1), std::vector<std::size_t> {gpu});
        QVERIFY(counters.beside(memory["host"]).empty());
        QVERIFY(counters.isLine(gpu + 1) && !counters.isLine(gpu));
        QCOMPARE(counters.valueAt(gpu + 1, 165, scale), std::optional<double>(2 * 6144));
        QCOMPARE(counters.series(gpu + 1).series, std::string("reserved"));
        const std::vector<view::LayoutNode> nodes = view::layoutNodes(*trace, 0, counters.rows());
        const auto rows = std::count_if(
            nodes.begin(), nodes.end(), [](const view::LayoutNode& node) { return node.label == "memory"; });
        QCOMPARE(rows, 2);
        const auto row = std::find_if(
            nodes.begin(), nodes.end(), [](const view::LayoutNode& node) { return node.label == "memory"; });
        QCOMPARE(row->last - row->first, 2U);
    }

    void theyAreRowsBelowTheirDeviceAndCanBePointedAt()
    {
        TimelineFixture f(sampleTrace().trace, QSize(1000, 700));
        QVERIFY(f.ok);
        TimelineData& data = f.view->content();
        const view::NodeId group = nodeNamed(data, "counters");
        QVERIFY(group.valid());
        QVERIFY(data.layout().isFolded(group));
        QVERIFY(data.layout().node(data.layout().node(group).parent).kind == view::NodeKind::Device);
        data.layout().setFolded(group, false);
        const view::NodeId counter(group.index() + 1);
        const auto row = data.layout().rowOfNode(counter);
        QVERIFY(row.has_value());
        const std::uint32_t index = data.layout().node(counter).first;
        QCOMPARE(std::size_t {index}, f.trace->counters.size());
        QCOMPARE(data.counterText(index, 100), QStringLiteral("100 %"));
        const view::Row& shown = data.layout().rows()[*row];
        QMouseEvent move(
            QEvent::MouseMove, QPointF(400, shown.y + shown.height / 2.0), QPointF(), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(f.canvas(), &move);
        const Item hovered = f.selection.hovered();
        QVERIFY(hovered == Item::ofSample(index, hovered.index));
        auto* card = f.canvas()->findChild<HoverCard*>();
        QTRY_VERIFY(card->isVisible());
        QCOMPARE(card->title(), QStringLiteral("utilisation"));
        QVERIFY(card->lines().front().contains(QStringLiteral(" %")));
        f.selection.select(hovered); // is drawn, and breaks nothing that knows only the file's counters
        QVERIFY(!f.view->grab().isNull());
    }
};

STEPSCOPE_TEST(TestComputedCounters)
#include "tst_computed_counters.moc"
