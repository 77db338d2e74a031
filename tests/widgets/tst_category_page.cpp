// SPDX-License-Identifier: GPL-3.0-or-later
// A memory timeline by category on the screen: what its pixels, its card and its tables say.
#include "core/view/memory_columns.h"
#include "tests/support/test_registry.h"
#include "tests/support/units.h"
#include "tests/widgets/paint_watch.h"
#include "widgets/findings/finding_card.h"
#include "widgets/findings/findings_panel.h"
#include "widgets/memory/category_painter.h"
#include "widgets/memory/category_view.h"
#include "widgets/memory/colour_legend.h"
#include "widgets/pages/category_page.h"
#include "widgets/tables/table_box.h"
#include "widgets/tables/table_view.h"
#include "widgets/timeline/hover_card.h"

#include <QTest>
#include <QWheelEvent>

using namespace stepscope;
using namespace stepscope::widgets;

namespace {

constexpr std::size_t kParameter = 0;
constexpr std::size_t kActivation = 4;
using stepscope::tests::kMiB;

// Parameters stay; activations rise and fall ten times, highest in the seventh.
TimelinePtr tenSteps()
{
    auto timeline = std::make_shared<model::CategoryTimeline>();
    timeline->initial[kParameter] = 40 * kMiB;
    std::int64_t time = 1'700'000'000'000'000'000;
    for (int step = 0; step < 10; ++step) {
        for (int i = 0; i < 20; ++i) {
            time += 1'000'000;
            timeline->timeNs.push_back(time);
            for (auto& category : timeline->bytes)
                category.push_back(0);
            timeline->bytes[kParameter].back() = 40 * kMiB;
            const auto rise = static_cast<std::uint64_t>(i < 10 ? i : 20 - i);
            timeline->bytes[kActivation].back() = rise * (step == 6 ? 8 : 5) * kMiB;
        }
    }
    return timeline;
}

struct ShownCategoryPage
{
    explicit ShownCategoryPage(TimelinePtr timeline, QSize size = QSize(900, 600))
        : page(std::move(timeline), &theme)
    {
        page.resize(size);
        page.show();
        page.activateWindow();
        ready = QTest::qWaitForWindowActive(&page) && settle();
    }
    bool settle()
    {
        return QTest::qWaitFor([this]() { return page.isIdle(); }, 10'000);
    }
    [[nodiscard]] QPoint at(std::int64_t point) // where the entry stands, in the middle of the canvas
    {
        const QRect canvas = page.view().canvas();
        const double x
            = page.axis().scale().toPx(page.view().content().positions().of(static_cast<std::int32_t>(point)));
        return {canvas.left() + static_cast<int>(x) + 1, canvas.bottom() - 3};
    }

    ThemeSource theme;
    CategoryPage page;
    bool ready = false;
};

} // namespace

class TestCategoryPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pixelsAreTheStack();
    void beginsAtThePeak();
    void pointerAsks();
    void pointingRepaintsTheRulerOnly();
    void keysAndWheelMove();
    void dipsStaySeen();
    void nothingAtAll();
};

void TestCategoryPage::pixelsAreTheStack()
{
    ShownCategoryPage shown(tenSteps());
    QVERIFY(shown.ready);
    CategoryView& view = shown.page.view();
    const QImage picture = view.grab().toImage();
    const view::BandPalette palette(false);
    const QRect canvas = view.canvas();
    const view::TimeScale scale = shown.page.axis().scale();
    const auto columns = view.content().columns(scale, canvas.width());
    const std::uint64_t bytesPerPixel = view::bytesPerPixelFor(
        static_cast<std::uint64_t>(static_cast<double>(120 * kMiB) * 1.06), canvas.height() - MemoryFrame::kLane);
    int compared = 0;
    const double cursor = scale.toPx(view.content().positions().of(view.point()));
    for (int x = 0; x < canvas.width(); x += 7) {
        const view::CategoryColumn& column = columns[static_cast<std::size_t>(x)];
        if (column.empty || std::abs(x - cursor) < 90) // the flag of the peak and the cursor
            continue;
        const auto tops = view.content().tops(column.highest, bytesPerPixel);
        for (int pixel = 5; pixel < canvas.height() - MemoryFrame::kLane; pixel += 5) {
            const auto category = view::categoryAt(tops, pixel);
            const QRgb got = picture.pixel(canvas.left() + x, canvas.bottom() - pixel);
            if (got == shown.theme.theme().text.rgb())
                continue; // marks the lowest of the column
            for (const std::size_t c : {kParameter, kActivation})
                QCOMPARE(got == palette.colour(categoryColour(c)), category == std::optional(c));
            ++compared;
        }
    }
    QVERIFY(compared > 2000);
}

void TestCategoryPage::beginsAtThePeak()
{
    ShownCategoryPage shown(tenSteps());
    QVERIFY(shown.ready);
    QCOMPARE(shown.page.view().point(), 6 * 20 + 10);
    QVERIFY(shown.page.whatText().contains(QStringLiteral("120 MiB")));
    QCOMPARE(shown.page.legend().entries().size(), std::size_t {2});
    QCOMPARE(shown.page.legend().entries()[0].name, QStringLiteral("activation"));
    QCOMPARE(shown.page.legend().shownEntries(), 2);
    QCOMPARE(shown.page.findingsPanel().cards().size(), std::size_t {2});
    const QString csv = QString::fromStdString(shown.page.table().csv());
    QVERIFY2(csv.contains(QStringLiteral("activation,83886080,")), qPrintable(csv));
    shown.page.axis().fit(shown.page.axis().bounds().start, shown.page.axis().bounds().start + 20'000'000);
    QVERIFY(shown.settle());
    QTest::mouseClick(shown.page.findingsPanel().cards()[0], Qt::LeftButton);
    QVERIFY(shown.page.axis().range().end > shown.page.view().content().positions().of(130));
}

