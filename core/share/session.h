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

struct EventRef // an event told by what it is, so that it is found in the same trace of another version of the program
{
    std::string row; // key of the row
    std::string name;
    std::int64_t start = 0; // ns of the file's clock
    std::int64_t dur = 0;   // ns
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

struct TimelineState
{
    Range window; // ns of the file's clock that are seen
    std::vector<RowPlace> rows;
    std::string rowFilter;
    bool onlyGpuWork = false;
    std::uint8_t rowHeight = 1;
    std::string topRow; // the row at the upper edge of those that scroll
    std::int32_t topOffset = 0;
    std::optional<EventRef> selected;
    std::optional<Range> range;
    std::optional<std::int64_t> step; // its number, where tables are limited to it
    std::string search;
    std::int64_t minimumGap = 0; // ns; 0: follows the zoom
    bool flows = false;
    friend bool operator==(const TimelineState&, const TimelineState&) = default;
};

struct MemoryState
{
    std::uint32_t device = 0;
    bool byTime = false; // the axis; else by entries
    Range window;        // of the axis
    std::int32_t entry = -1;
    std::optional<std::uint32_t> allocation;
    std::optional<Range> range; // entries, both belong to it
    std::string colourBy;
    bool fitAll = false;
    friend bool operator==(const MemoryState&, const MemoryState&) = default;
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
    std::vector<std::size_t> files; // of the session; Comparison: those of the earlier run, then those of the later
    std::size_t earlierFiles = 0;   // Comparison: how many of them are of the earlier run
    std::string panel;              // title of the panel that is shown
    bool panelsVisible = true;
    bool findingsVisible = true;
    std::vector<TimelineState> timelines; // one; of a comparison two
    std::vector<MemoryState> memory;      // the same
    bool showsMemory = false;             // Comparison: instead of the timelines
    std::optional<Range> alignment; // Comparison: times of the earlier and the later run that stand above each other
    std::vector<std::uint32_t> unfoldedRanks;
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
