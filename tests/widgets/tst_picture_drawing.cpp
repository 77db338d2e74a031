// SPDX-License-Identifier: GPL-3.0-or-later
// What is painted becomes a list of shapes, images and texts that looks the same when it is painted again, is clipped
// as widgets are, and is valid SVG whatever the texts are.
#include "tests/support/test_registry.h"
#include "tests/widgets/picture_checks.h"
#include "widgets/picture/picture.h"
#include "widgets/picture/svg_writer.h"

#include <QBuffer>
#include <QDir>
#include <QLabel>
#include <QPainter>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace stepscope;
using namespace stepscope::widgets;

namespace {

constexpr QSize kSize {400, 240};

// A bit of everything: lines, hatches, gradients, clipped and turned text, images.
void paintSample(QPainter& painter)
{
    painter.fillRect(QRect(QPoint(0, 0), kSize), QColor(0xf6, 0xf7, 0xf9));
    painter.setPen(QColor(0x2f, 0x6f, 0xed));
    painter.drawRect(10, 10, 80, 40);
    painter.drawLine(0, 60, 399, 60);
    painter.fillRect(QRect(100, 10, 80, 40), QBrush(QColor(0xd5, 0x5e, 0x00), Qt::BDiagPattern));
    QLinearGradient gradient(190, 0, 270, 0);
    gradient.setColorAt(0, Qt::red);
    gradient.setColorAt(1, Qt::blue);
    painter.fillRect(QRect(190, 10, 80, 40), gradient);
    QImage image(20, 20, QImage::Format_RGB32);
    image.fill(QColor(0x1a, 0x7f, 0x4b));
    painter.drawImage(QRect(280, 10, 40, 40), image);
    painter.setOpacity(0.5);
    painter.fillRect(QRect(330, 10, 40, 40), Qt::black);
    painter.setOpacity(1);
    QFont font = painter.font();
    font.setPixelSize(14);
    painter.setFont(font);
    painter.setPen(Qt::black);
    painter.drawText(QPointF(10, 90), QStringLiteral("plain text"));
    painter.save();
    painter.setClipRect(QRect(10, 100, 60, 30));
    painter.drawText(QPointF(10, 120), QStringLiteral("only its beginning is seen"));
    painter.restore();
    painter.save();
    painter.translate(300, 200);
    painter.rotate(-90);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawText(QPointF(0, 0), QStringLiteral("turned"));
    painter.drawEllipse(QRectF(10, 10, 60, 40));
    painter.restore();
}

Picture sample()
{
    return {kSize, paintSample, QStringLiteral("a sample"), QStringLiteral("test"), {}};
}

QByteArray written(const Picture& picture, PictureFormat format)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    return writePicture(picture, {format, 1}, buffer) ? bytes : QByteArray();
}

const DrawnItem* itemOf(const Drawing& drawing, const QString& text)
{
    for (const DrawnItem& item : drawing.items) {
        const auto* drawn = std::get_if<DrawnText>(&item.what);
        if (drawn != nullptr && drawn->text == text)
            return &item;
    }
    return nullptr;
}

} // namespace

class TestPictureDrawing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void paintedAgainItLooksTheSame();
    void textsAreWhereTheyAreSeen();
    void widgetsClipTheirChildren();
    void widgetsMayStandAnywhere();
    void clipsOfWidgetsEnd();
    void linesLieOnPixels();
    void svgIsValidWhateverIsWritten();
    void svgKeepsTexts();
    void otherProgramsAgree_data();
    void otherProgramsAgree();
    void pngHasThePixelsAskedFor();
    void formatComesFromTheName();
    void whatCannotBeWrittenStays();
};

void TestPictureDrawing::paintedAgainItLooksTheSame()
{
    const QImage direct = toImage(sample(), 1);
    const Drawing drawing = recordDrawing(kSize, paintSample);
    const QImage again = toImage({kSize, [&drawing](QPainter& painter) { drawing.play(painter); }, {}, {}, {}}, 1);
    const tests::Difference difference = tests::differenceOf(direct, again);
    QVERIFY2(difference.mean < 1 && difference.most < 24,
        qPrintable(QStringLiteral("mean %1, most %2").arg(difference.mean).arg(difference.most)));
}

void TestPictureDrawing::textsAreWhereTheyAreSeen()
{
    const Drawing drawing = recordDrawing(kSize, paintSample);
    QCOMPARE(tests::textsOf(drawing),
        QStringList(
            {QStringLiteral("plain text"), QStringLiteral("only its beginning is seen"), QStringLiteral("turned")}));
    const DrawnItem* plain = itemOf(drawing, QStringLiteral("plain text"));
    QVERIFY(!plain->clip);
    QVERIFY(plain->box.contains(QPointF(20, 86)) && plain->box.top() > 70 && plain->box.width() > 40);
    const DrawnItem* clipped = itemOf(drawing, QStringLiteral("only its beginning is seen"));
    QVERIFY(clipped->clip && clipped->clip->boundingRect() == QRectF(10, 100, 60, 30));
    const DrawnItem* turned = itemOf(drawing, QStringLiteral("turned"));
    QVERIFY(turned->box.height() > turned->box.width() && turned->box.bottom() <= 201);
}

