// SPDX-License-Identifier: GPL-3.0-or-later
// Idle time of streams: on folded rows, and where it waits for communication: drawn, listed, followed and copied.
#include "tests/support/test_registry.h"
#include "tests/support/units.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/details/gap_report.h"
#include "widgets/tables/row_guide.h"
#include "widgets/tables/table_builder.h"
#include "widgets/timeline/stream_idle.h"
#include "widgets/timeline/timeline_marks.h"
#include "widgets/timeline/timeline_painter.h"
#include "widgets/viewmodel/figures.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::widgets;
using model::EventKind;
using tests::nodeNamed;
using tests::TraceFixture;

namespace {

using stepscope::tests::kMs;
using stepscope::tests::kUs;

// Two overlapping kernels, so that the stream can be folded; 6 ms in which Python keeps the GPU waiting; a kernel; half
// a millisecond later a collective, for which the stream stands still until 12 ms.
struct Run
{
    Run()
    {
        TraceFixture f;
        const ProcessId cpu = f.process("4711", "python");
        const ProcessId gpu = f.process("0", "python");
        const TrackId main = f.thread(cpu, "4711", "thread 4711 (pt_main_thread)");
        const TrackId compute = f.stream(gpu, 0, 7);
        const TrackId nccl = f.stream(gpu, 0, 20);
        const auto kernel = [&](const char* name, TrackId stream, std::int64_t call, Interval span, int lane = 0) {
            const auto c = f.slice(main, "cudaLaunchKernel", EventKind::Runtime, call, 2 * kUs, 1);
            const auto w
                = f.slice(stream, name, EventKind::Kernel, span.start, span.length(), static_cast<std::uint32_t>(lane));
            f.launch(c, w);
            return w;
        };
        f.slice(main, "train", EventKind::UserAnnotation, 0, 14 * kMs);
        kernel("first", compute, 10 * kUs, {100 * kUs, kMs});
        kernel("second", compute, 20 * kUs, {500 * kUs, 2 * kMs}, 1);
        kernel("third", compute, 7'900 * kUs, {8 * kMs, 9 * kMs});
        const auto waited
            = kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", nccl, 8'000 * kUs, {9'500 * kUs, 13 * kMs});
        const auto next = kernel("fourth", compute, 8'100 * kUs, {12 * kMs, 14 * kMs});
        f.slice(main, "aten::much_later", EventKind::CpuOp, 3000 * kMs, kUs, 1); // there is room to zoom out
        trace = f.build();
        collective = f.id(waited);
        after = f.id(next);
    }
    std::shared_ptr<const model::Trace> trace;
    SliceId collective;
    SliceId after;
};

constexpr TimeRange kIdle {9 * kMs, 12 * kMs};
constexpr TimeRange kWait {9'500 * kUs, 12 * kMs};

} // namespace

class TestStreamIdle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        f = std::make_unique<tests::TimelineFixture>(m_run.trace, QSize(1000, 400));
        QVERIFY(f->ok);
        m_figures = std::make_unique<Figures>(m_run.trace);
        m_figures->start();
        f->view->setFigures(m_figures.get());
        QTRY_VERIFY(f->view->marks());
        f->axis.setRange(0, 15 * kMs);
    }
    void cleanup()
    {
        f.reset();
        m_figures.reset();
    }

    void foldedStreamsKeepTheirMarks_data()
    {
        QTest::addColumn<bool>("folded");
        QTest::newRow("unfolded") << false;
        QTest::newRow("folded") << true;
    }

