// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The command line of `stepscope` as a value. Pure: no application object is needed, nothing is printed, nothing exits.

#include "widgets/pages/page_picture.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace stepscope::app {

enum class ThemeChoice : std::uint8_t
{
    System,
    Light,
    Dark
};

// One end of --window: a time of the file's own clock, or a distance from the start of the trace.
struct TimePoint
{
    std::int64_t ns = 0;
    bool fromStart = false;

    [[nodiscard]] std::int64_t resolve(std::int64_t rangeStart) const; // clamped to int64
    friend bool operator==(const TimePoint&, const TimePoint&) = default;
};

struct TimeWindow
{
    TimePoint from;
    TimePoint to;
    friend bool operator==(const TimeWindow&, const TimeWindow&) = default;
};

struct Options
{
    QStringList files;
    bool ranks = false;               // the files are those of one job's ranks
    bool compare = false;             // the first two runs of the files
    std::optional<ThemeChoice> theme; // nothing: as the settings say
    std::optional<TimeWindow> window;
    QString session;            // to be opened, too; empty: none
    bool carriesSession = true; // the picture
    QString panel;              // below the timeline, by its title; empty: as it opens
    QString selected;           // part of the name of an event; empty: none
    QString screenshot;         // path of the picture; empty: open a window
    QSize size {1280, 720};
    double scale = 1.0;
    std::optional<widgets::PictureScope> view; // nothing: the whole window
    std::size_t finding = 0;                   // from 1; 0: none
    std::optional<std::int64_t> step;          // its number
    bool caption = false;
    bool mask = false; // what should perhaps not be shared
};

struct CommandLine
{
    enum class Kind : std::uint8_t
    {
        Run,
        Message,
        Error
    };
    Kind kind = Kind::Run;
    Options options; // Run
    QString text;    // Message (help or version): for standard output; Error: one line for standard error
};

// `arguments` without the program's own name.
[[nodiscard]] CommandLine parseCommandLine(const QStringList& arguments);

// Plain numbers are microseconds of the file's clock; with a unit (ns, us, ms, s) they count from the trace's start.
[[nodiscard]] std::optional<TimePoint> parseTimePoint(const QString& input);
// "A..B", each as above.
[[nodiscard]] std::optional<TimeWindow> parseTimeWindow(const QString& text);

} // namespace stepscope::app
