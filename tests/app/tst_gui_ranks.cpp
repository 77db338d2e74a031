// SPDX-License-Identifier: GPL-3.0-or-later
// The ranks of a job in the window: as a folder, as files that belong together, as summaries, by the command line; each
// rank stays a tab of its own on request.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "app/gui/command_line.h"
#include "app/gui/document_tabs.h"
#include "core/load/load_ranks.h"
#include "core/ranks/summary_json.h"
#include "tests/app/desk.h"
#include "tests/app/dropping.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/ranks_fixture.h"
#include "widgets/details/event_details.h"
#include "widgets/pages/loading_page.h"
#include "widgets/pages/ranks_page.h"
#include "widgets/pages/step_selector.h"
#include "widgets/ranks/rank_lane.h"
#include "widgets/ranks/ranks_header.h"
#include "widgets/ranks/ranks_text_panel.h"
#include "widgets/ranks/ranks_timeline_view.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QDir>
#include <QImage>
#include <QLabel>
#include <QProcess>

using namespace stepscope;
using namespace stepscope::app;
using namespace stepscope::tests;

namespace {

QString jobFolder(const Desk& desk, const char* name, int ranks)
{
    const QDir folder(desk.folder.path());
    (void)folder.mkdir(QString::fromLatin1(name));
    QString path = folder.filePath(QString::fromLatin1(name));
    for (int r = 0; r < ranks; ++r) {
        if (!writeFile(QStringLiteral("%1/trace%2.json").arg(path).arg(r), rankTrace(r, ranks)))
            return {};
    }
    return path;
}

widgets::RanksPage* shownRanks(Desk& desk)
{
    return desk.window.currentPage() != nullptr ? desk.window.currentPage()->ranksPage() : nullptr;
}

} // namespace