void TestCategoryPage::pointerAsks()
{
    ShownCategoryPage shown(tenSteps());
    QVERIFY(shown.ready);
    CategoryView& view = shown.page.view();
    QTest::mouseMove(&view, shown.at(50) + QPoint(0, -1));
    QTest::mouseMove(&view, shown.at(50));
    QVERIFY(view.hovered().has_value());
    auto* card = view.findChild<HoverCard*>();
    QVERIFY(QTest::qWaitFor([card]() { return card->isVisible(); }, 3000));
    QVERIFY2(card->title().startsWith(QStringLiteral("parameter")), qPrintable(card->title()));
    QVERIFY(card->title().contains(QStringLiteral("40 MiB")));
    QVERIFY(card->lines().join(QLatin1Char('|')).contains(QStringLiteral("activation")));
    QTest::mouseClick(&view, Qt::LeftButton, {}, shown.at(50));
    QCOMPARE(view.point(), *view.hovered());
    QVERIFY(view.point() >= 48 && view.point() <= 52);
    const QString csv = QString::fromStdString(shown.page.table().csv());
    const auto held = view.content().totalAt(view.point()) - 40 * kMiB;
    QVERIFY2(csv.contains(QStringLiteral("activation,%1,").arg(held)), qPrintable(csv));
}

void TestCategoryPage::pointingRepaintsTheRulerOnly()
{
    ShownCategoryPage shown(tenSteps());
    QVERIFY(shown.ready);
    CategoryView& view = shown.page.view();
    tests::pointAt(&view, shown.at(50));
    tests::PaintWatch watch(&view);
    for (int point = 60; point < 120; point += 10)
        tests::pointAt(&view, shown.at(point));
    QVERIFY(watch.events >= 6);
    QVERIFY(watch.pixels < qint64 {view.width()} * view.height() * watch.events / 8);
    const QImage seen
        = tests::onScreen(*view.window()).copy(QRect(view.mapTo(view.window(), QPoint(0, 0)), view.size()));
    QCOMPARE(seen, view.grab().toImage().convertToFormat(QImage::Format_RGB32));
}

void TestCategoryPage::keysAndWheelMove()
{
    ShownCategoryPage shown(tenSteps());
    QVERIFY(shown.ready);
    CategoryView& view = shown.page.view();
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.point(), 131);
    QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_Left);
    QCOMPARE(view.point(), 129);
    const std::int64_t whole = shown.page.axis().range().length();
    QTest::keyClick(&view, Qt::Key_W);
    QVERIFY(shown.page.axis().range().length() < whole);
    QTest::keyClick(&view, Qt::Key_0);
    QCOMPARE(shown.page.axis().range().length(), whole);
    const QPointF middle = view.canvas().center();
    QWheelEvent wheel(middle, view.mapToGlobal(middle), {}, QPoint(0, 120), Qt::NoButton, Qt::ControlModifier,
        Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&view, &wheel);
    QVERIFY(shown.page.axis().range().length() < whole);
    QVERIFY(shown.settle());
    const std::int64_t start = shown.page.axis().range().start;
    QTest::mousePress(&view, Qt::LeftButton, {}, view.canvas().center());
    QTest::mouseMove(&view, view.canvas().center() + QPoint(-20, 0));
    QTest::mouseMove(&view, view.canvas().center() + QPoint(-60, 0));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, view.canvas().center() + QPoint(-60, 0));
    QVERIFY(shown.page.axis().range().start > start);
    QCOMPARE(view.point(), 129); // a drag chooses nothing
}

void TestCategoryPage::dipsStaySeen()
{
    auto timeline = std::make_shared<model::CategoryTimeline>(); // many changes in each column
    for (int i = 0; i < 20'000; ++i) {
        timeline->timeNs.push_back(1'000'000 + i * 1000);
        for (auto& bytes : timeline->bytes)
            bytes.push_back(0);
        timeline->bytes[kActivation].back() = (i % 2 == 0 ? 100 : 60) * kMiB;
    }
    ShownCategoryPage shown(timeline);
    QVERIFY(shown.ready);
    const QImage picture = shown.page.view().grab().toImage();
    const QRect canvas = shown.page.view().canvas();
    int marked = 0;
    for (int y = 0; y < canvas.height(); ++y)
        marked += picture.pixel(canvas.center().x() + 40, y) == shown.theme.theme().text.rgb() ? 1 : 0;
    QCOMPARE(marked, 1);
}

void TestCategoryPage::nothingAtAll()
{
    ShownCategoryPage shown(std::make_shared<model::CategoryTimeline>());
    QVERIFY(shown.ready);
    QTest::keyClick(&shown.page.view(), Qt::Key_Right);
    QCOMPARE(shown.page.view().point(), -1);
    QTest::mouseClick(&shown.page.view(), Qt::LeftButton);
    QVERIFY(!shown.page.view().grab().isNull());
}

STEPSCOPE_TEST(TestCategoryPage)
#include "tst_category_page.moc"
