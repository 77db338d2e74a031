// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a job of ranks: findings lead to the late collective, tables, arrivals and heat map to their places;
// several recordings are told apart, and ranks that are not known can be numbered.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/ranks_fixture.h"
#include "widgets/common/combo_box.h"
#include "widgets/findings/finding_card.h"
#include "widgets/findings/findings_panel.h"
#include "widgets/findings/verdict_view.h"
#include "widgets/pages/ranks_page.h"
#include "widgets/ranks/arrivals_view.h"
#include "widgets/ranks/heat_map_panel.h"
#include "widgets/ranks/number_ranks_dialog.h"
#include "widgets/ranks/ranks_bar.h"
#include "widgets/ranks/ranks_text_panel.h"
#include "widgets/ranks/ranks_timeline_view.h"
#include "widgets/tables/table_box.h"
#include "widgets/tables/table_view.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::widgets;
using namespace stepscope::tests;

namespace {

QStringList titlesOf(TableBox& box)
{
    QStringList titles;
    const TableModel& model = box.view().model();
    for (int c = 0; c < model.columnCount(); ++c)
        titles << model.headerData(c, Qt::Horizontal, Qt::DisplayRole).toString();
    return titles;
}

struct ShownRanksPage
{
    explicit ShownRanksPage(RankSetPtr set)
        : page(std::move(set), &theme)
    {
        page.resize(1200, 760);
        page.show();
        page.activateWindow();
        ok = QTest::qWaitForWindowActive(&page) && settle();
    }
    bool settle()
    {
        return QTest::qWaitFor([this] { return page.isIdle(); }, 10'000);
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&page.timeline(), static_cast<Qt::Key>(key), modifiers);
    }

    ThemeSource theme;
    RanksPage page;
    bool ok = false;
};

bool isSeen(RanksPage& page, std::uint32_t collective)
{
    const QRectF rect = page.timeline().rectOf(2, collective);
    return QRectF(page.timeline().viewport()->rect()).contains(rect.center()) && rect.width() > 50;
}

} // namespace

class TestRanksPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findingsLeadToTheLateCollective()
    {
        ShownRanksPage shown(setOf({lateJob()}));
        QVERIFY(shown.ok);
        FindingsPanel& panel = shown.page.findingsPanel();
        QCOMPARE(panel.cards().size(), std::size_t {1});
        QVERIFY(panel.verdict().sentence().contains(QStringLiteral("rank 2"), Qt::CaseInsensitive));
        shown.press(Qt::Key_N);
        QVERIFY(shown.settle());
        QVERIFY(isSeen(shown.page, *shown.page.cursor().collective()));
        QCOMPARE(shown.page.cursor().rank(), RanksCursor::Index(2U));
        const auto first = shown.page.cursor().collective();
        shown.press(Qt::Key_N, Qt::ShiftModifier); // the next place
        QVERIFY(shown.settle());
        QVERIFY(shown.page.cursor().collective() != first);
        QVERIFY(isSeen(shown.page, *shown.page.cursor().collective()));
        QTest::mouseClick(panel.cards().front(), Qt::LeftButton, {}, QPoint(20, 10));
        QVERIFY(panel.plainText().contains(QStringLiteral("comm.straggler")));
    }

    void nobodyLateIsSaidAndSoIsNothingShared()
    {
        ShownRanksPage healthy(setOf({jobOf({rankOfWorld(0, 2, 9, 3), rankOfWorld(1, 2, 9, 3)})}));
        QVERIFY(healthy.ok);
        QCOMPARE(
            healthy.page.findingsPanel().verdict().sentence(), QStringLiteral("No rank keeps the others waiting."));
        ShownRanksPage alone(setOf({jobOf({rankOfWorld(0, 2, 9, 3)})}));
        QVERIFY(alone.ok);
        QVERIFY(alone.page.findingsPanel().verdict().sentence().contains(QStringLiteral("No collective")));
        QVERIFY(alone.page.bar().note().contains(QStringLiteral("1 rank without a file: 1")));
    }

    void keysWalkAndGoBack()
    {
        ShownRanksPage shown(setOf({lateJob()}));
        QVERIFY(shown.ok);
        const TimeRange all = shown.page.axis().range();
        shown.press(Qt::Key_W);
        QVERIFY(shown.page.axis().range().length() < all.length());
        shown.press(Qt::Key_0);
        QCOMPARE(shown.page.axis().range(), all);
        shown.press(Qt::Key_J);
        QVERIFY(shown.page.axis().range().length() < 11 * kMs);
        shown.press(Qt::Key_Escape);
        QCOMPARE(shown.page.axis().range(), all);
        shown.page.cursor().setRank(1U);
        shown.page.cursor().choose(2U);
        shown.press(Qt::Key_Period);
        QCOMPARE(shown.page.cursor().collective(), RanksCursor::Index(3U));
        shown.press(Qt::Key_Comma);
        QCOMPARE(shown.page.cursor().collective(), RanksCursor::Index(2U));
        shown.press(Qt::Key_F);
        QVERIFY(shown.settle());
        QVERIFY(isSeen(shown.page, 2));
    }

    void tablesLeadToTheirPlaces()
    {
        ShownRanksPage shown(setOf({lateJob()}));
        QVERIFY(shown.ok);
        TableBox& ranks = shown.page.ranksTable();
        QCOMPARE(ranks.view().model().rowCount(), 4);
        QVERIFY(QTest::qWaitFor([&] { return ranks.isSettled(); }));
        const QStringList csv = QString::fromStdString(ranks.csv()).split(QStringLiteral("\r\n"));
        QVERIFY(csv.front().startsWith(QStringLiteral("rank,late_ns,waited_ns,times_last")));
        QVERIFY2(csv[1].startsWith(QStringLiteral("2,")), qPrintable(csv[1])); // the late one first
        shown.page.showPanel(RanksPage::Panel::Collectives);
        TableBox& collectives = shown.page.collectivesTable();
        QVERIFY(QTest::qWaitFor([&] { return collectives.isSettled(); }));
        QCOMPARE(collectives.view().model().rowCount(), 6);
        QVERIFY(titlesOf(collectives).contains(QStringLiteral("Collective")));
        QVERIFY(!titlesOf(collectives).contains(QStringLiteral("Type"))); // said of none
        QVERIFY(titlesOf(ranks).contains(QStringLiteral("Typical step")));
        const QModelIndex top = collectives.view().model().index(0, 0);
        QTest::mouseClick(
            collectives.view().viewport(), Qt::LeftButton, {}, collectives.view().visualRect(top).center());
        QTest::mouseDClick(
            collectives.view().viewport(), Qt::LeftButton, {}, collectives.view().visualRect(top).center());
        QVERIFY(shown.settle());
        QVERIFY(isSeen(shown.page, *shown.page.cursor().collective()));
        QCOMPARE(*shown.page.cursor().collective() % 2, 0U); // those that somebody was late to wait longest
    }

    void arrivalsInOrder()
    {
        ShownRanksPage shown(setOf({lateJob()}));
        QVERIFY(shown.ok);
        shown.page.showPanel(RanksPage::Panel::Arrivals);
        ArrivalsView& arrivals = shown.page.arrivals();
        shown.page.cursor().choose(0U);
        QCOMPARE(arrivals.shownRanks(), (std::vector<std::uint32_t> {2, 3, 1, 0}));
        QVERIFY(arrivals.accessibleDescription().contains(QStringLiteral("rank 2")));
        QTest::mouseClick(arrivals.viewport(), Qt::LeftButton, {}, arrivals.rowRect(0).center());
        QCOMPARE(shown.page.cursor().rank(), RanksCursor::Index(2U));
        QTest::keyClick(&arrivals, Qt::Key_Down);
        QCOMPARE(shown.page.cursor().rank(), RanksCursor::Index(3U));
        const QString text = shown.page.details().plainText();
        QVERIFY2(text.contains(QStringLiteral("Longest wait")), qPrintable(text));
        shown.page.cursor().choose({});
        QVERIFY(arrivals.shownRanks().empty());
        QVERIFY(shown.page.details().plainText().contains(QStringLiteral("a summary, without events")));
    }

    void heatMapSaysValuesAndLeadsToSteps()
    {
        ShownRanksPage shown(setOf({lateJob()}));
        QVERIFY(shown.ok);
        shown.page.showPanel(RanksPage::Panel::HeatMap);
        HeatMapView& map = shown.page.heatMap().view();
        QCOMPARE(map.steps(), (std::vector<std::int64_t> {3, 4, 5}));
        QVERIFY(map.value(2, 1).value_or(0) > 2.9e6);
        QCOMPARE(map.value(0, 1).value_or(-1), 0.0);
        QVERIFY(map.tipAt(map.cellRect(2, 1).center()).startsWith(QStringLiteral("rank 2 · step 4\nOthers waited: ")));
        QTest::mouseClick(shown.page.heatMap().button(HeatKind::Busy), Qt::LeftButton);
        QCOMPARE(map.value(3, 0).value_or(0), 0.5);
        QCOMPARE(map.valueText(0.5), QStringLiteral("50.0 %"));
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.cellRect(3, 2).center().toPoint());
        QCOMPARE(shown.page.cursor().rank(), RanksCursor::Index(3U));
        QVERIFY(shown.page.axis().range().start > 19 * kMs && shown.page.axis().range().end >= 30 * kMs);
        // More cells than pixels: no cell may be lost.
        ShownRanksPage large(setOf({lateJob(900, 900, 3)}));
        QVERIFY(large.ok);
        large.page.showPanel(RanksPage::Panel::HeatMap);
        QVERIFY(!large.page.heatMap().view().grab().isNull());
    }

    void recordingsAreToldApart()
    {
        ShownRanksPage shown(setOf({lateJob(2, 2), lateJob(4, 4)}));
        QVERIFY(shown.ok);
        QCOMPARE(shown.page.shownJob(), std::size_t {1}); // that of most ranks
        QCOMPARE(shown.page.bar().chooser().count(), 2);
        QVERIFY(shown.page.bar().isVisible());
        shown.page.bar().chooser().setFocus();
        QTest::keyClick(&shown.page.bar().chooser(), Qt::Key_Up);
        QCOMPARE(shown.page.shownJob(), std::size_t {0});
        QCOMPARE(shown.page.timeline().layout().rows().size(), std::size_t {2});
        QCOMPARE(shown.page.ranksTable().view().model().rowCount(), 2);
        ShownRanksPage single(setOf({lateJob()}));
        QVERIFY(single.ok && !single.page.bar().isVisible());
    }

    void unknownRanksAreNumbered()
    {
        const QTemporaryDir folder;
        std::vector<std::string> paths;
        const char* names[] = {"one.json", "two.json"};
        for (int r = 0; r < 2; ++r) {
            const QString path = folder.filePath(QString::fromLatin1(names[r]));
            QVERIFY(writeFile(path, rankTrace(r, 2, false)));
            paths.push_back(path.toStdString());
        }
        QVERIFY(!lookLikeRanks(paths));
        Progress progress;
        const auto set = loadRankSet(paths, progress, {});
        QVERIFY(set.has_value());
        ShownRanksPage shown(*set);
        QVERIFY(shown.ok);
        QVERIFY(shown.page.bar().numberButton().isVisible());
        NumberRanksDialog dialog(shown.page.job(), nullptr);
        QTableWidget& table = dialog.table();
        QPushButton* accept = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        QVERIFY(!accept->isEnabled());
        table.item(0, 1)->setText(QStringLiteral("7"));
        QVERIFY(accept->isEnabled());
        if (table.rowCount() > 1) {
            table.item(1, 1)->setText(QStringLiteral("7"));
            QVERIFY(!accept->isEnabled()); // twice
            table.item(1, 1)->setText(QStringLiteral("x"));
            QVERIFY(!accept->isEnabled());
            table.item(1, 1)->setText(QStringLiteral("3"));
            QVERIFY(accept->isEnabled());
        }
        const QSignalSpy said(&shown.page, &ContentPage::textsChanged);
        shown.page.numberRanks({{paths[0], 1}, {paths[1], 0}});
        QVERIFY(shown.settle());
        QVERIFY(said.count() > 0);
        QCOMPARE(shown.page.job().world.ranks.size(), std::size_t {2});
        QCOMPARE(shown.page.job().world.ranks[0].rank.value_or(-1), std::int64_t {0});
        QCOMPARE(shown.page.job().world.ranks[0].file, std::string("two.json"));
        QCOMPARE(shown.page.job().files[0].path, paths[1]);
        QVERIFY(!shown.page.bar().numberButton().isVisible());
    }

    void filesOfOneJobAreKnown()
    {
        const QTemporaryDir folder;
        const auto file = [&](const char* name, const QByteArray& text) {
            const QString path = folder.filePath(QString::fromLatin1(name));
            return writeFile(path, text) ? path.toStdString() : std::string();
        };
        const std::string a = file("a.json", rankTrace(0, 2));
        const std::string b = file("b.json", rankTrace(1, 2));
        const std::string other = file("c.json", rankTrace(1, 4));
        const std::string named0 = file("rank0.json", rankTrace(0, 2, false));
        const std::string named1 = file("rank1.json", rankTrace(1, 2, false));
        QVERIFY(lookLikeRanks(std::vector<std::string> {a, b}));
        QVERIFY(lookLikeRanks(std::vector<std::string> {named0, named1}));
        QVERIFY(!lookLikeRanks(std::vector<std::string> {a}));
        QVERIFY(!lookLikeRanks(std::vector<std::string> {a, other}));  // of two worlds
        QVERIFY(!lookLikeRanks(std::vector<std::string> {a, a}));      // twice the same
        QVERIFY(!lookLikeRanks(std::vector<std::string> {a, named1})); // what files say goes first
        QVERIFY(!lookLikeRanks(std::vector<std::string> {a, "/nowhere/rank9.json"}));
    }

    void foldersAndWhatIsRefused()
    {
        const QTemporaryDir folder;
        Progress progress;
        const auto empty = loadRankSet({folder.path().toStdString()}, progress, {});
        QVERIFY(!empty.has_value());
        QVERIFY(writeFile(folder.filePath(QStringLiteral("rank0.json")), rankTrace(0, 2)));
        QVERIFY(writeFile(folder.filePath(QStringLiteral("rank1.json")), rankTrace(1, 2)));
        QVERIFY(writeFile(folder.filePath(QStringLiteral("notes.json")), "{\"notes\": 1}"));
        Progress again;
        const auto set = loadRankSet({folder.path().toStdString()}, again, {});
        QVERIFY(set.has_value());
        QCOMPARE(again.bytesDone.load(), std::uint64_t {3});
        QCOMPARE((*set)->refused.size(), std::size_t {1});
        ShownRanksPage shown(*set);
        QVERIFY(shown.ok);
        QVERIFY(shown.page.warnings() > 0);
        QVERIFY(shown.page.health().plainText().contains(QStringLiteral("notes.json")));
        QCOMPARE(shown.page.job().world.collectives.size(), std::size_t {1});
    }
};

STEPSCOPE_TEST(TestRanksPage)
#include "tst_ranks_page.moc"