    void foldedStreamsKeepTheirMarks()
    {
        QFETCH(bool, folded);
        f->view->setFolded(nodeNamed(f->view->content(), "stream 7"), folded);
        QCOMPARE(f->view->content().layout().isFolded(nodeNamed(f->view->content(), "stream 7")), folded);
        const QImage picture = f->canvas()->grab().toImage().convertToFormat(QImage::Format_RGB32);
        const auto& gaps = f->view->marks()->causes().gaps;
        const auto longest = std::max_element(
            gaps.begin(), gaps.end(), [](const auto& a, const auto& b) { return a.span.length() < b.span.length(); });
        QCOMPARE(longest->span, (Interval {2 * kMs, 8 * kMs}));
        const auto hasEdge = [&](std::int64_t time, analysis::IdleCause cause) {
            const QRect row = rowRect();
            const int x = static_cast<int>(f->axis.scale().toPx(time));
            for (int y = row.top(); y < row.center().y(); ++y) {
                if (picture.pixelColor(x, y) == QColor::fromRgb(lookOf(cause).colour))
                    return true;
            }
            return false;
        };
        QVERIFY(hasEdge(5 * kMs, longest->cause));
        QVERIFY(hasEdge(11 * kMs, analysis::IdleCause::CommWait));
        QVERIFY(!hasEdge(1'500 * kUs, longest->cause)); // the second lane works
        QVERIFY(!hasEdge(8'500 * kUs, longest->cause));
        const auto markAt = [this](std::int64_t time) {
            return f->view->hitAt(QPointF(f->axis.scale().toPx(time), rowRect().center().y())).mark;
        };
        QCOMPARE(markAt(5 * kMs).kind, MarkKind::Gap);
        QCOMPARE(markAt(11 * kMs).kind, MarkKind::Idle);
        QCOMPARE(markAt(11 * kMs).span, kIdle);
        QCOMPARE(markAt(8'500 * kUs).kind, MarkKind::None);
    }

    void waitsLeadToWhatTheyWaitFor_data()
    {
        QTest::addColumn<bool>("listed"); // as the table has it, rather than as a click marks it
        QTest::newRow("a row of the table") << true;
        QTest::newRow("a click") << false;
    }

    void waitsLeadToWhatTheyWaitFor()
    {
        QFETCH(bool, listed);
        const TimeRange range = listed ? kWait : kIdle;
        const auto idle = idleOver(*f->view->marks(), range);
        QVERIFY(idle.has_value());
        QCOMPARE(idle->waits.size(), std::size_t {1});
        QCOMPARE(idle->waits[0].span, (Interval {kWait.start, kWait.end}));
        const QList<DetailSection> report = describeIdle(f->view->content(), *f->view->marks(), range);
        QCOMPARE(report.size(), 1);
        QCOMPARE(report[0].title, QStringLiteral("stream 7 idle: communication"));
        QCOMPARE(report[0].lines.front().label, QStringLiteral("2.50 ms"));
        QCOMPARE(report[0].lines.front().target.slice(), m_run.collective);
        QCOMPARE(report[0].lines.back().target.slice(), m_run.after);
        for (const auto& [key, slice] :
            {std::pair(Qt::Key_BracketLeft, m_run.collective), std::pair(Qt::Key_BracketRight, m_run.after)}) {
            f->selection.clear();
            f->selection.setRange(range);
            QTest::keyClick(f->view.get(), key);
            QCOMPARE(f->selection.slice(), slice);
        }
        QVERIFY(!idleOver(*f->view->marks(), {9'100 * kUs, 12 * kMs})); // a part of it is nothing
    }

    void waitsAreListedButNotAmongTheIdleTimeOfTheGpu()
    {
        const auto table = buildTable(TableKind::Gaps, *m_run.trace, *m_figures->whole(), {});
        QVERIFY(table.has_value());
        const TableData& rows = **table;
        const auto columnOf = [&rows](const char* key) {
            for (std::size_t c = 0; c < rows.columns.size(); ++c) {
                if (rows.columns[c].column.key == key)
                    return c;
            }
            return rows.columns.size();
        };
        const std::size_t idle = columnOf("idle_row");
        QVERIFY(std::find(rows.shown.begin(), rows.shown.end(), idle) != rows.shown.end());
        std::int64_t ofGpu = 0;
        std::vector<std::size_t> waits;
        for (std::size_t row = 0; row < rows.grid.rows(); ++row) {
            if (cellText(rows, idle, row).number == "GPU")
                ofGpu += rows.grid.number(columnOf("dur_ns"), row);
            else
                waits.push_back(row);
        }
        QCOMPARE(ofGpu, m_figures->whole()->idle.totalNs);
        QCOMPARE(waits.size(), std::size_t {1});
        QCOMPARE(cellText(rows, idle, waits[0]).number, std::string("stream 7"));
        QCOMPARE(cellText(rows, columnOf("cause"), waits[0]).number, std::string("comm wait"));
        QCOMPARE(rows.grid.number(columnOf("dur_ns"), waits[0]), kWait.length());
        RowGuide(&f->axis, &f->selection, f->view.get()).show(rows.targets[waits[0]]);
        QCOMPARE(f->selection.range(), std::optional(kWait));
        QVERIFY(!f->selection.item().valid());
    }

    // However narrow a gap is, what is written on it stays inside, and from 40 px on something is.
    void labelsFitTheirGapsAtAnyZoom()
    {
        for (int width = 26; width < 240; width += 3) {
            f->axis.setRange(0, 6 * kMs * f->canvas()->width() / width);
            QVERIFY(QTest::qWaitFor([this] { return f->view->idle(); }));
            (void)f->canvas()->grab();
            const double left = f->axis.scale().toPx(2 * kMs);
            const double right = f->axis.scale().toPx(8 * kMs);
            const std::vector<QRectF>& labels = f->view->paintStats().gapLabels;
            const auto isOnGap = [&](const QRectF& label) { return label.right() > left && label.left() < right; };
            const auto inside = std::count_if(labels.begin(), labels.end(), isOnGap);
            QVERIFY2(inside >= 2 || right - left < 40, qPrintable(QString::number(right - left))); // device, stream
            for (std::size_t i = 0; i < labels.size(); ++i) {
                if (isOnGap(labels[i]))
                    QVERIFY(labels[i].left() >= left && labels[i].right() <= right + 1);
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY(!labels[i].adjusted(-2, 0, 2, 0).intersects(labels[j]));
            }
        }
    }

    void stretchesAreCopiedAsJson()
    {
        const auto json = [this](const TimeRange& range) {
            return QJsonDocument::fromJson(rangeJson(f->view->marks(), range).toUtf8()).object();
        };
        const QJsonObject gap = json({2 * kMs, 8 * kMs});
        QCOMPARE(gap.value(QStringLiteral("dur_ns")).toInteger(), 6 * kMs);
        QCOMPARE(gap.value(QStringLiteral("kernel_after")).toString(), QStringLiteral("third"));
        QVERIFY(!gap.value(QStringLiteral("parts")).toArray().isEmpty());
        const QJsonObject idle = json(kIdle);
        QCOMPARE(idle.value(QStringLiteral("stream")).toString(), QStringLiteral("stream 7"));
        QCOMPARE(idle.value(QStringLiteral("dur_ns")).toInteger(), kIdle.length());
        const QJsonObject part = idle.value(QStringLiteral("parts")).toArray().at(0).toObject();
        QCOMPARE(part.value(QStringLiteral("cause")).toString(), QStringLiteral("comm_wait"));
        QCOMPARE(part.value(QStringLiteral("dur_ns")).toInteger(), kWait.length());
        const QJsonObject any = json({kMs, 3 * kMs});
        QCOMPARE(any.value(QStringLiteral("start_ns")).toInteger(), kMs);
        QCOMPARE(any.value(QStringLiteral("dur_ns")).toInteger(), 2 * kMs);
        QVERIFY(rangeText(f->view->content(), f->view->marks(), kIdle).contains(QStringLiteral("ncclDevKernel")));
    }

private:
    [[nodiscard]] QRect rowRect() const
    {
        const auto& layout = f->view->content().layout();
        const view::Row& row = layout.rows()[layout.rowOfNode(nodeNamed(f->view->content(), "stream 7")).value()];
        return {0, f->view->frame().topOf(row), f->canvas()->width(), row.height};
    }

    Run m_run;
    std::unique_ptr<Figures> m_figures;
    std::unique_ptr<tests::TimelineFixture> f;
};

STEPSCOPE_TEST(TestStreamIdle)
#include "tst_stream_idle.moc"
