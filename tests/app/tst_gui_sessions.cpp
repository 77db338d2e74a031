// SPDX-License-Identifier: GPL-3.0-or-later
// Whole windows: what is saved as a session, or carried by a picture, is what another window of another size opens;
// files that moved are found, others are said to be other, and what cannot be read is said and harms nothing.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "app/gui/actions.h"
#include "app/gui/session_file.h"
#include "app/gui/sessions.h"
#include "core/share/session_json.h"
#include "tests/app/session_desk.h"
#include "tests/support/test_registry.h"
#include "tests/support/training_steps.h"
#include "widgets/annotate/annotation_board.h"
#include "widgets/compare/compare_page.h"
#include "widgets/compare/timeline_pair.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QPushButton>

#include <memory>

using namespace stepscope;
using namespace stepscope::app;
using tests::Desk;
using tests::note;
using tests::noticeOf;
using tests::saved;
using tests::workOn;

namespace {

// In a window of another size. Answers are those of the test.
bool opens(Desk& desk, const QString& path)
{
    desk.window.resize(1300, 820);
    desk.window.openFiles({path});
    return desk.settled() && desk.settled();
}

struct Asked
{
    QStringList titles;
    QList<FileAnswer> answers;
    AskForFile function()
    {
        return [this](const FileQuestion& question) {
            titles << titleOf(question);
            return answers.isEmpty() ? FileAnswer() : answers.takeFirst();
        };
    }
};

// Share of the pixels.
double differenceOf(const QImage& a, const QImage& b)
{
    if (a.size() != b.size() || a.isNull())
        return 1;
    int others = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x)
            others += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
    }
    return static_cast<double>(others) / (static_cast<double>(a.width()) * a.height());
}

} // namespace

class TestGuiSessions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsSavedIsOpenedAgain();
    void comparisonsComeBack();
    void movedFilesAreFound();
    void missingFilesAreAskedFor();
    void otherFilesAreSaidToBeOther();
    void newerAndDamagedSessionsAreRefused_data();
    void newerAndDamagedSessionsAreRefused();
    void notesThatAreNotSavedAreAskedFor();
    void sessionsThatCannotBeWrittenStay();
    void picturesOfTheProgramCarryTheirView();
    void theCommandLineOpensSessions();
};

void TestGuiSessions::whatIsSavedIsOpenedAgain()
{
    QTemporaryDir shelf;
    const QString trace = shelf.filePath(QStringLiteral("run.json"));
    const QString other = shelf.filePath(QStringLiteral("other.json"));
    const QString session = shelf.filePath(QStringLiteral("notes.stepscope"));
    QVERIFY(tests::writeFile(trace, tests::trainingSteps(6)) && tests::writeFile(other, tests::trainingSteps(3)));
    share::SessionPage state;
    {
        Desk desk;
        desk.window.openFiles({other, trace});
        QVERIFY(desk.settled());
        desk.window.showPage(1);
        workOn(desk);
        state = desk.trace()->state();
        QVERIFY(saved(desk, session));
        QVERIFY(desk.window.windowTitle().contains(QStringLiteral("notes.stepscope")));
        QVERIFY(!desk.window.isWindowModified());
    }
    const auto read = readSession(session);
    QVERIFY(read);
    QCOMPARE(QString::fromStdString(read->files[1].path), QStringLiteral("run.json"));
    QCOMPARE(read->files[1].hash.size(), std::size_t {32});
    Desk desk;
    QVERIFY(opens(desk, session));
    QCOMPARE(noticeOf(desk), QString());
    QCOMPARE(desk.window.pages().size(), 2);
    QVERIFY(desk.trace() != nullptr);
    QCOMPARE(desk.window.currentPage()->document().title(), QStringLiteral("run.json"));
    QVERIFY(desk.trace()->state() == state);
    QCOMPARE(desk.trace()->annotations()->annotations()[0].from.at, std::int64_t {13'500'000});
    QVERIFY(desk.settings.recentFiles().contains(session));
    QCOMPARE(desk.window.sessions().path(), session);
}