class TestGuiRanks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void folderIsOneTab()
    {
        Desk desk;
        QVERIFY(desk.active);
        const QString folder = jobFolder(desk, "job", 3);
        drop(desk.window, {folder});
        QVERIFY(desk.settled());
        QCOMPARE(desk.window.pages().size(), 1);
        widgets::RanksPage* ranks = shownRanks(desk);
        QVERIFY(ranks != nullptr);
        QCOMPARE(ranks->job().world.ranks.size(), std::size_t {3});
        QCOMPARE(desk.window.windowTitle(), QStringLiteral("job"));
        QVERIFY(desk.settings.recentFiles().contains(folder));
        desk.window.openFiles({folder + QLatin1Char('/')}); // the same
        QCOMPARE(desk.window.pages().size(), 1);
    }

    void anEventOfARankIsDescribed()
    {
        Desk desk;
        QVERIFY(desk.active);
        drop(desk.window, {jobFolder(desk, "job", 2)});
        QVERIFY(desk.settled());
        widgets::RanksPage& page = *shownRanks(desk);
        widgets::RanksTimelineView& view = page.timeline();
        QTest::mouseClick(&view.header(), Qt::LeftButton, {}, view.header().foldMark(1).center());
        QVERIFY(QTest::qWaitFor([&] { return view.lane(1)->timeline() != nullptr; }, 10'000));
        QVERIFY(desk.settled());
        widgets::RankLane& lane = *view.lane(1);
        const model::Trace& trace = lane.timeline()->content().trace();
        SliceId kernel;
        for (std::size_t i = 0; i < trace.slices.size(); ++i) {
            if (trace.nameOf(SliceId(i)) == "gemm")
                kernel = SliceId(i);
        }
        QVERIFY(kernel.valid());
        lane.timeline()->reveal(kernel);
        QVERIFY(desk.settled());
        const QRectF place = lane.timeline()->rectOf(kernel);
        QTest::mouseClick(lane.timeline()->viewport(), Qt::LeftButton, {}, place.center().toPoint());
        QCOMPARE(lane.selection().slice(), kernel);
        QVERIFY(desk.settled());
        const auto* details = qobject_cast<widgets::EventDetails*>(page.shownSelection());
        QVERIFY(details != nullptr && details->isVisible());
        QVERIFY(details->plainText().contains(QStringLiteral("gemm")));
        QCOMPARE(page.cursor().rank(), widgets::RanksCursor::Index(1U));
        // A collective of all takes its place, and folding the rank leaves nothing behind.
        page.goTo(0);
        QCOMPARE(page.shownSelection(), &page.details());
        lane.selection().select(SliceId());
        lane.selection().select(kernel);
        QVERIFY(page.shownSelection() != &page.details());
        view.setUnfolded(1, false);
        QCOMPARE(page.shownSelection(), &page.details());
    }

    void stepsAreOffered()
    {
        Desk desk;
        QVERIFY(desk.active);
        drop(desk.window, {jobFolder(desk, "job", 2)});
        QVERIFY(desk.settled());
        widgets::StepSelector& box = *desk.window.actions().steps;
        QVERIFY(box.isVisible() && box.isEnabled());
        QCOMPARE(box.count(), 2); // all of them, and the only one
        QVERIFY(desk.window.actions().of(widgets::TimelineCommand::NextStep)->isEnabled());
        widgets::RanksPage& page = *shownRanks(desk);
        page.axis().setRange(100'000, 200'000);
        QCOMPARE(box.shownText(), QStringLiteral("All steps"));
        page.stepChoice()->choose(0);
        QVERIFY(desk.settled());
        QCOMPARE(box.shownText(), QStringLiteral("Step #3"));
        QCOMPARE(box.currentIndex(), 1);
        QVERIFY(page.stepChoice()->statistics(0).contains(QStringLiteral("rank 1 last")));
    }

    void filesOfOneJobAreOneTabAndEachATabOfItsOwn()
    {
        Desk desk;
        QVERIFY(desk.active);
        const QString folder = jobFolder(desk, "job", 2);
        const QStringList files {folder + QStringLiteral("/trace0.json"), folder + QStringLiteral("/trace1.json")};
        drop(desk.window, files);
        QVERIFY(desk.settled());
        QCOMPARE(desk.window.pages().size(), 1);
        widgets::RanksPage* ranks = shownRanks(desk);
        QVERIFY(ranks != nullptr);
        QVERIFY(desk.settings.recentFiles().isEmpty()); // it is no file that could be opened again
        auto& header = ranks->timeline().header();
        const QPoint name = header.foldMark(1).center() + QPoint(60, 0);
        QTest::mouseDClick(&header, Qt::LeftButton, {}, name);
        QVERIFY(desk.settled());
        QCOMPARE(desk.window.pages().size(), 2);
        QVERIFY(desk.trace() != nullptr);
        QCOMPARE(desk.window.currentPage()->document().path(), files[1]);
    }

    void summaryOpens()
    {
        Desk desk;
        QVERIFY(desk.active);
        const QString folder = jobFolder(desk, "job", 2);
        const QDir summaries(desk.folder.path());
        QVERIFY(summaries.mkdir(QStringLiteral("small")));
        QStringList paths;
        for (int r = 0; r < 2; ++r) {
            const auto rank = load::loadRank(QStringLiteral("%1/trace%2.json").arg(folder).arg(r).toStdString());
            QVERIFY(rank.has_value());
            paths << summaries.filePath(QStringLiteral("small/s%1.json").arg(r));
            QVERIFY(writeFile(paths.back(), QByteArray::fromStdString(ranks::summaryJson(*rank))));
        }
        desk.window.openFiles({paths[0]});
        QVERIFY(desk.settled());
        QVERIFY(shownRanks(desk) != nullptr);
        QVERIFY(!shownRanks(desk)->job().files[0].isTrace);
        desk.window.openRanks(paths);
        QVERIFY(desk.settled());
        QCOMPARE(desk.window.pages().size(), 2);
        QCOMPARE(shownRanks(desk)->job().world.collectives.size(), std::size_t {1});
    }

    void loadingCountsRanksAndFoldersWithoutTracesAreRefused()
    {
        widgets::LoadingPage page;
        widgets::JobProgress progress;
        progress.stage = LoadStage::Reading;
        page.setCountsRanks(true);
        progress.bytesDone = 12;
        progress.bytesTotal = 64;
        page.setProgress(progress);
        const QList<QLabel*> labels = page.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
            [](const QLabel* label) { return label->text() == QStringLiteral("12 of 64 ranks"); }));
        Desk desk;
        QVERIFY(desk.active);
        const QString empty = jobFolder(desk, "empty", 0);
        desk.window.openFiles({empty});
        QVERIFY(desk.settled());
        QCOMPARE(desk.window.currentPage()->document().state(), Document::State::Failed);
        QVERIFY(QString::fromStdString(desk.window.currentPage()->document().error().message)
                    .contains(QStringLiteral("This folder holds no traces")));
    }

    void commandsActOnThePage()
    {
        Desk desk;
        QVERIFY(desk.active);
        QVERIFY(desk.window.actions().openFolder->isEnabled());
        desk.window.openFiles({jobFolder(desk, "job", 2)});
        QVERIFY(desk.settled());
        desk.window.actions().healthPanel->trigger();
        QVERIFY(shownRanks(desk)->health().isVisible());
        shownRanks(desk)->timeline().setFocus();
        QTest::keyClick(&shownRanks(desk)->timeline(), Qt::Key_W);
        QVERIFY(!shownRanks(desk)->axis().showsAll());
        QVERIFY(!desk.window.actions().find->isEnabled());
        QVERIFY(!desk.window.actions().of(widgets::TimelineCommand::GoToTime)->isEnabled());
    }

    void commandLine()
    {
        const CommandLine parsed
            = parseCommandLine({QStringLiteral("--ranks"), QStringLiteral("a"), QStringLiteral("b")});
        QCOMPARE(parsed.kind, CommandLine::Kind::Run);
        QVERIFY(parsed.options.ranks);
        QCOMPARE(parsed.options.files.size(), 2);
        QCOMPARE(parseCommandLine({QStringLiteral("--ranks")}).kind, CommandLine::Kind::Error);
    }

    void pictureOfAFolder()
    {
        const Desk desk;
        const QString folder = jobFolder(desk, "job", 2);
        const QString picture = desk.folder.filePath(QStringLiteral("ranks.png"));
        QProcess process;
        process.start(QStringLiteral(STEPSCOPE_GUI_PATH),
            {QStringLiteral("--screenshot"), picture, QStringLiteral("--size"), QStringLiteral("1000x600"),
                QStringLiteral("--select"), QStringLiteral("rank 1"), QStringLiteral("--panel"), QStringLiteral("heat"),
                folder});
        QVERIFY(process.waitForFinished(60'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
        QCOMPARE(QImage(picture).size(), QSize(1000, 600));
    }
};

STEPSCOPE_TEST(TestGuiRanks)
#include "tst_gui_ranks.moc"
