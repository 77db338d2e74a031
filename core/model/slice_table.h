// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All slices of a trace as columns, in canonical order (track, lane, start): a lane is one contiguous, time-ordered,
// overlap-free run, so painting, hit tests and level of detail touch one contiguous array.
// Invariants: within a lane starts ascend and end[i] <= start[i+1]; parent is the innermost slice of the same track
// that contains the slice, whatever lane it lies in. Immutable after the load.

#include "core/util/column.h"
#include "core/util/ids.h"

#include <cstdint>

namespace stepscope::model {

enum SliceFlag : std::uint8_t
{
    kUnfinished = 1,  // no end in the file: lasts to the end of the range
    kNoTime = 2,      // time was lost when the file was written; not placed
    kOutlier = 4,     // more than an hour from the others; not placed
    kNegative = 8,    // raw duration below zero, counted as 0
    kRepaired = 16,   // impossible raw duration, replaced
    kNoDuration = 32, // impossible raw duration, nothing to replace it by (0)
    kDamaged = 64,    // its JSON had to be repaired
    kBeginEnd = 128,  // came from a B/E (or async begin/end) pair
};
// Slices with any of these have no trustworthy duration of their own: they are left out of averages.
inline constexpr std::uint8_t kUntimed = kUnfinished | kNoTime | kOutlier | kRepaired | kNoDuration;

struct SliceTable
{
    Column<std::int64_t> start; // ns, the file's own clock
    Column<std::int64_t> dur;   // ns >= 0, repaired where flags say so
    Column<NameId> name;
    Column<std::uint16_t> category; // index into Trace::categories
    Column<SliceId> parent;
    Column<std::uint32_t> offsetLow; // byte of the event in the text, low 32 bits …
    Column<std::uint8_t> offsetHigh; // … and the next 8
    Column<std::uint8_t> flags;      // SliceFlag

    [[nodiscard]] std::size_t size() const { return start.size(); }
    [[nodiscard]] std::int64_t end(SliceId id) const { return start[id.index()] + dur[id.index()]; }
    [[nodiscard]] std::uint64_t offset(SliceId id) const
    {
        return offsetLow[id.index()] | (std::uint64_t {offsetHigh[id.index()]} << 32U);
    }
    [[nodiscard]] bool timed(SliceId id) const { return (flags[id.index()] & kUntimed) == 0; }
    [[nodiscard]] bool placed(SliceId id) const { return (flags[id.index()] & (kNoTime | kOutlier)) == 0; }
};

} // namespace stepscope::model