void TestGuiSessions::comparisonsComeBack()
{
    QTemporaryDir shelf;
    const QString before = shelf.filePath(QStringLiteral("before.json"));
    const QString after = shelf.filePath(QStringLiteral("after.json"));
    const QString session = shelf.filePath(QStringLiteral("both.stepscope"));
    QVERIFY(tests::writeFile(before, tests::trainingSteps(6)) && tests::writeFile(after, tests::trainingSteps(5)));
    share::SessionPage state;
    {
        Desk desk;
        desk.window.compareFiles({before, after});
        QVERIFY(desk.settled());
        desk.window.comparison()->timelines()->alignAtSteps(3, 2);
        desk.window.comparison()->timelines()->axes().axis(0).setWindow({20'000'000, 0, 9'000'000});
        state = desk.window.comparison()->state();
        QVERIFY(saved(desk, session));
    }
    Desk desk;
    QVERIFY(opens(desk, session));
    QVERIFY(desk.window.comparison() != nullptr && desk.window.comparison()->isVisible());
    share::SessionPage again = desk.window.comparison()->state();
    QVERIFY(again.timelineAlignment == state.timelineAlignment);
    QVERIFY(again.timelines[0].window == state.timelines[0].window);
    QVERIFY(again.timelines[1].window == state.timelines[1].window);
}

void TestGuiSessions::movedFilesAreFound()
{
    QTemporaryDir shelf;
    QDir folder(shelf.path());
    QVERIFY(folder.mkdir(QStringLiteral("runs")) && folder.mkdir(QStringLiteral("new")));
    const QString trace = folder.filePath(QStringLiteral("runs/run.json"));
    const QString session = folder.filePath(QStringLiteral("notes.stepscope"));
    QVERIFY(tests::writeFile(trace, tests::trainingSteps(6)));
    {
        Desk desk;
        desk.window.openFiles({trace});
        QVERIFY(desk.settled());
        workOn(desk);
        QVERIFY(saved(desk, session));
    }
    // Both moved together; then the trace beside the session.
    QVERIFY(folder.rename(QStringLiteral("runs"), QStringLiteral("new/runs")));
    QVERIFY(folder.rename(QStringLiteral("notes.stepscope"), QStringLiteral("new/notes.stepscope")));
    for (const char* place : {"new/runs/run.json", "new/run.json"}) {
        Desk desk;
        Asked asked;
        desk.window.sessions().opener().setQuestions(asked.function());
        if (!folder.exists(QString::fromLatin1(place)))
            QVERIFY(folder.rename(QStringLiteral("new/runs/run.json"), QString::fromLatin1(place)));
        QVERIFY(opens(desk, folder.filePath(QStringLiteral("new/notes.stepscope"))));
        QCOMPARE(asked.titles, QStringList());
        QVERIFY(desk.trace() != nullptr);
        QCOMPARE(desk.window.currentPage()->document().path(), folder.filePath(QString::fromLatin1(place)));
        QCOMPARE(desk.trace()->annotations()->annotations().size(), std::size_t {1});
    }
}

void TestGuiSessions::missingFilesAreAskedFor()
{
    QTemporaryDir shelf;
    QDir folder(shelf.path());
    QVERIFY(folder.mkdir(QStringLiteral("far")));
    const QString session = folder.filePath(QStringLiteral("notes.stepscope"));
    QVERIFY(tests::writeFile(folder.filePath(QStringLiteral("a.json")), tests::trainingSteps(6)));
    QVERIFY(tests::writeFile(folder.filePath(QStringLiteral("b.json")), tests::trainingSteps(4)));
    {
        Desk desk;
        desk.window.openFiles({folder.filePath(QStringLiteral("a.json")), folder.filePath(QStringLiteral("b.json"))});
        QVERIFY(desk.settled());
        QVERIFY(saved(desk, session));
    }
    for (const char* name : {"a.json", "b.json"})
        QVERIFY(folder.rename(QString::fromLatin1(name), QStringLiteral("far/") + QString::fromLatin1(name)));
    {
        Desk desk; // the first is chosen, the other is found beside it
        Asked asked;
        asked.answers << FileAnswer {FileAnswer::Kind::Choose, folder.filePath(QStringLiteral("far/a.json"))};
        desk.window.sessions().opener().setQuestions(asked.function());
        QVERIFY(opens(desk, session));
        QCOMPARE(asked.titles, QStringList {QStringLiteral("a.json is not there")});
        QCOMPARE(desk.window.pages().size(), 2);
    }
    {
        Desk desk; // both are left out
        desk.window.sessions().opener().setQuestions([](const FileQuestion&) {
            return FileAnswer {FileAnswer::Kind::Skip, {}};
        });
        QVERIFY(opens(desk, session));
        QVERIFY(desk.window.pages().isEmpty());
        QCOMPARE(noticeOf(desk),
            QStringLiteral("notes.stepscope: a.json was left out.\nnotes.stepscope: b.json was left out."));
    }
    Desk desk;
    desk.window.sessions().opener().setQuestions([](const FileQuestion&) {
        return FileAnswer {FileAnswer::Kind::Cancel, {}};
    });
    QVERIFY(opens(desk, session));
    QVERIFY(desk.window.pages().isEmpty());
    QVERIFY(desk.window.sessions().path().isEmpty());
}

