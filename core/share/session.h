// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A session as plain values: which files were open, what of them was seen and what was written over it. Kept as JSON in
// *.stepscope files and in the pictures that the program writes (session_json.h).

#include "core/share/annotation.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::share {

struct SessionFile
{
    std::string path;        // '/' between folders; relative to the folder of the session where that can be said
    std::uint64_t bytes = 0; // of the file
    std::string hash;        // XXH3 of its bytes, 32 hexadecimal digits; empty: not known
    friend bool operator==(const SessionFile&, const SessionFile&) = default;
};

struct Range // in units of the axis it is on
{
    std::int64_t start = 0;
    std::int64_t end = 0;
    friend bool operator==(const Range&, const Range&) = default;
};

struct Window // what is seen of an axis; fractions of its unit matter where few of them fill the screen
{
    std::int64_t start = 0;
    double fraction = 0; // on top of start, [0, 1)
    double span = 1;     // > 0
    friend bool operator==(const Window&, const Window&) = default;
};

struct EventRef // an event told by what it is, so that it is found in the same trace of another version of the program
{
    std::string row; // key of the row; empty: of an event that is on none
    std::string name;
    std::int64_t start = 0; // ns of the file's clock
    std::int64_t dur = 0;   // ns; of what has no length 0
    friend bool operator==(const EventRef&, const EventRef&) = default;
};

struct RowPlace // as view::RowState
{
    std::string key;
    bool folded = false;
    bool hidden = false;
    bool pinned = false;
    bool merged = false;
    friend bool operator==(const RowPlace&, const RowPlace&) = default;
};

struct SearchState
{
    std::string text;
    bool isRegex = false;
    bool inArguments = false;
    std::optional<std::string> category; // nothing: all
    std::optional<std::string> name;     // that hits are limited to
    friend bool operator==(const SearchState&, const SearchState&) = default;
};

enum class RowSize : std::uint8_t // as view::RowHeight
{
    Compact,
    Normal,
    Tall,
};

struct TimelineState
{
    Window window;              // ns of the file's clock
    std::vector<RowPlace> rows; // in their order
    std::string rowFilter;
    bool onlyGpuWork = false;
    std::optional<RowSize> rowSize; // nothing: as the settings say
    std::string topRow;             // the row at the upper edge of those that scroll; empty: they are at their top
    std::int32_t topOffset = 0;     // how many px of it are above the edge
    std::optional<EventRef> selected;
    std::optional<EventRef> measured; // that distances from the selected one are taken to
    std::optional<Range> range;
    std::optional<std::int64_t> step; // start of the one that tables are limited to, ns of the file's clock
    std::optional<SearchState> search;
    std::int64_t minimumGap = 0; // ns that a gap lasts at least …
    double minimumGapPixels = 0; // … and how wide it is
    bool wallClock = false;      // on the ruler
    bool flows = false;
    std::optional<std::int64_t> shortKernel; // ns that a kernel of a wall lasts at most; nothing: as the settings say
    friend bool operator==(const TimelineState&, const TimelineState&) = default;
};

struct MemoryState
{
    std::uint32_t device = 0;                // index
    std::string axis;                        // "entries", "changes" or "time"
    Window window;                           // tenths of an entry (of a change), or ns of Unix time
    std::int32_t entry = -1;                 // whose state is shown
    std::optional<std::uint32_t> allocation; // chosen, by number
    std::optional<Range> range;              // entries, both belong to it
    std::string colourBy;                    // "stack", "category", "size" or "lifetime"
    double allocatorZoom = 1;                // of the allocator's state: times the scale at which all of it fits
    std::int32_t allocatorTop = 0;           // px of it that are scrolled out of sight
    friend bool operator==(const MemoryState&, const MemoryState&) = default;
};

struct CollectiveRef // of the shown recording
{
    std::string name;
    std::string group;
    std::int64_t sequence = 0;
    friend bool operator==(const CollectiveRef&, const CollectiveRef&) = default;
};

