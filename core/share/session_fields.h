// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The members of a session's values with their names in JSON, once for writing and reading: fields(io, value) hands
// each to io(name, member), io.unless(name, member, usual) for what is left out where it is as usual, and io.word(name,
// member, words) for an enumeration. check() says what no value may be, null where all is well. Private to
// session_json.

#include "core/share/session.h"

#include <array>
#include <cmath>
#include <string>

namespace stepscope::share {

inline constexpr std::array kPageKinds {"file", "ranks", "comparison"};
inline constexpr std::array kRowSizes {"compact", "normal", "tall"};
inline constexpr std::array kAnnotationKinds {"note", "box", "arrow", "span", "highlight", "region"};
inline constexpr std::array kAnnotationViews {"timeline", "memory"};

template <class Io> void fields(Io& io, SessionFile& file)
{
    io("path", file.path);
    io("bytes", file.bytes);
    io("xxh3", file.hash);
}

template <class Io> void fields(Io& io, Range& range)
{
    io("start", range.start);
    io("end", range.end);
}

template <class Io> void fields(Io& io, Window& window)
{
    io("start", window.start);
    io("fraction", window.fraction);
    io("span", window.span);
}

template <class Io> void fields(Io& io, EventRef& event)
{
    io("row", event.row);
    io("name", event.name);
    io("start_ns", event.start);
    io("dur_ns", event.dur);
}

template <class Io> void fields(Io& io, RowPlace& row)
{
    io("key", row.key);
    io.unless("folded", row.folded, false);
    io.unless("hidden", row.hidden, false);
    io.unless("pinned", row.pinned, false);
    io.unless("merged", row.merged, false);
}

template <class Io> void fields(Io& io, SearchState& search)
{
    io("text", search.text);
    io.unless("regex", search.isRegex, false);
    io.unless("arguments", search.inArguments, false);
    io("category", search.category);
    io("name", search.name);
}

template <class Io> void fields(Io& io, TimelineState& state)
{
    io("window_ns", state.window);
    io("rows", state.rows);
    io("row_filter", state.rowFilter);
    io.unless("only_gpu_work", state.onlyGpuWork, false);
    io.word("row_size", state.rowSize, kRowSizes);
    io("top_row", state.topRow);
    io("top_offset_px", state.topOffset);
    io("selected", state.selected);
    io("measured", state.measured);
    io("range_ns", state.range);
    io("step_start_ns", state.step);
    io("search", state.search);
    io("minimum_gap_ns", state.minimumGap);
    io("minimum_gap_px", state.minimumGapPixels);
    io.unless("wall_clock", state.wallClock, false);
    io.unless("flows", state.flows, false);
    io("short_kernel_ns", state.shortKernel);
}

template <class Io> void fields(Io& io, MemoryState& state)
{
    io("device", state.device);
    io("axis", state.axis);
    io("window", state.window);
    io("entry", state.entry);
    io("allocation", state.allocation);
    io("entries", state.range);
    io("colour_by", state.colourBy);
    io.unless("allocator_zoom", state.allocatorZoom, 1.0);
    io.unless("allocator_top_px", state.allocatorTop, std::int32_t {0});
}

template <class Io> void fields(Io& io, CollectiveRef& collective)
{
    io("name", collective.name);
    io("group", collective.group);
    io("sequence", collective.sequence);
}

template <class Io> void fields(Io& io, GivenNumber& number)
{
    io("file", number.file);
    io("rank", number.rank);
}

template <class Io> void fields(Io& io, RankEvents& events)
{
    io("rank", events.rank);
    io("timeline", events.timeline);
}

template <class Io> void fields(Io& io, RanksState& state)
{
    io("numbers", state.numbers);
    io("recording", state.recording);
    io("window_ns", state.window);
    io("top_row", state.topRow);
    io("top_offset_px", state.topOffset);
    io("rank", state.rank);
    io("collective", state.collective);
    io("range_ns", state.range);
    io("unfolded", state.unfolded);
    io("events", state.events);
}

template <class Io> void fields(Io& io, Alignment& alignment)
{
    io("before", alignment.before);
    io("after", alignment.after);
    io("pace", alignment.pace);
    io("shift", alignment.shift);
}

template <class Io> void fields(Io& io, Anchor& anchor)
{
    io("at", anchor.at);
    io("row", anchor.row);
    io("lane", anchor.lane);
    io("bytes", anchor.bytes);
    io.unless("inner_row", anchor.innerRow, std::string());
    io.unless("resolution_ns", anchor.resolution, std::int64_t {1});
}

template <class Io> void fields(Io& io, LabelOffset& label)
{
    io("x", label.x);
    io("y", label.y);
}

template <class Io> void fields(Io& io, Annotation& annotation)
{
    io("number", annotation.number);
    io.word("kind", annotation.kind, kAnnotationKinds);
    io.word("view", annotation.view, kAnnotationViews);
    io("run", annotation.run);
    io("device", annotation.device);
    io("from", annotation.from);
    io("to", annotation.to);
    io("event", annotation.event);
    io("text", annotation.text);
    io("colour", annotation.colour);
    io("label_px", annotation.label);
}

template <class Io> void fields(Io& io, TableState& table)
{
    io("table", table.table);
    io("column", table.column);
    io.unless("descending", table.descending, false);
    io("widths_px", table.widths);
    io.unless("top_row", table.topRow, std::int32_t {0});
    io.unless("left_px", table.left, std::int32_t {0});
}

template <class Io> void fields(Io& io, PanelChoice& choice)
{
    io("panel", choice.panel);
    io("control", choice.control);
    io("value", choice.value);
}

template <class Io> void fields(Io& io, FindingRef& finding)
{
    io("rule", finding.rule);
    io("number", finding.number);
    io("place", finding.place);
}

template <class Io> void fields(Io& io, SessionPage& page)
{
    io.word("kind", page.kind, kPageKinds);
    io("files", page.files);
    io("earlier_files", page.earlierFiles);
    io("panel", page.panel);
    io("panels_visible", page.panelsVisible);
    io("findings_visible", page.findingsVisible);
    io("tables", page.tables);
    io("choices", page.choices);
    io("finding", page.finding);
    io("timelines", page.timelines);
    io("memory", page.memory);
    io("ranks", page.ranks);
    io.unless("shows_memory", page.showsMemory, false);
    io.unless("shows_both", page.showsBoth, false);
    io("timeline_alignment", page.timelineAlignment);
    io("memory_alignment", page.memoryAlignment);
    io("annotations", page.annotations);
}

template <class Io> void fields(Io& io, Session& session)
{
    io("program", session.program);
    io("files", session.files);
    io("pages", session.pages);
    io("current", session.current);
}

template <class T> [[nodiscard]] const char* check(const T& /*value*/)
{
    return nullptr;
}

[[nodiscard]] inline const char* check(const SessionFile& file)
{
    return file.path.empty() ? "has no path" : nullptr;
}

[[nodiscard]] inline const char* check(const Window& window)
{
    const bool holds = window.fraction >= 0 && window.fraction < 1 && window.span > 0 && window.span < 1e19;
    return holds ? nullptr : "needs a fraction from 0 to 1 and a span above 0";
}

[[nodiscard]] inline const char* check(const EventRef& event)
{
    return event.dur < 0 ? "has a negative length" : nullptr;
}

[[nodiscard]] inline const char* check(const Alignment& alignment)
{
    const bool holds = alignment.pace > 1e-9 && alignment.pace < 1e9 && std::abs(alignment.shift) < 1e18;
    return holds ? nullptr : "needs a pace above 0, and a shift that is not endless";
}

[[nodiscard]] inline const char* check(const TimelineState& state)
{
    constexpr std::int32_t kFar = 1'000'000; // px
    const bool holds = std::abs(static_cast<double>(state.topOffset)) <= kFar && state.minimumGap >= 0
        && state.minimumGapPixels >= 0 && state.minimumGapPixels <= kFar && state.shortKernel.value_or(1) > 0;
    return holds ? nullptr : "has an offset, a gap or a short kernel that cannot be";
}

[[nodiscard]] inline const char* check(const MemoryState& state)
{
    constexpr double kMost = 1e6; // more than any view zooms
    return state.allocatorZoom >= 1 && state.allocatorZoom <= kMost ? nullptr : "has a zoom that cannot be";
}

[[nodiscard]] inline const char* check(const RanksState& state)
{
    constexpr std::int32_t kFar = 1'000'000; // px
    return std::abs(static_cast<double>(state.topOffset)) <= kFar ? nullptr : "has an offset that cannot be";
}

[[nodiscard]] inline const char* check(const Anchor& anchor)
{
    constexpr double kFar = 1e6;                              // lanes
    constexpr std::int64_t kCoarsest = 1'000'000'000'000'000; // ns
    const bool holds = std::abs(anchor.lane) <= kFar && anchor.resolution >= 1 && anchor.resolution <= kCoarsest;
    return holds ? nullptr : "lies at a lane, or is as coarse, as cannot be";
}

[[nodiscard]] inline const char* check(const SessionPage& page)
{
    if (page.files.empty())
        return "has no file";
    const bool isComparison = page.kind == PageKind::Comparison;
    if (isComparison && (page.earlierFiles == 0 || page.earlierFiles >= page.files.size()))
        return "compares, and needs files of both runs";
    return nullptr;
}

} // namespace stepscope::share
