// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/command_line.h"

#include "core/util/time.h"

#include <QCommandLineParser>

#include <array>
#include <limits>

namespace stepscope::app {

namespace {

constexpr int kMinPictureSide = 200;
constexpr int kMaxPictureSide = 16384;
constexpr double kMinScale = 0.5;
constexpr double kMaxScale = 4.0;

struct Unit
{
    QLatin1String suffix;
    const char* exponent; // turns the number into microseconds
};
// Longer suffixes first: "ms" ends in "s".
constexpr std::array kUnits {Unit {QLatin1String("ns"), "e-3"}, Unit {QLatin1String("us"), ""},
    Unit {QLatin1String("ms"), "e3"}, Unit {QLatin1String("s"), "e6"}};

std::optional<QSize> parseSize(const QString& text)
{
    const QStringList sides = text.split(QLatin1Char('x'), Qt::KeepEmptyParts, Qt::CaseInsensitive);
    if (sides.size() != 2)
        return std::nullopt;
    bool widthOk = false;
    bool heightOk = false;
    const QSize size(sides[0].toInt(&widthOk), sides[1].toInt(&heightOk));
    const auto fits = [](int side) { return side >= kMinPictureSide && side <= kMaxPictureSide; };
    if (!widthOk || !heightOk || !fits(size.width()) || !fits(size.height()))
        return std::nullopt;
    return size;
}

std::optional<ThemeChoice> parseTheme(const QString& text)
{
    if (text == QLatin1String("light"))
        return ThemeChoice::Light;
    if (text == QLatin1String("dark"))
        return ThemeChoice::Dark;
    if (text == QLatin1String("system"))
        return ThemeChoice::System;
    return std::nullopt;
}

struct Switches
{
    QCommandLineOption screenshot {QStringLiteral("screenshot"),
        QStringLiteral("Render the window to a PNG file instead of opening it; needs no display."),
        QStringLiteral("OUT.png")};
    QCommandLineOption size {QStringLiteral("size"),
        QStringLiteral("Size of the picture in logical pixels (default 1280x720)."), QStringLiteral("WxH")};
    QCommandLineOption scale {QStringLiteral("scale"),
        QStringLiteral("Pixels of the picture per logical pixel, 0.5 to 4 (default 1)."), QStringLiteral("S")};
    QCommandLineOption theme {
        QStringLiteral("theme"), QStringLiteral("light, dark or system."), QStringLiteral("THEME")};
    QCommandLineOption window {QStringLiteral("window"),
        QStringLiteral(
            "Show this part of the trace. Plain numbers are microseconds of the file's own clock (its \"ts\"); with "
            "a unit (ns, us, ms, s) they count from the start of the trace: 12ms..20.5ms."),
        QStringLiteral("A..B")};
    QCommandLineOption panel {QStringLiteral("panel"),
        QStringLiteral("Show this panel below the timeline in the picture: its title, such as kernels or flame."),
        QStringLiteral("TITLE")};
    QCommandLineOption select {QStringLiteral("select"),
        QStringLiteral("Select the longest event whose name contains this in the picture; of a job's ranks: show the "
                       "events of this one, such as \"rank 3\"."),
        QStringLiteral("NAME")};
    QCommandLineOption ranks {QStringLiteral("ranks"),
        QStringLiteral("Open all files together, as the ranks of a job; a folder is opened so anyway.")};
    QCommandLineOption compare {QStringLiteral("compare"),
        QStringLiteral("Compare the first two files (before, after) side by side: two traces or two memory snapshots. "
                       "Snapshots given with their traces belong to them.")};
    QCommandLineOption session {QStringLiteral("session"),
        QStringLiteral("Open this session, or what this picture shows: its files, views and notes."),
        QStringLiteral("FILE")};
    QCommandLineOption noSession {QStringLiteral("no-session"),
        QStringLiteral("The picture does not carry the session that opens again what it shows.")};
    QCommandLineOption help {{QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Show this text.")};
    QCommandLineOption version {{QStringLiteral("v"), QStringLiteral("version")}, QStringLiteral("Show the version.")};
};

CommandLine error(const QString& text)
{
    CommandLine result;
    result.kind = CommandLine::Kind::Error;
    result.text = text;
    return result;
}

CommandLine message(const QString& text)
{
    CommandLine result;
    result.kind = CommandLine::Kind::Message;
    result.text = text;
    return result;
}

QString helpText(const QCommandLineParser& parser)
{
    // Qt's first line names the running program by its path; ours is always the same.
    QString text = parser.helpText();
    const qsizetype end = text.indexOf(QLatin1Char('\n'));
    text.replace(0, end < 0 ? text.size() : end, QStringLiteral("Usage: stepscope [options] [FILE…]"));
    return text.trimmed();
}

QString badValue(const QCommandLineOption& option, const QString& value, const QString& wanted)
{
    return QStringLiteral("--%1: \"%2\" is not valid; %3").arg(option.names().constLast(), value, wanted);
}

// Reads the values of the options that were given; returns what is wrong with them, or nothing.
QString readValues(const QCommandLineParser& parser, const Switches& switches, Options& options)
{
    if (parser.isSet(switches.theme)) {
        options.theme = parseTheme(parser.value(switches.theme));
        if (!options.theme)
            return badValue(switches.theme, parser.value(switches.theme), QStringLiteral("use light, dark or system"));
    }
    if (parser.isSet(switches.window)) {
        options.window = parseTimeWindow(parser.value(switches.window));
        if (!options.window)
            return badValue(switches.window, parser.value(switches.window),
                QStringLiteral("use A..B with A before B, such as 12ms..20.5ms"));
    }
    if (parser.isSet(switches.size)) {
        const auto size = parseSize(parser.value(switches.size));
        if (!size)
            return badValue(switches.size, parser.value(switches.size),
                QStringLiteral("use WxH with sides of %1 to %2").arg(kMinPictureSide).arg(kMaxPictureSide));
        options.size = *size;
    }
    if (parser.isSet(switches.scale)) {
        bool ok = false;
        options.scale = parser.value(switches.scale).toDouble(&ok);
        if (!ok || !(options.scale >= kMinScale && options.scale <= kMaxScale))
            return badValue(switches.scale, parser.value(switches.scale), QStringLiteral("use a number from 0.5 to 4"));
    }
    return {};
}

} // namespace

std::int64_t TimePoint::resolve(std::int64_t rangeStart) const
{
    if (!fromStart)
        return ns;
    std::int64_t sum = 0;
    if (__builtin_add_overflow(ns, rangeStart, &sum))
        return rangeStart > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
    return sum;
}

std::optional<TimePoint> parseTimePoint(const QString& input)
{
    QString text = input.trimmed();
    text.replace(QChar(0x00B5), QLatin1Char('u')).replace(QChar(0x03BC), QLatin1Char('u')); // both signs for micro
    TimePoint point;
    const char* exponent = "";
    for (const Unit& unit : kUnits) {
        if (!text.endsWith(unit.suffix))
            continue;
        text.chop(unit.suffix.size());
        text = text.trimmed();
        exponent = unit.exponent;
        point.fromStart = true;
        break;
    }
    const bool ownExponent = text.contains(QLatin1Char('e'), Qt::CaseInsensitive);
    if (text.isEmpty() || (ownExponent && *exponent != '\0'))
        return std::nullopt;
    const auto parsed = parseMicroseconds(text.toStdString() + exponent);
    if (!parsed)
        return std::nullopt;
    point.ns = parsed->ns;
    return point;
}

std::optional<TimeWindow> parseTimeWindow(const QString& text)
{
    const qsizetype dots = text.indexOf(QLatin1String(".."));
    if (dots < 0)
        return std::nullopt;
    const auto from = parseTimePoint(text.left(dots));
    const auto to = parseTimePoint(text.mid(dots + 2));
    if (!from || !to || (from->fromStart == to->fromStart && from->ns >= to->ns))
        return std::nullopt;
    return TimeWindow {*from, *to};
}

CommandLine parseCommandLine(const QStringList& arguments)
{
    const Switches switches;
    QCommandLineParser parser;
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    parser.setApplicationDescription(QStringLiteral(
        "Stepscope shows where a PyTorch training step goes: it opens profiler traces (.json, .json.gz, .json.zst)."));
    parser.addOptions({switches.screenshot, switches.size, switches.scale, switches.theme, switches.window,
        switches.panel, switches.select, switches.ranks, switches.compare, switches.session, switches.noSession,
        switches.help, switches.version});
    parser.addPositionalArgument(QStringLiteral("FILE"),
        QStringLiteral("Trace files, memory snapshots and sessions; each opens in a tab. Traces of several ranks of "
                       "one job open together, "
                       "and so do the traces in a folder."),
        QStringLiteral("[FILE…]"));

    // QCommandLineParser takes the first argument for the program's name.
    if (!parser.parse(QStringList {QStringLiteral("stepscope")} + arguments))
        return error(parser.errorText());
    if (parser.isSet(switches.help))
        return message(helpText(parser));
    if (parser.isSet(switches.version))
        return message(QStringLiteral("stepscope " STEPSCOPE_VERSION));

    CommandLine result;
    Options& options = result.options;
    options.files = parser.positionalArguments();
    options.ranks = parser.isSet(switches.ranks);
    if (options.ranks && options.files.isEmpty())
        return error(QStringLiteral("--ranks needs the files of a job's ranks, or a folder"));
    options.compare = parser.isSet(switches.compare);
    options.session = parser.value(switches.session);
    options.carriesSession = !parser.isSet(switches.noSession);
    if (parser.isSet(switches.session) && options.session.isEmpty())
        return error(QStringLiteral("--session needs the name of a session or picture"));
    options.screenshot = parser.value(switches.screenshot);
    options.panel = parser.value(switches.panel);
    options.selected = parser.value(switches.select);
    if (const QString wrong = readValues(parser, switches, options); !wrong.isEmpty())
        return error(wrong);
    if (parser.isSet(switches.screenshot) && options.screenshot.isEmpty())
        return error(QStringLiteral("--screenshot needs the name of a PNG file"));
    if (options.compare && options.files.size() < 2)
        return error(QStringLiteral("--compare needs two files: before and after"));
    for (const QCommandLineOption* option :
        {&switches.size, &switches.scale, &switches.panel, &switches.select, &switches.noSession}) {
        if (options.screenshot.isEmpty() && parser.isSet(*option))
            return error(QStringLiteral("--%1 belongs to --screenshot").arg(option->names().constLast()));
    }
    return result;
}

} // namespace stepscope::app
