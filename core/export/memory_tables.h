// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Tables from the figures of a memory snapshot. Keys are those of the report contract.

#include "core/analysis/memory/memory_figures.h"
#include "core/export/table.h"

#include <string>

namespace stepscope::exporting {

[[nodiscard]] Table holderTable(const model::MemorySnapshot& snapshot, const analysis::MemoryDeviceFigures& figures);
[[nodiscard]] Table memoryStepTable(const analysis::MemoryDeviceFigures& figures);
[[nodiscard]] Table memoryDeviceTable(const model::MemorySnapshot& snapshot, const analysis::MemoryFigures& figures);
[[nodiscard]] std::string signedBytes(double bytes); // "+1.5 MiB", "-2.0 KiB"

} // namespace stepscope::exporting
