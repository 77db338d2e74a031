// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked before something is shared that shows what should perhaps not be shared.
#include "app/gui/known_of_page.h"
#include "app/gui/leak_dialog.h"
#include "app/gui/picture_dialog.h"
#include "tests/app/desk.h"
#include "tests/app/dialog_buttons.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QFile>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace stepscope;
using namespace stepscope::app;

namespace {

// The host stands in the metadata and in the name of a process, which the timeline shows.
QByteArray secretTrace()
{
    QByteArray text = tests::smallTraceJson();
    text.replace("\"args\": {\"name\": \"python\"}", "\"args\": {\"name\": \"python on fake-node-3\"}");
    return text.insert(text.indexOf('{') + 1, "\"hostname\": \"fake-node-3\", ");
}

} // namespace

class TestGuiPictureLeaks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // The dialog of pictures asks, and writes what was answered.
    void picturesAreMasked()
    {
        tests::Desk desk;
        desk.window.openFiles({desk.file("secret.json", secretTrace())});
        QVERIFY(desk.settled());
        PictureDialog dialog(*desk.trace(), desk.window.theme(), desk.settings, &desk.window);
        dialog.show();
        QTRY_VERIFY_WITH_TIMEOUT(dialog.studio().isReady(), 10'000);
        const QString path = desk.folder.filePath(QStringLiteral("out.svg"));
        share::KnownSecrets known;
        addKnown(known, *desk.trace());
        QVERIFY(known.names.hosts.contains("fake-node-3"));
        answer("Cancel");
        dialog.saveTo(path);
        QVERIFY(m_asked && !QFile::exists(path));
        answer("Save as it is");
        dialog.saveTo(path);
        QVERIFY(m_asked && QFile::exists(path));
        answer("Mask and save");
        dialog.saveTo(path);
        QVERIFY(m_asked);
    }

    // Their keys stand in another column, and names are cut off.
    void argumentsAndCutNamesAreMasked()
    {
        const QTemporaryDir folder;
        const QString trace = folder.filePath(QStringLiteral("secret.json"));
        const QString out = folder.filePath(QStringLiteral("out.svg"));
        QByteArray json = tests::smallTraceJson();
        json.replace("\"note\": \"first\"", "\"db_password\": \"fakePass12\"");
        json.replace("{\"name\": \"python\"}", "{\"name\": \"python /srv/train.py --api-key fakeKey0123fakeKey4567\"}");
        QVERIFY(tests::writeFile(trace, json));
        for (const char* size : {"700x500", "1000x700", "1600x900"}) {
            QProcess process;
            process.start(QStringLiteral(STEPSCOPE_GUI_PATH),
                {QStringLiteral("--screenshot"), out, QStringLiteral("--mask"), QStringLiteral("--panel"),
                    QStringLiteral("Selection"), QStringLiteral("--select"), QStringLiteral("aten::mm"),
                    QStringLiteral("--size"), QString::fromLatin1(size), trace});
            QVERIFY(process.waitForFinished(60'000));
            QCOMPARE(process.exitCode(), 0);
            QFile file(out);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray text = file.readAll();
            QVERIFY(text.contains("&lt;token&gt;"));
            for (const char* part : {"fakeP", "akePa", "Pass12", "fakeK", "Key0", "0123", "4567"})
                QVERIFY2(!text.contains(part), part);
        }
    }

    // Without a window: said, or masked.
    void screenshots_data()
    {
        QTest::addColumn<bool>("mask");
        QTest::newRow("as it is") << false;
        QTest::newRow("masked") << true;
    }
    void screenshots()
    {
        QFETCH(bool, mask);
        const QTemporaryDir folder;
        const QString trace = folder.filePath(QStringLiteral("secret.json"));
        const QString out = folder.filePath(QStringLiteral("out.svg"));
        QVERIFY(tests::writeFile(trace, secretTrace()));
        QProcess process;
        QStringList arguments {QStringLiteral("--screenshot"), out, QStringLiteral("--panel"),
            QStringLiteral("Metadata"), QStringLiteral("--size"), QStringLiteral("1280x900"), trace};
        if (mask)
            arguments << QStringLiteral("--mask");
        process.start(QStringLiteral(STEPSCOPE_GUI_PATH), arguments);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 0);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.contains("host name"), said.constData());
        QCOMPARE(said.contains("--mask"), !mask);
        QFile file(out);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.contains("Test GPU")); // the panel is in the picture, and its other texts stay
        QCOMPARE(text.contains("fake-node-3"), !mask);
    }

private:
    // Presses that button of the next dialog that asks.
    void answer(const char* text)
    {
        m_asked = false;
        QTimer::singleShot(0, this, [this, text]() {
            auto* dialog = qobject_cast<LeakDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr)
                return;
            m_asked = true;
            tests::buttonNamed(*dialog, text)->click();
        });
    }

    bool m_asked = false;
};

STEPSCOPE_TEST(TestGuiPictureLeaks)
#include "tst_gui_picture_leaks.moc"
