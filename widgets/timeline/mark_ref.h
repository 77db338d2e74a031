// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Names one mark of the timeline: something that the analyses found and that lies over rows rather than being an event
// of the file. A small value; indices are those of the figures the marks were made from and mean nothing beyond them.

#include "core/util/ids.h"
#include "widgets/viewmodel/time_axis.h"

#include <cstdint>
#include <vector>

namespace stepscope::widgets {

enum class MarkKind : std::uint8_t
{
    None,
    Gap,  // of a device: `index` in GapCauses::gaps
    Idle, // a stream does nothing while its device works: no index
    Wall, // `index` in TraceFigures::walls
    Sync, // `index` in TraceFigures::syncs
};

struct MarkRef
{
    MarkKind kind = MarkKind::None;
    std::uint32_t index = 0;
    TimeRange span; // what is marked when it is clicked
    TrackId track;  // Idle: the stream

    [[nodiscard]] bool valid() const { return kind != MarkKind::None; }
    friend bool operator==(const MarkRef&, const MarkRef&) = default;
};

// Slices that belong to a mark and light up with it: the activity in its parts, the launch, the work after it.
struct MarkContext
{
    std::vector<SliceId> causes; // the most telling first
    SliceId launch;
    SliceId workAfter;
};

} // namespace stepscope::widgets
