// SPDX-License-Identifier: GPL-3.0-or-later
// End to end: the real program writes pictures of a chosen part in every format, and says what it cannot show.
#include "tests/support/loaded_trace.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_registry.h"
#include "tests/support/training_steps.h"
#include "tests/widgets/picture_checks.h"

#include <QDir>
#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace stepscope;

namespace {

struct Run
{
    int code = -1;
    QString error;
};

Run programWith(const QString& program, const QStringList& arguments, const QString& folder)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), folder); // else Qt says that there is none
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    Run run;
    if (process.waitForFinished(60'000) && process.exitStatus() == QProcess::NormalExit)
        run.code = process.exitCode();
    run.error = QString::fromUtf8(process.readAllStandardError());
    return run;
}

// Seven steps whose GPU waits for the data loader.
QByteArray slowRun()
{
    tests::EventList list;
    for (int i = 0; i < 7; ++i) {
        tests::StepEvents step(list, i, i + 3);
        step.cpu("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 100, 5000);
        step.kernel("gemm_f16", 5200, 5300, 4000);
    }
    return tests::fileOf(list);
}

QStringList textsOfSvg(const QString& path)
{
    QFile file(path);
    QStringList texts;
    if (!file.open(QIODevice::ReadOnly))
        return texts;
    QXmlStreamReader reader(&file);
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("text"))
            texts << reader.readElementText();
    }
    return reader.hasError() ? QStringList() : texts;
}

} // namespace

class TestGuiPictureFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void everyViewHasTheAskedSize_data();
    void everyViewHasTheAskedSize();
    void svgHasItsTexts();
    void reportsHaveTheirTable();
    void formatsLookAlike_data();
    void formatsLookAlike();
    void findingAndStepAreShown();
    void captionIsWritten();
    void whatIsNotThereIsSaid_data();
    void whatIsNotThereIsSaid();
    void otherFilesHavePicturesToo();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] Run shoot(const QString& name, const QStringList& arguments) const
    {
        return programWith(QStringLiteral(STEPSCOPE_GUI_PATH),
            QStringList {QStringLiteral("--screenshot"), path(name)} + arguments, m_folder->path());
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestGuiPictureFiles::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(tests::writeFile(path(QStringLiteral("slow.json")), slowRun()));
    QVERIFY(tests::writeFile(path(QStringLiteral("other.json")), slowRun().replace("gemm_f16", "gemm_f32")));
}

void TestGuiPictureFiles::everyViewHasTheAskedSize_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QSize>("least"); // of a picture of 900 x 600, twice as fine
    QTest::addColumn<QSize>("most");
    QTest::newRow("page") << QStringLiteral("page") << QSize(1800, 1200) << QSize(1800, 1200);
    QTest::newRow("view") << QStringLiteral("view") << QSize(1800, 1000) << QSize(1800, 1200);
    QTest::newRow("report") << QStringLiteral("report") << QSize(1800, 1000) << QSize(1900, 2000);
}

void TestGuiPictureFiles::everyViewHasTheAskedSize()
{
    QFETCH(QString, view);
    QFETCH(QSize, least);
    QFETCH(QSize, most);
    const Run run = shoot(QStringLiteral("o.png"),
        {QStringLiteral("--size"), QStringLiteral("900x600"), QStringLiteral("--scale"), QStringLiteral("2"),
            QStringLiteral("--view"), view, QStringLiteral("slow.json")});
    QVERIFY2(run.code == 0, qPrintable(run.error));
    const QSize size = QImage(path(QStringLiteral("o.png"))).size();
    QVERIFY2(size.boundedTo(most) == size && size.expandedTo(least) == size,
        qPrintable(QStringLiteral("%1 x %2").arg(size.width()).arg(size.height())));
}

void TestGuiPictureFiles::svgHasItsTexts()
{
    const Run run = shoot(QStringLiteral("o.svg"),
        {QStringLiteral("--view"), QStringLiteral("report"), QStringLiteral("--panel"), QStringLiteral("kernels"),
            QStringLiteral("slow.json")});
    QVERIFY2(run.code == 0, qPrintable(run.error));
    const QString texts = textsOfSvg(path(QStringLiteral("o.svg"))).join(QLatin1Char('\n'));
    for (const char* text : {"GPU 0", "stream 7", "gemm_f16", "What to do", "DataLoader", "Calls"})
        QVERIFY2(texts.contains(QLatin1String(text)), text);
    QVERIFY(!texts.contains(m_folder->path())); // names, no folders
}

void TestGuiPictureFiles::reportsHaveTheirTable()
{
    const Run run = shoot(QStringLiteral("o.svg"),
        {QStringLiteral("--view"), QStringLiteral("report"), QStringLiteral("--step"), QStringLiteral("5"),
            QStringLiteral("--caption"), QStringLiteral("slow.json")});
    QVERIFY2(run.code == 0, qPrintable(run.error));
    const QStringList texts = textsOfSvg(path(QStringLiteral("o.svg")));
    QVERIFY2(texts.contains(QStringLiteral("Calls")), qPrintable(texts.join(QLatin1Char('\n')))); // of the kernels
    QVERIFY(texts.constLast().contains(QStringLiteral("ProfilerStep#5")));
}

