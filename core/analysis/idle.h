// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Idle time of the GPUs: its sum, and the largest gaps with the work that ends each and the launch of that work.
// Why the GPU waited is not judged here.
//
//   total  idle of all devices inside their windows; window: the windows' summed length
//   edge   idle between the recording's ends and the windows, not part of the total: work may be missing there. The
//          recording lasts from the first profiler span to "Record Window End", else over the whole range
// O(gaps log limit + limit × streams log n).

#include "core/analysis/gap_causes.h"
#include "core/analysis/gpu_utilisation.h"
#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

struct IdleGap
{
    std::uint32_t device = 0; // index into GpuUse::devices
    Interval span;
    SliceId workAfter; // invalid where the window ends before any work does
    SliceId launch;    // of workAfter; invalid where it is not in the file
};

struct IdleSummary
{
    GapCauses causes;
    std::int64_t windowNs = 0;
    std::int64_t totalNs = 0;
    std::int64_t edgeNs = 0;
    std::uint64_t gapCount = 0;
    std::vector<IdleGap> gaps; // largest first, then by time; at most the limit asked for
    static constexpr std::size_t kReportedGaps = 200;
};

[[nodiscard]] IdleSummary idleSummary(const model::Trace& trace, const GpuUse& use, const Window& window,
    std::size_t maxGaps = IdleSummary::kReportedGaps);

// Leaves shorter gaps out of the list; sums and counts stay.
void dropShortGaps(IdleSummary& summary, std::int64_t minNs);

// What the profiler says it recorded.
[[nodiscard]] Interval recordingOf(const model::Trace& trace);

} // namespace stepscope::analysis
