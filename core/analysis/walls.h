// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Walls of short kernels: stretches of a stream in which launch overhead rules.
//
//   wall          at least minPieces pieces of GPU work on one stream, at least 90 % of them kernels shorter than
//                 shortKernelNs, no gap longer than 1 ms inside, no more than 3 longer kernels in a row
//   busy share    GPU work of the stream ÷ extent
//   launch bound  part of the extent in which the stream waits for a launch call that starts after the work before
//   ended share of step extent ÷ GPU interval of the step in which its largest part lies (without steps: ÷ the device's
//   window)

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
    std::uint64_t kernels = 0; // pieces of GPU work
    std::uint64_t shortKernels = 0;
    std::int64_t medianNs = 0; // of the kernels' durations, nearest rank
    std::int64_t busyNs = 0;
    std::int64_t launchBoundNs = 0;
    double elementwiseShare = 0; // of its kernels
    std::vector<NameId> topOps;  // operators by number of kernels, at most 3
    std::uint32_t step = StepIndex::kNone;
    std::optional<double> shareOfStep;
};

[[nodiscard]] std::vector<Wall> findWalls(
    const model::Trace& trace, const GpuUse& use, const StepIndex& steps, const WallRules& rules); // by time

} // namespace stepscope::analysis
