// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Casts and copies inside the device that operators made along the way: aten::to, aten::_to_copy, aten::copy_,
// aten::contiguous, aten::clone.
//
//   belongs to   the outermost such operator that holds the launch with nothing but such operators in between:
//                contiguous, which clones, which copies, is one row of contiguous
//   counted      kernels and copies within the device; copies from and to the host are told in copies.h
//   calls        of that operator which launched such work; share: total ÷ summed time of all kernels (0 when unknown)
// Cut to the window. O(GPU work × nesting depth).

#include "core/analysis/kernel_stats.h"
#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

struct RedundantCopyRow
{
    NameId op;
    std::uint64_t calls = 0;
    std::uint64_t kernels = 0; // pieces of GPU work
    std::int64_t totalNs = 0;
    double share = 0;
    SliceId longest; // the piece of GPU work that took longest
};

// By total, largest first.
[[nodiscard]] std::vector<RedundantCopyRow> redundantCopies(
    const model::Trace& trace, const KernelStats& kernels, const Window& window);

} // namespace stepscope::analysis
