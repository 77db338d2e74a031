// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/command_line.h"

#include "core/util/time.h"
#include "widgets/picture/picture.h"

#include <QCommandLineParser>

#include <algorithm>
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

// False where it names none of them; the whole window is nothing.
bool readScope(const QString& text, std::optional<widgets::PictureScope>& scope)
{
    constexpr std::array kWords {std::pair(QLatin1String("page"), widgets::PictureScope::Page),
        std::pair(QLatin1String("view"), widgets::PictureScope::View),
        std::pair(QLatin1String("report"), widgets::PictureScope::Report)};
    for (const auto& [word, value] : kWords) {
        if (text == word)
            scope = value;
    }
    return scope || text == QLatin1String("window");
}

struct Switches
{
    QCommandLineOption screenshot {QStringLiteral("screenshot"),
        QStringLiteral("Write a picture instead of opening the window: PNG, SVG or PDF by the name's ending. Needs no "
                       "display."),
        QStringLiteral("OUT.(png|svg|pdf)")};
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
    QCommandLineOption view {QStringLiteral("view"),
        QStringLiteral(
            "What the picture shows: window (default), page (without menus and tabs), view (the timeline alone) "
            "or report (the sentence, what to do, the timeline and the table of the panel)."),
        QStringLiteral("WHAT")};
    QCommandLineOption finding {QStringLiteral("finding"),
        QStringLiteral("Show the evidence of this finding in the picture, or this difference of a comparison; from 1."),
        QStringLiteral("N")};
    QCommandLineOption step {
        QStringLiteral("step"), QStringLiteral("Limit the picture to the step of this number."), QStringLiteral("N")};
    QCommandLineOption caption {QStringLiteral("caption"),
        QStringLiteral("Write a line under the picture: file, step, range, device and versions; of the page where "
                       "--view says nothing else.")};
    QCommandLineOption mask {QStringLiteral("mask"),
        QStringLiteral("Mask in the picture what should perhaps not be shared: home folders, user and host names, "
                       "addresses, command lines, environment, keys and tokens.")};
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

// What an option is to be, where it was given; returns what is wrong with it, or nothing.
template <class Read>
QString readValue(
    const QCommandLineParser& parser, const QCommandLineOption& option, const QString& wanted, const Read& read)
{
    if (!parser.isSet(option) || read(parser.value(option)))
        return {};
    return badValue(option, parser.value(option), wanted);
}

// The first of them that says something.
QString firstOf(const QStringList& complaints)
{
    const auto found
        = std::find_if(complaints.begin(), complaints.end(), [](const QString& text) { return !text.isEmpty(); });
    return found != complaints.end() ? *found : QString();
}

// Reads the values of the options that were given; returns what is wrong with them, or nothing.
QString readValues(const QCommandLineParser& parser, const Switches& switches, Options& options)
{
    const auto readTheme = [&](const QString& text) { return (options.theme = parseTheme(text)).has_value(); };
    const auto readWindow = [&](const QString& text) { return (options.window = parseTimeWindow(text)).has_value(); };
    return firstOf({readValue(parser, switches.theme, QStringLiteral("use light, dark or system"), readTheme),
        readValue(
            parser, switches.window, QStringLiteral("use A..B with A before B, such as 12ms..20.5ms"), readWindow)});
}

// The same of those that say what the picture is.
QString readPicture(const QCommandLineParser& parser, const Switches& switches, Options& options)
{
    const auto readSize = [&](const QString& text) {
        const std::optional<QSize> size = parseSize(text);
        options.size = size.value_or(options.size);
        return size.has_value();
    };
    const auto readScale = [&](const QString& text) {
        bool ok = false;
        options.scale = text.toDouble(&ok);
        return ok && options.scale >= kMinScale && options.scale <= kMaxScale;
    };
    const auto readFinding = [&](const QString& text) {
        options.finding = text.toUInt();
        return options.finding > 0;
    };
    const auto readStep = [&](const QString& text) {
        bool ok = false;
        options.step = text.toLongLong(&ok);
        return ok;
    };
    return firstOf(
        {readValue(parser, switches.size,
             QStringLiteral("use WxH with sides of %1 to %2").arg(kMinPictureSide).arg(kMaxPictureSide), readSize),
            readValue(parser, switches.scale, QStringLiteral("use a number from 0.5 to 4"), readScale),
            readValue(parser, switches.view, QStringLiteral("use window, page, view or report"),
                [&](const QString& text) { return readScope(text, options.view); }),
            readValue(parser, switches.finding, QStringLiteral("use a number from 1 on"), readFinding),
            readValue(parser, switches.step, QStringLiteral("use the number of a step"), readStep)});
}

// What does not go together.
QString contradiction(const QCommandLineParser& parser, const Switches& switches, const Options& options)
{
    for (const QCommandLineOption* option :
        {&switches.size, &switches.scale, &switches.panel, &switches.select, &switches.view, &switches.finding,
            &switches.step, &switches.caption, &switches.noSession, &switches.mask}) {
        if (options.screenshot.isEmpty() && parser.isSet(*option))
            return QStringLiteral("--%1 belongs to --screenshot").arg(option->names().constLast());
    }
    const auto format = widgets::pictureFormatOf(options.screenshot);
    if (!options.screenshot.isEmpty() && !format)
        return badValue(
            switches.screenshot, options.screenshot, QStringLiteral("use a name that ends in .png, .svg or .pdf"));
    if (parser.isSet(switches.scale) && format != widgets::PictureFormat::Png)
        return QStringLiteral("--scale belongs to PNG pictures: SVG and PDF are sharp at any size");
    if (options.caption && !options.view)
        return QStringLiteral("--caption belongs to --view page, view or report: the window has no room for it");
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
    parser.addOptions(
        {switches.screenshot, switches.size, switches.scale, switches.theme, switches.window, switches.panel,
            switches.select, switches.view, switches.finding, switches.step, switches.caption, switches.mask,
            switches.ranks, switches.compare, switches.session, switches.noSession, switches.help, switches.version});
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
    options.caption = parser.isSet(switches.caption);
    if (options.caption && !parser.isSet(switches.view))
        options.view = widgets::PictureScope::Page;
    options.mask = parser.isSet(switches.mask);
    if (const QString wrong = firstOf({readValues(parser, switches, options), readPicture(parser, switches, options)});
        !wrong.isEmpty())
        return error(wrong);
    if (parser.isSet(switches.screenshot) && options.screenshot.isEmpty())
        return error(QStringLiteral("--screenshot needs the name of a file"));
    if (options.compare && options.files.size() < 2)
        return error(QStringLiteral("--compare needs two files: before and after"));
    if (const QString wrong = contradiction(parser, switches, options); !wrong.isEmpty())
        return error(wrong);
    return result;
}

} // namespace stepscope::app
