// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How busy the GPUs were (section 9 of the trace format reference).
//
//   busy      length of the union of the GPU work of a stream, of a device: of all its streams
//   window    first start to last end of that work, cut to the range asked for; idle = window - busy
//   gap       a maximal stretch of the window without GPU work; work of no length ends a gap and opens the next
//   compute   union of kernels (and other accelerators' device work) that are no communication; comm: that are;
//             copy: of copies and sets. overlap = |comm ∩ compute|; exposed = |comm \ compute|: copies hide nothing
//
// Work without a place in time is counted in `events` but is not busy. O(n) in the pieces of GPU work.

#include "core/analysis/window.h"
#include "core/model/trace.h"
#include "core/util/interval_ops.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

struct StreamUse
{
    TrackId track;
    Interval window; // empty (start == end) when nothing placed lies in the range
    std::uint64_t events = 0;
    std::int64_t sumNs = 0;
    std::int64_t busyNs = 0;
    std::uint64_t gapCount = 0;
    std::vector<std::int64_t> gapsNs; // in time order, the first kMaxGaps
    static constexpr std::size_t kMaxGaps = 1000;
};

struct DeviceUse
{
    std::int32_t device = -1;
    ProcessId process; // the process its rows belong to: two files merged into one have the same device numbers twice
    Interval window;
    std::int64_t busyNs = 0;
    std::int64_t idleNs = 0;
    std::int64_t computeNs = 0;
    std::int64_t commNs = 0;
    std::int64_t commOverlapNs = 0;
    std::int64_t exposedCommNs = 0;
    std::int64_t copyNs = 0;
    std::vector<StreamUse> streams; // by stream number
    // Runs of GPU work in time order, disjoint, never touching a longer one; those of no length mark work of no length.
    std::vector<Interval> busy;
    std::vector<Interval> gaps; // in time order
    IntervalSet compute;        // when the device computes, whatever else it does
};

struct GpuUse
{
    std::vector<DeviceUse> devices; // by device number, then process
};

[[nodiscard]] GpuUse gpuUtilisation(const model::Trace& trace, const Window& window);

// Busy time inside an interval, from DeviceUse::busy. O(log n + runs inside).
[[nodiscard]] std::int64_t busyWithin(const DeviceUse& device, Interval interval);

} // namespace stepscope::analysis
