// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of the table of gaps: idle time of devices as it is exported, and below it, told apart by what is idle, streams
// that stand still while their device only communicates. Those are no idle time of the device and in none of its sums.

#include "core/analysis/comm_waits.h"
#include "core/analysis/kernel_labels.h"
#include "core/analysis/trace_figures.h"
#include "core/export/table.h"
#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope::widgets {

// `gaps`: indices in GapCauses::gaps; `toldApart`: rows of waits come below.
[[nodiscard]] exporting::Table gapRows(const model::Trace& trace, const analysis::TraceFigures& figures,
    const std::vector<std::uint32_t>& gaps, const analysis::KernelLabels& labels, bool toldApart);

// The gap of a device that comes next by length, longest first; after none: the longest. Nothing after the last one.
[[nodiscard]] const analysis::DeviceGap* nextLargestGap(
    const analysis::TraceFigures& figures, const analysis::DeviceGap* after);

struct WaitRow
{
    std::uint32_t device = 0; // index into GpuUse::devices
    analysis::CommWait wait;
    std::vector<TrackId> streams; // that stand still
};
// Of all devices, those that some stream waits for.
[[nodiscard]] std::vector<WaitRow> communicationWaits(const model::Trace& trace, const analysis::TraceFigures& figures);
// The same columns as gapRows().
[[nodiscard]] exporting::Table waitRows(const model::Trace& trace, const analysis::TraceFigures& figures,
    const std::vector<WaitRow>& waits, const analysis::KernelLabels& labels);

} // namespace stepscope::widgets