void TestGuiSessions::otherFilesAreSaidToBeOther()
{
    QTemporaryDir shelf;
    const QString trace = shelf.filePath(QStringLiteral("run.json"));
    const QString session = shelf.filePath(QStringLiteral("notes.stepscope"));
    QVERIFY(tests::writeFile(trace, tests::trainingSteps(6)));
    {
        Desk desk;
        desk.window.openFiles({trace});
        QVERIFY(desk.settled());
        workOn(desk);
        QVERIFY(saved(desk, session));
    }
    QByteArray sameLength = tests::trainingSteps(6); // one byte is another one
    sameLength.replace("gemm_f16", "gemm_f32");
    for (const QByteArray& content : {sameLength, tests::trainingSteps(2)}) {
        QVERIFY(tests::writeFile(trace, content));
        Desk desk;
        Asked asked;
        asked.answers << FileAnswer {FileAnswer::Kind::Open, {}};
        desk.window.sessions().opener().setQuestions(asked.function());
        QVERIFY(opens(desk, session));
        QCOMPARE(asked.titles, QStringList {QStringLiteral("run.json is another file than it was")});
        QVERIFY(desk.trace() != nullptr);
        QVERIFY(
            noticeOf(desk).contains(QStringLiteral("run.json is another file than when notes.stepscope was saved")));
        QCOMPARE(desk.trace()->annotations()->annotations().size(), std::size_t {1}); // notes are never thrown away
    }
}

void TestGuiSessions::newerAndDamagedSessionsAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("newer") << QByteArray("{\"schema\": \"stepscope.session/9\"}") << "written by a newer Stepscope";
    QTest::newRow("damaged") << QByteArray("{\"schema\": \"stepscope.session/1\", \"files\": 3}")
                             << "files must be a list";
    QTest::newRow("empty") << QByteArray() << "no valid JSON";
    QTest::newRow("noise") << QByteArray("\x01\xff\x00garbage", 10) << "no valid JSON";
}

void TestGuiSessions::newerAndDamagedSessionsAreRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    Desk desk;
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(opens(desk, desk.file("x.stepscope", text)));
    QVERIFY2(noticeOf(desk).contains(part), qPrintable(noticeOf(desk)));
    QVERIFY(noticeOf(desk).startsWith(QStringLiteral("x.stepscope cannot be opened. ")));
    QCOMPARE(desk.window.pages().size(), 1); // what was open stays
    QVERIFY(desk.window.sessions().path().isEmpty());
}

void TestGuiSessions::notesThatAreNotSavedAreAskedFor()
{
    Desk desk;
    int asked = 0;
    Sessions::Leave answer = Sessions::Leave::Stay;
    desk.window.sessions().setLeaveQuestion([&](const QString& name) {
        ++asked;
        return name == QLatin1String("n.stepscope") ? answer : Sessions::Leave::Discard;
    });
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    const QString session = desk.folder.filePath(QStringLiteral("n.stepscope"));
    QVERIFY(saved(desk, session));
    desk.trace()->axis().zoomAt(0, 2); // a look at it is no work that could be lost
    QVERIFY(!desk.window.sessions().isModified());
    (void)desk.trace()->annotations()->add(note(1, "new"));
    QVERIFY(desk.window.sessions().isModified());
    QTRY_VERIFY(desk.window.isWindowModified());
    QVERIFY(!desk.window.close());
    QCOMPARE(asked, 1);
    answer = Sessions::Leave::Save;
    desk.window.close();
    QTRY_VERIFY(!desk.window.isVisible());
    QCOMPARE(readSession(session)->pages[0].annotations.size(), std::size_t {1});

    Desk other; // without a name there is nothing to ask for
    other.window.sessions().setLeaveQuestion([&](const QString&) {
        ++asked;
        return Sessions::Leave::Stay;
    });
    other.window.openFiles({other.file("a.json")});
    QVERIFY(other.settled());
    (void)other.trace()->annotations()->add(note(1, "new"));
    QVERIFY(other.window.close());
    QCOMPARE(asked, 2);
}

void TestGuiSessions::sessionsThatCannotBeWrittenStay()
{
    Desk desk;
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    const QString session = desk.folder.filePath(QStringLiteral("nowhere/n.stepscope"));
    desk.window.sessions().saveTo(session);
    QVERIFY(desk.settled());
    QVERIFY2(noticeOf(desk).contains(QStringLiteral("could not be saved")), qPrintable(noticeOf(desk)));
    QVERIFY(desk.window.sessions().path().isEmpty());
}

