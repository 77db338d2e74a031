// SPDX-License-Identifier: GPL-3.0-or-later
// What a picture shows that should not be shared is found, and is in no file once it is masked.
#include "tests/support/test_registry.h"
#include "widgets/picture/drawing.h"
#include "widgets/share/picture_secrets.h"

#include <QBuffer>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::widgets;
using share::SecretKind;

namespace {

const IsMasked kAll = [](SecretKind, const QString&) { return true; };

// Two texts in a row that make up one path, a host known from the file, and ordinary words.
Picture picture()
{
    Picture out;
    out.size = {400, 120};
    out.paint = [](QPainter& painter) {
        painter.fillRect(0, 0, 400, 120, Qt::white);
        painter.setPen(Qt::black);
        painter.drawText(10, 20, QStringLiteral("aten::mm on fake-node-3"));
        const QString start = QStringLiteral("/home/mal");
        painter.drawText(10, 60, start);
        painter.drawText(
            QPointF(10 + painter.fontMetrics().horizontalAdvance(start), 60), QStringLiteral("lory/x.py(3): step"));
        painter.drawText(10, 100, QStringLiteral("Step 3: 12.5 ms"));
    };
    out.title = QStringLiteral("fake-node-3_12.json");
    out.keys = {
        {QStringLiteral("session"), QStringLiteral("{\"files\": [{\"path\": \"/home/mallory/fake-node-3.json\"}]}")}};
    return out;
}

share::KnownSecrets known()
{
    share::KnownSecrets out;
    out.names.hosts.insert("fake-node-3");
    return out;
}

QByteArray written(const Picture& what, PictureFormat format)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    return writePicture(what, {format, 1}, buffer) ? buffer.data() : QByteArray();
}

} // namespace

