// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Names of devices, rows and the like as they are shown everywhere.

#include "core/analysis/gpu_utilisation.h"
#include "core/analysis/idle_cause.h"
#include "core/model/trace.h"

#include <string>
#include <string_view>

namespace stepscope::exporting {

[[nodiscard]] std::string rowLabel(const model::Trace& trace, TrackId track); // "stream 7", "thread 123 (python)"
[[nodiscard]] std::string deviceName(
    const model::Trace& trace, std::int32_t device); // from deviceProperties; else empty
[[nodiscard]] std::string deviceLabel(
    const model::Trace& trace, const analysis::DeviceUse& device); // "GPU 0 NVIDIA A100"
// "input 220.3 ms, host dispatch 12 ms": the largest causes of idle time, at most `most`, none below a tenth of the
// sum.
[[nodiscard]] std::string causesText(const analysis::CauseTotals& causes, std::size_t most);
[[nodiscard]] std::string_view compressionName(model::Compression compression); // "none", "gzip", "zstd"
[[nodiscard]] std::string_view fileNameOf(std::string_view path);               // without its folders

} // namespace stepscope::exporting
