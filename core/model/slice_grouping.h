// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Brings all slices (X events in file order, then paired ones) into groups that are laid out together: per track its
// annotations, its nested slices, its synchronisations, and those without a trustworthy time. Within a group the file
// order stays. Columns move one at a time and the raw ones are released. O(n).

#include "core/model/assembler.h"
#include "core/model/paired_slices.h"
#include "core/model/time_check.h"

namespace stepscope::model {

enum class GroupClass : std::uint8_t
{
    Annotation,
    Nested,
    Sync,
    Unplaced
};
inline constexpr std::uint32_t kGroupClasses = 4;

struct SliceGroup
{
    TrackId track;
    GroupClass groupClass = GroupClass::Nested;
    std::uint32_t first = 0; // rows [first, last) of the grouped columns
    std::uint32_t last = 0;
};

// An unfinished slice until the end of the range is known.
inline constexpr std::int64_t kOpenDuration = INT64_MAX / 4;

struct GroupedSlices
{
    SliceTable columns;             // parent is empty; order is group, then file
    std::vector<SliceGroup> groups; // ascending by track, class; none empty
    // Row of each raw slice: by chunk in file order, then row in the chunk.
    Column<std::uint32_t> rowOfRaw;
    std::vector<std::uint32_t> rawBase;                               // first index into rowOfRaw of each chunk
    std::uint32_t firstPaired = 0;                                    // index into rowOfRaw of the first paired slice
    std::vector<std::pair<std::uint32_t, std::int64_t>> rawDurations; // row, ns as in the file, where they differ
};

// The final slice of each slice of the file, by chunk and row in the chunk.
struct PlacedSlices
{
    Column<SliceId> ofRaw;              // as GroupedSlices::rowOfRaw
    std::vector<std::uint32_t> rawBase; // as GroupedSlices::rawBase

    [[nodiscard]] SliceId at(std::size_t chunk, std::uint32_t row) const { return ofRaw[rawBase[chunk] + row]; }
};

// `finalOf` by row of the grouped columns. Takes rowOfRaw and rawBase away.
[[nodiscard]] PlacedSlices placeSlices(GroupedSlices& grouped, const Column<SliceId>& finalOf, const StopCheck& stop);

[[nodiscard]] GroupedSlices groupSlices(AssemblyInput& input, const std::vector<PairedSlice>& paired,
    const TimeCheck& times, SiteTable& sites, Trace& trace);

} // namespace stepscope::model
