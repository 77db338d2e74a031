// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Idle time of the GPUs: its sum, and which gaps are the largest. Why the GPU waited: gap_causes.h.
//
//   total  idle of all devices inside their windows; window: the windows' summed length
//   edge   idle between the recording's ends and the windows, not part of the total: work may be missing there. The
//          recording lasts from the first profiler span to "Record Window End", else over the whole range
// O(gaps + limit log limit).

#include "core/analysis/gap_causes.h"
#include "core/analysis/gpu_utilisation.h"
#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

struct IdleSummary
{
    GapCauses causes;
    std::int64_t windowNs = 0;
    std::int64_t totalNs = 0;
    std::int64_t edgeNs = 0;
    std::uint64_t gapCount = 0;
    std::vector<std::uint32_t> largest; // largestGaps() of kReportedGaps
    static constexpr std::size_t kReportedGaps = 200;
};

// `use` and `causes` must be of the window.
[[nodiscard]] IdleSummary idleSummary(
    const model::Trace& trace, const GpuUse& use, GapCauses causes, const Window& window, std::int64_t minGapNs = 0);

// Indices of the largest gaps, largest first, then by time; at most `limit`, none shorter than `minNs`.
[[nodiscard]] std::vector<std::uint32_t> largestGaps(
    const GapCauses& causes, std::size_t limit, std::int64_t minNs = 0);

// What the profiler says it recorded.
[[nodiscard]] Interval recordingOf(const model::Trace& trace);

} // namespace stepscope::analysis
