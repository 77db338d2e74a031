// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Large temporaries: blocks of accelerator memory that an operator allocates and that are free again before the
// outermost operator around it returns, from the [memory] marks of profile_memory=True.
//
//   large      at least 1/kMinPart of the most that was ever allocated on that device ("Total Allocated"); without such
//              totals in the file, kMinBytes
//   pair       a free matches the allocation at its address of the same device that came last
//   operator   the innermost one around the allocation on its thread; rows are by operator and device
//   share      largest block ÷ most allocated; unknown without totals
// Activations, which live from the forward to the backward pass, are none of these. Allocations that lie in the window.
// O(marks + large marks × (log + lanes of a thread × log)).

#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::analysis {

struct TemporaryRow
{
    NameId op;
    std::int32_t device = -1;
    std::uint64_t count = 0;
    std::int64_t largestBytes = 0;
    std::int64_t totalBytes = 0; // of all of them, one after the other
    std::optional<double> shareOfPeak;
    SliceId slice; // the operator's call with the largest one

    static constexpr std::int64_t kMinPart = 100;
    static constexpr std::int64_t kMinBytes = std::int64_t {64} << 20U;
};

// By largest block, largest first.
[[nodiscard]] std::vector<TemporaryRow> largeTemporaries(const model::Trace& trace, const Window& window);

} // namespace stepscope::analysis
