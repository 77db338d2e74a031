// SPDX-License-Identifier: GPL-3.0-or-later
// End to end: the real program renders its window to a picture, without a display, and says what it refuses.
#include "tests/support/loaded_trace.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;

namespace {

struct Run
{
    int code = -1;
    QString out;
    QString error;
};

// A bare environment: no display, no platform, no settings of a person.
Run stepscopeWith(const QStringList& arguments, const QString& home)
{
    QProcess process;
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("HOME"), home);
    environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), home);
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    const QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "PATH"}) {
        if (own.contains(QLatin1String(name)))
            environment.insert(QLatin1String(name), own.value(QLatin1String(name)));
    }
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(STEPSCOPE_GUI_PATH), arguments);
    Run run;
    if (process.waitForFinished(60'000) && process.exitStatus() == QProcess::NormalExit)
        run.code = process.exitCode();
    run.out = QString::fromUtf8(process.readAllStandardOutput());
    run.error = QString::fromUtf8(process.readAllStandardError());
    return run;
}

int coloursIn(const QImage& image)
{
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width(); x += 2)
            colours.insert(image.pixel(x, y));
    }
    return static_cast<int>(colours.size());
}

} // namespace

class TestGuiScreenshot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void pictureHasTheAskedSize_data();
    void pictureHasTheAskedSize();
    void themesDiffer();
    void windowOfTimeChangesThePicture();
    void panelAndSelectionCanBeChosen();
    void severalFilesAreTabs();
    void twoRunsAreCompared();
    void refusedFileStillGivesAPicture();
    void oneGoodFileIsEnough();
    void missingFileIsRefused();
    void unwritablePictureIsAnError();
    void commandLineErrors();
    void noDisplayIsSaid();
    void leavesNoSettingsBehind();

private:
    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    [[nodiscard]] Run shoot(const QStringList& arguments) const
    {
        return stepscopeWith(
            QStringList {QStringLiteral("--screenshot"), path("out.png")} + arguments, m_folder->path());
    }
    [[nodiscard]] QImage picture() const { return QImage(path("out.png")); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestGuiScreenshot::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(tests::writeFile(path("small.json"), tests::smallTraceJson()));
    QVERIFY(tests::writeFile(path("broken.json"), "this is a letter, not a trace"));
}

void TestGuiScreenshot::pictureHasTheAskedSize_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QSize>("size");
    QTest::newRow("default") << QStringList() << QSize(1280, 720);
    QTest::newRow("size") << QStringList {QStringLiteral("--size"), QStringLiteral("900x600")} << QSize(900, 600);
    QTest::newRow("scale") << QStringList {QStringLiteral("--size"), QStringLiteral("900x600"),
        QStringLiteral("--scale"), QStringLiteral("2")}
                           << QSize(1800, 1200);
}

void TestGuiScreenshot::pictureHasTheAskedSize()
{
    QFETCH(QStringList, options);
    QFETCH(QSize, size);
    const Run run = shoot(options + QStringList {path("small.json")});
    QVERIFY2(run.code == 0, qPrintable(run.error));
    QCOMPARE(picture().size(), size);
    QVERIFY(coloursIn(picture()) > 50);
}

void TestGuiScreenshot::themesDiffer()
{
    QVERIFY(shoot({QStringLiteral("--theme"), QStringLiteral("light"), path("small.json")}).code == 0);
    const QImage light = picture();
    QVERIFY(shoot({QStringLiteral("--theme"), QStringLiteral("dark"), path("small.json")}).code == 0);
    const QImage dark = picture();
    QVERIFY(light.pixelColor(5, 50).lightness() > 200);
    QVERIFY(dark.pixelColor(5, 50).lightness() < 60);
}

void TestGuiScreenshot::windowOfTimeChangesThePicture()
{
    QVERIFY(shoot({path("small.json")}).code == 0);
    const QImage whole = picture();
    QVERIFY(shoot({path("small.json")}).code == 0);
    QCOMPARE(picture(), whole); // the same input gives the same picture
    QVERIFY(shoot({QStringLiteral("--window"), QStringLiteral("20us..120us"), path("small.json")}).code == 0);
    QVERIFY(picture() != whole);
}

