// SPDX-License-Identifier: GPL-3.0-or-later
// Pages that stand in for a trace: loading, error, welcome; and the icons they are drawn with.
#include "tests/support/test_registry.h"
#include "widgets/common/icon.h"
#include "widgets/common/theme.h"
#include "widgets/pages/error_page.h"
#include "widgets/pages/loading_page.h"
#include "widgets/pages/recorder_box.h"
#include "widgets/pages/welcome_page.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace stepscope;
using namespace stepscope::widgets;

namespace {

QString allText(const QWidget& page)
{
    QStringList texts;
    for (const QLabel* label : page.findChildren<QLabel*>()) {
        if (label->isVisibleTo(&page))
            texts << label->text();
    }
    return texts.join(QLatin1Char('\n'));
}

QPushButton* button(const QWidget& page, const char* text)
{
    for (QPushButton* candidate : page.findChildren<QPushButton*>()) {
        if (candidate->text() == QLatin1String(text))
            return candidate;
    }
    return nullptr;
}

JobProgress reading(std::uint64_t done, std::uint64_t total, std::int64_t elapsedMs)
{
    JobProgress progress;
    progress.stage = LoadStage::Reading;
    progress.bytesDone = done;
    progress.bytesTotal = total;
    progress.elapsedMs = elapsedMs;
    return progress;
}

} // namespace

class TestPages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void errorSaysWhatWhereAndWhatToDo();
    void errorWithoutAPlace();
    void everyErrorHasWords_data();
    void everyErrorHasWords();
    void errorButtons();
    void loadingShowsBytesEventsAndTime();
    void loadingNeverGuesses();
    void loadingBarOnlyGrows();
    void loadingCancels();
    void welcomeOpensRecentFiles();
    void welcomeIsReadWhole();
    void welcomeHandsOutTheRecorder();
    void iconsAreTintedAndSharp();
};

void TestPages::errorSaysWhatWhereAndWhatToDo()
{
    ThemeSource theme;
    ErrorPage page(&theme);
    page.showError(
        QStringLiteral("/t/photo.json"), Error {ErrorClass::NotATrace, "It seems to be a picture.", 1234567, 12});
    const QString text = allText(page);
    for (const char* part : {"This is not a trace", "/t/photo.json", "It seems to be a picture.", "line 12",
             "byte 1 234 567", "export_chrome_trace"})
        QVERIFY2(text.contains(QLatin1String(part)), part);
    QCOMPARE(page.messageText(), QStringLiteral("/t/photo.json: It seems to be a picture. (line 12, byte 1 234 567)"));
}

void TestPages::errorWithoutAPlace()
{
    ThemeSource theme;
    ErrorPage page(&theme);
    page.showError(QStringLiteral("/t/a"), Error {ErrorClass::Unreadable, "No such file.", -1, -1});
    QVERIFY(!allText(page).contains(QStringLiteral("byte")));
    QCOMPARE(page.messageText(), QStringLiteral("/t/a: No such file."));
    page.showError(QStringLiteral("/t/a"), Error {ErrorClass::NotATrace, "Hm.", 0, -1});
    QVERIFY(allText(page).contains(QStringLiteral("byte 0")));
}

void TestPages::everyErrorHasWords_data()
{
    QTest::addColumn<int>("errorClass");
    for (int i = 0; i <= static_cast<int>(ErrorClass::Internal); ++i)
        QTest::newRow(errorClassName(static_cast<ErrorClass>(i))) << i;
}

void TestPages::everyErrorHasWords()
{
    QFETCH(int, errorClass);
    const auto kind = static_cast<ErrorClass>(errorClass);
    const ErrorTexts texts = errorTexts(Error {kind, "message", -1, -1});
    QVERIFY(!texts.title.isEmpty());
    QCOMPARE(texts.advice.isEmpty(), kind == ErrorClass::Cancelled);
}

void TestPages::errorButtons()
{
    ThemeSource theme;
    ErrorPage page(&theme);
    page.showError(QStringLiteral("/t/a"), Error {ErrorClass::EmptyFile, "The file has no bytes.", -1, -1});
    QSignalSpy opens(&page, &ErrorPage::openRequested);
    QSignalSpy retries(&page, &ErrorPage::retryRequested);
    QSignalSpy closes(&page, &ErrorPage::closeRequested);
    for (const char* name : {"Open another…", "Try again", "Copy message", "Close"}) {
        QPushButton* found = nullptr;
        for (QPushButton* candidate : page.findChildren<QPushButton*>())
            found = candidate->text() == QString::fromUtf8(name) ? candidate : found;
        QVERIFY2(found != nullptr, name);
        QTest::keyClick(found, Qt::Key_Space);
    }
    QCOMPARE(opens.size(), 1);
    QCOMPARE(retries.size(), 1);
    QCOMPARE(closes.size(), 1);
    QCOMPARE(QGuiApplication::clipboard()->text(), page.messageText());
}

void TestPages::loadingShowsBytesEventsAndTime()
{
    LoadingPage page;
    page.setFile(QStringLiteral("rank0.json"), QStringLiteral("/t"));
    JobProgress progress = reading(256U << 20U, 1024U << 20U, 1000);
    progress.events = 1234567;
    page.setProgress(progress);
    const QString text = allText(page);
    for (const char* part : {"rank0.json", "Reading events", "256 MiB of 1 GiB", "1 234 567 events", "about 3 s left"})
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
}

