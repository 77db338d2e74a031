// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the timeline at the sizes people use, in both themes. Always checks that they are not blank and fit the
// size; with STEPSCOPE_PICTURES set to a folder it leaves them there to be looked at.
#include "core/json/trace_loader.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"
#include "widgets/common/style.h"
#include "widgets/timeline/hover_card.h"
#include "widgets/timeline/timeline_painter.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QDir>
#include <QMouseEvent>

#include <QObject>
#include <QTest>

#include <set>

using namespace stepscope;
using namespace stepscope::widgets;

namespace {

void keep(const QImage& picture, const QString& name)
{
    const QString folder = qEnvironmentVariable("STEPSCOPE_PICTURES");
    if (!folder.isEmpty() && QDir().mkpath(folder))
        picture.save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
}

std::size_t colourCount(const QImage& picture)
{
    std::set<QRgb> colours;
    for (int y = 0; y < picture.height(); y += 3) {
        for (int x = 0; x < picture.width(); x += 3)
            colours.insert(picture.pixel(x, y));
    }
    return colours.size();
}

} // namespace

class TestTimelinePictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sample_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<qreal>("ratio");
        QTest::newRow("light-1280x720") << QSize(1280, 720) << false << 1.0;
        QTest::newRow("dark-1920x1080") << QSize(1920, 1080) << true << 1.0;
        QTest::newRow("light-640x360@2") << QSize(640, 360) << false << 2.0;
    }
    void sample()
    {
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        QFETCH(qreal, ratio);
        const auto sample = tests::sampleTrace();
        TimeAxis axis;
        axis.setBounds(sample.trace->rangeStart, sample.trace->rangeEnd);
        Selection selection;
        ThemeSource theme(dark ? darkTheme() : lightTheme());
        TimelineView view(sample.trace, &axis, &selection, &theme);
        view.setPalette(paletteFor(theme.theme()));
        view.setStyleSheet(styleSheetFor(theme.theme()));
        view.resize(size);
        view.setVisibleRange(28'000'000, 42'000'000);
        selection.select(sample.kernel);
        selection.setRange(TimeRange {36'000'000, 38'000'000});
        axis.setCursor(33'000'000);

        QImage picture(size * ratio, QImage::Format_RGB32);
        picture.setDevicePixelRatio(ratio);
        picture.fill(Qt::magenta);
        view.render(&picture);
        keep(picture, QStringLiteral("sample-") + QString::fromLatin1(QTest::currentDataTag()));
        QVERIFY(colourCount(picture) > 40);
        for (const QPoint corner : {QPoint(0, 0), QPoint(picture.width() - 1, 0), QPoint(0, picture.height() - 1)})
            QVERIFY(picture.pixelColor(corner) != QColor(Qt::magenta));
        QVERIFY(view.paintStats().spans > 20);
    }

    void cardBesideThePointer()
    {
        const auto sample = tests::sampleTrace();
        TimeAxis axis;
        axis.setBounds(sample.trace->rangeStart, sample.trace->rangeEnd);
        Selection selection;
        ThemeSource theme;
        TimelineView view(sample.trace, &axis, &selection, &theme);
        view.resize(1280, 500);
        view.setVisibleRange(31'000'000, 33'000'000);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        auto* card = view.viewport()->findChild<HoverCard*>();
        int number = 0;
        for (const SliceId slice : {SliceId(sample.kernel.value - 3), sample.kernel, sample.op}) {
            const QPointF at = view.rectOf(slice).center();
            QMouseEvent move(QEvent::MouseMove, at, view.viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
            QApplication::sendEvent(view.viewport(), &move);
            QTRY_VERIFY(card->isVisible());
            QCOMPARE(card->title(), QString::fromStdString(std::string(sample.trace->nameOf(slice))));
            keep(view.grab().toImage(), QStringLiteral("card-%1").arg(++number));
        }
    }

    // Real traces of every kind, as a whole and zoomed to where the longest GPU work (or the longest slice) is.
    void realTraces_data()
    {
        QTest::addColumn<QString>("file");
        const auto shared = tests::sharedDir();
        QStringList files = qEnvironmentVariable("STEPSCOPE_PICTURE_FILES").split(QLatin1Char(':'), Qt::SkipEmptyParts);
        for (const char* name :
            {"hta-nccl_data.json.gz", "deepseek-train.json", "tracelens-xdit_sd_3.5-profile_trace_rank_0.json.gz",
                "own-torch_cpu-medium.pt.trace.json.gz", "catapult-tall_trace.json", "catapult-instance_counters.json",
                "catapult-async_begin_end.json", "catapult-instant_events.json", "kineto-gpu_metrics_expected.json",
                "hta-mtia_inference_rank_0.json.gz", "hta-mi250_minitoy_train_ROCm6_2_kineto.json.gz",
                "viztracer-multithread.json", "hta-triton_example.json.gz", "catapult-trivial_trace.json"}) {
            if (shared)
                files << *shared + QStringLiteral("/data/traces/") + QString::fromLatin1(name);
        }
        for (const QString& file : files)
            QTest::newRow(qPrintable(QFileInfo(file).fileName())) << file;
        if (files.isEmpty())
            QTest::newRow("none") << QString();
    }
    void realTraces()
    {
        QFETCH(QString, file);
        if (file.isEmpty() || !QFileInfo::exists(file))
            QSKIP("the collection of real traces is not here");
        Progress progress;
        const auto trace = json::loadTrace(file.toStdString(), progress);
        QVERIFY2(trace.has_value(), trace ? "" : trace.error().message.c_str());
        const QString name = QFileInfo(file).fileName().section(QLatin1Char('.'), 0, 0);
        picture(*trace, QSize(1280, 720), false, name + QStringLiteral("-light"));
        picture(*trace, QSize(1920, 1080), true, name + QStringLiteral("-dark"));
    }

private:
    static SliceId telling(const model::Trace& trace)
    {
        SliceId best;
        const bool hasGpu = trace.gpuWork.size() > 0;
        for (std::size_t i = 0; i < trace.slices.size(); ++i) {
            const SliceId id(i);
            const bool counts = hasGpu ? trace.kindOf(id) == model::EventKind::Kernel : trace.slices.timed(id);
            if (trace.slices.placed(id) && counts
                && (!best.valid() || trace.slices.dur[i] > trace.slices.dur[best.index()]))
                best = id;
        }
        return best;
    }

    static void picture(const std::shared_ptr<const model::Trace>& trace, QSize size, bool dark, const QString& name)
    {
        TimeAxis axis;
        axis.setBounds(trace->rangeStart, trace->rangeEnd);
        Selection selection;
        ThemeSource theme(dark ? darkTheme() : lightTheme());
        TimelineView view(trace, &axis, &selection, &theme);
        view.setPalette(paletteFor(theme.theme()));
        view.setStyleSheet(styleSheetFor(theme.theme()));
        view.resize(size);
        keep(view.grab().toImage(), name + QStringLiteral("-all"));
        const SliceId slice = telling(*trace);
        if (slice.valid()) {
            const std::int64_t dur = std::max<std::int64_t>(trace->slices.dur[slice.index()], 100);
            view.setVisibleRange(trace->slices.start[slice.index()] - 6 * dur, trace->slices.end(slice) + 5 * dur);
            selection.select(slice);
            view.reveal(slice);
        }
        const QImage zoomed = view.grab().toImage();
        keep(zoomed, name + QStringLiteral("-near"));
        QCOMPARE(zoomed.size(), size);
        QVERIFY(view.idle());
        QVERIFY(view.paintStats().query.steps
            <= view.paintStats().query.queries * (4 * static_cast<std::size_t>(size.width()) + 8));
    }
};

STEPSCOPE_TEST(TestTimelinePictures)
#include "tst_timeline_pictures.moc"
