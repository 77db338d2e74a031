// SPDX-License-Identifier: GPL-3.0-or-later
// Measured spans snap to the edges of what is near and say how long they are, as exactly as both ends are known.
#include "tests/support/test_registry.h"
#include "tests/widgets/annotation_fixture.h"
#include "widgets/annotate/annotation_words.h"
#include "widgets/timeline/timeline_marks.h"
#include "widgets/viewmodel/figures.h"

#include <QObject>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace stepscope;
using namespace stepscope::widgets;
using share::Annotation;
using tests::dragOn;
using tests::Written;
using Command = AnnotationCommand;

class TestMeasuredSpans : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_sample = tests::sampleTrace();
        m_written = std::make_unique<Written>(m_sample.trace);
        QVERIFY(m_written->ok);
    }
    void cleanup()
    {
        m_written.reset();
        m_figures.reset();
    }

    void aSpanSnapsToEventsAndSaysItsExactLength()
    {
        m_written->axis.setRange(30'000'000, 40'000'000);
        QTRY_VERIFY(m_written->view->idle());
        const QRectF kernel = m_written->view->rectOf(m_sample.kernel);
        m_written->annotator->run(Command::DrawSpan);
        dragOn(m_written->canvas(), QPointF(kernel.left() + 3, kernel.center().y()).toPoint(),
            QPointF(kernel.right() - 3, kernel.center().y()).toPoint());
        m_written->type("");
        const std::int64_t dur = m_sample.trace->slices.dur[m_sample.kernel.index()];
        QCOMPARE(m_written->only().from.at, m_sample.trace->slices.start[m_sample.kernel.index()]);
        QCOMPARE(m_written->only().to.at - m_written->only().from.at, dur);
        QCOMPARE(m_written->layer.scene().find(1)->label.heading, exactLengthText(0, dur));
        QCOMPARE(exactLengthText(0, 85'213'000), QStringLiteral("85.213 ms"));
        QCOMPARE(exactLengthText(85'213'456, 0), QStringLiteral("85.213 456 ms"));
    }

    // Also where the pointer is beside an event, as in a gap; where nothing is near the length is one that a pixel
    // tells.
    void aSpanSnapsAcrossAGapAndSaysNoMoreThanItKnows()
    {
        const model::SliceTable& slices = m_sample.trace->slices;
        const std::int64_t dur = slices.dur[m_sample.kernel.index()];
        m_written->axis.setRange(
            slices.start[m_sample.kernel.index()] - 4 * dur, slices.end(m_sample.kernel) + 4 * dur);
        QTRY_VERIFY(m_written->view->idle());
        const QRectF kernel = m_written->view->rectOf(m_sample.kernel);
        const QPoint beside = QPointF(kernel.left() - 3, kernel.center().y()).toPoint();
        m_written->annotator->run(Command::DrawSpan);
        dragOn(m_written->canvas(), beside, QPointF(kernel.right() - 2, kernel.center().y()).toPoint());
        m_written->type("");
        QCOMPARE(m_written->only().from.at, slices.start[m_sample.kernel.index()]);
        QCOMPARE(m_written->only().from.resolution, std::int64_t {1});
        QCOMPARE(m_written->only().to.at, slices.end(m_sample.kernel));

        const double middle = kernel.center().x(); // far from both edges
        QVERIFY(kernel.width() > 24);
        dragEnd(middle);
        const Annotation& span = m_written->only();
        QVERIFY(span.to.resolution > 1);
        const QString heading = m_written->layer.scene().find(1)->label.heading;
        QVERIFY2(heading.startsWith(QStringLiteral("≈ ")), qPrintable(heading));
        QCOMPARE(lengthText(span), heading);
        dragEnd(kernel.right() - 2); // and back to the edge
        QCOMPARE(m_written->only().to.at, slices.end(m_sample.kernel));
        QCOMPARE(m_written->only().to.resolution, std::int64_t {1});
    }

    // A region is over all rows: ends of steps and of idle times are meant wherever the pointer is.
    void regionsSnapToStepsAndGapsOfAnyRow()
    {
        m_figures = std::make_unique<Figures>(m_sample.trace);
        m_figures->start();
        m_written->view->setFigures(m_figures.get());
        QTRY_VERIFY(m_written->view->marks() != nullptr);
        const std::vector<view::Step>& steps = m_written->view->content().steps();
        QVERIFY(steps.size() >= 2);
        const auto& gaps = m_written->view->marks()->causes().gaps;
        const auto longest = std::max_element(
            gaps.begin(), gaps.end(), [](const auto& a, const auto& b) { return a.span.length() < b.span.length(); });
        QVERIFY(longest != gaps.end());
        const int y = m_written->canvas()->height() - 4; // below all rows, or in one of the CPU
        const auto regionTo = [&](std::int64_t edge) {
            const std::int64_t around = 40 * longest->span.length();
            m_written->axis.setRange(edge - around, edge + around / 2);
            const auto x = static_cast<int>(std::lround(m_written->axis.scale().toPx(edge)));
            m_written->annotator->run(Command::DrawRegion);
            dragOn(m_written->canvas(), {x - 200, y}, {x + 3, y});
            m_written->type("");
            return m_written->all().back().to;
        };
        for (const std::int64_t edge : {steps[1].start, longest->span.start, longest->span.end}) {
            m_written->axis.setRange(0, 1'000'000'000);
            const share::Anchor end = regionTo(edge);
            QCOMPARE(end.at, edge);
            QCOMPARE(end.resolution, std::int64_t {1});
        }
    }

private:
    void dragEnd(double x) // of the only span, to there
    {
        const QPoint end = m_written->layer.scene().find(1)->shape.grips[1].point.toPoint();
        dragOn(m_written->canvas(), end, QPoint(qRound(x), end.y()));
    }

    tests::SampleTrace m_sample;
    std::unique_ptr<Figures> m_figures; // of one test
    std::unique_ptr<Written> m_written;
};

STEPSCOPE_TEST(TestMeasuredSpans)
#include "tst_measured_spans.moc"
