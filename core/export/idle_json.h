// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One stretch of time as JSON text for the clipboard: a gap with the keys that it has in reports, idle time of a stream
// likewise, or any range. Pure.

#include "core/analysis/trace_figures.h"
#include "core/model/trace.h"

#include <span>
#include <string>

namespace stepscope::exporting {

[[nodiscard]] std::string gapJsonText(
    const model::Trace& trace, const analysis::TraceFigures& figures, const analysis::DeviceGap& gap);

// `waits`: the communication that ran alone meanwhile, cut to the span. It is no gap of the device.
[[nodiscard]] std::string streamIdleJsonText(const model::Trace& trace, TrackId stream, Interval span,
    std::span<const analysis::GapPart> waits, SliceId workAfter);

[[nodiscard]] std::string rangeJsonText(Interval range);

} // namespace stepscope::exporting
