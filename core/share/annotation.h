// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What people write over a view, as plain values: fixed to what is seen, not to where it was on the screen, so that it
// stays right at another zoom, with rows folded or moved, and in a window of another size. Knows no file and no widget.

#include <cstdint>
#include <optional>
#include <string>

namespace stepscope::share {

enum class AnnotationKind : std::uint8_t
{
    Note,      // a numbered word at `from`
    Box,       // from corner to corner
    Arrow,     // from its tail to its head; the text stands at the tail
    Span,      // a measured length from `from` to `to`: of time, in the row of `from`; of entries and bytes
    Highlight, // of one event: `from` its start, `to` its end, `event` its name
    Region,    // a stretch of the axis over all rows
};

enum class AnnotationView : std::uint8_t
{
    Timeline,
    Memory,
};

// A point of a view. Where the row is not shown, what is fixed to it stands at the row it is folded into, or is hidden
// with it.
struct Anchor
{
    std::int64_t at = 0;         // timeline: ns of the file's clock; memory: number of the entry
    std::string row;             // timeline: key of the row (view::RowState); empty: of no row in particular
    double lane = 0;             // timeline: lanes below the top of the row; 1.5 is the middle of the second;
                                 // memory: how far right of the middle of the entry, in widths of it
    std::uint64_t bytes = 0;     // memory: above the bottom
    std::string innerRow;        // ranks: key of the row among the rank's own events; empty: the row of the rank itself
    std::int64_t resolution = 1; // timeline: ns that `at` is known to: 1 where it is the edge of something
    friend bool operator==(const Anchor&, const Anchor&) = default;
};

// Where people put a label: so many logical px right of and below what it is of. Nothing keeps it from being pulled
// into the canvas where that is smaller.
struct LabelOffset
{
    std::int32_t x = 0;
    std::int32_t y = 0;
    friend bool operator==(const LabelOffset&, const LabelOffset&) = default;
};

struct Annotation
{
    std::uint32_t number = 0; // of the page, from 1; shown, and never given twice
    AnnotationKind kind = AnnotationKind::Note;
    AnnotationView view = AnnotationView::Timeline;
    std::uint32_t run = 0;    // of a comparison: 0 the earlier, 1 the later; of ranks: which of the recordings
    std::uint32_t device = 0; // memory: index of the device
    Anchor from;
    Anchor to; // meant by all but notes
    std::string event;
    std::string text;                                // UTF-8, may have lines; may be empty
    std::uint8_t colour = 0;                         // of the annotations' own few, by number
    std::optional<LabelOffset> label = std::nullopt; // nothing: where there is room
    friend bool operator==(const Annotation&, const Annotation&) = default;
};

} // namespace stepscope::share