struct GivenNumber // of a file that does not tell which rank it is of
{
    std::string file; // its name, with as many folders before it as tell it from the others
    std::int64_t rank = 0;
    friend bool operator==(const GivenNumber&, const GivenNumber&) = default;
};

struct RankEvents // of an unfolded rank: its own timeline, whose window is that of all
{
    std::string rank;
    TimelineState timeline;
    friend bool operator==(const RankEvents&, const RankEvents&) = default;
};

struct RanksState // ranks are told by their labels: "rank 3", else the name of the file
{
    std::vector<GivenNumber> numbers; // by hand
    std::uint32_t recording = 0;      // which of those that the files are of is shown
    Window window;                    // ns of the common clock
    std::string topRow;               // as of a timeline
    std::int32_t topOffset = 0;
    std::optional<std::string> rank; // chosen
    std::optional<CollectiveRef> collective;
    std::optional<Range> range;
    std::vector<std::string> unfolded;
    std::vector<RankEvents> events; // of those, once they are read
    friend bool operator==(const RanksState&, const RanksState&) = default;
};

struct Alignment // of two runs on one axis
{
    std::int64_t before = 0; // stands …
    std::int64_t after = 0;  // … above this
    double pace = 1;         // of the later run for each unit of the earlier one
    double shift = 0;        // how much later the later run stands than that, in units of the earlier one
    friend bool operator==(const Alignment&, const Alignment&) = default;
};

struct TableState // of a table that somebody has sorted, scrolled or given other widths
{
    std::string table;  // its name
    std::string column; // title of that it is sorted by; empty: as it comes
    bool descending = false;
    std::vector<std::int32_t> widths = {}; // px of its columns; none: as wide as their contents ask for
    std::int32_t topRow = 0;               // the first that is seen, in the order that is shown
    std::int32_t left = 0;                 // px that are scrolled out of sight
    friend bool operator==(const TableState&, const TableState&) = default;
};

struct PanelChoice // what a box, a button or a field of a panel says
{
    std::string panel;   // its title
    std::string control; // its name
    std::string value;   // the chosen text, what was typed; of a button that is down "on"
    friend bool operator==(const PanelChoice&, const PanelChoice&) = default;
};

struct FindingRef // that is looked at, or difference of a comparison
{
    std::string rule;
    std::uint32_t number = 0; // in the list, from 0
    std::uint32_t place = 0;  // of its evidence
    friend bool operator==(const FindingRef&, const FindingRef&) = default;
};

enum class PageKind : std::uint8_t
{
    File, // a trace, a snapshot or a timeline of categories: the file says which
    Ranks,
    Comparison,
};

struct SessionPage
{
    PageKind kind = PageKind::File;
    // Of the session. File: its own, then that of the snapshot whose memory is shown below, if any. Ranks: the files
    // and folders that were opened together. Comparison: those of the earlier run, then those of the later.
    std::vector<std::size_t> files;
    std::size_t earlierFiles = 0; // Comparison: how many of them are of the earlier run
    std::string panel;            // title of the panel that is shown
    bool panelsVisible = true;
    bool findingsVisible = true;
    std::vector<TableState> tables;       // of the panels
    std::vector<PanelChoice> choices;     // in the panels: filters, groupings
    std::optional<FindingRef> finding;    // nothing: none is looked at
    std::vector<TimelineState> timelines; // of a trace one, of a comparison of traces two
    std::vector<MemoryState> memory;      // the same of snapshots
    std::optional<RanksState> ranks;
    bool showsMemory = false;                   // Comparison: instead of the timelines …
    bool showsBoth = false;                     // … or below them
    std::optional<Alignment> timelineAlignment; // Comparison
    std::optional<Alignment> memoryAlignment;   // Comparison
    std::vector<Annotation> annotations;
    friend bool operator==(const SessionPage&, const SessionPage&) = default;
};

struct Session
{
    static constexpr int kVersion = 1; // grows when older programs would misread what is written
    std::string program;               // that wrote it, with its version
    std::vector<SessionFile> files;
    std::vector<SessionPage> pages;
    std::size_t current = 0;
    friend bool operator==(const Session&, const Session&) = default;
};

} // namespace stepscope::share
