// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Copies by direction and memory of the host side, as their names say.
//
//   bytes      of the copies that recorded them; unknown when none did
//   bandwidth  bytes ÷ duration (bytes per ns are GB/s), over copies with known bytes and a trusted duration above 0;
//              recomputed because what files say was wrong for some time (section 4.6 of the trace format reference)
// Sets are no copies. With a window a copy counts with the part of its duration inside and, for the bandwidth, only
// when it lies inside as a whole. O(n) in the pieces of GPU work.

#include "core/analysis/kernel_names.h"
#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::analysis {

struct CopyRow
{
    CopyClass what;
    std::uint64_t count = 0;
    std::optional<std::uint64_t> bytes;
    std::int64_t totalNs = 0;
    std::optional<double> bandwidthGbS;
    SliceId longest; // copy whose duration can be trusted; the first of equals
};

[[nodiscard]] std::vector<CopyRow> copyStats(
    const model::Trace& trace, const Window& window); // by total, largest first

} // namespace stepscope::analysis
