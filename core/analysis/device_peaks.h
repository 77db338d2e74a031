// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Dense peak rates of GPUs by the name that deviceProperties gives, from the public data sheets of NVIDIA and AMD
// (without structured sparsity; consumer cards with 32-bit accumulation, as PyTorch uses it; of the MI250X, which is
// two devices to a program, that of one). Names are compared whole words: "A10" is neither A100 nor A10G. Pure
// functions.

#include "core/analysis/flops.h"
#include "core/model/trace.h"

#include <optional>
#include <string_view>

namespace stepscope::analysis {

struct DevicePeak // TFLOP/s; nothing where the device has no such units
{
    std::string_view device; // as the data sheet calls it
    double half = 0;         // FP16 (and BF16, but on V100 and T4) on tensor cores
    std::optional<double> tf32;
    double single = 0;
};

[[nodiscard]] const DevicePeak* devicePeak(std::string_view name); // null: not a device we know

[[nodiscard]] std::optional<double> peakTflops(const model::Trace& trace, std::int32_t device, Precision precision);

} // namespace stepscope::analysis
