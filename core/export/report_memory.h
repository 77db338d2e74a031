// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the report says to people about a memory snapshot, as sections: how much, when the most, where it went, who
// holds it.

#include "core/export/report.h"
#include "core/export/sections.h"

#include <string>

namespace stepscope::exporting {

[[nodiscard]] std::vector<Section> snapshotPage(const ReportedFile& file);    // one screen
[[nodiscard]] std::vector<Section> snapshotDetails(const ReportedFile& file); // the same, with its figures folded
[[nodiscard]] std::vector<Section> snapshotInfo(const model::MemorySnapshot& snapshot, const std::string& path);

// "12.3 MiB · pickle protocol 4 · torch.profiler"
[[nodiscard]] std::string snapshotLine(const model::MemorySnapshot& snapshot);
// "entry 4 711 of GPU 0 (and 2 more)"
[[nodiscard]] std::string whereInSnapshot(const model::MemorySnapshot& snapshot, const analysis::Finding& finding);

} // namespace stepscope::exporting
