// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Walls of short kernels: stretches of a stream in which launch overhead rules.
//
//   wall          at least minPieces pieces of GPU work on one stream, at least 90 % of them kernels shorter than
//                 shortKernelNs, no gap longer than 1 ms inside, no more than 3 longer kernels in a row (copies between
//                 them neither count nor start the count anew)
//   which ones    the stream's work in order of start is parted at such gaps and such rows of longer kernels. Of each
//                 part, the maximal stretches whose ends are dense (dense_stretches.h: begin and end with a short
//                 kernel, no end can be cut off that is not itself at least 3/4 short); one with less than 90 % in all
//                 is looked at again for denser ends (80, 85, 90 %), the last of which make any stretch a wall. Walls
//                 never overlap, take in a few longer kernels between short ones, and do not swallow the mixed work of
//                 a neighbouring phase just because they have short kernels in plenty
//   busy share    union of the stream's GPU work ÷ extent
//   launch bound  summed gaps of the extent whose ending work was launched by a call that starts when the work before
//                 had ended
//   share of step part of the wall inside ÷ GPU interval of the step in which its largest part lies (without steps: ÷
//                 the device's window)
// Work without a place in time is left out; where `use` is cut to a window, work outside it. O(n), but for streams
// whose work overlaps, which are sorted.

#include "core/analysis/gpu_utilisation.h"
#include "core/analysis/step_index.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::analysis {

struct WallRules
{
    std::int64_t shortKernelNs = 20'000;
    std::uint64_t minPieces = 50;
    double minShortShare = 0.9;
    std::int64_t maxGapNs = 1'000'000;
    std::uint64_t maxLongInARow = 3;
};

struct Wall
{
    std::uint32_t device = 0; // index into GpuUse::devices
    TrackId stream;
    Interval span;
    std::uint64_t kernels = 0; // pieces of GPU work, copies and sets too
    std::uint64_t shortKernels = 0;
    std::int64_t medianNs = 0; // of its kernels' durations, nearest rank
    std::int64_t busyNs = 0;
    std::int64_t launchBoundNs = 0;
    double elementwiseShare = 0; // of `kernels`, by number
    std::vector<NameId> topOps;  // operators by number of kernels, at most 3
    std::uint32_t step = StepIndex::kNone;
    std::optional<double> shareOfStep; // unknown where the step or window has no length

    [[nodiscard]] std::optional<double> busyShare() const { return shareOfSpan(busyNs); }
    [[nodiscard]] std::optional<double> launchBoundShare() const { return shareOfSpan(launchBoundNs); }

private:
    [[nodiscard]] std::optional<double> shareOfSpan(std::int64_t ns) const // unknown for a wall without extent
    {
        if (span.length() <= 0)
            return std::nullopt;
        return static_cast<double>(ns) / static_cast<double>(span.length());
    }
};

[[nodiscard]] std::vector<Wall> findWalls(
    const model::Trace& trace, const GpuUse& use, const StepIndex& steps, const WallRules& rules); // by time

} // namespace stepscope::analysis
