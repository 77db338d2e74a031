// SPDX-License-Identifier: GPL-3.0-or-later
// What the memory timeline paints: bands in the colour of their group at their very pixels, names inside their bands,
// shapes of single allocations, steps, marks and flags.
#include <cstdint>
#include <memory> // these first: moc cannot read <compare> on its own

#include "tests/support/random_history.h"
#include "tests/support/test_registry.h"
#include "widgets/memory/memory_timeline_labels.h"
#include "widgets/memory/memory_timeline_overlay.h"
#include "widgets/memory/memory_timeline_painter.h"
#include "widgets/memory/memory_timeline_raster.h"
#include "widgets/memory/memory_timeline_strip.h"
#include "widgets/picture/drawing.h"

#include <QPainter>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace stepscope;
using namespace stepscope::widgets;

namespace {

struct Painted
{
    explicit Painted(std::uint64_t seed = 1, QSize size = QSize(600, 300), double ratio = 1)
        : snapshot(tests::randomHistory(seed, shape()))
        , data(snapshot)
        , painter((data.showDevice(0), data), lightTheme())
    {
        frame.window
            = {data.positions().begin(), 0, view::timeDifference(data.positions().end(), data.positions().begin())};
        frame.size = size;
        frame.ratio = ratio;
        frame.bytesPerPixel = view::bytesPerPixelFor(data.device().reserved.peak, frame.bandLines());
        paint();
    }
    void paint() { painter.paint(image, frame); }
    static tests::HistoryShape shape()
    {
        tests::HistoryShape shape;
        shape.sawtooth = true;
        return shape;
    }
    [[nodiscard]] int pixelsOf(const QColor& colour) const
    {
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                count += image.pixel(x, y) == colour.rgb() ? 1 : 0;
        }
        return count;
    }

    std::shared_ptr<const model::MemorySnapshot> snapshot;
    MemoryTimelineData data;
    MemoryTimelinePainter painter;
    MemoryFrame frame;
    QImage image;
};

} // namespace

class TestMemoryTimelinePictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rasterFillsEachRun()
    {
        const Painted painted;
        const view::BandPicture& bands = painted.painter.bands();
        std::vector<view::Argb> colours;
        for (std::uint32_t i = 0; i < painted.data.blocks().count(); ++i)
            colours.push_back(0xff000000U + 0x010203U * (i + 1));
        for (const int width : {600, 601, 7}) { // whole tiles, a part of one, fewer columns than the picture has
            QImage image(width, bands.height + 5, QImage::Format_RGB32);
            image.fill(Qt::white);
            rasteriseBands(bands, colours, {0xffffffffU, 0xffffffffU}, image, image.height());
            int plain = 0;
            for (int x = 0; x < std::min(width, 600); ++x) {
                for (int y = 0; y < image.height(); ++y) {
                    const auto piece = bands.pieceAt(x, image.height() - 1 - y);
                    if (!piece)
                        QCOMPARE(image.pixel(x, y), QColor(Qt::white).rgb());
                    else
                        plain += image.pixel(x, y) == colours[*piece] ? 1 : 0;
                }
            }
            QVERIFY(plain > std::min(width, 600) * bands.height / 8); // but for the fine lines on top of bands
        }
    }

    void bandsHaveTheColourOfTheirGroup()
    {
        for (const double ratio : {1.0, 2.0}) {
            Painted painted(2, QSize(400, 200), ratio);
            const view::BandPalette palette(false);
            const view::BandPicture& bands = painted.painter.bands();
            int right = 0;
            int all = 0;
            for (int x = 0; x < painted.image.width(); ++x) {
                for (int y = 0; y < painted.image.height(); ++y) {
                    const auto piece = bands.pieceAt(x, painted.image.height() - 1 - y);
                    if (!piece)
                        continue;
                    ++all;
                    right
                        += painted.image.pixel(x, y) == palette.colour(painted.data.groups().colourOf(*piece)) ? 1 : 0;
                }
            }
            QVERIFY(all > 10'000 && right > all * 8 / 10); // the rest: names, lines, flags
        }
    }

    // The name of the reserved line keeps out of the lane, where the flags are, also where the line comes close to it.
    void theReservedNameKeepsOutOfTheLane()
    {
        Painted painted;
        const auto laneWith = [&painted](int lineAt) {
            const auto pixels = static_cast<std::uint64_t>(painted.frame.size.height() - lineAt);
            painted.frame.bytesPerPixel = painted.data.device().reserved.peak / pixels + 1;
            painted.paint();
            return painted.image.copy(0, 0, painted.image.width(), MemoryFrame::kLane - 1);
        };
        const QImage apart = laneWith(100);
        for (const int close : {24, 28, 34})
            QCOMPARE(laneWith(close), apart);
    }

    void namesLieInsideTheirBands()
    {
        const Painted painted;
        const view::BandPicture& bands = painted.painter.bands();
        const auto& groupOf = painted.data.groups().of;
        const BandLabels labels(bands, groupOf, QSize(30, 8));
        QVERIFY(!labels.all().empty());
        for (const BandLabel& label : labels.all()) {
            QVERIFY(label.last - label.first + 1 >= 30);
            const QRect place = labels.middleOf(label, 20);
            QVERIFY(place.height() >= 8 && place.left() >= label.first && place.right() <= label.last);
            for (int x = place.left(); x <= place.right(); ++x) {
                for (int pixel = place.top(); pixel <= place.bottom(); ++pixel) {
                    const auto piece = bands.pieceAt(x, pixel);
                    QVERIFY(piece && groupOf[*piece] == groupOf[label.piece]);
                    QVERIFY(!label.single || *piece == label.piece);
                }
            }
        }
    }

    void outlineFollowsAnAllocation()
    {
        const Painted painted;
        const view::BandPicture& bands = painted.painter.bands();
        int tried = 0;
        for (int x = 5; x < painted.image.width(); x += 31) {
            for (int pixel = 3; pixel < bands.height; pixel += 17) {
                const auto piece = bands.pieceAt(x, pixel);
                const auto below = bands.pieceAt(x, pixel - 1);
                const auto above = bands.pieceAt(x, pixel + 1);
                if (!piece || below != piece || above != piece)
                    continue;
                ++tried;
                const QPainterPath outline = bandOutline(
                    view::bandShape(painted.data.blocks(), painted.painter.entries(), *piece), painted.frame);
                QVERIFY(outline.contains(QPointF(x + 0.5, painted.image.height() - pixel - 0.5)));
            }
        }
        QVERIFY(tried > 20);
    }

    void stepsHaveTintsBaselinesAndNames()
    {
        Painted painted;
        const QImage without = painted.image;
        std::vector<MemoryStepMark> steps;
        for (std::int32_t first = 0; first < 1000; first += 250)
            steps.push_back({QStringLiteral("ProfilerStep#%1").arg(first / 250), first, first + 249,
                painted.data.device().active.peak / 3, painted.data.device().active.peak / 2});
        painted.data.setSteps(steps);
        painted.paint();
        QVERIFY(without != painted.image);
        const int y = static_cast<int>(std::floor(painted.frame.yOf(painted.data.device().active.peak / 3)));
        int dashes = 0;
        for (int x = 0; x < painted.image.width(); ++x)
            dashes += painted.image.pixel(x, y) == lightTheme().text.rgb() ? 1 : 0;
        QVERIFY(dashes > painted.image.width() / 3 && dashes < painted.image.width() * 3 / 4);
    }

    // The flag of the peak is wider than the step it stands in: both are read all the same.
    void namesAndFlagsMakeRoomForEachOther()
    {
        Painted painted;
        std::vector<MemoryStepMark> steps;
        for (std::int32_t first = 0; first < 1000; first += 100)
            steps.push_back({QStringLiteral("ProfilerStep#%1").arg(first / 100), first, first + 99, 0, 0});
        painted.data.setSteps(steps);
        for (const int width : {900, 1400}) { // numbers, whole names
            painted.frame.size.setWidth(width);
            painted.paint();
            const Drawing drawing = recordDrawing(
                painted.frame.size, [&painted](QPainter& painter) { painted.painter.write(painter, painted.frame); });
            QStringList written;
            for (const DrawnItem& item : drawing.items) {
                if (const auto* text = std::get_if<DrawnText>(&item.what))
                    written << text->text;
            }
            const auto isWritten = [&written](const QString& part) {
                return std::any_of(
                    written.begin(), written.end(), [&part](const QString& text) { return text.contains(part); });
            };
            QVERIFY2(isWritten(QStringLiteral("peak ")), qPrintable(QString::number(width)));
            for (int step = 0; step < 10; ++step)
                QVERIFY2(isWritten(QStringLiteral("#%1").arg(step)),
                    qPrintable(QStringLiteral("%1 px: step %2").arg(width).arg(step)));
        }
    }

    // Blocks that stand out keep their colour, all others fade; a mark above says where each of them was allocated.
    void markedBlocksStandOut()
    {
        Painted painted;
        const view::BandPalette palette(false);
        const QImage before = painted.image;
        std::vector<AllocId> marked;
        for (std::size_t block = 0; block < painted.data.blocks().count(); block += 3)
            marked.emplace_back(block);
        painted.data.setMarked(marked);
        painted.painter.contentChanged();
        painted.paint();
        const view::BandPicture& bands = painted.painter.bands();
        int kept = 0;
        int faded = 0;
        for (int x = 0; x < painted.image.width(); ++x) {
            for (int y = MemoryFrame::kLane; y < painted.image.height(); ++y) {
                const auto piece = bands.pieceAt(x, painted.image.height() - 1 - y);
                if (!piece || before.pixel(x, y) != palette.colour(painted.data.groups().colourOf(*piece)))
                    continue; // lines, names, edges
                const bool same = painted.image.pixel(x, y) == before.pixel(x, y);
                QCOMPARE(same, *piece % 3 == 0);
                (same ? kept : faded) += 1;
            }
        }
        QVERIFY(kept > 1000 && faded > 1000);
        QVERIFY(painted.pixelsOf(lightTheme().accent) > 10);
        painted.data.setMarked({});
        painted.painter.contentChanged();
        painted.paint();
        QVERIFY(painted.image == before);
    }

    // On an axis of time the band of a step is that of its annotation, though its first entry comes late.
    void stepsAreAsLongAsTheirAnnotations()
    {
        Painted painted;
        painted.data.setMode(view::MemoryAxisMode::Time);
        const view::EntryPositions& positions = painted.data.positions();
        const std::int64_t length = positions.end() - positions.begin();
        painted.frame.window = {positions.begin(), 0, static_cast<double>(length)};
        std::vector<MemoryStepMark> steps(2);
        for (MemoryStepMark& step : steps)
            step = {{}, 500, 600, 0, 0, positions.begin() + length / 4, positions.begin() + length / 2};
        painted.data.setSteps(steps); // the second is tinted
        painted.paint();
        const QImage with = painted.image;
        painted.data.setSteps({});
        painted.paint();
        constexpr int kBelowFlags = 18;
        std::vector<int> differ;
        for (int x = 0; x < with.width(); ++x) {
            if (with.pixel(x, kBelowFlags) != painted.image.pixel(x, kBelowFlags))
                differ.push_back(x);
        }
        QVERIFY(!differ.empty());
        QVERIFY2(std::abs(differ.front() - with.width() / 4) <= 1, qPrintable(QString::number(differ.front())));
        QVERIFY2(std::abs(differ.back() - with.width() / 2) <= 1, qPrintable(QString::number(differ.back())));
    }

    void failedAllocationsAreFlagged()
    {
        Painted painted;
        QCOMPARE(painted.pixelsOf(lightTheme().danger), 0);
        auto changed = std::const_pointer_cast<model::MemorySnapshot>(painted.snapshot);
        changed->devices[0].ooms.push_back(500);
        painted.paint();
        QVERIFY(painted.pixelsOf(lightTheme().danger) > 250);
    }

    void segmentsAnswerThePointer()
    {
        const Painted painted;
        MemoryTimelineStrip strip(painted.data);
        strip.contentChanged(lightTheme());
        QImage image;
        strip.paint(image, painted.frame, QSize(600, 50));
        const auto bottom = strip.hitAt(QPointF(300, 48));
        QVERIFY(bottom.has_value());
        QCOMPARE(bottom->span, std::size_t {0});
        const auto& span = painted.data.device().spans[bottom->span];
        QVERIFY(span.from <= bottom->entry && bottom->entry < span.to);
        QVERIFY(!strip.hitAt(QPointF(300, 0)));
        QVERIFY(!strip.hitAt(QPointF(700, 48)));
    }
};

STEPSCOPE_TEST(TestMemoryTimelinePictures)

#include "tst_memory_timeline_pictures.moc"
