// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sync markers: where the CPU waits for the GPU.
//
//   marker     one for each blocking call: those that block by their name (model::isBlockingCall), and a device-to-host
//              copy whose call lasts at least until the copy has ended (pageable memory). Nested blocking calls (a
//              runtime call and the driver call it makes) are one; so are a device-to-host copy and the synchronise
//              that follows it under the same operator.
//   record     a cuda_sync record merges into the call it describes: the one that coincides with it within a few µs,
//   else
//              the one with its correlation number, else the one that encloses it. A record of a query, which does not
//              block, counts nothing. Alone it is a marker itself. Stream Wait Event never counts.
//   blocked    summed duration of a marker's calls
//   idle after idle time of the device from the marker's end to the start of the first GPU work launched after it
//   at end     nothing is launched between the marker's end and the end of its step
// O(slices of CPU rows + launches log launches); reads arguments only of records that coincide with no call.

#include "core/analysis/gpu_utilisation.h"
#include "core/analysis/step_index.h"
#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::analysis {

enum class SyncKind : std::uint8_t
{
    Stream,
    Device,
    Event,
    Copy,
    Other
};
[[nodiscard]] const char* syncKindName(SyncKind kind); // "stream", …

struct SyncMarker
{
    SliceId slice; // the blocking call (of a copy and its synchronise: the longer one), or the record where there is no
                   // call
    SyncKind kind = SyncKind::Other;
    bool recordOnly = false; // no call of the CPU is in the file
    TrackId track;
    std::array<Interval, 2> parts {}; // the blocking call(s) in time order; the second may be empty
    std::uint32_t step = StepIndex::kNone;
    std::optional<bool> atStepEnd;           // of markers inside a step
    SliceId workAfter;                       // the first GPU work launched after it; invalid: there is none
    std::optional<std::int64_t> idleAfterNs; // unknown when nothing is launched after it
    NameId op; // operator or annotation around the call; invalid: none. The Python line: python_lines.h

    [[nodiscard]] std::int64_t start() const { return parts[0].start; }
    [[nodiscard]] std::int64_t end() const { return std::max(parts[0].end, parts[1].end); }
    [[nodiscard]] std::int64_t blockedNs() const { return parts[0].length() + parts[1].length(); }
};

// Of the whole trace, in time order.
[[nodiscard]] std::vector<SyncMarker> findSyncs(const model::Trace& trace, const StepIndex& steps, const GpuUse& use);

// Those that overlap the window, cut to it.
[[nodiscard]] std::vector<SyncMarker> cutSyncs(std::vector<SyncMarker> markers, const Window& window);

} // namespace stepscope::analysis
