// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tables of the command line (kernels, operators, steps, gaps, syncs, streams, copies) from the figures of a trace.
// Keys are those of the report contract; times "at" are shown from the start of the trace's range.

#include "core/analysis/python_stats.h"
#include "core/analysis/trace_figures.h"
#include "core/export/table.h"
#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope::exporting {

[[nodiscard]] Table kernelTable(const model::Trace& trace, const analysis::TraceFigures& figures);
[[nodiscard]] Table operatorTable(
    const model::Trace& trace, const std::vector<analysis::OperatorRow>& rows); // of any grouping
[[nodiscard]] Table stepTable(const model::Trace& trace, const analysis::TraceFigures& figures);
// `gaps`: indices into figures.idle.causes.
[[nodiscard]] Table gapTable(
    const model::Trace& trace, const analysis::TraceFigures& figures, const std::vector<std::uint32_t>& gaps);
[[nodiscard]] Table syncTable(const model::Trace& trace, const analysis::TraceFigures& figures);
// As in that table: by blocked time, longest first, then by time.
[[nodiscard]] std::vector<analysis::SyncMarker> syncsByBlocked(const analysis::TraceFigures& figures);
[[nodiscard]] Table streamTable(const model::Trace& trace, const analysis::TraceFigures& figures);
[[nodiscard]] Table copyTable(const analysis::TraceFigures& figures);
[[nodiscard]] Table moduleTable(const analysis::TraceFigures& figures);
[[nodiscard]] Table pythonTable(const model::Trace& trace, const std::vector<analysis::PythonRow>& rows);
[[nodiscard]] Table familyTable(const analysis::TraceFigures& figures);

} // namespace stepscope::exporting
