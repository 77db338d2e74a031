// SPDX-License-Identifier: GPL-3.0-or-later
// What was open when the program was killed is offered by the next one, once, and never while its owner runs.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "app/gui/notice_bar.h"
#include "app/gui/recovery.h"
#include "app/gui/session_file.h"
#include "app/gui/sessions.h"
#include "tests/app/desk.h"
#include "tests/support/test_registry.h"
#include "tests/support/training_steps.h"
#include "widgets/annotate/annotation_board.h"
#include "widgets/annotate/annotator.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QPushButton>

using namespace stepscope;
using namespace stepscope::app;
using tests::Desk;

namespace {

QStringList sessionsIn(const QString& folder)
{
    return QDir(folder).entryList({QStringLiteral("*.stepscope")}, QDir::Files);
}

QPushButton* buttonOf(NoticeBar& bar, const char* text)
{
    for (QPushButton* button : bar.findChildren<QPushButton*>()) {
        if (button->isVisible() && button->text() == QLatin1String(text))
            return button;
    }
    return nullptr;
}

share::Session sessionOf(const QString& trace)
{
    share::Session session;
    session.files.push_back({trace.toStdString(), 0, {}});
    session.pages.emplace_back().files = {0};
    session.pages[0].annotations.resize(4);
    return session;
}

} // namespace

class TestGuiRecovery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aProgramThatIsAskedToEndDoesSo();
    void notesOutliveAProgramThatIsEnded();
    void aKilledProgramIsRecovered();
    void anOrderlyEndLeavesNothing();
    void twoProgramsDoNotTakeEachOthers();
    void whatIsLeftIsForgottenOnRequest();
    void whatCannotBeReadIsTakenAway();
    void theWordsCount();
};

