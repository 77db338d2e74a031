// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of the window: what is understood, what is refused and with which words.
#include "app/gui/command_line.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <limits>

using namespace stepscope;
using namespace stepscope::app;

class TestGuiCommandLine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void filesAndDefaults();
    void screenshotOptions();
    void pictureOptions();
    void themes();
    void helpAndVersion();
    void timePoints_data();
    void timePoints();
    void badWindows_data();
    void badWindows();
    void errors_data();
    void errors();
    void resolvesRelativeTimes();
};

void TestGuiCommandLine::filesAndDefaults()
{
    const CommandLine line
        = parseCommandLine({QStringLiteral("a.json"), QStringLiteral("--"), QStringLiteral("--odd.json")});
    QVERIFY(line.kind == CommandLine::Kind::Run);
    QCOMPARE(line.options.files, QStringList({QStringLiteral("a.json"), QStringLiteral("--odd.json")}));
    QVERIFY(line.options.screenshot.isEmpty());
    QVERIFY(!line.options.theme);
    QVERIFY(!line.options.window);
    QVERIFY(parseCommandLine({}).kind == CommandLine::Kind::Run);
}

void TestGuiCommandLine::screenshotOptions()
{
    const CommandLine line = parseCommandLine({QStringLiteral("--screenshot"), QStringLiteral("o.png"),
        QStringLiteral("--size=1920x1080"), QStringLiteral("--scale"), QStringLiteral("2"), QStringLiteral("t.json")});
    QVERIFY(line.kind == CommandLine::Kind::Run);
    QCOMPARE(line.options.screenshot, QStringLiteral("o.png"));
    QCOMPARE(line.options.size, QSize(1920, 1080));
    QCOMPARE(line.options.scale, 2.0);
    QCOMPARE(line.options.files, QStringList {QStringLiteral("t.json")});
    QVERIFY(!line.options.view && !line.options.step && line.options.finding == 0 && !line.options.caption);
}

void TestGuiCommandLine::pictureOptions()
{
    const CommandLine line = parseCommandLine({QStringLiteral("--screenshot"), QStringLiteral("o.PDF"),
        QStringLiteral("--view"), QStringLiteral("report"), QStringLiteral("--finding"), QStringLiteral("2"),
        QStringLiteral("--step"), QStringLiteral("12"), QStringLiteral("--caption"), QStringLiteral("t.json")});
    QVERIFY2(line.kind == CommandLine::Kind::Run, qPrintable(line.text));
    QVERIFY(line.options.view == widgets::PictureScope::Report);
    QCOMPARE(line.options.finding, std::size_t {2});
    QVERIFY(line.options.step == 12);
    QVERIFY(line.options.caption);
    // A caption alone is one of the page.
    const CommandLine alone
        = parseCommandLine({QStringLiteral("--screenshot"), QStringLiteral("o.png"), QStringLiteral("--caption")});
    QVERIFY2(alone.kind == CommandLine::Kind::Run, qPrintable(alone.text));
    QVERIFY(alone.options.view == widgets::PictureScope::Page);
}

void TestGuiCommandLine::themes()
{
    const auto theme = [](const char* name) {
        return parseCommandLine({QStringLiteral("--theme"), QString::fromLatin1(name)}).options.theme;
    };
    QVERIFY(theme("light") == ThemeChoice::Light);
    QVERIFY(theme("dark") == ThemeChoice::Dark);
    QVERIFY(theme("system") == ThemeChoice::System);
}

void TestGuiCommandLine::helpAndVersion()
{
    const CommandLine help = parseCommandLine({QStringLiteral("--help")});
    QVERIFY(help.kind == CommandLine::Kind::Message);
    for (const char* option : {"--screenshot", "--size", "--scale", "--theme", "--window", "--panel", "--select",
             "--view", "--finding", "--step", "--caption", "--compare", "--version"})
        QVERIFY2(help.text.contains(QLatin1String(option)), option);
    QVERIFY(help.text.startsWith(QStringLiteral("Usage: stepscope ")));
    const CommandLine version = parseCommandLine({QStringLiteral("-v")});
    QVERIFY(version.kind == CommandLine::Kind::Message);
    QVERIFY(version.text.startsWith(QStringLiteral("stepscope ")));
    QVERIFY(version.text.at(10).isDigit());
}

void TestGuiCommandLine::timePoints_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("from");
    QTest::addColumn<bool>("fromRelative");
    QTest::addColumn<qint64>("to");
    QTest::addColumn<bool>("toRelative");
    const auto row = [](const char* text, qint64 from, bool fromRelative, qint64 to, bool toRelative) {
        QTest::newRow(text) << QString::fromUtf8(text) << from << fromRelative << to << toRelative;
    };
    row("4458676983543.183..4458676983600", 4458676983543183, false, 4458676983600000, false);
    row("12ms..20.5ms", 12'000'000, true, 20'500'000, true);
    row("1.5 s .. 2 s", 1'500'000'000, true, 2'000'000'000, true);
    row("7ns..8us", 7, true, 8000, true);
    row("1µs..2μs", 1000, true, 2000, true);
    row("1.234567891s..2s", 1'234'567'891, true, 2'000'000'000, true);
    row("-5..-3.5", -5000, false, -3500, false);
    row("1e3..2E3", 1'000'000, false, 2'000'000, false);
    row("0ms..1000", 0, true, 1'000'000, false);
}