void TestGuiScreenshot::panelAndSelectionCanBeChosen()
{
    const auto with = [this](const QStringList& options) {
        const Run run = shoot(options + QStringList {path("small.json")});
        return run.code == 0 ? picture() : QImage();
    };
    const QImage plain = with({});
    const QImage flame = with({QStringLiteral("--panel"), QStringLiteral("flame")});
    const QImage selected = with({QStringLiteral("--select"), QStringLiteral("aten::m")});
    QVERIFY(!plain.isNull() && !flame.isNull() && !selected.isNull());
    QVERIFY(flame != plain);
    QVERIFY(selected != plain);
    const Run noPanel = shoot({QStringLiteral("--panel"), QStringLiteral("toaster"), path("small.json")});
    QCOMPARE(noPanel.code, 2);
    QVERIFY(noPanel.error.contains(QStringLiteral("toaster")) && noPanel.error.contains(QStringLiteral("Kernels")));
    const Run noEvent = shoot({QStringLiteral("--select"), QStringLiteral("toaster"), path("small.json")});
    QCOMPARE(noEvent.code, 2);
    QVERIFY(noEvent.error.contains(QStringLiteral("toaster")));
}

void TestGuiScreenshot::severalFilesAreTabs()
{
    QVERIFY(shoot({path("small.json")}).code == 0);
    const QImage one = picture();
    QVERIFY(tests::writeFile(path("second.json"), tests::smallTraceJson()));
    QVERIFY(shoot({path("small.json"), path("second.json")}).code == 0);
    QVERIFY(picture() != one);
}

void TestGuiScreenshot::twoRunsAreCompared()
{
    QVERIFY(tests::writeFile(path("second.json"), tests::smallTraceJson()));
    QVERIFY(shoot({path("small.json"), path("second.json")}).code == 0);
    const QImage tabs = picture();
    const QString option = QStringLiteral("--compare");
    const Run both = shoot({option, path("small.json"), path("second.json")});
    QVERIFY2(both.code == 0, qPrintable(both.error));
    const QImage compared = picture();
    QVERIFY(compared != tabs);
    QVERIFY(coloursIn(compared) > 50);
    QVERIFY(
        shoot({option, QStringLiteral("--select"), QStringLiteral("aten::m"), path("small.json"), path("second.json")})
            .code
        == 0);
    QVERIFY(picture() != compared);
    const Run one = shoot({option, path("small.json"), path("broken.json")});
    QCOMPARE(one.code, 2);
    QVERIFY2(one.error.contains(QStringLiteral("nothing to compare")), qPrintable(one.error));
    QCOMPARE(shoot({option, path("small.json")}).code, 2);
}

void TestGuiScreenshot::refusedFileStillGivesAPicture()
{
    const Run run = shoot({path("broken.json")});
    QCOMPARE(run.code, 2);
    QVERIFY2(run.error.contains(QStringLiteral("broken.json")), qPrintable(run.error));
    QVERIFY(coloursIn(picture()) > 20); // the error page
}

void TestGuiScreenshot::oneGoodFileIsEnough()
{
    const Run run = shoot({path("broken.json"), path("small.json")});
    QCOMPARE(run.code, 0);
    QVERIFY(run.error.contains(QStringLiteral("broken.json")));
}

void TestGuiScreenshot::missingFileIsRefused()
{
    const Run run = shoot({path("nowhere.json")});
    QCOMPARE(run.code, 2);
    QVERIFY2(run.error.contains(QStringLiteral("nowhere.json")), qPrintable(run.error));
}

void TestGuiScreenshot::unwritablePictureIsAnError()
{
    const Run run = stepscopeWith(
        {QStringLiteral("--screenshot"), path("no/such/folder/out.png"), path("small.json")}, m_folder->path());
    QCOMPARE(run.code, 2);
    QVERIFY(run.error.contains(QStringLiteral("out.png")));
}

void TestGuiScreenshot::commandLineErrors()
{
    const Run wrong = stepscopeWith({QStringLiteral("--colour")}, m_folder->path());
    QCOMPARE(wrong.code, 2);
    QVERIFY(wrong.error.contains(QStringLiteral("colour")) && wrong.error.contains(QStringLiteral("--help")));
    const Run help = stepscopeWith({QStringLiteral("--help")}, m_folder->path());
    QCOMPARE(help.code, 0);
    QVERIFY(help.out.startsWith(QStringLiteral("Usage: stepscope")) && help.error.isEmpty());
}

void TestGuiScreenshot::noDisplayIsSaid()
{
    const Run run = stepscopeWith({path("small.json")}, m_folder->path());
    QCOMPARE(run.code, 2);
    QVERIFY2(run.error.contains(QStringLiteral("display")) && run.error.contains(QStringLiteral("stepscope-cli")),
        qPrintable(run.error));
}

void TestGuiScreenshot::leavesNoSettingsBehind()
{
    QVERIFY(shoot({path("small.json")}).code == 0);
    QVERIFY(!QDir(path(".config/stepscope")).exists());
}

STEPSCOPE_TEST(TestGuiScreenshot)
#include "tst_gui_screenshot.moc"
