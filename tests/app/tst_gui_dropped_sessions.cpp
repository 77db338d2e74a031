// SPDX-License-Identifier: GPL-3.0-or-later
// What is dropped on a window and carries a session: what it would open is said before, then it is opened; nothing that
// can be in it does harm.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "app/gui/drop_target.h"
#include "app/gui/session_file.h"
#include "core/share/session_json.h"
#include "tests/app/session_desk.h"
#include "tests/core/random_session.h"
#include "tests/support/test_registry.h"
#include "tests/support/training_steps.h"
#include "widgets/timeline/timeline_view.h"

#include <QDragLeaveEvent>
#include <QImage>

using namespace stepscope;
using namespace stepscope::app;
using tests::Desk;
using tests::drop;
using tests::noticeOf;
using tests::saved;
using tests::workOn;

class TestGuiDroppedSessions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDroppedPictureOpensWhatItShows();
    void whatADropWouldOpenIsSaidBefore();
    void hostileSessionsDoNoHarm();
    void aPictureWithoutASessionSaysSo();
};

void TestGuiDroppedSessions::aDroppedPictureOpensWhatItShows()
{
    QTemporaryDir shelf;
    const QString trace = shelf.filePath(QStringLiteral("run.json"));
    const QString picture = shelf.filePath(QStringLiteral("picture.png"));
    QVERIFY(tests::writeFile(trace, tests::trainingSteps(6)));
    share::SessionPage state;
    {
        Desk desk;
        desk.window.openFiles({trace, desk.file("other.json")});
        QVERIFY(desk.settled());
        workOn(desk);
        state = desk.trace()->state();
        Sessions& sessions = desk.window.sessions();
        sessions.prepareFor(*desk.window.content());
        QVERIFY(desk.settled());
        QImage image = desk.window.grab().toImage();
        const QMap<QString, QString> keys = sessions.pictureKeys(*desk.window.content(), shelf.path());
        for (auto it = keys.begin(); it != keys.end(); ++it)
            image.setText(it.key(), it.value());
        QVERIFY(image.save(picture, "PNG"));
    }
    const auto carried = readSession(picture);
    QVERIFY(carried);
    QCOMPARE(carried->files.size(), std::size_t {1});
    QVERIFY(!QByteArray::fromStdString(share::sessionJson(*carried)).contains(QFile::encodeName(shelf.path())));
    Desk desk;
    desk.window.resize(1300, 820);
    QVERIFY(drop(desk, picture));
    QVERIFY(desk.settled() && desk.settled());
    QCOMPARE(desk.window.pages().size(), 1); // only what the picture shows
    QVERIFY(desk.trace() != nullptr);
    QVERIFY(desk.trace()->state() == state);
    QVERIFY(desk.window.sessions().path().isEmpty()); // saving does not write over the picture
}

void TestGuiDroppedSessions::whatADropWouldOpenIsSaidBefore()
{
    QTemporaryDir shelf;
    const QString path = shelf.filePath(QStringLiteral("work.stepscope"));
    {
        Desk desk;
        desk.window.openFiles({desk.file("run.json"), desk.file("other.json")});
        QVERIFY(desk.settled());
        workOn(desk);
        QVERIFY(saved(desk, path));
    }
    Desk desk;
    const DropZones& zones = desk.window.drops().zones();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(desk.window.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&desk.window, &enter);
    QVERIFY(enter.isAccepted() && zones.isVisible());
    QTRY_COMPARE(zones.accessibleDescription(),
        QStringLiteral("Open what work.stepscope shows. Opens run.json and 1 other file, with 1 note, and goes to that "
                       "view"));
    QVERIFY(desk.window.pages().isEmpty()); // nothing happens before somebody lets go
    QDragLeaveEvent leave;
    QApplication::sendEvent(&desk.window, &leave);
    QVERIFY(!zones.isVisible());
    QVERIFY(desk.settled());
    QVERIFY(desk.window.pages().isEmpty());
}

// Any values that the format allows, of any kind of page, on a real trace: what cannot be is left out or clamped.
void TestGuiDroppedSessions::hostileSessionsDoNoHarm()
{
    Desk desk;
    const std::string trace = desk.file("run.json").toStdString();
    desk.window.sessions().opener().setQuestions([](const FileQuestion&) {
        return FileAnswer {FileAnswer::Kind::Open, {}};
    });
    int restored = 0;
    for (std::uint32_t seed = 1; seed <= 25; ++seed) {
        share::Session session = tests::RandomSession(seed).session();
        for (share::SessionFile& file : session.files)
            file.path = trace;
        for (share::SessionPage& page : session.pages) {
            if (page.kind == share::PageKind::Ranks && seed % 2 == 0)
                page.kind = share::PageKind::File;
            restored += page.kind == share::PageKind::File ? 1 : 0;
        }
        desk.window.sessions().opener().open(session, desk.folder.path(), QStringLiteral("hostile"));
        QVERIFY(desk.settled());
        desk.window.grab();
    }
    QVERIFY(restored > 10);
    QVERIFY(desk.trace() != nullptr || !desk.window.pages().isEmpty());
}

void TestGuiDroppedSessions::aPictureWithoutASessionSaysSo()
{
    Desk desk;
    const QString picture = desk.folder.filePath(QStringLiteral("plain.png"));
    QImage image(20, 20, QImage::Format_RGB32);
    image.fill(Qt::red);
    QVERIFY(image.save(picture, "PNG"));
    QVERIFY(drop(desk, picture));
    QVERIFY(desk.settled());
    QVERIFY2(noticeOf(desk).contains(QStringLiteral("carries no session")), qPrintable(noticeOf(desk)));
    QVERIFY(desk.window.pages().isEmpty());
    for (const QByteArray& broken : {QByteArray("no picture"), QByteArray("\x89PNG\r\n\x1a\n"),
             QByteArray("\x89PNG\r\n\x1a\n\xff\xff\xff\xfftEXt")}) {
        QVERIFY(drop(desk, desk.file("broken.png", broken)));
        QVERIFY(desk.settled());
        QVERIFY2(noticeOf(desk).contains(QStringLiteral("broken.png cannot be opened")), qPrintable(noticeOf(desk)));
    }
}

STEPSCOPE_TEST(TestGuiDroppedSessions)

#include "tst_gui_dropped_sessions.moc"