void TestGuiCommandLine::timePoints()
{
    QFETCH(QString, text);
    QFETCH(qint64, from);
    QFETCH(bool, fromRelative);
    QFETCH(qint64, to);
    QFETCH(bool, toRelative);
    const auto window = parseTimeWindow(text);
    QVERIFY(window.has_value());
    QVERIFY(window->from == (TimePoint {from, fromRelative}));
    QVERIFY(window->to == (TimePoint {to, toRelative}));
}

void TestGuiCommandLine::badWindows_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "..", "1..", "..2", "5", "2..1", "3ms..3ms", "a..b", "1h..2h", "1..2..3", "ms..2ms",
             "1e3ms..2s", "99999999999999999999..1", "1-2"})
        QTest::newRow(text[0] != '\0' ? text : "empty") << QString::fromUtf8(text);
}

void TestGuiCommandLine::badWindows()
{
    QFETCH(QString, text);
    QVERIFY(!parseTimeWindow(text).has_value());
}

void TestGuiCommandLine::errors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("names"); // what the message must name
    const auto row = [](const char* name, const QStringList& arguments, const char* names) {
        QTest::newRow(name) << arguments << QString::fromLatin1(names);
    };
    const QString picture = QStringLiteral("--screenshot");
    const QString png = QStringLiteral("o.png");
    row("unknown option", {QStringLiteral("--colour")}, "colour");
    row("single dash word", {QStringLiteral("-platform")}, "platform");
    row("no value", {QStringLiteral("--theme")}, "theme");
    row("bad theme", {QStringLiteral("--theme"), QStringLiteral("pink")}, "pink");
    row("bad size", {picture, png, QStringLiteral("--size"), QStringLiteral("12")}, "--size");
    row("tiny size", {picture, png, QStringLiteral("--size"), QStringLiteral("10x10")}, "--size");
    row("huge size", {picture, png, QStringLiteral("--size"), QStringLiteral("99999x10000")}, "--size");
    row("bad scale", {picture, png, QStringLiteral("--scale"), QStringLiteral("two")}, "--scale");
    row("nan scale", {picture, png, QStringLiteral("--scale"), QStringLiteral("nan")}, "--scale");
    row("scale out of bounds", {picture, png, QStringLiteral("--scale"), QStringLiteral("9")}, "--scale");
    row("bad window", {QStringLiteral("--window"), QStringLiteral("9..1")}, "--window");
    row("empty screenshot", {picture, QString()}, "--screenshot");
    row("compare one file", {QStringLiteral("--compare"), QStringLiteral("a.json")}, "two files");
    row("panel without picture", {QStringLiteral("--panel"), QStringLiteral("flame")}, "--screenshot");
    row("no picture format", {picture, QStringLiteral("o.jpg")}, ".svg");
    row("scale of lines", {picture, QStringLiteral("o.svg"), QStringLiteral("--scale"), QStringLiteral("2")}, "PNG");
    row("bad view", {picture, png, QStringLiteral("--view"), QStringLiteral("all")}, "--view");
    row("bad finding", {picture, png, QStringLiteral("--finding"), QStringLiteral("0")}, "--finding");
    row("bad step", {picture, png, QStringLiteral("--step"), QStringLiteral("#3")}, "--step");
    row("caption of the window",
        {picture, png, QStringLiteral("--caption"), QStringLiteral("--view"), QStringLiteral("window")}, "--view");
    row("finding without picture", {QStringLiteral("--finding"), QStringLiteral("1")}, "--screenshot");
    row("size without picture", {QStringLiteral("--size"), QStringLiteral("800x600")}, "--screenshot");
}

void TestGuiCommandLine::errors()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, names);
    const CommandLine line = parseCommandLine(arguments);
    QVERIFY(line.kind == CommandLine::Kind::Error);
    QVERIFY2(line.text.contains(names), qPrintable(line.text));
    QVERIFY(!line.text.contains(QLatin1Char('\n')));
}

void TestGuiCommandLine::resolvesRelativeTimes()
{
    constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
    constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
    QCOMPARE((TimePoint {5, false}).resolve(1000), std::int64_t {5});
    QCOMPARE((TimePoint {5, true}).resolve(1000), std::int64_t {1005});
    QCOMPARE((TimePoint {kMax, true}).resolve(1000), kMax);
    QCOMPARE((TimePoint {kMin, true}).resolve(-1000), kMin);
}

STEPSCOPE_TEST(TestGuiCommandLine)
#include "tst_gui_command_line.moc"