class TestPictureSecrets : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void areFoundWithTheirPlace()
    {
        share::KnownSecrets names = known();
        const std::vector<ShownSecret> secrets = secretsIn(picture(), names);
        QCOMPARE(secrets.size(), std::size_t {2});
        QCOMPARE(secrets[0].kind, SecretKind::HostName);
        QCOMPARE(secrets[0].text, QStringLiteral("fake-node-3"));
        QCOMPARE(secrets[0].count, 3); // on the picture, in the session and in the title
        QVERIFY(secrets[0].place.contains(QPointF(40, 16)));
        QCOMPARE(secrets[1].kind, SecretKind::HomePath);
        QCOMPARE(secrets[1].text, QStringLiteral("mallory"));
        QVERIFY(secrets[1].place.contains(QPointF(20, 56)) && !secrets[1].place.contains(QPointF(20, 16)));
    }

    void ofAWidget()
    {
        QLabel label(QStringLiteral("Saved in /home/mallory/x, 3 events"));
        label.resize(300, 30);
        share::KnownSecrets names;
        const Picture of {label.size(), [&label](QPainter& painter) { label.render(&painter); }, {}, {}, {}};
        QCOMPARE(secretsIn(of, names).size(), std::size_t {1});
        QVERIFY(secretsIn(masked(of, names, kAll), names).empty());
    }

    // Text that goes on in the next line, as labels and tables break it.
    void overTwoLines()
    {
        Picture of;
        of.size = {300, 120};
        of.paint = [](QPainter& painter) {
            const int down = painter.fontMetrics().height();
            painter.drawText(10, 20, QStringLiteral("saved in /home/"));
            painter.drawText(10, 20 + down, QStringLiteral("mallory/x on fake-no"));
            painter.drawText(10, 20 + 2 * down, QStringLiteral("de-3, 3 events"));
            painter.drawText(150, 20, QStringLiteral("aten::mm"));
        };
        share::KnownSecrets names = known();
        const std::vector<ShownSecret> secrets = secretsIn(of, names);
        QCOMPARE(secrets.size(), std::size_t {2});
        QCOMPARE(secrets[0].text, QStringLiteral("mallory"));
        QCOMPARE(secrets[1].text, QStringLiteral("fake-node-3"));
        QByteArray texts;
        const Picture clean = masked(of, names, kAll);
        for (const DrawnItem& item : recordDrawing(clean.size, clean.paint).items) {
            if (const auto* text = std::get_if<DrawnText>(&item.what))
                texts += text->text.toUtf8() + '|';
        }
        QCOMPARE(texts, QByteArray("saved in /home/|user/x on <host>|, 3 events|aten::mm|"));
    }

    // A long token in a narrow column: no line alone looks like one.
    void overManyLines()
    {
        const QString token = QStringLiteral("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.fakefakefakefake0123");
        Picture of;
        of.size = {300, 200};
        of.paint = [&token](QPainter& painter) {
            const int down = painter.fontMetrics().height();
            constexpr int kPart = 15;
            for (int i = 0; i * kPart < token.size(); ++i)
                painter.drawText(10, 20 + i * down, token.mid(i * kPart, kPart));
            painter.drawText(10, 20 + 8 * down, QStringLiteral("aten::mm"));
        };
        share::KnownSecrets names;
        const Picture clean = masked(of, names, kAll);
        QByteArray texts;
        for (const DrawnItem& item : recordDrawing(clean.size, clean.paint).items) {
            if (const auto* text = std::get_if<DrawnText>(&item.what))
                texts += text->text.toUtf8();
        }
        QCOMPARE(texts, QByteArray("<token>aten::mm"));
    }

    void noFormatHoldsThem_data()
    {
        QTest::addColumn<int>("format");
        QTest::newRow("png") << static_cast<int>(PictureFormat::Png);
        QTest::newRow("svg") << static_cast<int>(PictureFormat::Svg);
        QTest::newRow("pdf") << static_cast<int>(PictureFormat::Pdf);
    }
    void noFormatHoldsThem()
    {
        QFETCH(int, format);
        share::KnownSecrets names = known();
        const Picture clean = masked(picture(), names, kAll);
        const auto kind = static_cast<PictureFormat>(format);
        if (kind == PictureFormat::Pdf && pdfReader().isEmpty())
            QSKIP("pdftotext is not there");
        const QByteArray open = textsOf(written(picture(), kind), kind);
        const QByteArray hidden = textsOf(written(clean, kind), kind);
        QVERIFY(!hidden.isEmpty());
        for (const char* secret : {"mallory", "lory/x.py", "fake-node-3"})
            QVERIFY2(!hidden.contains(secret), secret);
        if (kind == PictureFormat::Png)
            QVERIFY(open.contains("/home/mallory") && hidden.contains("/home/user/<host>.json"));
        else
            QVERIFY(
                open.contains("fake-node-3") && hidden.contains("aten::mm on") && hidden.contains("Step 3: 12.5 ms"));
    }

    // Masked texts are other pixels, all others the same.
    void pixelsOfOtherTextsStay()
    {
        share::KnownSecrets names = known();
        const QImage before = toImage(masked(picture(), names, [](SecretKind, const QString&) { return false; }), 1);
        const QImage after = toImage(masked(picture(), names, kAll), 1);
        QVERIFY(before.copy(0, 0, 400, 30) != after.copy(0, 0, 400, 30));
        QVERIFY(before.copy(0, 40, 400, 30) != after.copy(0, 40, 400, 30));
        QCOMPARE(after.copy(0, 80, 400, 40), before.copy(0, 80, 400, 40));
    }

    void onlyWhatIsChosen()
    {
        share::KnownSecrets names = known();
        const Picture clean
            = masked(picture(), names, [](SecretKind kind, const QString&) { return kind == SecretKind::HostName; });
        const std::vector<ShownSecret> left = secretsIn(clean, names);
        QCOMPARE(left.size(), std::size_t {1});
        QCOMPARE(left[0].text, QStringLiteral("mallory"));
    }

    void ordinaryTextsStay()
    {
        share::KnownSecrets names = known();
        const Picture plain {{300, 100},
            [](QPainter& painter) {
                painter.drawText(10, 20, QStringLiteral("void at::native::kernel<4, float>(int) 12:34:56"));
                painter.drawText(10, 40, QStringLiteral("cudnn 8.9.2.26"));
                painter.drawText(10, 60, QStringLiteral("max_token"));
                painter.drawText(200, 60, QStringLiteral("4096"));
            },
            QStringLiteral("trace.json"), {}, {}};
        QVERIFY(secretsIn(plain, names).empty());
    }

private:
    static QString pdfReader() { return QStandardPaths::findExecutable(QStringLiteral("pdftotext")); }
    // What the file says in words.
    static QByteArray textsOf(const QByteArray& file, PictureFormat format)
    {
        if (format == PictureFormat::Svg)
            return file;
        if (format == PictureFormat::Png) {
            const QImage image = QImage::fromData(file);
            return image.text().toUtf8();
        }
        QProcess process;
        process.start(pdfReader(), {QStringLiteral("-layout"), QStringLiteral("-"), QStringLiteral("-")});
        process.write(file);
        process.closeWriteChannel();
        return process.waitForFinished(20'000) ? process.readAllStandardOutput() : QByteArray();
    }
};

STEPSCOPE_TEST(TestPictureSecrets)
#include "tst_picture_secrets.moc"