// The program itself on a file of six steps, with a home of its own.
struct Program
{
    explicit Program(const QTemporaryDir& home)
        : folder(home.filePath(QStringLiteral("data/stepscope/stepscope/recovery")))
        , settings(home.filePath(QStringLiteral("config/stepscope/stepscope.conf")))
        , trace(home.filePath(QStringLiteral("run.json")))
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("HOME"), home.path());
        environment.insert(QStringLiteral("XDG_DATA_HOME"), home.filePath(QStringLiteral("data")));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home.filePath(QStringLiteral("config")));
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        process.setProcessEnvironment(environment);
    }
    [[nodiscard]] bool start() // until what is open would be recovered
    {
        if (!tests::writeFile(trace, tests::trainingSteps(6)))
            return false;
        process.start(QStringLiteral(STEPSCOPE_GUI_PATH), {trace});
        return process.waitForStarted(30'000)
            && QTest::qWaitFor([this]() { return sessionsIn(folder).size() == 1; }, 60'000);
    }

    QString folder;
    QString settings;
    QString trace;
    QProcess process;
};

// A logout, or `kill`: nothing has crashed, and how the window looked is kept.
void TestGuiRecovery::aProgramThatIsAskedToEndDoesSo()
{
    QTemporaryDir home;
    Program program(home);
    QVERIFY(program.start());
    program.process.terminate();
    QVERIFY(program.process.waitForFinished(30'000));
    QCOMPARE(program.process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(program.process.exitCode(), 0);
    QCOMPARE(sessionsIn(program.folder).size(), 0);
    QVERIFY(QFile::exists(program.settings));
}

// Nobody is there to be asked: notes that no file has are offered at the next start.
void TestGuiRecovery::notesOutliveAProgramThatIsEnded()
{
    QTemporaryDir folder;
    {
        Desk desk;
        desk.window.sessions().keepRecovery(folder.path());
        desk.window.openFiles({desk.file("run.json")});
        QVERIFY(desk.settled());
        share::Annotation note;
        note.number = 1;
        note.text = "here";
        desk.trace()->annotator()->board().add(note);
        desk.window.endUnasked();
        QCOMPARE(sessionsIn(folder.path()).size(), 1);
    }
    Desk next;
    next.window.sessions().keepRecovery(folder.path());
    QCOMPARE(next.window.sessions().bar().text(),
        QStringLiteral("1 file with 1 note was open when Stepscope ended unexpectedly."));
}

// The real program, with a trace in the window; then kill -9.
void TestGuiRecovery::aKilledProgramIsRecovered()
{
    QTemporaryDir home;
    Program program(home);
    QVERIFY(program.start());
    const QString& folder = program.folder;
    QCOMPARE(QFile::permissions(QDir(folder).filePath(sessionsIn(folder)[0]))
            & (QFileDevice::ReadGroup | QFileDevice::ReadOther),
        QFileDevice::Permissions());
    {
        Desk desk; // while it runs, it is its own
        desk.window.sessions().keepRecovery(folder);
        QCOMPARE(desk.window.sessions().bar().text(), QString());
        QVERIFY(desk.window.close());
    }
    program.process.kill();
    QVERIFY(program.process.waitForFinished(30'000));
    Desk desk;
    desk.window.sessions().keepRecovery(folder);
    NoticeBar& bar = desk.window.sessions().bar();
    QCOMPARE(bar.text(), QStringLiteral("1 file was open when Stepscope ended unexpectedly."));
    QVERIFY(buttonOf(bar, "Restore") != nullptr);
    QTest::mouseClick(buttonOf(bar, "Restore"), Qt::LeftButton);
    QVERIFY(desk.settled());
    QVERIFY(desk.trace() != nullptr);
    QCOMPARE(desk.window.currentPage()->document().path(), program.trace);
    QCOMPARE(bar.text(), QString());
    QCOMPARE(sessionsIn(folder).size(), 1); // now its own
    QVERIFY(desk.window.close());
    QCOMPARE(sessionsIn(folder).size(), 0);
}

void TestGuiRecovery::anOrderlyEndLeavesNothing()
{
    QTemporaryDir folder;
    Desk desk;
    desk.window.sessions().keepRecovery(folder.path());
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    QVERIFY(QTest::qWaitFor([&]() { return sessionsIn(folder.path()).size() == 1; }, 4 * Recovery::kIntervalMs));
    const QString path = QDir(folder.path()).filePath(sessionsIn(folder.path())[0]);
    (void)desk.trace()->annotations()->add({});
    QVERIFY(QTest::qWaitFor([&]() { return readSession(path) && readSession(path)->pages[0].annotations.size() == 1; },
        4 * Recovery::kIntervalMs));
    QVERIFY(desk.window.close());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList());
}

void TestGuiRecovery::twoProgramsDoNotTakeEachOthers()
{
    QTemporaryDir folder;
    const auto nothing = []() { return share::Session(); };
    const QString left = QDir(folder.path()).filePath(QStringLiteral("1-a.stepscope"));
    QCOMPARE(writeSession(left, sessionOf(QStringLiteral("/nowhere/a.json"))), QString());
    Recovery first(folder.path(), nothing, nullptr);
    QVERIFY(first.left().has_value());
    Recovery second(folder.path(), nothing, nullptr); // what the first one offers is not offered twice
    QVERIFY(!second.left().has_value());
    first.forgetLeft();
    QVERIFY(!QFile::exists(left));
}

void TestGuiRecovery::whatIsLeftIsForgottenOnRequest()
{
    QTemporaryDir folder;
    for (const char* name : {"1-a.stepscope", "2-b.stepscope"})
        QCOMPARE(writeSession(
                     QDir(folder.path()).filePath(QString::fromLatin1(name)), sessionOf(QStringLiteral("/nowhere/a"))),
            QString());
    Desk desk;
    desk.window.sessions().opener().setQuestions([](const FileQuestion&) {
        return FileAnswer {FileAnswer::Kind::Cancel, {}};
    });
    desk.window.sessions().keepRecovery(folder.path());
    NoticeBar& bar = desk.window.sessions().bar();
    QCOMPARE(bar.text(), QStringLiteral("1 file with 4 notes was open when Stepscope ended unexpectedly."));
    QTest::mouseClick(buttonOf(bar, "Restore"), Qt::LeftButton); // its file is gone, and the question is cancelled:
    QVERIFY(desk.settled());
    QCOMPARE(sessionsIn(folder.path()).size(), 2); // the notes are not
    QTest::mouseClick(buttonOf(bar, "Forget"), Qt::LeftButton);
    QCOMPARE(sessionsIn(folder.path()).size(), 1);
    QVERIFY(buttonOf(bar, "Forget") != nullptr); // of the other one
    QTest::mouseClick(buttonOf(bar, "Forget"), Qt::LeftButton);
    QCOMPARE(sessionsIn(folder.path()), QStringList());
    QCOMPARE(bar.text(), QString());
}

void TestGuiRecovery::whatCannotBeReadIsTakenAway()
{
    QTemporaryDir folder;
    QVERIFY(tests::writeFile(QDir(folder.path()).filePath(QStringLiteral("1-a.stepscope")), "{\"schema\": "));
    Recovery recovery(
        folder.path(), []() { return share::Session(); }, nullptr);
    QVERIFY(!recovery.left().has_value());
    QCOMPARE(sessionsIn(folder.path()), QStringList());
}

void TestGuiRecovery::theWordsCount()
{
    share::Session session = sessionOf(QStringLiteral("/a"));
    session.files.push_back({"/b", 0, {}});
    session.pages[0].annotations.resize(1);
    QCOMPARE(leftText(session), QStringLiteral("2 files with 1 note were open when Stepscope ended unexpectedly."));
    session.pages[0].annotations.clear();
    QCOMPARE(leftText(session), QStringLiteral("2 files were open when Stepscope ended unexpectedly."));
}

STEPSCOPE_TEST(TestGuiRecovery)

#include "tst_gui_recovery.moc"
