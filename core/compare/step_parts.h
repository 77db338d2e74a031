// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the time of a step is made of. The parts are disjoint and add up to its length exactly, so that the changes of
// the parts add up to the change of the step.
//
//   length       from the step's beginning to that of the next. With GPUs a step begins when its CPU span has begun and
//   all
//                work of the steps before has ended (the first: with its own first work; the last ends with its own
//                last work). So what the GPU waits for at the end of a step belongs to that step where the CPU waits
//                for the GPU, and nothing lies between steps. Before missing marks (step_alignment.h) a step ends like
//                the last. Where the GPUs are left out: the CPU span
//   compute      union of the kernels that are no communication
//   comm         communication that no compute hides; copies: copies and sets that neither hides
//   idle parts   idle time of the device by cause (gap_causes.h)
//   unrecorded   what of the interval lies outside the window of a device
//   loading      without GPUs: data loading on the step's thread; cpu: all the rest of the span
// All averaged over the devices of the trace. Building O(GPU work log GPU work), a stretch O(log n + pieces inside).

#include "core/analysis/trace_figures.h"

#include <array>
#include <cstdint>
#include <vector>

namespace stepscope::compare {

enum class Part : std::uint8_t
{
    Compute,
    Communication,
    Copies,
    Input, // the idle ones in the order of analysis::IdleCause
    HostDispatch,
    Sync,
    Dependency,
    CommWait,
    LaunchLatency,
    Unexplained,
    Unrecorded,
    Loading,
    Cpu,
};
inline constexpr std::size_t kParts = 13;

[[nodiscard]] constexpr bool isIdle(Part part)
{
    return part >= Part::Input && part <= Part::Unexplained;
}
[[nodiscard]] const char* partKind(Part part);  // "kernels", "comm.exposed", "idle.input", …: Difference::kind
[[nodiscard]] const char* partWords(Part part); // "waiting for training data", as rows and sentences say it

struct TimeParts
{
    double lengthNs = 0;
    std::array<double, kParts> ns {};

    [[nodiscard]] double of(Part part) const { return ns[static_cast<std::size_t>(part)]; }
    [[nodiscard]] double& of(Part part) { return ns[static_cast<std::size_t>(part)]; }
    void add(const TimeParts& other);
    void scale(double factor);
};

class Partition
{
public:
    // Figures of the whole trace, which both must outlive this. `gpu` false: the GPUs are left out.
    Partition(const model::Trace& trace, const analysis::TraceFigures& figures, bool gpu);

    [[nodiscard]] TimeParts ofStep(std::uint32_t step) const; // index into StepList::steps
    [[nodiscard]] Interval spanOf(std::uint32_t step) const { return m_spans[step]; }
    // From the first start to the last end of the GPU work; where the GPUs are left out the whole range.
    [[nodiscard]] TimeParts ofRun() const;

private:
    [[nodiscard]] TimeParts ofGpu(Interval interval) const;

    const model::Trace& m_trace;
    const analysis::TraceFigures& m_figures;
    bool m_gpu;
    std::vector<Interval> m_spans;          // of the steps
    std::vector<IntervalSet> m_exposedComm; // by device: communication without compute
};

} // namespace stepscope::compare
