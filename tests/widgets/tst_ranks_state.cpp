// SPDX-License-Identifier: GPL-3.0-or-later
// What sessions keep of the page of a job's ranks comes back in another one, of another size: the recording, numbers
// that were given by hand, and what was done to the rows of a rank's own events.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/page_state_fixture.h"
#include "tests/widgets/ranks_fixture.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/pages/ranks_page.h"
#include "widgets/ranks/rank_lane.h"
#include "widgets/ranks/ranks_timeline_view.h"

#include <QDir>
#include <QFileInfo>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::widgets;
using tests::again;
using tests::kFirst;
using tests::kOther;
using tests::settle;
using tests::show;

class TestRanksState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ranks();
    void numbersAndEventsOfRanks();
};

void TestRanksState::ranks()
{
    const RankSetPtr set = tests::setOf({tests::lateJob(), tests::lateJob(40, 40)});
    ThemeSource theme;
    RanksPage first(set, &theme);
    QVERIFY(show(first, kFirst));
    first.showJob(1);
    first.cursor().setRank(5);
    first.cursor().choose(2);
    first.timeline().selection().setRange(TimeRange {1'000'000, 2'000'000});
    first.axis().setWindow({1'500'000, 0, 9'000'000});
    first.timeline().verticalScrollBar()->setValue(100);
    first.showPanelTitled(QStringLiteral("Heat map"));
    const share::SessionPage state = first.state();
    QCOMPARE(state.ranks->recording, 1U);
    QVERIFY(!state.ranks->topRow.empty());
    RanksPage second(set, &theme);
    QVERIFY(again(first, second) == state);
    QCOMPARE(second.cursor().rank(), RanksCursor::Index(5));
    QCOMPARE(second.cursor().collective(), RanksCursor::Index(2));

    RanksPage other(tests::setOf({tests::lateJob()}), &theme);
    QSignalSpy lost(&other, &ContentPage::notRestored);
    other.restore(state);
    QCOMPARE(lost.size(), 1);
    QCOMPARE(lost[0][0].toStringList(), QStringList {QStringLiteral("recording 2")});
}

// Files that do not tell their ranks are numbered by hand; what was done to the rows of a rank's own events stays.
void TestRanksState::numbersAndEventsOfRanks()
{
    const QTemporaryDir folder;
    std::vector<std::string> paths;
    for (int r = 0; r < 2; ++r) {
        const QString path = folder.filePath(r == 0 ? QStringLiteral("a/t.json") : QStringLiteral("b/t.json"));
        QVERIFY(QDir().mkpath(QFileInfo(path).path()) && tests::writeFile(path, tests::rankTrace(r, 2, false)));
        paths.push_back(path.toStdString());
    }
    Progress progress;
    const auto set = loadRankSet(paths, progress, {});
    QVERIFY(set.has_value());
    ThemeSource theme;
    RanksPage first(*set, &theme);
    QVERIFY(show(first, kFirst));
    first.numberRanks({{paths[0], 1}, {paths[1], 0}});
    QVERIFY(settle(first));
    first.timeline().setUnfolded(1, true);
    QVERIFY(settle(first));
    RankLane& lane = *first.timeline().lane(1);
    view::TrackLayout& rows = lane.timeline()->content().layout();
    rows.setHidden(tests::nodeNamed(lane.timeline()->content(), "stream 20"), true);
    lane.timeline()->showLayout();
    lane.selection().select(SliceId(0U));
    QVERIFY(settle(first));
    const share::SessionPage state = first.state();
    QCOMPARE(state.ranks->numbers.size(), std::size_t {2});
    QCOMPARE(QString::fromStdString(state.ranks->numbers[0].file), QStringLiteral("b/t.json"));
    QCOMPARE(state.ranks->events.size(), std::size_t {1});

    RanksPage second(*set, &theme);
    second.restore(state);
    QVERIFY(second.state() == state); // while files are numbered and read
    QVERIFY(show(second, kOther));
    QCOMPARE(second.job().world.ranks[1].file, std::string("t.json"));
    QCOMPARE(second.job().files[1].path, paths[0]);
    QVERIFY(second.state() == state);
    QCOMPARE(second.timeline().lane(1)->selection().slice(), SliceId(0U));
}

STEPSCOPE_TEST(TestRanksState)

#include "tst_ranks_state.moc"