void TestGuiSessions::picturesOfTheProgramCarryTheirView()
{
    QTemporaryDir shelf;
    const QString trace = shelf.filePath(QStringLiteral("run.json"));
    QVERIFY(tests::writeFile(trace, tests::trainingSteps(6)));
    QString said;
    const auto run = [&said](const QStringList& arguments) {
        QProcess process;
        process.start(QStringLiteral(STEPSCOPE_GUI_PATH), arguments);
        const bool ended = process.waitForFinished(60'000);
        said = QString::fromUtf8(process.readAllStandardError());
        return ended ? process.exitCode() : -1;
    };
    const QString picture = shelf.filePath(QStringLiteral("a.png"));
    const QString again = shelf.filePath(QStringLiteral("b.png"));
    const QString bare = shelf.filePath(QStringLiteral("c.png"));
    QCOMPARE(run({QStringLiteral("--screenshot"), picture, QStringLiteral("--window"), QStringLiteral("5ms..9ms"),
                 QStringLiteral("--panel"), QStringLiteral("kernels"), trace}),
        0);
    // What the picture carries gives the same picture again; without it there is nothing to be had.
    QCOMPARE(run({QStringLiteral("--screenshot"), again, QStringLiteral("--session"), picture}), 0);
    QVERIFY(differenceOf(QImage(again), QImage(picture)) < 0.01); // a frame of the focus is none of the view
    QVERIFY(QDir(shelf.path()).mkdir(QStringLiteral("elsewhere")));
    const QString elsewhere = shelf.filePath(QStringLiteral("elsewhere/d.png"));
    QCOMPARE(run({QStringLiteral("--screenshot"), elsewhere, trace}), 0);
    QCOMPARE(run({QStringLiteral("--screenshot"), again, QStringLiteral("--session"), elsewhere}), 2);
    QVERIFY2(
        said.contains(QStringLiteral("Pictures keep no folders: run.json is neither beside d.png")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("--session d.png FOLDER/run.json")), qPrintable(said));
    QCOMPARE(run({QStringLiteral("--screenshot"), again, QStringLiteral("--session"), elsewhere, trace}), 0);
    QCOMPARE(run({QStringLiteral("--screenshot"), bare, QStringLiteral("--no-session"), trace}), 0);
    QCOMPARE(run({QStringLiteral("--screenshot"), again, QStringLiteral("--session"), bare}), 2);
}

void TestGuiSessions::theCommandLineOpensSessions()
{
    QTemporaryDir shelf;
    const QString trace = shelf.filePath(QStringLiteral("run.json"));
    const QString session = shelf.filePath(QStringLiteral("notes.stepscope"));
    QVERIFY(tests::writeFile(trace, tests::trainingSteps(6)));
    {
        Desk desk;
        desk.window.openFiles({trace});
        QVERIFY(desk.settled());
        workOn(desk);
        QCOMPARE(desk.window.sessions().suggestedName(), QStringLiteral("run.stepscope"));
        QVERIFY(saved(desk, session));
        QCOMPARE(desk.window.sessions().suggestedName(), QStringLiteral("notes.stepscope"));
    }
    const auto errorsOf = [&](const QStringList& arguments, int code) {
        QProcess process;
        process.start(QStringLiteral(STEPSCOPE_GUI_PATH),
            QStringList {QStringLiteral("--screenshot"), shelf.filePath(QStringLiteral("p.png"))} + arguments);
        if (!process.waitForFinished(60'000) || process.exitCode() != code)
            return QStringLiteral("exit code %1").arg(process.exitCode());
        return QString::fromUtf8(process.readAllStandardError());
    };
    const QString none = errorsOf({QStringLiteral("--session"), session}, 0);
    QVERIFY2(
        !none.contains(QStringLiteral("stepscope:")) && !none.startsWith(QStringLiteral("exit")), qPrintable(none));
    QVERIFY(tests::writeFile(trace, tests::trainingSteps(3)));
    const QString other = errorsOf({session}, 0); // as a file, too
    QVERIFY2(other.contains(QStringLiteral("is not what it was when notes.stepscope was saved")), qPrintable(other));
    QVERIFY(QFile::remove(trace));
    const QString missing = errorsOf({QStringLiteral("--session"), session}, 2);
    QVERIFY2(missing.contains(QStringLiteral("run.json was at \"run.json\"")), qPrintable(missing));
    QVERIFY2(missing.contains(QStringLiteral("--session notes.stepscope FOLDER/run.json")), qPrintable(missing));
    QVERIFY(tests::writeFile(session, "{\"schema\": \"stepscope.session/2\"}"));
    const QString newer = errorsOf({QStringLiteral("--session"), session}, 2);
    QVERIFY2(newer.contains(QStringLiteral("written by a newer Stepscope")), qPrintable(newer));
}

STEPSCOPE_TEST(TestGuiSessions)

#include "tst_gui_sessions.moc"
