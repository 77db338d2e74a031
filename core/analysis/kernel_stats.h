// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Kernels by name: how often, how long, and which operator launched most of their time.
//
//   calls        all pieces of work of that name, also those whose time was lost
//   total        sum of their durations, cut to the window; repaired durations count with the repaired value
//   timed_calls  those whose duration can be trusted (SliceTable::timed); average (rounded down), minimum, maximum and
//   the
//                percentiles (nearest rank) are theirs alone, and unknown where there is none
//   share        total ÷ summed total of all kernels
//   op           the name of the operator or annotation around the launch (Trace::operatorOf) with the largest total;
//                steps are none
// Copies and sets are no kernels (see copies.h). O(n) in the pieces of GPU work.

#include "core/analysis/kernel_names.h"
#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::analysis {

struct KernelRow
{
    NameId name;
    KernelFamily family = KernelFamily::Other;
    NameId op; // invalid: no launch in the file, or nothing around it
    std::uint64_t calls = 0;
    std::uint64_t timedCalls = 0;
    std::int64_t totalNs = 0;
    std::optional<std::int64_t> avgNs;
    std::optional<std::int64_t> minNs;
    std::optional<std::int64_t> maxNs;
    std::optional<std::int64_t> p50Ns;
    std::optional<std::int64_t> p99Ns;
    double share = 0; // of totalNs; 0 when no kernel took any time
    SliceId longest;  // the longest timed call; the first one of equals. Invalid when none is timed
};

struct KernelStats
{
    std::vector<KernelRow> rows; // by total, largest first; then by name
    std::int64_t totalNs = 0;
    std::uint64_t calls = 0;
};

[[nodiscard]] KernelStats kernelStats(const model::Trace& trace, const Window& window);

// "est. achieved occupancy %" of the row's longest call as a share, read from the file; nothing when it is not there.
[[nodiscard]] std::optional<double> occupancyOf(const model::Trace& trace, const KernelRow& row);

} // namespace stepscope::analysis