void TestPictureDrawing::widgetsClipTheirChildren()
{
    QWidget window;
    window.resize(200, 100);
    QWidget frame(&window);
    frame.setGeometry(20, 20, 60, 40);
    QLabel inside(QStringLiteral("in"), &frame);
    inside.setGeometry(2, 2, 40, 20);
    QLabel cut(QStringLiteral("reaches far beyond its frame"), &frame);
    cut.setGeometry(2, 18, 190, 20);
    QLabel outside(QStringLiteral("never seen"), &frame);
    outside.setGeometry(70, 2, 100, 20);
    const Drawing drawing = recordDrawing(window.size(), [&](QPainter& painter) { window.render(&painter); });
    QCOMPARE(
        tests::textsOf(drawing), QStringList({QStringLiteral("in"), QStringLiteral("reaches far beyond its frame")}));
    const DrawnItem* clipped = itemOf(drawing, QStringLiteral("reaches far beyond its frame"));
    QVERIFY(clipped->clip);
    QCOMPARE(clipped->clip->boundingRect(), QRectF(22, 38, 58, 20));
}

void TestPictureDrawing::widgetsMayStandAnywhere()
{
    QWidget window;
    window.resize(200, 100);
    QLabel above(QStringLiteral("left out"), &window);
    above.setGeometry(0, 0, 100, 20);
    QWidget frame(&window);
    frame.setGeometry(20, 30, 60, 40);
    QLabel cut(QStringLiteral("reaches far beyond its frame"), &frame);
    cut.setGeometry(2, 10, 190, 20);
    const auto paint = [&](QPainter& painter) {
        painter.translate(30, 10);
        window.render(&painter, {}, QRect(0, 20, 200, 80));
    };
    const Drawing drawing = recordDrawing({300, 200}, paint);
    QCOMPARE(tests::textsOf(drawing), QStringList {QStringLiteral("reaches far beyond its frame")});
    QCOMPARE(drawing.items.back().clip->boundingRect(), QRectF(52, 30, 58, 20));
    const Picture picture {{300, 200}, paint, {}, {}, {}};
    const QImage pixels = toImage(picture, 2);
    const QImage lines = toImage({{300, 200}, [&](QPainter& painter) { drawing.play(painter); }, {}, {}, {}}, 2);
    const tests::Difference difference = tests::differenceOf(pixels, lines);
    QVERIFY2(difference.mean < 1 && difference.most < 40,
        qPrintable(QStringLiteral("mean %1, most %2").arg(difference.mean).arg(difference.most)));
}

// As cells of a table do: a text that is cut clips for itself, what follows is seen again.
class Cell : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        painter.save();
        painter.setClipRect(QRect(10, 10, 100, 20));
        painter.drawText(QRect(90, 10, 4, 20), Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("%"));
        painter.drawText(QRect(20, 10, 60, 20), Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("40.7"));
        painter.restore();
        painter.drawText(QPointF(20, 60), QStringLiteral("free"));
    }
};

void TestPictureDrawing::clipsOfWidgetsEnd()
{
    QWidget window;
    window.resize(200, 100);
    Cell cell(&window);
    cell.setGeometry(5, 5, 150, 80);
    const Drawing drawing = recordDrawing(window.size(), [&](QPainter& painter) { window.render(&painter); });
    QCOMPARE(
        tests::textsOf(drawing), QStringList({QStringLiteral("%"), QStringLiteral("40.7"), QStringLiteral("free")}));
    QCOMPARE(itemOf(drawing, QStringLiteral("%"))->clip->boundingRect(), QRectF(95, 15, 4, 20));
    QVERIFY(!itemOf(drawing, QStringLiteral("40.7"))->clip);
}

void TestPictureDrawing::linesLieOnPixels()
{
    constexpr int kCorner = 80; // corners are off by that much, lines between pixels by 128
    const auto paint = [](QPainter& painter) {
        painter.fillRect(QRect(0, 0, 40, 40), Qt::white);
        painter.setPen(Qt::black);
        painter.drawRect(5, 5, 20, 20);
    };
    const Drawing drawing = recordDrawing({40, 40}, paint);
    const Picture picture {{40, 40}, [&drawing](QPainter& painter) { drawing.play(painter); }, {}, {}, {}};
    const QImage again = toImage(picture, 1);
    const QImage direct = toImage({{40, 40}, paint, {}, {}, {}}, 1);
    for (int y = 0; y < 40; ++y) {
        for (int x = 0; x < 40; ++x)
            QVERIFY2(std::abs(qGray(again.pixel(x, y)) - qGray(direct.pixel(x, y))) < kCorner,
                qPrintable(QStringLiteral("%1, %2: %3").arg(x).arg(y).arg(qGray(again.pixel(x, y)))));
    }
}

