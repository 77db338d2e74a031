// SPDX-License-Identifier: GPL-3.0-or-later
// Every page as a picture of lines and texts: it looks like the picture of pixels, what is written in the canvases is
// text, and finer pixels are drawn, not blown up.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"
#include "tests/widgets/memory_page_fixture.h"
#include "tests/widgets/picture_checks.h"
#include "tests/widgets/ranks_fixture.h"
#include "widgets/pages/category_page.h"
#include "widgets/pages/page_picture.h"
#include "widgets/pages/ranks_page.h"
#include "widgets/pages/trace_page.h"
#include "widgets/picture/picture.h"
#include "widgets/picture/picture_words.h"
#include "widgets/tables/table_view.h"

#include <QHeaderView>
#include <QPainter>
#include <QTest>

using namespace stepscope;
using namespace stepscope::widgets;

namespace {

constexpr QSize kSize {1200, 1000};

TimelinePtr categories()
{
    auto timeline = std::make_shared<model::CategoryTimeline>();
    for (int i = 0; i < 200; ++i) {
        timeline->timeNs.push_back(1'700'000'000'000'000'000 + i * 1'000'000LL);
        for (auto& category : timeline->bytes)
            category.push_back((static_cast<std::uint64_t>(i) % 20U) << 20U);
    }
    return timeline;
}

enum class Shown
{
    Trace,
    Snapshot,
    Categories,
    Ranks
};

std::unique_ptr<ContentPage> pageOf(Shown shown, ThemeSource& theme)
{
    switch (shown) {
    case Shown::Trace:
        return std::make_unique<TracePage>(tests::sampleTrace(3, 6).trace, &theme);
    case Shown::Snapshot:
        return std::make_unique<MemoryPage>(tests::leakingRun(), &theme);
    case Shown::Categories:
        return std::make_unique<CategoryPage>(categories(), &theme);
    case Shown::Ranks:
        break;
    }
    return std::make_unique<RanksPage>(tests::setOf({tests::lateJob()}), &theme);
}

bool settle(ContentPage& page)
{
    const bool idle = QTest::qWaitFor([&page]() { return page.isIdle(); }, 10'000);
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
    return idle && QTest::qWaitFor([&page]() { return page.isIdle(); }, 10'000);
}

Picture pictureOf(QWidget& widget)
{
    return {widget.size(), [&widget](QPainter& painter) { widget.render(&painter); }, {}, {}, {}};
}

} // namespace

class TestPictureViews : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesAndPixelsLookAlike_data();
    void linesAndPixelsLookAlike();
    void finePixelsAreDrawn_data() { linesAndPixelsLookAlike_data(); }
    void finePixelsAreDrawn();
    void reportsBeginWithTheFindingLookedAt();
    void tablesOfReportsHaveAllTheWidth();
};

// Not only the part of a panel that they share with a flame graph.
void TestPictureViews::tablesOfReportsHaveAllTheWidth()
{
    ThemeSource theme;
    const auto page = pageOf(Shown::Snapshot, theme);
    page->resize(kSize);
    page->show();
    QVERIFY(settle(*page));
    QVERIFY(page->showPanelTitled(QStringLiteral("Who holds it")));
    QVERIFY(settle(*page));
    const TableView* table = page->shownTable();
    QVERIFY(table != nullptr);
    const int before = table->width();
    QVERIFY(before < kSize.width() - 100);
    arrangeFor(PictureScope::Report, *page);
    QVERIFY(settle(*page));
    QVERIFY2(table->width() > kSize.width() - 40, qPrintable(QString::number(table->width())));
    QVERIFY(table->horizontalHeader()->length() <= table->viewport()->width());
    arrangeFor(PictureScope::Page, *page);
    QVERIFY(settle(*page));
    QVERIFY(table->width() < kSize.width() - 100);
}

// Whose advice they print: it is not to be read as that of another one.
void TestPictureViews::reportsBeginWithTheFindingLookedAt()
{
    ThemeSource theme;
    for (const Shown shown : {Shown::Trace, Shown::Snapshot}) {
        const auto page = pageOf(shown, theme);
        page->resize(kSize);
        page->show();
        QVERIFY(settle(*page));
        const auto all = page->reportWords().findings;
        QVERIFY(all.size() == page->findingCount() && !all.empty());
        for (std::size_t i = 0; i < all.size(); ++i) {
            page->goToFinding(i);
            const auto words = page->reportWords().findings;
            QCOMPARE(words.size(), all.size());
            QCOMPARE(words.front().text, all[i].text);
        }
    }
}

void TestPictureViews::linesAndPixelsLookAlike_data()
{
    QTest::addColumn<int>("shown");
    QTest::addColumn<QStringList>("texts"); // some of each canvas
    const auto row = [](const char* name, Shown shown, const QStringList& texts) {
        QTest::newRow(name) << static_cast<int>(shown) << texts;
    };
    row("trace", Shown::Trace, {QStringLiteral("ProfilerStep#1"), QStringLiteral("_LL")});
    row("snapshot", Shown::Snapshot, {QStringLiteral("Step#1")});
    row("categories", Shown::Categories, {QStringLiteral("peak 152 MiB")});
    row("ranks", Shown::Ranks, {QStringLiteral("rank 2 last"), QStringLiteral("3 ms")});
}

void TestPictureViews::linesAndPixelsLookAlike()
{
    QFETCH(int, shown);
    QFETCH(QStringList, texts);
    for (const Theme& colours : {lightTheme(), darkTheme()}) {
        ThemeSource theme(colours);
        const auto page = pageOf(static_cast<Shown>(shown), theme);
        page->resize(kSize);
        page->show();
        QVERIFY(settle(*page));
        const QImage pixels = toImage(pictureOf(*page), 1);
        const Drawing drawing = recordDrawing(kSize, pictureOf(*page).paint);
        const QImage lines = toImage({kSize, [&](QPainter& painter) { drawing.play(painter); }, {}, {}, {}}, 1);
        const tests::Difference difference = tests::differenceOf(pixels, lines);
        QVERIFY2(difference.mean < 2 && difference.most < 80,
            qPrintable(QStringLiteral("mean %1, most %2").arg(difference.mean).arg(difference.most)));
        const QString all = tests::textsOf(drawing).join(QLatin1Char('\n'));
        for (const QString& text : texts)
            QVERIFY2(all.contains(text), qPrintable(text + QStringLiteral(" is not in\n") + all));
    }
}

// A picture of twice the pixels shows what a blown-up one cannot: single device pixels that differ from their
// neighbours within a logical one.
void TestPictureViews::finePixelsAreDrawn()
{
    QFETCH(int, shown);
    ThemeSource theme;
    const auto page = pageOf(static_cast<Shown>(shown), theme);
    page->resize(kSize);
    page->show();
    QVERIFY(settle(*page));
    const QImage image = toImage(pictureOf(*page), 2);
    QCOMPARE(image.size(), kSize * 2);
    int fine = 0;
    for (int y = 0; y + 1 < image.height(); y += 2) {
        for (int x = 0; x + 1 < image.width(); x += 2)
            fine += image.pixel(x, y) != image.pixel(x + 1, y) ? 1 : 0;
    }
    QVERIFY2(fine > 500, qPrintable(QString::number(fine)));
}

STEPSCOPE_TEST(TestPictureViews)

#include "tst_picture_views.moc"
