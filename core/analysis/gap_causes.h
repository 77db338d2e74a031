// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every device gap split into parts by cause: what kept the GPU waiting.
//
// For a gap from e (end of the last GPU work) to s (start of the work that ends it), whose launch call runs from L to
// L':
//   e … L    split by what the launching thread does, innermost meaning first: in a data-loading span → input; in a
//            blocking call → sync; any other activity, or silence between activities → host_dispatch; a thread (or
//            file) without any CPU record → unexplained
//   L … s    launch_latency
//   L' <= e  the work was queued in time: on a stream that waits for another one → dependency, for a communication
//            kernel → comm_wait; else launch_latency for the first kQueuedLatencyNs, unexplained beyond
//   no launch of the work in the file → unexplained
// Parts are disjoint, in time order, and cover the gap; their lengths add up to it exactly.

#include "core/analysis/gpu_utilisation.h"
#include "core/analysis/idle_cause.h"
#include "core/model/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::analysis {

inline constexpr std::int64_t kQueuedLatencyNs = 50'000;

struct GapPart
{
    Interval span;
    IdleCause cause = IdleCause::Unexplained;
    SliceId activity; // what the thread did: the data-loading span, blocking call, or outermost-meaning slice; may be
                      // invalid
    TrackId thread;   // the launching thread; invalid where the launch is not in the file
};

struct DeviceGap
{
    std::uint32_t device = 0; // index into GpuUse::devices
    Interval span;
    SliceId workAfter;                        // invalid where the window ends before any work does
    SliceId launch;                           // of workAfter; invalid where it is not in the file
    IdleCause cause = IdleCause::Unexplained; // the largest part's, by summed length; the first in IdleCause of equals
    std::uint32_t firstPart = 0;
    std::uint32_t lastPart = 0;
};

struct GapCauses
{
    std::vector<DeviceGap> gaps; // by device, then time
    std::vector<GapPart> parts;
    std::vector<CauseTotals> byDevice; // as in GpuUse::devices
    CauseTotals total {};

    [[nodiscard]] std::span<const GapPart> partsOf(const DeviceGap& gap) const
    {
        return {parts.data() + gap.firstPart, parts.data() + gap.lastPart};
    }
};

[[nodiscard]] GapCauses explainGaps(const model::Trace& trace, const GpuUse& use);

// Idle of all devices inside an interval by cause, parts cut to it. O(devices log gaps + gaps inside).
[[nodiscard]] CauseTotals causesWithin(const GapCauses& causes, Interval interval);

} // namespace stepscope::analysis
