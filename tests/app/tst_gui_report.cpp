// SPDX-License-Identifier: GPL-3.0-or-later
// The report that the window writes: what the page says, what was noted and what is seen, and nothing that was masked.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "app/gui/report_export.h"
#include "tests/app/desk.h"
#include "tests/support/test_registry.h"
#include "widgets/annotate/annotation_board.h"
#include "widgets/viewmodel/figures.h"

#include <QAction>
#include <QFile>
#include <QImage>

using namespace stepscope;
using namespace stepscope::app;

namespace {

QString contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// The host stands in the metadata, so that it is known wherever else it stands.
QByteArray secretTrace()
{
    QByteArray text = tests::smallTraceJson();
    return text.insert(text.indexOf('{') + 1, "\"hostname\": \"fake-node-3\", ");
}

struct Written
{
    QString path;
    QString message;
    int asked = 0;
};

} // namespace

class TestGuiReport : public QObject
{
    Q_OBJECT

    static Written write(tests::Desk& desk, const char* name, const widgets::IsMasked& answer)
    {
        Written out;
        out.path = desk.folder.filePath(QString::fromLatin1(name));
        ReportExport& reports = desk.window.reports();
        reports.setQuestion([&out, answer](const QString&, const auto&, QWidget*) {
            ++out.asked;
            return answer ? std::optional(answer) : std::nullopt;
        });
        const auto connection = connect(
            &reports, &ReportExport::finished, &desk.window, [&out](const QString& message) { out.message = message; });
        reports.write(*desk.window.currentPage()->content(), QStringLiteral("a.json"), desk.window.theme(), out.path);
        (void)QTest::qWaitFor([&]() { return desk.window.isIdle(); }, 10'000);
        QObject::disconnect(connection);
        return out;
    }
    static bool keepAll(share::SecretKind /*kind*/, const QString& /*text*/) { return false; }

private Q_SLOTS:
    void saysWhatThePageSays()
    {
        tests::Desk desk;
        desk.window.openFiles({desk.file("a.json")});
        QVERIFY(desk.settled());
        QVERIFY(desk.window.actions().exportReport->isEnabled());
        share::Annotation note;
        note.number = 1;
        note.text = "look <here>";
        desk.trace()->annotations()->setAnnotations({note});
        const Written html = write(desk, "out.html", &keepAll);
        QCOMPARE(html.message, QStringLiteral("The report is in ") + html.path);
        const QString text = contentOf(html.path);
        const auto judgement = desk.trace()->figures().judgement();
        QVERIFY(judgement);
        QVERIFY(text.contains(QString::fromStdString(judgement->verdict.sentence).toHtmlEscaped()));
        QVERIFY(text.contains(QStringLiteral("look &lt;here&gt;")));
        const auto start = text.indexOf(QStringLiteral("base64,")) + 7;
        QImage picture;
        QVERIFY(picture.loadFromData(
            QByteArray::fromBase64(text.mid(start, text.indexOf(QLatin1Char('"'), start) - start).toLatin1()), "PNG"));
        QVERIFY(picture.width() > 500);

        const Written markdown = write(desk, "out.md", &keepAll);
        QVERIFY(contentOf(markdown.path).contains(QStringLiteral("(out.png)")));
        QVERIFY(contentOf(markdown.path).contains(QStringLiteral("### Notes")));
        QVERIFY(picture.load(desk.folder.filePath(QStringLiteral("out.png"))));
    }

    void secretsAreAskedAboutAndMasked()
    {
        tests::Desk desk;
        desk.window.openFiles({desk.file("a.json", secretTrace())});
        QVERIFY(desk.settled());
        share::Annotation note;
        note.number = 1;
        note.text = "slow on fake-node-3";
        desk.trace()->annotations()->setAnnotations({note});
        const Written kept = write(desk, "kept.html", &keepAll);
        QCOMPARE(kept.asked, 1);
        QVERIFY(contentOf(kept.path).contains(QStringLiteral("slow on fake-node-3")));
        const Written masked = write(desk, "masked.html", [](share::SecretKind, const QString&) { return true; });
        QCOMPARE(masked.asked, 1);
        QVERIFY(contentOf(masked.path).contains(QStringLiteral("slow on")));
        QVERIFY(!contentOf(masked.path).contains(QStringLiteral("fake-node-3")));
        const Written cancelled = write(desk, "cancelled.html", {});
        QVERIFY(cancelled.asked == 1 && !QFile::exists(cancelled.path));
    }

    void whatCannotBeWrittenIsSaid()
    {
        tests::Desk desk;
        desk.window.openFiles({desk.file("a.json")});
        QVERIFY(desk.settled());
        const Written out = write(desk, "no/such/folder.html", &keepAll);
        QVERIFY(out.message.contains(QStringLiteral("cannot be written")));
    }
};

STEPSCOPE_TEST(TestGuiReport)

#include "tst_gui_report.moc"
