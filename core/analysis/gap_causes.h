// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every device gap split into parts by cause: what kept the GPU waiting.
//
// For a gap from e (end of the last GPU work) to s (start of the work that ends it), whose launch call runs from L to
// L':
//   e … L    split by what the launching thread does (thread_activity.h): waits for data → input; sits in a blocking
//            call → sync; anything else → host_dispatch; nobody recorded what → unexplained
//   L … s    launch_latency
//   L' <= e  the work was queued in time: dependency, comm_wait or launch_latency (queue_waits.h), else unexplained
//   no launch of the work in the file, or none with a trusted time → unexplained
// L after s (clocks that differ) counts as s. Parts are disjoint, in time order, and cover the gap; their lengths add
// up to it exactly. Only the thread that launches decides, whatever others do meanwhile.
//
//   work after  of several pieces that start at s one with a launch; of those the first by stream number, lane, start
//   activity    input: the data-loading span; sync: the call; host_dispatch: the operator, label or Python frame that
//               covers most of the part (dispatch_names.h); dependency, comm_wait: the work waited for, else the
//               Stream Wait Event record; launch_latency from L on: the launch call
// Gaps are explained over the whole trace and then cut to a window: a part has the same cause whatever is looked at.
// O(GPU work + slices of launching threads + gaps log n + gaps × lanes of a thread). Sums stay inside int64.

#include "core/analysis/gpu_utilisation.h"
#include "core/analysis/idle_cause.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::analysis {

struct GapPart
{
    Interval span;
    IdleCause cause = IdleCause::Unexplained;
    SliceId activity; // may be invalid
    TrackId thread;   // the launching thread; invalid where the launch is not in the file
    SliceId call;     // host_dispatch: the runtime or driver call that covers most of the part; may be invalid
};

struct DeviceGap
{
    std::uint32_t device = 0; // index into GpuUse::devices
    Interval span;
    SliceId workAfter;                        // ends the gap (of one cut by a window: after the window)
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
    // The longest part of the gap's cause; the first of equals.
    [[nodiscard]] const GapPart* mainPart(const DeviceGap& gap) const;
};

// `use` must be that of the whole trace.
[[nodiscard]] GapCauses explainGaps(const model::Trace& trace, const GpuUse& use);

// The gaps inside a window of GPU figures, parts cut to it, sums and causes made anew.
[[nodiscard]] GapCauses cutCauses(const GapCauses& causes, Interval window);

// Idle of all devices inside an interval by cause, parts cut to it. O(devices log gaps + gaps inside).
[[nodiscard]] CauseTotals causesWithin(const GapCauses& causes, Interval interval);

} // namespace stepscope::analysis