void TestPages::loadingNeverGuesses()
{
    QVERIFY(!remainingMs(reading(0, 100, 5000)));
    QVERIFY(!remainingMs(reading(50, 0, 5000)));
    QVERIFY(!remainingMs(reading(200, 100, 5000)));
    QVERIFY(!remainingMs(reading(50, 100, 10)));
    QCOMPARE(*remainingMs(reading(25, 100, 1000)), std::int64_t {3000});
    JobProgress sorting = reading(100, 100, 5000);
    sorting.stage = LoadStage::Sorting;
    QVERIFY(!remainingMs(sorting));
}

void TestPages::loadingBarOnlyGrows()
{
    LoadingPage page;
    auto* bar = page.findChild<QProgressBar*>();
    QVERIFY(bar != nullptr);
    int last = -1;
    const auto grows = [&](const JobProgress& progress) {
        page.setProgress(progress);
        const bool more = bar->value() > last;
        last = bar->value();
        return more;
    };
    QVERIFY(grows({}));
    QVERIFY(grows(reading(10, 100, 100)));
    QVERIFY(grows(reading(99, 100, 100)));
    for (const LoadStage stage : {LoadStage::Merging, LoadStage::Sorting, LoadStage::Linking, LoadStage::Done}) {
        JobProgress progress = reading(100, 100, 100);
        progress.stage = stage;
        QVERIFY(grows(progress));
    }
    QCOMPARE(bar->value(), bar->maximum());
}

void TestPages::loadingCancels()
{
    LoadingPage page;
    QSignalSpy cancelled(&page, &LoadingPage::cancelRequested);
    QVERIFY(button(page, "Cancel") != nullptr);
    QTest::mouseClick(button(page, "Cancel"), Qt::LeftButton);
    QCOMPARE(cancelled.size(), 1);
}

void TestPages::welcomeOpensRecentFiles()
{
    ThemeSource theme;
    WelcomePage page(&theme);
    page.setRecentFiles({QStringLiteral("/t/new.json"), QStringLiteral("/t/old.json")});
    QVERIFY(allText(page).contains(QStringLiteral("new.json")));
    QSignalSpy files(&page, &WelcomePage::filesRequested);
    connect(&page, &WelcomePage::filesRequested, &page,
        [&page](const QStringList&) { page.setRecentFiles({}); }); // as the window does
    for (QPushButton* row : page.findChildren<QPushButton*>()) {
        if (row->toolTip() == QStringLiteral("/t/old.json"))
            QTest::keyClick(row, Qt::Key_Space);
    }
    QCOMPARE(files.size(), 1);
    QCOMPARE(files.at(0).at(0).toStringList(), QStringList({QStringLiteral("/t/old.json")}));
    QVERIFY(!allText(page).contains(QStringLiteral("new.json")));
    const QStringList pair {QStringLiteral("/t/trace.json.zst"), QStringLiteral("/t/mem.pickle.zst")};
    page.setSamples({{QStringLiteral("A slow step"), {QStringLiteral("/t/a.json")}}, {QStringLiteral("A run"), pair}});
    QVERIFY(button(page, "A slow step")->isVisibleTo(&page));
    QTest::mouseClick(button(page, "A run"), Qt::LeftButton);
    QCOMPARE(files.last().at(0).toStringList(), pair);
    page.setSamples({});
    QVERIFY(button(page, "A run") == nullptr);
}

void TestPages::welcomeIsReadWhole()
{
    ThemeSource theme;
    WelcomePage page(&theme);
    page.resize(1280, 600);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    for (const QLabel* label : page.findChildren<QLabel*>()) {
        const QSize needed = label->wordWrap() ? QSize(0, label->heightForWidth(label->width())) : label->sizeHint();
        if (label->isVisible())
            QVERIFY2(label->width() >= needed.width() && label->height() >= needed.height(), qPrintable(label->text()));
    }
}

void TestPages::welcomeHandsOutTheRecorder()
{
    ThemeSource theme;
    WelcomePage page(&theme);
    page.resize(800, 600);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    QGuiApplication::clipboard()->clear();
    QPushButton* copy = button(page, "Copy stepscope_record.py");
    QVERIFY(copy != nullptr && copy->isVisible());
    QVERIFY(!allText(page).contains(QStringLiteral("Copied")));
    QTest::mouseClick(copy, Qt::LeftButton);
    QVERIFY(allText(page).contains(QStringLiteral("Copied")));
    const QString copied = QGuiApplication::clipboard()->text();
    QCOMPARE(copied, recorderText());
    QVERIFY(copied.contains(QStringLiteral("class Recorder:")));
    QVERIFY(copied.endsWith(QStringLiteral("sys.exit(run(sys.argv[1:]))\n")));
}

void TestPages::iconsAreTintedAndSharp()
{
    initResources();
    const QStringList names = QDir(QStringLiteral(":/icons")).entryList();
    QVERIFY(names.size() >= 10);
    for (const QString& file : names) {
        const QString name = file.chopped(4);
        const QPixmap pixmap = iconPixmap(name, Qt::red, 16, 2.0);
        QCOMPARE(pixmap.size(), QSize(32, 32));
        const QImage image = pixmap.toImage();
        int painted = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                painted += image.pixelColor(x, y).alpha() > 128 ? 1 : 0;
        }
        QVERIFY2(painted > 20, qPrintable(name));
    }
    const QImage close = iconPixmap(QStringLiteral("close"), Qt::red, 16, 1.0).toImage();
    QVERIFY(close.pixelColor(8, 8).red() > 200 && close.pixelColor(8, 8).green() < 50);
    QVERIFY(iconPixmap(QStringLiteral("no such icon"), Qt::red, 16, 1.0).isNull());
}

STEPSCOPE_TEST(TestPages)
#include "tst_pages.moc"