void TestGuiPictureFiles::formatsLookAlike_data()
{
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("SVG") << QStringLiteral("svg") << QStringLiteral("rsvg-convert")
                         << QStringList {QStringLiteral("o.svg"), QStringLiteral("-o"), QStringLiteral("back.png")};
    QTest::newRow("PDF") << QStringLiteral("pdf") << QStringLiteral("pdftoppm")
                         << QStringList {QStringLiteral("-png"), QStringLiteral("-r"), QStringLiteral("96"),
                                QStringLiteral("-singlefile"), QStringLiteral("o.pdf"), QStringLiteral("back")};
}

void TestGuiPictureFiles::formatsLookAlike()
{
    QFETCH(QString, ending);
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    const QString found = QStandardPaths::findExecutable(program);
    if (found.isEmpty())
        QSKIP("the program is not installed");
    for (const char* theme : {"light", "dark"}) {
        const QStringList options {QStringLiteral("--theme"), QLatin1String(theme), QStringLiteral("--view"),
            QStringLiteral("page"), QStringLiteral("slow.json")};
        QCOMPARE(shoot(QStringLiteral("o.png"), options).code, 0);
        QCOMPARE(shoot(QStringLiteral("o.") + ending, options).code, 0);
        QCOMPARE(programWith(found, arguments, m_folder->path()).code, 0);
        const QImage png(path(QStringLiteral("o.png")));
        const QImage back(path(QStringLiteral("back.png")));
        QCOMPARE(back.size(), png.size());
        const tests::Difference difference = tests::differenceOf(png, back);
        QVERIFY2(difference.mean < 3 && difference.most < 110,
            qPrintable(QStringLiteral("mean %1, most %2").arg(difference.mean).arg(difference.most)));
    }
}

void TestGuiPictureFiles::findingAndStepAreShown()
{
    const auto with = [this](const QStringList& options) {
        const Run run = shoot(QStringLiteral("o.png"),
            QStringList {QStringLiteral("--view"), QStringLiteral("view")} + options
                + QStringList {QStringLiteral("slow.json")});
        return run.code == 0 ? QImage(path(QStringLiteral("o.png"))) : QImage();
    };
    const QImage whole = with({});
    const QImage finding = with({QStringLiteral("--finding"), QStringLiteral("1")});
    const QImage step = with({QStringLiteral("--step"), QStringLiteral("5")});
    QVERIFY(!whole.isNull() && !finding.isNull() && !step.isNull());
    QVERIFY(finding != whole && step != whole && step != finding);
}

void TestGuiPictureFiles::captionIsWritten()
{
    const Run run = shoot(QStringLiteral("o.svg"),
        {QStringLiteral("--view"), QStringLiteral("view"), QStringLiteral("--caption"), QStringLiteral("--step"),
            QStringLiteral("5"), path(QStringLiteral("slow.json"))});
    QVERIFY2(run.code == 0, qPrintable(run.error));
    const QStringList texts = textsOfSvg(path(QStringLiteral("o.svg")));
    QVERIFY(!texts.isEmpty());
    const QString caption = texts.constLast();
    for (const char* part : {"slow.json", "ProfilerStep#5", "Stepscope ", " ms from +"})
        QVERIFY2(caption.contains(QLatin1String(part)), qPrintable(caption));
    QVERIFY(!caption.contains(m_folder->path()));
}

void TestGuiPictureFiles::whatIsNotThereIsSaid_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("finding") << QStringList {QStringLiteral("--finding"), QStringLiteral("99")}
                             << QStringList {
                                    QStringLiteral("--finding"), QStringLiteral("99"), QStringLiteral("there are ")};
    QTest::newRow("step") << QStringList {QStringLiteral("--step"), QStringLiteral("99")}
                          << QStringList {QStringLiteral("--step"), QStringLiteral("99"), QStringLiteral("3 to 9")};
    QTest::newRow("table") << QStringList {QStringLiteral("--view"), QStringLiteral("report"),
        QStringLiteral("--panel"), QStringLiteral("Metadata")}
                           << QStringList {QStringLiteral("Metadata"), QStringLiteral("no table")};
    QTest::newRow("file") << QStringList {QStringLiteral("--view"), QStringLiteral("view"), QStringLiteral("none.json")}
                          << QStringList {QStringLiteral("none.json")};
}

void TestGuiPictureFiles::whatIsNotThereIsSaid()
{
    QFETCH(QStringList, options);
    QFETCH(QStringList, words);
    if (!options.contains(QStringLiteral("none.json")))
        options << QStringLiteral("slow.json");
    const Run run = shoot(QStringLiteral("o.png"), options);
    QCOMPARE(run.code, 2);
    QCOMPARE(run.error.count(QLatin1Char('\n')), 1);
    for (const QString& word : words)
        QVERIFY2(run.error.contains(word), qPrintable(run.error));
}

void TestGuiPictureFiles::otherFilesHavePicturesToo()
{
    const Run compared = shoot(QStringLiteral("o.svg"),
        {QStringLiteral("--compare"), QStringLiteral("--view"), QStringLiteral("report"), QStringLiteral("--caption"),
            QStringLiteral("slow.json"), QStringLiteral("other.json")});
    QVERIFY2(compared.code == 0, qPrintable(compared.error));
    const QString texts = textsOfSvg(path(QStringLiteral("o.svg"))).join(QLatin1Char('\n'));
    QVERIFY(texts.contains(QStringLiteral("slow.json → other.json")));
    QVERIFY2(texts.contains(QStringLiteral("step time (mean)")), qPrintable(texts)); // of the first table
}

STEPSCOPE_TEST(TestGuiPictureFiles)
#include "tst_gui_picture_files.moc"
