// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the tensor cores of a trace's NVIDIA GPUs can do, by compute capability: what cannot be had is not advised.
// O(devices).

#include "core/model/trace.h"

#include <algorithm>
#include <cstdint>

namespace stepscope::analysis {

enum class TensorCores : std::uint8_t
{
    Unknown, // other makers, or the file does not say
    None,    // before Volta
    Half,    // Volta and Turing: FP16
    All,     // Ampere and later: FP16, BF16, TF32
};

[[nodiscard]] inline TensorCores tensorCoresOf(const model::Trace& trace)
{
    std::int32_t major = -1;
    for (const model::DeviceInfo& device : trace.devices) {
        if (device.name.find("AMD") != std::string::npos || device.name.find("Intel") != std::string::npos)
            return TensorCores::Unknown;
        major = std::max(major, device.computeMajor);
    }
    if (major < 1)
        return TensorCores::Unknown;
    return major < 7 ? TensorCores::None : major == 7 ? TensorCores::Half : TensorCores::All;
}

} // namespace stepscope::analysis
