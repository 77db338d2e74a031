// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Floating-point operations of the kernels of a trace, from the recorded shapes of the operators that launched them
// (formulas: flop_formulas.h).
//
//   counted call   an operator call with a known count inside which no other one is counted: of aten::linear >
//                  aten::addmm only the latter
//   device time    the GPU work whose innermost operator with a known count is that call
//   attribution    a call's operations go to the longest of that work, matrix, convolution and attention kernels first;
//                  those of a call of two products (gradients of a convolution) in equal parts to the two longest
// So helpers of a call (bias, layout, split-k sums) get none, and kernels of replayed graphs, whose operators are not
// in the trace, stay unknown. A call belongs to a window when its kernel does (see window.h); operations are never cut.
// O(operators × depth of nesting + GPU work × depth of nesting).

#include "core/analysis/flop_formulas.h"
#include "core/analysis/kernel_names.h"
#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::analysis {

struct CountedCall
{
    SliceId op;
    FlopCount count;
    std::int64_t deviceNs = 0; // in the window
    GpuWorkId work;            // that the operations are attributed to: of two the first
};

struct KernelFlops // of the calls of one kernel whose operations are known
{
    NameId name;
    std::uint64_t flops = 0;
    std::uint64_t calls = 0;
    std::int64_t deviceNs = 0;    // of these calls, those with a trusted duration only …
    std::uint64_t timedFlops = 0; // … and their operations
    std::int32_t device = -1;     // that ran the first of them
};

struct FlopStats
{
    std::vector<CountedCall> calls;   // in the order of the slices
    std::vector<KernelFlops> kernels; // by flops, largest first; then by name

    [[nodiscard]] const KernelFlops* of(NameId kernel) const; // null: not known
};

[[nodiscard]] FlopStats flopStats(const model::Trace& trace, const Window& window);

// How near kernels came to the peak of their device: an estimate, since the name alone tells how it calculates.
enum class Precision : std::uint8_t
{
    Half, // FP16 and BF16 on tensor cores
    Tf32,
    Single,
};
[[nodiscard]] const char* precisionName(Precision precision); // "fp16/bf16", "tf32", "fp32"
[[nodiscard]] std::optional<Precision> kernelPrecision(std::string_view name);

struct FamilyEfficiency
{
    std::int32_t device = -1;
    KernelFamily family = KernelFamily::Other;
    Precision precision = Precision::Half;
    std::uint64_t flops = 0;
    std::int64_t deviceNs = 0;
    double tflops = 0;           // per second
    std::optional<double> peak;  // TFLOP/s; nothing: not a device we know
    std::optional<double> share; // of the peak
};
// By device time, longest first.
[[nodiscard]] std::vector<FamilyEfficiency> familyEfficiency(const model::Trace& trace, const FlopStats& stats);

} // namespace stepscope::analysis