void TestPictureDrawing::svgIsValidWhateverIsWritten()
{
    QString hostile = QStringLiteral("a<b>&\"'c ]]> ") + QChar(1) + QChar(0x1b) + QChar(0xd800) + QChar(0xffff);
    hostile += QString::fromUtf8("\xf0\x9f\x94\xa5");
    QCOMPARE(validXml(hostile), QStringLiteral("a<b>&\"'c ]]> ") + QString::fromUtf8("\xf0\x9f\x94\xa5"));
    const Picture picture {
        kSize, [&](QPainter& painter) { painter.drawText(QPointF(5, 50), hostile); }, hostile, {}, {}};
    QXmlStreamReader reader(written(picture, PictureFormat::Svg));
    QString read;
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("text"))
            read += reader.readElementText();
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QVERIFY(read.startsWith(QStringLiteral("a<b>&\"'c ]]>")));
}

void TestPictureDrawing::svgKeepsTexts()
{
    const QString svg = QString::fromUtf8(written(sample(), PictureFormat::Svg));
    QVERIFY(svg.contains(QStringLiteral(">plain text</text>")));
    QVERIFY(svg.contains(QStringLiteral("<title>a sample</title>")));
    QVERIFY(svg.contains(QStringLiteral("font-size=\"14\"")));
    QVERIFY(svg.contains(QStringLiteral("clip-path=\"url(#clip1)\"")));
}

void TestPictureDrawing::otherProgramsAgree_data()
{
    QTest::addColumn<PictureFormat>("format");
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("SVG") << PictureFormat::Svg << QStringLiteral("rsvg-convert")
                         << QStringList {QStringLiteral("in.svg"), QStringLiteral("-o"), QStringLiteral("out.png")};
    QTest::newRow("PDF") << PictureFormat::Pdf << QStringLiteral("pdftoppm")
                         << QStringList {QStringLiteral("-png"), QStringLiteral("-r"), QStringLiteral("96"),
                                QStringLiteral("-singlefile"), QStringLiteral("in.pdf"), QStringLiteral("out")};
}

void TestPictureDrawing::otherProgramsAgree()
{
    QFETCH(PictureFormat, format);
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    const QString found = QStandardPaths::findExecutable(program);
    if (found.isEmpty())
        QSKIP("the program is not installed");
    const QTemporaryDir folder;
    QVERIFY(writePicture(sample(), {format, 1}, folder.filePath(QStringLiteral("in.") + extensionOf(format))));
    QProcess process;
    process.setWorkingDirectory(folder.path());
    process.start(found, arguments);
    QVERIFY(process.waitForFinished() && process.exitCode() == 0);
    const QImage theirs(folder.filePath(QStringLiteral("out.png")));
    QCOMPARE(theirs.size(), kSize);
    const tests::Difference difference = tests::differenceOf(toImage(sample(), 1), theirs);
    QVERIFY2(difference.mean < 1.5 && difference.most < 48,
        qPrintable(QStringLiteral("mean %1, most %2").arg(difference.mean).arg(difference.most)));
}

void TestPictureDrawing::pngHasThePixelsAskedFor()
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    Picture picture = sample();
    picture.keys.insert(QStringLiteral("Stepscope-Test"), QStringLiteral("a value"));
    QVERIFY(writePicture(picture, {PictureFormat::Png, 3}, buffer));
    const QImage image = QImage::fromData(bytes, "png");
    QCOMPARE(image.size(), kSize * 3);
    QCOMPARE(image.text(QStringLiteral("Stepscope-Test")), QStringLiteral("a value"));
    QCOMPARE(image.text(QStringLiteral("Title")), QStringLiteral("a sample"));
    QCOMPARE(image.dotsPerMeterX(), 11339); // 288 an inch
}

void TestPictureDrawing::formatComesFromTheName()
{
    QCOMPARE(pictureFormatOf(QStringLiteral("a.b/x.PNG")), PictureFormat::Png);
    QCOMPARE(pictureFormatOf(QStringLiteral("x.tar.svg")), PictureFormat::Svg);
    QCOMPARE(pictureFormatOf(QStringLiteral("x.pdf")), PictureFormat::Pdf);
    QVERIFY(!pictureFormatOf(QStringLiteral("x.jpg")));
    QVERIFY(!pictureFormatOf(QStringLiteral("a.svg/x")));
}

void TestPictureDrawing::whatCannotBeWrittenStays()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("no/such/folder/x.png"));
    const auto refused = writePicture(sample(), {PictureFormat::Png, 1}, path);
    QVERIFY(!refused);
    QVERIFY(QString::fromStdString(refused.error().message).startsWith(path));
    const QString kept = folder.filePath(QStringLiteral("kept.svg"));
    QVERIFY(writePicture(sample(), {PictureFormat::Svg, 1}, kept));
    QCOMPARE(
        QDir(folder.path()).entryList(QDir::Files), QStringList {QStringLiteral("kept.svg")}); // and nothing beside
}

STEPSCOPE_TEST(TestPictureDrawing)

#include "tst_picture_drawing.moc"
