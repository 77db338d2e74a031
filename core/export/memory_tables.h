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
// Of one device, oldest first: size, entries of birth and death, how many entries it lived (to the end
// where it was not freed), what it is for and the line that made it. Nothing in `died`: still live at the end.
[[nodiscard]] Table allocationTable(
    const model::MemorySnapshot& snapshot, const analysis::MemoryDeviceFigures& figures);
[[nodiscard]] std::string signedBytes(double bytes); // "+1.5 MiB", "-2.0 KiB"

} // namespace stepscope::exporting
