// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Time of the host that is neither work of the GPU nor waiting for it: the profiler's own overhead, first use of
// kernels, and operators that cost the host far more than the GPU.
//
//   profiler      events of category "overhead" by name ("Command Buffer Full": the launch queue is full; "Lazy
//                 Function Loading", "Runtime Triggered Module Loading": first use of a kernel; "Buffer Flush",
//                 "Instrumentation", …: the profiler itself)
//   host-bound    operators whose own CPU time (cpu_self of op_stats.h) is at least kFactor × the device time that they
//                 launch themselves, and at least kMinShare of the host time. Not those that wait for values of the GPU
//                 or compile, which are told elsewhere; nor annotations: their own time is Python's, or waiting for the
//                 backward thread. None in a trace without GPU work, where the CPU time is the work itself
//   host time     summed CPU spans of the window's steps; without steps, the window
//   share         cpu_self ÷ host time, at most 1 (threads run side by side)
// Cut to the window. O(slices of CPU rows).

#include "core/analysis/op_stats.h"
#include "core/analysis/step_index.h"
#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

struct OverheadRow
{
    NameId name;
    std::uint64_t count = 0;
    std::int64_t totalNs = 0;
    SliceId longest;
};

struct HostBoundRow
{
    NameId name;
    std::uint64_t calls = 0;
    std::int64_t cpuSelfNs = 0;
    std::int64_t deviceSelfNs = 0;
    double share = 0;
    SliceId longest; // its longest call
};

struct HostOverhead
{
    std::vector<OverheadRow> profiler;   // by total, largest first
    std::vector<HostBoundRow> operators; // by cpu_self, largest first; at most kReported
    static constexpr std::int64_t kFactor = 5;
    static constexpr double kMinShare = 0.01;
    static constexpr std::size_t kReported = 20;
};

// `shownSteps`: indices of those that overlap the window; `range`: the trace's, cut to the window.
[[nodiscard]] std::int64_t hostTime(
    const StepIndex& steps, const std::vector<std::uint32_t>& shownSteps, const Window& window, Interval range);

// `operators` are those of the window; `hostNs` is the host time.
[[nodiscard]] HostOverhead hostOverhead(
    const model::Trace& trace, const std::vector<OperatorRow>& operators, std::int64_t hostNs, const Window& window);

} // namespace stepscope::analysis
