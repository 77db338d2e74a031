// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of HolisticTraceAnalysis by its own definitions (section 10 of the trace format reference), so that its
// users can compare; where they differ from ours, ours are the ones in the other headers. Only computed when asked for.
//
//   GPU events    GPU work and records of synchronisation on rows with a stream number; of a trace with several steps,
//                 only what is launched before the last step starts (records: what starts before it). With a window:
//                 what starts in it instead
//   times         of traces with decimals are rounded to whole µs, starts up and ends down; what fits between two of
//                 them gets a length of -1 µs and counts so
//   classes       by the start of the name, see htaClass()
//   breakdown     kernel time: first start to last end; idle: what no event covers; compute: the union of computation;
//                 the rest is "non-compute", where nothing computes but something else is busy
//   overlap       time when communication and computation are active ÷ the union of communication
//   idle classes  of a stream: gap from the end of the work before in order of start. Host wait: the launch starts
//                 after that end; else kernel wait: shorter than 30 µs (the parameter says ns, but is compared in µs);
//                 else other. Gaps below zero, of work that overlaps, are taken off
//   launches      by kernel name, of cudaLaunchKernel, cudaMemcpyAsync, cudaMemsetAsync and their hip twins. Short:
//                 shorter on the GPU than its call. Outliers: calls over 50 µs; delays from the call's end over 100 µs
//   queue         of a stream: +1 at the start of a launch, -1 at the start of its work. Mean over the points at which
//                 it changes (not over time); full: time at 1024 and more
//   kernels       durations of the events of one class and name: sum, extremes, mean, and the standard deviation of a
//                 sample (0 for one). HTA names the first 10 of a class and calls the rest "others"; here all are named
// Streams are told apart by row, also of several devices in one file. O(n log n) in GPU events.

#include "core/analysis/step_index.h"
#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

enum class HtaClass : std::uint8_t
{
    Communication,
    Memory,
    Computation,
    Other,
};
[[nodiscard]] HtaClass htaClass(std::string_view name);

struct HtaBreakdown
{
    std::int64_t kernelNs = 0;
    std::int64_t idleNs = 0;
    std::int64_t computeNs = 0;
    std::int64_t nonComputeNs = 0;
};

struct HtaOverlap
{
    std::int64_t commNs = 0;
    std::int64_t overlapNs = 0;
};

struct HtaStreamIdle
{
    TrackId stream;
    std::int64_t hostWaitNs = 0;
    std::int64_t kernelWaitNs = 0;
    std::int64_t otherNs = 0;
};

struct HtaLaunchRow
{
    NameId kernel;
    std::uint64_t launches = 0;
    std::uint64_t shortKernels = 0;
    std::uint64_t runtimeOutliers = 0;
    std::uint64_t delayOutliers = 0;
    std::int64_t cpuNs = 0;
    std::int64_t gpuNs = 0;
    std::int64_t delayNs = 0;
};

struct HtaQueue
{
    TrackId stream;
    std::uint64_t points = 0;
    std::int64_t min = 0;
    std::int64_t max = 0;
    double mean = 0;
    std::int64_t fullNs = 0;
};

struct HtaKernelRow
{
    HtaClass type = HtaClass::Other;
    NameId name;
    std::uint64_t calls = 0;
    std::int64_t sumNs = 0;
    std::int64_t maxNs = 0;
    std::int64_t minNs = 0;
    double meanNs = 0;
    double stdNs = 0;
};

[[nodiscard]] const char* htaClassName(HtaClass type); // "communication", …

struct HtaFigures
{
    bool lastStepLeftOut = false;
    std::optional<HtaBreakdown> breakdown; // nothing without GPU events …
    std::optional<HtaOverlap> overlap;     // … and without communication
    std::vector<HtaStreamIdle> idle;       // by row
    std::vector<HtaLaunchRow> launches;    // by number, largest first
    std::vector<HtaQueue> queues;          // by row
    std::vector<HtaKernelRow> kernels;     // by class, then by sum, largest first

    static constexpr std::int64_t kConsecutiveKernelNs = 30'000;
    static constexpr std::int64_t kRuntimeCutoffNs = 50'000;
    static constexpr std::int64_t kLaunchDelayCutoffNs = 100'000;
    static constexpr std::int64_t kFullQueue = 1024;
};

[[nodiscard]] HtaFigures htaFigures(const model::Trace& trace, const StepIndex& steps, const Window& window);

} // namespace stepscope::analysis
